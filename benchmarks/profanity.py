"""Compare the profanity engine with two named packages, in one run.

Usage::

    pip install better-profanity glin-profanity
    python benchmarks/profanity.py [--text FILE ...] [--development]

Measured: precision, recall and F1 of spans and of cases on ``data/profanity_cases.jsonl``, the
share found by kind, characters a CPU second on ordinary English, and how the time grows from 1 to
10 million characters of hostile input. The English is given by ``--text``; without it, the
language reference that comes with every Python is read.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import pydoc_data.topics
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from report import report

from triptych.engines.profanity import find_profanity

DATA = Path(__file__).parent / "data"
Span = tuple[int, int]
Finder = Callable[[str], set[Span]]


def own(text: str) -> set[Span]:
    """Find with Triptych, all languages on."""
    return {(match.start, match.end) for match in find_profanity(text)}


def censored_spans(text: str, censored: str, mark: str) -> set[Span]:
    """Return the words of a text that its censored copy, word by word, has lost.

    better-profanity gives no offsets: its copy is aligned with the text by the longest common
    parts, and every part that holds the mark is a span.
    """
    pieces = re.split(f"(?:{re.escape(mark)})+", censored)
    spans: set[Span] = set()
    at = 0
    for number, piece in enumerate(pieces):
        place = text.find(piece, at) if piece else (len(text) if number == len(pieces) - 1 else at)
        if place < 0:
            return spans
        if number and place > at:
            spans.add((at, place))
        at = place + len(piece)
    return spans


def better_profanity() -> Finder:
    """Return better-profanity's finder, with its default list."""
    profanity = importlib.import_module("better_profanity").profanity
    profanity.load_censor_words()
    # Its replacement is four marks; one that is in no text can be told from stars that are.
    return lambda text: censored_spans(text, profanity.censor(text, "\ue000"), "\ue000")


def glin_profanity(**options: Any) -> Finder:
    """Return glin-profanity's finder with the given configuration."""
    package = importlib.import_module("glin_profanity")
    search = package.Filter(options)

    def find(text: str) -> set[Span]:
        result = search.check_profanity(text)
        found = result.get("matches") or ()
        spans = {
            (match["index"], match["index"] + len(match["word"]))
            for match in found
            if isinstance(match, dict) and "index" in match and "word" in match
        }
        if spans or not result.get("contains_profanity"):
            return spans
        # Words without offsets: the places where they stand, in the order of the text.
        for word in result.get("profane_words", ()):
            for place in re.finditer(re.escape(word), text, re.IGNORECASE):
                spans.add(place.span())
        return spans or {(0, 0)}

    return find


def finders() -> dict[str, Finder]:
    """Return the finders that are installed, by name and version."""
    found: dict[str, Finder] = {"Triptych, all languages": own}
    builders: dict[str, Callable[[], Finder]] = {
        "better-profanity": better_profanity,
        "glin-profanity, all on": lambda: glin_profanity(
            all_languages=True, detect_leetspeak=True, normalize_unicode=True
        ),
        "glin-profanity, default": lambda: glin_profanity(),
    }
    for name, build in builders.items():
        try:
            version = importlib.metadata.version(name.partition(",")[0])
            found[name.replace("profanity", f"profanity {version}", 1)] = build()
        except ImportError as error:
            print(f"left out: {name} ({error})")
    return found


def ratio(part: float, whole: float) -> float:
    """Return a share, and 0 of nothing."""
    return part / whole if whole else 0.0


