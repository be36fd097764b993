"""See how many corrupted claims the check of a language model's text catches, and how many true.

Usage::

    python benchmarks/overview_check.py [--development] [--misses]

Measured on ``data/overview_claims.jsonl``: claims about a page that are true, but in other words,
and claims in which one thing is wrong, by kind. Beside it a named alternative: the cosine of
all-MiniLM-L6-v2 between a claim and the nearest sentence of the page, with the threshold that does
best on the development half.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from triptych.engines.embedding import embed_texts
from triptych.engines.matching import support
from triptych.engines.text.sentences import split_sentences

CLAIMS = Path(__file__).parent / "data" / "overview_claims.jsonl"


def is_supported(row: dict[str, Any]) -> bool:
    """Return whether Triptych finds the claim supported by its page."""
    return support(row["claim"], row["text"], row["title"]) is not None


def nearest_cosine(row: dict[str, Any]) -> float:
    """Return the cosine of a claim and the sentence of its page that is nearest."""
    text = row["text"]
    sentences = [text[start:end] for start, end in split_sentences(text)]
    # With the title, too, as a claim names what the page calls "it".
    titled = [f"{row['title']}: {sentence}" for sentence in sentences]
    claim, *others = embed_texts([row["claim"], *sentences, *titled]).vectors
    return float(np.max(np.array(others) @ claim))


def best_threshold(rows: list[dict[str, Any]]) -> float:
    """Return the cosine from which on claims are best taken for true."""
    cosines = np.array([nearest_cosine(row) for row in rows])
    true = np.array([row["supported"] for row in rows])
    # The mean of the share that is kept and the share that is caught.
    return max(
        map(float, cosines),
        key=lambda least: float((cosines[true] >= least).mean() + (cosines[~true] < least).mean()),
    )


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--development", action="store_true", help="use the development half")
    parser.add_argument("--misses", action="store_true", help="print what was judged wrongly")
    arguments = parser.parse_args()
    every = [json.loads(line) for line in CLAIMS.read_text(encoding="utf-8").splitlines()]
    development = [row for row in every if row["part"] == "development"]
    rows = development if arguments.development else [r for r in every if r["part"] == "test"]
    least = best_threshold(development)
    total: Counter[tuple[bool, str]] = Counter()
    own, cosine = total.copy(), total.copy()
    start = time.perf_counter()
    judged = [is_supported(row) for row in rows]
    taken = 1000 * (time.perf_counter() - start) / len(rows)
    for row, kept in zip(rows, judged, strict=True):
        for kind in (row["kind"], "all"):
            key = (row["supported"], kind)
            total[key] += 1
            own[key] += kept == row["supported"]
            cosine[key] += (nearest_cosine(row) >= least) == row["supported"]
        if arguments.misses and kept != row["supported"]:
            print(f"{'kept' if kept else 'dropped'} ({row['kind']}): {row['claim']}")
    print(f"{len(rows)} claims, {taken:.0f} ms each\n")
    print(f"{'':28}{'Triptych':>14}{f'cosine >= {least:.2f}':>18}")
    for key in sorted(total, key=lambda key: (key[0], key[1] == "all", key[1])):
        name = f"{'true, kept' if key[0] else 'corrupted, caught'}: {key[1]}"
        print(f"{name:28}{f'{own[key]}/{total[key]}':>14}{f'{cosine[key]}/{total[key]}':>18}")


if __name__ == "__main__":
    main()
