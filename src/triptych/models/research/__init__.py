"""Weights that tell whether a sentence belongs to a question; see README.md beside this file."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import verified

RELEVANCE_FILE = "research/relevance.json"
RELEVANCE_SHA256 = "c17487078fa921f14064ed18808a6bbbedc63d472b0f54fa5d45c69de23b8ebd"


class Regression(NamedTuple):
    """A logistic regression.

    Parameters
    ----------
    bias : float
        What nothing but the base rate tells.
    weights : ndarray of float64, (features,)
        In the order of `RelevanceModel.features`.
    """

    bias: float
    weights: NDArray[np.float64]

    def __call__(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return likelihoods, 0 to 1, of rows of features, (n, features)."""
        return np.asarray(1 / (1 + np.exp(-(features @ self.weights + self.bias))))


class RelevanceModel(NamedTuple):
    """The regressions for sentences of short pages and of long ones.

    Parameters
    ----------
    features : tuple of str
        What the columns are called.
    short, long : Regression
        Of pages of at most two paragraphs read, and of others.
    """

    features: tuple[str, ...]
    short: Regression
    long: Regression


@cache
def relevance_model() -> RelevanceModel:
    """Return the shipped weights, read and verified once.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped file is missing or damaged.

    Examples
    --------
    >>> model = relevance_model()
    >>> bool(model.short.weights[model.features.index("near_centre")] > 0)
    True
    """
    data = json.loads(verified(RELEVANCE_FILE, RELEVANCE_SHA256))
    short, long = (
        Regression(data[name]["bias"], np.array(list(data[name]["weights"].values())))
        for name in ("short", "long")
    )
    return RelevanceModel(tuple(data["short"]["weights"]), short, long)
