"""Prose without an opinion: encyclopedia, manuals, questions, captions, abstracts.

The other corpora hold opinions and talk; from them alone a model learns that every plain sentence
in good order is praise.
"""

from __future__ import annotations

import csv
import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from triptych.engines.index.index import shipped_index
from triptych.engines.text.sentences import split_sentences

from .examples import NEUTRAL, Example

_PAGES = 6000


def plain_statements(data: Path) -> list[Example]:
    """Return sentences that are neutral by nature."""
    generator = random.Random(11)
    parts = [
        (6000, _sentences_of_pages(generator)),
        (1500, _questions(data)),
        (2000, _captions(data)),
        (1500, _sentences_of_abstracts(data)),
    ]
    return [
        Example(text, NEUTRAL, None, "plain statements")
        for count, texts in parts
        for text in generator.sample(sorted(set(texts)), count)
    ]


def _sentences_of_pages(generator: random.Random) -> Iterator[str]:
    """Yield a few sentences of pages of the shipped index."""
    index = shipped_index()
    for address in generator.sample(sorted(index.addresses()), _PAGES):
        page = index.page(address)
        text = page.text[:1500] if page else ""
        whole = [text[start:end] for start, end in split_sentences(text)[:-1]]
        kept = [s for s in whole if 4 <= len(s.split()) <= 40 and s.endswith((".", "?"))]
        yield from kept[:1] + generator.sample(kept[1:], min(2, len(kept[1:])))


def _questions(data: Path) -> Iterator[str]:
    with gzip.open(data / "text/answers/wikiqa/train.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            question = json.loads(line)["question"]
            yield question[:1].upper() + question[1:].rstrip("? ") + "?"


def _captions(data: Path) -> Iterator[str]:
    with (data / "text/stsb/sts-train.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row[0] == "main-captions":
                yield from row[5:7]


def _sentences_of_abstracts(data: Path) -> Iterator[str]:
    markup = (data / "web/cranfield/cran.all.1400.xml").read_text(encoding="utf-8")
    # The file has no root, and bare ampersands.
    root = ElementTree.fromstring(f"<all>{re.sub('&(?!amp;)', '&amp;', markup)}</all>")
    for abstract in root.iter("text"):
        for sentence in re.split(r"\s\.\s", " ".join((abstract.text or "").split()) + " "):
            if 5 <= len(sentence.split()) <= 40:
                yield sentence + "."
