"""Research questions whose facts were written down first, and see whether the reports hold them.

Usage::

    python benchmarks/research.py [--questions FILE] [--depth 2] [--breadth 3] [--misses]
        [--read FILE]

Measured over the shipped index: the share of expected facts that a report holds (every group of
words of a fact, any one wording of each, as whole words whatever the case and the accents); the
share of sentences that stand word by word in the page they cite (citation precision) and the
share of sentences in the Markdown that are followed by a marker (citation recall); the markers
that lead to a reference of that number and address; the parts without an answer of which the
report says so; queries sent twice and pages read twice; seconds of a whole research, the
memory of vectors emptied before each. Beside it, on the results of the plain question: the first
two sentences of each of the first ten, as many as the report has. ``--read`` writes all
sentences with their questions, to judge which are off topic.
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

from triptych.engines.embedding.embed import forget_vectors
from triptych.engines.index import shipped_index
from triptych.engines.research import Page, Report, Step, investigate
from triptych.engines.search import search
from triptych.engines.search.overview.overview import escaped
from triptych.engines.text.sentences import split_sentences

QUESTIONS = Path(__file__).parent / "data" / "research_questions_development.json"
MARKER = re.compile(r"\[\[(\d+)\]\((\S+?)\)\]")
PAGES = 10


def plain(text: str) -> str:
    """Return a text in lower case, without accents, with white space made single spaces."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in split if not unicodedata.combining(char)).split())


def holds(text: str, groups: Sequence[Sequence[str]]) -> bool:
    """Tell whether one wording of every group stands in a plain text."""
    return all(
        any(re.search(rf"(?<!\w){re.escape(plain(one))}(?!\w)", text) for one in group)
        for group in groups
    )


def pages_for(query: str) -> list[Page]:
    """Return the pages of the shipped index for a query, best first."""
    return [
        Page(hit.page.url, hit.page.title, hit.page.text, hit.passages)
        for hit in search([shipped_index()], query, limit=PAGES)
    ]


def first_sentences(question: str, count: int) -> str:
    """Return the first two sentences of each of the first results, at most so many."""
    found = []
    for page in pages_for(question):
        text = page.text[:2_000]
        found += [text[start:end] for start, end in split_sentences(text)[:2]]
    return " ".join(found[:count])


class Tally:
    """What was counted over the questions."""

    def __init__(self) -> None:
        self.facts = self.present = self.others = 0
        self.sentences = self.supported = self.cited = self.said = 0
        self.markers = self.resolved = 0
        self.repeated_queries = self.repeated_pages = 0
        self.open = self.open_said = self.near = 0
        self.differing = self.difference_told = self.no_difference = 0
        self.seconds: list[float] = []
        self.lengths: list[int] = []

    def add_report(self, report: Report, pages: dict[str, Page]) -> None:
        """Count sentences and markers of a report."""
        for sentence in report.sentences:
            page = " ".join(pages[sentence.url].text.split())
            self.sentences += 1
            self.supported += sentence.text in page
        for difference in report.differences:
            for value, sentence in zip(difference.values, difference.sentences, strict=True):
                self.sentences += 1
                self.supported += value in pages[sentence.url].text
        references = {number: escaped(url) for number, url in report.references}
        markers = MARKER.findall(report.markdown)
        self.markers += len(markers)
        self.resolved += sum(references.get(int(number)) == url for number, url in markers)
        # What is left between markers are the sentences; each has to have one right behind it.
        for block in report.markdown.split("\n"):
            if not block.strip() or block.startswith(("#", "Nothing was found")):
                continue
            parts = MARKER.split(block)
            self.said += len(parts[:-1]) // 3 + bool(parts[-1].strip(" ."))
            self.cited += len(parts[:-1]) // 3
        self.lengths.append(len(report.sentences))


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
    pages_for("warm up")
    tally = Tally()
    reading: list[str] = []
    for row in rows:
        pages: dict[str, Page] = {}
        queries: Counter[str] = Counter()

        def find(
            query: str,
            pages: dict[str, Page] = pages,
            queries: Counter[str] = queries,
        ) -> list[Page]:
            queries[query.casefold()] += 1
            found = pages_for(query)
            pages |= {page.url: page for page in found}
            return found

        steps: list[Step] = []
        forget_vectors()
        start = time.perf_counter()
        done = investigate(
            row["question"],
            find,
            max_depth=arguments.depth,
            max_breadth=arguments.breadth,
            on_step=steps.append,
        )
        tally.seconds.append(time.perf_counter() - start)
        report = done.report
        tally.add_report(report, pages)
        tally.repeated_queries += sum(count - 1 for count in queries.values())
        tally.repeated_pages += sum(step.count for step in steps if step.kind == "searched") - len(
            {one.url for one in pages.values()}
        )
        text = plain(" ".join(one.text for one in report.sentences))
        other = plain(first_sentences(row["question"], max(1, len(report.sentences))))
        missing = [fact for fact in row["facts"] if not holds(text, fact["must_hold"])]
        tally.facts += len(row["facts"])
        tally.present += len(row["facts"]) - len(missing)
        tally.others += sum(holds(other, fact["must_hold"]) for fact in row["facts"])
        factual = {url for fact in row["facts"] for url in fact["pages"]}
        tally.near += sum(one.url in factual for one in report.sentences)
        if row.get("unanswered"):
            tally.open += 1
            tally.open_said += bool(report.unanswered)
        if row.get("differs"):
            tally.differing += 1
            tally.difference_told += bool(report.differences)
        else:
            tally.no_difference += len(report.differences)
        reading.append(f"# {row['question']}\n\n{report.markdown}\n")
        if arguments.misses:
            print(f"{len(row['facts']) - len(missing)}/{len(row['facts'])} {row['question']}")
            for fact in missing:
                where = ["read" if url in pages else "not read" for url in fact["pages"]]
                cited = {url for _, url in report.references}
                where += ["cited" for url in fact["pages"] if url in cited]
                print(f"    - {fact['fact']} {fact['pages']} {where}")
    if arguments.read:
        arguments.read.write_text("\n\n".join(reading), encoding="utf-8")

    print(f"\n{len(rows)} questions, depth {arguments.depth}, breadth {arguments.breadth}\n")
    print(f"expected facts present             {share(tally.present, tally.facts)}")
    print(f"  first sentences of the results   {share(tally.others, tally.facts)}")
    print(f"sentences found in the cited page  {share(tally.supported, tally.sentences)}")
    print(f"sentences followed by a marker     {share(tally.cited, tally.said)}")
    print(f"markers that lead to a reference   {share(tally.resolved, tally.markers)}")
    print(f"sentences of pages with facts      {share(tally.near, tally.sentences)}")
    print(f"questions whose pages differ, told {share(tally.difference_told, tally.differing)}")
    print(f"differences told of other questions{tally.no_difference:>3}")
    print(f"open parts that are told           {share(tally.open_said, tally.open)}")
    print(
        f"queries sent twice, pages read twice   {tally.repeated_queries}, {tally.repeated_pages}"
    )
    print(f"sentences a report, median         {statistics.median(tally.lengths):.0f}")
    print(
        f"seconds, median and longest        {statistics.median(tally.seconds):.1f}, "
        f"{max(tally.seconds):.1f}"
    )


if __name__ == "__main__":
    main()
