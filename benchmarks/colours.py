"""Name the colour of pixels as a person would: eleven basic terms, by lightness, chroma and hue.

Made for the benchmarks alone, so that what is measured is not measured with its own ruler.
Borders were set by looking at a chart of colours. Oklab: Ottosson, 2020.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Rows: from this hue on (degrees), the name of a dark, a middling and a light colour.
_HUES = [
    (0, ("red", "red", "pink")),
    (18, ("brown", "red", "pink")),
    (40, ("brown", "orange", "orange")),
    (80, ("brown", "yellow", "yellow")),
    (116, ("green", "green", "green")),
    (195, ("blue", "blue", "blue")),
    (285, ("purple", "purple", "purple")),
    (325, ("purple", "purple", "pink")),
    (345, ("red", "pink", "pink")),
]
#: Of each hue: the lightness up to which it is dark, and from which it is light.
_DARK, _LIGHT = {18: 0.42, 40: 0.6, 80: 0.6}, {0: 0.6, 18: 0.74, 345: 0.5}
_GREY = 0.035


def names(pixels: NDArray[np.uint8]) -> NDArray[np.str_]:
    """Return the basic colour term of each pixel, sRGB, (n, 3)."""
    lightness, chroma, hue = _oklch(pixels)
    found = np.full(len(pixels), "grey", dtype="<U6")
    found[(chroma < _GREY) & (lightness < 0.35)] = "black"
    found[(chroma < _GREY) & (lightness > 0.84)] = "white"
    coloured = (chroma >= _GREY) & (lightness >= 0.2)
    found[(chroma >= _GREY) & (lightness < 0.2)] = "black"
    starts = [start for start, _ in _HUES]
    which = np.searchsorted(starts, hue, side="right") - 1
    for place, (start, (dark, middling, light)) in enumerate(_HUES):
        here = coloured & (which == place)
        found[here] = middling
        found[here & (lightness < _DARK.get(start, 0.45))] = dark
        found[here & (lightness > _LIGHT.get(start, 0.75))] = light
    found[coloured & (hue >= 18) & (hue < 80) & (chroma < 0.11) & (lightness < 0.68)] = "brown"
    # What is called beige or cream is nearer to white than to orange.
    found[coloured & (lightness > 0.93) & (chroma < 0.05)] = "white"
    return found


def _oklch(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float64], ...]:
    linear = pixels / 255.0
    linear = np.where(linear <= 0.04045, linear / 12.92, ((linear + 0.055) / 1.055) ** 2.4)
    cones = linear @ np.array(
        [
            [0.4122214708, 0.2119034982, 0.0883024619],
            [0.5363325363, 0.6806995451, 0.2817188376],
            [0.0514459929, 0.1073969566, 0.6299787005],
        ]
    )
    lightness, a, b = (
        np.cbrt(cones)
        @ np.array(
            [
                [0.2104542553, 1.9779984951, 0.0259040371],
                [0.7936177850, -2.4285922050, 0.7827717662],
                [-0.0040720468, 0.4505937099, -0.8086757660],
            ]
        )
    ).T
    return lightness, np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360
