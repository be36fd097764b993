"""Answers from what a page states for machines, and the elements that show them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, zip_longest
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
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
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_PART = re.compile(r"(\d+(?:[.,]\d+)?)\s*([a-z]+)")
_MINUTES = {"d": 1440, "h": 60, "s": 1 / 60, "m": 1}
_LONGEST_MEASURE = 40
#: Things are alike if of none this many times as much is stated as of another.
_ALIKE = 1.5
_DURATION = re.compile(
    r"P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?",
    re.IGNORECASE,
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
    sizes = Counter(fact.thing for fact in facts if fact.types)
    kinds: dict[str, set[int]] = defaultdict(set)
    for fact in facts:
        if fact.types:
            kinds[fact.types[0]].add(fact.thing)
    return {
        thing
        for things in kinds.values()
        if len(things) > 1
        and max(sizes[one] for one in things) <= _ALIKE * min(sizes[one] for one in things)
        for thing in things
    }


def stated_value(prompt: str, stated: Stated) -> StatedValue | None:
    """Return what a page states for a prompt; None where it does not."""
    places = stated.first(prompt, _READ)
    readings = read(prompt, [stated.descriptions[place] for place in places])
    by_place = dict(zip(places, readings, strict=True))
    place = max(places, key=lambda one: (by_place[one].likelihood, -one), default=None)
    if place is None or by_place[place].likelihood < LEAST:
        return None
    best = stated.properties[place]
    values = _said_once(best.values)
    if by_place[place].several > _SEVERAL:
        # A list stated as one text has an item on each line.
        values = [line for value in values for line in value.split("\n") if line]
    return StatedValue(tuple(values), best.facts, by_place[place].likelihood)


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
    match = _DURATION.fullmatch(value.strip())
    if match is None or not any(match.groups()):
        return value
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    total = days * 1440 + hours * 60 + minutes
    if not isfinite(total + seconds):
        return value
    hours, minutes = divmod(total, 60)
    parts = [
        f"{count:g} {unit}{'s' * (count != 1)}"
        for count, unit in ((hours, "hour"), (minutes, "minute"), (seconds, "second"))
        if count
    ]
    return " ".join(parts) or value


def visible_elements(value: StatedValue, page: PageFeatures) -> list[Node]:
    """Return the elements that show stated values to a reader, in order; empty where none does.

    For a list, most of its values must be shown.
    """
    nodes: list[Node] = []
    visible = [fact.node for fact in value.facts if fact.node is not None and fact.syntax != "meta"]
    if visible and len(visible) == len(value.facts):
        return [node for node in visible if node.tag not in ("meta", "link")] or visible
    by_text: dict[str, list[Node]] = {}
    for candidate, folded in zip(page.candidates, page.folded, strict=True):
        by_text.setdefault(letters(folded), []).append(candidate.node)
    likeliest: dict[tuple[str, str], Node] = {}
    for text in value.values:
        check_cancelled()
        key = letters(normalized(text)), page.forms[nodes[-1].index] if nodes else ""
        if key not in likeliest:
            # A value of signs alone equals none.
            places = by_text.get(key[0], []) if key[0] else []
            if not places and len(value.values) == 1:
                places = _equal(text, page)
            if not places:
                continue
            likeliest[key] = min(places, key=lambda node: _unlikely(page, node, key[1]))
        nodes.append(likeliest[key])
    if len(nodes) < 0.6 * len(value.values):
        return []
    nodes = list({node.index: node for node in nodes}.values())
    if len(value.values) > 1:
        nodes = _completed(nodes, page, len(value.values))
    return sorted(nodes, key=lambda node: node.index)


def _completed(nodes: list[Node], page: PageFeatures, count: int) -> list[Node]:
    """Return a list's elements with those between that are worded otherwise than stated."""
    form_of = Counter(page.forms[node.index] for node in nodes)
    form, seen = form_of.most_common(1)[0]
    if seen < 0.6 * len(nodes):
        return nodes
    whole = [node for node in page.document.nodes if page.forms[node.index] == form]
    return whole if len(nodes) <= len(whole) <= count * 1.2 else nodes


def _unlikely(page: PageFeatures, node: Node, form: str) -> tuple[int, int, int]:
    """Return how unlikely an element shows a value, that of the value before being of a form."""
    near = (node, *islice(page.document.ancestors(node), 2))
    heading = any(up.tag in ("h1", "h2") for up in near)
    same_form = page.forms[node.index] == form
    return (
        2 * int(node.hidden) + int(page.aside[node.index]),
        -2 * int(same_form) - int(heading),
        node.index,
    )


def _equal(value: str, page: PageFeatures) -> list[Node]:
    """Return elements that show the same duration, number or date in other words."""
    if len(value) > _LONGEST_MEASURE:
        return []
    measure = next((one for one in (_minutes, _number) if one(value) is not None), None)
    if measure is None:
        return []
    wanted = measure(value)
    nodes = {
        candidate.node.index: candidate.node
        for candidate in page.candidates
        if len(candidate.value) <= _LONGEST_MEASURE and measure(candidate.value) == wanted
    }
    places = sorted(nodes)
    # Of elements in one another the innermost; what is around has other texts too.
    return [
        nodes[place]
        for place, after in zip_longest(places, places[1:])
        if after is None or not nodes[place].contains(nodes[after])
    ]


def _minutes(text: str) -> float | None:
    parts = _PART.findall(text.lower())
    known = [(number, unit[0]) for number, unit in parts if unit[0] in _MINUTES]
    if not known:
        return None
    # "15 minutes minutes": a unit is often there twice, once for screen readers.
    once = {unit: float(number.replace(",", ".")) for number, unit in reversed(known)}
    return sum(number * _MINUTES[unit] for unit, number in once.items())


def _number(text: str) -> float | None:
    match = _NUMBER.search(text)
    return float(match[0].replace(",", ".")) if match else None
