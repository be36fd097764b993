"""Questions with labelled sentences: corpora of others, and our own about the shipped pages.

Sets that are only measured with, and never trained on: SelQA, TechQA, AWS documentation and
TechSumBench. Of sets without a training part, a share of the pages is kept for development.
"""

from __future__ import annotations

import csv
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from triptych.engines.index import shipped_index
from triptych.engines.search.retrieval import search
from triptych.engines.text.encoder import token_counts
from triptych.engines.text.sentences import split_sentences
from triptych.engines.text.words import stems

from .examples import Window, is_held_out, rows

QUESTIONS = Path(__file__).parent / "questions.tsv"
#: The name of our own questions, whose convention of what answers is the model's.
OWN = "own"
#: Sets with a training part of their own.
_TRAINING = ("wikiqa", "multirc", "hotpotqa", "trecqa")
#: Sets of which a share is kept for development.
_DIVIDED = ("squad", "qnli", "qed", "clapnq", "covidqa", "chunkeval", "sosum", "policyqa")
#: The share that is kept, and of our own questions.
HELD_OUT, OWN_HELD_OUT = 0.25, 0.12
#: Sets whose candidates stand in no passage, or not next to each other.
_APART = ("qnli", "trecqa")
#: Word pieces of a window, at random between the two.
_SHORTEST, _LONGEST = 40, 180
#: Share of windows that are read without their title, as a page may have none.
_UNTITLED = 0.15
#: Windows without an answer that are read for one question.
_MOST_WITHOUT = 4
#: Sentences before and after the ones that answer one of our own questions.
_AROUND = 20
#: Pages of the index that are read beside the page of a question.
_NEIGHBOURS = 4


class Question(NamedTuple):
    """A question with labelled candidates."""

    source: str
    question: str
    title: str
    candidates: list[str]
    labels: list[bool]
    answer: str


def corpus(data: Path, name: str, part: str) -> list[Question]:
    """Return a corpus: of `_DIVIDED` sets, what is kept out for ``dev``, the rest for ``train``."""
    divided = name in _DIVIDED
    path = data / "text" / "answers" / name / f"{'dev' if divided else part}.jsonl.gz"
    questions: list[Question] = []
    for row in rows(path):
        key = row.get("title") or row.get("corpus") or row["question"]
        if divided and is_held_out(key, HELD_OUT) != (part == "dev"):
            continue
        questions += _of_row(name, row)
    return questions


def _of_row(name: str, row: dict[str, Any]) -> Iterable[Question]:
    """Yield a row's question, with the candidates of each paragraph where they have titles."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for candidate in row["candidates"]:
        key = candidate.get("title") or candidate.get("doc") or ""
        groups.setdefault(str(key), []).append(candidate)
    for candidates in groups.values():
        title = candidates[0].get("title") or row.get("title") or ""
        yield Question(
            name,
            row["question"],
            "" if name == "policyqa" else title,
            [one["text"] for one in candidates],
            [bool(one["label"]) for one in candidates],
            row.get("answer") or "",
        )


def own(part: str) -> list[Question]:
    """Return the questions written for the shipped pages, with the sentences of their pages."""
    index = shipped_index()
    numbers = {url: number for number, _, url in index.sites_of_pages()}
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        written = [
            row
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if is_held_out(row[0], OWN_HELD_OUT) == (part == "dev")
        ]
    pages = index.pages({numbers[row[0]] for row in written})
    questions = []
    for url, question, answering, answer, _ in written:
        page = pages[numbers[url]]
        sentences = sentences_of(page.text)
        places = [] if answering == "-" else [int(place) for place in answering.split(",")]
        labels = [place in places for place in range(len(sentences))]
        # The first one named is the best: the span stands there.
        first = sentences[places[0]] if places else ""
        start, end = _stretch(question, sentences, places)
        questions.append(
            Question(
                OWN,
                question,
                page.title,
                sentences[start:end],
                labels[start:end],
                answer if answer and answer in first else "",
            )
        )
    return questions


def _stretch(question: str, sentences: Sequence[str], places: Sequence[int]) -> tuple[int, int]:
    """Return the sentences around what answers, or around those nearest to the question's words.

    Of a long page only these were read when the question was written.
    """
    if not places:
        words = set(stems(question))
        shared = [len(words & set(stems(sentence))) for sentence in sentences]
        places = [shared.index(max(shared))]
    return max(0, min(places) - _AROUND), max(places) + _AROUND + 1


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a page in the numbering of `QUESTIONS`."""
    sentences = []
    for line in text.splitlines():
        plain = " ".join(line.split())
        if plain and len(plain) < 4_000:
            sentences += [plain[start:end] for start, end in split_sentences(plain)]
    return sentences


def training_windows(data: Path, seed: int = 0) -> list[Window]:
    """Return what the matcher learns from: all windows with an answer, and some without."""
    generator = random.Random(seed)
    questions = [
        question for name in (*_TRAINING, *_DIVIDED) for question in corpus(data, name, "train")
    ]
    questions += own("train") if QUESTIONS.exists() else []
    windows: list[Window] = []
    for question in questions:
        made = windows_of(question, generator)
        without = [window for window in made if not any(window.labels)]
        windows += [window for window in made if any(window.labels)]
        windows += generator.sample(without, min(_MOST_WITHOUT, len(without)))
    return windows


def neighbours(questions: Sequence[Question], generator: random.Random) -> list[Window]:
    """Return windows of other shipped pages that a search finds for questions: hard negatives.

    Only for questions whose answer is known, and without the windows in which it stands.
    """
    index = shipped_index()
    windows: list[Window] = []
    for question in questions:
        answer = _plain(question.answer)
        if not any(question.labels) or not 2 < len(answer) <= 60:
            continue
        own_title = question.title.casefold()
        for hit in search([index], question.question, limit=_NEIGHBOURS):
            if hit.page.title.casefold() == own_title:
                continue
            sentences = [s for text in hit.passages[:1] for s in sentences_of(text)]
            if sentences and answer not in _plain(" ".join(sentences)):
                labels = [False] * len(sentences)
                made = windows_of(
                    question._replace(
                        title=hit.page.title, candidates=sentences, labels=labels, answer=""
                    ),
                    generator,
                )
                windows += made[:1]
    return windows


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def windows_of(question: Question, generator: random.Random) -> list[Window]:
    """Return a question's candidates in windows of random length."""
    counts = token_counts(question.candidates).tolist()
    windows: list[Window] = []
    start = 0
    while start < len(counts):
        most = generator.randint(_SHORTEST, _LONGEST)
        end, total = start + 1, counts[start]
        while end < len(counts) and total + counts[end] <= most and question.source not in _APART:
            total += counts[end]
            end += 1
        texts, labels = question.candidates[start:end], question.labels[start:end]
        windows.append(
            Window(
                question.source,
                question.question,
                "" if generator.random() < _UNTITLED else question.title,
                tuple(texts),
                tuple(labels),
                _span(texts, labels, question.answer),
            )
        )
        start = end
    return windows


def _span(texts: Sequence[str], labels: Sequence[bool], answer: str) -> tuple[int, int, int] | None:
    """Return where the answer stands, if it stands once, in a sentence that answers."""
    if not answer:
        return None
    found = [
        (place, match.start(), match.end())
        for place, (text, label) in enumerate(zip(texts, labels, strict=True))
        if label
        for match in re.finditer(rf"(?<!\w){re.escape(answer)}(?!\w)", text)
    ]
    return found[0] if len(found) == 1 else None
