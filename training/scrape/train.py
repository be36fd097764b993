"""Train the matcher of prompts and candidates.

``PYTHONPATH=src python -m training.scrape.train --rows rows.npz --base DIR --out scrape.pt``

It goes on from the weights of `training.matching`, where a question is read with a sentence.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import torch
from torch.nn.functional import binary_cross_entropy_with_logits
from training.heads import EncoderWithHeads
from training.learning import batches_of, padded, train
from training.scrape.rows import Row, load

#: Numbers of each word piece: whether its candidate answers, and whether it is part of a value.
HEADS = 2
#: What the loss of values within candidates weighs beside that of candidates.
_INSIDE = 0.3


def losses_of(model: EncoderWithHeads, batch: Sequence[Row]) -> list[torch.Tensor]:
    """Return the losses of candidates and of values in them."""
    tokens, mask = padded([row.tokens for row in batch])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(tokens, mask).float()
    scores = (logits[:, :, 0] * mask).sum(1) / mask.sum(1)
    right = torch.tensor([float(row.right) for row in batch])
    losses = [binary_cross_entropy_with_logits(scores, right)]
    pieces = [
        logits[place, len(row.tokens) - 1 - len(row.inside) : len(row.tokens) - 1, 1]
        for place, row in enumerate(batch)
        if row.inside
    ]
    inside = [flag for row in batch for flag in row.inside]
    if not inside:
        return [*losses, scores.sum() * 0]
    own = binary_cross_entropy_with_logits(torch.cat(pieces), torch.tensor(inside).float())
    return [*losses, _INSIDE * own]


def batches(rows: Sequence[Row], seed: int) -> Iterator[list[Row]]:
    """Yield batches without end."""
    generator = random.Random(seed)
    while True:
        order = list(range(len(rows)))
        generator.shuffle(order)
        for start in range(0, len(order), 4_000):
            yield from batches_of((rows[at] for at in order[start : start + 4_000]), generator)


def main() -> None:
    """Train until the time is up and write the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--begin", type=Path, help="weights to go on from")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=1.2e-4, help="of learning, at its peak")
    parser.add_argument("--seed", type=int, default=0, help="of the order of the rows")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    model = EncoderWithHeads(arguments.base, HEADS)
    if arguments.begin:
        known = torch.load(arguments.begin, weights_only=True)
        # The heads may be another model's.
        own = model.state_dict()
        same = {name: known[name] for name in own if own[name].shape == known[name].shape}
        model.load_state_dict(same, strict=False)
    averaged = train(
        model,
        batches(load(arguments.rows), arguments.seed),
        partial(losses_of, model),
        heads=[model.heads],
        seconds=60 * arguments.minutes,
        rate=arguments.rate,
        out=arguments.out,
    )
    torch.save(averaged, arguments.out)


if __name__ == "__main__":
    main()
