"""Evidence laid out in sections."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from triptych.engines.research.aspects import ORDER, Aspect, heading_for, sentence_aspects
from triptych.engines.research.features import holds_words, is_about, subject_words, words_of
from triptych.engines.research.gaps import ANSWERS, EXPLICIT, unanswered
from triptych.engines.research.passages import Passage, names_of
from triptych.engines.research.plan import Plan, SubQuestion
from triptych.engines.research.relevance import Evidence, evidence
from triptych.engines.search.overview.context import Needs
from triptych.engines.text.words import stems

#: Added to the cosine with a sub-question if the sentence is about its aspect.
_FITS = 0.08
#: Added if the question itself asks for it.
_ASKED = 0.06
#: The score of the section about the subject in general, for a sentence of its page; and the least
#: cosine of one without a cause, year or number that answers a question for such.
_GENERAL, _PLAIN = 0.52, 0.66
#: A sentence follows the one before it into its section unless another is so much nearer.
_MARGIN = 0.05
#: Sections of what was not asked come after those of what was.
_ADDED = 100


class Place(NamedTuple):
    """Where in a report a section stands, its heading and its aspect."""

    order: int
    heading: str
    aspect: Aspect


@dataclass(frozen=True, slots=True)
class Section:
    """The evidence under one heading."""

    #: As a person would write it.
    heading: str
    #: The side of the subject.
    aspect: Aspect
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


def outline(plan: Plan, passages: Sequence[Passage]) -> Outline:
    """Lay out passages in sections that answer a question.

    Every sentence goes to the sub-question that it answers best; a sentence that refers to the one
    before it goes with that, unless it needs only the subject's name. Sections come in the order
    definition, kinds, how, why, history, effects, comparison, figures, criticism; there are none if
    no passage is about the question.
    """
    sentences = evidence(plan, passages)
    open_ = [one for one in unanswered(plan, sentences) if one.asked]
    missing = tuple(_about(one.text) for one in open_) if sentences else (_about(plan.question),)
    name = _name(plan, passages)
    sections: dict[Place, list[Evidence]] = defaultdict(list)
    parts = [at for at, one in enumerate(plan.all) if one.asked]
    answered = [at for at in parts if plan.all[at] not in open_]
    for run in _runs(sentences):
        previous: Place | None = None
        for one in run:
            # What is near a part without an answer alone is no answer to another.
            near = max((one.nearness[at] for at in answered), default=1.0)
            if near < min(ANSWERS, max(one.nearness[at] for at in parts)):
                continue
            alone = _of_subject(one, name)
            place = previous
            if place is None or alone or not one.before:
                place = _section(plan, one, name, previous, open_)
            sections[place].append(replace(one, before=()) if alone and place != previous else one)
            previous = place
    subjects = subject_words(plan, list(dict.fromkeys(one.title for one in passages)))
    laid_out = tuple(
        Section(
            place.heading,
            place.aspect,
            # The page about the subject speaks first.
            tuple(sorted(held, key=lambda one: not is_about(one.passage.title, subjects))),
        )
        for place, held in sorted(sections.items(), key=lambda one: one[0].order)
    )
    return Outline(plan.question, laid_out, missing)


def _name(plan: Plan, passages: Sequence[Passage]) -> str:
    """Return what the subject is called: as the page about it is, or as the question has it."""
    titles = list(dict.fromkeys(one.title for one in passages))
    subjects = subject_words(plan, titles)
    named = [title for title in titles if is_about(title, subjects[:1])]
    return named[0] if named else _title(plan.subjects[0])


def _runs(sentences: Sequence[Evidence]) -> list[list[Evidence]]:
    """Return the sentences by passage, each in the order of its page."""
    runs: dict[tuple[str, int], list[Evidence]] = defaultdict(list)
    for one in sentences:
        runs[one.passage.url, one.passage.place].append(one)
    return [sorted(run, key=lambda one: one.place) for run in runs.values()]


def _of_subject(one: Evidence, name: str) -> bool:
    """Return whether a sentence of the subject's page needs nothing before it but the subject.

    "It was caused by" goes under the heading that asks for the causes, and that names it.
    """
    leaning = one.passage.statements[one.place].needs
    return leaning is Needs.SUBJECT and is_about(one.passage.title, [frozenset(stems(name))])


def _section(
    plan: Plan,
    one: Evidence,
    name: str,
    previous: Place | None,
    open_: Collection[SubQuestion] = (),
) -> Place:
    """Return the place of a sentence's section.

    `name` is the title of the subject's own page; `open_` are parts without an answer, which have
    no section.
    """
    things = plan.subjects if len(plan.subjects) > 1 else ()
    aspects = sentence_aspects(one.text)
    if things:
        return _side(things, one, aspects)
    about = is_about(one.passage.title, [frozenset(stems(name))])
    first = one.passage.place == 0 and one.place == 0
    if first and about and Aspect.DEFINITION in aspects:
        return Place(-1, name, Aspect.DEFINITION)
    general = Place(-1, name, Aspect.DEFINITION)
    scored: list[tuple[float, Place]] = [(_GENERAL, general)] if about else []
    for at, sub in enumerate(plan.all):
        fits = sub.aspect in aspects
        if sub.term or not (sub.asked or (fits and about)):
            continue
        if sub in open_ and len(open_) < len(plan.all):
            continue
        if about and sub.aspect in EXPLICIT and not fits and one.nearness[at] < _PLAIN:
            continue
        score = one.nearness[at] + _FITS * fits + _ASKED * sub.asked
        if sub.aspect is Aspect.DEFINITION:
            if fits or not sub.asked:
                scored.append((score, general))
        else:
            order = at if sub.asked else _ADDED + ORDER[sub.aspect]
            scored.append((score, Place(order, heading_of(sub), sub.aspect)))
    if not scored:
        return general
    best = max(score for score, _ in scored)
    if previous is not None:
        nearest = max((score for score, place in scored if place == previous), default=-1.0)
        if nearest >= best - _MARGIN:
            return previous
    return next(place for score, place in scored if score == best)


def _side(things: Sequence[str], one: Evidence, aspects: frozenset[Aspect]) -> Place:
    """Return the section of the one thing that a sentence mentions, or that of both."""
    words = one.passage.statements[one.place].words | names_of(one.passage.title)
    held = [at for at, thing in enumerate(things) if holds_words(words_of(thing), words)]
    if len(held) != 1:
        return Place(len(things), heading_for(Aspect.COMPARISON), Aspect.COMPARISON)
    return Place(held[0], _title(things[held[0]]), Aspect.DEFINITION)


def heading_of(sub: SubQuestion) -> str:
    """Return the heading of a section that answers a sub-question.

    Examples
    --------
    >>> heading_of(SubQuestion("How do volcanoes form", "", Aspect.HOW, "volcanoes"))
    'How do volcanoes form?'
    >>> heading_of(SubQuestion("History of tea", "history of tea", Aspect.HISTORY, "tea"))
    'History'
    """
    if sub.asked and re.match(
        r"^\W*(?:(?:in|for|to|at) )?(?:how|wh\w+|is|are|do|does|did)\b", sub.text, re.I
    ):
        # The report's first heading names its subject.
        return _title(re.sub(r" \([^()]*\)$", "", sub.text.rstrip(" ?.!"))) + "?"
    if sub.aspect is Aspect.DEFINITION or sub.aspect is Aspect.OTHER:
        return _title(sub.subject)
    return heading_for(sub.aspect)


def _about(text: str) -> str:
    return text.rstrip(" ?.!")


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]
