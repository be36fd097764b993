"""Compare the sentence splitter with named packages, in one run.

Usage::

    pip install pysbd syntok nupunkt blingfire
    python benchmarks/sentences.py [--text FILE ...] [--development]

Measured: F1 of the borders between sentences and the share of cases that are right as a whole, on
``data/sentence_cases.jsonl``; the share of inputs whose slices are exact, so that the sentences
and the whitespace between them give the input back (each case as it is, twice in a row, with CRLF,
and with other whitespace); sentences a CPU second, on a long text in one call and on the cases one
by one; and how the time grows from 250,000 to 1,000,000 characters of hostile input. The long text
is given by ``--text``; without it, the language reference that comes with every Python is read.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import pydoc_data.topics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from triptych.engines.text.sentences import split_sentences

CASES = Path(__file__).parent / "data" / "sentence_cases.jsonl"
Spans = list[tuple[int, int]]
#: None where the pieces are not in the text, in that order.
Splitter = Callable[[str], Spans | None]


def own(text: str) -> Spans:
    """Split with Triptych."""
    return [(start, end) for start, end in split_sentences(text)]


def trimmed(text: str, spans: Iterable[tuple[int, int]]) -> Spans:
    """Return spans without the whitespace at their ends, which every package treats otherwise."""
    kept = []
    for start, end in spans:
        piece = text[start:end].strip()
        if piece:
            first = start + len(text[start:end]) - len(text[start:end].lstrip())
            kept.append((first, first + len(piece)))
    return kept


def sentencex() -> Splitter:
    """Return sentencex's own splitter, without what Triptych puts around it."""
    judge = importlib.import_module("sentencex").get_sentence_boundaries
    return lambda text: trimmed(
        text, [(one["start_index"], one["end_index"]) for one in judge("en", text)]
    )


def pysbd() -> Splitter:
    """Return pysbd's splitter, with the offsets that it gives."""
    segmenter = importlib.import_module("pysbd").Segmenter("en", clean=False, char_span=True)

    def split(text: str) -> Spans | None:
        found = segmenter.segment(text)
        if any(one.sent != text[one.start : one.end] for one in found):
            return None
        return trimmed(text, [(one.start, one.end) for one in found])

    return split


def syntok() -> Splitter:
    """Return syntok's splitter; its offsets are those of its words."""
    analyze = importlib.import_module("syntok.segmenter").analyze

    def split(text: str) -> Spans:
        sentences = [list(one) for paragraph in analyze(text) for one in paragraph]
        return [(one[0].offset, one[-1].offset + len(one[-1].value)) for one in sentences if one]

    return split


def nupunkt() -> Splitter:
    """Return nupunkt's splitter, with its default model."""
    spans = importlib.import_module("nupunkt").sent_spans
    return lambda text: trimmed(text, spans(text))


def blingfire() -> Splitter:
    """Return BlingFire's splitter."""
    package = importlib.import_module("blingfire")

    def split(text: str) -> Spans:
        # It fails on a text of whitespace.
        if not text.strip():
            return []
        return trimmed(text, package.text_to_sentences_and_offsets(text)[1])

    return split


def splitters() -> dict[str, Splitter]:
    """Return the splitters that are installed, by name and version."""
    found: dict[str, Splitter] = {"Triptych": own}
    for build in (sentencex, pysbd, syntok, nupunkt, blingfire):
        name = build.__name__
        try:
            found[f"{name} {importlib.metadata.version(name)}"] = build()
        except ImportError as error:
            print(f"left out: {name} ({error})")
    return found


def is_exact(text: str, spans: Spans | None) -> bool:
    """Tell whether the spans are in order and leave nothing but whitespace out."""
    if spans is None:
        return False
    before = 0
    for start, end in spans:
        if not before <= start < end <= len(text) or text[before:start].strip():
            return False
        before = end
    return not text[before:].strip()


def attempt(split: Splitter, text: str) -> Spans | None:
    """Split; a failure of a package is no slices."""
    try:
        return split(text)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # A panic of Rust code is no Exception.
        return None


