"""Cosines of vectors, with bad input refused in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    import numpy.typing


def unit(vectors: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
    """Return the vectors with length 1, float64 of shape (n, d); those of length 0 stay so.

    Raises
    ------
    ValueError
        If the shape is another, or a number is not finite.

    Examples
    --------
    >>> unit([[3.0, 4.0]]).tolist()
    [[0.6, 0.8]]
    """
    import numpy

    array = numpy.asarray(vectors, numpy.float64)
    if array.shape == (0,):
        return numpy.empty((0, 0))
    if array.ndim != 2:
        raise ValueError(f"Give vectors as an array of shape (n, d), not {array.shape}.")
    if not numpy.isfinite(array).all():
        raise ValueError("Leave out vectors with numbers that are not finite (nan, inf).")
    lengths = numpy.linalg.norm(array, axis=1, keepdims=True)
    scaled: numpy.typing.NDArray[numpy.float64] = array / numpy.where(lengths > 0, lengths, 1)
    return scaled


def cosines(vectors: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
    """Return the cosine of each vector with each other, shape (n, n), -1 to 1.

    Examples
    --------
    >>> cosines([[1.0, 0.0], [0.0, 2.0]]).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    scaled = unit(vectors)
    # Rounding may carry a product past the ends.
    clipped: numpy.typing.NDArray[numpy.float64] = (scaled @ scaled.T).clip(-1, 1)
    return clipped


def named(labels: Sequence[str], total: int) -> list[str]:
    """Return the labels as a list.

    Raises
    ------
    ValueError
        If there is not one for each vector.
    """
    if len(labels) != total:
        raise ValueError(f"Give one label for each of the {total} vectors, not {len(labels)}.")
    return list(labels)
