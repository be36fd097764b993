"""Vectors of short texts: the mean of their words' vectors, without the mean of all words.

(S. Arora, Y. Liang, T. Ma, "A simple but tough-to-beat baseline for sentence embeddings", 2017,
without the weights of words.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
from triptych.models.tokens import text_tokenizer, token_embeddings

_LONGEST = 16
_LONGEST_TEXT = 60
_AT_ONCE = 2_000
#: The first pieces of the vocabulary are signs.
_FIRST_WORD = 1000


@cache
def _mean() -> NDArray[np.float32]:
    """Return the mean of the token embeddings of words."""
    table = token_embeddings()
    scales, rows = table.scale[_FIRST_WORD:], table.vectors[_FIRST_WORD:]
    return np.asarray((scales @ rows.astype(np.float32)) / len(scales), np.float32)


def text_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return unit vectors of the starts of texts, (count, 384); zeros without known words."""
    starts = range(0, max(1, len(texts)), _AT_ONCE)
    return np.concatenate([_vectors(texts[start : start + _AT_ONCE]) for start in starts])


def _vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    check_cancelled()
    mean = _mean()
    encoded = text_tokenizer().encode_batch(
        [text[:_LONGEST_TEXT].encode("utf-8", "replace").decode() for text in texts],
        add_special_tokens=False,
    )
    ids = np.zeros((len(texts), _LONGEST), np.int64)
    for row, one in zip(ids, encoded, strict=True):
        row[: len(one)] = one.ids[:_LONGEST]
    used, places = np.unique(ids, return_inverse=True)
    pieces = token_embeddings().look_up(used) - mean
    pieces[used == 0] = 0
    sums = np.zeros((len(texts), mean.size), np.float32)
    for column in places.reshape(ids.shape).T:
        sums += pieces[column]
    # Of unit length, the sum is the mean.
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.asarray(sums / np.maximum(norms, 1e-6), np.float32)
