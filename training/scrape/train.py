"""Train the matcher of prompts and candidates.

``PYTHONPATH=src python -m training.scrape.train --rows rows.npz --base DIR --out scrape.pt``

It goes on from the weights of `training.matching`, where a question is read with a sentence, or
from what ships (``--begin encoder.onnx``). Most wrong candidates teach nothing: of each prompt,
those are learned from that the matcher now takes for likeliest, or that what ships does, whose
eight bits are read several times as fast (A. Shrivastava and others 2016, "Training region-based
object detectors with online hard example mining"). The loss is of each candidate on its own, so
that its likelihood means something, and of the right ones among all of the prompt.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import torch
from torch.nn.functional import binary_cross_entropy_with_logits
from training.graphs import read_weights
from training.heads import EncoderWithHeads
from training.learning import HAS_BFLOAT16, batches_of, padded, train
from training.local_sgd import Worker
from training.scrape.rows import Row, load

from triptych.engines.scrape.matcher.model import ENCODER_FILE, HEADS_OUTPUT
from triptych.engines.text.encoder import encode_tokens

#: Numbers of each word piece: whether its candidate answers, whether it is part of a value, and
#: whether the prompt asks for all that is like the candidate.
HEADS = 3
#: What the losses of candidates beside each other, of values within them, and of how many are asked
#: for weigh.
_BESIDE, _INSIDE, _SEVERAL = 0.5, 0.45, 0.3
#: Wrong candidates of a prompt that are learned from: the likeliest, and others.
_HARD, _OTHERS = 4, 1
#: By how much (a logit) the right candidates of an easy prompt are above the wrong ones, and which
#: share of such prompts is learned from.
_EASY, _EASY_SHARE = 5.0, 0.25
#: Word pieces that are read at once, and prompts whose wrong candidates are chosen at once.
_PIECES, _PROMPTS = 1_536, 200


class Group(NamedTuple):
    """What is learned from of a prompt: its rows."""

    rows: list[Row]

    @property
    def tokens(self) -> list[int]:
        """Those of all rows."""
        return [token for row in self.rows for token in row.tokens]


def read(model: EncoderWithHeads, rows: Sequence[Row]) -> list[torch.Tensor]:
    """Return the logits of each row's word pieces, (pieces, heads)."""
    order = sorted(range(len(rows)), key=lambda place: len(rows[place].tokens))
    found: dict[int, torch.Tensor] = {}
    while order:
        count = max(1, _PIECES // len(rows[order[-1]].tokens))
        order, chosen = order[:-count], order[-count:]
        tokens, mask = padded([rows[place].tokens for place in chosen])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_BFLOAT16):
            logits = model(tokens, mask).float()
        for place, own in zip(chosen, logits, strict=True):
            found[place] = own[: len(rows[place].tokens)]
    return [found[place] for place in range(len(rows))]


def losses_of(model: EncoderWithHeads, batch: Sequence[Group]) -> list[torch.Tensor]:
    """Return the losses of candidates, of those beside each other, of values, of several."""
    rows = [row for group in batch for row in group.rows]
    logits = read(model, rows)
    scores = torch.stack([own[:, 0].mean() for own in logits])
    right = torch.tensor([row.right for row in rows])
    # Those around a right one are neither right nor wrong.
    counts = torch.tensor([row.right or not row.inside for row in rows])
    losses = [binary_cross_entropy_with_logits(scores[counts], right[counts].float())]
    beside, start = [], 0
    for group in batch:
        own = slice(start, start + len(group.rows))
        start = own.stop
        if 0 < right[own].sum() < counts[own].sum():
            best = torch.logsumexp(scores[own][right[own]], 0)
            beside.append(torch.logsumexp(scores[own][counts[own]], 0) - best)
    losses.append(_BESIDE * torch.stack(beside).mean() if beside else scores.sum() * 0)
    holders = [(own, row) for own, row in zip(logits, rows, strict=True) if row.inside]
    if not holders:
        return [*losses, scores.sum() * 0, scores.sum() * 0]
    pieces = torch.cat([own[-1 - len(row.inside) : -1, 1] for own, row in holders])
    inside = torch.tensor([float(flag) for _, row in holders for flag in row.inside])
    losses.append(_INSIDE * binary_cross_entropy_with_logits(pieces, inside))
    asked = torch.stack([own[:, 2].mean() for own, _ in holders])
    several = torch.tensor([float(row.several) for _, row in holders])
    return [*losses, _SEVERAL * binary_cross_entropy_with_logits(asked, several)]


