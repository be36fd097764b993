"""Rank a page's candidates for a prompt by learned weights.

A conditional logit (McFadden 1974): the probability that a candidate is the one meant is a softmax
over the page's candidates of a weighted sum of their features. The weights, and those of the
confidence in the first, are in `triptych.models.regressions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from triptych.engines.scrape.features import NAMES, PageFeatures, label_texts
from triptych.engines.scrape.prompts import Prompt
from triptych.models.regressions import ranker
from triptych.models.tokens import text_tokenizer, token_embeddings

# The least confidence at which structured data is taken without looking further.
CERTAIN = 0.7
# Below this a guess is wrong more often than an abstention costs.
LEAST_CONFIDENCE = 0.42
_UNRIVALLED = 5.0
_NAMED = 0.5


def rank(
    prompt: Prompt, page: PageFeatures, similarity: Mapping[str, float], count: int = 10
) -> list[tuple[int, float]]:
    """Return the places of the `count` best candidates, and the confidence in each, 0 to 1."""
    if not page.candidates:
        return []
    features = page.features_for(prompt, similarity)
    model = ranker()
    scores = features @ np.asarray([model.weights[name] for name in NAMES], np.float32)
    order = np.argsort(-scores, kind="stable")[:count]
    rivals = rival_scores(scores, [page.folded[place] for place in order])
    confidences = model.confidence(scores[order], rivals, evidence(features[order]))
    return list(zip(order.tolist(), confidences.tolist(), strict=True))


def rival_scores(scores: NDArray[np.float32], values: Sequence[str]) -> NDArray[np.float64]:
    """Return for each of the best values the best score of another value, of all scores."""
    best = np.sort(scores)[::-1][: len(values)].astype(np.float64)
    other = next((place for place, value in enumerate(values) if value != values[0]), None)
    after = best[0] - _UNRIVALLED if other is None else best[other]
    return np.asarray([after if value == values[0] else best[0] for value in values])


def evidence(features: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the evidence for and against each candidate alone, shape (count, 4).

    For it: a label or a name, its form, the place of a title. Against it: that it is in the page's
    title, without a label or a name, and the prompt is not for a title.
    """
    at = {name: features[:, place] for place, name in enumerate(NAMES)}
    support = np.maximum(np.maximum(at["label"], at["name"]), at["name_around"])
    titled = at["title_in_title"] + at["title_h1"]
    heads = np.maximum(at["h1"], at["in_title"])
    unasked = heads * (at["title_length"] == 0) * (support < _NAMED)
    return np.stack([support, at["kind"], np.minimum(titled, 1), unasked], axis=1).astype(float)


_LONGEST = 16
_LONGEST_TEXT = 60


def similarity(prompt: Prompt, page: PageFeatures) -> dict[str, float]:
    """Return how near in meaning each of a page's labels is to a prompt, -1 to 1."""
    texts = label_texts(page)
    if not texts:
        return {}
    if page.vectors is None:
        page.vectors = _vectors(texts)
    near = page.vectors @ _vectors([prompt.text])[0]
    return dict(zip(texts, near.tolist(), strict=True))


@cache
def _mean() -> NDArray[np.float32]:
    """Return the mean of the token embeddings of words."""
    table = token_embeddings()
    return np.asarray(
        (table.scale[1000:] @ table.vectors[1000:].astype(np.float32)) / len(table.scale[1000:]),
        np.float32,
    )


def _vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return unit vectors of the starts of texts, (count, 384); zeros without known words."""
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
    sums = np.zeros((len(texts), mean.size), np.float32)
    places = places.reshape(ids.shape)
    for column in range(_LONGEST):
        sums += pieces_vectors[places[:, column]]
    sums /= counts[:, np.newaxis]
    norms = np.linalg.norm(sums, axis=1, keepdims=True)
    return np.asarray(sums / np.maximum(norms, 1e-6), np.float32)
