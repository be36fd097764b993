"""What prompts find on a page: what it states for machines, or what the matcher picks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import log

import numpy as np

from triptych.engines.scrape.answers.element_values import element_values
from triptych.engines.scrape.elements.document import Node
from triptych.engines.scrape.elements.selectors import selectors
from triptych.engines.scrape.extraction import MOST_ELEMENTS, Field, elements_of, first_nodes
from triptych.engines.scrape.matcher.model import bounded_log_odds, calibration
from triptych.engines.scrape.matcher.readings import Readings, set_apart
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.stated import StatedValue, stated_value, visible_elements

Answer = tuple[Field, list[Node]]

NOTHING = "Nothing on the page fits; describe the element in other words."
#: Candidates that are read with a prompt at first, how likely one of them is that no more are, and
#: how many are otherwise.
_FIRST, SURE, _READ = 4, 0.7, 14
#: How many more like the likeliest of these are read, and among how many of the shortlist.
_MORE_ALIKE, _NEAR = 6, 100
#: Members of a set that are read to learn whether it answers as a whole; all of a small one.
_SAMPLE, _SMALL = 4, 8
#: A less likely answer is none. Seven in ten prompts for what everyday pages lack are empty then.
LEAST = 0.22
#: One whose best candidate is less likely is no more certain.
_LEAST_OWN = 0.1


def find_answers(prompts: Mapping[str, str], index: Index, url: str = "") -> dict[str, Answer]:
    """Return by key what prompts find, and the elements it is in.

    Prompts that are asked together mean different things: what one is likelier to mean, another is
    less likely to.
    """
    found = {
        key: stated_value(index.in_english(prompt), index.stated) or Readings(index, prompt)
        for key, prompt in prompts.items()
    }
    every = [one for one in found.values() if isinstance(one, Readings)]
    for readings in every:
        read_likeliest(readings, enough=SURE)
    set_apart(every)
    return {
        key: _likeliest(one, url) if isinstance(one, Readings) else stated_answer(index, one)
        for key, one in found.items()
    }


def _likeliest(readings: Readings, url: str) -> Answer:
    """Return the answer among what was read, if one is likely enough."""
    ranked = readings.ranked()
    if not ranked:
        return Field(note=NOTHING), []
    places = set_around(readings, ranked[0])
    own = readings.likelihood(ranked[0])
    confidence = calibration().confidence(own, float(readings.scores[ranked[0]]))
    if own < _LEAST_OWN:
        confidence = min(confidence, own)
    if confidence < LEAST:
        return Field(confidence=round(confidence, 4), note=NOTHING), []
    return answer_of(readings, places, confidence, url)


def read_likeliest(readings: Readings, count: int = _READ, enough: float = 1.0) -> None:
    """Read the first candidates of the shortlist.

    Few are read where one of them is likely enough. Where none is, more of a column, say, are than
    at first, as the prompt may mean any of its cells.
    """
    order = np.argsort(-readings.behind, kind="stable").tolist()
    if not order:
        return
    for most in (_FIRST, count):
        chosen = order[:most]
        readings.read(chosen)
        if any(readings.likelihood(place) >= enough for place in chosen):
            return
    readings.read(_like_best(readings, order, chosen))


def _like_best(readings: Readings, order: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Return the next candidates of an order that are like the likeliest one that was read."""
    key = readings.index.sets.key
    best = key(max(chosen, key=readings.likelihood))
    near = (place for place in order[:_NEAR] if place not in chosen)
    return list(islice((place for place in near if key(place) == best), _MORE_ALIKE))


def set_around(readings: Readings, best: int) -> list[int]:
    """Return a candidate, or the set around it that is meant most likely."""

    def odds(members: Sequence[int]) -> float:
        is_set = len(members) > 1
        return calibration().set(set_inputs(readings, best, members)) if is_set else 0.0

    return max([[best], *readings.index.sets.around(best)], key=odds)


def set_inputs(readings: Readings, best: int, members: Sequence[int]) -> tuple[float, ...]:
    """Return what a set around a candidate is chosen by, as `Calibration.set` takes it."""
    sample = _sample(members, best)
    readings.read(sample)
    mean = float(np.mean([readings.likelihood(place) for place in sample]))
    beside = log(mean / readings.likelihood(best))
    return bounded_log_odds(readings.of[best].several), beside, log(len(members))


def _sample(members: Sequence[int], best: int) -> list[int]:
    """Return the members of a set that are read: the best, and others from all over it."""
    if len(members) <= _SMALL:
        return list(members)
    steps = np.linspace(0, len(members) - 1, _SAMPLE).round().astype(int).tolist()
    return list(dict.fromkeys([best, *(members[step] for step in steps)]))


def answer_of(
    readings: Readings, places: Sequence[int], confidence: float, url: str = ""
) -> Answer:
    """Return candidates as the answer: their elements, and the values these hold."""
    index = readings.index
    chosen = {index.page.candidates[place].node.index for place in places}
    nodes = first_nodes(index.page.document, sorted(chosen))
    values = element_values(readings, nodes, url)
    source = "attribute" if values.are_addresses else "text"
    field = _field(index, nodes, values.texts, confidence, source, values.label)
    if len(places) == MOST_ELEMENTS or len(nodes) < len(chosen):
        field = replace(field, note=f"Only the first {len(nodes):,} elements are here.")
    return field, nodes


def stated_answer(index: Index, value: StatedValue) -> Answer:
    """Return what a page states as the answer, and the elements that show it."""
    nodes = visible_elements(value, index.page)
    return _field(index, nodes, value.values, value.confidence, value.facts[0].syntax), nodes


def _field(
    index: Index,
    nodes: Sequence[Node],
    values: Sequence[str],
    confidence: float,
    source: str,
    label: str = "",
) -> Field:
    """Return a field of these values and elements, with selectors of the elements."""
    document = index.page.document
    return Field(
        tuple(values),
        elements_of(document, nodes),
        tuple(selectors(document, nodes) if nodes else ()),
        round(confidence, 4),
        source,
        label,
    )
