"""Vectors as JSON has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: Beyond these, digits of a number of single precision are noise, and a reply twice as long.
_DIGITS = 7


def numbers(vectors: numpy.typing.NDArray[numpy.float32]) -> list[list[float]]:
    """Return vectors, (n, d), as lists of numbers."""
    rounded: list[list[float]] = vectors.astype(float).round(_DIGITS).tolist()
    return rounded
