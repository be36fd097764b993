"""How well a sentence answers a question."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triptych.engines.search.overview.candidates import Page, Sentence
from triptych.engines.search.overview.question import Kind, Question
from triptych.engines.text.words import STOP_WORDS

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand"
    r"|million|billion|half|twice|single|once)\b",
    re.I,
)
_TIME = re.compile(
    rf"\b(?:1\d|20)\d\d\b|\b\d{{1,4}}s?\s(?:BCE?|AD|CE)\b|\bAD \d|\b(?:{_MONTHS})\b"
    r"|\b(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|\w+teenth|twentieth)[- ]"
    r"(?:century|millennium)|\b(?:years|million years|centuries) ago\b"
    r"|\b(?:period|era|epoch|age|Ages|Cretaceous|Jurassic|Triassic|Pleistocene|Holocene)\b"
)
_PLACE = re.compile(
    r"\b(?:in|on|at|near|from|of|to|across|between|throughout|around) (?:the )?"
    r"(?:(?:north|south|east|west|central)\w*[ -])*(?:present-day )?[A-ZÀ-Þ]\w+"
    r"|\b(?:native|located|found|situated|originat|habitat|continent|region)"
)
_NAME = re.compile(r"(?<=\w[ ,(])[A-ZÀ-Þ][\w'’.-]+(?: [A-ZÀ-Þ][\w'’.-]+)*")
_REASON = re.compile(
    r"\b(?:because|due to|since|caused?|causes|result(?:s|ed|ing)?|reason|so that|in order to"
    r"|owing to|thanks to|derives?|derived|leads? to|led to|as it)\b",
    re.I,
)
_IS = r"(?:[^.;]{0,160}?[ ,)])?(?:is|are|was|were|refers to|denotes|means|describes|comprises)\b"


def coverage(words: frozenset[str], weights: Mapping[str, float], within: frozenset[str]) -> float:
    """Return the weighted share of words that stand in a text, 0 to 1; 1 of no words."""
    total = sum(weights[word] for word in words)
    return sum(weights[word] for word in words & within) / total if total else 1.0


def holds(question: Question, sentence: str) -> bool:
    """Return whether a sentence holds what is asked for: a date, a number, a name, a place.

    Examples
    --------
    >>> from triptych.engines.search.overview.question import read_question
    >>> holds(read_question("When did Mount Fuji last erupt?"), "It last erupted in 1707.")
    True
    """
    asked = question.text.casefold()
    match question.kind:
        case Kind.TIME:
            return bool(_TIME.search(sentence))
        case Kind.NUMBER:
            return any(one[0].casefold() not in asked for one in _NUMBER.finditer(sentence))
        case Kind.PLACE:
            return bool(_PLACE.search(sentence))
        case Kind.PERSON:
            return any(
                not set(one.casefold().split()) <= STOP_WORDS.union(asked.split())
                for one in _NAME.findall(f"the {sentence}")
            )
        case Kind.REASON:
            return bool(_REASON.search(sentence))
        case _:
            return False


def defines(question: Question, sentence: Sentence) -> bool:
    """Return whether a sentence says what a topic of the question is: "A relay is a switch"."""
    if not question.topics:
        return False
    # "Isotopes are", where "isotope" is asked for, and the other way round.
    topic = "|".join(re.escape(one).removesuffix("s") + "(?:s|es)?" for one in question.topics)
    about = rf"^\W*(?:in [^,]+, )?(?:an?|the)? ?(?:term |word )?[\"“']?(?:{topic})\b"
    return bool(re.match(about + _IS, sentence.text, re.I))


def score(
    question: Question, page: Page, sentence: Sentence, cosine: float, weights: Mapping[str, float]
) -> float:
    """Return how well a sentence of a page answers, about 0 to 2.

    `cosine` is that of the question and the sentence after its page's title; `weights` are those of
    the question's words.
    """
    inside = page.title | sentence.heading | sentence.words
    asked = question.words
    # A page names its subject in the title and says "it" afterwards.
    covered = coverage(asked, weights, inside)
    # What is asked of the subject must be in the sentence itself.
    fact = asked - page.title
    told = coverage(fact, weights, sentence.words) if fact else 0.5
    hinted = coverage(question.asking, weights, sentence.words) if question.asking else 0.0
    lead = sentence.paragraph == 0
    # After a title such as "bisect — Array bisection algorithm" comes what it is.
    first = lead and sentence.place <= (page.paragraphs[0][0].text == page.source.title)
    # A page that is called as the question's subject is the one about it.
    named = bool(page.name) and page.name <= asked | question.asking
    return (
        0.6 * cosine
        + 0.5 * covered
        + 0.25 * told
        + 0.1 * hinted
        + 0.15 * holds(question, sentence.text)
        + 0.3 * (defines(question, sentence) and first)
        + 0.1 * defines(question, sentence)
        + 0.12 / page.source.number
        + 0.15 * named
        + 0.04 * first
        + 0.1 * (first and named and question.kind is Kind.DEFINITION)
        + 0.04 * lead
        - 0.05 * (sentence.needs == 2)
    )