def scores(find: Finder, cases: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of one finder."""
    hit = wrong = missed = exact = case_hit = case_wrong = case_missed = 0
    kinds: dict[str, list[int]] = {}
    for case in cases:
        expected = {(start, end) for start, end in case["spans"]}
        got = find(case["text"])
        overlapping = {
            one for one in got if any(one[0] < end and start < one[1] for start, end in expected)
        }
        met = {
            one for one in expected if any(one[0] < end and start < one[1] for start, end in got)
        }
        hit += len(met)
        missed += len(expected - met)
        wrong += len(got - overlapping)
        exact += len(expected & got)
        case_hit += bool(expected and got)
        case_missed += bool(expected and not got)
        case_wrong += bool(got and not expected)
        tally = kinds.setdefault(case["kind"], [0, 0])
        tally[0] += len(met) if expected else not got
        tally[1] += len(expected) if expected else 1
    precision, recall = ratio(hit, hit + wrong), ratio(hit, hit + missed)
    return {
        "precision": precision,
        "recall": recall,
        "F1": ratio(2 * precision * recall, precision + recall),
        "exact offsets": ratio(exact, hit + missed),
        "case precision": ratio(case_hit, case_hit + case_wrong),
        "case recall": ratio(case_hit, case_hit + case_missed),
        "kinds": kinds,
    }


def seconds(find: Finder, text: str) -> float:
    """Return the CPU seconds of one search."""
    start = time.process_time()
    find(text)
    return time.process_time() - start


def speed(find: Finder, text: str) -> float:
    """Return characters a CPU second, on as much of the text as the finder does in seconds."""
    size = 4_000
    while True:
        taken = seconds(find, text[:size])
        if taken > 0.4 or size >= len(text):
            return min(size, len(text)) / max(taken, 1e-9)
        size *= 4


def table(head: list[str], rows: list[list[str]]) -> None:
    """Print a table."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    print()


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, nargs="*", default=[], help="ordinary English")
    parser.add_argument("--development", action="store_true", help="use the development cases")
    arguments = parser.parse_args()
    name = "development" if arguments.development else "cases"
    lines = (DATA / f"profanity_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in arguments.text]
    english = "\n".join(texts or pydoc_data.topics.topics.values())

    found = finders()
    results = {finder: scores(find, cases) for finder, find in found.items()}
    measures = [key for key in results[next(iter(found))] if key != "kinds"]
    print(f"{len(cases)} cases of profanity_{name}.jsonl; a span is hit when it overlaps\n")
    table(
        ["", *measures],
        [[finder, *(f"{result[m]:.3f}" for m in measures)] for finder, result in results.items()],
    )
    kinds = next(iter(results.values()))["kinds"]
    table(
        ["found (innocent: left alone)", *found],
        [
            [kind, *("{}/{}".format(*result["kinds"][kind]) for result in results.values())]
            for kind in kinds
        ],
    )
    for finder, result in results.items():
        for measure in ("precision", "recall", "F1"):
            report(measure, result[measure], by=finder)
    rates = {finder: speed(find, english) for finder, find in found.items()}
    for finder, rate in rates.items():
        report("characters per CPU second", rate, by=finder)
    base = rates[next(iter(found))]
    table(
        [f"{len(english):,} characters of English", "characters a CPU s", "Triptych is faster by"],
        [[finder, f"{rate:,.0f}", f"{base / rate:.1f}"] for finder, rate in rates.items()],
    )
    print(f"false alarms on that text: {len(own(english))}\n")

    rows = []
    for unit in ("a", "a ", "f.", "fu", "f u c k ", "fuck ", "f*", "!", "a\u0301", "ä", "操"):
        short, long = (seconds(own, unit * (size // len(unit))) for size in (10**6, 10**7))
        rows.append([ascii(unit), f"{short:.2f}", f"{long:.2f}", f"{ratio(long, short):.1f}"])
    table(["repeated", "1,000,000: CPU s", "10,000,000: CPU s", "ratio"], rows)

    code = "from triptych.engines.profanity import find_profanity as f; f('x')"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    middle = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    cold = 1000 * (2 * middle - start - time.perf_counter()) * -1
    sample = "Honestly, the class was fine but the bus, what a sh1t service, never came."
    start = time.perf_counter()
    for _ in range(1000):
        find_profanity(sample)
    print(f"cold (import, lists, automata, first search): {cold:.0f} ms")
    print(f"warm, {len(sample)} characters: {time.perf_counter() - start:.3f} ms")


if __name__ == "__main__":
    main()
