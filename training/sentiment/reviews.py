"""Sentences and short reviews of products, places and services."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from .examples import CLASSES, NEGATIVE, POSITIVE, UNKNOWN, Example

#: Never trained on. Airline tweets, part of the patients' feedback and the dialogues are under
#: licences that do not allow it for weights that are shipped.
EVALUATION_ONLY = frozenset({"airline_tweets", "nhs_feedback", "meld_dialogue"})
#: Not trained on either: domains of their own, whose training parts the calibration is fitted on.
CALIBRATION_ONLY = frozenset({"sentihood", "course_evaluations", "hospital_reviews"})
_WITHOUT_NEUTRAL = frozenset({"uci_labelled", "pros_cons", "amazon_polarity_10k"})
_UNCERTAIN = 0.4


def names(data: Path) -> list[str]:
    """Return the names of all sets."""
    return sorted(folder.name for folder in (data / "text/review_sentiment").iterdir())


def reviews(data: Path, name: str, part: str) -> list[Example]:
    """Return the texts of one set, ``train`` or ``dev``.

    Of stars, one and two are negative, four and five positive, three are unknown. A sentence that
    praises and blames is unknown too: its label "neutral" would call it plain.
    """
    return [
        Example(
            review["text"],
            _sentiment(review),
            None,
            name,
            review["domain"],
            _weight(review, name),
            has_neutral="stars" not in review and name not in _WITHOUT_NEUTRAL,
        )
        for review in _lines(data, name, part)
    ]


def stars(data: Path, name: str, part: str) -> list[tuple[str, int]]:
    """Return the texts of one set with the stars, 1 to 5, that their writers gave."""
    return [(review["text"], review["stars"]) for review in _lines(data, name, part)]


def _lines(data: Path, name: str, part: str) -> list[dict[str, Any]]:
    path = data / "text/review_sentiment" / name / f"{part}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _sentiment(review: dict[str, Any]) -> int:
    if review.get("mixed"):
        return UNKNOWN
    if "stars" in review:
        return {1: NEGATIVE, 2: NEGATIVE, 4: POSITIVE, 5: POSITIVE}.get(review["stars"], UNKNOWN)
    return CLASSES.index(review["label"])


def _weight(review: dict[str, Any], name: str) -> float:
    uncertain = review.get("weak") or review.get("stars") in {2, 4} or name == "pros_cons"
    return _UNCERTAIN if uncertain else 1.0


def training_reviews(data: Path) -> list[Example]:
    """Return the training parts of all sets that may be trained on."""
    kept = [name for name in names(data) if name not in EVALUATION_ONLY | CALIBRATION_ONLY]
    return [example for name in kept for example in reviews(data, name, "train")]


def calibration_reviews(data: Path) -> list[Example]:
    """Return what the calibration is fitted on: training parts of domains not trained on."""
    return [
        example
        for name in sorted(CALIBRATION_ONLY)
        for example in reviews(data, name, "train")
        if example.sentiment != UNKNOWN
    ]
