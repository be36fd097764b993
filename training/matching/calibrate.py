"""Fit likelihoods and thresholds on development questions and claims, with the matcher that ships.

``PYTHONPATH=src python -m training.matching.calibrate`` writes
``src/triptych/models/matching/calibration.json`` and pins its digest. Run after the export.
"""

from __future__ import annotations

import json
import random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from training.pin import ship

from triptych.engines.matching import model as engine
from triptych.engines.matching.answering import Passage, answers
from triptych.engines.matching.entailment import verdicts
from triptych.engines.matching.model import Calibration

from . import claims as claim_sets
from .altered import altered
from .answers import neighbours, own, sentences_with
from .examples import SUPPORTED, Sentence

Floats = NDArray[np.float64]
#: The least mean overlap, as F1 of characters, of answers that are marked with the true ones.
_SPAN_OVERLAP = 0.8
#: Pages whose altered sentences the threshold of claims is fitted with, too.
_ALTERED_PAGES = 150
#: Sentences of a question without an answer: about as many as a page has.
_MOST_WITHOUT = 12
_UNFITTED = Calibration(1.0, 0.0, 0.5, 0.5, 1.0, 0.5)


def main() -> None:
    """Fit, write, pin."""
    # The raw logits first.
    _ship(_UNFITTED)
    questions = own("dev")
    generator = random.Random(5)
    sentences = [
        sentence
        for question in questions
        for sentence in sentences_with(question, generator, _MOST_WITHOUT)
    ]
    logits, labels, overlaps = _read([*sentences, *neighbours(questions)])
    slope, bias = fit_line(logits, labels)
    likelihoods = 1 / (1 + np.exp(-(slope * logits + bias)))
    own_claims = claim_sets.own("dev")
    claims = own_claims + altered("dev", n_pages=_ALTERED_PAGES)
    relations = np.array([claim.label for claim in claims])
    found = verdicts([(claim.claim, claim.evidence) for claim in claims])
    claim_logits = np.log(np.maximum(np.array(found), 1e-9))
    # Of an altered sentence it is not always known whether it contradicts or is left open.
    temperature = _temperature(claim_logits[: len(own_claims)], relations[: len(own_claims)])
    supported = _softmax(claim_logits / temperature)[:, SUPPORTED]
    fitted = Calibration(
        round(slope, 3),
        round(bias, 3),
        round(_best_f1(likelihoods, labels), 3),
        round(_span_from(overlaps), 3),
        round(temperature, 3),
        round(_best_balanced(supported, relations == SUPPORTED), 3),
    )
    _ship(fitted)
    print(f"{len(questions)} questions, {len(labels)} sentences, {len(claims)} claims: {fitted}")


def _ship(fitted: Calibration) -> None:
    content = (json.dumps(fitted._asdict(), indent=1) + "\n").encode()
    ship(engine.CALIBRATION_FILE, content)
    engine.calibration.cache_clear()


def _read(
    sentences: list[Sentence],
) -> tuple[Floats, NDArray[np.bool_], list[tuple[float, float]]]:
    """Return logits and labels of all sentences, and of spans the likelihood and the overlap."""
    logits: list[float] = []
    overlaps: list[tuple[float, float]] = []
    by_question: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        by_question.setdefault(sentence.question, []).append(sentence)
    ordered = [sentence for group in by_question.values() for sentence in group]
    for question, group in by_question.items():
        found = answers(question, [Passage(one.title, [one.text]) for one in group])
        for sentence, (answer,) in zip(group, found, strict=True):
            logits.append(answer.log_odds)
            if sentence.span is not None:
                (start, end), (first, last) = sentence.span, answer.span
                common = max(0, min(end, last) - max(start, first))
                overlaps.append((answer.span_likelihood, 2 * common / (end - start + last - first)))
    return np.array(logits), np.array([one.label for one in ordered]), overlaps


def fit_line(logits: Floats, labels: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the slope and the bias that make likelihoods of logits (Platt's scaling)."""
    signs = np.where(labels, 1.0, -1.0)

    def loss(line: Floats) -> float:
        return float(np.logaddexp(0, -signs * (line[0] * logits + line[1])).mean())

    slope, bias = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return float(slope), float(bias)


def _temperature(logits: Floats, labels: NDArray[np.int64]) -> float:
    def loss(temperature: Floats) -> float:
        likely = np.log(_softmax(logits / temperature[0]))
        return float(-likely[np.arange(len(labels)), labels].mean())

    return float(minimize(loss, np.array([1.0]), method="Nelder-Mead").x[0])


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _best_f1(likelihoods: Floats, labels: NDArray[np.bool_]) -> float:
    """Return the threshold with the best F1 of sentences."""
    order = np.argsort(-likelihoods)
    right = np.cumsum(labels[order])
    f1 = 2 * right / (np.arange(len(labels)) + 1 + labels.sum())
    return float(likelihoods[order][f1.argmax()])


def _best_balanced(likelihoods: Floats, labels: NDArray[np.bool_]) -> float:
    """Return the threshold with the best mean of the share kept and the share dropped."""
    return max(
        map(float, likelihoods),
        key=lambda t: (likelihoods[labels] >= t).mean() + (likelihoods[~labels] < t).mean(),
    )


def _span_from(overlaps: list[tuple[float, float]]) -> float:
    """Return the least likelihood from which on the mean overlap is what is wanted."""
    by_likelihood = sorted(overlaps, reverse=True)
    means = np.cumsum([overlap for _, overlap in by_likelihood]) / (
        np.arange(len(by_likelihood)) + 1
    )
    good = np.flatnonzero(means >= _SPAN_OVERLAP)
    return by_likelihood[int(good[-1])][0] if len(good) else 1.0


if __name__ == "__main__":
    main()
