"""Fit the experts and the gates, calibrate them on texts they have not seen, and quantise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from triptych.engines.spam.model import (
    COLUMNS,
    GRAM_COLUMNS,
    KINDS,
    Rows,
    Weights,
    counts,
    weighted,
)

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

SMALLEST_FREQUENCY = 2
# Kinds with labelled spam of their own. Ordinary posts have none: they share the comments' expert.
TAUGHT = ("message", "comment", "mail")


class Corpus(NamedTuple):
    """The training table: counts of all texts, and what is known of each."""

    rows: Rows
    spam: Mask
    kind: NDArray[np.str_]
    source: NDArray[np.str_]
    group: NDArray[np.int64]


class Settings(NamedTuple):
    """What was chosen on inner validation parts."""

    strength: float = 1.0
    gate_strength: float = 2.0
    posts_weight: float = 0.05
    others_share: float = 0.1
    others_most: int = 1000


def counts_of(texts: Sequence[str]) -> Rows:
    """Count a whole corpus, batch by batch."""
    batches = []
    for begin in range(0, len(texts), 300):
        rows = counts(texts[begin : begin + 300])
        batches.append(rows._replace(row=rows.row + begin))
    return Rows(*(np.concatenate(column) for column in zip(*batches, strict=True)))


def select(rows: Rows, chosen: Mask) -> Rows:
    """Return the chosen rows, renumbered."""
    number = np.cumsum(chosen) - 1
    kept = chosen[rows.row]
    return Rows(number[rows.row[kept]], rows.column[kept], rows.value[kept], rows.surface[chosen])


def known_of(rows: Rows) -> Mask:
    """Tell which buckets occur in enough texts to be trusted."""
    return np.asarray(np.bincount(rows.column, minlength=GRAM_COLUMNS) >= SMALLEST_FREQUENCY)


def matrix(rows: Rows, known: Mask) -> Any:
    """Return the weighted rows as a SciPy matrix."""
    rows = weighted(rows, known)
    texts = len(rows.surface)
    grams = sp.csr_matrix((rows.value, (rows.row, rows.column)), shape=(texts, GRAM_COLUMNS))
    return sp.hstack([grams, sp.csr_matrix(rows.surface)], "csr")


def _leaning(x: Any, y: Mask, rare: bool) -> Floats:
    """Return a factor for each column: the root of how much it leans to spam or to ham.

    The log-count ratios of NB-SVM (Wang and Manning, 2012), damped by a square root, and, if
    `rare`, times the inverse document frequency. The factor is folded into the weights
    afterwards, so that run time knows nothing of it.
    """
    held = (x[:, :GRAM_COLUMNS] > 0).astype(np.float64)
    in_spam = np.asarray(held[y].sum(axis=0)).ravel()
    in_ham = np.asarray(held[~y].sum(axis=0)).ravel()
    spam, ham = in_spam + 1, in_ham + 1
    leaning = np.sqrt(np.abs(np.log(spam / spam.sum()) - np.log(ham / ham.sum())))
    factor = np.ones(x.shape[1])
    factor[:GRAM_COLUMNS] = leaning / leaning[leaning > 0].mean()
    if rare:
        inverse = np.log((1 + len(y)) / (1 + in_spam + in_ham)) + 1
        factor[:GRAM_COLUMNS] *= inverse / 5
    return factor


def _expert(
    x: Any, y: Mask, weight: Floats, rare: bool, settings: Settings
) -> tuple[Floats, float]:
    """Fit one linear support vector machine with squared hinge loss."""
    used = weight > 0
    x, y, weight = x[used], y[used], weight[used]
    factor = _leaning(x[weight >= 1], y[weight >= 1], rare)
    model = LinearSVC(C=settings.strength, dual=False, tol=1e-3, random_state=0)
    model.fit(x @ sp.diags(factor), y, sample_weight=weight)
    return model.coef_[0] * factor, float(model.intercept_[0])


def _weights(corpus: Corpus, expert: str, settings: Settings) -> Floats:
    """Weigh the examples: one's own fully, others a little.

    Messages and comments are contrasted with ordinary posts alone: the spam of the other kinds
    made them worse on inner validation parts. Mail is contrasted with a sample of everything.
    """
    own: Mask = np.asarray(corpus.kind == expert)
    weight: Floats = own.astype(np.float64)
    if expert != "mail":
        weight[corpus.kind == "post"] = settings.posts_weight
        return weight
    generator = np.random.default_rng(0)
    others: list[NDArray[np.int64]] = []
    for kind in KINDS:
        for spam in (False, True):
            cell = np.flatnonzero((corpus.kind == kind) & (corpus.spam == spam) & ~own)
            others.append(generator.permutation(cell)[: settings.others_most])
    other = np.concatenate(others)
    weight[other] = min(settings.others_share * own.sum() / max(len(other), 1), 0.3)
    return weight


def _folds(corpus: Corpus, own: Mask, expert: str) -> NDArray[np.int64]:
    """Give each text a fold: whole videos and mailboxes where there are any, else random parts.

    Near-duplicates share a fold, lest the calibration believe what was learnt by heart.
    """
    fold = corpus.group % 5
    if expert in ("comment", "mail"):
        sources = sorted(set(corpus.source[own]) - {"spamassassin"})
        for number, source in enumerate(sources):
            fold[corpus.source == source] = number
        fold %= max(min(len(sources), 3), 1)
    return fold


def _platt(logits: Floats, spam: Mask) -> tuple[float, float]:
    """Return slope and offset that make the logits probabilities (Platt, 1999)."""
    model = LogisticRegression(C=1e4).fit(logits[:, None], spam)
    return float(model.coef_[0, 0]), float(model.intercept_[0])


def fit(corpus: Corpus, settings: Settings = Settings(), log: Any = None) -> Weights:  # noqa: B008
    """Fit everything on the given corpus."""
    known = known_of(corpus.rows)
    x = matrix(corpus.rows, known)
    table = np.zeros((2 * len(KINDS), COLUMNS))
    bias = np.zeros(2 * len(KINDS))
    for expert in TAUGHT:
        own = np.asarray(corpus.kind == expert)
        use = _weights(corpus, expert, settings)
        fold = _folds(corpus, own, expert)
        rare = expert != "mail"
        unseen = np.zeros(len(own))
        for value in np.unique(fold[own]):
            outer = own & (fold == value)
            weight, offset = _expert(x, corpus.spam, np.where(outer, 0, use), rare, settings)
            unseen[outer] = x[outer] @ weight + offset
        slope, shift = _platt(unseen[own], corpus.spam[own])
        weight, offset = _expert(x, corpus.spam, use, rare, settings)
        number = KINDS.index(expert)
        table[number], bias[number] = weight * slope, offset * slope + shift
        if log:
            log(f"expert {expert}: {own.sum()} texts, slope {slope:.2f}, shift {shift:.2f}")
    comment, post = KINDS.index("comment"), KINDS.index("post")
    table[post], bias[post] = table[comment], bias[comment]
    sample = _balanced_sample(corpus.kind, 4000)
    gates = LogisticRegression(
        C=settings.gate_strength, max_iter=150, tol=1e-3, class_weight="balanced"
    ).fit(x[sample], corpus.kind[sample])
    for number, kind in enumerate(KINDS):
        at = list(gates.classes_).index(kind)
        table[len(KINDS) + number] = gates.coef_[at]
        bias[len(KINDS) + number] = gates.intercept_[at]
    quantised, scale = quantise(table)
    return Weights(known, np.ascontiguousarray(quantised.T), scale, bias)


def quantise(table: Floats) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Round each row of weights to eight bits with a scale of its own."""
    scale = np.abs(table).max(axis=1) / 127
    rounded = np.round(table / scale[:, None]).astype(np.int8)
    return rounded, scale.astype(np.float32)


def _balanced_sample(kind: NDArray[np.str_], most: int) -> NDArray[np.int64]:
    generator = np.random.default_rng(0)
    chosen = []
    for name in KINDS:
        at = np.flatnonzero(kind == name)
        chosen.append(generator.permutation(at)[:most])
    return np.sort(np.concatenate(chosen))
