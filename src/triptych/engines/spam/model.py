"""Score texts: the weights, and the mixture of experts that turns counts into a probability."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
from triptych._once import once
from triptych.engines.spam.clean import clean
from triptych.engines.spam.features import BUCKETS, SCALES, WIDTH, counted, grams, surface, tokenize
from triptych.models.files import CorruptModelError, verified

# What an empty text scores, and how many distinct word n-grams outweigh it.
PRIOR = 0.1
ENOUGH_EVIDENCE = 9
KINDS = ("message", "comment", "mail", "post")
WEIGHTS_FILE = "spam/weights.npz"

Floats = NDArray[np.float64]
GRAM_COLUMNS = 2 * BUCKETS
COLUMNS = GRAM_COLUMNS + WIDTH
# Chosen on inner validation parts: words count a little more than character n-grams.
WORD_LENGTH = 1.5
_PLACES = 1 << 20
# Characters worked on at once: enough to keep numpy busy, few enough to stay in the cache.
_BATCH_CHARACTERS = 60_000


class Weights(NamedTuple):
    """One expert and one gate for each kind of text.

    `table` holds, for each column, the weight of the four experts and then of the four gates.
    Posts had no spam of their own to learn from: their expert is a copy of the comments'.
    """

    known: NDArray[np.bool_]
    table: NDArray[np.int8]
    scale: NDArray[np.float32]
    bias: NDArray[np.float64]


def parse(content: bytes) -> Weights:
    """Return the weights of an .npz file, read without pickle.

    `CorruptModelError` if an array is missing or has another shape than the features need.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            known = np.unpackbits(arrays["known"]).astype(np.bool_)
            table = np.ascontiguousarray(arrays["table"].T)
            scale, bias = arrays["scale"], arrays["bias"]
    except (KeyError, ValueError, OSError) as error:
        raise CorruptModelError(f"The spam weights cannot be read ({error}).") from error
    columns = 2 * len(KINDS)
    if known.shape != (GRAM_COLUMNS,) or table.shape != (COLUMNS, columns):
        raise CorruptModelError("The spam weights were made for another featurisation.")
    return Weights(known, table, scale.astype(np.float32), bias.astype(np.float64))


@once
def load() -> Weights:
    """Return the shipped weights, read and verified once."""
    return parse(verified(WEIGHTS_FILE))


def linear(rows: Rows, weights: Weights) -> Floats:
    """Return the four expert logits and the four gate logits of each row."""
    texts = len(rows.surface)
    columns = weights.table.shape[1]
    total = np.zeros((texts, columns))
    if len(rows.row):
        order = np.argsort(rows.row, kind="stable")
        row = rows.row[order]
        value = rows.value[order, None].astype(np.float64)
        products = weights.table[rows.column[order]] * value
        first = np.flatnonzero(np.diff(row, prepend=-1))
        total[row[first]] = np.add.reduceat(products, first, axis=0)
    total += rows.surface.astype(np.float64) @ weights.table[GRAM_COLUMNS:].astype(np.float64)
    return np.asarray(total * weights.scale + weights.bias, dtype=np.float64)


def mixture(logits: Floats) -> tuple[Floats, Floats]:
    """Return the spam probability, and the probability of each kind, of each row.

    A mixture of experts (Jacobs, Jordan, Nowlan and Hinton, 1991): the experts' opinions are
    averaged, each with the probability that the text is of its kind.
    """
    kinds = len(KINDS)
    gate = logits[:, kinds:]
    gate = np.exp(gate - gate.max(axis=1, keepdims=True))
    gate /= gate.sum(axis=1, keepdims=True)
    expert = 0.5 * (1 + np.tanh(logits[:, :kinds] / 2))
    return (gate * expert).sum(axis=1), gate


