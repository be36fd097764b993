"""Likeness of meaning by static word vectors, for the labels of pages.

A label's vector is the mean of its word pieces' vectors, less the mean of all (Arora et al. 2017,
"A simple but tough-to-beat baseline for sentence embeddings", in its simplest form).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from triptych.engines.scrape.features import PageFeatures, texts_to_compare
from triptych.engines.scrape.prompts import Prompt
from triptych.models.tokens import text_tokenizer, token_embeddings

_LONGEST = 16
_LONGEST_TEXT = 60


def likeness(prompt: Prompt, page: PageFeatures) -> dict[str, float]:
    """Return how near in meaning each of a page's labels is to a prompt, -1 to 1."""
    texts = texts_to_compare(page)
    if not texts:
        return {}
    if page.vectors is None:
        page.vectors = vectors(texts)
    near = page.vectors @ vectors([prompt.text])[0]
    return dict(zip(texts, near.tolist(), strict=True))


@cache
def _mean() -> NDArray[np.float32]:
    """Return the mean of the token embeddings of words."""
    table = token_embeddings()
    return np.asarray(
        (table.scale[1000:] @ table.vectors[1000:].astype(np.float32)) / len(table.scale[1000:]),
        np.float32,
    )


def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return unit vectors of short texts; zeros for a text without known words.

    Parameters
    ----------
    texts : sequence of str
        Of each the first 60 characters count.

    Returns
    -------
    ndarray of float32, shape (count, 384)
    """
    mean = _mean()
    encoded = text_tokenizer().encode_batch(
        [text[:_LONGEST_TEXT] for text in texts], add_special_tokens=False
    )
    ids = np.zeros((len(texts), _LONGEST), np.int64)
    for row, one in enumerate(encoded):
        pieces = one.ids[:_LONGEST]
        ids[row, : len(pieces)] = pieces
    used, places = np.unique(ids, return_inverse=True)
    pieces_vectors = token_embeddings().look_up(used) - mean
    pieces_vectors[used == 0] = 0
    counts = np.maximum(1, (ids > 0).sum(axis=1))
    found = np.zeros((len(texts), mean.size), np.float32)
    places = places.reshape(ids.shape)
    for column in range(_LONGEST):
        found += pieces_vectors[places[:, column]]
    found /= counts[:, np.newaxis]
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    return np.asarray(found / np.maximum(norms, 1e-6), np.float32)
