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
from triptych.engines.text.sentences import split_sentences
from triptych.engines.text.words import stems

from .examples import Sentence, is_held_out, rows

QUESTIONS = Path(__file__).parent / "questions.tsv"
#: Wide questions, with the sentences of shipped pages that belong to each and that do not.
BELONGING = Path(__file__).parent / "belonging.tsv"
#: The name of our own questions, whose convention of what answers is the model's.
OWN = "own"
#: Sets with a training part of their own.
_TRAINING = ("wikiqa", "multirc", "hotpotqa", "trecqa")
#: Sets of which a share is kept for development.
_DIVIDED = ("squad", "qnli", "qed", "clapnq", "covidqa", "chunkeval", "sosum", "policyqa")
#: The share that is kept, and of our own questions.
HELD_OUT, OWN_HELD_OUT = 0.25, 0.12
#: Share of questions that are read without their page's title, as a page may have none.
_UNTITLED = 0.15
#: Sentences without an answer that are read for one question.
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


def belonging() -> list[Sentence]:
    """Return sentences that were judged for wide questions, such as a research is asked."""
    index = shipped_index()
    numbers = {url: number for number, _, url in index.sites_of_pages()}
    with BELONGING.open(encoding="utf-8", newline="") as file:
        judged = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    pages = index.pages({numbers[row[0]] for row in judged})
    found: list[Sentence] = []
    for url, question, *places in judged:
        page = pages[numbers[url]]
        sentences = sentences_of(page.text)
        for label, listed in zip((True, False), places, strict=True):
            found += [
                Sentence("belonging", question, page.title, sentences[int(place)], label)
                for place in listed.split(",")
                if place != "-"
            ]
    return found


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a page in the numbering of `QUESTIONS`."""
    sentences = []
    for line in text.splitlines():
        plain = " ".join(line.split())
        if plain and len(plain) < 4_000:
            sentences += [plain[start:end] for start, end in split_sentences(plain)]
    return sentences


def training_sentences(data: Path, seed: int = 0) -> list[Sentence]:
    """Return what the matcher learns from: all sentences that answer, and some that do not."""
    generator = random.Random(seed)
    questions = own("train")
    for name in (*_TRAINING, *_DIVIDED):
        questions += corpus(data, name, "train")
    sentences = belonging()
    for question in questions:
        sentences += sentences_with(question, generator)
    return sentences


def sentences_with(
    question: Question, generator: random.Random, most_without: int = _MOST_WITHOUT
) -> list[Sentence]:
    """Return the sentences of a question that answer, and some that do not.

    Of these, half are those that share most words with the question, half are drawn.
    """
    every = _sentences(question)
    title = "" if generator.random() < _UNTITLED else question.title
    with_answer = [one._replace(title=title) for one in every if one.label]
    without = [one._replace(title=title) for one in every if not one.label]
    words = set(stems(question.question))
    without.sort(key=lambda one: -len(words.intersection(stems(one.text))))
    near, far = without[: most_without // 2], without[most_without // 2 :]
    return [*with_answer, *near, *generator.sample(far, min(most_without - len(near), len(far)))]


def _sentences(question: Question) -> list[Sentence]:
    """Return all candidates of a question, with the place of the answer if it stands in one."""
    found = [
        Sentence(question.source, question.question, question.title, text, label)
        for text, label in zip(question.candidates, question.labels, strict=True)
    ]
    if not question.answer:
        return found
    pattern = re.compile(rf"(?<!\w){re.escape(question.answer)}(?!\w)")
    places = [
        (place, match.span())
        for place, one in enumerate(found)
        if one.label
        for match in pattern.finditer(one.text)
    ]
    if len(places) == 1:
        place, span = places[0]
        found[place] = found[place]._replace(span=span)
    return found


def neighbours(questions: Sequence[Question]) -> list[Sentence]:
    """Return sentences of other shipped pages that a search finds for questions: hard negatives.

    Only for questions whose answer is known, and without those in which it stands.
    """
    index = shipped_index()
    found: list[Sentence] = []
    for question in questions:
        answer = _plain(question.answer)
        if not any(question.labels) or not 2 < len(answer) <= 60:
            continue
        own_title = question.title.casefold()
        words = set(stems(question.question))
        for hit in search([index], question.question, limit=_NEIGHBOURS, by="words"):
            texts = [text for passage in hit.passages[:1] for text in sentences_of(passage)]
            texts = [text for text in texts if answer not in _plain(text)]
            if texts and hit.page.title.casefold() != own_title:
                nearest = max(texts, key=lambda text: len(words.intersection(stems(text))))
                found.append(
                    Sentence(question.source, question.question, hit.page.title, nearest, False)
                )
    return found


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
