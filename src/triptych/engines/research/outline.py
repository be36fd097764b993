"""Evidence laid out in sections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from triptych.engines.research.evidence import Evidence, Reading
from triptych.engines.research.passages import holds_words, is_about, names_of
from triptych.engines.research.plan import Plan, SubQuestion
from triptych.engines.text.words import stems

#: The heading of what concerns both things that are compared.
_COMPARISON = "Comparison"


@dataclass(frozen=True, slots=True)
class Section:
    """The evidence under one heading."""

    #: As a person would write it.
    heading: str
    #: The sentences that may be shown: those of the page about the subject first, then best first.
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """What a report is written from."""

    #: What is asked.
    question: str
    #: In the order of reading.
    sections: tuple[Section, ...]
    #: Parts of the question about which nothing was found.
    unanswered: tuple[str, ...]


def outline(plan: Plan, reading: Reading) -> Outline:
    """Lay out the sentences that belong to a question in sections.

    First comes what the page about the subject begins with, then a section for each part of the
    question, with the sentences that answer it best; of a comparison one for each thing, and one
    for what names both or neither. There are none if nothing belongs.
    """
    if not reading.evidence:
        return Outline(plan.question, (), (_about(plan.question),))
    things = plan.subjects if len(plan.subjects) > 1 else ()
    headings = [*map(_title, things), _COMPARISON] if things else ["", *map(heading_of, plan.parts)]
    held: list[list[Evidence]] = [[] for _ in headings]
    for one in reading.evidence:
        own = any(is_about(one.passage.title, subject) for subject in plan.subjects)
        if things:
            held[_side(things, one)].append(one)
        elif own and one.passage.place == one.place == 0:
            held[0].append(one)
            headings[0] = one.passage.title
        else:
            held[1 + one.of_parts.index(max(one.of_parts))].append(one)

    def is_other(one: Evidence) -> bool:
        return not any(is_about(one.passage.title, subject) for subject in plan.subjects)

    sections = [
        Section(heading, tuple(sorted(each, key=is_other)))
        for heading, each in zip(headings, held, strict=True)
        if each
    ]
    missing = tuple(_about(plan.parts[at].text) for at in reading.open_parts)
    return Outline(plan.question, tuple(sections), missing)


def _side(things: Sequence[str], one: Evidence) -> int:
    """Return which of the things a sentence names, or that it is about both."""
    words = one.passage.statements[one.place].words | names_of(one.passage.title)
    held = [at for at, thing in enumerate(things) if holds_words(frozenset(stems(thing)), words)]
    return held[0] if len(held) == 1 else len(things)


def heading_of(part: SubQuestion) -> str:
    """Return the heading of the section that answers a part of a question.

    Examples
    --------
    >>> heading_of(SubQuestion("How do volcanoes form", "", "volcanoes"))
    'How do volcanoes form?'
    >>> heading_of(SubQuestion("history of tea", "history of tea", "tea"))
    'History of tea'
    """
    # The report's first heading names its subject.
    text = _title(re.sub(r" \([^()]*\)$", "", _about(part.text)))
    is_question = re.match(
        r"(?:(?:in|for|to|at) )?(?:how|wh\w+|is|are|do|does|did|can)\b", text, re.I
    )
    return text + "?" * bool(is_question)


def _about(text: str) -> str:
    return text.rstrip(" ?.!")


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]
