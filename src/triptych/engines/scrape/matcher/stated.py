"""Answers from what a page states for machines, and the elements that show them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from triptych.engines.scrape.elements.candidates import Candidate
from triptych.engines.scrape.elements.document import Node
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.structured_data import Fact
from triptych.engines.scrape.elements.words import letters, name_words, normalized
from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.model import read
from triptych.engines.scrape.matcher.vectors import text_vectors

_MOST = 400
_LONGEST = 300
#: Properties that are read with a prompt.
_READ = 8
#: The least likelihood at which what a page states is taken without looking further.
LEAST = 0.5
#: Of a prompt that asks for several this likely, a list stated as one text is split.
_SEVERAL = 0.5
#: Of a list's values, the share that has to be shown, and how many times as many elements of their
#: form may be there for all of them to be the list.
_MOSTLY, _HARDLY_MORE = 0.6, 1.2
_AMOUNT = re.compile(r"(\d+(?:[.,]\d+)?)\s*([^\W\d_]?)")
_LONGEST_AMOUNT = 40
#: Things are alike if of none this many times as much is stated as of another.
_ALIKE = 1.5
_PART = r"(\d{1,9}(?:\.\d{1,9})?)"
_DURATION = re.compile(
    rf"P(?:{_PART}D)?(?:T(?:{_PART}H)?(?:{_PART}M)?(?:{_PART}S)?)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Property:
    """The values that a thing of a page, or several things alike, have for one property."""

    facts: tuple[Fact, ...]

    @property
    def values(self) -> list[str]:
        """The values in words, in order."""
        return [in_words(fact.value) for fact in self.facts]

    def describe(self) -> Description:
        """Return what the matcher reads: the property, the types of the thing, the first value."""
        fact = self.facts[0]
        names = [" ".join(name_words(part)) for part in fact.path]
        heads = " ; ".join(" ".join(name_words(kind)) for kind in reversed(fact.types))
        count = f"{len(self.facts)} values" if len(self.facts) > 1 else ""
        labels = f"{names[-1]} ; {' '.join(names)}" if len(names) > 1 else names[0]
        return Description(labels, heads, count, f"stated {fact.syntax}", self.values[0][:_LONGEST])


@dataclass(frozen=True, slots=True)
class StatedValue:
    """Values that a page states for a prompt, the facts, and the confidence, 0 to 1."""

    values: tuple[str, ...]
    facts: tuple[Fact, ...]
    confidence: float


class Stated:
    """The properties that a page states."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        groups: dict[tuple[object, ...], list[Fact]] = defaultdict(list)
        alike = _things_alike(facts)
        for fact in facts:
            if fact.path:
                thing = None if fact.thing in alike else fact.thing
                groups[thing, fact.syntax, fact.types[:1], fact.path].append(fact)
        self.properties = [Property(tuple(group)) for group in groups.values()][:_MOST]
        self.descriptions = [one.describe() for one in self.properties]

    @cached_property
    def _vectors(self) -> NDArray[np.float32]:
        return text_vectors([f"{one.labels} {one.heads}" for one in self.descriptions])

    def first(self, prompt: str, count: int) -> list[int]:
        """Return the places of the properties whose names are nearest to a prompt."""
        if not self.properties:
            return []
        near = self._vectors @ text_vectors([prompt])[0]
        order: list[int] = np.argsort(-near, kind="stable")[:count].tolist()
        return order


def _things_alike(facts: Sequence[Fact]) -> set[int]:
    """Return the things that a page states several of, such as the products of a listing.

    Of a thing with others beside it more is stated than of those.
    """
    sizes: dict[str, Counter[int]] = defaultdict(Counter)
    for fact in facts:
        if fact.types:
            sizes[fact.types[0]][fact.thing] += 1
    return {
        thing
        for of_kind in sizes.values()
        if len(of_kind) > 1 and max(of_kind.values()) <= _ALIKE * min(of_kind.values())
        for thing in of_kind
    }


def stated_value(prompt: str, stated: Stated) -> StatedValue | None:
    """Return what a page states for a prompt; None where it does not."""
    places = stated.first(prompt, _READ)
    if not places:
        return None
    readings = read(prompt, [stated.descriptions[place] for place in places])
    reading, place = max(zip(readings, places, strict=True), key=lambda one: one[0].likelihood)
    if reading.likelihood < LEAST:
        return None
    best = stated.properties[place]
    values = _said_once(best.values)
    if reading.several > _SEVERAL:
        # A list stated as one text has an item on each line.
        values = [line for value in values for line in value.split("\n") if line]
    return StatedValue(tuple(values), best.facts, reading.likelihood)


