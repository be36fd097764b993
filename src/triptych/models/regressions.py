"""The small regressions that rank what a page says; their cards are beside their weights."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import json_file

RELEVANCE_FILE = "research/relevance.json"
RANKER_FILE = "scrape/ranker.json"


class Regression(NamedTuple):
    """A logistic regression.

    Parameters
    ----------
    bias : float
        The logit of the base rate.
    weights : ndarray of float64, (features,)
        In the order of `RelevanceModel.features`.
    """

    bias: float
    weights: NDArray[np.float64]

    def __call__(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return likelihoods, 0 to 1, of rows of features, (n, features)."""
        return np.asarray(1 / (1 + np.exp(-(features @ self.weights + self.bias))))


class RelevanceModel(NamedTuple):
    """Whether a sentence belongs to a question: regressions for short pages and for long ones.

    Parameters
    ----------
    features : tuple of str
        Names of the columns.
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
    data = json_file(RELEVANCE_FILE)
    short, long = (
        Regression(data[name]["bias"], np.array(list(data[name]["weights"].values())))
        for name in ("short", "long")
    )
    return RelevanceModel(tuple(data["short"]["weights"]), short, long)


class Ranker(NamedTuple):
    """Which text of a page a prompt means: weights of features by name, and of the confidence."""

    weights: dict[str, float]
    certainty: tuple[float, ...]

    def confidence(
        self,
        scores: NDArray[np.floating],
        rivals: NDArray[np.floating],
        evidence: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return how likely each candidate is the one meant, 0 to 1.

        Parameters
        ----------
        scores : ndarray of float, shape (count,)
            Sums of weighted features.
        rivals : ndarray of float, shape (count,)
            For each the best score of a candidate with another text.
        evidence : ndarray of float64, shape (count, 4)
            What speaks for and against each alone.
        """
        margin = np.clip(scores - rivals, -5, 5)
        terms = np.column_stack([np.ones(len(scores)), scores, margin, evidence])
        return np.asarray(1 / (1 + np.exp(-terms @ np.asarray(self.certainty))))


@cache
def ranker() -> Ranker:
    """Return the shipped weights, read and verified once.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped file is missing or damaged.

    Examples
    --------
    >>> ranker().weights["label_before"] > 0
    True
    """
    data = json_file(RANKER_FILE)
    return Ranker(data["weights"], tuple(data["certainty"]))
