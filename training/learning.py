"""What the trainings of text encoders share: the encoder, its batches, and the loop."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
import torch
from training.local_sgd import Worker
from transformers import AutoModel

#: Without it, products in bfloat16 take many times as long as in single precision.
HAS_BFLOAT16 = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
_WARM_UP = 0.05
_AVERAGE_EVERY, _AVERAGE_KEEPS = 10, 0.98
#: Seconds after which the averaged weights are saved, in case the rest is lost.
_SAVE_EVERY = 300
_TOKENS_A_BATCH = 1536


class Row(Protocol):
    """An example as an encoder reads it."""

    @property
    def tokens(self) -> list[int]:
        """Token ids, the marks included."""


RowT = TypeVar("RowT", bound=Row)


def load_encoder(folder: Path) -> torch.nn.Module:
    """Return the transformer of a folder of weights and configuration, without its pooling."""
    return AutoModel.from_pretrained(
        folder,
        attn_implementation="eager",
        # No dropout inside: drawing its random numbers takes a third of a step on a CPU, and few
        # passes over many texts do not overfit.
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        add_pooling_layer=False,
    )


def batches_of(rows: Iterable[RowT], generator: random.Random) -> Iterator[list[RowT]]:
    """Yield rows in batches of about as many tokens, each of rows about equally long."""
    batches: list[list[RowT]] = [[]]
    for row in sorted(rows, key=lambda row: len(row.tokens)):
        if len(row.tokens) * (len(batches[-1]) + 1) > _TOKENS_A_BATCH:
            batches.append([])
        batches[-1].append(row)
    generator.shuffle(batches)
    yield from batches


def padded(rows: Sequence[Sequence[int]], padding: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Return token ids and their mask, both (n, length)."""
    tokens = torch.full((len(rows), max(map(len, rows))), padding)
    mask = torch.zeros_like(tokens)
    for place, row in enumerate(rows):
        tokens[place, : len(row)] = torch.tensor(row)
        mask[place, : len(row)] = 1
    return tokens, mask


def train(
    model: torch.nn.Module,
    batches: Iterable[list[RowT]],
    losses_of: Callable[[list[RowT]], Sequence[torch.Tensor]],
    *,
    heads: Sequence[torch.nn.Module],
    seconds: float,
    rate: float,
    out: Path,
    worker: Worker | None = None,
) -> dict[str, torch.Tensor]:
    """Train `model` in place and return the moving average of its weights.

    Bounded by time rather than by passes, because the rate of learning must reach zero when the
    time is up, on a slow machine too.

    Parameters
    ----------
    model : Module
        With `encoder` and, where corpora differ, `conventions`: numbers of the corpora that are
        used in training alone.
    batches : iterable of list of Row
        Without end.
    losses_of : callable
        The losses of a batch, whose sum is made small.
    heads : sequence of Module
        What is trained from nothing, at four times the rate.
    seconds : float
        Of the whole.
    rate : float
        Of learning, at its peak.
    out : Path
        Beside it, with the ending ``.early``, the weights are saved every five minutes.
    worker : Worker, optional
        This process, where two train with local SGD.
    """
    learning = [one for one in model.encoder.parameters() if one.requires_grad]
    fresh = [one for head in heads for one in head.parameters()]
    conventions = [one for name, one in model.named_parameters() if name.startswith("conventions")]
    optimizer = torch.optim.AdamW(
        [
            {"params": learning, "peak": rate},
            {"params": fresh, "peak": 4 * rate},
            {"params": conventions, "peak": 10 * rate},
        ],
        lr=0.0,
        weight_decay=0.01,
        fused=True,
    )
    average = {name: value.clone() for name, value in model.state_dict().items()}
    learned = {name: one.detach() for name, one in model.named_parameters() if one.requires_grad}
    averaged = {name: average[name] for name in learned}
    model.train()
    if worker is not None:
        worker.wait_for_other()
    began = saved = time.monotonic()
    step = rows = tokens = 0
    recent: list[list[float]] = []
    for batch in batches:
        progress = (time.monotonic() - began) / seconds
        if progress >= 1:
            break
        pace = min(progress / _WARM_UP, (1 - progress) / (1 - _WARM_UP))
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * pace
        losses = losses_of(batch)
        sum(losses).backward()
        torch.nn.utils.clip_grad_norm_(learning + fresh, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        step, rows = step + 1, rows + len(batch)
        tokens += sum(len(row.tokens) for row in batch)
        recent.append([loss.item() for loss in losses])
        if step % _AVERAGE_EVERY == 0:
            # The first steps are not worth remembering, so the average is short at first.
            keeps = min(_AVERAGE_KEEPS, step / (step + 10 * _AVERAGE_EVERY))
            for name, value in model.state_dict().items():
                average[name].lerp_(value, 1 - keeps)
        if step % 100 == 0:
            pieces = tokens / (time.monotonic() - began)
            losses_now = np.mean(recent, axis=0)
            print(f"{progress:.3f}: {rows} rows, {pieces:.0f} tokens/s, {losses_now}", flush=True)
            recent.clear()
        if worker is not None and worker.is_due:
            worker.average(learned, averaged)
        if time.monotonic() - saved > _SAVE_EVERY:
            torch.save(average, out.with_suffix(".early"))
            saved = time.monotonic()
    if worker is not None:
        worker.average(learned, averaged)
    print(f"{step} steps, {rows} rows, {tokens} tokens", flush=True)
    return average