def _said_once(values: list[str]) -> list[str]:
    """Return values without those that begin another: "2" beside "2 bowls"."""
    return [
        value
        for value in values
        if not any(other != value and other.startswith(f"{value} ") for other in values)
    ]


def in_words(value: str) -> str:
    """Return a value as a reader would write it: durations of ISO 8601 in hours and minutes.

    Examples
    --------
    >>> in_words("PT1H20M")
    '1 hour 20 minutes'
    """
    duration = _duration(value)
    if duration is None:
        return value
    minutes, seconds = duration
    hours, minutes = divmod(minutes, 60)
    parts = [
        f"{count:g} {unit}{'s' * (count != 1)}"
        for count, unit in ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
        if count
    ]
    return " ".join(parts) or value


def _duration(value: str) -> tuple[float, float] | None:
    """Return the minutes and seconds of a duration of ISO 8601; None for other values."""
    match = _DURATION.fullmatch(value.strip())
    if match is None:
        return None
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return days * 1440 + hours * 60 + minutes, seconds


def visible_elements(value: StatedValue, page: PageFeatures) -> list[Node]:
    """Return the elements that show stated values to a reader, in order; empty where none does.

    Most values of a list must be shown. Where most of the elements are of one form and the page has
    hardly more of it, all of that form are the list.
    """
    if value.facts[0].syntax in ("microdata", "rdfa"):
        marked = [fact.node for fact in value.facts if fact.node is not None]
        return [node for node in marked if node.tag not in ("meta", "link")] or marked
    places: dict[str, dict[str, Node]] = defaultdict(dict)
    for text, candidate in sorted(_shown(value, page), key=lambda one: _unlikely(page, one[1])):
        places[text].setdefault(page.forms[candidate.node.index], candidate.node)
    if len(places) < _MOSTLY * len(set(value.values)):
        return []
    form, count = Counter(chain.from_iterable(places.values())).most_common(1)[0]
    nodes = {of_form.get(form) or next(iter(of_form.values())) for of_form in places.values()}
    if len(value.values) > 1 and count >= _MOSTLY * len(nodes):
        # Some may be worded otherwise than they are stated.
        alike = [node for node in page.document.nodes if page.forms[node.index] == form]
        if len(nodes) <= len(alike) <= _HARDLY_MORE * len(value.values):
            return alike
    return sorted(nodes, key=lambda node: node.index)


def _shown(value: StatedValue, page: PageFeatures) -> list[tuple[str, Candidate]]:
    """Return the letters of the values that the page shows, and what shows them."""
    # A value of signs alone equals none.
    wanted = {letters(normalized(text)) for text in value.values} - {""}
    texts = zip(map(letters, page.folded), page.candidates, strict=True)
    shown = [(text, candidate) for text, candidate in texts if text in wanted]
    if shown or len(value.values) > 1:
        return shown
    # A duration, a price or a rating may be written otherwise.
    stated = value.facts[0].value
    wordings = list(filter(None, map(_amounts, {value.values[0], stated})))
    if duration := _duration(stated):
        wordings.append([(duration[0], "m")])
    return [
        ("", candidate)
        for candidate in page.candidates
        if any(_begin_alike(one, _amounts(candidate.value)) for one in wordings)
    ]


def _amounts(text: str) -> list[tuple[float, str]]:
    """Return the numbers of a short text, each with the first letter of its unit."""
    found = _AMOUNT.findall(text.casefold()) if len(text) <= _LONGEST_AMOUNT else ()
    return [(float(number.replace(",", ".")), unit) for number, unit in found]


def _begin_alike(stated: list[tuple[float, str]], shown: list[tuple[float, str]]) -> bool:
    """Return whether amounts shown begin with those stated, units only where these have one."""
    return len(stated) <= len(shown) and all(
        number == other and unit in ("", other_unit)
        for (number, unit), (other, other_unit) in zip(stated, shown, strict=False)
    )


def _unlikely(page: PageFeatures, candidate: Candidate) -> tuple[int, bool, int, int]:
    """Return how unlikely it is that a candidate is where a value is shown."""
    node = candidate.node
    near = (node, *islice(page.document.ancestors(node), 2))
    is_heading = any(up.tag in ("h1", "h2") for up in near)
    is_apart = 2 * int(node.hidden) + int(page.aside[node.index])
    return is_apart, not is_heading, len(candidate.value), node.index
