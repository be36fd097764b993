"""Read the public corpora that the spam engine is trained on.

Expected below the data folder (the names of the public sources are in the model card):

- ``spam/sms_train.tsv.gz``: SMS Spam Collection, label and text;
- ``spam/Youtube*.csv``: YouTube Spam Collection, one file a video;
- ``spam/enron1-5.jsonl.gz``: Enron-Spam, objects with ``set``, ``label``, ``text``;
- ``spam/spamassassin_train.jsonl.gz``: SpamAssassin public corpus, ``group`` and ``text``;
- ``goemotions/{train,dev}.tsv``: ordinary Reddit comments;
- ``semeval2017/twitter-*.tsv`` and ``tweeteval_sentiment/val_text.txt``: ordinary tweets.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

REQUIRED = (
    "spam/sms_train.tsv.gz",
    "spam/enron1-5.jsonl.gz",
    "spam/spamassassin_train.jsonl.gz",
    "goemotions/train.tsv",
    "goemotions/dev.tsv",
    "semeval2017",
    "tweeteval_sentiment/val_text.txt",
)
# GoEmotions replaces names by this mark. Common given names take its place, in turn, lest the
# mark become a proof of innocence.
_PLACEHOLDER = re.compile(r"\[(?:NAME|RELIGION)\]")
_NAMES = ("James", "Maria", "Ahmed", "Chen", "Olga", "David", "Sofia", "Raj", "Emma", "Carlos")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
# Words that tell which archive a mail lies in, not whether it is spam: the company of the Enron
# mailboxes, its offices, the mailing lists and the recipients of the SpamAssassin corpus.
_ARCHIVE_WORDS = re.compile(
    r"\b(?:enron|ect|hou|ees|enronxgate|exmh(?:-\w+)?|ilug|zzzz+|zzzzteana|spamassassin|razor|"
    r"netnoteinc|jm|yyyy|taint|example|sourceforge|listman|rpm-list|freshrpms|fork|xent|kragen|"
    r"linux\.ie|vince|kaminski|daren|farmer|kitchen|louise|beck|sally)\b",
    re.IGNORECASE,
)


class Example(NamedTuple):
    """One text with its label, the kind of text and the source it comes from."""

    source: str
    kind: str
    spam: bool
    text: str


def missing(data: Path) -> list[str]:
    """Return the expected files that are not below `data`."""
    absent = [name for name in REQUIRED if not (data / name).exists()]
    if not list((data / "spam").glob("Youtube*.csv")):
        absent.append("spam/Youtube*.csv")
    return absent


def read(data: Path) -> list[Example]:
    """Read every corpus below `data`.

    Raises
    ------
    SystemExit
        If a corpus is missing; the message names its public source.
    """
    if absent := missing(data):
        raise SystemExit(
            f"Missing below {data}: {', '.join(absent)}.\n"
            "Public sources: SMS Spam Collection and YouTube Spam Collection (UCI Machine Learning "
            "Repository), Enron-Spam (Metsis, Androutsopoulos and Paliouras, 2006), SpamAssassin "
            "public mail corpus, GoEmotions (google-research), SemEval-2017 task 4A, TweetEval."
        )
    return [*_spam(data / "spam"), *_reddit(data / "goemotions"), *_tweets(data)]


def mask_archive(text: str) -> str:
    """Take out of a mail what tells the archive it lies in (for training only)."""
    return _ARCHIVE_WORDS.sub(" ", text)


def _spam(folder: Path) -> Iterator[Example]:
    with gzip.open(folder / "sms_train.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            label, text = line.rstrip("\n").split("\t", 1)
            if label in ("ham", "spam"):
                yield Example("sms", "message", label == "spam", text)
    for path in sorted(folder.glob("Youtube*.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                yield Example(path.stem, "comment", row["CLASS"] == "1", row["CONTENT"])
    with gzip.open(folder / "enron1-5.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            mail = json.loads(line)
            yield Example(mail["set"], "mail", mail["label"] == "spam", mail["text"])
    with gzip.open(folder / "spamassassin_train.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            mail = json.loads(line)
            spam = mail["group"].startswith("spam")
            yield Example("spamassassin", "mail", spam, mail["text"])


def _reddit(folder: Path) -> Iterator[Example]:
    for part in ("train", "dev"):
        with (folder / f"{part}.tsv").open(encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                name = _NAMES[number % len(_NAMES)]
                text = _PLACEHOLDER.sub(name, line.split("\t")[0])
                yield Example(f"reddit-{part}", "post", False, text)


def _tweets(data: Path) -> Iterator[Example]:
    for path in sorted((data / "semeval2017").glob("twitter-*.tsv")):
        year = path.name.removeprefix("twitter-")[:4]
        for line in path.read_text(encoding="utf-8").split("\n"):
            fields = line.split("\t")
            if len(fields) >= 3:
                text = _ESCAPE.sub(lambda m: chr(int(m[1], 16)), fields[2])
                yield Example(f"tweets-{year}", "post", False, text.strip('" ').replace('""', '"'))
    for line in (data / "tweeteval_sentiment/val_text.txt").read_text("utf-8").split("\n"):
        if line.strip():
            yield Example("tweets-tweeteval", "post", False, line.strip())
