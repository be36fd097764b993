"""The texts that the sentiment encoder learns from, and those it is tuned on.

Nothing of the development parts, nor any near-duplicate of them, reaches the training part.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from triptych.engines.sentiment import calibration

NEGATIVE, NEUTRAL, POSITIVE = 0, 1, 2
#: For examples that say nothing about sentiment.
UNKNOWN = -1

_HELD_BACK_SENTENCES = 500


@dataclass(frozen=True)
class Example:
    """A text with what is known of it.

    Attributes
    ----------
    text : str
        As the corpus has it.
    sentiment : int
        0 negative, 1 neutral, 2 positive, -1 unknown.
    emotions : tuple of int or None
        Places in GoEmotions' order; None where the corpus does not say.
    source : str
        Name of the corpus.
    """

    text: str
    sentiment: int
    emotions: tuple[int, ...] | None
    source: str


def goemotions(data: Path, part: str) -> list[Example]:
    """Return the Reddit comments of GoEmotions; their sentiment follows from their emotions."""
    examples = []
    lines = (data / f"text/goemotions/{part}.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        text, labels, _ = line.split("\t")
        places = tuple(int(label) for label in labels.split(","))
        kinds = {_kind(calibration.EMOTIONS[place]) for place in places}
        sentiment = kinds.pop() if len(kinds) == 1 else UNKNOWN
        examples.append(Example(text, sentiment, places, "goemotions"))
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
    names = {"negative": NEGATIVE, "neutral": NEUTRAL, "positive": POSITIVE}
    examples = []
    for file in sorted((data / "text/semeval2017").glob("*.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines():
            _, label, text = line.split("\t")[:3]
            text = _unescaped(text.strip('"').replace('""', '"'))
            if (key := _letters(text)) and key not in seen:
                seen.add(key)
                examples.append(Example(text, names[label], None, "tweets"))
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
            training.append(Example(text.strip(), sentiment, None, "movie phrases"))
    return training, held_back


def plain_statements(data: Path) -> list[Example]:
    """Return neutral prose: captions of pictures, and sentences about aeronautics.

    The other corpora hold opinions and talk; from them alone a model learns that every plain
    sentence in good order is praise.
    """
    generator = random.Random(11)
    with (data / "text/stsb/sts-train.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    captions = sorted({text for row in rows if row[0] == "main-captions" for text in row[5:7]})
    abstracts = sorted(set(_sentences_of_abstracts(data)))
    texts = generator.sample(captions, 2000) + generator.sample(abstracts, 2500)
    return [Example(text, NEUTRAL, None, "plain statements") for text in texts]


def _sentences_of_abstracts(data: Path) -> Iterator[str]:
    markup = (data / "web/cranfield/cran.all.1400.xml").read_text(encoding="utf-8")
    # The file has no root, and bare ampersands.
    root = ElementTree.fromstring(f"<all>{re.sub('&(?!amp;)', '&amp;', markup)}</all>")
    for abstract in root.iter("text"):
        for sentence in re.split(r"\s\.\s", " ".join((abstract.text or "").split()) + " "):
            if 5 <= len(sentence.split()) <= 40:
                yield sentence + "."


def detokenised(text: str) -> str:
    """Return a text of the treebank as people write it: "it 's n't , is it" joined again."""
    text = text.replace("-lrb-", "(").replace("-rrb-", ")")
    text = re.sub(r" (n't|'s|'re|'ve|'ll|'d|'m)\b", r"\1", text)
    return re.sub(r"\s+([.,!?;:)])", r"\1", re.sub(r"([(])\s+", r"\1", text))


def _letters(text: str) -> str:
    return re.sub(r"\W+", " ", re.sub(r"https?://\S+|@\w+", "", text.lower())).strip()
