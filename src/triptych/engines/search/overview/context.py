"""Whether a sentence can stand alone, or needs sentences before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Protocol

from triptych.engines.text.words import stems
from triptych.models.files import lines


class Needs(IntEnum):
    """What a sentence needs before it."""

    #: It can stand alone.
    NONE = 0
    #: The page's subject has to be named before ("It is", "He had", "The species is").
    SUBJECT = 1
    #: The very sentence before it is needed ("However,", "These are", "the latter").
    SENTENCE = 2


#: They join a sentence to the one before it.
_JOINS = re.compile(rf"^\W*(?:{'|'.join(lines('matching/joining_phrases.txt'))})\b", re.I)
_POINTS = re.compile(
    r"\b(?:the (?:former|latter|aforementioned)|above|below|as follows"
    r"|soon afterwards?|thereafter|(?:before|by|until) then"
    r"|(?:all|any|few|many|no|several|some|two) such)\b",
    re.I,
)
#: "This century", where no century was named before.
_THIS = re.compile(
    r"\b(?:this|these|those(?! (?:\w+ )?(?:of|that|who|which|whose|where|with|in|from)\b))\b"
    r"(?: (?P<noun>[^\W\d_]+))?",
    re.I,
)
_HE = re.compile(r"\b(?:he|she|him|his|her|hers|himself|herself)\b", re.I)
#: In "Karl Voss was her teacher" she is somebody else.
_HIS = re.compile(r"\b(?:is|was|were|became|to|with|for|by) (?:his|him|her)\b", re.I)
_IT = re.compile(r"\b(?:it|its|they|them|their|theirs|itself|themselves)\b", re.I)
#: "It is believed that": nothing is meant by "it".
_EMPTY_IT = re.compile(
    r"\bit (?:is|was|has been|can be|may be|could be|should be|remains)"
    r"(?: \w+ly| also| now| often| sometimes)? (?:estimated|believed|thought|said|known|possible"
    r"|impossible|likely|unlikely|important|common|customary|necessary|easy|hard|difficult|clear"
    r"|unclear|assumed|argued|claimed|recommended|suggested|understood|hypothesi[sz]ed)\b",
    re.I,
)
#: A phrase or clause before the subject of a sentence: "In 1905, ", "Although small, ".
_OPENING = re.compile(
    rf"^(?:{'|'.join(lines('matching/opening_words.txt'))})\b(?:[^,;:]|,(?=\d))*,\s+", re.I
)
#: "The city is", but not "The capital of Malawi is", which says what it is of.
_DEFINITE = re.compile(
    r"^\W*[Tt]he [a-zà-ÿ](?!(?:[\w-]+ ){0,2}[\w-]+ (?:of|for|between)"
    r" (?!(?:the|this|that|these|those|such|its|his|her|their|it|them|him)\b))"
)
#: "Many are", "Two species", "A second species": of what was named before.
_AMOUNT = re.compile(rf"^\W*(?:{'|'.join(lines('matching/amounts.txt'))})\b", re.I)
_TWO_NAMES = re.compile(r"\b[A-ZÀ-Þ][\w'’.-]+ [A-ZÀ-Þ][\w'’.-]+")
#: But for "I/O" and "Elizabeth I was".
_FIRST_PERSON = re.compile(r"\b(?:we|We|my|My|our|Our|us)\b|(?:^|\b[a-z]+,? )I(?= [a-z])|\bI[’']")


def needs_before(sentence: str, title: str) -> Needs:
    """Return what a sentence of a page with this title needs before it to be understood.

    Judged by words alone, and rather too strictly: a sentence that is left out costs less than one
    that nobody understands.

    Examples
    --------
    >>> needs_before("Lilongwe is its capital.", "Malawi")
    <Needs.SUBJECT: 1>
    >>> needs_before("However, Malawi is small.", "Malawi")
    <Needs.SENTENCE: 2>
    >>> needs_before("Despite its name, the guinea pig is no pig.", "Guinea pig")
    <Needs.NONE: 0>
    """
    if _JOINS.search(sentence) or _POINTS.search(sentence):
        return Needs.SENTENCE
    names_subject = _names(sentence, title)
    for match in _THIS.finditer(sentence):
        noun = stems(match["noun"] or "")
        earlier = sentence[: match.start()]
        # Late in a sentence, what is pointed at is mostly in it.
        if len(earlier.split()) < 8 and not (noun and noun[0] in stems(earlier)):
            return Needs.SENTENCE
    opening = _OPENING.match(sentence)
    plain = _EMPTY_IT.sub("  ", sentence)
    main = _EMPTY_IT.sub("  ", sentence[opening.end() :] if opening else sentence)
    if any(one.match(start) for one in (_HE, _IT) for start in (plain, main) if start):
        return Needs.SUBJECT
    if names_subject:
        return Needs.NONE
    if _HE.search(plain) and (_HIS.search(plain) or _has_unnamed_he(plain)):
        return Needs.SUBJECT
    pronoun = _IT.search(plain)
    # Late in a sentence "it" is mostly the subject of that sentence; in "Lilongwe is its capital",
    # or in "As it grew, the town", it is that of one before.
    if pronoun and len(plain[: pronoun.start()].split()) < 6:
        return Needs.SUBJECT
    if _DEFINITE.match(main) or _AMOUNT.match(main):
        return Needs.SUBJECT
    return Needs.NONE


class InParagraph(Protocol):
    """A sentence in its paragraph."""

    @property
    def text(self) -> str:
        """Its text."""

    @property
    def needs(self) -> Needs:
        """What it needs before it."""

    @property
    def usable(self) -> bool:
        """Whether it can be shown."""


def needed_before(paragraph: Sequence[InParagraph], place: int) -> list[int] | None:
    """Return which sentences of a paragraph have to be shown before one of them, in order.

    Empty where it can stand alone; None where nothing in the paragraph makes it clear.
    """
    at = place
    needed: list[int] = []
    while paragraph[at].needs is Needs.SENTENCE:
        at -= 1
        if at < 0 or not paragraph[at].usable:
            return None
        needed.insert(0, at)
    if paragraph[at].needs is Needs.NONE:
        return needed
    # The subject may have been named some sentences before, as long as all between speak of it.
    subject = at - 1
    while subject >= 0 and paragraph[subject].needs is not Needs.NONE:
        subject -= 1
    if subject < 0 or not paragraph[subject].usable:
        return None
    between = paragraph[subject + 1 : at]
    if _has_unnamed_he(paragraph[at].text) and any(
        _TWO_NAMES.search(one.text) and not _begins_with_he(one.text) for one in between
    ):
        # Somebody else may have been named.
        return None
    return [subject, *needed]


def _begins_with_he(sentence: str) -> bool:
    """Return whether a sentence begins with "he" or the like, possibly after a phrase."""
    opening = _OPENING.match(sentence)
    return bool(_HE.match(sentence) or (opening and _HE.match(sentence, opening.end())))


def can_open_page(sentence: str) -> bool:
    """Return whether a page's first sentence can stand alone: unless it points back, it can.

    Examples
    --------
    >>> can_open_page("Most people sleep."), can_open_page("This module sleeps.")
    (True, False)
    """
    return not any(one.match(sentence) for one in (_THIS, _HE, _IT))


def _has_unnamed_he(sentence: str) -> bool:
    """Return whether "he", "her" or the like is in a sentence before any full name."""
    pronoun = _HE.search(sentence)
    return bool(pronoun and not _TWO_NAMES.search(sentence, 0, pronoun.start()))


def _names(sentence: str, title: str) -> bool:
    """Return whether a sentence names what its page is about."""
    about = stems(re.sub(r"\(.*?\)|,.*| [—–-] .*", " ", title))
    there = set(stems(sentence))
    return bool(about) and (about[-1] in there or 2 * len(there.intersection(about)) >= len(about))


def is_statement(sentence: str) -> bool:
    """Return whether a line states something: it is not a heading, a question or a fragment.

    Examples
    --------
    >>> is_statement("Malawi is in Africa."), is_statement("History"), is_statement("Why is it so?")
    (True, False, False)
    """
    return (
        sentence[-1:] in '.!)"”’'
        and "?" not in sentence[-3:]
        and len(sentence) >= 20
        and not sentence.rstrip('.!)"”’').endswith((" e.g", " i.e", " etc", "..", " vs"))
        and sentence[:1].isalnum() | (sentence[:1] in "\"“'‘([$€£¿¡")
        and not sentence[:1].islower()
        and sentence.count("(") == sentence.count(")")
        and not _FIRST_PERSON.search(sentence)
        and len(sentence.split()) >= 4
    )
