"""The candidates that `choices` shows and `extract` takes by their number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from triptych.engines.scrape.answers.find import Answer, answer_of, likeliest, stated_answer
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
_PICKED = 0.9
_NONE_FITS = "None of the texts that fit was picked; describe the element in other words."


@dataclass(frozen=True, slots=True)
class Proposal:
    """A choice, and where it is from: a place among the candidates, or structured data."""

    choice: Choice
    place: int = -1
    data: StatedValue | None = None


def proposals(prompt: str, index: Index) -> Iterator[Proposal]:
    """Yield different answers to a prompt, the likeliest first; none where it asks for a list."""
    readings = Readings(index, prompt)
    if asks_for_several(readings.prompt):
        return
    seen = set()
    data = stated_value(readings.prompt, index.stated)
    if data is not None:
        value = data.values[0]
        seen.add(normalized(value))
        label = ".".join(data.facts[0].path)
        confidence = round(data.confidence, 4)
        choice = Choice(value[:_LONGEST_VALUE], label, data.facts[0].syntax, confidence)
        yield Proposal(choice, data=data)
    for place in likeliest(readings, _CONSIDERED):
        candidate = index.page.candidates[place]
        value = " ".join(readings.texts(place, is_alone=False))
        label = candidate.nearest_label
        if normalized(value) in seen:
            continue
        seen.add(normalized(value))
        around = _around(index.page, candidate)
        # No text is more certain than what the page states.
        most = 1.0 if data is None else data.confidence
        sure = round(min(most, readings.likelihood(place)), 4)
        yield Proposal(Choice(value[:_LONGEST_VALUE], label, around, sure), place)


def _around(page: PageFeatures, candidate: Candidate) -> str:
    """Return the heading before a candidate and the text around it, at most 200 characters."""
    document = page.document
    heading = page.labels.headings[candidate.place]
    near = ""
    for up in document.ancestors(candidate.node):
        near = " ".join(document.text(up).split()) if up.last_text - up.first_text < 60 else near
        if up.last_text - up.first_text > candidate.parts + 2:
            break
    text = f"{heading} | {near}" if heading and heading not in near else near or heading
    return text[:_LONGEST_AROUND].strip()


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
    choice = next(islice(every, number, None), None) if number >= 0 else None
    if choice is None:
        raise ValueError(
            f"There is no choice {number} for {prompt!r}; pick one that choices() gave, "
            "or -1 for none."
        )
    if choice.data is not None:
        return stated_answer(index, choice.data)
    readings = Readings(index, prompt)
    return answer_of(readings, [choice.place], max(_PICKED, choice.choice.confidence), url)
