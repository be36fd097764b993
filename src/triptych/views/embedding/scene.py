"""Where things lie on the paper of a map, for every way it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

#: The axes have no unit, so that a map may fill its paper; but its shapes shall stay.
_MOST_STRETCHED = 1.4
#: Half lines that a label is moved up or down; further away it would name something else.
_FURTHEST = 14


class Label(NamedTuple):
    """Words on the map; `x`, `y` is their middle."""

    x: float
    y: float
    words: str
    colour: str


def fitted(
    points: NDArray[numpy.floating], width: float, height: float, margin: float
) -> NDArray[numpy.float64]:
    """Return points scaled into a box, the second axis upwards, neither stretched by much."""
    import numpy

    low, high = points.min(axis=0), points.max(axis=0)
    room = numpy.array([width, height]) - 2 * margin
    span = numpy.where(high > low, high - low, 1)
    scales = room / span
    scale = numpy.minimum(scales, _MOST_STRETCHED * scales.min())
    placed = (points - (low + high) / 2) * scale
    return numpy.column_stack([width / 2 + placed[:, 0], height / 2 - placed[:, 1]])


def labels(
    placed: NDArray[numpy.float64],
    clusters: NDArray[numpy.int64],
    terms: Mapping[int, Sequence[str]],
    colours: Sequence[str],
    *,
    width: float,
    height: float,
    letter: float,
    line: float,
) -> list[Label]:
    """Return a label in the middle of each cluster, moved a little where two would overlap.

    `letter` and `line` are the about width of a letter and the height of a line.
    """
    import numpy

    found: list[Label] = []
    for name, words in terms.items():
        rows = numpy.flatnonzero(clusters == name)
        if not len(rows) or not words:
            continue
        text = ", ".join(words)
        half = len(text) * letter / 2
        x, y = numpy.median(placed[rows], axis=0)
        x = float(min(max(x, half), max(width - half, half)))
        free = _free(found, x, float(y), half, letter, line)
        if free is not None and line / 2 <= free <= height - line / 2:
            found.append(Label(x, free, text, colours[rows[0]]))
    return found


def _free(
    placed: Sequence[Label], x: float, y: float, half: float, letter: float, line: float
) -> float | None:
    """Return the height nearest to `y` at which words cover no others; None if that is far."""
    near = [other for other in placed if abs(other.x - x) < half + len(other.words) * letter / 2]
    for step in range(_FURTHEST):
        # Up a little, down a little, up some more.
        tried = y + (step + 1) // 2 * line / 2 * (-1 if step % 2 else 1)
        if all(abs(other.y - tried) >= line for other in near):
            return tried
    return None
