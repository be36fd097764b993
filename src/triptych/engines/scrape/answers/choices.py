"""The candidates that `choices` shows and `extract` takes by their number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from triptych.engines.scrape.answers.find import Answer, answer_of, read_likeliest, stated_answer
from triptych.engines.scrape.elements.candidates import Candidate
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.words import normalized
from triptych.engines.scrape.extraction import Choice, Field
from triptych.engines.scrape.matcher.prompts import asks_for_several
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.stated import StatedValue, stated_value

_CONSIDERED = 60
_LONGEST_VALUE = 300
_LONGEST_AROUND = 200
#: An element of as many texts is too large to be shown beside a candidate.
_MOST_TEXTS = 60
_PICKED = 0.9
_NONE_FITS = "None of the texts that fit was picked; describe the element in other words."


class Proposal(NamedTuple):
    """A choice, and where it is from: a place among the candidates, or what the page states."""

    choice: Choice
    source: int | StatedValue


def proposals(prompt: str, index: Index) -> Iterator[Proposal]:
    """Yield different answers to a prompt, the likeliest first; none where it asks for a list."""
    readings = Readings(index, prompt)
    if asks_for_several(readings.prompt):
        return
    seen = set()
    # No text is more certain than what the page states.
    most = 1.0
    stated = stated_value(readings.prompt, index.stated)
    if stated is not None:
        value, fact, most = stated.values[0], stated.facts[0], stated.confidence
        seen.add(normalized(value))
        label = ".".join(fact.path)
        yield Proposal(Choice(value[:_LONGEST_VALUE], label, fact.syntax, round(most, 4)), stated)
    read_likeliest(readings, _CONSIDERED)
    for place in readings.ranked():
        candidate = index.page.candidates[place]
        value = " ".join(readings.texts(place, is_alone=False))
        if normalized(value) in seen:
            continue
        seen.add(normalized(value))
        around = _around(index.page, candidate)
        sure = round(min(most, readings.likelihood(place)), 4)
        choice = Choice(value[:_LONGEST_VALUE], candidate.nearest_label, around, sure)
        yield Proposal(choice, place)


def _around(page: PageFeatures, candidate: Candidate) -> str:
    """Return the heading before a candidate and the text around it, at most 200 characters."""
    heading = page.labels.headings[candidate.place]
    around = candidate.node
    for up in page.document.ancestors(candidate.node):
        if up.last_text - up.first_text < _MOST_TEXTS:
            around = up
        if up.last_text - up.first_text > candidate.parts + 2:
            break
    near = " ".join(page.document.text(around).split())
    text = near if heading in near else f"{heading} | {near}"
    return text[:_LONGEST_AROUND].strip(" |")


def picked_choice(prompt: str, index: Index, url: str, number: int) -> Answer:
    """Return the choice of a number as the answer to a prompt; nothing for -1.

    Raises
    ------
    ValueError
        If there is no such choice.
    """
    if number == -1:
        return Field(note=_NONE_FITS), []
    every = proposals(prompt, index)
    picked = next(islice(every, number, None), None) if number >= 0 else None
    if picked is None:
        raise ValueError(
            f"There is no choice {number} for {prompt!r}; pick one that choices() gave, "
            "or -1 for none."
        )
    choice, source = picked
    if isinstance(source, StatedValue):
        return stated_answer(index, source)
    return answer_of(Readings(index, prompt), [source], max(_PICKED, choice.confidence), url)
