"""Colours that engines and views share: categories, mixing in OKLab, contrast."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: Red, green and blue from 0 to 1.
RGB = tuple[float, float, float]

#: M. Okabe, K. Ito, "Color Universal Design", 2008, made to stand out 3:1 against white paper and
#: against black: categories that colour-blind readers can distinguish. A violet stands for
#: their vermillion, which looked like the orange, once that was made darker for white paper.
CATEGORIES = ("#2178B5", "#CC6A0A", "#009E73", "#B0609A", "#3E9BD0", "#A68A00", "#7346E8")
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


def to_oklab(rgb: Floats) -> Floats:
    """Return colours in OKLab, where equal distances look about equal.

    After B. Ottosson, "A perceptual color space for image processing", 2020. From sRGB (0 to 1) to
    lightness (0 to 1) and the axes green to red and blue to yellow, both of shape (..., 3).

    Examples
    --------
    >>> to_oklab(np.ones(3)).round(3).tolist()
    [1.0, 0.0, 0.0]
    """
    return np.asarray(np.cbrt(_linear(rgb) @ _TO_CONES.T) @ _TO_LAB.T + 0.0).round(12)


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
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue


def oklab(colour: str) -> Floats:
    """Return lightness and the two axes of a `#RRGGBB` colour; ndarray of float64, (3,)."""
    return to_oklab(np.array(parse(colour)))


def between(one: str, other: str, share: float) -> tuple[int, int, int]:
    """Return red, green and blue (0 to 255) of the colour so far from one to the other.

    Examples
    --------
    >>> between("#000000", "#FFFFFF", 0.5)
    (99, 99, 99)
    """
    low, high = oklab(one), oklab(other)
    red, green, blue = (from_oklab(low + share * (high - low)) * 255).round().astype(int).tolist()
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two `#RRGGBB` colours, 1 to 21 (WCAG 2.2, section 1.4.3).

    Examples
    --------
    >>> contrast("#FFFFFF", "#000000")
    21.0
    """
    weights = np.array([0.2126, 0.7152, 0.0722])
    luminances = [float(_linear(np.array(parse(colour))) @ weights) for colour in (one, other)]
    return round((max(luminances) + 0.05) / (min(luminances) + 0.05), 2)


def ink_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour.

    Examples
    --------
    >>> ink_on("#F0E442"), ink_on("#0072B2")
    ('#000000', '#FFFFFF')
    """
    return max("#000000", "#FFFFFF", key=lambda ink: contrast(ink, colour))


def _linear(rgb: Floats) -> Floats:
    """Return the amounts of light that sRGB numbers stand for."""
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
