"""Compare the correction of queries with symspellpy, in one table.

Usage::

    pip install symspellpy
    python benchmarks/spelling.py [--pages pages.jsonl] [--development]

The vocabulary is that of the shipped index, or of the texts and titles of ``--pages`` (one JSON
object a line). Measured: the misspelt queries that come back exactly as they were meant, the
correct queries that come back changed, and the time of a query, over the test files
``benchmarks/data/misspelt_queries.jsonl`` and ``jargon_queries.jsonl`` or the development file.
symspellpy corrects each word as it is meant to, by its own dictionary of 82,765 words, two edits.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.resources
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from triptych.engines.text.spelling import corrected

DATA = Path(__file__).resolve().parent / "data"
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

Corrector = Callable[[str], str]


def vocabulary(pages: Path | None) -> Mapping[str, int]:
    """Return on how many pages each word stands."""
    if pages is None:
        index = importlib.import_module("triptych.engines.index")
        vocabulary: Mapping[str, int] = index.shipped_index().vocabulary()
        return vocabulary
    counts: Counter[str] = Counter()
    with pages.open(encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            counts.update(set(WORD.findall(f"{page['title']}\n{page['text']}".lower())))
    return counts


def symspell() -> Corrector:
    """Return symspellpy with its own dictionary, word by word."""
    package = importlib.import_module("symspellpy")
    checker = package.SymSpell(max_dictionary_edit_distance=2)
    named = importlib.resources.files("symspellpy") / "frequency_dictionary_en_82_765.txt"
    checker.load_dictionary(str(named), 0, 1)

    def correct(query: str) -> str:
        def word(match: re.Match[str]) -> str:
            best = checker.lookup(
                match[0],
                package.Verbosity.TOP,
                max_edit_distance=2,
                include_unknown=True,
                transfer_casing=True,
            )
            return str(best[0].term)

        return WORD.sub(word, query)

    return correct


def rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a file of data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def report(name: str, correct: Corrector, misspelt: list[dict[str, str]], right: list[str]) -> None:
    """Print a line of the table."""
    correct("quantom")
    start = time.perf_counter()
    restored = sum(correct(row["typed"]).casefold() == row["right"].casefold() for row in misspelt)
    spoilt = sum(correct(query) != query for query in right)
    spent = (time.perf_counter() - start) / (len(misspelt) + len(right))
    print(
        f"| {name} | {restored / len(misspelt):.3f} ({restored}/{len(misspelt)}) "
        f"| {spoilt / len(right):.3f} ({spoilt}/{len(right)}) | {spent * 1e3:.2f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--development", action="store_true")
    given = parser.parse_args()
    words = vocabulary(given.pages)
    if given.development:
        every = rows("spelling_development.jsonl")
        misspelt = [row for row in every if "typed" in row]
        right = [row["query"] for row in every if "query" in row]
    else:
        misspelt = rows("misspelt_queries.jsonl")
        right = [row["query"] for row in rows("jargon_queries.jsonl")]
    print(f"{len(words):,} words\n")
    print("| engine | restored | spoilt | ms a query |\n|---|---|---|---|")
    report("triptych", lambda query: corrected(query, words), misspelt, right)
    report("symspellpy", symspell(), misspelt, right)


if __name__ == "__main__":
    main()
