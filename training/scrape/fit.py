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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

_ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT), str(_ROOT / "benchmarks")]

from scrape_pages import LISTS, Page, absent, pages, right  # noqa: E402
from training.pin import ship  # noqa: E402

from triptych.engines.scrape.document import parse  # noqa: E402
from triptych.engines.scrape.features import NAMES, PageFeatures  # noqa: E402
from triptych.engines.scrape.prompts import parse_prompt  # noqa: E402
from triptych.engines.scrape.ranking import (  # noqa: E402
    LEAST_CONFIDENCE,
    evidence,
    rival_scores,
    similarity,
)
from triptych.models.regressions import RANKER_FILE  # noqa: E402

_PENALTY = 0.01
_CERTAINTY_PENALTY = 0.002
_MOST_WRONG = 250
_STEPS = 80
# Pages whose site has only one make up one group: they are told apart in five parts.
_PARTS = 5
_ABSENT_A_PAGE = 4
_ABSENT_FIELD = "absent"
# They are as many as the fields; a page is asked more often for what it has.
_ABSENT_SHARE = 0.4


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
                prompt = parse_prompt(gold["prompt"])
                truth = [right(field, value, gold["values"]) for value in values]
                found.append(
                    Asked(
                        page["site"],
                        page["vertical"],
                        field,
                        known.features_for(prompt, similarity(prompt, known)),
                        np.asarray(truth, bool),
                        tuple(known.folded),
                        bool(gold["values"]),
                    )
                )
            found.extend(_without(page, known))
    return found


def _without(page: Page, known: PageFeatures) -> Iterator[Asked]:
    """Yield some prompts for what a page does not have, so that the confidence learns to doubt."""
    prompts = [prompt for prompt in absent(page) if not parse_prompt(prompt).many]
    start = int(page["id"]) if page["id"].isdigit() else len(page["html"])
    for step in range(_ABSENT_A_PAGE):
        prompt = prompts[(start + step * 3) % len(prompts)]
        asked = parse_prompt(prompt)
        yield Asked(
            page["site"],
            page["vertical"],
            _ABSENT_FIELD,
            known.features_for(asked, similarity(asked, known)),
            np.zeros(len(known.candidates), bool),
            tuple(known.folded),
            has_truth=False,
        )


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


Row = tuple[NDArray[np.float64], bool, float]


def terms(one: Asked, weights: NDArray[np.float64]) -> Row:
    """Return what the confidence is made of, whether the first is right, and how much it counts."""
    scores = (one.features @ weights).astype(np.float32)
    order = np.argsort(-scores, kind="stable")[:10]
    best = float(scores[order[0]])
    lead = best - rival_scores(scores, [one.values[place] for place in order])[0]
    alone = evidence(one.features[order[:1]])[0]
    share = _ABSENT_SHARE if one.field == _ABSENT_FIELD else 1.0
    return np.r_[1, best, np.clip(lead, -5, 5), alone], bool(one.right[order[0]]), share


def certainty(
    rows: Sequence[Row],
) -> NDArray[np.float64]:
    """Return the weights of the confidence."""
    x, y = np.asarray([row for row, _, _ in rows]), np.asarray([hit for _, hit, _ in rows])
    shares = np.asarray([share for _, _, share in rows]) / sum(share for _, _, share in rows)

    def loss(weights: NDArray[np.float64]) -> float:
        wrong = np.logaddexp(0, -(x @ weights) * (2 * y - 1)) @ shares
        return float(wrong + _CERTAINTY_PENALTY * (weights[1:] @ weights[1:]))

    return np.asarray(minimize(loss, np.zeros(x.shape[1]), method="L-BFGS-B").x)


def in_turn(
    asked: Sequence[Asked], group_of: Callable[[Asked], str], folder: Path | None = None
) -> list[Row]:
    """Print figures with each group held out in turn; return what its confidence is learned of.

    With a folder, a file for each site there gets the weights and the confidence that were fitted
    without any of its group.
    """
    rows: list[Row] = []
    kept: list[Asked] = []
    fitted: dict[str, NDArray[np.float64]] = {}
    for group in sorted({group_of(one) for one in asked}):
        fitted[group] = fit([one for one in asked if group_of(one) != group])
        held = [one for one in asked if group_of(one) == group]
        rows.extend(terms(one, fitted[group]) for one in held)
        kept.extend(held)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for group, weights in fitted.items():
            pairs = zip(rows, kept, strict=True)
            others = [row for row, one in pairs if group_of(one) != group]
            content = written(weights, certainty(others))
            for site in {one.site for one in kept if group_of(one) == group}:
                (folder / f"{site}.json").write_text(content, encoding="utf-8")
    model = certainty(rows)
    for recipes in (False, True):
        chosen = [
            (row, hit, one)
            for (row, hit, _), one in zip(rows, kept, strict=True)
            if one.vertical.startswith("recipe") == recipes and one.field != _ABSENT_FIELD
        ]
        sure = [1 / (1 + np.exp(-row @ model)) >= LEAST_CONFIDENCE for row, _, _ in chosen]
        correct = sum(hit and ok for (_, hit, _), ok in zip(chosen, sure, strict=True))
        precision = correct / max(1, sum(sure))
        recall = correct / max(1, sum(one.has_truth for _, _, one in chosen))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        name = "recipes" if recipes else "others"
        print(f"  {name}: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}", flush=True)
    doubted = [row @ model for (row, _, _), one in zip(rows, kept, strict=True)
               if one.field == _ABSENT_FIELD]  # fmt: skip
    empty = np.mean(1 / (1 + np.exp(-np.asarray(doubted))) < LEAST_CONFIDENCE)
    print(f"  absent fields that come back empty: {empty:.3f}")
    return rows


def written(weights: NDArray[np.float64], confidence: NDArray[np.float64]) -> str:
    """Return a model as its file holds it."""
    named = dict(zip(NAMES, (round(float(one), 4) for one in weights), strict=True))
    model = {"weights": named, "certainty": [round(float(one), 4) for one in confidence]}
    return json.dumps(model, indent=1) + "\n"


def main() -> None:
    """Measure, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, help="write here and pin nothing")
    parser.add_argument(
        "--held-out", type=Path, help="folder for the weights fitted without each site"
    )
    arguments = parser.parse_args()
    asked = read(arguments.pages)

    def part(one: Asked) -> str:
        return f"part {sum(map(ord, one.site)) % _PARTS}"

    def recipe(one: Asked) -> bool:
        return one.vertical.startswith("recipe")

    print("each site held out in turn")
    rows = in_turn(asked, lambda one: part(one) if recipe(one) else one.site, arguments.held_out)
    print("each vertical held out in turn")
    in_turn(asked, lambda one: one.vertical)
    content = written(fit(asked), certainty(rows))
    if arguments.out is not None:
        arguments.out.write_text(content, encoding="utf-8")
        return
    ship(RANKER_FILE, content.encode())


if __name__ == "__main__":
    main()
