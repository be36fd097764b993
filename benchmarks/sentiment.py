"""Sentiment and emotion: the shipped engine against VADER and TextBlob, accuracy and speed.

``PYTHONPATH=src python benchmarks/sentiment.py --data DIR`` prints three tables: accuracy, speed,
and what a book of 100,000 words takes. With ``--single FILE`` the encoder in single precision
(``encoder_fp32.onnx`` of ``training/sentiment/export.py``) is measured beside the shipped one.

``DIR`` holds the corpora as ``training/sentiment/corpora.py`` describes them. Where it also holds
the usual test parts (``sst2/dev.tsv``, ``tweeteval_sentiment/test_text.txt``,
``goemotions/test.tsv``) these are measured; else it is the parts held back from training. Of these
the borders between the classes and the emotions' thresholds were fitted on the tweets and
comments, so that their figures there are found by fitting anew on one half and measuring on the
other, both ways round. Needs vaderSentiment, textblob and scikit-learn.
"""

from __future__ import annotations

import argparse
import re
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from report import report
from sklearn.metrics import f1_score, recall_score

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

from training.sentiment import corpora  # noqa: E402
from training.sentiment.calibrate import best_borders, thresholds  # noqa: E402

from triptych import samples  # noqa: E402
from triptych.engines.sentiment import analyse_sentiment, model  # noqa: E402
from triptych.engines.sentiment.calibration import EMOTIONS, calibration  # noqa: E402
from triptych.engines.text import encoder  # noqa: E402
from triptych.engines.text.sentences import split_sentences  # noqa: E402
from triptych.views.sentiment.reading import GROUP_OF  # noqa: E402

Floats = NDArray[np.float64]
GROUPS = list(dict.fromkeys(GROUP_OF.values()))


def movies(data: Path) -> tuple[str, list[corpora.Example]]:
    """Return sentences of film reviews that are positive or negative."""
    file = data / "text/sst2/dev.tsv"
    if not file.exists():
        return "held-back sentences of SST-2", corpora.movie_reviews(data)[1]
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    # Either column may come first, and the head is no example.
    pairs = [(a, b) if a in {"0", "1"} else (b, a) for a, b in lines]
    return "SST-2 dev", [
        corpora.Example(text, 2 * int(label), None, "movies")
        for label, text in pairs
        if label in {"0", "1"}
    ]


def tweets(data: Path) -> tuple[str, list[corpora.Example]]:
    """Return tweets that are negative, neutral or positive."""
    file = data / "text/tweeteval_sentiment/test_text.txt"
    if not file.exists():
        return "TweetEval validation", corpora.tweets_development(data)
    texts = file.read_text(encoding="utf-8").split("\n")
    labels = file.with_name("test_labels.txt").read_text(encoding="utf-8").split()
    return "TweetEval test", [
        corpora.Example(text, int(label), None, "tweets")
        for text, label in zip(texts, labels, strict=False)
    ]


def comments(data: Path) -> tuple[str, list[corpora.Example]]:
    """Return comments with their emotions."""
    part = "test" if (data / "text/goemotions/test.tsv").exists() else "dev"
    return f"GoEmotions {part}", corpora.goemotions(data, part)


def halves(count: int) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return two ways to split so many examples into one half to fit on, one to measure on."""
    order = np.random.default_rng(5).permutation(count)
    first, second = order[: count // 2], order[count // 2 :]
    return [(first, second), (second, first)]


def macro_recall(score: Floats, classes: NDArray[np.int64], borders: Any, fitted: bool) -> float:
    """Return the macro recall of three classes cut from a score at two borders.

    Where the borders were fitted on these very texts, they are fitted anew on halves.
    """

    def recall(places: Any, below: float, above: float) -> float:
        named = 1 - (score[places] < below) + (score[places] > above).astype(int)
        return float(recall_score(classes[places], named, average="macro"))

    if not fitted:
        return recall(slice(None), *borders)
    splits = halves(len(score))
    return float(np.mean([recall(b, *best_borders(score[a], classes[a])) for a, b in splits]))


def macro_f1(probabilities: Floats, present: NDArray[np.bool_], cuts: list[float] | None) -> float:
    """Return the macro F1, with the given thresholds or with ones fitted on the other half."""
    if cuts is not None:
        return float(f1_score(present, probabilities >= cuts, average="macro", zero_division=0))
    logits = np.log(probabilities / (1 - probabilities))
    parts = [
        f1_score(
            present[b],
            probabilities[b] >= thresholds(logits[a], present[a]),
            average="macro",
            zero_division=0,
        )
        for a, b in halves(len(present))
    ]
    return float(np.mean(parts))


def grouped(columns: NDArray[Any]) -> NDArray[Any]:
    """Return the largest of each group's columns."""
    groups = np.array([GROUP_OF[name] for name in EMOTIONS])
    return np.stack([columns[:, groups == name].max(axis=1) for name in GROUPS], 1)


def ours(texts: list[str]) -> tuple[Floats, Floats]:
    """Return scores and emotion probabilities of whole texts, as a caller gets them."""
    overall = [analyse_sentiment(text).overall for text in texts]
    emotions = [dict(mood.emotions) for mood in overall]
    return (
        np.array([mood.score for mood in overall]),
        np.clip([[found[name] for name in EMOTIONS] for found in emotions], 1e-6, 1 - 1e-6),
    )


