"""Spam: the shipped engine against TF-IDF with logistic regression, on parts neither has seen.

``PYTHONPATH=src python benchmarks/spam.py --data DIR`` trains the alternative on the same training
part in this run, and prints both on each held-back part. With ``--in-turn`` every video and every
mailbox is held back in turn, and both are trained anew each time (about ten minutes).

``DIR`` holds the corpora as ``training/spam/corpora.py`` describes them. Needs scikit-learn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from report import report
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, brier_score_loss, f1_score, roc_auc_score
from sklearn.pipeline import make_pipeline

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

from training.spam.fitting import fit  # noqa: E402
from training.spam.prepare import Prepared, corpus_of, held_back, prepare  # noqa: E402

from triptych.engines.spam import score_spam  # noqa: E402
from triptych.engines.spam.model import (  # noqa: E402
    WEIGHTS_FILE,
    Weights,
    counts,
    load,
    probabilities,
)

Scorer = Callable[[list[str]], NDArray[np.float64]]
_GROUPS = (
    ("SMS", "sms"),
    ("comments", "Youtube"),
    ("Enron", "enron"),
    ("SpamAssassin", "spamassassin"),
    ("Reddit, ordinary", "reddit"),
    ("tweets, ordinary", "tweets"),
)


def ours(weights: Weights) -> Scorer:
    """Return a scorer for weights that need not be the shipped ones."""

    def score(texts: list[str]) -> NDArray[np.float64]:
        parts = [
            probabilities(counts(texts[begin : begin + 200]), weights)[0]
            for begin in range(0, len(texts), 200)
        ]
        return np.concatenate(parts)

    return score


def shipped(texts: list[str]) -> NDArray[np.float64]:
    """Score through the public entrance."""
    return np.array([result.score for result in score_spam(texts)])


def alternative(texts: list[str], spam: NDArray[np.bool_]) -> Scorer:
    """Train TF-IDF (words and word pairs, sublinear) with logistic regression."""
    model: Any = make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2),
        LogisticRegression(C=30, max_iter=300),
    )
    model.fit(texts, spam)
    return lambda texts: np.asarray(model.predict_proba(texts)[:, 1])


def calibration_error(spam: NDArray[np.bool_], score: NDArray[np.float64]) -> float:
    """Return the expected calibration error over ten equal bins."""
    bins = np.minimum((score * 10).astype(int), 9)
    gaps = [
        abs(spam[bins == b].mean() - score[bins == b].mean()) * (bins == b).mean()
        for b in range(10)
        if (bins == b).any()
    ]
    return float(sum(gaps))


def table(
    prepared: Prepared,
    chosen: NDArray[np.bool_],
    scorers: dict[str, Scorer],
    *,
    reported: bool = False,
) -> None:
    """Print one line for each group of held-back texts and each scorer."""
    print(
        f"{'part':18} {'texts':>6} {'scorer':18} {'F1':>6} {'acc':>6} {'AUC':>6} {'Brier':>6} ECE"
    )
    for name, prefix in _GROUPS:
        at = np.flatnonzero(chosen & np.char.startswith(prepared.source, prefix))
        if not len(at):
            continue
        texts = [prepared.examples[index].text for index in at]
        spam = prepared.spam[at]
        for label, scorer in scorers.items():
            score = scorer(texts)
            line = f"{name:18} {len(at):6} {label:18} "
            if not spam.any():
                if reported:
                    share = 100 * float((score >= 0.5).mean())
                    report(f"{name}, false alarms", share, "%", by=label)
                print(line + f"false alarms {100 * (score >= 0.5).mean():.2f} %", flush=True)
                continue
            if reported:
                report(f"{name}, F1", f1_score(spam, score >= 0.5), by=label)
                report(f"{name}, accuracy", accuracy_score(spam, score >= 0.5), by=label)
            print(
                line + f"{f1_score(spam, score >= 0.5):6.3f} "
                f"{accuracy_score(spam, score >= 0.5):6.3f} {roc_auc_score(spam, score):6.4f} "
                f"{brier_score_loss(spam, score):6.4f} {calibration_error(spam, score):.4f}",
                flush=True,
            )


def speed(name: str, scorer: Scorer, texts: list[str]) -> float:
    """Print and return short texts a second of processor time."""
    scorer(texts[:100])
    begin = time.process_time()
    scorer(texts)
    rate = len(texts) / (time.process_time() - begin)
    print(f"{name:18} {rate:10,.0f} short texts a CPU second")
    report("short texts per CPU second", rate, by=name)
    return rate


def _texts(prepared: Prepared, chosen: NDArray[np.bool_]) -> list[str]:
    return [prepared.examples[index].text for index in np.flatnonzero(chosen)]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Spam benchmark.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--in-turn", action="store_true", help="hold back every source in turn")
    arguments = parser.parse_args()
    prepared = prepare(arguments.data)
    frozen = held_back(prepared)
    rival = alternative(_texts(prepared, ~frozen), prepared.spam[~frozen])
    scorers = {"triptych": shipped, "TF-IDF + LR": rival}
    print("Frozen parts (the shipped weights have not seen them): all, exact duplicates dropped")
    table(prepared, frozen, scorers, reported=True)
    print("\nOf these, the texts that nearly equal no training text")
    table(prepared, frozen & ~np.isin(prepared.group, prepared.group[~frozen]), scorers)
    short = _texts(prepared, prepared.kind == "message")
    ratio = speed("triptych", shipped, short) / speed("TF-IDF + LR", rival, short)
    size = (_ROOT / "src/triptych/models" / WEIGHTS_FILE).stat().st_size
    print(f"speed ratio {ratio:.2f}; weights {size / 1e6:.2f} MB ({load().table.shape[0]} columns)")
    if not arguments.in_turn:
        return
    sources = sorted(set(prepared.source))
    videos = [source for source in sources if source.startswith("Youtube")]
    mailboxes = [source for source in sources if source.startswith("enron")]
    years = ["tweets-tweeteval", "tweets-2013", "tweets-2014", "tweets-2015", "tweets-2016"]
    for turn, mailbox in enumerate(mailboxes):
        held = [mailbox, years[turn % len(years)], *videos[turn : turn + 1], "reddit-dev"]
        chosen = held_back(prepared, held, turn)
        print(f"\nHeld back: {', '.join(held)}, part {turn} of the rest")
        scorers = {
            "triptych": ours(fit(corpus_of(prepared, ~chosen))),
            "TF-IDF + LR": alternative(_texts(prepared, ~chosen), prepared.spam[~chosen]),
        }
        table(prepared, chosen, scorers)


if __name__ == "__main__":
    main()
