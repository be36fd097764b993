"""The sentences of pages that belong to a question, as the matcher judges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from triptych.engines.matching.answering import Answer, answers
from triptych.engines.matching.answering import Passage as Window
from triptych.engines.matching.model import likelihood_of
from triptych.engines.research.passages import Passage
from triptych.engines.research.plan import Plan
from triptych.engines.search.overview.context import needed_before

#: Least likelihood of a sentence that is shown, and of it and what it needs before it, on average.
LEAST = 0.5
#: The best sentences, whose mean is taken for what an answer is about.
_BEST = 10
#: What a cosine with the question counts beside the matcher's logit where the best are chosen, and
#: the least sum of the best: below, nothing that was read is about the question.
_NEAR, _LEAST_BEST = 11.0, 1.8
#: The logit that a sentence belongs: its own; what the matcher's logit counts, how much less near
#: it is to the mean of the best than these are, and the logarithm of its paragraph's place. Fitted
#: to sentences that were read for the development questions.
_BIAS, _OF_MATCHER, _OF_BEST, _OF_PLACE = 2.5, 0.32, 7.28, -0.27
#: From this likelihood on that a sentence answers a part of the question, the part is not open:
#: what answers a wide question is seldom certain.
_ANSWERED = 0.026

Floats = NDArray[np.float32]
#: A sentence of a passage, by its place there.
Sentence = tuple[Passage, int]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that belongs to the question."""

    #: Where it stands.
    passage: Passage
    #: Which sentence of the passage.
    place: int
    #: Sentences of the passage that have to be shown before it.
    before: tuple[int, ...]
    #: That it belongs to the question, 0 to 1.
    likelihood: float
    #: That it answers each part of the question, 0 to 1.
    of_parts: tuple[float, ...]
    #: (384,): of the sentence after its page's title.
    vector: Floats = field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """The sentence."""
        return self.passage.statements[self.place].text


class Reading:
    """Everything that is read for a question, each passage once."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        #: What was read, without copies of the same text on other pages.
        self.passages: list[Passage] = []
        #: What a sentence has to do with the question, and that it answers each of its parts.
        self._whole: dict[Sentence, Answer] = {}
        self._parts: dict[Sentence, tuple[float, ...]] = {}
        self._evidence: list[Evidence] | None = None

    def add(self, passages: Sequence[Passage]) -> None:
        """Read passages, all at once; a copy of one on another page is left out."""
        texts = {one.text for one in self.passages}
        by_text = {one.text: one for one in reversed(passages)}
        new = [one for text, one in reversed(by_text.items()) if text not in texts]
        sentences = [
            (passage, place)
            for passage in new
            for place, statement in enumerate(passage.statements)
            if statement.usable
        ]
        self._whole |= zip(sentences, _answers(self._plan.question, sentences), strict=True)
        self.passages += new
        self._evidence = None

    @property
    def evidence(self) -> Sequence[Evidence]:
        """The sentences that belong to the question, best first."""
        if self._evidence is None:
            self._evidence = self._found()
        return self._evidence

    @property
    def open_parts(self) -> list[int]:
        """Which parts of the question no sentence answers."""
        return [
            at
            for at in range(len(self._plan.parts))
            if not any(one.of_parts[at] >= _ANSWERED for one in self.evidence)
        ]

    def _found(self) -> list[Evidence]:
        """Return the sentences that answer, and that are near what answers best.

        The matcher knows best what answers a narrow question. Of a wide one it finds some
        sentences, and others that belong are near those in meaning (J. Rocchio, "Relevance feedback
        in information retrieval", 1971): the mean vector of the best ten stands for them.
        """
        from triptych.engines.embedding import embed_texts

        shown = list(self._whole)
        if not shown:
            return []
        asked = [self._plan.question, *(one.text for one in self._plan.parts)]
        texts = [f"{one.title}: {one.statements[place].text}" for one, place in shown]
        embedded = embed_texts([*asked, *texts]).vectors
        questions, vectors = embedded[: len(asked)], embedded[len(asked) :]
        logits = np.array([one.log_odds for one in self._whole.values()])
        fits = logits + _NEAR * (vectors @ questions.T).max(axis=1)
        if fits.max() < _LEAST_BEST:
            return []
        best = np.argsort(-fits, kind="stable")[:_BEST]
        middle = vectors[best].mean(axis=0)
        middle /= np.linalg.norm(middle) or 1.0
        cosines = vectors @ middle
        cosines -= cosines[best].mean()
        places = np.log1p([one.place for one, _ in shown])
        scores = _BIAS + _OF_MATCHER * logits + _OF_BEST * cosines + _OF_PLACE * places
        likely = dict(zip(shown, map(likelihood_of, scores), strict=True))
        chosen = {
            one: before
            for one, likelihood in likely.items()
            if likelihood >= LEAST and (before := _before(*one, likely)) is not None
        }
        self._read_parts(list(chosen))
        vector_of = dict(zip(shown, vectors, strict=True))
        found = [
            Evidence(*one, before, likely[one], self._parts[one], vector_of[one])
            for one, before in chosen.items()
        ]
        return sorted(
            found, key=lambda one: (-one.likelihood, one.passage.url, one.passage.place, one.place)
        )

    def _read_parts(self, sentences: Sequence[Sentence]) -> None:
        """Read sentences that belong once for each part of the question."""
        parts = self._plan.parts
        new = [one for one in sentences if one not in self._parts]
        if len(parts) == 1:
            self._parts |= {one: (self._whole[one].likelihood,) for one in new}
        else:
            of_parts = [[one.likelihood for one in _answers(part.text, new)] for part in parts]
            self._parts |= zip(new, zip(*of_parts, strict=True), strict=True)


def _answers(question: str, sentences: Sequence[Sentence]) -> list[Answer]:
    """Return what each of some sentences has to do with a question."""
    windows = [
        Window(
            " - ".join(filter(None, (passage.title, passage.heading))),
            (passage.statements[place].text,),
        )
        for passage, place in sentences
    ]
    return [one for [one] in answers(question, windows)]


def _before(passage: Passage, place: int, likely: dict[Sentence, float]) -> tuple[int, ...] | None:
    """Return what has to be shown before a sentence; None if it cannot be, or does not belong."""
    before = needed_before(passage.statements, place)
    if before is None:
        return None
    chain = [likely[passage, each] for each in (*before, place)]
    return tuple(before) if sum(chain) / len(chain) >= LEAST else None
