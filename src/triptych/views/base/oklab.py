"""Colours between two colours, in steps that look even.

B. Ottosson, "A perceptual color space for image processing", 2020: in Oklab equal distances look
about equal, which they do not between the numbers of a screen's colours.
"""

from __future__ import annotations

from functools import cache

_TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)

Vector = tuple[float, float, float]


def between(one: str, other: str, share: float) -> tuple[int, int, int]:
    """Return red, green and blue (0 to 255) of the colour so far from one to the other.

    Examples
    --------
    >>> between("#000000", "#FFFFFF", 0.5)
    (99, 99, 99)
    """
    low, high = oklab(one), oklab(other)
    lightness, a, b = (x + share * (y - x) for x, y in zip(low, high, strict=True))
    cones = _times(_FROM_LAB, (lightness, a, b))
    red, green, blue = _times(_FROM_CONES, (cones[0] ** 3, cones[1] ** 3, cones[2] ** 3))
    return _channel(red), _channel(green), _channel(blue)


@cache
def oklab(colour: str) -> Vector:
    """Return lightness (0 to 1) and the two opponent axes of a `#RRGGBB` colour.

    Examples
    --------
    >>> [round(abs(value), 3) for value in oklab("#FFFFFF")]
    [1.0, 0.0, 0.0]
    """
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    cones = _times(_TO_CONES, (_linear(red), _linear(green), _linear(blue)))
    return _times(_TO_LAB, (cones[0] ** (1 / 3), cones[1] ** (1 / 3), cones[2] ** (1 / 3)))


def _times(matrix: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    x, y, z = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _channel(linear: float) -> int:
    """Return a channel as a screen takes it; what no screen shows is cut."""
    linear = min(1.0, max(0.0, linear))
    encoded = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(255 * encoded)
