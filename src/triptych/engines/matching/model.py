"""The matcher's files: its graph, and what turns its numbers into likelihoods."""

from __future__ import annotations

import json
from math import exp, log
from typing import NamedTuple

from triptych._once import once
from triptych.models.files import verified

ENCODER_FILE = "matching/encoder.onnx"
CALIBRATION_FILE = "matching/calibration.json"
#: Six numbers of each word piece: answers, begins, ends; supported, contradicted, open.
HEADS_OUTPUT = "heads"


class Calibration(NamedTuple):
    """What development questions and claims were fitted with (see the card in the folder)."""

    #: Of the logit that a sentence answers (J. Platt, "Probabilistic outputs", 1999).
    slope: float
    bias: float
    #: The likelihood from which a sentence counts as an answer.
    answers_from: float
    #: The likelihood from which an answer is marked in its sentence.
    span_from: float
    #: Of the logits of claims (C. Guo et al., "On calibration of modern neural networks", 2017).
    temperature: float
    #: The likelihood from which a claim counts as supported.
    supported_from: float

    def answers(self, logit: float) -> float:
        """Return the likelihood that a sentence with this logit answers."""
        return likelihood_of(self.slope * logit + self.bias)


def log_odds_of(likelihood: float, least: float = 1e-6) -> float:
    """Return the logarithm of the odds of a likelihood, which is kept `least` away from 0 and 1.

    Examples
    --------
    >>> log_odds_of(0.5)
    0.0
    """
    bounded = min(max(likelihood, least), 1 - least)
    return log(bounded / (1 - bounded))


def likelihood_of(log_odds: float) -> float:
    """Return the likelihood that has this logarithm of its odds.

    Examples
    --------
    >>> likelihood_of(0.0)
    0.5
    """
    return 1 / (1 + exp(-max(-50.0, min(50.0, log_odds))))


@once
def calibration() -> Calibration:
    """Return the shipped calibration."""
    return Calibration(**json.loads(verified(CALIBRATION_FILE)))
