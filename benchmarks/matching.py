"""Rank the sentences of pages by whether they answer, and compare claims with evidence.

Usage::

    python benchmarks/matching.py --data DIR

``DIR`` holds the sets that ``training/matching`` reads: what is measured here was not trained on.
Printed are mean average precision and mean reciprocal rank over the questions that have an answer
among their candidates, beside BM25, the share of the question's words, and the cosine of
all-MiniLM-L6-v2; of claims the accuracy (balanced over the classes), beside the commonest class
and a threshold on that cosine; and the cost of a pair.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from triptych.engines.embedding import embed_texts
from triptych.engines.matching.answering import Passage, answers
from triptych.engines.matching.entailment import verdicts
from triptych.engines.text.words import stems

if TYPE_CHECKING:
    from training.matching.answers import Question

ROOT = Path(__file__).parents[1]
#: Sets by what the matcher knows of them.
ANSWERS = {
    "of its training set, other questions": ("own", "wikiqa"),
    "other pages of sets it was trained on": (
        "squad",
        "qed",
        "clapnq",
        "covidqa",
        "chunkeval",
        "sosum",
    ),
    "never trained on": ("selqa", "techqa", "awsdocs", "techsum"),
}
CLAIMS = {
    "of its training set, other claims": ("own", "lingnli", "rte", "wice", "covidfact", "nli4ct"),
    "other claims of sets it was trained on": ("fever", "climate_fever", "healthver"),
    "never trained on": (
        "fever_symmetric",
        "conjnli",
        "anli",
        "sick",
        "scifact",
        "begin",
    ),
}
#: Questions and claims of a set, at most.
MOST_QUESTIONS, MOST_CLAIMS = 300, 500

#: The scores of all candidates of a question.
Ranker = Callable[[str, str, Sequence[str]], Sequence[float]]


def by_matcher(question: str, title: str, candidates: Sequence[str]) -> list[float]:
    """Score candidates by the matcher's likelihood that they answer."""
    (found,) = answers(question, [Passage(title, candidates)])
    return [one.likelihood for one in found]


def by_cosine(question: str, title: str, candidates: Sequence[str]) -> list[float]:
    """Score candidates by the cosine of all-MiniLM-L6-v2."""
    vectors = embed_texts([question, *candidates]).vectors
    return list(map(float, vectors[1:] @ vectors[0]))


def by_words(question: str, title: str, candidates: Sequence[str]) -> list[float]:
    """Score candidates by the share of the question's words in them."""
    words = set(stems(question))
    return [len(words & set(stems(one))) / max(1, len(words)) for one in candidates]


def by_bm25(question: str, title: str, candidates: Sequence[str]) -> list[float]:
    """Score candidates by BM25 among themselves (k1 1.2, b .75)."""
    texts = [stems(one) for one in candidates]
    mean = sum(map(len, texts)) / len(texts) or 1
    holding = Counter(word for text in texts for word in set(text))
    scores = []
    for text in texts:
        counts = Counter(text)
        norm = 1.2 * (0.25 + 0.75 * len(text) / mean)
        scores.append(
            sum(
                math.log(1 + (len(texts) - holding[word] + 0.5) / (holding[word] + 0.5))
                * counts[word]
                * 2.2
                / (counts[word] + norm)
                for word in set(stems(question))
                if counts[word]
            )
        )
    return scores


RANKERS: dict[str, Ranker] = {
    "matcher": by_matcher,
    "cosine": by_cosine,
    "BM25": by_bm25,
    "words": by_words,
}


def precision_and_rank(scores: Sequence[float], labels: Sequence[bool]) -> tuple[float, float]:
    """Return the average precision and the reciprocal rank of one question."""
    # Of equal scores the one that stands first counts as better.
    order = np.argsort(-np.array(scores), kind="stable")
    places = np.flatnonzero(np.array(labels)[order]) + 1
    return float((np.arange(1, len(places) + 1) / places).mean()), float(1 / places[0])


