"""Which of the detector's classes is meant by a prompt? Words and vectors against vectors alone.

Usage::

    python benchmarks/detection_prompts.py

Measured on ``benchmarks/data/detection_prompts.jsonl``: prompts of which exactly the right classes
were chosen, among those that have some; prompts that were rightly refused; and, of those served
rightly, how many were rightly said to be served by something wider. Compared with the class whose
vector is nearest, at the threshold that does best on the development half.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from triptych.engines.detection import COCO, Match, match
from triptych.engines.embedding import embed_texts

CASES = Path(__file__).parent / "data" / "detection_prompts.jsonl"
Answers = dict[str, Match | None]


def by_words(prompts: list[str]) -> Answers:
    """Answer as the engine does."""
    found = match(prompts, COCO).matched
    return {prompt: found.get(prompt) for prompt in prompts}


def by_vectors(prompts: list[str], threshold: float) -> Answers:
    """Answer with the class that is nearest in meaning, if it is near enough."""
    vectors = embed_texts([*prompts, *COCO]).vectors
    cosines = vectors[: len(prompts)] @ vectors[len(prompts) :].T
    return {
        prompt: Match((COCO[int(row.argmax())],), wider=False) if row.max() >= threshold else None
        for prompt, row in zip(prompts, cosines, strict=True)
    }


def counts(cases: list[dict[str, Any]], answers: Answers) -> tuple[int, int, int]:
    """Return how many were rightly served, rightly refused, and rightly called wider."""
    served = refused = wider = 0
    for case in cases:
        answer = answers[case["prompt"]]
        if not case["labels"]:
            refused += answer is None
        elif answer is not None and list(answer.labels) == case["labels"]:
            served += 1
            wider += answer.wider == case["wider"]
    return served, refused, wider


def main() -> None:
    """Measure and print one table."""
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    halves = {
        part: [case for case in cases if case["part"] == part] for part in ("development", "test")
    }
    prompts = {part: [case["prompt"] for case in half] for part, half in halves.items()}
    thresholds = np.arange(0.3, 0.95, 0.02)
    best = max(
        thresholds,
        key=lambda least: sum(
            counts(halves["development"], by_vectors(prompts["development"], least))[:2]
        ),
    )
    print(f"{'':34}{'served':>14}{'refused':>14}{'wider':>14}")
    for part, half in halves.items():
        servable = sum(bool(case["labels"]) for case in half)
        for name, answers in (
            ("words, then vectors", by_words(prompts[part])),
            (f"vectors alone, from {best:.2f}", by_vectors(prompts[part], best)),
        ):
            served, refused, wider = counts(half, answers)
            columns = (
                f"{served} of {servable}",
                f"{refused} of {len(half) - servable}",
                f"{wider} of {served}",
            )
            print(f"{part + ': ' + name:34}" + "".join(f"{column:>14}" for column in columns))


if __name__ == "__main__":
    main()
