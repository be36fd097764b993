"""The small regression that ranks what a page says; its card is beside its weights."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import json_file

RANKER_FILE = "scrape/ranker.json"


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

        From its sum of weighted features, the best sum of a candidate with another text, and what
        speaks for and against it alone, (count, 4).
        """
        margin = np.clip(scores - rivals, -5, 5)
        terms = np.column_stack([np.ones(len(scores)), scores, margin, evidence])
        return np.asarray(1 / (1 + np.exp(-terms @ np.asarray(self.certainty))))


@cache
def ranker() -> Ranker:
    """Return the shipped weights, read and verified once.

    Examples
    --------
    >>> ranker().weights["label_before"] > 0
    True
    """
    data = json_file(RANKER_FILE)
    return Ranker(data["weights"], tuple(data["certainty"]))
