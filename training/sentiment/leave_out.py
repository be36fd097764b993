"""Leave one group of domains out in turn, to see how well a domain is read that is new.

``PYTHONPATH=src python -m training.sentiment.leave_out --data DIR --base DIR`` prints, for each
group, the accuracy (negative against positive) on the development texts of its reviews: of a short
training on everything, and of one as short without the group. Without a teacher, so that none has
seen the group.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from .examples import NEUTRAL, POSITIVE, UNKNOWN, Example
from .model import SentimentEncoder
from .reviews import EVALUATION_ONLY, names, reviews
from .soft_labels import run
from .train import Batches, examples_of, train

#: Beginnings of the names of their domains, in reviews and in the everyday sentences.
GROUPS = {
    "hotels": ("hotels", "hostels", "campsites", "holiday", "spas"),
    "restaurants, food": ("restaurants", "food", "cafes", "bakeries", "meal", "pubs"),
    "courses": ("online courses", "video lectures", "universit", "courses", "teachers", "schools"),
    "apps, software": ("apps", "software", "websites", "games", "bug reports", "email providers"),
}


def main() -> None:
    """Train and print."""
    parser = argparse.ArgumentParser(description="Leave one group of domains out in turn.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--base", type=Path, required=True, help="folder of the weights")
    parser.add_argument("--minutes", type=float, default=2.5, help="of each training")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    everything = examples_of(arguments.data)
    tests = [
        example
        for name in names(arguments.data)
        if name not in EVALUATION_ONLY
        for example in reviews(arguments.data, name, "dev")
        if example.sentiment not in {NEUTRAL, UNKNOWN}
    ]

    def accuracies(examples: list[Example]) -> dict[str, float]:
        torch.manual_seed(0)
        batches = Batches(arguments.base, examples)
        model = SentimentEncoder(arguments.base, len(batches.sources))
        seconds = 60 * arguments.minutes
        out = Path("leave_out.pt")
        model.load_state_dict(train(model, batches, None, seconds=seconds, rate=1.8e-4, out=out))
        return {
            group: _accuracy(model.eval(), batches, [e for e in tests if _is_in(e, group)])
            for group in GROUPS
        }

    seen = accuracies(everything)
    for group in GROUPS:
        count = sum(_is_in(example, group) for example in tests)
        left_out = accuracies([e for e in everything if not _is_in(e, group)])[group]
        print(
            f"{group:<20} {count:5d} texts: {seen[group]:.3f}, left out {left_out:.3f}", flush=True
        )


def _is_in(example: Example, group: str) -> bool:
    return example.domain.startswith(GROUPS[group])


def _accuracy(model: SentimentEncoder, batches: Batches, examples: list[Example]) -> float:
    texts = batches.texts(examples)
    logits = np.concatenate([logits for _, logits in run(model, batches, texts)])
    positive = np.array([example.sentiment == POSITIVE for example in examples])
    return float(((logits[:, 2] > logits[:, 0]) == positive).mean())


if __name__ == "__main__":
    main()
