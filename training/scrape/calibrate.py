"""Fit how likely a candidate, a set and an answer are right (Platt, 1999).

And which run of a text's word pieces is its one value (a conditional logit, McFadden 1974).

To be run twice: the second time, answers have the likelihoods that the first run fitted.

``PYTHONPATH=src python -m training.scrape.calibrate --data FOLDER`` reads the pages to choose with,
the candidates of the shortlist that the engine would read, and writes
``src/triptych/models/scrape/calibration.json``. Runs are of written pages to learn from: others
have too few texts with more than a value.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax
from training.pin import ship
from training.scrape.examples import LabelledPage, Question, everyday, same, targets
from training.scrape.pages import WRITTEN, pages_of, some_of_each

from scrape import count, f1
from triptych.engines.scrape.answers.find import (
    SURE,
    answer_of,
    read_likeliest,
    set_around,
    set_inputs,
)
from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.matcher.model import (
    CALIBRATION_FILE,
    bounded_log_odds,
    calibration,
)
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.spans import is_whole, runs, texts_of

_MOST_OF_A_PAGE = 6
#: Of each source; more give the same lines.
_PAGES = 15
#: Of the squares of weights.
_PENALTY = 3e-3


class Rows(NamedTuple):
    """What is fitted: candidates with a logit, and answers with two log odds."""

    #: Logit, score below the best one of the shortlist, and whether it is right.
    candidates: list[tuple[float, float, bool]]
    #: The likelihood of an answer's best candidate, the score of that in the shortlist, and F1.
    answers: list[tuple[float, float, float]]
    #: What a set is chosen by, and by how much its F1 is above its best candidate's.
    sets: list[tuple[float, ...]]


def rows_of(page: LabelledPage) -> Rows:
    """Return the candidates and the answers of a page."""
    rows = Rows([], [], [])
    index = Index(PageFeatures(parse(page.html)))
    values = [candidate.value for candidate in index.page.candidates]
    known = calibration()

    def logit(place: int) -> float:
        odds = (
            bounded_log_odds(readings.likelihood(place))
            - known.offset
            - known.listed * float(readings.behind[place])
        )
        return (odds / known.read - known.bias) / known.slope

    for question, found in targets(page.questions[:_MOST_OF_A_PAGE], values):
        readings = Readings(index, question.prompts[0])
        read_likeliest(readings, enough=SURE)
        ranked = readings.ranked()
        if not ranked:
            continue
        rows.candidates.extend(
            (logit(place), float(readings.behind[place]), place in found.right)
            for place in ranked
            if place not in found.around
        )
        places = set_around(readings, ranked[0])
        field, _ = answer_of(readings, places, 1.0)
        score = f1(count(question, list(field.values))) if question.values else 0.0
        if question.values:
            rows.sets.extend(sets_of(readings, ranked[0], question))
        best = ranked[0]
        rows.answers.append((readings.likelihood(best), float(readings.scores[best]), score))
    return rows


def sets_of(readings: Readings, best: int, question: Question) -> Iterator[tuple[float, ...]]:
    """Yield what each set around a candidate is chosen by, and what is won by it."""

    def score(places: list[int]) -> float:
        field, _ = answer_of(readings, places, 1.0)
        return f1(count(question, list(field.values)))

    alone = score([best])
    for members in readings.index.sets.around(best):
        yield *set_inputs(readings, best, members), score(members) - alone


class Runs(NamedTuple):
    """The runs of word pieces of a text: what is known of them, and which are the value."""

    features: NDArray[np.float64]
    right: NDArray[np.bool_]


def runs_of(page: LabelledPage) -> list[Runs]:
    """Return the runs of the texts in which the engine would look for one value."""
    texts = []
    index = Index(PageFeatures(parse(page.html)))
    values = [candidate.value for candidate in index.page.candidates]
    for question, found in targets(page.questions, values):
        if question.many:
            continue
        readings = Readings(index, question.prompts[0])
        holders = found.right.keys() | found.around.keys()
        read_likeliest(readings, enough=SURE)
        place = next((one for one in readings.ranked() if one in holders), None)
        if place is None or index.page.candidates[place].attribute:
            continue
        pieces = readings.of[place].pieces
        if is_whole(pieces):
            continue
        spans, features = runs(pieces, readings.prompt)
        right = [
            any(same(text, value) for value in question.values)
            for text in texts_of(pieces.text, spans)
        ]
        if any(right) and not all(right):
            texts.append(Runs(features, np.asarray(right)))
    return texts


def fit_choice(texts: Sequence[Runs]) -> list[float]:
    """Return the weights of a conditional logit by maximum likelihood, with a small penalty."""
    scale = np.concatenate([one.features for one in texts]).std(axis=0) + 1e-6

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total, slope = 0.0, np.zeros_like(weights)
        for features, right in texts:
            inputs = features / scale
            odds = inputs @ weights
            every, own = softmax(odds), softmax(np.where(right, odds, -np.inf))
            total += logsumexp(odds) - logsumexp(odds[right])
            slope += inputs.T @ (every - own)
        return (
            total / len(texts) + _PENALTY * float(weights @ weights),
            slope / len(texts) + 2 * _PENALTY * weights,
        )

    found = minimize(loss, np.zeros(scale.size), jac=True, method="L-BFGS-B").x
    return [float(one) for one in found / scale]


def fit(
    inputs: NDArray[np.float64],
    right: NDArray[np.float64],
    weight: NDArray[np.float64] | float = 1.0,
) -> list[float]:
    """Return the weights of a logistic regression by maximum likelihood, the constant last."""
    rows = np.column_stack([inputs, np.ones(len(inputs))])

    def loss(weights: NDArray[np.float64]) -> float:
        odds = rows @ weights
        return float((weight * (np.logaddexp(0, odds) - right * odds)).mean())

    found = minimize(loss, np.zeros(rows.shape[1]), method="L-BFGS-B").x
    return [float(one) for one in found]


def main() -> None:
    """Read, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder web of the data")
    arguments = parser.parse_args()
    pages = some_of_each(pages_of("choose", arguments.data, 1), _PAGES)
    with Pool(2) as pool:
        rows = Rows(*(list(chain(*part)) for part in zip(*pool.imap(rows_of, pages), strict=True)))
        texts = list(chain(*pool.imap(runs_of, everyday(WRITTEN, "learn"))))
    candidates, answers = np.asarray(rows.candidates), np.asarray(rows.answers)
    slope, bias = fit(candidates[:, :1], candidates[:, 2])
    own_odds = slope * candidates[:, 0] + bias
    read, listed, offset = fit(np.column_stack([own_odds, candidates[:, 1]]), candidates[:, 2])
    odds = np.vectorize(bounded_log_odds)(answers[:, 0])
    own, listed_score, constant = fit(np.column_stack([odds, answers[:, 1]]), answers[:, 2])
    sets = np.asarray(rows.sets, np.float64)
    won: NDArray[np.float64] = sets[:, -1]
    several, beside, size, alone = fit(sets[:, :-1], np.where(won > 0, 1.0, 0.0), np.abs(won))
    fitted = {"slope": slope, "bias": bias, "read": read, "listed": listed, "offset": offset,
              "own": own, "score": listed_score, "constant": constant,
              "several": several, "beside": beside, "size": size, "alone": alone}  # fmt: skip
    print(
        f"{len(pages)} pages, {len(candidates)} candidates, {len(answers)} answers, "
        f"{len(sets)} sets, {len(texts)} texts: {fitted}"
    )
    rounded: dict[str, object] = {name: round(value, 4) for name, value in fitted.items()}
    rounded["span"] = [round(weight, 4) for weight in fit_choice(texts)]
    ship(CALIBRATION_FILE, (json.dumps(rounded, indent=1) + "\n").encode())


if __name__ == "__main__":
    main()
