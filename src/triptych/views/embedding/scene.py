"""Where things lie on the paper of a map, and in which colours, for every way it is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from numbers import Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from triptych._colours import CATEGORIES, between
from triptych.views.base.units import count, shortened

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from triptych.contract import Attachment

#: The axes have no unit, so that a map may fill its paper; but its shapes shall stay.
_MOST_STRETCHED = 1.4
#: Half lines that a label is moved up or down; further away it would name something else.
_FURTHEST = 14
#: Of what is in none of the categories.
OTHER = "#868686"
#: Clusters with a name and a colour of their own, the largest ones: more cannot be told apart.
MOST_NAMED = len(CATEGORIES)
#: From little to much, of one hue.
_RAMP = ("#9DB4C6", "#0B5C94")
_FEW = 12


class Colouring(NamedTuple):
    """Colours of n points."""

    #: `#RRGGBB` for each point.
    colours: list[str]
    #: What each colour means, in the order to be read.
    legend: Mapping[str, str]
    #: What is shown by colour.
    name: str


class MapScene(NamedTuple):
    """What the drawings of an `EmbeddingMap` need of it, as its attributes."""

    points: NDArray[numpy.float32]
    texts: list[str]
    inputs: list[str | Attachment]
    of_texts: bool
    clusters: NDArray[numpy.int64]
    terms: dict[int, list[str]]
    colouring: Colouring
    title: str


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
    drawn: MapScene,
    placed: NDArray[numpy.float64],
    *,
    width: float,
    height: float,
    letter: float,
    line: float,
) -> list[Label]:
    """Return a label in the middle of each large cluster, moved a little where two would overlap.

    `letter` and `line` are the about width of a letter and the height of a line. No label is wider
    than the paper, or beyond its edges.
    """
    import numpy

    written: list[Label] = []
    for name, words in drawn.terms.items():
        rows = numpy.flatnonzero(drawn.clusters == name)
        if name >= MOST_NAMED or not len(rows) or not words:
            continue
        text = shortened(", ".join(words), int(width / letter))
        half = len(text) * letter / 2
        x, y = numpy.median(placed[rows], axis=0)
        x = float(min(max(x, half), max(width - half, half)))
        free = _free(written, x, float(y), half, letter, line)
        if free is not None and line / 2 <= free <= height - line / 2:
            written.append(Label(x, free, text, drawn.colouring.colours[rows[0]]))
    return written


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


def by_cluster(
    clusters: Sequence[int], terms: Mapping[int, Sequence[str]] = MappingProxyType({})
) -> Colouring:
    """Colour the largest clusters; all else is grey.

    The legend has the given terms. Where clusters are named on the map, none are given.

    Examples
    --------
    >>> by_cluster([0, 0, -1], {0: ["tea", "cup"]}).legend
    {'tea, cup': '#2178B5', 'in no group': '#868686'}
    """
    colours = [CATEGORIES[own] if 0 <= own < MOST_NAMED else OTHER for own in clusters]
    legend = {
        ", ".join(words): CATEGORIES[name]
        for name, words in sorted(terms.items())
        if words and name < MOST_NAMED
    }
    smaller = max(clusters, default=-1) + 1 - MOST_NAMED
    if smaller > 0:
        legend[f"{count(smaller, 'smaller group')}, or none"] = OTHER
    elif OTHER in colours and set(colours) != {OTHER}:
        legend["in no group"] = OTHER
    return Colouring(colours, legend, "cluster")


def by_values(values: Sequence[Any], name: str) -> Colouring:
    """Colour by a column: many different numbers by a ramp, all else by category.

    Of more than seven categories, the seven largest have a colour of their own.
    """
    numbers = [value for value in values if isinstance(value, Real) and value == value]
    if len(numbers) == len(values) and len(set(numbers)) > _FEW:
        return _ramp([float(number) for number in numbers], name)
    texts = [_shown(value) for value in values]
    largest = [text for text, _ in Counter(texts).most_common(len(CATEGORIES))]
    legend = dict(zip(sorted(largest), CATEGORIES, strict=False))
    if len(set(texts)) > len(legend):
        legend["other"] = OTHER
    return Colouring([legend.get(text, OTHER) for text in texts], legend, name)


def _ramp(numbers: list[float], name: str) -> Colouring:
    low, high = min(numbers), max(numbers)

    def colour(share: float) -> str:
        return "#" + "".join(f"{channel:02X}" for channel in between(*_RAMP, share))

    middle = (low + high) / 2
    legend = {
        f"{number:.3g}": colour(share)
        for number, share in zip((low, middle, high), (0, 0.5, 1), strict=True)
    }
    return Colouring([colour((number - low) / (high - low)) for number in numbers], legend, name)


def _shown(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
