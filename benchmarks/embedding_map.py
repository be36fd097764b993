"""From 5,000 texts to a drawn map, and the projection against umap-learn's defaults.

    python benchmarks/embedding_map.py

The texts are sentences of the shipped novel. Each part runs in a fresh process, so that what is
compiled and loaded for one is not there for the other. Trustworthiness (J. Venna, S. Kaski, 2001)
tells how far the map's neighbours are neighbours among the vectors: 1 is best.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
import warnings
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from triptych import samples
from triptych.engines.embedding import embed_texts
from triptych.engines.text.sentences import split_sentences

TEXTS = 5000
SEEDS = 4
Floats = NDArray[np.float32]


def sentences() -> list[str]:
    """Return different sentences of some length."""
    novel = samples.text("pride-and-prejudice.txt")
    found = (" ".join(novel[start:end].split()) for start, end in split_sentences(novel))
    return list(dict.fromkeys(text for text in found if len(text) > 25))[:TEXTS]


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def whole(texts: list[str]) -> None:
    """Print where the time of one call goes, and of the same call again."""
    import triptych

    client = triptych.Client()
    first: dict[str, float] = {}
    began = time.perf_counter()
    client.embed("Warm up.")
    first["load the encoder"] = time.perf_counter() - began
    reply = None

    def embed() -> None:
        nonlocal reply
        reply = client.embed_many(texts)

    first["embed"] = _seconds(embed)
    assert reply is not None
    from triptych.views import embedding_map
    from triptych.views.embedding.projection import project

    vectors = reply.vectors
    first["project, UMAP loaded and compiled"] = _seconds(lambda: project(vectors))
    drawn = embedding_map(reply)
    first["find clusters"] = _seconds(lambda: drawn.clusters)
    first["name them"] = _seconds(lambda: drawn.terms)
    first["draw"] = _seconds(lambda: drawn._repr_mimebundle_())
    print(f"{len(texts):,} texts, from raw text to drawn map:")
    for name, seconds in first.items():
        print(f"  {name:<36}{seconds:>7.1f} s")
    print(f"  {'in all':<36}{sum(first.values()):>7.1f} s")
    again = _seconds(lambda: embedding_map(client.embed_many(texts))._repr_mimebundle_())
    print(f"  {'the same call again':<36}{again:>7.1f} s")


def ours(vectors: Floats, seed: int) -> Floats:
    """Return the points of a map."""
    from triptych.views.embedding.projection import project

    return project(vectors, seed=seed).points


def defaults(vectors: Floats, seed: int) -> Floats:
    """Return the points by umap-learn as it comes, but for the metric and a seed."""
    warnings.simplefilter("ignore")
    import umap

    points: Floats = umap.UMAP(metric="cosine", random_state=seed).fit_transform(vectors)
    return points


def measured(
    engine: Callable[[Floats, int], Floats], vectors: Floats
) -> tuple[float, float, list[float]]:
    """Return the seconds of the first and the median later map, and all trustworthinesses."""
    from sklearn.manifold import trustworthiness

    seconds: list[float] = []
    trust: list[float] = []
    for seed in range(SEEDS):
        began = time.perf_counter()
        points = engine(vectors, seed)
        seconds.append(time.perf_counter() - began)
        trust.append(trustworthiness(vectors, points, n_neighbors=15, metric="cosine"))
    return seconds[0], float(np.median(seconds[1:])), trust


def main() -> None:
    """Print both tables."""
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    texts = sentences()
    spawn = multiprocessing.get_context("spawn")
    process = spawn.Process(target=whole, args=(texts,))
    process.start()
    process.join()
    vectors = embed_texts(texts).vectors
    print(f"\n{'projection':<24}{'first':>9}{'later':>9}{'trustworthiness of each seed':>31}")
    for name, engine in {"umap-learn's defaults": defaults, "Triptych": ours}.items():
        with spawn.Pool(1) as pool:
            first, later, trust = pool.apply(measured, (engine, vectors))
        told = ", ".join(f"{value:.3f}" for value in trust)
        print(f"{name:<24}{first:>7.1f} s{later:>7.1f} s{told:>31}")


if __name__ == "__main__":
    main()
