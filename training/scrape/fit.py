"""Fit the weights that rank a page's texts for a prompt, and those of the confidence.

``PYTHONPATH=src python -m training.scrape.fit --pages A.jsonl.gz B.jsonl.gz`` prints what each site
held out in turn gives, then each vertical, then writes ``src/triptych/models/scrape/ranker.json``.

A line of a file is a page as ``benchmarks/scrape.py`` describes it. Lists are left out: they are
found by their form. A conditional logit (McFadden 1974) is fitted by L-BFGS with an L2 penalty;
each field of a site counts as much as any other. The confidence is a logistic regression of "the
first is right" on its score, its lead over the best other value, and what speaks for it alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

_ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT), str(_ROOT / "benchmarks")]

from training.pin import MODELS, pin  # noqa: E402

from scrape import LISTS, pages, right  # noqa: E402
from triptych.engines.scrape.document import parse  # noqa: E402
from triptych.engines.scrape.features import NAMES, PageFeatures  # noqa: E402
from triptych.engines.scrape.meaning import likeness  # noqa: E402
from triptych.engines.scrape.prompts import understand  # noqa: E402
from triptych.engines.scrape.score import LEAST_CONFIDENCE, evidence, rival_scores  # noqa: E402
from triptych.models.scrape import RANKER_FILE  # noqa: E402

_PENALTY = 0.01
_CERTAINTY_PENALTY = 0.002
_MOST_WRONG = 250
_STEPS = 80
# Pages whose site has only one make up one group: they are told apart in five parts.
_PARTS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """One prompt on one page: the candidates' features, which are right, and their values."""

    site: str
    vertical: str
    field: str
    features: NDArray[np.float32]
    right: NDArray[np.bool_]
    values: tuple[str, ...]
    has_truth: bool


def read(files: Sequence[Path]) -> list[Asked]:
    """Return all single fields of all pages."""
    found = []
    for file in files:
        for page in pages(file):
            known = PageFeatures(parse(page["html"]))
            values = [candidate.value for candidate in known.candidates]
            for field, gold in page["gold"].items():
                if field in LISTS:
                    continue
                prompt = understand(gold["prompt"])
                truth = [right(field, value, gold["values"]) for value in values]
                found.append(
                    Asked(
                        page["site"],
                        page["vertical"],
                        field,
                        known.of(prompt, likeness(prompt, known)),
                        np.asarray(truth, bool),
                        tuple(known.folded),
                        bool(gold["values"]),
                    )
                )
    return found


def fit(asked: Sequence[Asked]) -> NDArray[np.float64]:
    """Return a weight for each of `NAMES`."""
    useful = [one for one in asked if one.right.any()]
    alike = Counter(_kind(one) for one in useful)
    weight = np.asarray([_share(one) / alike[_kind(one)] ** 0.9 for one in useful])
    weight /= weight.sum()
    blocks, truths, starts = [], [], [0]
    for one in useful:
        good, bad = np.flatnonzero(one.right), np.flatnonzero(~one.right)
        if bad.size > _MOST_WRONG:
            bad = bad[np.argsort(-_hard(one.features[bad]), kind="stable")[:_MOST_WRONG]]
        blocks.append(one.features[np.r_[good, bad]])
        truths.append(np.r_[np.ones(good.size, bool), np.zeros(bad.size, bool)])
        starts.append(starts[-1] + good.size + bad.size)
    features, truth = np.concatenate(blocks), np.concatenate(truths)
    begin = np.asarray(starts[:-1])
    group = np.repeat(np.arange(len(useful)), np.diff(starts))

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = features @ weights
        odds = np.exp(scores - np.maximum.reduceat(scores, begin)[group])
        everything = np.add.reduceat(odds, begin)
        correct = np.add.reduceat(odds * truth, begin)
        pull = odds / everything[group] - odds * truth / correct[group]
        value = -(weight * np.log(correct / everything)).sum() + _PENALTY * (weights @ weights)
        return value, (weight[group] * pull) @ features + 2 * _PENALTY * weights

    found = minimize(
        loss, np.zeros(len(NAMES)), jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}
    )
    return np.asarray(found.x)