#: The logits that rows answer.
Scores = Callable[[Sequence[Row]], list[float]]


def scores_of(model: EncoderWithHeads, rows: Sequence[Row]) -> list[float]:
    """Return the logits that rows answer, by the model as it is now."""
    with torch.no_grad():
        return [float(own[:, 0].mean()) for own in read(model, rows)]


def shipped_scores(rows: Sequence[Row]) -> list[float]:
    """Return the logits that rows answer, by the graph that ships."""
    heads = encode_tokens(ENCODER_FILE, HEADS_OUTPUT, [row.tokens for row in rows])
    return [float(own[:, 0].mean()) for own in heads]


def hard(groups: Sequence[Sequence[Row]], scores: Scores, chance: random.Random) -> list[Group]:
    """Return the rows of each prompt that are worth learning from; few of prompts that are easy."""
    logits = iter(scores([row for group in groups for row in group]))
    found = []
    for group in groups:
        scored = [(next(logits), row) for row in group]
        right = [score for score, row in scored if row.right]
        wrong = sorted(
            ((one, row) for one, row in scored if not (row.right or row.inside)), key=itemgetter(0)
        )
        hardest = wrong[-1][0] if wrong else -_EASY
        is_easy = min(right, default=_EASY) - hardest > _EASY and hardest < 0
        if is_easy and chance.random() > _EASY_SHARE:
            continue
        rest = [row for _, row in wrong[:-_HARD]]
        chosen = [row for _, row in wrong[-_HARD:]] + chance.sample(rest, min(_OTHERS, len(rest)))
        found.append(Group([row for row in group if row.right or row.inside] + chosen))
    return [group for group in found if group.rows]


def batches(groups: Sequence[Sequence[Row]], scores: Scores, seed: int) -> Iterator[list[Group]]:
    """Yield batches without end."""
    generator = random.Random(seed)
    while True:
        order = list(range(len(groups)))
        generator.shuffle(order)
        for start in range(0, len(order), _PROMPTS):
            chosen = [groups[at] for at in order[start : start + _PROMPTS]]
            yield from batches_of(hard(chosen, scores, generator), generator)


def freeze(model: EncoderWithHeads, layers: int) -> None:
    """Leave the embeddings and the first layers as they are, which makes a step shorter."""
    lower = [model.encoder.embeddings, *model.encoder.encoder.layer[:layers]] if layers else []
    for part in lower:
        for weight in part.parameters():
            weight.requires_grad_(False)


def main() -> None:
    """Train until the time is up and write the averaged weights."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=Path, required=True, nargs="+")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--begin", type=Path, help="weights to go on from, or what ships")
    parser.add_argument("--frozen", type=int, default=0, help="first layers that stay as they are")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=1.2e-4, help="of learning, at its peak")
    parser.add_argument("--seed", type=int, default=0, help="of the order of the rows")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--local-sgd", type=Path, help="folder that two processes share")
    parser.add_argument("--worker", type=int, default=0, help="which of the two it is, 0 or 1")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    model = EncoderWithHeads(arguments.base, HEADS)
    scores: Scores = partial(scores_of, model)
    if arguments.begin and arguments.begin.suffix == ".onnx":
        read_weights(arguments.begin, model)
        scores = shipped_scores
    elif arguments.begin:
        known = torch.load(arguments.begin, weights_only=True)
        # The heads may be another model's.
        own = model.state_dict()
        same = {name: known[name] for name in own if own[name].shape == known[name].shape}
        model.load_state_dict(same, strict=False)
    freeze(model, arguments.frozen)
    groups = [group for file in arguments.rows for group in load(file)]
    worker = None
    if arguments.local_sgd:
        worker = Worker(arguments.local_sgd, arguments.worker)
        random.Random(0).shuffle(groups)
        groups = groups[arguments.worker :: 2]
    averaged = train(
        model,
        batches(groups, scores, arguments.seed),
        partial(losses_of, model),
        heads=[model.heads],
        seconds=60 * arguments.minutes,
        rate=arguments.rate,
        out=arguments.out,
        worker=worker,
    )
    torch.save(averaged, arguments.out)


if __name__ == "__main__":
    main()
