"""Whether sentences answer a question, and where the answer stands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.engines.matching.inputs import Pieces, input_of, pieces
from triptych.engines.matching.model import ENCODER_FILE, HEADS_OUTPUT, calibration, log_odds_of
from triptych.engines.text.encoder import encode_tokens

#: Word pieces of an answer: a longer one is a sentence.
_LONGEST_SPAN = 24

Floats = NDArray[np.float32]


class Passage(NamedTuple):
    """Sentences of one page."""

    #: The page's, with the heading where it is known; it may be empty.
    title: str
    #: Sentences, items of a list or lines.
    sentences: Sequence[str]


class Answer(NamedTuple):
    """What the matcher says of a sentence."""

    #: That the sentence answers the question: 0 to 1.
    likelihood: float
    #: The characters of the sentence where the answer stands.
    span: tuple[int, int]
    #: That the answer stands there, if the sentence answers: 0 to 1.
    span_likelihood: float

    @property
    def log_odds(self) -> float:
        """The logarithm of the odds that the sentence answers; -14 to 14."""
        return log_odds_of(self.likelihood)


def answers(question: str, passages: Sequence[Passage]) -> list[list[Answer]]:
    """Return for each passage what each of its sentences has to do with a question.

    A cross-encoder reads the question, the title and a sentence at once (R. Nogueira, K. Cho,
    "Passage re-ranking with BERT", 2019; see the card in ``models/matching``). The cost is
    proportional to the word pieces that are read, the question's with every sentence.

    Examples
    --------
    >>> page = Passage("Kettle", ["A kettle holds water.", "It was invented in 1893 in Leeds."])
    >>> ((first, second),) = answers("When was the kettle invented?", [page])
    >>> second.likelihood > first.likelihood, page.sentences[1][slice(*second.span)]
    (True, '1893')
    """
    asked, *rest = pieces(
        [question, *(text for title, texts in passages for text in (title, *texts))]
    )
    every = iter(rest)
    inputs: list[list[int]] = []
    read: list[tuple[int, int, Pieces]] = []
    for place, passage in enumerate(passages):
        title = next(every)
        for at, sentence in enumerate(islice(every, len(passage.sentences))):
            if sentence.ids:
                inputs.append(input_of(asked, title, sentence))
                read.append((place, at, sentence))
    result = [[_NOTHING] * len(passage.sentences) for passage in passages]
    if inputs:
        heads = encode_tokens(ENCODER_FILE, HEADS_OUTPUT, inputs)
        for (place, at, sentence), logits in zip(read, heads, strict=True):
            result[place][at] = _answer(sentence, logits)
    return result


#: Of a sentence without a word piece.
_NOTHING = Answer(0.0, (0, 0), 0.0)


def _answer(sentence: Pieces, logits: Floats) -> Answer:
    """Return what the heads (length, 6) of a sentence with its question say together."""
    likelihood = calibration().answers(float(logits[:, 0].mean()))
    own = logits[-1 - len(sentence.ids) : -1]
    begins, ends = (_softmax(own[:, column]) for column in (1, 2))
    pairs = np.triu(np.outer(begins, ends))
    pairs -= np.triu(pairs, _LONGEST_SPAN)
    first, last = divmod(int(pairs.argmax()), pairs.shape[1])
    span = (sentence.places[first][0], sentence.places[last][1])
    return Answer(likelihood, span, float(pairs[first, last]))


def _softmax(logits: Floats) -> Floats:
    powers: Floats = np.exp(logits - logits.max())
    return powers / np.float32(powers.sum())
