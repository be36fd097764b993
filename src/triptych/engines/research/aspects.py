"""Sides of a subject: what it is, how it works, why, since when, how much."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum

from triptych.models.files import rows


class Aspect(Enum):
    """A side of a subject; their order is that of the sections of a report."""

    DEFINITION = "definition"
    KINDS = "kinds"
    HOW = "how"
    USES = "uses"
    WHY = "why"
    HISTORY = "history"
    EFFECTS = "effects"
    COMPARISON = "comparison"
    NUMBERS = "numbers"
    CRITICISM = "criticism"
    OTHER = "other"


#: The order of sections.
ORDER = {aspect: place for place, aspect in enumerate(Aspect)}


def any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    r"""Return a pattern that matches where one of some does, in small letters or large.

    Examples
    --------
    >>> bool(any_of([r"\bteas?\b", "^cof"]).search("Two teas"))
    True
    """
    patterns = list(patterns)
    # Whole words are tried together: the boundary is then looked for once.
    words = [one[2:-2] for one in patterns if one[:2] == one[-2:] == r"\b"]
    others = [one for one in patterns if not one[:2] == one[-2:] == r"\b"]
    return re.compile("|".join([*others, *([rf"\b(?:{'|'.join(words)})\b"] * bool(words))]), re.I)


def _by_aspect(name: str) -> dict[Aspect, re.Pattern[str]]:
    """Return the patterns of a table of aspects and patterns."""
    table = rows(name)
    return {
        Aspect(value): any_of(pattern for other, pattern in table if other == value)
        for value in dict.fromkeys(value for value, _ in table)
    }


#: The query, the heading and the related aspects of each.
_TABLE = {Aspect(value): row for value, *row in rows("research/aspects.tsv")}
_QUESTIONS = _by_aspect("research/aspect_questions.tsv")
_SENTENCES = _by_aspect("research/aspect_sentences.tsv")
_IMPORTANT = re.compile(r"\b(?:importan\w+|matters?|significan\w+)\b", re.I)


def question_aspects(question: str) -> tuple[Aspect, ...]:
    """Return the aspects that a question asks for, in the order of a report.

    Examples
    --------
    >>> [aspect.value for aspect in question_aspects("the causes and effects of the war")]
    ['why', 'effects']
    """
    aspects = [aspect for aspect, pattern in _QUESTIONS.items() if pattern.search(question)]
    # "What is" begins most questions, and "how" stands in "how did it begin", "how many", "how
    # does it differ": they count where nothing else is asked for.
    certain = [one for one in aspects if one not in (Aspect.DEFINITION, Aspect.HOW, Aspect.USES)]
    if _IMPORTANT.search(question):
        # "Why does it matter" asks what comes of it.
        certain = [one for one in certain if one is not Aspect.WHY]
    return tuple(sorted(certain or aspects[:1] or [Aspect.OTHER], key=ORDER.__getitem__))


def sentence_aspects(sentence: str) -> frozenset[Aspect]:
    """Return the aspects that a sentence may be about.

    Examples
    --------
    >>> Aspect.HISTORY in sentence_aspects("It was founded in 1846.")
    True
    """
    return frozenset(aspect for aspect, pattern in _SENTENCES.items() if pattern.search(sentence))


def query_for(aspect: Aspect, subject: str) -> str:
    """Return a query for an aspect of a subject.

    Examples
    --------
    >>> query_for(Aspect.HISTORY, "tea")
    'history of tea'
    """
    return _TABLE[aspect][0].format(subject)


def heading_for(aspect: Aspect) -> str:
    """Return what a section about an aspect is called.

    Examples
    --------
    >>> heading_for(Aspect.WHY)
    'Causes'
    """
    return _TABLE[aspect][1]


def related(aspect: Aspect) -> list[Aspect]:
    """Return what else is worth knowing of a subject if this is asked.

    Examples
    --------
    >>> [one.value for one in related(Aspect.WHY)]
    ['effects', 'history']
    """
    return [Aspect(value) for value in _TABLE[aspect][2].split() if value != "-"]
