"""How the matcher reads a question with a sentence, or a claim with its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from triptych.engines.text.encoder import FIRST, LAST
from triptych.models.tokens import text_tokenizer

#: Word pieces that are read of a question or claim, of a title, and of a sentence or evidence.
LONGEST_QUESTION, LONGEST_TITLE, LONGEST_SENTENCE = 64, 24, 128


class Pieces(NamedTuple):
    """Word pieces of a text."""

    ids: Sequence[int]
    #: The characters of the text that each stands for.
    places: Sequence[tuple[int, int]]


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


def input_of(question: Pieces, title: Pieces, sentence: Pieces) -> list[int]:
    """Return the tokens of a question, a title and a sentence, with marks between.

    The sentence's are the last ones but the mark at the end.
    """
    return [
        FIRST,
        *question.ids[:LONGEST_QUESTION],
        LAST,
        *title.ids[:LONGEST_TITLE],
        LAST,
        *sentence.ids,
        LAST,
    ]
