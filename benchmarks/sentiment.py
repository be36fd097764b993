"""Sentiment and emotion: the shipped engine against VADER and TextBlob.

``PYTHONPATH=src python benchmarks/sentiment.py --data DIR`` prints four tables: the usual test
sets, every set of reviews, whole reviews against their stars, and how well confidence is
calibrated. With ``--single FILE`` the encoder in single precision (``encoder_fp32.onnx`` of
``training/sentiment/export.py``) is measured beside the shipped one.

``DIR`` holds the corpora as ``training/sentiment`` reads them. Where it also holds
the usual test parts (``sst2/dev.tsv``, ``tweeteval_sentiment/test_text.txt``,
``goemotions/test.tsv``) these are measured; else it is the parts held back from training. Of these
the borders between the classes and the emotions' thresholds were fitted on the tweets and
comments, so that their figures there are found by fitting anew on one half and measuring on the
other, both ways round. Needs vaderSentiment, textblob and scikit-learn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from report import report
from sklearn.metrics import f1_score, recall_score

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

from training.sentiment import corpora, reviews  # noqa: E402
from training.sentiment.calibrate import best_borders, thresholds  # noqa: E402
from training.sentiment.everyday import DEVELOPMENT_FILE, everyday  # noqa: E402
from training.sentiment.examples import NEUTRAL, POSITIVE, UNKNOWN, Example  # noqa: E402

from triptych.engines.sentiment import analyse_sentiments  # noqa: E402
from triptych.engines.sentiment.calibration import (  # noqa: E402
    EMOTIONS,
    SENTIMENTS,
    calibration,
)
from triptych.engines.text import encoder  # noqa: E402
from triptych.engines.text.sentences import split_sentences  # noqa: E402
from triptych.views.sentiment.reading import GROUP_OF  # noqa: E402

Floats = NDArray[np.float64]
GROUPS = list(dict.fromkeys(GROUP_OF.values()))


def movies(data: Path) -> tuple[str, list[Example]]:
    """Return sentences of film reviews that are positive or negative."""
    file = data / "text/sst2/dev.tsv"
    if not file.exists():
        return "held-back sentences of SST-2", corpora.movie_reviews(data)[1]
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    # Either column may come first, and the head is no example.
    pairs = [(a, b) if a in {"0", "1"} else (b, a) for a, b in lines]
    return "SST-2 dev", [
        Example(text, 2 * int(label), None, "movies")
        for label, text in pairs
        if label in {"0", "1"}
    ]


def tweets(data: Path) -> tuple[str, list[Example]]:
    """Return tweets that are negative, neutral or positive."""
    file = data / "text/tweeteval_sentiment/test_text.txt"
    if not file.exists():
        return "TweetEval validation", corpora.tweets_development(data)
    texts = file.read_text(encoding="utf-8").split("\n")
    labels = file.with_name("test_labels.txt").read_text(encoding="utf-8").split()
    return "TweetEval test", [
        Example(text, int(label), None, "tweets")
        for text, label in zip(texts, labels, strict=False)
    ]


def comments(data: Path) -> tuple[str, list[Example]]:
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
    return float(np.mean([recall(b, *best_borders([score[a]], [classes[a]])) for a, b in splits]))


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


def ours(texts: list[str]) -> tuple[Floats, Floats, list[str]]:
    """Return scores, emotion probabilities and emotions of texts, as a caller gets them."""
    overall = [result.overall for result in analyse_sentiments(texts)]
    emotions = [dict(mood.emotions) for mood in overall]
    return (
        np.array([mood.score for mood in overall]),
        np.clip([[found[name] for name in EMOTIONS] for found in emotions], 1e-6, 1 - 1e-6),
        [mood.emotion for mood in overall],
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
    print(
        f"{'engine':<26} SST-2 accuracy  tweets, recall  28 emotions, F1  Ekman's 7, F1"
        "  group of named"
    )

    def report_polarity(name: str, binary: float, recall: float) -> None:
        report(f"{movie_name}, accuracy", binary, by=name)
        report(f"{tweet_name}, macro recall", recall, by=name)

    def row(name: str) -> None:
        binary = (ours([e.text for e in movie])[0] > 0.5) == (polarity == 2)
        recall = macro_recall(ours([e.text for e in tweet])[0], classes, (1 / 3, 2 / 3), fitted)
        _, emotions, named = ours([e.text for e in comment])
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
        top = np.mean(
            [
                GROUP_OF[emotion] in {GROUP_OF[EMOTIONS[place]] for place in example.emotions or ()}
                for emotion, example in zip(named, comment, strict=True)
            ]
        )
        cells = f"{binary.mean():14.3f} {recall:15.3f} {each:16.3f} {ekman:14.3f} {top:14.3f}"
        print(f"{name:<26} {cells}")
        report_polarity(name, float(binary.mean()), recall)
        report("28 emotions, macro F1", each, by=name)
        report("Ekman's 7, macro F1", ekman, by=name)
        report("emotion's group, accuracy", float(top), by=name)

    row("Triptych")
    if single:
        shipped, loaded = encoder.session, _session(single)
        encoder.session = lambda name: loaded  # type: ignore[assignment]
        row("Triptych, single precision")
        encoder.session = shipped
    for name, polar in lexicons().items():
        binary = np.array([polar(e.text) > 0 for e in movie]) == (polarity == 2)
        score = np.array([polar(e.text) for e in tweet])
        recall = macro_recall(score, classes, (-0.05, 0.05), fitted=False)
        print(f"{name:<26} {binary.mean():14.3f} {recall:15.3f} {'–':>16} {'–':>14}")
        report_polarity(name, float(binary.mean()), recall)


def _session(path: Path) -> Any:
    import onnxruntime

    return onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])


def lexicons() -> dict[str, Callable[[str], float]]:
    """Return engines that score by words, from -1 to 1."""
    from textblob import TextBlob
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyser = SentimentIntensityAnalyzer()
    return {
        "VADER": lambda text: float(analyser.polarity_scores(text)["compound"]),
        "TextBlob": lambda text: float(TextBlob(text).sentiment.polarity),
    }


def domains(data: Path) -> None:
    """Print the table of the sets of reviews, one for each, those never trained on first."""
    sets = {name: _polar_or_plain(data, name) for name in reviews.names(data)}
    held_out = reviews.EVALUATION_ONLY | reviews.CALIBRATION_ONLY
    engines: dict[str, Callable[[list[str]], Floats]] = {"Triptych": lambda texts: ours(texts)[0]}
    engines |= {name: _all(polar) for name, polar in lexicons().items()}
    print(
        "\nsentences and reviews, development parts: polarity / macro recall (* never trained on)"
    )
    print(f"{'set':<24} texts " + "".join(f"{name:>16}" for name in engines))
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in engines}
    leads: dict[str, float] = {}
    for name in sorted(sets, key=lambda name: (name not in held_out, name)):
        texts = [example.text for example in sets[name]]
        classes = np.array([example.sentiment for example in sets[name]])
        figures = {engine: _both(score(texts), classes) for engine, score in engines.items()}
        for engine, figure in figures.items():
            rows[engine].append(figure)
            report(f"{name}, polarity", figure[0], by=engine)
        leads[name] = figures["Triptych"][0] - figures["VADER"][0]
        cells = "".join(f"{_cell(*figure):>16}" for figure in figures.values())
        print(f"{name + ' *' * (name in held_out):<24} {len(texts):5d} {cells}")
    means = {engine: np.nanmean(figures, axis=0) for engine, figures in rows.items()}
    cells = "".join(f"{_cell(*mean):>16}" for mean in means.values())
    print(f"{'mean':<24} {'':5} {cells}")
    smallest = min(leads, key=leads.__getitem__)
    print(f"smallest lead over VADER: {leads[smallest]:+.3f} ({smallest})")
    report("mean polarity of all sets of reviews", means["Triptych"][0])
    report("mean macro recall of all sets of reviews", means["Triptych"][1])


def _cell(polarity: float, recall: float) -> str:
    return f"{polarity:.3f} / " + ("    –" if np.isnan(recall) else f"{recall:.3f}")


def _polar_or_plain(data: Path, name: str) -> list[Example]:
    return [e for e in reviews.reviews(data, name, "dev") if e.sentiment != UNKNOWN]


def _all(polar: Callable[[str], float]) -> Callable[[list[str]], Floats]:
    # From -1 to 1, with the classes where VADER's authors cut them: as our scores are.
    return lambda texts: np.interp(
        [polar(text) for text in texts], [-1, -0.05, 0, 0.05, 1], [0, 1 / 3, 0.5, 2 / 3, 1]
    )


def _both(score: Floats, classes: NDArray[np.int64]) -> tuple[float, float]:
    """Return the share of polar texts on their side of .5, and the mean recall of the classes."""
    polar = classes != NEUTRAL
    # A score of just .5 is on no side: half of such are right by chance.
    right = np.where(score == 0.5, 0.5, (score > 0.5) == (classes == POSITIVE))
    named = 1 - (score < 1 / 3) + (score > 2 / 3).astype(int)
    recall = [float((named[classes == k] == k).mean()) for k in np.unique(classes)]
    has_neutral = NEUTRAL in classes
    return float(right[polar].mean()), float(np.mean(recall)) if has_neutral else float("nan")


def stars(data: Path) -> None:
    """Print how the moods of whole reviews of several sentences agree with their stars."""
    from scipy.stats import spearmanr

    print("\nreviews of several sentences with stars, development parts")
    print(f"{'set':<24} texts   Spearman: Triptych    VADER   five stars called negative")
    polar = lexicons()["VADER"]
    for name in ("app_reviews", "hotel_reviews_stars", "hospital_reviews", "alexa"):
        with_stars = [
            (text, count)
            for text, count in reviews.stars(data, name, "dev")
            if len(split_sentences(text)) > 1
        ]
        texts = [text for text, _ in with_stars]
        given = np.array([count for _, count in with_stars])
        moods = [result.overall for result in analyse_sentiments(texts)]
        ranks = {
            "Triptych": spearmanr([mood.score for mood in moods], given).statistic,
            "VADER": spearmanr([polar(text) for text in texts], given).statistic,
        }
        negative = np.array([mood.sentiment == "negative" for mood in moods])
        cells = (
            f"{ranks['Triptych']:19.3f} {ranks['VADER']:8.3f} {negative[given == 5].mean():28.3f}"
        )
        print(f"{name:<24} {len(texts):5d} {cells}")
        for engine, rank in ranks.items():
            report(f"{name}, Spearman with stars", rank, by=engine)


def calibration_error(data: Path) -> None:
    """Print how far confidence is from the share of right answers, on domains not trained on.

    The expected calibration error (M. P. Naeini et al. 2015), over ten bins of equal width.
    """
    print("\nexpected calibration error of the confidence, on sets never trained on")
    for name in ["everyday sentences", *sorted(reviews.EVALUATION_ONLY)]:
        examples = (
            everyday(DEVELOPMENT_FILE) if name.startswith("every") else _polar_or_plain(data, name)
        )
        moods = [result.overall for result in analyse_sentiments([e.text for e in examples])]
        sure = np.array([mood.confidence for mood in moods])
        right = np.array(
            [
                SENTIMENTS.index(mood.sentiment) == example.sentiment
                for mood, example in zip(moods, examples, strict=True)
            ]
        )
        bins = np.minimum((sure * 10).astype(int), 9)
        error = sum(
            (bins == k).mean() * abs(sure[bins == k].mean() - right[bins == k].mean())
            for k in np.unique(bins)
        )
        print(f"{name:<24} {len(examples):5d} {error:.3f}")
        report(f"calibration error, {name}", float(error))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Measure the sentiment engine.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--single", type=Path, help="the encoder in single precision")
    arguments = parser.parse_args()
    accuracy(arguments.data, arguments.single)
    domains(arguments.data)
    stars(arguments.data)
    calibration_error(arguments.data)


if __name__ == "__main__":
    main()
