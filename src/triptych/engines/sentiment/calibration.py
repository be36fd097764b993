"""From logits to probabilities, a score, a class and an emotion."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import json_file, lines

#: Each emotion, in the order of the encoder's outputs, and the sentiment it goes with, or "any".
_SENTIMENT_OF = dict(line.split() for line in lines("sentiment/emotions.txt"))
EMOTIONS = tuple(_SENTIMENT_OF)
POSITIVE, NEGATIVE = (
    frozenset(emotion for emotion in EMOTIONS if _SENTIMENT_OF[emotion] == sentiment)
    for sentiment in ("positive", "negative")
)

CALIBRATION_FILE = "sentiment/calibration.json"

SENTIMENTS = ("negative", "neutral", "positive")
#: The score's borders between the classes, whatever the calibration.
NEGATIVE_BELOW, POSITIVE_ABOVE = 1 / 3, 2 / 3

Floats = NDArray[np.float64]
_AGREEING = np.array(
    [[own in (sentiment, "any") for own in _SENTIMENT_OF.values()] for sentiment in SENTIMENTS]
)


class Calibration(NamedTuple):
    """What was fitted on development texts, after training.

    The temperatures divide the logits, so that probabilities are calibrated (Guo et al. 2017).
    """

    sentiment_temperature: float
    emotion_temperature: float
    #: Expected positivity below which a text is negative, and above which it is positive.
    borders: tuple[float, float]
    #: For each emotion, the probability from which on it counts as present.
    thresholds: tuple[float, ...]


@cache
def calibration() -> Calibration:
    """Return the shipped calibration, read and verified once."""
    fitted = json_file(CALIBRATION_FILE)
    return Calibration(
        fitted["sentiment_temperature"],
        fitted["emotion_temperature"],
        tuple(fitted["borders"]),
        tuple(fitted["thresholds"][emotion] for emotion in EMOTIONS),
    )


def sentiment_probabilities(logits: NDArray[np.float32]) -> Floats:
    """Return probabilities (n, 3) of negative, neutral and positive."""
    scaled = logits.astype(np.float64) / calibration().sentiment_temperature
    powers = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    probabilities: Floats = powers / powers.sum(axis=1, keepdims=True)
    return probabilities


def emotion_probabilities(logits: NDArray[np.float32]) -> Floats:
    """Return probabilities (n, 28), each emotion's for itself."""
    scaled = logits.astype(np.float64) / calibration().emotion_temperature
    probabilities: Floats = 1 / (1 + np.exp(-scaled))
    return probabilities


def scores(probabilities: Floats) -> Floats:
    """Return scores (n,), 0 wholly negative, .5 neutral, 1 wholly positive.

    The expected positivity, where neutral counts half, stretched piecewise so that the borders
    between the classes, which were fitted, lie at one third and two thirds. Anyone can so tell
    the class by the score, and a text torn between praise and blame comes out in the middle.

    Examples
    --------
    >>> low, middle, high = scores(np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]))
    >>> float(low), float(middle), float(high)
    (0.0, 0.5, 1.0)
    """
    positivity = probabilities[:, 2] + probabilities[:, 1] / 2
    below, above = calibration().borders
    knots = [0, NEGATIVE_BELOW, 0.5, POSITIVE_ABOVE, 1]
    stretched: Floats = np.interp(positivity, [0, below, 0.5, above, 1], knots)
    # Rounded before classes are cut, so that a rounded score never contradicts its class.
    return stretched.round(4)


def sentiments_of(scores: Floats) -> NDArray[np.int64]:
    """Return the class (n,) of each score: 0 negative, 1 neutral, 2 positive.

    Examples
    --------
    >>> [SENTIMENTS[place] for place in sentiments_of(np.array([0.1, 0.5, 0.9]))]
    ['negative', 'neutral', 'positive']
    """
    return 1 - (scores < NEGATIVE_BELOW) + (scores > POSITIVE_ABOVE).astype(np.int64)


def emotions_of(probabilities: Floats, sentiments: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places (n,) in `EMOTIONS` of what texts of these sentiments show most.

    From emotion probabilities (n, 28) and sentiments (n,), 0 negative to 2 positive. Only emotions
    that agree with the sentiment are considered: no joy in a negative sentence. Of these the one
    that exceeds its own threshold the most, by odds: probabilities alone would never name a rare
    emotion.
    """
    excess = _log_odds(probabilities) - _log_odds(np.array(calibration().thresholds))
    named: NDArray[np.int64] = np.where(_AGREEING[sentiments], excess, -np.inf).argmax(axis=1)
    return named


def _log_odds(probabilities: Floats) -> Floats:
    clipped = np.clip(probabilities, 1e-6, 1 - 1e-6)
    odds: Floats = np.log(clipped / (1 - clipped))
    return odds
