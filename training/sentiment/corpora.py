"""The texts that the sentiment encoder learns from, and those it is tuned on.

Nothing of the development parts, nor any near-duplicate of them, reaches the training part.
"""

from __future__ import annotations

import csv
import random
import re
from pathlib import Path

from triptych.engines.sentiment import calibration

from .examples import CLASSES, NEGATIVE, NEUTRAL, POSITIVE, UNKNOWN, Example

_HELD_BACK_SENTENCES = 500


def goemotions(data: Path, part: str) -> list[Example]:
    """Return the Reddit comments of GoEmotions; their sentiment follows from their emotions."""
    examples = []
    lines = (data / f"text/goemotions/{part}.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        text, labels, _ = line.split("\t")
        places = tuple(int(label) for label in labels.split(","))
        kinds = {_kind(calibration.EMOTIONS[place]) for place in places}
        sentiment = kinds.pop() if len(kinds) == 1 else UNKNOWN
        # Sentiment that merely follows from emotions is worth less than one given by a person.
        examples.append(Example(text, sentiment, places, "goemotions", weight=0.4))
    return examples


def _kind(emotion: str) -> int:
    if emotion in calibration.POSITIVE:
        return POSITIVE
    if emotion in calibration.NEGATIVE:
        return NEGATIVE
    return NEUTRAL if emotion == "neutral" else UNKNOWN


def tweets_development(data: Path) -> list[Example]:
    """Return the validation part of TweetEval's sentiment task."""
    folder = data / "text/tweeteval_sentiment"
    texts = (folder / "val_text.txt").read_text(encoding="utf-8").split("\n")
    labels = (folder / "val_labels.txt").read_text(encoding="utf-8").split()
    pairs = zip(texts, labels, strict=False)
    return [Example(text, int(label), None, "tweets") for text, label in pairs]


def tweets_training(data: Path) -> list[Example]:
    """Return SemEval's tweets of 2013 to 2016, without those of TweetEval's validation part."""
    seen = {_letters(example.text) for example in tweets_development(data)}
    # Tweets are seldom negative, and the three classes matter alike.
    weights = (1.45, 0.86, 0.92)
    examples = []
    for file in sorted((data / "text/semeval2017").glob("*.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines():
            _, label, text = line.split("\t")[:3]
            text = _unescaped(text.strip('"').replace('""', '"'))
            if (key := _letters(text)) and key not in seen:
                seen.add(key)
                place = CLASSES.index(label)
                examples.append(Example(text, place, None, "tweets", weight=weights[place]))
    return examples


def _unescaped(text: str) -> str:
    r"""Return `text` with escapes such as \u2019 resolved, which some of the files carry."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text)
    # Emoji stand there as two surrogates.
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace('\\""', '"').replace('\\"', '"')


def movie_reviews(data: Path) -> tuple[list[Example], list[Example]]:
    """Return the Stanford Sentiment Treebank: what to learn from, and sentences held back.

    Training takes GLUE's labelled phrases and, of the sentences, the neutral ones, which GLUE
    leaves out. Every phrase of three or more words from a sentence held back goes with it.
    """
    sentences = []
    lines = (data / "text/sst5/stsa.fine.train").read_text(encoding="latin-1").splitlines()
    for line in lines:
        label, text = line.split(" ", 1)
        sentiment = (NEGATIVE, NEGATIVE, NEUTRAL, POSITIVE, POSITIVE)[int(label)]
        sentences.append(Example(text, sentiment, None, "movie sentences"))
    random.Random(7).shuffle(sentences)
    polar = [example for example in sentences if example.sentiment != NEUTRAL]
    held_back = polar[:_HELD_BACK_SENTENCES]
    hidden = "\n".join(_letters(example.text) for example in held_back)
    neutral = [example for example in sentences if example.sentiment == NEUTRAL]
    training = polar[_HELD_BACK_SENTENCES:] + [
        example for example in neutral if _letters(example.text) not in hidden
    ]
    with (data / "text/sst2/train.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    for label, text in rows:
        if len(text.split()) < 3 or _letters(text) not in hidden:
            sentiment = POSITIVE if label == "1" else NEGATIVE
            training.append(
                Example(text.strip(), sentiment, None, "movie phrases", has_neutral=False)
            )
    return training, held_back


def detokenised(text: str) -> str:
    """Return a text of the treebank as people write it: "it 's n't , is it" joined again."""
    text = text.replace("-lrb-", "(").replace("-rrb-", ")")
    text = re.sub(r" (n't|'s|'re|'ve|'ll|'d|'m)\b", r"\1", text)
    return re.sub(r"\s+([.,!?;:)])", r"\1", re.sub(r"([(])\s+", r"\1", text))


def _letters(text: str) -> str:
    return re.sub(r"\W+", " ", re.sub(r"https?://\S+|@\w+", "", text.lower())).strip()
