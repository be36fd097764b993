"""Write what the teacher says of the training texts.

``PYTHONPATH=src python -m training.sentiment.soft_labels --data DIR --base DIR --weights teacher.pt
--out soft.npz`` with the base that the teacher was trained from. Bounded by time: what is not
reached has no soft label.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from training.learning import HAS_BFLOAT16, padded

from .everyday import SOURCE
from .model import SentimentEncoder
from .train import SHARES, Batches, examples_of

_AT_ONCE = 6000


def main() -> None:
    """Read the texts, run the teacher, write its logits."""
    parser = argparse.ArgumentParser(description="Label the training texts with the teacher.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--base", type=Path, required=True, help="folder of the teacher's base")
    parser.add_argument("--weights", type=Path, required=True, help="the teacher")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--minutes", type=float, default=15.0)
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    weights = torch.load(arguments.weights, map_location="cpu", weights_only=True)
    model = SentimentEncoder(arguments.base, len(weights["conventions.weight"]))
    model.load_state_dict(weights)
    batches = Batches(arguments.base, examples_of(arguments.data))
    until = time.monotonic() + 60 * arguments.minutes
    texts: list[str] = []
    logits: list[np.ndarray[tuple[int, int], np.dtype[np.float16]]] = []
    for read, found in run(model.eval(), batches, in_order(batches)):
        texts += read
        logits.append(found.astype(np.float16))
        print(f"{len(texts)} texts", flush=True)
        if time.monotonic() > until:
            break
    columns = np.concatenate(logits)
    np.savez(
        arguments.out, texts=np.array(texts), sentiment=columns[:, :3], emotions=columns[:, 3:]
    )


def in_order(batches: Batches) -> list[str]:
    """Return the texts to label, as the encoder reads them, in the order of their usefulness.

    Where people labelled noisily or by another convention, the teacher helps most; the everyday
    sentences come last, because their labels are certain.
    """
    examples = list(batches.examples)
    generator = random.Random(2)
    generator.shuffle(examples)
    drawn = [e for e in examples if generator.random() < SHARES.get(e.source, 1.0)]
    drawn.sort(key=lambda example: example.source == SOURCE)
    return list(dict.fromkeys(batches.texts(drawn)))


def run(
    model: SentimentEncoder, batches: Batches, texts: list[str]
) -> Iterator[tuple[list[str], np.ndarray[tuple[int, int], np.dtype[np.float32]]]]:
    """Yield texts, some thousands at once, with the model's logits (n, 31)."""
    for start in range(0, len(texts), _AT_ONCE):
        chunk = texts[start : start + _AT_ONCE]
        tokens = batches.tokens(chunk)
        order = sorted(range(len(chunk)), key=lambda place: len(tokens[place]))
        logits = np.zeros((len(chunk), 31), np.float32)
        for first in range(0, len(order), 48):
            places = order[first : first + 48]
            with (
                torch.inference_mode(),
                torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_BFLOAT16),
            ):
                heads = model(*padded([tokens[place] for place in places], batches.padding))
            logits[places] = torch.cat([head.float() for head in heads], 1).numpy()
        yield chunk, logits


if __name__ == "__main__":
    main()
