"""Fix the ranges of the sentiment encoder's activations, and ship it.

``PYTHONPATH=src python -m training.sentiment.ranges --data DIR --graph encoder.onnx`` takes the
graph of ``training.sentiment.export`` and writes it into the package, with its digest pinned. Run
before the calibration.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from training.pin import ship
from training.ranges import fix_ranges, windows_of

from triptych.engines.sentiment.model import ENCODER_FILE, WORDS_FILE, normalise

from .corpora import detokenised, goemotions, movie_reviews, tweets_training
from .everyday import everyday
from .examples import Example
from .plain import plain_statements
from .reviews import training_reviews

#: Chosen by the error of the logits on training texts, against activations in single precision.
_STEADY = 0.03


def calibration_texts(data: Path) -> list[str]:
    """Return 2,900 texts of the training parts, as the engine reads them."""
    movies, _ = movie_reviews(data)
    generator = random.Random(3)

    def some(examples: list[Example], count: int) -> list[str]:
        return [example.text for example in generator.sample(examples, count)]

    texts = [
        *some(everyday(), 700),
        *some(training_reviews(data), 800),
        *(detokenised(text) for text in some(movies, 300)),
        *some(tweets_training(data), 500),
        *some(goemotions(data, "train"), 400),
        *some(plain_statements(data), 200),
    ]
    return [normalise(text) for text in texts]


def main() -> None:
    """Fix the ranges, write, pin."""
    parser = argparse.ArgumentParser(description="Fix the sentiment encoder's ranges.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--graph", type=Path, required=True, help="the exported eight-bit graph")
    arguments = parser.parse_args()
    windows = windows_of(calibration_texts(arguments.data))
    graph = fix_ranges(arguments.graph, arguments.graph, windows, steady=_STEADY, table=WORDS_FILE)
    ship(ENCODER_FILE, graph.SerializeToString())


if __name__ == "__main__":
    main()
