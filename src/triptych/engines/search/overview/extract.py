"""Write an overview from the sources' own sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.engines.search.overview.candidates import Page, Sentence, read_pages
from triptych.engines.search.overview.context import needed_before
from triptych.engines.search.overview.lists import find_list
from triptych.engines.search.overview.overview import Claim, Overview, Source, set_claims
from triptych.engines.search.overview.question import Kind, Question, read_question
from triptych.engines.text.words import STOP_WORDS, stems

#: Sentences whose vectors are compared: they take most of the time.
_EMBEDDED = 24
_MOST_SENTENCES = 5
#: Characters, without markers.
_LONGEST = 700
#: What a further sentence has to reach of the best one's score: on the same page, and elsewhere.
_NEAR_BEST, _NEAR_BEST_ELSEWHERE = 0.6, 0.88
#: From this cosine on two sentences say the same.
_SAME = 0.86
#: What a sentence's cosine with the question and half the share of the question's words that its
#: page holds have to reach together.
_LEAST_FIT = 0.87
#: What a date counts there where a date is asked for, and a number where a number is.
_KIND_HELD, _HELD_KINDS = 0.06, (Kind.TIME, Kind.NUMBER)
_NOTHING = Overview("", ())
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


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A sentence, how well it answers, and its vector."""

    score: float
    sentence: Sentence
    page: Page
    vector: NDArray[np.float32]


def write_overview(query: str, sources: Sequence[Source]) -> Overview:
    """Answer a query with the sentences of the sources that answer it best.

    Sentences are weighed by the query's words in them and in the page's title, by the cosine of
    their vectors with the query's, and by whether they hold what is asked for: a date where it
    says "when", "X is a" where it says "what is X". They are chosen by maximal marginal relevance
    (J. Carbonell, J. Goldstein, 1998), each with what it needs before it to be understood, and
    shown in the order of their pages.

    The first ten sources, best first, are read. The overview has up to five sentences, some 700
    characters, word by word as the pages have them, with white space made single spaces; it is
    empty when no page answers.

    Examples
    --------
    >>> page = Source(1, "https://example.org/kettle", "Kettle",
    ...     "A kettle is a pot with a lid, a spout and a handle. It was first made of bronze.")
    >>> print(write_overview("What were kettles made of?", [page]).text)
    A kettle is a pot with a lid, a spout and a handle. [[1](https://example.org/kettle)] It was \
first made of bronze. [[1](https://example.org/kettle)]
    """
    question = read_question(query)
    if not question.words:
        return _NOTHING
    pages, weights = read_pages(question, sources)
    ranked = _ranked(question, pages, weights)
    if not ranked:
        return _NOTHING
    urls = {page.source.number: page.source.url for page in pages}
    items, introduced = find_list(question, (page.source for page in pages))
    if items:
        return set_claims(items, urls, range(int(introduced), len(items)))
    compared = len(question.topics) > 1
    chosen = _choose(_each_first(ranked, question) if compared else ranked, wide=compared)
    return set_claims([Claim(one.text, one.source.number, one.text) for one in chosen], urls)


def _ranked(
    question: Question, pages: Sequence[Page], weights: Mapping[str, float]
) -> list[_Ranked]:
    """Return the sentences that may be shown, best first; none where none answers."""
    # Imported late: a query of which no page holds a word needs no vectors.
    from triptych.engines.embedding import embed_texts

    compared = [
        question.words & set(stems(topic)) for topic in question.topics[1:] and question.topics
    ]
    sides = list(filter(None, compared)) or [question.words]
    # Where the first page is called as what is asked about, pages that do not name it are left out.
    subject = (
        pages[0].name if pages and not compared and pages[0].name <= question.words else frozenset()
    )
    candidates = [
        (page, sentence)
        for page in pages
        if _may_answer(question, page) and subject <= page.words
        for paragraph in page.paragraphs.values()
        for sentence in paragraph
        if sentence.usable and before(sentence, page) is not None
    ]
    if not candidates:
        return []
    candidates.sort(key=lambda one: -score(question, one[0], one[1], 0.0, weights))
    del candidates[_EMBEDDED:]
    texts = [f"{page.source.title}: {sentence.text}" for page, sentence in candidates]
    wanted, *vectors = embed_texts([question.text, *texts]).vectors
    ranked = []
    for (page, sentence), vector in zip(candidates, vectors, strict=True):
        cosine = float(vector @ wanted)
        share = max(_share(words, weights, page.words) for words in sides)
        held = _KIND_HELD * (question.kind in _HELD_KINDS and holds(question, sentence.text))
        if cosine + share / 2 + held >= _LEAST_FIT:
            value = score(question, page, sentence, cosine, weights)
            ranked.append(_Ranked(value, sentence, page, vector))
    return sorted(ranked, key=lambda one: -one.score)