def scores(split: Splitter, cases: Sequence[dict[str, Any]]) -> tuple[float, float, float]:
    """Return the F1 of borders, the share of cases that are right, and of slices that are exact."""
    hit = wrong = missed = right = exact = tried = 0
    for case in cases:
        text = case["text"]
        expected = [(start, end) for start, end in case["spans"]]
        got = attempt(split, text) or []
        right += got == expected
        # A border is where a sentence ends, but for the last.
        true, found = {end for _, end in expected[:-1]}, {end for _, end in got[:-1]}
        hit += len(true & found)
        wrong += len(found - true)
        missed += len(true - found)
        for variant in (
            text,
            f"{text} {text}",
            text.replace("\n", "\r\n"),
            text.replace(" ", " \u2028"),
        ):
            exact += is_exact(variant, attempt(split, variant))
            tried += 1
    return 2 * hit / (2 * hit + wrong + missed), right / len(cases), exact / tried


def speed(split: Splitter, texts: Sequence[str]) -> float:
    """Return sentences a CPU second."""
    start = time.process_time()
    count = sum(len(attempt(split, text) or ()) for text in texts)
    return count / max(time.process_time() - start, 1e-9)


def long_speed(split: Splitter, text: str) -> float:
    """Return sentences a CPU second in one call, on as much of a text as is done in seconds."""
    size = 20_000
    while True:
        start = time.process_time()
        count = len(attempt(split, text[:size]) or ())
        taken = time.process_time() - start
        if taken > 0.5 or size >= len(text):
            return count / max(taken, 1e-9)
        size *= 4


def table(head: list[str], rows: list[list[str]]) -> None:
    """Print a table."""
    widths = [max(len(row[at]) for row in [head, *rows]) for at in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    print()


def cold() -> float:
    """Return milliseconds from the import to the first sentences, in a new process."""
    code = (
        "import time; start = time.perf_counter()\n"
        "from triptych.engines.text.sentences import split_sentences as f; f('One. Two.')\n"
        "print(1000 * (time.perf_counter() - start))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, nargs="*", default=[], help="a long text")
    parser.add_argument("--development", action="store_true", help="use the development cases")
    arguments = parser.parse_args()
    part = "development" if arguments.development else "test"
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    cases = [row for row in rows if row["part"] == part]
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in arguments.text]
    book = "\n\n".join(texts or pydoc_data.topics.topics.values())

    print(f"{len(cases)} cases ({part}), {sum(len(case['spans']) for case in cases)} sentences;")
    print(f"a long text of {len(book):,} characters\n")
    lines = []
    for name, split in splitters().items():
        f1, right, exact = scores(split, cases)
        short = speed(split, [row["text"] for row in rows])
        figures = [f"{f1:.3f}", f"{right:.3f}", f"{exact:.3f}"]
        lines.append([name, *figures, f"{long_speed(split, book):,.0f}", f"{short:,.0f}"])
    head = ["", "F1 of borders", "cases right", "slices exact"]
    table([*head, "sentences/CPU s, long text", "one by one"], lines)

    print(f"Triptych, cold (import and first text): {cold():.0f} ms\n")
    growth = []
    for unit in (
        "Well, he went on. ",
        "word ",
        "a",
        ".",
        "!?",
        "\n",
        '"',
        "“",
        "(a! ",
        "😀",
        "你好。",
    ):
        seconds = []
        for size in (250_000, 1_000_000):
            text = unit * (size // len(unit))
            start = time.process_time()
            own(text)
            seconds.append(time.process_time() - start)
        ratio = seconds[1] / max(seconds[0], 1e-9)
        growth.append([ascii(unit), *(f"{taken:.2f}" for taken in seconds), f"{ratio:.1f}"])
    table(["Triptych, repeated", "250,000: CPU s", "1,000,000: CPU s", "ratio"], growth)


if __name__ == "__main__":
    main()
