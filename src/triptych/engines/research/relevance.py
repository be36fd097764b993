"""Which sentences of the passages are about what is asked, and how well they answer it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.engines.research.aspects import Aspect, sentence_aspects
from triptych.engines.research.features import About, features, is_about, subject_words
from triptych.engines.research.passages import Passage, names_of
from triptych.engines.research.plan import Plan
from triptych.engines.research.statements import GLOSS, Statement
from triptych.engines.search.overview.context import Needs, needed_before
from triptych.engines.text.words import stems
from triptych.models.regressions import relevance_model

#: "The longest", "the third-longest".
_MOST = re.compile(r"\b\w{3,}(?<![nrw])est\b|\bmost\b", re.I)


def beside_amounts(plan: Plan) -> frozenset[str] | None:
    """Return the words that go with amounts if the question asks for amounts only, else None.

    Of "how big is it, and what determines its size" a sentence has to have an amount, or "size".

    Examples
    --------
    >>> from triptych.engines.research.plan import plan
    >>> beside_amounts(plan("How tall is Mount Everest?")), beside_amounts(plan("history of tea"))
    (frozenset({'tall'}), None)
    """
    aspects = {one.aspect for one in plan.all if one.asked}
    if Aspect.NUMBERS not in aspects or aspects - {Aspect.NUMBERS, Aspect.DEFINITION, Aspect.OTHER}:
        return None
    return frozenset(stems(plan.question)).difference(*map(stems, plan.subjects))


def _has_amount(statement: Statement, words: frozenset[str]) -> bool:
    """Return whether a sentence has an amount, a "most", or a stem of `beside_amounts`."""
    has_number = Aspect.NUMBERS in sentence_aspects(statement.text)
    return has_number or bool(_MOST.search(statement.text) or words & statement.words)


#: Least likelihood of a sentence that is shown, and of it and what it needs before it, on average.
LEAST = LEAST_CHAIN = 0.5
#: Of a sentence of a long page that is further from the question nothing else is asked.
_LEAST_DEEP = 0.4
_PRONOUN = re.compile(r"^\W*(?:he|she|it|they|his|her|its|their|this|these|those|such)\b", re.I)
_MODULE = re.compile(r"^this (?:module|library|package)\b", re.I)
#: Under its heading it is clear what "another form of star" is one of.
_ANOTHER = re.compile(r"^\W*another (?:\w+ ){1,4}(?:is|are|was|were)\b", re.I)
_THEY = re.compile(r"^\W*(?:they|their|them|these|those)\b", re.I)


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that is about what is asked."""

    #: Where it stands.
    passage: Passage
    #: Which sentence of the passage.
    place: int
    #: Sentences of the passage that have to be shown before it.
    before: tuple[int, ...]
    #: How well it answers the part of the question that it answers best, -1 to 1.
    fit: float
    #: Its cosine with each of the plan's sub-questions.
    nearness: tuple[float, ...]
    #: (384,): of the sentence after its page's title.
    vector: NDArray[np.float32] = field(compare=False, repr=False)
    #: That it belongs to the question, 0 to 1.
    likelihood: float = 1.0

    @property
    def text(self) -> str:
        """The sentence."""
        return self.passage.statements[self.place].text


def evidence(plan: Plan, passages: Sequence[Passage]) -> list[Evidence]:
    """Return the sentences of passages that are about the question, best first.

    A sentence is compared with each sub-question by the cosine of their vectors (all-MiniLM-L6-v2),
    after its page's title and, of a long page, without it, too. Two logistic regressions, one for
    short pages and one for long ones, then predict whether it belongs to the question (see
    `triptych.engines.research.features`).
    """
    rows_read = candidates(plan, passages)
    if rows_read is None:
        return []
    belongs = rows_read.likelihood()
    beside = beside_amounts(plan)
    place_of = {
        (one.url, one.place, place): row for row, (one, place) in enumerate(rows_read.shown)
    }
    sentences = []
    for row, (passage, place) in enumerate(rows_read.shown):
        if belongs[row] < LEAST and not rows_read.begins_subject(row):
            continue
        if beside is not None and not _has_amount(passage.statements[place], beside):
            continue
        before = _before(passage, place, own=rows_read.about.is_titled(passage))
        if before is None:
            continue
        rows = [place_of[passage.url, passage.place, each] for each in before]
        if rows and float(belongs[[*rows, row]].mean()) < LEAST_CHAIN:
            continue
        fit = float(rows_read.near[row].max())
        nearby = tuple(map(float, rows_read.nearness[row]))
        sentences.append(
            Evidence(
                passage,
                place,
                tuple(before),
                fit,
                nearby,
                rows_read.vectors[row],
                float(belongs[row]),
            )
        )
    sentences.sort(key=lambda one: (-one.fit, one.passage.url, one.passage.place, one.place))
    return sentences