def _share(words: frozenset[str], weights: Mapping[str, float], within: frozenset[str]) -> float:
    """Return the share of words that stand on a page, 0 to 1."""
    # Both all words alike, and the rare ones more, as neither alone is right.
    return (len(words & within) / len(words) + coverage(words, weights, within)) / 2


def _may_answer(question: Question, page: Page) -> bool:
    """Return whether a page holds every number of the question: another year is another fact."""
    return all(word in page.words for word in question.words if word.isdigit())


def before(sentence: Sentence, page: Page) -> list[Sentence] | None:
    """Return what has to be shown before a sentence, as `needed_before` does."""
    paragraph = page.paragraphs[sentence.paragraph]
    needed = needed_before(paragraph, sentence.place)
    return None if needed is None else [paragraph[at] for at in needed]


def _each_first(ranked: Sequence[_Ranked], question: Question) -> list[_Ranked]:
    """Put what each page that is called as something asked about says it is first."""
    best: dict[int, _Ranked] = {}
    for one in sorted(ranked, key=lambda one: not defines(question, one.sentence)):
        if one.page.name and one.page.name <= question.words:
            best.setdefault(one.page.source.number, one)
    firsts = list(best.values())
    return [*firsts, *(one for one in ranked if not any(one is first for first in firsts))]


def _choose(ranked: Sequence[_Ranked], *, wide: bool) -> list[Sentence]:
    """Return what is shown, in the order of reading; `wide` to hear all pages alike."""
    chosen: list[Sentence] = []
    vectors: list[NDArray[np.float32]] = []
    order: list[int] = []
    for one in ranked:
        best = ranked[0]
        near = _NEAR_BEST if wide or one.page is best.page else _NEAR_BEST_ELSEWHERE
        if one.score < near * best.score or one.sentence in chosen:
            continue
        needed = before(one.sentence, one.page)
        assert needed is not None
        added = [sentence for sentence in [*needed, one.sentence] if sentence not in chosen]
        length = sum(len(sentence.text) for sentence in [*chosen, *added])
        if len(chosen) + len(added) > _MOST_SENTENCES or (chosen and length > _LONGEST):
            continue
        if any(float(one.vector @ vector) >= _SAME for vector in vectors):
            continue
        chosen += added
        vectors.append(one.vector)
        if one.page.source.number not in order:
            order.append(one.page.source.number)
    chosen.sort(key=lambda one: (order.index(one.source.number), one.paragraph, one.place))
    return chosen


# How well a sentence answers


def coverage(words: frozenset[str], weights: Mapping[str, float], within: frozenset[str]) -> float:
    """Return the weighted share of words that are in a text, 0 to 1; 1 of no words."""
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
    question_text = question.text.casefold()
    match question.kind:
        case Kind.TIME:
            return bool(_TIME.search(sentence))
        case Kind.NUMBER:
            return any(one[0].casefold() not in question_text for one in _NUMBER.finditer(sentence))
        case Kind.PLACE:
            return bool(_PLACE.search(sentence))
        case Kind.PERSON:
            return any(
                not set(one.casefold().split()) <= STOP_WORDS.union(question_text.split())
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

    `cosine` is that of the question and the sentence after its page's title.
    """
    inside = page.title | sentence.heading | sentence.words
    subject = question.words
    # A page names its subject in the title and says "it" afterwards.
    covered = coverage(subject, weights, inside)
    # What is asked of the subject must be in the sentence itself.
    fact = subject - page.title
    stated = coverage(fact, weights, sentence.words) if fact else 0.5
    hinted = coverage(question.asking, weights, sentence.words) if question.asking else 0.0
    lead = sentence.paragraph == 0
    # After a title such as "bisect — Array bisection algorithm" comes what it is.
    first = lead and sentence.place <= (page.paragraphs[0][0].text == page.source.title)
    # A page that is called as the question's subject is the one about it.
    named = bool(page.name) and page.name <= subject | question.asking
    return (
        0.6 * cosine
        + 0.5 * covered
        + 0.25 * stated
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