def measure_answers(data: Path) -> None:
    """Print how well sentences are ranked."""
    from training.matching import answers as sets

    names = " ".join(f"{name:>15}" for name in RANKERS)
    print(f"{'MAP / MRR':13} questions {names}")
    for known, group in ANSWERS.items():
        print(known)
        for name in group:
            questions = [
                question
                for question in (
                    sets.own("dev") if name == "own" else sets.corpus(data, name, "dev")
                )
                if any(question.labels)
            ][:MOST_QUESTIONS]
            figures = []
            for ranker in RANKERS.values():
                pairs = [
                    precision_and_rank(
                        ranker(question.question, question.title, question.candidates),
                        question.labels,
                    )
                    for question in questions
                ]
                mean = np.mean(pairs, axis=0)
                figures.append(f"{mean[0]:7.3f} / {mean[1]:.3f}")
            print(f"  {name:11} {len(questions):9} {' '.join(f'{one:>15}' for one in figures)}")


def measure_claims(data: Path) -> None:
    """Print how well claims are compared with their evidence."""
    from training.matching import claims as sets
    from training.matching.examples import NOT_SUPPORTED, SUPPORTED

    print("\nclaims             matcher, accuracy   balanced | supported or not, balanced | cosine")
    for known, group in CLAIMS.items():
        print(known)
        for name in group:
            if name == "own":
                claims = sets.own("dev")
            elif name in ("fever", "climate_fever", "healthver"):
                claims = sets.divided(data, name, "dev")
            else:
                claims = sets.corpus(data, name, "dev")
            claims = claims[:: max(1, len(claims) // MOST_CLAIMS)]
            found = np.array(verdicts([(one.claim, one.evidence) for one in claims]))
            labels = np.array([one.label for one in claims])
            is_supported = labels == SUPPORTED
            likely = found[:, 0]
            if (labels == NOT_SUPPORTED).any():
                # Sets of two classes.
                predicted, labels = (likely < 0.5).astype(int), (~is_supported).astype(int)
            elif len(set(labels)) == 2:
                predicted = np.where(found[:, 0] >= found[:, 1], 0, 1)
            else:
                predicted = found.argmax(axis=1)
            recalls = [
                (predicted[labels == label] == label).mean() for label in sorted(set(labels))
            ]
            pairs = embed_texts([text for one in claims for text in one[1:3]]).vectors
            cosines = (pairs[::2] * pairs[1::2]).sum(axis=1)
            thresholds = np.arange(-0.2, 1, 0.02)
            best = max(_balanced(cosines, is_supported, one) for one in thresholds)
            print(
                f"  {name:16} {len(claims):5} {np.mean(predicted == labels):10.3f} "
                f"{np.mean(recalls):10.3f} | {_balanced(likely, is_supported, 0.5):10.3f} "
                f"| {best:8.3f} (its best threshold)"
            )


def _balanced(scores: np.ndarray, labels: np.ndarray, threshold: float) -> float:
    """Return the mean of the share of supported claims kept and of others dropped."""
    return float(((scores[labels] >= threshold).mean() + (scores[~labels] < threshold).mean()) / 2)


def measure_cost(data: Path) -> None:
    """Print what a sentence costs, beside the cosine."""
    from training.matching import answers as sets

    questions = sets.corpus(data, "selqa", "dev")[:100]
    for name in ("matcher", "cosine"):
        RANKERS[name](*_inputs(questions[0]))
        start = time.perf_counter()
        for question in questions:
            RANKERS[name](*_inputs(question))
        seconds = time.perf_counter() - start
        count = sum(len(question.candidates) for question in questions)
        print(f"{name:8} {count / seconds:8.0f} sentences a second")


def _inputs(question: Question) -> tuple[str, str, list[str]]:
    return question.question, question.title, question.candidates


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets")
    data = parser.parse_args().data
    sys.path.insert(0, str(ROOT))
    measure_answers(data)
    measure_claims(data)
    print()
    measure_cost(data)


if __name__ == "__main__":
    main()
