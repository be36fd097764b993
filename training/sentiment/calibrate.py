"""Fit temperatures, borders and thresholds on development texts, with the encoder that ships.

``PYTHONPATH=src python -m training.sentiment.calibrate --data DIR`` writes
``src/triptych/models/sentiment/calibration.json`` and pins its digest. Run after the export.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from training.pin import ship

from triptych.engines.sentiment import calibration as engine
from triptych.engines.sentiment.calibration import EMOTIONS
from triptych.engines.sentiment.model import Reading, normalise, read

from .corpora import goemotions, tweets_development
from .everyday import DEVELOPMENT_FILE, everyday
from .examples import Example
from .reviews import calibration_reviews

Floats = NDArray[np.float64]
_DRAWS = 60


def main() -> None:
    """Fit, write, pin."""
    parser = argparse.ArgumentParser(description="Calibrate the sentiment encoder.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    data = parser.parse_args().data
    comments = goemotions(data, "dev")
    parts = [tweets_development(data), everyday(DEVELOPMENT_FILE), calibration_reviews(data)]
    logits = [_read(part).sentiment.astype(np.float64) for part in parts]
    classes = [np.array([example.sentiment for example in part]) for part in parts]
    temperature = _sentiment_temperature(logits, classes)
    positivity = [_positivity(_softmax(part / temperature)) for part in logits]
    emotions = _read(comments).emotions.astype(np.float64)
    present = np.zeros(emotions.shape, np.bool_)
    for row, example in enumerate(comments):
        present[row, list(example.emotions or ())] = True
    emotion_temperature = _emotion_temperature(emotions, present)
    fitted = {
        "sentiment_temperature": round(temperature, 3),
        "emotion_temperature": round(emotion_temperature, 3),
        # Of the reviews hardly any is neutral.
        "borders": [round(border, 3) for border in best_borders(positivity[:2], classes[:2])],
        "thresholds": dict(
            zip(EMOTIONS, thresholds(emotions / emotion_temperature, present), strict=True)
        ),
    }
    content = (json.dumps(fitted, indent=1) + "\n").encode()
    ship(engine.CALIBRATION_FILE, content)
    print(content.decode())


def _read(examples: list[Example]) -> Reading:
    return read([normalise(example.text) for example in examples])


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _positivity(probabilities: Floats) -> Floats:
    positivity: Floats = probabilities[:, 2] + probabilities[:, 1] / 2
    return positivity


def _sentiment_temperature(logits: list[Floats], classes: list[NDArray[np.int64]]) -> float:
    """Return the temperature of least cross entropy (Guo et al. 2017), each part counted alike."""

    def loss(temperature: float) -> float:
        losses = [
            -np.log(_softmax(part / temperature)[np.arange(len(own)), own] + 1e-12).mean()
            for part, own in zip(logits, classes, strict=True)
        ]
        return float(np.mean(losses))

    return min(np.arange(0.5, 3.001, 0.05).tolist(), key=loss)


def _emotion_temperature(logits: Floats, present: NDArray[np.bool_]) -> float:
    """Return the temperature of least binary cross entropy, over all emotions."""
    signs = np.where(present, -1.0, 1.0)
    return min(
        np.arange(0.5, 3.001, 0.05).tolist(),
        key=lambda temperature: float(np.logaddexp(0, signs * logits / temperature).mean()),
    )


def best_borders(positivity: list[Floats], classes: list[NDArray[np.int64]]) -> tuple[float, float]:
    """Return the two borders, below and above .5, with about the best macro recall.

    Each part, with its expected positivity (n,) and its classes (n,), counts alike.
    """

    def recall(below: float, above: float) -> float:
        recalls = []
        for part, own in zip(positivity, classes, strict=True):
            named = 1 - (part < below) + (part > above).astype(int)
            recalls.append(np.mean([(named[own == k] == k).mean() for k in range(3)]))
        return float(np.mean(recalls))

    grid = [
        (recall(below, above), below, above)
        for below in np.arange(0.20, 0.491, 0.01).tolist()
        for above in np.arange(0.51, 0.801, 0.01).tolist()
    ]
    best = max(recall for recall, _, _ in grid)
    # The middle of the plateau: its peak is chance.
    near = np.array([(below, above) for recall, below, above in grid if recall > best - 0.004])
    below, above = near.mean(axis=0)
    return float(below), float(above)


def thresholds(logits: Floats, present: NDArray[np.bool_]) -> list[float]:
    """Return the probability per column from which on its F1 is best.

    The mean, in log odds, over bootstrap draws: of a rare emotion a dozen examples decide, and
    the threshold that is best for just these is seldom the best for others.
    """
    generator = np.random.default_rng(0)
    draws = [generator.integers(0, len(logits), len(logits)) for _ in range(_DRAWS)]
    found = [
        float(np.mean([_best_threshold(logits[d, k], present[d, k]) for d in draws]))
        for k in range(logits.shape[1])
    ]
    return [round(1 / (1 + float(np.exp(-threshold))), 4) for threshold in found]


def _best_threshold(logits: Floats, present: NDArray[np.bool_]) -> float:
    """Return the log odds at or above which F1 is best."""
    order = np.argsort(-logits, kind="stable")
    hits = np.cumsum(present[order])
    f1 = 2 * hits / (np.arange(1, len(order) + 1) + max(1, hits[-1]))
    return float(logits[order[int(f1.argmax())]])


if __name__ == "__main__":
    main()