class Candidates(NamedTuple):
    """Sentences that may belong to a question, and what is known of them."""

    #: n sentences.
    shown: list[tuple[Passage, int]]
    #: What names the subjects.
    about: About
    #: (n, sub-questions): their cosines with each sub-question.
    nearness: NDArray[np.float32]
    #: (n, parts): the same, of the sub-questions that are parts of the question.
    near: NDArray[np.float32]
    #: (n, 384): of the sentences after their pages' titles.
    vectors: NDArray[np.float32]
    #: (n, 34): see `triptych.engines.research.features`.
    features: NDArray[np.float64]

    def begins_subject(self, row: int) -> bool:
        """Return whether a sentence is the first of a subject's own page, its definition."""
        passage, place = self.shown[row]
        return passage.place == place == 0 and self.about.is_called(passage.title)

    def likelihood(self) -> NDArray[np.float64]:
        """Return how likely each sentence belongs to the question, 0 to 1."""
        model = relevance_model()
        long = np.array([self.about.is_long(passage) for passage, _ in self.shown])
        return np.where(long, model.long(self.features), model.short(self.features))


def candidates(plan: Plan, passages: Sequence[Passage]) -> Candidates | None:
    """Return the sentences that may belong to a question; None if there are none."""
    # Imported late: nothing is embedded where nothing was found.
    from triptych.engines.embedding import embed_texts

    titles = list(dict.fromkeys(one.title for one in passages))
    about = About(plan, passages, subject_words(plan, titles))
    homonyms = _homonyms(passages, about.subjects, plan.question)
    # Nothing is embedded of long pages that name no subject: this takes most of the time.
    naming = {one.url for one in passages if about.is_own(one) or about.may_tell(one)}
    shown = [
        (passage, place)
        for passage in passages
        if passage.title not in homonyms and (passage.url in naming or not about.is_long(passage))
        for place, statement in enumerate(passage.statements)
        if statement.usable
    ]
    if not shown:
        return None
    subs = plan.all
    pages = {passage.url: GLOSS.split(passage.title)[0] for passage, _ in shown}
    texts = [
        *(one.text for one in subs),
        *pages.values(),
        *(f"{one.title}: {one.statements[place].text}" for one, place in shown),
    ]
    vectors = embed_texts(texts).vectors
    parts, vectors = vectors[: len(subs)], vectors[len(subs) :]
    named, titled = vectors[: len(pages)], vectors[len(pages) :]
    nearness = titled @ parts.T
    alone = nearness.copy()
    deep = [
        row
        for row, (passage, _) in enumerate(shown)
        if about.is_long(passage) and nearness[row].max() >= _LEAST_DEEP
    ]
    if deep:
        # Deep in a page the title says less of what a sentence is about.
        texts = [shown[row][0].statements[shown[row][1]].text for row in deep]
        alone[deep] = embed_texts(texts).vectors @ parts.T
        nearness[deep] = (2 * nearness[deep] + alone[deep]) / 3
    if len(plan.subjects) > 1:
        # Of what else a thing's name may mean, nothing is near the whole question.
        nearness = (nearness + nearness[:, :1]) / 2
    own = [at for at, one in enumerate(subs) if one.asked]
    near = nearness[:, own]
    of_titles = dict(zip(pages, map(float, (named @ parts[own].T).max(axis=1)), strict=True))
    columns = features(plan, shown, about, near, alone[:, own], titled, of_titles)
    return Candidates(shown, about, nearness, near, titled, columns)


def _before(passage: Passage, place: int, *, own: bool) -> list[int] | None:
    """Return what has to be shown before a sentence; None if nothing makes it clear."""
    needed = needed_before(passage.statements, place)
    statement = passage.statements[place]
    if needed is None and place == 0 and _ANOTHER.match(statement.text):
        return []
    if needed is None and own and place == 0:
        # It begins a paragraph of the subject's own page: "There are two kinds", "This module".
        begins = statement.needs is Needs.SUBJECT and not _PRONOUN.match(statement.text)
        return [] if begins or _MODULE.match(statement.text) else None
    if needed and place - 1 not in needed and _THEY.match(statement.text):
        # They may have been named by a sentence that itself leans on another.
        earlier = _before(passage, place - 1, own=own)
        if earlier is None or not passage.statements[place - 1].usable:
            return None
        return [*earlier, place - 1]
    return needed


def _homonyms(
    passages: Sequence[Passage], subjects: Sequence[frozenset[str]], question: str
) -> frozenset[str]:
    """Return titles of other meanings of a subject's name: "Thread (textiles)" beside "Thread"."""
    about = {one.title for one in passages if is_about(one.title, subjects)}
    words = frozenset(stems(question))
    qualified = {
        title
        for title in about
        if (inside := re.search(r"\((.+?)\)", title)) and not words & set(stems(inside[1]))
    }
    plain = {names_of(title) for title in about - qualified}
    return frozenset(title for title in qualified if names_of(title) in plain)