def accuracy(data: Path, single: Path | None) -> None:
    """Print the table of accuracies."""
    (movie_name, movie), (tweet_name, tweet), (comment_name, comment) = (
        movies(data),
        tweets(data),
        comments(data),
    )
    polarity = np.array([example.sentiment for example in movie])
    classes = np.array([example.sentiment for example in tweet])
    present = np.zeros((len(comment), len(EMOTIONS)), np.bool_)
    for place, example in enumerate(comment):
        present[place, list(example.emotions or ())] = True
    fitted = "test" not in tweet_name
    print(
        f"\n{movie_name}: {len(movie)}; {tweet_name}: {len(tweet)}; {comment_name}: {len(comment)}"
    )
    print(f"{'engine':<26} SST-2 accuracy  tweets, recall  28 emotions, F1  Ekman's 7, F1")

    def report_polarity(name: str, binary: float, recall: float) -> None:
        report(f"{movie_name}, accuracy", binary, by=name)
        report(f"{tweet_name}, macro recall", recall, by=name)

    def row(name: str) -> None:
        binary = (ours([e.text for e in movie])[0] > 0.5) == (polarity == 2)
        recall = macro_recall(ours([e.text for e in tweet])[0], classes, (1 / 3, 2 / 3), fitted)
        _, emotions = ours([e.text for e in comment])
        cuts = list(calibration().thresholds)
        if "test" in comment_name:
            develop = corpora.goemotions(data, "dev")
            known = np.zeros((len(develop), len(EMOTIONS)), np.bool_)
            for place, example in enumerate(develop):
                known[place, list(example.emotions or ())] = True
            seen = grouped(ours([e.text for e in develop])[1])
            group_cuts = thresholds(np.log(seen / (1 - seen)), grouped(known))
            each = macro_f1(emotions, present, cuts)
            ekman = macro_f1(grouped(emotions), grouped(present), group_cuts)
        else:
            each = macro_f1(emotions, present, None)
            ekman = macro_f1(grouped(emotions), grouped(present), None)
        print(f"{name:<26} {binary.mean():14.3f} {recall:15.3f} {each:16.3f} {ekman:14.3f}")
        report_polarity(name, float(binary.mean()), recall)
        report("28 emotions, macro F1", each, by=name)
        report("Ekman's 7, macro F1", ekman, by=name)

    row("Triptych, eight bits")
    if single:
        shipped, loaded = encoder.session, _session(single)
        encoder.session = lambda name: loaded  # type: ignore[assignment]
        row("Triptych, single precision")
        encoder.session = shipped
    for name, polar in _lexicons().items():
        binary = np.array([polar(e.text) > 0 for e in movie]) == (polarity == 2)
        score = np.array([polar(e.text) for e in tweet])
        recall = macro_recall(score, classes, (-0.05, 0.05), fitted=False)
        print(f"{name:<26} {binary.mean():14.3f} {recall:15.3f} {'–':>16} {'–':>14}")
        report_polarity(name, float(binary.mean()), recall)


def _session(path: Path) -> Any:
    import onnxruntime

    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def _lexicons() -> dict[str, Callable[[str], float]]:
    from textblob import TextBlob
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyser = SentimentIntensityAnalyzer()
    return {
        "VADER": lambda text: float(analyser.polarity_scores(text)["compound"]),
        "TextBlob": lambda text: float(TextBlob(text).sentiment.polarity),
    }


def speed(data: Path) -> None:
    """Print how many sentences a second each engine reads, median 20 word pieces."""
    texts = [e.text for e in tweets(data)[1]] + [e.text for e in comments(data)[1]]
    sentences = [text for text in texts if len(split_sentences(text)) == 1]
    tokens = model.read(sentences).tokens
    # As many shorter as longer ones, in the order of the corpora.
    below = [text for text, length in zip(sentences, tokens, strict=True) if length < 20]
    above = [text for text, length in zip(sentences, tokens, strict=True) if length >= 20]
    half = min(len(below), len(above), 1500)
    chosen = below[:half] + above[:half]
    median = int(np.median(model.read(chosen).tokens))
    joined = "\n\n".join(chosen)
    spans = len(analyse_sentiment(joined).spans)
    print(f"\n{spans} sentences of {median} word pieces at the median")
    print(f"{'engine':<26} sentences/s  ratio")

    def timed(work: Callable[[], object]) -> float:
        times = []
        for _ in range(3):
            began = time.perf_counter()
            work()
            times.append(time.perf_counter() - began)
        return spans / float(np.median(times))

    mine = timed(lambda: analyse_sentiment(joined))
    print(f"{'Triptych, one request':<26} {mine:11,.0f} {1.0:6.2f}")
    report("sentences per second", mine, by="Triptych, eight bits")
    for name, polar in _lexicons().items():
        rate = timed(lambda polar=polar: [polar(text) for text in chosen])  # type: ignore[misc]
        print(f"{name:<26} {rate:11,.0f} {rate / mine:6.2f}")
        report("sentences per second", rate, by=name)


def book() -> None:
    """Print what 100,000 words in one call take."""
    ends = [match.end() for match in re.finditer(r"\S+", samples.text("pride-and-prejudice.txt"))]
    text = samples.text("pride-and-prejudice.txt")[: ends[99_999]]
    analyse_sentiment("Warm up.")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    result = analyse_sentiment(text)
    took = time.perf_counter() - began
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(
        f"\n{len(text.split()):,} words, {len(result.spans):,} sentences in one call: "
        f"{took:.0f} s, "
        f"{len(result.spans) / took:,.0f} sentences/s, peak memory grown by {grown:.0f} MB"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the sentiment engine.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--single", type=Path, help="the encoder in single precision")
    arguments = parser.parse_args()
    # First: peak memory only ever grows.
    book()
    speed(arguments.data)
    accuracy(arguments.data, arguments.single)


if __name__ == "__main__":
    main()
