"""Sentiment of everyday sentences and reviews that nobody who works on the model has read.

``python benchmarks/sentiment_everyday.py`` prints totals only, beside VADER (vaderSentiment): the
share of negative and positive sentences on the right side of .5, the mean recall of the three
classes, and the rank correlation of a review's score with its stars. To stay blind, it is run at
most three times for a model, and no sentence is looked at.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
from report import report

from triptych.engines.sentiment import analyse_sentiments

_DATA = Path(__file__).parent / "data"
_CLASSES = ("negative", "neutral", "positive")
#: Takes texts, and returns a score of 0 to 1 for each.
Scorer = Callable[[list[str]], list[float]]


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the blind files."""
    with (_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def triptych(texts: list[str]) -> list[float]:
    """Return the scores of the shipped model."""
    return [result.overall.score for result in analyse_sentiments(texts)]


def vader(texts: list[str]) -> list[float]:
    """Return VADER's compound scores, from -1 to 1, as 0 to 1."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    score = SentimentIntensityAnalyzer().polarity_scores
    return [(score(text)["compound"] + 1) / 2 for text in texts]


def measure(name: str, scorer: Scorer, borders: tuple[float, float]) -> None:
    """Print and report the totals of one scorer, whose classes are cut at two borders."""
    from scipy.stats import spearmanr

    sentences, reviews = rows("sentiment_blind.tsv"), rows("sentiment_blind_reviews.tsv")
    labels = np.array([_CLASSES.index(row["sentiment"]) for row in sentences])
    scores = np.array(scorer([row["text"] for row in sentences]))
    polar = labels != 1
    polarity = float(((scores > 0.5) == (labels == 2))[polar].mean())
    named = np.digitize(scores, borders)
    recall = float(np.mean([(named[labels == k] == k).mean() for k in range(3)]))
    stars = [int(row["stars"]) for row in reviews]
    rank = float(spearmanr(scorer([row["text"] for row in reviews]), stars).statistic)
    print(f"{name:<10} {polarity:9.3f} {recall:13.3f} {rank:18.3f}")
    report("blind sentences, negative against positive", polarity, by=name)
    report("blind sentences, macro recall", recall, by=name)
    report("blind reviews, Spearman with stars", rank, by=name)


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'':<10} {'polarity':>9} {'macro recall':>13} {'stars, Spearman':>18}")
    measure("Triptych", triptych, (1 / 3, 2 / 3))
    # As its authors cut it: -.05 and .05.
    measure("VADER", vader, (0.475, 0.525))


if __name__ == "__main__":
    main()
