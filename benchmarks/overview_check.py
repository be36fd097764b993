"""See how many unsupported claims the check of a language model's text drops, and how many true.

Usage::

    python benchmarks/overview_check.py [--development] [--misses] [--data DIR]

Measured on ``data/overview_claims.jsonl``: claims about a page that are true, but in other words,
and claims in which one thing is wrong, by kind; with ``--data`` on entailment corpora in the folder
``DIR/text/entailment`` that nothing was trained on or fitted with: FEVER-Symmetric (T. Schuster et
al., 2019), ConjNLI (S. Saha et al., 2020) and BEGIN (N. Dziri et al., 2022); and on the claims of
``training/matching`` about pages that were not learned from, looked up in the whole page.

Beside it what its parts do alone: the matcher without the exact comparison of numbers and names
and without the list of opposites, and that comparison without the matcher. And a named
alternative: the cosine of all-MiniLM-L6-v2 between a claim and the nearest sentence of the page,
with the threshold that does best on the development half, or, of a corpus, on that corpus itself.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from triptych.engines.embedding import embed_texts
from triptych.engines.matching.entailment import verdicts
from triptych.engines.matching.model import calibration
from triptych.engines.matching.support import evidence, is_exact, nearest, support
from triptych.engines.text.sentences import split_sentences

CLAIMS = Path(__file__).parent / "data" / "overview_claims.jsonl"
CORPORA = ("fever_symmetric", "conjnli", "begin")


class Row(NamedTuple):
    """A claim about a page."""

    claim: str
    title: str
    text: str
    kind: str
    is_supported: bool


def own_claims(part: str) -> list[Row]:
    """Return the claims of one half, ``development`` or ``test``."""
    rows = map(json.loads, CLAIMS.read_text(encoding="utf-8").splitlines())
    return [
        Row(row["claim"], row["title"], row["text"], row["kind"], row["supported"])
        for row in rows
        if row["part"] == part
    ]


def corpus(data: Path, name: str) -> list[Row]:
    """Return the pairs of an entailment corpus: what is not entailed is not supported."""
    path = data / "text" / "entailment" / name / "dev.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [
            Row(row["hypothesis"], "", row["premise"], row["label"], row["label"] == "entailment")
            for row in map(json.loads, file)
        ]


def written_freely() -> list[Row]:
    """Return claims about pages that the matcher did not learn from, each with its whole page."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from training.matching.claims import written

    return [
        Row(claim, page.title, page.text, label, label == "supported")
        for page, claim, label, _ in written("dev")
    ]


def is_kept(row: Row) -> bool:
    """Return whether Triptych finds the claim supported by its page."""
    return support(row.claim, row.text, row.title) is not None


def is_entailed(row: Row) -> bool:
    """Return whether the matcher alone finds the claim supported."""
    pairs = evidence(row.claim, nearest(row.claim, row.text, row.title), row.title)
    return any(one.supported >= calibration().supported_from for one in verdicts(pairs))


def has_numbers_and_names(row: Row) -> bool:
    """Return whether a passage holds the claim's numbers and names."""
    passages = nearest(row.claim, row.text, row.title)
    return any(is_exact(row.claim, passage, row.title) for passage in passages)


def nearest_cosine(row: Row) -> float:
    """Return the cosine of a claim and the sentence of its page that is nearest."""
    sentences = [row.text[start:end] for start, end in split_sentences(row.text)]
    # With the title, too, as a claim names what the page calls "it".
    titled = [f"{row.title}: {sentence}" for sentence in sentences if row.title]
    claim, *others = embed_texts([row.claim, *sentences, *titled]).vectors
    return float(np.max(np.array(others) @ claim))


def best_threshold(rows: Sequence[Row]) -> float:
    """Return the cosine from which on claims are best taken for true."""
    cosines = np.array([nearest_cosine(row) for row in rows])
    true = np.array([row.is_supported for row in rows])
    # The mean of the share that is kept and the share that is dropped.
    return max(
        map(float, cosines),
        key=lambda least: float((cosines[true] >= least).mean() + (cosines[~true] < least).mean()),
    )


def measure(name: str, rows: Sequence[Row], least: float, *, misses: bool) -> None:
    """Print how many claims are judged rightly, by kind."""
    judges: dict[str, Callable[[Row], bool]] = {
        "Triptych": is_kept,
        "matcher alone": is_entailed,
        "numbers, names": has_numbers_and_names,
        f"cosine >= {least:.2f}": lambda row: nearest_cosine(row) >= least,
    }
    total = Counter(key for row in rows for key in _keys(row))
    right: dict[str, Counter[tuple[bool, str]]] = {}
    print(f"\n{name}: {len(rows)} claims")
    for judge, judged in judges.items():
        start = time.perf_counter()
        kept = [judged(row) for row in rows]
        taken = 1000 * (time.perf_counter() - start) / len(rows)
        right[judge] = Counter(
            key
            for row, one in zip(rows, kept, strict=True)
            if one == row.is_supported
            for key in _keys(row)
        )
        if judge == "Triptych":
            print(f"{taken:.0f} ms each")
            for row, one in zip(rows, kept, strict=True):
                if misses and one != row.is_supported:
                    print(f"{'kept' if one else 'dropped'} ({row.kind}): {row.claim}")
    print(f"{'':30}" + "".join(f"{judge:>18}" for judge in judges))
    for key in sorted(total, key=lambda key: (key[0], key[1] == "all", key[1])):
        figures = "".join(f"{f'{right[judge][key]}/{total[key]}':>18}" for judge in judges)
        print(f"{'supported, kept' if key[0] else 'unsupported, dropped'}: {key[1]:<8}{figures}")


def _keys(row: Row) -> list[tuple[bool, str]]:
    return [(row.is_supported, row.kind), (row.is_supported, "all")]


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--development", action="store_true", help="use the development half")
    parser.add_argument("--misses", action="store_true", help="print what was judged wrongly")
    parser.add_argument("--data", type=Path, help="folder of corpora: see above")
    arguments = parser.parse_args()
    development = own_claims("development")
    rows = development if arguments.development else own_claims("test")
    name = "development half" if arguments.development else "test half"
    measure(name, rows, best_threshold(development), misses=arguments.misses)
    for name in CORPORA if arguments.data else ():
        rows = corpus(arguments.data, name)
        measure(name, rows, best_threshold(rows), misses=arguments.misses)
    if arguments.data:
        rows = written_freely()
        measure("written freely", rows, best_threshold(rows), misses=arguments.misses)


if __name__ == "__main__":
    main()
