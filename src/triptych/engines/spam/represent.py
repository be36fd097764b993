"""A batch of texts as sparse rows: the one featurisation that training and run time share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.engines.spam.clean import clean
from triptych.engines.spam.features import BUCKETS, counted, grams, tokenize
from triptych.engines.spam.surface import SCALES, WIDTH, surface

GRAM_COLUMNS = 2 * BUCKETS
COLUMNS = GRAM_COLUMNS + WIDTH
# Chosen on inner validation parts: words count a little more than character n-grams.
WORD_LENGTH = 1.5
_PLACES = 1 << 20


class Rows(NamedTuple):
    """Entries of a sparse matrix, ordered by row, and the surface features beside it."""

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    value: NDArray[np.float32]
    surface: NDArray[np.float32]


def counts(texts: Sequence[str]) -> Rows:
    """Return how often each text holds each bucket: words first, then character n-grams."""
    tokens = tokenize([clean(text) for text in texts])
    word_text, word_hash, letter_text, letter_hash = grams(tokens)
    row_w, column_w, count_w = counted(word_text, word_hash)
    row_l, column_l, count_l = counted(letter_text, letter_hash)
    return Rows(
        np.concatenate((row_w, row_l)),
        np.concatenate((column_w, column_l + BUCKETS)),
        np.concatenate((count_w, count_l)).astype(np.float32),
        surface(tokens, len(texts)) * SCALES,
    )


def weighted(rows: Rows, known: NDArray[np.bool_]) -> Rows:
    """Damp the counts and bring each half of a row to a fixed length.

    Parameters
    ----------
    rows : Rows
        As `counts` gives them.
    known : ndarray of bool
        For each of the `GRAM_COLUMNS` buckets, whether it was frequent enough in training.

    Returns
    -------
    Rows
        The entries of known buckets. Words and character n-grams are normalised apart, because
        there are about four times as many of the latter.
    """
    kept = np.flatnonzero(known[rows.column])
    row, column = rows.row[kept], rows.column[kept]
    value = np.log2(1 + rows.value[kept])
    letters = column >= BUCKETS
    half = row * 2 + letters
    length = np.sqrt(np.bincount(half, value.astype(np.float64) ** 2, 2 * len(rows.surface)))
    value = value / length[half] * np.where(letters, 1.0, WORD_LENGTH)
    # So many binary places that products with eight-bit weights add up exactly, in any order:
    # the score of a text is then the same, to the last bit, in every batch.
    value = np.round(value * _PLACES) / _PLACES
    return Rows(row, column, value.astype(np.float32), rows.surface)
