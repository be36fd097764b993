"""Weights that rank the texts of a page for a prompt."""

from __future__ import annotations

import json
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import verified

RANKER_FILE = "scrape/ranker.json"
RANKER_SHA256 = "8326462b5c7fc73f5e25543210c7ef8ee303b1d909c7c94f44420d7d3b59dbeb"


class Ranker(NamedTuple):
    """Weights of the features by name, and those of the confidence."""

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
            For each the best score of a candidate that says something else.
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
    CorruptModelError
        If the shipped file is missing or damaged.

    Examples
    --------
    >>> ranker().weights["label_before"] > 0
    True
    """
    data = json.loads(verified(RANKER_FILE, RANKER_SHA256))
    return Ranker(data["weights"], tuple(data["certainty"]))