def tempered(score: Floats, rows: Rows) -> Floats:
    """Draw the score of a text of one, two or three words towards a low prior.

    A word by itself is not evidence of anything, though it may be the strongest word there is.
    Four words have nine distinct n-grams; from there on the score is the model's own.
    """
    words = rows.row[rows.column < BUCKETS]
    evidence = np.minimum(np.bincount(words, minlength=len(score)) / ENOUGH_EVIDENCE, 1)
    score = np.clip(score, 1e-12, 1 - 1e-12)
    logit, prior = np.log(score / (1 - score)), np.log(PRIOR / (1 - PRIOR))
    return np.asarray(0.5 * (1 + np.tanh((prior + evidence * (logit - prior)) / 2)))


def probabilities(rows: Rows, weights: Weights) -> tuple[Floats, Floats]:
    """Return the spam probability and the probability of each kind of counted rows."""
    score, gate = mixture(linear(weighted(rows, weights.known), weights))
    return tempered(score, rows), gate


class Rows(NamedTuple):
    """Entries of a sparse matrix, ordered by row, and the surface features beside it."""

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    value: NDArray[np.float32]
    surface: NDArray[np.float32]


def counts(texts: Sequence[str]) -> Rows:
    """Return how often each text holds each bucket: words first, then character n-grams."""
    tokens = tokenize([clean(text) for text in texts])
    word_text, word_hash, letter_text, letter_hash = grams(tokens)
    row_w, column_w, count_w = counted(word_text, word_hash)
    row_l, column_l, count_l = counted(letter_text, letter_hash)
    return Rows(
        np.concatenate((row_w, row_l)),
        np.concatenate((column_w, column_l + BUCKETS)),
        np.concatenate((count_w, count_l)).astype(np.float32),
        surface(tokens, len(texts)) * SCALES,
    )


def weighted(rows: Rows, known: NDArray[np.bool_]) -> Rows:
    """Damp the counts and bring each half of a row to a fixed length.

    Only buckets stay that were frequent enough in training (`known`, one for each of the
    `GRAM_COLUMNS`). Words and character n-grams are normalised apart, because there are about four
    times as many of the latter.
    """
    places = np.flatnonzero(known[rows.column])
    row, column = rows.row[places], rows.column[places]
    value = np.log2(1 + rows.value[places])
    letters = column >= BUCKETS
    half = row * 2 + letters
    length = np.sqrt(np.bincount(half, value.astype(np.float64) ** 2, 2 * len(rows.surface)))
    value = value / length[half] * np.where(letters, 1.0, WORD_LENGTH)
    # So many binary places that products with eight-bit weights add up exactly, in any order:
    # the score of a text is then the same, to the last bit, in every batch.
    value = np.round(value * _PLACES) / _PLACES
    return Rows(row, column, value.astype(np.float32), rows.surface)


@dataclass(frozen=True, slots=True)
class SpamScore:
    """How likely a text is to be spam."""

    #: Calibrated probability of spam, 0 to 1.
    score: float
    #: What sort of text it was taken for: ``message`` (SMS, chat), ``comment``, ``mail`` or
    #: ``post`` (an ordinary social-media post). A guess from the words alone.
    kind: str

    @property
    def is_spam(self) -> bool:
        """Whether spam is at least as likely as not."""
        return self.score >= 0.5


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += min(len(text), 5000) + 1
        if size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def score_spam(texts: Sequence[str]) -> list[SpamScore]:
    """Return the spam score of each text, which does not depend on the others, to the last bit.

    A mixture of linear experts over word and character n-grams, one each for short messages, mail,
    and comments and posts, weighted by how much the text reads like that kind. Texts may be in any
    script, empty, and have lone surrogates; of one longer than 5,000 characters the first 4,000 and
    the last 1,000 are read.

    Examples
    --------
    >>> spam, ham = score_spam(
    ...     ["WINNER! Claim your £500 prize now, call 09050001234", "I'll be home by six, love"]
    ... )
    >>> spam.is_spam, ham.is_spam
    (True, False)
    """
    weights = load()
    results: list[SpamScore] = []
    for batch in _batches(texts):
        check_cancelled()
        spam, kinds = probabilities(counts(batch), weights)
        results += [
            SpamScore(float(min(max(score, 0.0), 1.0)), KINDS[kind])
            for score, kind in zip(spam.tolist(), kinds.argmax(axis=1).tolist(), strict=True)
        ]
    return results
