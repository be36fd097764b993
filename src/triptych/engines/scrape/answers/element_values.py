"""The values that elements have for a prompt: the part of each that the matcher likes best."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
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
#: Elements of a list that are read beyond the sample, where values are parts of their texts, and of
#: those that lack the part that is meant.
_MOST_READ = 60
_MOST_OPTIONS = 24
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
    kind = _likeliest_kind(readings, [own for own in options if own][:_SAMPLE])
    if kind is None:
        return Values(tuple(_text(index, node) for node in nodes), "", False)
    chosen = [[place for place in own if index.sets.kind(place) == kind] for own in options]
    first = next(chain.from_iterable(chosen))
    is_alone = len(nodes) == 1
    if not is_alone and any(_is_split(readings, one) for one in chain(*chosen[:_SAMPLE])):
        readings.read(chain(*chosen[:_MOST_READ]))
    unlike = [at for at, own in enumerate(options) if own and not chosen[at]][:_MOST_READ]
    readings.read(chain(*(options[at] for at in unlike)))
    for at in unlike:
        chosen[at] = [max(options[at], key=readings.likelihood)]
    texts: list[str] = []
    for node, own in zip(nodes, chosen, strict=True):
        for place in _lines(readings, own, is_alone=is_alone):
            found = readings.texts(place, url, is_alone=is_alone)
            texts.extend(found if is_alone else map(_line, found))
        if not own:
            texts.append(_text(index, node))
    candidate = index.page.candidates[first]
    return Values(tuple(texts), candidate.nearest_label, bool(candidate.attribute))


def _likeliest_kind(
    readings: Readings, sample: Sequence[Sequence[int]]
) -> tuple[object, ...] | None:
    """Return which part of some elements answers, by their candidates; None where none does."""
    readings.read(chain(*sample))
    votes: dict[tuple[object, ...], float] = defaultdict(float)
    for own in sample:
        # Of several of a kind, the likeliest counts.
        rising = sorted(own, key=readings.likelihood)
        best = {readings.index.sets.kind(place): readings.likelihood(place) for place in rising}
        for kind, likelihood in best.items():
            votes[kind] += likelihood
    likely = [kind for kind, support in votes.items() if support >= _LEAST * len(sample)]
    return max(likely, key=votes.__getitem__) if likely else None


def _lines(readings: Readings, places: Sequence[int], *, is_alone: bool) -> Sequence[int]:
    """Return which of an element's lines or sentences are values; of one element mostly one."""
    if len(places) <= 1:
        return places
    readings.read(places)
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
    """Return the candidates of an element, and the first address in it."""
    own = index.sets.of_node.get(node.index, [])
    candidates, addresses = index.page.candidates, index.sets.addresses
    first = bisect_right(addresses, node.index, key=lambda place: candidates[place].node.index)
    inside = (
        place for place in addresses[first : first + 1] if node.contains(candidates[place].node)
    )
    return [*own, *inside][:_MOST_OPTIONS]


def _text(index: Index, node: Node) -> str:
    """Return all of an element's text; of one without, the first attribute that holds a value."""
    if text := index.page.document.text(node):
        return text
    written = (node.attributes.get(name, "") for name in _VALUE_ATTRIBUTES)
    raw = next(filter(None, written), "") or (node.handle.text() or "")[:_LONGEST_RAW]
    return " ".join(raw.split())
