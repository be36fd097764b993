"""AI scrape on the sample pages: what a newcomer would type first.

    python benchmarks/scrape_samples.py

`benchmarks/data/scrape_samples.json` holds what to ask of pages in `data/pages` and what is true,
written before the engine was first run on them. A line of it is a request: a page and up to five
prompts, each for one value ("single": any of the expected ones counts), for a list ("list": every
entry counts, in order), for a value of each thing on a listing, asked in the singular ("each"), or
for what the page does not have ("absent": right is nothing). Values are compared by NFKC, case,
white space and outer punctuation aside. Records are right when all of them are.

The alternatives: BM25 of the prompt's words over each text's label and names, best text first, as
in `benchmarks/scrape.py`; trafilatura's metadata, for the prompts it has a member for. They return
one value each, so a list of theirs is right where its first entry is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scrape_rivals import by_bm25  # noqa: E402
from training.scrape.examples import plain  # noqa: E402

PAGES = ROOT / "data" / "pages"
QUESTIONS = ROOT / "benchmarks" / "data" / "scrape_samples.json"
#: Prompts that trafilatura's metadata may answer, and its name for them.
_METADATA = {"title": "title", "page title": "title", "name": "title", "author": "author",
             "autor": "author", "description": "description"}  # fmt: skip


def requests() -> list[dict[str, Any]]:
    """Return the requests with the true answers."""
    found: list[dict[str, Any]] = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    return found


def same(value: str, truths: list[str]) -> bool:
    """Return whether a value is one of the true ones."""
    return any(plain(value) == plain(truth) for truth in truths)


def right(asked: dict[str, Any], values: list[str]) -> bool:
    """Return whether the values answer a prompt."""
    if asked["kind"] == "absent":
        return not values
    if "count" in asked:
        ends = [*values[: len(asked["first"])], *values[-1:]]
        return len(values) == asked["count"] and all(
            map(same, ends, [[truth] for truth in [*asked["first"], asked["last"]]])
        )
    if asked["kind"] in ("list", "each"):
        return len(values) == len(asked["expected"]) and all(map(same, values, asked["expected"]))
    return bool(values) and same(values[0], asked["expected"])


def right_records(truths: list[list[list[str]]], records: list[list[str]]) -> bool:
    """Return whether the records are the true ones, in order and without a gap."""
    return len(truths) == len(records) and all(
        len(true) == len(found) and all(map(same, found, true))
        for true, found in zip(truths, records, strict=True)
    )


def answered() -> Iterator[tuple[dict[str, Any], dict[str, list[str]], list[list[str]]]]:
    """Yield each request with the values by prompt and the records the engine finds."""
    from triptych.engines.scrape import extract

    for request in requests():
        html = (PAGES / request["page"]).read_text(encoding="utf-8")
        prompts = [asked["prompt"] for asked in request["ask"]]
        address = f"http://127.0.0.1/{request['page']}"
        found = extract(html, {prompt: prompt for prompt in prompts}, url=address)
        values = {key: list(field.values) for key, field in found.fields.items()}
        yield request, values, [[row.get(key, "") for key in prompts] for row in found.records]


def alternatives() -> tuple[Counter[str], Counter[str]]:
    """Return how many BM25 and trafilatura answer, by kind."""
    from trafilatura import extract_metadata

    labels, metadata = Counter[str](), Counter[str]()
    for request in requests():
        page = (PAGES / request["page"]).read_text(encoding="utf-8")
        prompts = {asked["prompt"]: asked["prompt"] for asked in request["ask"]}
        by_label = by_bm25(page, prompts)
        known = extract_metadata(page)
        for asked in request["ask"]:
            value = getattr(known, _METADATA.get(asked["prompt"], ""), None) if known else None
            labels[asked["kind"]] += _first_right(asked, by_label[asked["prompt"]])
            metadata[asked["kind"]] += _first_right(asked, [value] if value else [])
    return labels, metadata


def _first_right(asked: dict[str, Any], values: list[str]) -> bool:
    if asked["kind"] in ("single", "absent"):
        return right(asked, values)
    first = asked["first"][:1] if "count" in asked else asked["expected"][0]
    return bool(values) and same(values[0], first)


def main() -> None:
    """Print the share right by kind and by language, and the failures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--failures", action="store_true", help="list what went wrong")
    show = parser.parse_args().failures
    total, good = Counter[str](), Counter[str]()
    for request, values, records in answered():
        for asked in request["ask"]:
            ok = right(asked, values[asked["prompt"]])
            for group in (asked["kind"], request["language"], "all prompts"):
                total[group] += 1
                good[group] += ok
            if show and not ok:
                expected = asked["expected"] if "count" not in asked else asked["first"]
                got = values[asked["prompt"]]
                print(f"{request['page']}: {asked['prompt']!r}: expected {expected}, got "
                      f"{len(got)}: {got[:10]}")  # fmt: skip
        if "records" in request:
            ok = right_records(request["records"], records)
            total["records"] += 1
            good["records"] += ok
            if show and not ok:
                print(f"{request['page']}: records: got {len(records)}: {records[:3]}")
    labels, metadata = alternatives()
    for group in ("single", "list", "each", "absent", "records", "all prompts", *sorted(
        {request["language"] for request in requests()})):  # fmt: skip
        line = f"{group:12} triptych {good[group]:3}/{total[group]}"
        if group in ("single", "list", "each", "absent"):
            line += f"   BM25 {labels[group]:3}   trafilatura {metadata[group]:3}"
        print(line)


if __name__ == "__main__":
    main()
