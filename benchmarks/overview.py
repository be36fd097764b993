"""Ask questions whose answers are known, and see whether the overviews hold them.

Usage::

    pip install sumy
    python benchmarks/overview.py [--questions FILE] [--folder DIR] [--misses]

With ``--folder``, the files of a folder are indexed and searched in place of the shipped pages:
``data/manuals_questions.jsonl`` asks about the manuals that ``data/README.md`` lists. Else the
questions are ``data/overview_blind.jsonl``, through the client's in-process service. Measured: the
share of overviews that hold an accepted answer (as words, whatever the case and the accents), the
share of sentences that are found in the page they cite, the markers that lead to a result, the
share of questions without an answer for which nothing is written, and milliseconds of a whole
search with its overview. Beside it, on the same results: the first three sentences of the first
result, and TextRank over the texts of all results by sumy, if it is installed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import os
import re
import statistics
import tempfile
import time
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from triptych import Client, Index
from triptych.contract import SearchReply, SearchResult
from triptych.engines.text.sentences import split_sentences

QUESTIONS = Path(__file__).parent / "data" / "overview_blind.jsonl"
MARKER = re.compile(r"\[\[(\d+)\]\((\S+)\)\]")
#: From the results to a text.
Alternative = Callable[[Sequence[SearchResult]], str]


def plain(text: str) -> str:
    """Return a text in lower case, without accents, with white space made single spaces."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in split if not unicodedata.combining(char)).split())


def holds(text: str, answers: Sequence[str]) -> bool:
    """Return whether one of the answers is in a text as whole words."""
    return any(re.search(rf"(?<!\w){re.escape(plain(one))}(?!\w)", plain(text)) for one in answers)


def sentences(overview: str) -> list[tuple[str, int, str]]:
    """Return the sentences of an overview, each with the number and the address of its marker."""
    cited, start = [], 0
    for match in MARKER.finditer(overview):
        text = overview[start : match.start()].replace("```", "").strip().removeprefix("- ")
        cited.append((text, int(match[1]), match[2]))
        start = match.end()
    return cited


def first_three(results: Sequence[SearchResult]) -> str:
    """Return the first three sentences of the first result."""
    text = (results[0].content or "") if results else ""
    spans = split_sentences(text[:3_000])[:3]
    return text[: spans[-1].end] if spans else ""


def textrank() -> Alternative:
    """Return TextRank's choice of three sentences of all results."""
    summarizer = importlib.import_module("sumy.summarizers.text_rank").TextRankSummarizer()
    plaintext = importlib.import_module("sumy.parsers.plaintext").PlaintextParser

    class Tokenizer:
        """Splits as Triptych does, so that the choice alone is compared."""

        def to_sentences(self, text: str) -> list[str]:
            return [text[start:end] for start, end in split_sentences(text)]

        def to_words(self, text: str) -> list[str]:
            return re.findall(r"\w+", text)

    def summarize(results: Sequence[SearchResult]) -> str:
        text = "\n\n".join((result.content or "")[:3_000] for result in results)
        document = plaintext.from_string(text, Tokenizer()).document
        return " ".join(map(str, summarizer(document, 3)))

    return summarize


def alternatives() -> dict[str, Alternative]:
    """Return what is compared, by name and version."""
    compared: dict[str, Alternative] = {"first three sentences": first_three}
    try:
        compared[f"TextRank (sumy {importlib.metadata.version('sumy')})"] = textrank()
    except ImportError as error:
        print(f"left out: sumy ({error})")
    return compared


class Tally:
    """What was counted over the questions."""

    def __init__(self) -> None:
        self.answered = self.empty = 0
        self.sentences = self.found = self.markers = 0
        self.lengths: list[int] = []
        self.milliseconds: list[float] = []

    def add(self, reply: SearchReply) -> str:
        """Count the sentences and markers of a reply; return its overview without markers."""
        overview = reply.ai_overview or ""
        results = {result.reference_number: result for result in reply.results}
        claims = sentences(overview)
        for text, number, url in claims:
            result = results.get(number)
            self.sentences += 1
            self.markers += result is not None and address(result.url) == address(url)
            page = " ".join(f"{result.title}\n{result.content}".split()) if result else ""
            self.found += " ".join(text.split()) in page
        return " ".join(text for text, _, _ in claims)


def address(url: str) -> str:
    """Return an address with its brackets as a marker has them."""
    return url.replace("(", "%28").replace(")", "%29")


def share(part: int, whole: int) -> str:
    """Return a share as it is printed."""
    return f"{part}/{whole} = {part / whole:.3f}" if whole else "none"


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    parser.add_argument("--folder", type=Path, help="files to search, not the shipped pages")
    parser.add_argument("--misses", action="store_true", help="print what held no answer")
    arguments = parser.parse_args()
    if arguments.folder is None:
        measure(arguments.questions, misses=arguments.misses)
        return
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRIPTYCH_INDEX"] = folder
        Index(folder).add(*sorted(arguments.folder.iterdir()), progress=False)
        measure(arguments.questions, misses=arguments.misses)


def measure(questions: Path, *, misses: bool) -> None:
    """Ask all questions and print the figures."""
    lines = questions.read_text(encoding="utf-8").splitlines()
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    client = Client()
    client.search("warm up")
    tally = Tally()
    others = alternatives()
    held = dict.fromkeys(others, 0)
    answerable = [row for row in rows if row["answers"]]
    for row in rows:
        start = time.perf_counter()
        reply = client.search(row["question"])
        tally.milliseconds.append(1000 * (time.perf_counter() - start))
        body = tally.add(reply)
        if not row["answers"]:
            tally.empty += not body
            continue
        tally.lengths.append(len(body))
        right = holds(body, row["answers"])
        tally.answered += right
        for name, alternative in others.items():
            held[name] += holds(alternative(reply.results), row["answers"])
        if misses and not right:
            print(f"{row['question']}\n  wanted {row['answers']}\n  got {body}\n")

    whole = len(answerable)
    print(f"{whole} questions with an answer, {len(rows) - whole} without\n")
    print(f"overviews that hold the answer     {share(tally.answered, whole)}")
    for name, count in held.items():
        print(f"  {name:32} {share(count, whole)}")
    print(f"sentences found in the cited page  {share(tally.found, tally.sentences)}")
    print(f"markers that lead to a result      {share(tally.markers, tally.sentences)}")
    print(f"empty where there is no answer     {share(tally.empty, len(rows) - whole)}")
    if tally.lengths:
        print(f"characters, median                 {statistics.median(tally.lengths):.0f}")
    times = sorted(tally.milliseconds)
    print(f"milliseconds, median               {statistics.median(times):.0f}")
    print(f"milliseconds, 95th percentile      {times[int(0.95 * (len(times) - 1))]:.0f}")


if __name__ == "__main__":
    main()
