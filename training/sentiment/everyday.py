"""Sentences written for training: what people say every day, in many domains and ways."""

from __future__ import annotations

import csv
from pathlib import Path

from .examples import CLASSES, Example

SOURCE = "everyday"
FILE = Path(__file__).with_name("everyday.tsv")
DEVELOPMENT_FILE = Path(__file__).parents[2] / "benchmarks/data/sentiment_development.tsv"


def everyday(file: Path = FILE) -> list[Example]:
    """Return the sentences of a table with the columns sentiment, kind, domain and text."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Example(row["text"], CLASSES.index(row["sentiment"]), None, SOURCE, row["domain"])
            for row in rows
        ]
