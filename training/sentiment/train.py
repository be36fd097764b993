"""Fine-tune the sentiment encoder, or its teacher.

``PYTHONPATH=src python -m training.sentiment.train --data DIR --base DIR --out encoder.pt``

Needs torch and transformers, which the product does not. With ``--soft-labels`` the encoder learns
from what its teacher says of the same texts too (G. Hinton et al., "Distilling the knowledge in a
neural network", 2015).
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch.nn.functional import (
    binary_cross_entropy_with_logits,
    cross_entropy,
    kl_div,
    log_softmax,
)
from training import learning
from training.learning import HAS_BFLOAT16, batches_of, padded

from triptych.engines.sentiment.model import normalise

from .corpora import detokenised, goemotions, movie_reviews, tweets_training
from .everyday import SOURCE, everyday
from .examples import NEUTRAL, UNKNOWN, Example
from .model import EMOTIONS, SentimentEncoder
from .plain import plain_statements
from .reviews import training_reviews

LONGEST = 64
#: Share of each corpus that a pass draws; what is not named here is drawn whole.
SHARES = {
    "movie phrases": 0.4,
    "tweets": 0.5,
    "goemotions": 0.6,
    "pros_cons": 0.25,
    "memd_absa": 0.6,
    "oats": 0.6,
    "app_reviews": 0.6,
    "plain statements": 0.5,
}
#: Temperature and share of the teacher's labels.
_SOFTENED, _TAUGHT = 2.0, 0.6

Floats = NDArray[np.float32]


class SoftLabels(NamedTuple):
    """A teacher's logits (n, 3) and (n, 28) of n texts, and where each text stands."""

    places: Mapping[str, int]
    sentiment: torch.Tensor
    emotions: torch.Tensor


def examples_of(data: Path) -> list[Example]:
    """Return everything there is to learn from."""
    return [
        *everyday(),
        *training_reviews(data),
        *movie_reviews(data)[0],
        *tweets_training(data),
        *goemotions(data, "train"),
        *plain_statements(data),
    ]


def main() -> None:
    """Read the corpora, train until the time is up, write the averaged weights."""
    parser = argparse.ArgumentParser(description="Fine-tune the sentiment encoder.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--base", type=Path, required=True, help="folder of the weights")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--soft-labels", type=Path, help="what the teacher says of the texts")
    parser.add_argument("--minutes", type=float, default=34.0)
    parser.add_argument("--rate", type=float, default=1.8e-4, help="of learning, at its peak")
    parser.add_argument("--frozen-layers", type=int, default=0, help="the lowest, left as they are")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    batches = Batches(arguments.base, examples_of(arguments.data))
    print(f"{len(batches.examples)} examples of {len(batches.sources)} sources", flush=True)
    model = SentimentEncoder(arguments.base, len(batches.sources))
    freeze(model, arguments.frozen_layers)
    soft = read_soft_labels(arguments.soft_labels) if arguments.soft_labels else None
    averaged = train(
        model, batches, soft, seconds=60 * arguments.minutes, rate=arguments.rate, out=arguments.out
    )
    # Rare emotions weighed more in the loss, which raised their log odds by just that much.
    averaged["emotions.2.bias"] -= batches.rarity.log()
    torch.save(averaged, arguments.out)


def freeze(model: SentimentEncoder, layers: int) -> None:
    """Leave the lowest layers as they are, with the word table below them."""
    if layers:
        for module in (model.encoder.embeddings, *list(model.encoder.encoder.layer)[:layers]):
            module.requires_grad_(False)


def read_soft_labels(path: Path) -> SoftLabels:
    """Return what ``training.sentiment.soft_labels`` wrote."""
    with np.load(path) as arrays:
        return SoftLabels(
            {text: place for place, text in enumerate(arrays["texts"].tolist())},
            torch.from_numpy(arrays["sentiment"].astype("f4")),
            torch.from_numpy(arrays["emotions"].astype("f4")),
        )


def rarity(examples: list[Example]) -> torch.Tensor:
    """Return what a positive label weighs, per emotion: rare ones more, though not in full."""
    counts = np.zeros(EMOTIONS)
    labelled = [example.emotions for example in examples if example.emotions is not None]
    for emotions in labelled:
        counts[list(emotions)] += 1
    weights = np.clip(((len(labelled) - counts) / counts) ** 0.35, 1, 10)
    return torch.tensor(weights, dtype=torch.float32)


class Row(NamedTuple):
    """An example as the encoder reads it."""

    tokens: list[int]
    text: str
    example: Example
    source: int


