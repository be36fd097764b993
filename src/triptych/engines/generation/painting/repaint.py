"""Painting a drawing in another colour, its shading and details kept."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from triptych._colours import Floats, from_oklab, oklab, parse, to_oklab
from triptych.engines.generation.drawings import drawing
from triptych.engines.generation.palette import EXAMPLES, SHADING, mapped, names_of, text
from triptych.engines.generation.raster import levels
from triptych.engines.generation.scene import Colour

_PIXELS = 40
#: The share of what is visible that is to have the colour asked for.
_WANTED = 0.5
#: How far from the principal hue a colour may be to be changed too, in degrees, and how light
#: what has no hue has to be; each line is tried only if the one before changes too little.
_REACHES = ((32.0, 2.0), (55.0, 2.0), (90.0, 0.85), (180.0, 0.6), (180.0, 0.3), (180.0, 0.0))
_NO_HUE = 0.035
#: A drawing whose own colour is farther than this in OKLab from the example is painted anew: light
#: blue is blue, but not what "blue" makes one think of.
_ALIKE = 0.2


@lru_cache(maxsize=256)
def repainted(name: str, colour: Colour) -> str:
    """Return the body of a drawing in a basic colour, as SVG elements.

    Its principal colours, those nearest in hue to what covers most of it, are moved to the colour
    asked for in OKLab; how they differ from each other is kept as shading. What has another hue
    stays, unless too little would change.

    Examples
    --------
    >>> repainted("red-apple", "red") == drawing("red-apple").body
    True
    """
    body = drawing(name).body
    pixels = _pixels(f'<g fill="#000000">{body}</g>')
    lab = to_oklab(pixels)
    near = np.linalg.norm(lab - oklab(EXAMPLES[colour]), axis=1) < _ALIKE
    named = np.array([name == colour for name in names_of(pixels)], bool)
    if (named & near).mean() >= _WANTED:
        return body
    best, most = body, -1.0
    for reach, lightest in _REACHES:
        changed = _moved(f'<g fill="#000000">{body}</g>', lab, colour, reach, lightest)
        share = _share(_pixels(changed), colour)
        if share > most:
            best, most = changed, share
        if share >= _WANTED:
            break
    return best


def _share(pixels: Floats, colour: Colour) -> float:
    return names_of(pixels).count(colour) / max(len(pixels), 1)


def _pixels(body: str) -> Floats:
    """Return the colours of what is visible of SVG elements; (n, 3), from 0 to 1."""
    shown = levels(body, (0, 0, 128, 128), _PIXELS) / 255
    return np.asarray(shown[shown[..., 3] > 0.9][:, :3])


def _moved(body: str, lab: Floats, colour: Colour, reach: float, lightest: float) -> str:
    """Return elements with the principal colours moved to another."""
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    coloured = chroma > _NO_HUE
    # The principal hue is that of most pixels, unless nearly all have none.
    has_hue = bool(coloured.mean() > 0.25)
    main = _commonest(lab[coloured]) if has_hue else 0.0
    family = _belongs(lab, main if has_hue else None, reach, lightest)
    if not family.any():
        return body
    middle = float(np.median(lab[family, 0]))
    vivid = float(np.median(chroma[family]))
    target = oklab(EXAMPLES[colour])
    target_chroma = math.hypot(target[1], target[2])
    target_hue = math.atan2(target[2], target[1])

    def change(old: str) -> str:
        own = to_oklab(np.array([parse(old)]))
        if not _belongs(own, main if has_hue else None, reach, lightest)[0]:
            return old
        light = _shaded(float(own[0, 0]), middle, float(target[0]), colour)
        share = math.hypot(own[0, 1], own[0, 2]) / vivid if vivid > _NO_HUE else 1.0
        strength = target_chroma * min(max(share, 0.75), 1.1)
        new = np.array([light, strength * math.cos(target_hue), strength * math.sin(target_hue)])
        return text(from_oklab(new))

    return mapped(body, change)


def _shaded(own: float, middle: float, target: float, colour: Colour) -> float:
    """Return the new lightness: as far from the target as the old was from the middle."""
    depth, darkest, lightest = SHADING[colour]
    light = target + depth * (own - middle)
    return min(max(light, darkest), lightest)


def _commonest(lab: Floats) -> float:
    """Return the hue, in degrees, around which most colours lie."""
    hues = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    counts = np.histogram(hues, 36, (0, 360))[0].astype(np.float64)
    smooth = counts + np.roll(counts, 1) + np.roll(counts, -1)
    return float(smooth.argmax() * 10 + 5)


def _belongs(lab: Floats, hue: float | None, reach: float, lightest: float) -> NDArray[np.bool_]:
    """Return which colours are of the principal family."""
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    pale = (chroma <= _NO_HUE) & (
        lab[:, 0] >= (lightest if hue is not None else min(lightest, 0.3))
    )
    if hue is None:
        return np.asarray(pale if reach < 90 else pale | (chroma > _NO_HUE))
    own = np.degrees(np.arctan2(lab[:, 2], lab[:, 1]))
    apart = np.abs((own - hue + 180) % 360 - 180)
    return np.asarray(pale | ((chroma > _NO_HUE) & (apart <= reach)))
