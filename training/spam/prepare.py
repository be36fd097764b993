"""From the corpora to one table without duplicates, with the frozen held-back parts marked."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .corpora import Example, mask_archive, read
from .duplicates import distinct, groups
from .fitting import Corpus, counts_of

PARTS = 5
# Never in training or tuning of the shipped weights: part 0 of the SMS, of the SpamAssassin mail
# and of the Reddit sample, and these whole sources.
HELD_BACK_SOURCES = ("Youtube01-Psy", "enron1", "reddit-dev", "tweets-tweeteval")
_PARTED = ("sms", "spamassassin", "reddit-train")
# Ordinary posts are plentiful: so many of each source are enough to learn from.
_MOST = {
    "reddit-train": 10_000,
    "tweets-2013": 5_000,
    "tweets-2014": 1_500,
    "tweets-2015": 2_500,
    "tweets-2016": 4_000,
}


class Prepared(NamedTuple):
    """The distinct examples and, in the same order, what is known of each."""

    examples: list[Example]
    spam: NDArray[np.bool_]
    kind: NDArray[np.str_]
    source: NDArray[np.str_]
    part: NDArray[np.int64]
    group: NDArray[np.int64]


def prepare(data: Path) -> Prepared:
    """Read, thin out and deduplicate the corpora."""
    examples = _thinned(read(data))
    examples = [examples[index] for index in distinct([e.text for e in examples])]
    return Prepared(
        examples,
        np.array([e.spam for e in examples]),
        np.array([e.kind for e in examples]),
        np.array([e.source for e in examples]),
        np.array([_part(e.text) for e in examples], np.int64),
        groups([e.text for e in examples]),
    )


def held_back(
    prepared: Prepared, sources: Sequence[str] = HELD_BACK_SOURCES, part: int = 0
) -> NDArray[np.bool_]:
    """Mark what evaluation may look at: whole sources, and one part of the undivided ones."""
    return np.asarray(
        np.isin(prepared.source, sources)
        | (np.isin(prepared.source, _PARTED) & (prepared.part == part))
    )


def corpus_of(prepared: Prepared, chosen: NDArray[np.bool_]) -> Corpus:
    """Count the chosen texts, the mails without the words that tell their archive."""
    texts = [
        mask_archive(example.text) if example.kind == "mail" else example.text
        for example, wanted in zip(prepared.examples, chosen, strict=True)
        if wanted
    ]
    return Corpus(
        counts_of(texts),
        prepared.spam[chosen],
        prepared.kind[chosen],
        prepared.source[chosen],
        prepared.group[chosen],
    )


def _part(text: str) -> int:
    """Divide by the text itself, so that the division survives a new order of the files."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[0] % PARTS


def _thinned(examples: list[Example]) -> list[Example]:
    generator = random.Random(7)
    by_source: dict[str, list[Example]] = {}
    for example in examples:
        by_source.setdefault(example.source, []).append(example)
    thinned: list[Example] = []
    for source, texts in by_source.items():
        most = _MOST.get(source, len(texts))
        thinned += generator.sample(texts, most) if most < len(texts) else texts
    return thinned