class Batches:
    """Batches without end, of texts about equally long and of about as many tokens."""

    def __init__(self, base: Path, examples: list[Example]) -> None:
        self.tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(LONGEST)
        config = json.loads((base / "config.json").read_text(encoding="utf-8"))
        self.padding: int = config["pad_token_id"]
        names = sorted({e.source for e in examples}, key=lambda name: (name != SOURCE, name))
        self.sources = {name: place for place, name in enumerate(names)}
        self.examples = examples
        self.rarity = rarity(examples)

    def __iter__(self) -> Iterator[list[Row]]:
        generator = random.Random(0)
        while True:
            drawn = [e for e in self.examples if generator.random() < SHARES.get(e.source, 1.0)]
            generator.shuffle(drawn)
            for start in range(0, len(drawn), 6000):
                yield from batches_of(self._rows(drawn[start : start + 6000]), generator)

    def _rows(self, chunk: list[Example]) -> Iterator[Row]:
        texts = self.texts(chunk)
        for tokens, text, example in zip(self.tokens(texts), texts, chunk, strict=True):
            yield Row(tokens, text, example, self.sources[example.source])

    def texts(self, examples: list[Example]) -> list[str]:
        """Return the examples' texts as the encoder reads them."""
        return [normalise(_as_written(e)) for e in examples]

    def tokens(self, texts: list[str]) -> list[list[int]]:
        """Return the token ids of texts, the marks included."""
        return [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]


def _as_written(example: Example) -> str:
    """Return the text, half of the treebank as people write, so that neither is a surprise."""
    if example.source.startswith("movie") and len(example.text) % 2:
        return detokenised(example.text)
    return example.text


def train(
    model: SentimentEncoder,
    batches: Batches,
    soft: SoftLabels | None,
    *,
    seconds: float,
    rate: float,
    out: Path,
) -> dict[str, torch.Tensor]:
    """Train `model` in place for `seconds` and return the moving average of its weights."""

    def losses_of(batch: list[Row]) -> Sequence[torch.Tensor]:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_BFLOAT16):
            given = padded([row.tokens for row in batch], batches.padding)
            sentiments, emotions = model(*given)
        return _losses(model, batch, sentiments.float(), emotions.float(), batches.rarity, soft)

    heads = [model.sentiment, model.emotions]
    return learning.train(
        model, batches, losses_of, heads=heads, seconds=seconds, rate=rate, out=out
    )


def _losses(
    model: SentimentEncoder,
    batch: list[Row],
    sentiments: torch.Tensor,
    emotions: torch.Tensor,
    rare: torch.Tensor,
    soft: SoftLabels | None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the losses of sentiment and of emotions, each summed and divided by the batch."""
    own = sentiments + model.conventions(torch.tensor([row.source for row in batch]))
    without = torch.tensor([not row.example.has_neutral for row in batch])
    own = own.masked_fill(
        without.unsqueeze(1) & (torch.arange(3) == NEUTRAL).unsqueeze(0), float("-inf")
    )
    wanted = torch.tensor([row.example.sentiment for row in batch])
    weights = torch.tensor([row.example.weight for row in batch])
    sentiment_loss = (
        cross_entropy(own, wanted, ignore_index=UNKNOWN, reduction="none") * weights
    ).sum()
    known = torch.tensor([row.example.emotions is not None for row in batch])
    labels = torch.zeros((len(batch), EMOTIONS))
    for place, row in enumerate(batch):
        labels[place, list(row.example.emotions or ())] = 1
    emotion_loss = binary_cross_entropy_with_logits(
        emotions[known], labels[known], pos_weight=rare, reduction="sum"
    )
    if soft is not None:
        places = torch.tensor([soft.places.get(row.text, -1) for row in batch])
        taught = places >= 0
        softer = kl_div(
            log_softmax(sentiments[taught] / _SOFTENED, 1),
            log_softmax(soft.sentiment[places[taught]] / _SOFTENED, 1),
            log_target=True,
            reduction="sum",
        )
        sentiment_loss = (1 - _TAUGHT) * sentiment_loss + _TAUGHT * _SOFTENED**2 * softer
        likely = torch.sigmoid(soft.emotions[places[taught]] + rare.log())
        emotion_loss = (1 - _TAUGHT) * emotion_loss + _TAUGHT * binary_cross_entropy_with_logits(
            emotions[taught], likely, reduction="sum"
        )
    return sentiment_loss / len(batch), 0.3 * emotion_loss / len(batch)


if __name__ == "__main__":
    main()