def _kind(one: Asked) -> tuple[str, str]:
    return (one.vertical if one.vertical.startswith("recipe") else one.site, one.field)


def _share(one: Asked) -> float:
    # Sixty sites with a page each know more than one site with ten.
    return 4.0 if one.vertical.startswith("recipe") else 1.0


def _hard(features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a rough score, to learn from the wrong candidates that look right."""
    rough = {"label": 2.0, "name": 1.5, "name_around": 1.0, "kind": 0.8, "title_in_title": 1.5}
    return features @ np.asarray([rough.get(name, 0.0) for name in NAMES], np.float32)


def terms(one: Asked, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], bool]:
    """Return what the confidence is made of, and whether the first is right."""
    scores = (one.features @ weights).astype(np.float32)
    order = np.argsort(-scores, kind="stable")[:10]
    best = float(scores[order[0]])
    lead = best - rival_scores(scores, [one.values[place] for place in order])[0]
    alone = evidence(one.features[order[:1]])[0]
    return np.r_[1, best, np.clip(lead, -5, 5), alone], bool(one.right[order[0]])


def certainty(
    rows: Sequence[tuple[NDArray[np.float64], bool]],
) -> NDArray[np.float64]:
    """Return the weights of the confidence."""
    x, y = np.asarray([row for row, _ in rows]), np.asarray([hit for _, hit in rows])

    def loss(weights: NDArray[np.float64]) -> float:
        wrong = np.logaddexp(0, -(x @ weights) * (2 * y - 1)).mean()
        return float(wrong + _CERTAINTY_PENALTY * (weights[1:] @ weights[1:]))

    return np.asarray(minimize(loss, np.zeros(x.shape[1]), method="L-BFGS-B").x)


def in_turn(
    asked: Sequence[Asked], group_of: Callable[[Asked], str]
) -> list[tuple[NDArray[np.float64], bool]]:
    """Print figures with each group held out in turn; return what its confidence is learned of."""
    rows: list[tuple[NDArray[np.float64], bool]] = []
    kept: list[Asked] = []
    for group in sorted({group_of(one) for one in asked}):
        weights = fit([one for one in asked if group_of(one) != group])
        held = [one for one in asked if group_of(one) == group]
        rows.extend(terms(one, weights) for one in held)
        kept.extend(held)
    model = certainty(rows)
    for recipes in (False, True):
        chosen = [
            (row, hit, one)
            for (row, hit), one in zip(rows, kept, strict=True)
            if one.vertical.startswith("recipe") == recipes
        ]
        sure = [1 / (1 + np.exp(-row @ model)) >= LEAST_CONFIDENCE for row, _, _ in chosen]
        correct = sum(hit and ok for (_, hit, _), ok in zip(chosen, sure, strict=True))
        precision = correct / max(1, sum(sure))
        recall = correct / max(1, sum(one.has_truth for _, _, one in chosen))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        name = "recipes" if recipes else "others"
        print(f"  {name}: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}", flush=True)
    return rows


def main() -> None:
    """Measure, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, help="write here and pin nothing")
    arguments = parser.parse_args()
    asked = read(arguments.pages)

    def part(one: Asked) -> str:
        return f"part {sum(map(ord, one.site)) % _PARTS}"

    def recipe(one: Asked) -> bool:
        return one.vertical.startswith("recipe")

    print("each site held out in turn")
    rows = in_turn(asked, lambda one: part(one) if recipe(one) else one.site)
    print("each vertical held out in turn")
    in_turn(asked, lambda one: one.vertical)
    weights = dict(zip(NAMES, (round(float(one), 4) for one in fit(asked)), strict=True))
    model = {"weights": weights, "certainty": [round(float(one), 4) for one in certainty(rows)]}
    content = json.dumps(model, indent=1) + "\n"
    if arguments.out is not None:
        arguments.out.write_text(content, encoding="utf-8")
        return
    (MODELS / RANKER_FILE).write_text(content, encoding="utf-8")
    pin(MODELS / "scrape" / "__init__.py", "RANKER_SHA256", content.encode())


if __name__ == "__main__":
    main()
