"""Search: how good, how fast, how large.

    python benchmarks/search.py --cranfield DIR

`--cranfield` holds the Cranfield collection: `cran.all.1400.xml`, `cran.qry.xml` and
`cranqrel.trec.txt`. Needs rank-bm25, which the product does not. Of the collection, the weight of
the title was chosen on queries of odd number; those of even number were looked at once.
"""

from __future__ import annotations

import argparse
import html
import math
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

from report import report

from triptych import Client
from triptych.engines.index import Index, shipped_index
from triptych.engines.page import WebPage
from triptych.engines.search import search
from triptych.engines.text.words import index_stems
from triptych.models.files import verified_folder

#: What people ask, of many kinds; none was used for tuning.
QUERIES = """capital of australia|who painted the mona lisa|how do vaccines work|python sort a list
sqlite write ahead log|largest planet in the solar system|french revolution causes|photosynthesis
"reciprocal of a matrix"|site:docs.python.org regular expression|jazz -music|battle of waterloo
why is the sky blue|asyncio cancel a task|create index if not exists|tallest mountain|tea ceremony
how to open a file in python|theory of relativity|roman empire fall|what is dna made of
football world cup|violin|great wall of china length|json dump indent|datetime timezone aware
symphony no 9 beethoven|plate tectonics|black holes|invention of the telephone|gdp|probability
site:sqlite.org foreign keys|ottoman empire|is sqlite thread safe|nile river|heart disease
dataclass default value|chess|shakespeare tragedies|full text search|quantum mechanics|bread"""


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description="Measure search.")
    parser.add_argument("--cranfield", type=Path, required=True)
    options = parser.parse_args()
    size()
    opening()
    with tempfile.TemporaryDirectory() as folder:
        indexing(Path(folder))
    latency("engine", lambda query: search([shipped_index()], query))
    client = Client()
    latency("Client().search", lambda query: client.search(query, ai_overview=False))
    latency("Client().search with an overview", client.search)
    # As it was typed when a third of it stood there, its distinct last letter left out.
    latency("Client().suggest", lambda query: client.suggest(query[: 3 + len(query) // 3]))
    with tempfile.TemporaryDirectory() as folder:
        quality(options.cranfield, Path(folder))


def size() -> None:
    """Print what the mini web takes in a wheel."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as wheel:
            for path in verified_folder("mini_web/index").rglob("*"):
                wheel.write(path)
        print(f"size in a wheel: {file.tell() / 1e6:.2f} MB")


def opening() -> None:
    """Print how long it takes to open the shipped index, once everything is imported."""
    program = """
import time, numpy, tantivy, triptych.engines.search, triptych.engines.index as index
began = time.perf_counter()
opened = index.shipped_index()
print(f"verify and open {(time.perf_counter() - began) * 1e3:.1f} ms", end=", ")
for name in ("searcher", "meanings", "vocabulary"):
    began = time.perf_counter()
    getattr(opened, name)()
    print(f"{name} {(time.perf_counter() - began) * 1e3:.1f} ms", end=", ")
began = time.perf_counter()
len(opened)
print(f"count {(time.perf_counter() - began) * 1e3:.2f} ms")
"""
    for _ in range(3):
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        print("opening:", run.stdout.strip())


def indexing(folder: Path) -> None:
    """Print how long 10,000 pages take without vectors."""
    shipped = shipped_index()
    addresses = list(shipped.addresses())[:10_000]
    pages = [page for url in addresses if (page := shipped.page(url))]
    with Index(folder) as index:
        began, cpu = time.perf_counter(), time.process_time()
        added = index.add(pages, vectors=False)
        print(
            f"indexing: {added}, {time.perf_counter() - began:.1f} s,"
            f" {time.process_time() - cpu:.1f} s of CPU time"
        )


def latency(name: str, ask: Callable[[str], object]) -> None:
    """Print how long queries over the shipped index take."""
    queries = [query for line in QUERIES.splitlines() for query in line.split("|")]
    ask("warm up")
    took: list[float] = []
    for number in range(5):
        for query in queries:
            # Never the same twice: vectors of texts are remembered.
            began = time.perf_counter()
            ask(f"{query} {'abcde'[number]}")
            took.append(1e3 * (time.perf_counter() - began))
    percentiles = statistics.quantiles(took, n=100)
    report("milliseconds, median", percentiles[49], by=name)
    report("milliseconds, 95th percentile", percentiles[94], by=name)
    print(
        f"{name}: {len(took)} queries, p50 {percentiles[49]:.1f} ms, p95 {percentiles[94]:.1f} ms,"
        f" longest {max(took):.1f} ms"
    )


def quality(cranfield: Path, folder: Path) -> None:
    """Print nDCG@10 on Cranfield."""
    pages, queries, judged = collection(cranfield)
    with Index(folder) as index:
        print("Cranfield:", index.add(pages))
        from rank_bm25 import BM25Okapi

        theirs = BM25Okapi([index_stems(f"{page.title} {page.text}") for page in pages])
        runs: dict[str, Callable[[str], list[str]]] = {
            "rank_bm25 0.2 (BM25Okapi, the same stems)": lambda query: [
                page.url for page in theirs.get_top_n(index_stems(query), pages, n=10)
            ],
            "words": lambda query: [hit.page.url for hit in search([index], query, by="words")],
            "meaning": lambda query: [hit.page.url for hit in search([index], query, by="meaning")],
            "fused": lambda query: [hit.page.url for hit in search([index], query)],
        }
        for name, run in runs.items():
            values = [
                ndcg([url.rpartition("/")[2] for url in run(query)], judged[number])
                for number, query in enumerate(queries, 1)
            ]
            report("nDCG@10, all queries", statistics.mean(values), by=name)
            report("nDCG@10, queries not tuned on", statistics.mean(values[1::2]), by=name)
            print(
                f"{name}: nDCG@10 all {statistics.mean(values):.4f}, odd"
                f" {statistics.mean(values[::2]):.4f}, even {statistics.mean(values[1::2]):.4f}"
            )


def collection(folder: Path) -> tuple[list[WebPage], list[str], dict[int, dict[str, int]]]:
    """Return the documents, the queries in order, and the grades by the query's place."""
    documents = (folder / "cran.all.1400.xml").read_text(encoding="utf-8")
    pages = [
        WebPage(
            f"https://cranfield.example/{_part(part, 'docno')}",
            _part(part, "title"),
            _part(part, "text"),
        )
        for part in re.findall(r"<doc>(.*?)</doc>", documents, re.S)
    ]
    topics = (folder / "cran.qry.xml").read_text(encoding="utf-8")
    queries = [_part(part, "title") for part in re.findall(r"<top>(.*?)</top>", topics, re.S)]
    judged: dict[int, dict[str, int]] = defaultdict(dict)
    for line in (folder / "cranqrel.trec.txt").read_text(encoding="utf-8").splitlines():
        query, _, document, grade = line.split()
        judged[int(query)][document] = max(0, int(grade))
    return pages, queries, judged


def ndcg(ranked: Sequence[str], grades: dict[str, int]) -> float:
    """Return the normalised discounted cumulative gain of the first ten, with linear gains."""
    gained = sum(
        grades.get(document, 0) / math.log2(rank + 2) for rank, document in enumerate(ranked[:10])
    )
    best = sorted(grades.values(), reverse=True)[:10]
    ideal = sum(grade / math.log2(rank + 2) for rank, grade in enumerate(best))
    return gained / ideal if ideal else 0.0


def _part(text: str, tag: str) -> str:
    part = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.S)
    return " ".join(html.unescape(part[1]).split()) if part else ""


if __name__ == "__main__":
    main()
