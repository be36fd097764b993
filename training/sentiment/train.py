"""Fine-tune the sentiment encoder.

``PYTHONPATH=src python -m training.sentiment.train --data DIR --base DIR --out encoder.pt``

Needs torch and transformers, which the product does not. The word table is left as it is, so that
the embedding model can share it; the two lowest layers join in after half of the time, which
makes a step a third cheaper until then. Bounded by time rather than by passes, because the rate
of learning must reach zero when the time is up, on a slow machine too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from triptych.engines.sentiment.model import normalise
from triptych.models.tokens import text_tokenizer

from .corpora import (
    UNKNOWN,
    Example,
    detokenised,
    goemotions,
    movie_reviews,
    plain_statements,
    tweets_training,
)
from .model import EMOTIONS, SentimentEncoder

LONGEST = 64
_TOKENS_A_BATCH = 1536
_PEAK_ENCODER, _PEAK_HEADS = 1.5e-4, 6e-4
_WARM_UP, _UNFREEZE = 0.04, 0.55
_AVERAGE_EVERY, _AVERAGE_KEEPS = 10, 0.98
#: Share of each corpus that a pass draws; tweets are long, and nearer to their best sooner.
_SHARES = {"tweets": 0.8, "plain statements": 0.7}
#: Sentiment that merely follows from emotions is worth less than one given by a person.
_WEIGHTS = {"goemotions": 0.4}
#: Tweets are seldom negative, and the three classes matter alike.
_TWEET_WEIGHTS = (1.45, 0.86, 0.92)


def main() -> None:
    """Read the corpora, train until the time is up, write the averaged weights."""
    parser = argparse.ArgumentParser(description="Fine-tune the sentiment encoder.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--minutes", type=float, default=80.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    movies, _ = movie_reviews(arguments.data)
    examples = [
        *goemotions(arguments.data, "train"),
        *tweets_training(arguments.data),
        *movies,
        *plain_statements(arguments.data),
    ]
    print(f"{len(examples)} examples", flush=True)
    model = SentimentEncoder(arguments.base).to(arguments.device)
    averaged = train(model, examples, seconds=60 * arguments.minutes, out=arguments.out)
    # Rare emotions weighed more in the loss, which raised their log odds by just that much.
    averaged["emotions.2.bias"] -= _rarity(examples).log().to(arguments.device)
    torch.save(averaged, arguments.out)


def train(
    model: SentimentEncoder, examples: list[Example], *, seconds: float, out: Path
) -> dict[str, torch.Tensor]:
    """Train `model` in place for `seconds` and return the moving average of its weights."""
    device = next(model.parameters()).device
    layers = list(model.encoder.encoder.layer)
    model.encoder.embeddings.word_embeddings.requires_grad_(False)
    lowest = [model.encoder.embeddings.LayerNorm, *layers[:2]]
    for module in (model.encoder.embeddings, *layers[:2]):
        module.requires_grad_(False)
    heads = [*model.sentiment.parameters(), *model.emotions.parameters()]
    encoder = [*model.encoder.embeddings.LayerNorm.parameters()]
    encoder += [parameter for layer in layers for parameter in layer.parameters()]
    optimizer = torch.optim.AdamW(
        [{"params": encoder, "peak": _PEAK_ENCODER}, {"params": heads, "peak": _PEAK_HEADS}],
        lr=0.0,
        weight_decay=0.01,
        fused=True,
    )
    rarity = _rarity(examples).to(device)
    average = {name: value.clone() for name, value in model.state_dict().items()}
    model.train()
    began, saved, step, seen, tokens = time.monotonic(), time.monotonic(), 0, 0, 0
    totals = np.zeros(2)
    for batch in _batches(examples):
        progress = (time.monotonic() - began) / seconds
        if progress >= 1:
            break
        if progress >= _UNFREEZE and lowest:
            for module in lowest:
                module.requires_grad_(True)
            lowest = []
            print(f"step {step}: all layers learn", flush=True)
        pace = min(progress / _WARM_UP, (1 - progress) / (1 - _WARM_UP))
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * pace
        losses = _losses(model, batch, rarity, device)
        (losses[0] + losses[1]).backward()
        torch.nn.utils.clip_grad_norm_(encoder + heads, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        step, seen, tokens = step + 1, seen + len(batch), tokens + sum(len(t) for t, _ in batch)
        totals += [loss.item() for loss in losses]
        if step % _AVERAGE_EVERY == 0:
            # The first steps are not worth remembering, so the average is short at first.
            keeps = min(_AVERAGE_KEEPS, step / (step + 10 * _AVERAGE_EVERY))
            for name, value in model.state_dict().items():
                average[name].lerp_(value, 1 - keeps)
        if step % 100 == 0:
            elapsed = time.monotonic() - began
            print(
                f"step {step} {progress:.3f} texts {seen} tokens/s {tokens / elapsed:.0f} "
                f"losses {totals / 100}",
                flush=True,
            )
            totals[:] = 0
        if time.monotonic() - saved > 300:
            torch.save(average, out.with_suffix(".early"))
            saved = time.monotonic()
    print(f"{step} steps, {seen} texts, {tokens} tokens", flush=True)
    return average


def _rarity(examples: list[Example]) -> torch.Tensor:
    """Return what a positive label weighs, per emotion: rare ones more, though not in full."""
    counts = np.zeros(EMOTIONS)
    labelled = [example.emotions for example in examples if example.emotions is not None]
    for emotions in labelled:
        counts[list(emotions)] += 1
    weights = np.clip(((len(labelled) - counts) / counts) ** 0.35, 1, 10)
    return torch.tensor(weights, dtype=torch.float32)


def _batches(examples: list[Example]) -> Iterator[list[tuple[list[int], Example]]]:
    """Yield batches without end, of texts about equally long and of about as many tokens."""
    generator = random.Random(0)
    tokenizer = text_tokenizer()
    while True:
        drawn = [e for e in examples if generator.random() < _SHARES.get(e.source, 1.0)]
        generator.shuffle(drawn)
        for start in range(0, len(drawn), 6000):
            chunk = drawn[start : start + 6000]
            # Half of the treebank as people write, so that neither form is a surprise.
            texts = [
                normalise(
                    detokenised(e.text)
                    if e.source.startswith("movie") and generator.random() < 0.5
                    else e.text
                )
                for e in chunk
            ]
            encoded = [
                encoding.ids
                if len(encoding.ids) <= LONGEST
                else [*encoding.ids[: LONGEST - 1], 102]
                for encoding in tokenizer.encode_batch(texts)
            ]
            pairs = sorted(zip(encoded, chunk, strict=True), key=lambda pair: len(pair[0]))
            batches: list[list[tuple[list[int], Example]]] = [[]]
            for pair in pairs:
                if len(pair[0]) * (len(batches[-1]) + 1) > _TOKENS_A_BATCH:
                    batches.append([])
                batches[-1].append(pair)
            generator.shuffle(batches)
            yield from batches


def _losses(
    model: SentimentEncoder,
    batch: list[tuple[list[int], Example]],
    rarity: torch.Tensor,
    device: torch.device,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the losses of sentiment and of emotions, each summed and divided by the batch."""
    longest = max(len(ids) for ids, _ in batch)
    tokens = torch.zeros((len(batch), longest), dtype=torch.long)
    mask = torch.zeros_like(tokens)
    labels = torch.zeros((len(batch), EMOTIONS))
    for row, (ids, example) in enumerate(batch):
        tokens[row, : len(ids)] = torch.tensor(ids)
        mask[row, : len(ids)] = 1
        labels[row, list(example.emotions or ())] = 1
    sentiments, emotions = model(tokens.to(device), mask.to(device))
    wanted = torch.tensor([example.sentiment for _, example in batch], device=device)
    weights = torch.tensor([_weight(example) for _, example in batch], device=device)
    each = cross_entropy(sentiments, wanted, ignore_index=UNKNOWN, reduction="none")
    known = torch.tensor([e.emotions is not None for _, e in batch], device=device)
    emotion_loss = binary_cross_entropy_with_logits(
        emotions[known], labels.to(device)[known], pos_weight=rarity, reduction="sum"
    )
    return (each * weights).sum() / len(batch), 0.3 * emotion_loss / len(batch)


def _weight(example: Example) -> float:
    if example.source == "tweets":
        return _TWEET_WEIGHTS[example.sentiment]
    return _WEIGHTS.get(example.source, 1.0)


if __name__ == "__main__":
    main()
