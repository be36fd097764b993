"""Rank a page's candidates for a prompt by learned weights.

A conditional logit (McFadden 1974): the probability that a candidate is the one meant is a softmax
over the page's candidates of a weighted sum of their features. The weights, and those of the
confidence in the first, are in `triptych.models.regressions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.scrape.features import NAMES, PageFeatures
from triptych.engines.scrape.prompts import Prompt
from triptych.models.regressions import ranker

# What a page states for machines is believed from here on.
CERTAIN = 0.7
# Below this a guess is wrong more often than an abstention costs.
LEAST_CONFIDENCE = 0.42
_UNRIVALLED = 5.0
_NAMED = 0.5
# A list has to be named or headed as asked for, and of the right kind.
LEAST_LISTING = 2.0
# Sentences and ingredients look like much else: their list has to be named or headed.
LEAST_SUPPORT = {"step": 0.4, "ingredient": 0.4, "prose": 0.4, "": 0.4}


def ranked(
    prompt: Prompt, page: PageFeatures, likeness: Mapping[str, float], count: int = 10
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the places of the `count` best candidates and the confidence in each, 0 to 1."""
    if not page.candidates:
        return np.zeros(0, np.int64), np.zeros(0)
    features = page.of(prompt, likeness)
    model = ranker()
    scores = features @ np.asarray([model.weights[name] for name in NAMES], np.float32)
    order = np.argsort(-scores, kind="stable")[:count]
    rivals = rival_scores(scores, [page.folded[place] for place in order])
    return order, model.confidence(scores[order], rivals, evidence(features[order]))


def rival_scores(scores: NDArray[np.float32], values: Sequence[str]) -> NDArray[np.float64]:
    """Return for each of the best values the best score of another value.

    Parameters
    ----------
    scores : ndarray of float32, shape (n,)
        Scores of all candidates.
    values : sequence of str, length count
        Values of the best `count` candidates, best first.
    """
    best = np.sort(scores)[::-1][: len(values)].astype(np.float64)
    other = next((place for place, value in enumerate(values) if value != values[0]), None)
    after = best[0] - _UNRIVALLED if other is None else best[other]
    return np.asarray([after if value == values[0] else best[0] for value in values])


def evidence(features: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return what speaks for each candidate alone, and what against it, shape (count, 4).

    For it: a label or a name, its form, a title's place. Against it: that it is what the page's
    title says, without a label or a name, where no title is asked for.
    """
    at = {name: features[:, place] for place, name in enumerate(NAMES)}
    support = np.maximum(np.maximum(at["label"], at["name"]), at["name_around"])
    titled = at["title_in_title"] + at["title_h1"]
    heads = np.maximum(at["h1"], at["in_title"])
    unasked = heads * (at["title_length"] == 0) * (support < _NAMED)
    return np.stack([support, at["kind"], np.minimum(titled, 1), unasked], axis=1).astype(float)
