"""The values that elements have for a prompt: the part of each that the matcher likes best."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from triptych.engines.scrape.elements.document import Node
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.shortlist import Index

#: Elements of a list that are read to learn which part of each is meant.
_SAMPLE = 3
#: Of a text in which several lines may be values, those at least this likely are.
_LEAST_LINE = 0.5
#: A key that says nothing of what it asks for fits no part of an element: then it is all of it.
_LEAST = 0.1
#: Elements of a list that are read beyond the sample.
_MOST_SPLIT = 60
_MOST_OPTIONS = 24
_MOST_INSIDE = 2_000
_LONGEST_RAW = 200_000
#: Attributes that hold the value of an element without a text for readers.
_VALUE_ATTRIBUTES = (
    "content", "datetime", "value", "alt", "href", "src", "title", "aria-label"
)  # fmt: skip
#: What stands before the entries of a list; "-5" is a number.
_MARKS = re.compile(r"^(?:[▢☐□•·]\s*|[*–-]\s+)+")


class Values(NamedTuple):
    """Values of elements, the label beside the first, and whether they are addresses."""

    texts: tuple[str, ...]
    label: str
    are_addresses: bool


def element_values(readings: Readings, nodes: Sequence[Node], url: str = "") -> Values:
    """Return what elements hold for a prompt, in order: a text, a part of one, or an address."""
    index = readings.index
    options = [_options(index, node) for node in nodes]
    sample = [own for own in options if own][:_SAMPLE]
    readings.read(place for own in sample for place in own)
    votes: Counter[tuple[object, ...]] = Counter()
    for own in sample:
        best: dict[tuple[object, ...], float] = {}
        for place in own:
            kind = index.sets.kind(place)
            best[kind] = max(best.get(kind, 0.0), readings.likelihood(place))
        votes.update(best)
    kind, support = max(votes.items(), key=lambda one: one[1], default=((), 0.0))
    if support < _LEAST * len(sample):
        return Values(tuple(_text(index, node) for node in nodes), "", False)
    chosen = [[place for place in own if index.sets.kind(place) == kind] for own in options]
    if len(nodes) > 1 and any(
        _is_split(readings, place) for own in chosen[:_SAMPLE] for place in own
    ):
        readings.read(place for own in chosen[:_MOST_SPLIT] for place in own)
    texts: list[str] = []
    read_anew = 0
    for node, own, every in zip(nodes, chosen, options, strict=True):
        if not own and every and read_anew < _MOST_SPLIT:
            read_anew += 1
            readings.read(every)
            own = [max(every, key=readings.likelihood)]
        if not own:
            texts.append(_text(index, node))
            continue
        readings.read(own if len(own) > 1 else ())
        for place in _lines(readings, own, is_alone=len(nodes) == 1):
            found = readings.texts(place, url, is_alone=len(nodes) == 1)
            texts.extend(map(_line, found) if len(nodes) > 1 else found)
    first = next((index.page.candidates[place] for own in chosen for place in own), None)
    label = first.nearest_label if first is not None else ""
    return Values(tuple(texts), label, bool(kind and kind[0]))


def _lines(readings: Readings, places: Sequence[int], *, is_alone: bool) -> Sequence[int]:
    """Return which of an element's lines or sentences are values; of one element mostly one."""
    if len(places) == 1:
        return places
    best = max(places, key=readings.likelihood)
    if is_alone and readings.of[best].is_of_one:
        return [best]
    return [one for one in places if readings.likelihood(one) >= _LEAST_LINE] or [best]


def _line(text: str) -> str:
    """Return one of several values: a line, without the mark it begins with."""
    line = " ".join(text.split())
    return _MARKS.sub("", line) or line


def _is_split(readings: Readings, place: int) -> bool:
    """Return whether a candidate that was read has values in it rather than being one."""
    text = readings.index.descriptions[place].text
    return readings.of[place].spans != ((0, len(text)),)


def _options(index: Index, node: Node) -> list[int]:
    """Return the candidates of an element, and the addresses in it."""
    own = index.sets.of_node.get(node.index, [])
    nodes, places = index.sets.addresses
    first = bisect_right(nodes, node.index)
    is_inside = first < len(nodes) and nodes[first] < min(node.end, node.index + _MOST_INSIDE)
    return [*own, *(places[first : first + 1] if is_inside else ())][:_MOST_OPTIONS]


def _text(index: Index, node: Node) -> str:
    """Return all of an element's text; of one without, the first attribute that holds a value."""
    if text := index.page.document.text(node):
        return text
    written = (node.attributes.get(name, "") for name in _VALUE_ATTRIBUTES)
    raw = next(filter(None, written), "") or (node.handle.text() or "")[:_LONGEST_RAW]
    return " ".join(raw.split())
