"""Train the matcher.

``PYTHONPATH=src python -m training.matching.train --data DIR --base DIR --out matcher.pt``

Needs torch and transformers, which the product does not.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, pad
from training.learning import HAS_BFLOAT16, batches_of, padded, train

from triptych.engines.matching.inputs import LONGEST_SENTENCE, input_of, pieces

from .answers import OWN, corpus, neighbours, own, training_sentences
from .claims import training_claims
from .examples import NOT_SUPPORTED, Claim, Sentence
from .model import Matcher

#: How often a pass draws the sentences and claims of a source; what is not named here, once.
SHARES = {
    "own": 1.5,
    "own claims": 3.0,
    "altered": 0.7,
    "belonging": 3.0,
    "wikiqa": 1.5,
    "squad": 0.6,
    "multirc": 0.3,
    "covidqa": 0.4,
    "policyqa": 0.3,
    "lingnli": 0.3,
    "mnli_sample": 0.6,
    "fever": 0.5,
    "climate_fever": 0.3,
    "healthver": 0.3,
}
#: What the losses of spans and of claims weigh beside that of answers.
_SPANS, _CLAIMS = 0.15, 1.0


class Row(NamedTuple):
    """A sentence or claim as the matcher reads it."""

    example: Sentence | Claim
    tokens: list[int]
    #: Where the sentence begins in `tokens`.
    start: int
    #: The first and the last piece of the answer within the sentence, where they are known.
    span: tuple[int, int] | None


def main() -> None:
    """Read the corpora, train until the time is up, write the averaged weights."""
    parser = argparse.ArgumentParser(description="Train the matcher.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--base", type=Path, required=True, help="folder of the weights")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--begin", type=Path, help="weights to go on from")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=1.0e-4, help="of learning, at its peak")
    arguments = parser.parse_args()
    torch.set_num_threads(2)
    torch.set_flush_denormal(True)
    torch.manual_seed(0)
    examples = examples_of(arguments.data)
    sources = sources_of(examples)
    print(f"{len(examples)} examples of {len(sources)} sources", flush=True)
    model = Matcher(arguments.base, len(sources))
    if arguments.begin:
        known = torch.load(arguments.begin, weights_only=True)
        # The corpora may be others.
        del known["conventions.weight"]
        model.load_state_dict(known, strict=False)
    averaged = train(
        model,
        batches(examples),
        partial(losses_of, model, sources),
        heads=[model.heads],
        seconds=60 * arguments.minutes,
        rate=arguments.rate,
        out=arguments.out,
    )
    torch.save(averaged, arguments.out)


def examples_of(data: Path) -> list[Sentence | Claim]:
    """Return everything there is to learn from."""
    asked = [*own("train"), *corpus(data, "qed", "train"), *corpus(data, "squad", "train")[:1500]]
    return [
        *training_sentences(data),
        *neighbours(asked),
        *training_claims(data),
    ]


def sources_of(examples: Sequence[Sentence | Claim]) -> dict[str, int]:
    """Return the place of each source of sentences, our own first."""
    names = {example.source for example in examples if isinstance(example, Sentence)}
    return {name: place for place, name in enumerate([OWN, *sorted(names - {OWN})])}


def batches(examples: Sequence[Sentence | Claim]) -> Iterator[list[Row]]:
    """Yield batches without end, of inputs about equally long and of about as many pieces."""
    generator = random.Random(0)
    while True:
        drawn = [
            example
            for example in examples
            for _ in range(_times(SHARES.get(example.source, 1.0), generator))
        ]
        generator.shuffle(drawn)
        for start in range(0, len(drawn), 4_000):
            yield from batches_of(map(row_of, drawn[start : start + 4_000]), generator)


def _times(share: float, generator: random.Random) -> int:
    return int(share) + (generator.random() < share % 1)


def row_of(example: Sentence | Claim) -> Row:
    """Return an example as the matcher reads it."""
    if isinstance(example, Claim):
        claim, title, evidence = pieces([example.claim, "", example.evidence])
        return Row(example, input_of(claim, title, evidence), 0, None)
    question, title, sentence = pieces([example.question, example.title, example.text])
    ids = input_of(question, title, sentence)
    start = len(ids) - 1 - len(sentence.ids)
    if example.span is None:
        return Row(example, ids, start, None)
    first, last = example.span
    inside = [
        place for place, (begin, end) in enumerate(sentence.places) if begin < last and end > first
    ]
    # The sentence may have been cut before the answer.
    return Row(example, ids, start, (inside[0], inside[-1]) if inside else None)


def losses_of(model: Matcher, sources: dict[str, int], batch: list[Row]) -> list[torch.Tensor]:
    """Return the losses of answers, of spans and of claims, each a sum divided by the batch."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HAS_BFLOAT16):
        logits = model(*padded([row.tokens for row in batch])).float()
    answers, labels = [], []
    begins, ends, where = [], [], []
    claims, relations = [], []
    for row, heads in zip(batch, logits, strict=True):
        length = len(row.tokens)
        if isinstance(row.example, Claim):
            claims.append(heads[:length, 3:].mean(0))
            relations.append(row.example.label)
            continue
        convention = model.conventions.weight[sources[row.example.source], 0]
        answers.append(heads[:length, 0].mean() + convention)
        labels.append(float(row.example.label))
        if row.span is not None:
            empty = (0, LONGEST_SENTENCE - (length - 1 - row.start))
            begins.append(pad(heads[row.start : length - 1, 1], empty, value=-1e4))
            ends.append(pad(heads[row.start : length - 1, 2], empty, value=-1e4))
            where.append(row.span)
    answer_loss = span_loss = claim_loss = logits.sum() * 0
    if answers:
        answer_loss = binary_cross_entropy_with_logits(
            torch.stack(answers), torch.tensor(labels), reduction="sum"
        )
    if where:
        first, last = torch.tensor(where).T
        span_loss = cross_entropy(torch.stack(begins), first, reduction="sum") + cross_entropy(
            torch.stack(ends), last, reduction="sum"
        )
    if claims:
        claim_loss = _claim_loss(torch.stack(claims), torch.tensor(relations))
    return [
        answer_loss / len(batch),
        _SPANS * span_loss / len(batch),
        _CLAIMS * claim_loss / len(batch),
    ]


def _claim_loss(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Return the summed loss; where a corpus only says "not supported", both kinds are right."""
    likely = torch.log_softmax(logits, 1)
    either = torch.logsumexp(likely[:, 1:], 1)
    exact = likely.gather(1, labels.clamp(max=NOT_SUPPORTED - 1).unsqueeze(1)).squeeze(1)
    return -torch.where(labels == NOT_SUPPORTED, either, exact).sum()


if __name__ == "__main__":
    main()
