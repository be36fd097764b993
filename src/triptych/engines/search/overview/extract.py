"""Write an overview from the sources' own sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.engines.search.overview.candidates import Page, Sentence, read_pages
from triptych.engines.search.overview.context import needed_before
from triptych.engines.search.overview.lists import find_list
from triptych.engines.search.overview.overview import Claim, Overview, Source, set_claims
from triptych.engines.search.overview.question import Kind, Question, read_question
from triptych.engines.search.overview.score import coverage, defines, holds, score
from triptych.engines.text.words import stems

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
_KIND_HELD, _TOLD = 0.06, (Kind.TIME, Kind.NUMBER)
_NOTHING = Overview("", ())


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

    Parameters
    ----------
    query : str
        A question, or words as one types them to search.
    sources : sequence of Source
        Pages, best first; the first ten are read.

    Returns
    -------
    Overview
        Up to five sentences, some 700 characters, word by word as the pages have them, with white
        space made single spaces. Empty when no page answers.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a shipped file is missing or damaged.

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
    asked, *vectors = embed_texts([question.text, *texts]).vectors
    ranked = []
    for (page, sentence), vector in zip(candidates, vectors, strict=True):
        cosine = float(vector @ asked)
        share = max(_share(words, weights, page.words) for words in sides)
        told = _KIND_HELD * (question.kind in _TOLD and holds(question, sentence.text))
        if cosine + share / 2 + told >= _LEAST_FIT:
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
    """Return what has to be shown before a sentence, in order.

    Empty where it can stand alone; None where nothing makes it clear.
    """
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
