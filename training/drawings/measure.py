"""Look at a drawing: where its ink lies, and of what colour it is."""

from __future__ import annotations

import colorsys
import io
from collections import Counter
from typing import NamedTuple

import numpy as np
import resvg_py
from PIL import Image

#: Pixels of the side of the picture that is measured; the drawing's own side is 128.
_SIDE = 256
#: Fainter ink than this, of 255, is a shadow's edge and counts for no border.
_VISIBLE = 24
#: From which hue, in degrees, each colour begins.
_HUES = (
    (0, "red"),
    (18, "orange"),
    (37, "yellow"),
    (68, "green"),
    (175, "blue"),
    (256, "purple"),
    (292, "pink"),
    (345, "red"),
)


class Measured(NamedTuple):
    """What was seen.

    Attributes
    ----------
    bounds : tuple of float
        Left, top, width and height of what is visible, of 128.
    colour : str
        The basic colour that most of it has.
    """

    bounds: tuple[float, float, float, float]
    colour: str


def measure(body: str) -> Measured:
    """Render a drawing and measure it.

    Parameters
    ----------
    body : str
        What lies inside the ``svg`` element.

    Raises
    ------
    ValueError
        If nothing of it can be seen.
    """
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" '
        f'width="{_SIDE}" height="{_SIDE}">{body}</svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    pixels = np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGBA"))
    rows, columns = np.nonzero(pixels[:, :, 3] >= _VISIBLE)
    if not len(rows):
        raise ValueError("Nothing of the drawing can be seen: leave it out.")
    scale = 128 / _SIDE
    left, top = columns.min() * scale, rows.min() * scale
    right, bottom = (columns.max() + 1) * scale, (rows.max() + 1) * scale
    opaque = pixels[pixels[:, :, 3] > 127][:, :3]
    colours = Counter(basic_colour(*(int(part) for part in pixel)) for pixel in opaque[::7])
    bounds = (float(left), float(top), float(right - left), float(bottom - top))
    return Measured(bounds, colours.most_common(1)[0][0] if colours else "white")


def basic_colour(red: int, green: int, blue: int) -> str:
    """Name a colour, of parts from 0 to 255, by one of the eleven basic terms."""
    hue, saturation, value = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    degrees = hue * 360
    if value < 0.24:
        return "black"
    # Bluish greys are what metal, glass and stone are painted in.
    if saturation < (0.36 if 185 <= degrees <= 225 else 0.12):
        return "white" if value > 0.85 else "black" if value < 0.32 else "grey"
    if value > 0.95 and saturation < 0.14:
        return "white"
    if (degrees < 48 or degrees > 350) and value < (0.72 if saturation < 0.72 else 0.52):
        return "brown"
    if (degrees < 25 or degrees > 345) and saturation < 0.55 and value > 0.75:
        return "pink"
    if 285 < degrees < 315 and value < 0.7:
        return "purple"
    return [name for start, name in _HUES if start <= degrees][-1]
