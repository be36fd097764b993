"""Colours: their names, and changing those of a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from triptych.engines.generation.description import Colour

Floats = NDArray[np.float64]
#: Red, green and blue from 0 to 1.
RGB = tuple[float, float, float]

_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_FROM_LAB = np.linalg.inv(_TO_LAB)
_FROM_CONES = np.linalg.inv(_TO_CONES)

#: A good example of each basic colour.
EXAMPLES: dict[Colour, str] = {
    "red": "#e0332e",
    "orange": "#fb8c00",
    "yellow": "#fdd835",
    "green": "#3fa045",
    "blue": "#1e7fe0",
    "purple": "#8e2fb0",
    "pink": "#f578ab",
    "brown": "#7c4a28",
    "black": "#26272b",
    "grey": "#959a9e",
    "white": "#f7f8f8",
}
_NAMED = {"red": "#ff0000", "gray": "#808080", "silver": "#c0c0c0", "orange": "#ffa500"}
_COLOUR = re.compile(
    r'(?<=[" ])(fill|stroke|stop-color)="(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}|red|gray|silver|orange|'
    r"rgba\([^)]*\))\""
)


def to_oklab(rgb: Floats) -> Floats:
    """Return colours in OKLab (Ottosson, 2020).

    Parameters
    ----------
    rgb : ndarray of float64, (..., 3)
        sRGB, from 0 to 1.

    Returns
    -------
    ndarray of float64, (..., 3)
        Lightness from 0 to 1, and the axes green to red and blue to yellow.

    Examples
    --------
    >>> to_oklab(np.ones(3)).round(3).tolist()
    [1.0, 0.0, 0.0]
    """
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ _TO_CONES.T) @ _TO_LAB.T + 0.0).round(12)


def from_oklab(lab: Floats) -> Floats:
    """Return OKLab colours as sRGB from 0 to 1, cut off where there is no such colour."""
    linear = ((lab @ _FROM_LAB.T) ** 3) @ _FROM_CONES.T
    linear = np.clip(linear, 0, 1)
    return np.asarray(
        np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    )


def parse(colour: str) -> RGB:
    """Return red, green and blue from 0 to 1 of ``"#rgb"`` or ``"#rrggbb"``.

    Examples
    --------
    >>> parse("#f00")
    (1.0, 0.0, 0.0)
    """
    digits = _NAMED.get(colour, colour).lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def text(rgb: RGB) -> str:
    """Return a colour as SVG writes it.

    Examples
    --------
    >>> text((1.0, 0.5, 0.0))
    '#ff8000'
    """
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in rgb)


def mixed(one: str, other: str, share: float) -> str:
    """Return `one` with a share of `other` in it.

    Examples
    --------
    >>> mixed("#000000", "#ffffff", 0.2)
    '#333333'
    """
    first, second = parse(one), parse(other)
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return text((red, green, blue))


def mapped(svg: str, change: Callable[[str], str]) -> str:
    """Return SVG elements in other colours.

    Parameters
    ----------
    svg : str
        Elements whose colours are attributes.
    change : callable
        From a colour ``"#rrggbb"`` to another.

    Examples
    --------
    >>> mapped('<path fill="#fff"/>', lambda colour: "#" + colour[1:].replace("f", "0"))
    '<path fill="#000000"/>'
    >>> mapped('<stop stop-color="rgba(9,9,9,.5)" stop-opacity=".5"/>', lambda colour: "#ff8000")
    '<stop stop-color="rgba(255,128,0,.5)" stop-opacity=".5"/>'
    """
    cache: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        colour, opacity = _plain(match[2])
        if colour not in cache:
            cache[colour] = change(colour)
        new = cache[colour]
        if opacity is not None:
            # Not as an attribute of its own: the element may have that one already.
            red, green, blue = (round(255 * part) for part in parse(new))
            new = f"rgba({red},{green},{blue},{opacity})"
        return f'{match[1]}="{new}"'

    return _COLOUR.sub(replace, svg)


def _plain(colour: str) -> tuple[str, str | None]:
    """Return a colour as ``"#rrggbb"``, and its opacity where it has one."""
    if colour.startswith("rgba"):
        red, green, blue, opacity = colour[5:-1].split(",")
        return text((float(red) / 255, float(green) / 255, float(blue) / 255)), opacity.strip()
    return text(parse(colour)), None


@lru_cache(maxsize=4096)
def name_of(colour: str) -> Colour:
    """Return the basic colour a person would call ``"#rrggbb"``.

    Examples
    --------
    >>> name_of("#e53935"), name_of("#6d4c2f"), name_of("#f5f5f5")
    ('red', 'brown', 'white')
    """
    return names_of(np.array([parse(colour)]))[0]


def names_of(rgb: Floats) -> list[Colour]:
    """Return the basic colour of each of n colours; `rgb` is float64, (n, 3), from 0 to 1."""
    lab = to_oklab(rgb)
    light = lab[:, 0]
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    warm = (hue > 25) & (hue < 100)
    rosy = (hue >= 325) | (hue < 28)
    choices: list[tuple[NDArray[np.bool_], Colour]] = [
        ((light < 0.22) | ((chroma < 0.03) & (light < 0.42)), "black"),
        ((light > 0.92) & (chroma < 0.045), "white"),
        ((chroma < 0.03) | ((chroma < 0.045) & ~warm), "grey"),
        (warm & (light < 0.62) & (chroma < 0.135) & ((hue > 36) | (chroma < 0.1)), "brown"),
        (rosy & (light > 0.68), "pink"),
        ((hue >= 335) & (light > 0.55), "pink"),
        ((hue >= 335) | (hue < 41), "red"),
        (hue < 78, "orange"),
        (hue < 116, "yellow"),
        (hue < 190, "green"),
        (hue < 287, "blue"),
    ]
    conditions = [condition for condition, _ in choices]
    codes = np.select(conditions, range(len(choices)), len(choices))
    labels: list[Colour] = [*(name for _, name in choices), "purple"]
    return [labels[code] for code in codes]
