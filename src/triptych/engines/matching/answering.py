"""Whether sentences answer a question, and where the answer stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.engines.matching.inputs import Pieces, input_of, pieces, room
from triptych.engines.matching.model import ENCODER_FILE, HEADS_OUTPUT, calibration
from triptych.engines.text.encoder import encode_tokens

#: Word pieces of an answer: a longer one is a sentence.
_LONGEST_SPAN = 24

Floats = NDArray[np.float32]


class Passage(NamedTuple):
    """Consecutive sentences of one page."""

    #: The page's, with the heading where it is known; it may be empty.
    title: str
    #: Sentences, items of a list or lines, best three to six.
    sentences: Sequence[str]


class Answer(NamedTuple):
    """What the matcher says of a sentence."""

    #: That the sentence answers the question, read within its passage: 0 to 1.
    likelihood: float
    #: The characters of the sentence where the answer stands.
    span: tuple[int, int]
    #: That the answer stands there, if the sentence answers: 0 to 1.
    span_likelihood: float


def answers(question: str, passages: Sequence[Passage]) -> list[list[Answer]]:
    """Return for each passage what each of its sentences has to do with a question.

    A cross-encoder reads the question, the title and the sentences at once (see the card in
    ``models/matching``), so that "He discovered it" is understood from what is around it. Of a
    passage longer than it can read, several parts are read. What it costs is proportional to the
    length of the passages: some 20,000 word pieces a second on a core.

    Examples
    --------
    >>> page = Passage("Kettle", ["A kettle holds water.", "It was invented in 1893 in Leeds."])
    >>> ((first, second),) = answers("When was the kettle invented?", [page])
    >>> second.likelihood > first.likelihood, page.sentences[1][slice(*second.span)]
    (True, '1893')
    """
    every = iter(
        pieces([question, *(text for title, texts in passages for text in (title, *texts))])
    )
    asked = next(every)
    parts: list[tuple[int, int, list[Pieces]]] = []
    inputs = []
    for place, passage in enumerate(passages):
        title = next(every)
        sentences = list(islice(every, len(passage.sentences)))
        for start, part in _parts(sentences, room(asked, title)):
            parts.append((place, start, part))
            inputs.append(input_of(asked, title, part))
    result = [[_NOTHING] * len(passage.sentences) for passage in passages]
    if not inputs:
        return result
    heads = encode_tokens(ENCODER_FILE, HEADS_OUTPUT, [one.ids for one in inputs])
    for (place, first, part), read, logits in zip(parts, inputs, heads, strict=True):
        for at, (sentence, (start, end)) in enumerate(zip(part, read.sentences, strict=True)):
            if start < end:
                result[place][first + at] = _answer(sentence, logits[start:end])
    return result


#: Of a sentence without a word piece.
_NOTHING = Answer(0.0, (0, 0), 0.0)


def _parts(sentences: Sequence[Pieces], most: int) -> Iterator[tuple[int, list[Pieces]]]:
    """Yield as many sentences as fit together, and the place of the first of them."""
    start, total = 0, 0
    for place, sentence in enumerate(sentences):
        if place > start and total + len(sentence.ids) > most:
            yield start, list(sentences[start:place])
            start, total = place, 0
        total += len(sentence.ids)
    if start < len(sentences):
        yield start, list(sentences[start:])


def _answer(sentence: Pieces, logits: Floats) -> Answer:
    """Return what the heads (length, 6) of a sentence's pieces say together."""
    likelihood = calibration().answers(float(logits[:, 0].mean()))
    begins, ends = (_softmax(logits[:, column]) for column in (1, 2))
    pairs = np.triu(np.outer(begins, ends))
    pairs -= np.triu(pairs, _LONGEST_SPAN)
    first, last = divmod(int(pairs.argmax()), pairs.shape[1])
    span = (sentence.places[first][0], sentence.places[last][1])
    return Answer(likelihood, span, float(pairs[first, last]))


def _softmax(logits: Floats) -> Floats:
    powers: Floats = np.exp(logits - logits.max())
    return powers / np.float32(powers.sum())
