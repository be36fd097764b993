"""How the matcher reads a question with a passage, or a claim with its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triptych.engines.text.encoder import FIRST, LAST
from triptych.models.tokens import text_tokenizer

#: Word pieces that are read of a question or claim, of a title, of a sentence, and altogether.
LONGEST_QUESTION, LONGEST_TITLE, LONGEST_SENTENCE, LONGEST = 64, 24, 128, 256


class Pieces(NamedTuple):
    """Word pieces of a text."""

    ids: Sequence[int]
    #: The characters of the text that each stands for.
    places: Sequence[tuple[int, int]]


class Input(NamedTuple):
    """What the matcher reads at once."""

    ids: list[int]
    #: Where the pieces of each sentence begin and end in `ids`.
    sentences: list[tuple[int, int]]


def pieces(texts: Sequence[str]) -> list[Pieces]:
    """Return the word pieces of texts, of each no more than a sentence may have.

    Examples
    --------
    >>> pieces(["Hot tea"])[0].places
    [(0, 3), (4, 7)]
    """
    # Lone surrogates are not text; a mark in their place keeps the characters where they are.
    clean = [text.encode("utf-8", "replace").decode() for text in texts]
    encodings = text_tokenizer().encode_batch(clean, add_special_tokens=False)
    return [Pieces(e.ids[:LONGEST_SENTENCE], e.offsets[:LONGEST_SENTENCE]) for e in encodings]


def input_of(question: Pieces, title: Pieces, sentences: Sequence[Pieces]) -> Input:
    """Return a question with a passage: the question, the title and the sentences, marks between.

    The caller chooses as many sentences as `room` allows; what is beyond `LONGEST` is left out.
    """
    ids = _before(question, title)
    spans: list[tuple[int, int]] = []
    for sentence in sentences:
        start = len(ids)
        ids += sentence.ids[: LONGEST - 1 - start]
        spans.append((start, len(ids)))
    return Input([*ids, LAST], spans)


def room(question: Pieces, title: Pieces) -> int:
    """Return how many word pieces of sentences are read with a question and a title."""
    return LONGEST - 1 - len(_before(question, title))


def _before(question: Pieces, title: Pieces) -> list[int]:
    return [
        FIRST,
        *question.ids[:LONGEST_QUESTION],
        LAST,
        *title.ids[:LONGEST_TITLE],
        LAST,
    ]
