"""Fit how likely a sentence answers a question, for overviews.

Usage::

    PYTHONPATH=src:benchmarks python -m training.overview

Searches the shipped index for the development questions of ``benchmarks/data`` and labels every
sentence that the matcher reads by whether it holds an accepted answer. Fits a logistic regression
of the matcher's log odds and the worth of the sentence's window; prints what it reaches on each
file when fitted on the others, and the numbers that belong into
``triptych.engines.search.overview.extract``. Run after each new matcher.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from overview import holds
from scipy.optimize import minimize

from triptych.engines.index import shipped_index
from triptych.engines.search import search
from triptych.engines.search.overview import Source
from triptych.engines.search.overview.extract import rated

DATA = Path(__file__).resolve().parents[1] / "benchmarks" / "data"
FILES = ("overview_questions", "overview_development", "overview_development_2")
#: Sentences of an overview.
SHOWN = 5
Floats = NDArray[np.float64]
#: Of one question: a row of features for each sentence, and whether each holds an answer; whether
#: there is an answer at all.
Example = tuple[Floats, NDArray[np.bool_], bool]


def examples(name: str) -> list[Example]:
    """Return the questions of a file that find something."""
    rows = []
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        hits = search([shipped_index()], question["question"])
        sources = [
            Source(number, hit.page.url, hit.page.title, hit.page.text, hit.passages)
            for number, hit in enumerate(hits, 1)
        ]
        read = [row for row in rated(question["question"], sources) if row[0].usable]
        if read:
            features = [(log_odds, worth, 1.0) for *_, log_odds, worth in read]
            labels = [holds(sentence.text, question["answers"]) for sentence, *_ in read]
            rows.append((np.array(features), np.array(labels), bool(question["answers"])))
    return rows


def fit(rows: list[Example]) -> Floats:
    """Return the weights of the features."""
    features = np.concatenate([row[0] for row in rows])
    signs = np.where(np.concatenate([row[1] for row in rows]), 1.0, -1.0)

    def loss(weights: Floats) -> float:
        return float(np.logaddexp(0, -signs * (features @ weights)).mean())

    return np.asarray(minimize(loss, np.zeros(features.shape[1])).x)


def main() -> None:
    """Fit and print."""
    by_file = {name: examples(name) for name in FILES}
    best: list[tuple[float, bool]] = []
    empty: list[float] = []
    for name, rows in by_file.items():
        weights = fit([row for other in FILES if other != name for row in by_file[other]])
        first = held = 0
        for features, labels, answerable in rows:
            likely = 1 / (1 + np.exp(-(features @ weights)))
            order = np.argsort(-likely)
            if answerable:
                first += bool(labels[order[0]])
                held += bool(labels[order[:SHOWN]].any())
                best.append((float(likely[order[0]]), bool(labels[order[:SHOWN]].any())))
            else:
                empty.append(float(likely[order[0]]))
        count = sum(answerable for *_, answerable in rows)
        print(f"{name}: first {first}, among {SHOWN} {held} of {count}")
    for allowed in range(5):
        least = sorted(empty)[-1 - allowed]
        held = sum(holds_it for likely, holds_it in best if likely > least)
        print(f"from {least:.3f}: {held} of {len(best)} hold, {allowed} of {len(empty)} not empty")
    weights = fit([row for rows in by_file.values() for row in rows])
    print("matcher, worth, bias:", *(f"{weight:.2f}" for weight in weights))


if __name__ == "__main__":
    main()
