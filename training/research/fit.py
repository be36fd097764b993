"""Fit what tells whether a sentence belongs to a question.

Usage::

    PYTHONPATH=src python -m training.research.fit [--penalty 80] [--dry]

Reads the development questions of ``benchmarks/data``, and ``questions.json`` and
``labels.json.gz`` beside this file: for each question and page the digests of sentences that belong
to it (1; 2 if they hold a whole expected fact) and that do not (0), as a reader judged them;
doubtful ones are left out. Searches the shipped index for every part of the plan, fits two logistic
regressions with an L2 penalty, prints what they reach on questions left out, and writes the weights
of all questions.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from training.pin import ship

from triptych.engines.index import shipped_index
from triptych.engines.research import Page, Research
from triptych.engines.research.features import NAMES
from triptych.engines.research.relevance import candidates
from triptych.engines.search import search
from triptych.models.regressions import RELEVANCE_FILE

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ROOT / "benchmarks" / "data" / "research_questions_development.json"
#: Written for training alone, without expected facts.
MORE_QUESTIONS = Path(__file__).parent / "questions.json"
LABELS = Path(__file__).parent / "labels.json.gz"
PAGES = 10
#: What a sentence with an expected fact weighs beside one that only belongs.
FACT = 3.0
#: Least share of sentences that have something of which a weight is learned.
RARE = 0.02
Floats = NDArray[np.float64]


class Example(NamedTuple):
    """The sentences of one question: features, labels, weights, and which are of long pages."""

    features: Floats
    labels: Floats
    weights: Floats
    long: NDArray[np.bool_]


def digest(sentence: str) -> str:
    """Return what a sentence is known by in the labels."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:10]


def pages_for(query: str) -> list[Page]:
    """Return the pages of the shipped index for a query, best first."""
    hits = search([shipped_index()], query, limit=PAGES)
    return [Page(hit.page.url, hit.page.title, hit.page.text, hit.passages) for hit in hits]


def read(question: str, labels: dict[str, dict[str, int]]) -> Example | None:
    """Return what a research of a question reads, as far as it is labelled."""
    research = Research(question)
    # Not what the weights themselves lead to: the fit would depend on those it replaces.
    for one in research.plan.all:
        research.add(one, pages_for(one.query))
    found = candidates(research.plan, research.passages)
    if found is None:
        return None
    told = [
        labels.get(passage.url, {}).get(digest(passage.statements[place].text), -1)
        for passage, place in found.shown
    ]
    known = np.array(told) >= 0
    long = np.array([found.about.is_long(passage) for passage, _ in found.shown])
    judged = np.array(told)[known]
    weights = np.where(judged == 2, FACT, 1.0)
    return Example(found.features[known], np.minimum(judged, 1.0), weights, long[known])


def fit(features: Floats, labels: Floats, weights: Floats, penalty: float) -> tuple[float, Floats]:
    """Return bias and weights of a logistic regression, by Newton's method."""
    mean = np.average(features, axis=0, weights=weights)
    spread = np.sqrt(np.average((features - mean) ** 2, axis=0, weights=weights))
    # What hardly any sentence has says nothing: its weight would be an accident.
    rare = (features != np.median(features, axis=0)).mean(axis=0) < RARE
    spread[rare] = np.inf
    rows = np.c_[np.ones(len(features)), (features - mean) / spread]
    ridge = np.diag([1e-6] + [penalty] * features.shape[1])
    found = np.zeros(rows.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weights * (likely - labels)) + ridge @ found
        bend = (rows * (weights * likely * (1 - likely))[:, None]).T @ rows + ridge
        step = np.linalg.solve(bend, slope)
        found -= step
        if np.abs(step).max() < 1e-8:
            break
    scaled = found[1:] / spread
    return float(found[0] - scaled @ mean), scaled


def stack(examples: list[Example], long: bool) -> tuple[Floats, Floats, Floats, Floats]:
    """Return features, labels, weights and questions of sentences of long or of short pages."""
    parts = [
        (one.features[mask], one.labels[mask], one.weights[mask], at)
        for at, one in enumerate(examples)
        if (mask := one.long == long).any()
    ]
    return (
        np.concatenate([features for features, *_ in parts]),
        np.concatenate([labels for _, labels, *_ in parts]),
        # A question with many sentences counts more than one with few, but not as much more.
        np.concatenate([weights * 8 / np.sqrt(len(weights)) for _, _, weights, _ in parts]),
        np.concatenate([np.full(len(labels), at) for _, labels, _, at in parts]),
    )


def held_out(data: tuple[Floats, Floats, Floats, Floats], penalty: float) -> Floats:
    """Return likelihoods of sentences by weights of the other questions."""
    features, labels, weights, questions = data
    found = np.zeros(len(labels))
    for question in np.unique(questions):
        rest = questions != question
        bias, learned = fit(features[rest], labels[rest], weights[rest], penalty)
        found[~rest] = 1 / (1 + np.exp(-(features[~rest] @ learned + bias)))
    return found


def average_precision(labels: Floats, scores: Floats) -> float:
    """Return the mean of the precisions at each sentence that belongs."""
    ordered = labels[np.argsort(-scores, kind="stable")]
    precisions = np.cumsum(ordered) / np.arange(1, len(ordered) + 1)
    return float(precisions[ordered == 1].mean())


def main() -> None:
    """Fit, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--penalty", type=float, default=80.0)
    parser.add_argument("--dry", action="store_true", help="measure only")
    arguments = parser.parse_args()
    questions: list[str] = [
        *(row["question"] for row in json.loads(QUESTIONS.read_text(encoding="utf-8"))),
        *json.loads(MORE_QUESTIONS.read_text(encoding="utf-8")),
    ]
    labels = json.loads(gzip.decompress(LABELS.read_bytes()))
    examples = [
        found
        for question in questions
        if (found := read(question, labels.get(question, {}))) is not None
    ]
    made = {}
    for name, long in (("short", False), ("long", True)):
        data = stack(examples, long)
        likely, near = held_out(data, arguments.penalty), data[0][:, NAMES.index("near")]
        belong = data[1]
        print(f"{name}: {len(belong)} sentences, {belong.mean():.3f} belong; average precision "
              f"{average_precision(belong, likely):.3f}, of the cosine alone "
              f"{average_precision(belong, near):.3f}")  # fmt: skip
        for least in (0.3, 0.4, 0.5, 0.6, 0.7):
            shown = likely >= least
            print(f"  from {least}: precision {belong[shown].mean():.3f}, "
                  f"recall {belong[shown].sum() / belong.sum():.3f}")  # fmt: skip
        bias, weights = fit(*data[:3], arguments.penalty)
        spread = data[0].std(axis=0)
        for at in np.argsort(-np.abs(weights * spread)):
            print(f"    {NAMES[at]:24s} {weights[at]:7.2f} {weights[at] * spread[at]:6.2f}")
        made[name] = {
            "bias": round(bias, 4),
            "weights": {one: round(float(w), 4) for one, w in zip(NAMES, weights, strict=True)},
        }
    if not arguments.dry:
        content = (json.dumps(made, indent=1) + "\n").encode()
        ship(RELEVANCE_FILE, content)


if __name__ == "__main__":
    main()
