"""Research questions whose facts were written down first, and see whether the reports hold them.

Usage::

    python benchmarks/research.py [--questions FILE] [--depth 2] [--breadth 3] [--misses]
        [--read FILE]

Measured through `Client().research` over the shipped index: the share of expected facts that a
report holds (every group of words of a fact, any one wording of each, as whole words whatever the
case and the accents); the share of sentences whose support stands word by word in the page they
cite (citation precision) and the share of sentences in the Markdown that are followed by a marker
(citation recall); the markers that lead to a source of that number and address; the parts without
an answer that the report names; queries sent twice; seconds of a whole research, the cache of
vectors emptied before each. Beside it, on the results of the plain question: the first two
sentences of each of the first ten, as many as the report has. ``--read`` writes all reports with
their questions, to judge which sentences are off topic.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import time
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from triptych import Client
from triptych.contract import ResearchReply
from triptych.engines.embedding.embed import forget_vectors
from triptych.engines.index import shipped_index
from triptych.engines.search import search
from triptych.engines.search.overview.overview import escaped
from triptych.engines.text.sentences import split_sentences

QUESTIONS = Path(__file__).parent / "data" / "research_questions_development.json"
MARKER = re.compile(r"\[\[(\d+)\]\((\S+?)\)\]")
#: Heading of the part where sources differ.
DIFFERENCES = "Where the sources differ"
#: Results of the plain question that the baseline is made of.
RESULTS = 10


def plain(text: str) -> str:
    """Return a text in lower case, without accents, with white space made single spaces."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in split if not unicodedata.combining(char)).split())


def holds(text: str, groups: Sequence[Sequence[str]]) -> bool:
    """Return whether one wording of every group stands in a plain text."""
    return all(
        any(re.search(rf"(?<!\w){re.escape(plain(one))}(?!\w)", text) for one in group)
        for group in groups
    )


def first_sentences(question: str, count: int) -> str:
    """Return the first two sentences of each of the first results, at most so many."""
    sentences = []
    for hit in search([shipped_index()], question, limit=RESULTS):
        text = hit.page.text[:2_000]
        sentences += [text[start:end] for start, end in split_sentences(text)[:2]]
    return " ".join(sentences[:count])


class Tally:
    """What was counted over the questions."""

    def __init__(self) -> None:
        self.facts = self.present = self.baseline = 0
        self.sentences = self.supported = self.followed = self.in_markdown = 0
        self.markers = self.resolved = 0
        self.repeated_queries = 0
        self.open = self.open_named = self.near = 0
        self.differing = self.differences_named = self.other_differences = 0
        self.seconds: list[float] = []
        self.lengths: list[int] = []

    def add(self, row: dict[str, Any], reply: ResearchReply) -> list[dict[str, Any]]:
        """Count what a reply holds, and return the facts that it lacks."""
        by_number = {source.reference_number: source for source in reply.sources}
        for statement in reply.statements:
            page = " ".join((by_number[statement.reference_number].content or "").split())
            self.sentences += 1
            self.supported += " ".join(statement.support.split()) in page
        addresses = {str(number): escaped(source.url) for number, source in by_number.items()}
        markers = MARKER.findall(reply.results)
        self.markers += len(markers)
        self.resolved += sum(addresses.get(number) == url for number, url in markers)
        # What is left between markers are the sentences; each has to have one right behind it.
        for block in reply.results.split("\n"):
            if not block.strip() or block.startswith(("#", "Nothing was found")):
                continue
            parts = MARKER.split(block)
            self.in_markdown += len(parts[:-1]) // 3 + bool(parts[-1].strip(" ."))
            self.followed += len(parts[:-1]) // 3
        queries = Counter(question.query.casefold() for question in reply.questions)
        self.repeated_queries += sum(count - 1 for count in queries.values())
        sentences = [one for one in reply.statements if one.heading != DIFFERENCES]
        self.lengths.append(len(sentences))
        text = plain(" ".join(one.text for one in sentences))
        baseline = plain(first_sentences(row["question"], max(1, len(sentences))))
        missing = [fact for fact in row["facts"] if not holds(text, fact["must_hold"])]
        self.facts += len(row["facts"])
        self.present += len(row["facts"]) - len(missing)
        self.baseline += sum(holds(baseline, fact["must_hold"]) for fact in row["facts"])
        factual = {url for fact in row["facts"] for url in fact["pages"]}
        self.near += sum(by_number[one.reference_number].url in factual for one in sentences)
        self.open += bool(row.get("unanswered"))
        self.open_named += bool(row.get("unanswered") and reply.not_found)
        # Each difference is two statements, one of each page.
        differences = (len(reply.statements) - len(sentences)) // 2
        if row.get("differs"):
            self.differing += 1
            self.differences_named += bool(differences)
        else:
            self.other_differences += differences
        return missing


def share(part: int, whole: int) -> str:
    """Return a share as it is printed."""
    return f"{part}/{whole} = {part / whole:.3f}" if whole else "none"


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--breadth", type=int, default=3)
    parser.add_argument("--misses", action="store_true", help="print the facts that are missing")
    parser.add_argument("--read", type=Path, help="write all reports to this file, to be read")
    arguments = parser.parse_args()
    rows: list[dict[str, Any]] = json.loads(arguments.questions.read_text(encoding="utf-8"))
    tally = Tally()
    reports: list[str] = []
    with Client() as client:
        client.research("warm up", max_depth=1)
        for row in rows:
            forget_vectors()
            start = time.perf_counter()
            reply = client.research(
                row["question"], max_depth=arguments.depth, max_breadth=arguments.breadth
            )
            tally.seconds.append(time.perf_counter() - start)
            missing = tally.add(row, reply)
            reports.append(f"# {row['question']}\n\n{reply.results}\n")
            if arguments.misses:
                print(f"{len(row['facts']) - len(missing)}/{len(row['facts'])} {row['question']}")
                for fact in missing:
                    print(f"    - {fact['fact']} {fact['pages']}")
    if arguments.read:
        arguments.read.write_text("\n\n".join(reports), encoding="utf-8")

    print(f"\n{len(rows)} questions, depth {arguments.depth}, breadth {arguments.breadth}\n")
    print(f"expected facts present             {share(tally.present, tally.facts)}")
    print(f"  first sentences of the results   {share(tally.baseline, tally.facts)}")
    print(f"support found in the cited page    {share(tally.supported, tally.sentences)}")
    print(f"sentences followed by a marker     {share(tally.followed, tally.in_markdown)}")
    print(f"markers that lead to a source      {share(tally.resolved, tally.markers)}")
    print(f"sentences of pages with facts      {share(tally.near, sum(tally.lengths))}")
    print(f"questions whose pages differ, named {share(tally.differences_named, tally.differing)}")
    print(f"differences named for others       {tally.other_differences}")
    print(f"open parts that are named          {share(tally.open_named, tally.open)}")
    print(f"queries sent twice                 {tally.repeated_queries}")
    print(f"sentences a report, median         {statistics.median(tally.lengths):.0f}")
    print(
        f"seconds, median and longest        {statistics.median(tally.seconds):.1f}, "
        f"{max(tally.seconds):.1f}"
    )


if __name__ == "__main__":
    main()
