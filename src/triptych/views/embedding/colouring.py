"""Which colour a point of a map has, and what the colours mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from triptych._colours import CATEGORIES, between

OTHER = "#868686"
#: From little to much, of one hue.
_RAMP = ("#9DB4C6", "#0B5C94")
_FEW = 12


@dataclass(frozen=True, slots=True)
class Colouring:
    """Colours of n points.

    Attributes
    ----------
    colours : list of str
        `#RRGGBB` for each point.
    legend : mapping of str to str
        What each colour means, in the order to be read.
    name : str
        What is shown by colour.
    """

    colours: list[str]
    legend: Mapping[str, str]
    name: str


def by_cluster(clusters: Sequence[int]) -> Colouring:
    """Colour clusters, which are named where they lie and so need no legend."""
    colours = [OTHER if own < 0 else CATEGORIES[own % len(CATEGORIES)] for own in clusters]
    return Colouring(colours, {}, "cluster")


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
