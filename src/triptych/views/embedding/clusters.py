"""Groups of points on a map, and the words that distinguish a group from the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

#: Fewer points are seen one by one.
FEWEST = 20
_TERMS = 3


def cluster(points: NDArray[numpy.floating]) -> NDArray[numpy.int64]:
    """Return the cluster of each point (n, 2) of a map: 0 for the largest, 1 for the next.

    -1 stands for points between the clusters, which are all where there are fewer than 20. By
    HDBSCAN (R. J. G. B. Campello, D. Moulavi, J. Sander, "Density-Based Clustering Based on
    Hierarchical Density Estimates", 2013).

    Examples
    --------
    >>> import numpy as np
    >>> spread = np.random.default_rng(0).normal(size=(60, 2))
    >>> np.bincount(cluster(np.concatenate([spread[:40], spread[40:] + 30])))
    array([40, 20])
    """
    import numpy

    if len(points) < FEWEST:
        return numpy.full(len(points), -1)
    from sklearn.cluster import HDBSCAN

    # A map is looked at: some ten to twenty regions can be distinguished and named.
    smallest = max(5, len(points) // 90)
    groups = HDBSCAN(
        min_cluster_size=smallest, min_samples=max(3, smallest // 4), copy=True
    ).fit_predict(points)
    sizes = numpy.bincount(groups[groups >= 0], minlength=1)
    rank = numpy.empty(len(sizes), numpy.int64)
    rank[numpy.argsort(-sizes, kind="stable")] = numpy.arange(len(sizes))
    return numpy.where(groups >= 0, rank[groups], -1)


def terms(texts: Sequence[str], clusters: NDArray[numpy.int64]) -> dict[int, list[str]]:
    """Return up to three terms that are frequent in a cluster and rare in the others.

    Of one or two words, most characteristic first, by class-based TF-IDF: all texts of a cluster
    are one document (M. Grootendorst, "BERTopic: Neural topic modeling with a class-based TF-IDF
    procedure", 2022). English function words are left out.

    Examples
    --------
    >>> import numpy as np
    >>> found = terms(["red wine", "white wine", "fast car"], np.array([0, 0, 1]))
    >>> found[0][0], sorted(found[1])
    ('wine', ['car', 'fast'])
    """
    import numpy
    from sklearn.feature_extraction.text import CountVectorizer

    names = [int(name) for name in numpy.unique(clusters) if name >= 0]
    joined = [
        "\n".join(text for text, own in zip(texts, clusters, strict=True) if own == name)
        for name in names
    ]
    vectorizer = CountVectorizer(
        stop_words="english",
        ngram_range=(1, 2),
        token_pattern=r"\b[^\W\d_][\w'’-]{1,23}\b",  # noqa: S106 (a word, not a secret)
    )
    try:
        counts = vectorizer.fit_transform(joined)
    except ValueError:
        # No cluster, or not a word in any.
        return {name: [] for name in names}
    frequency = numpy.asarray(counts.sum(axis=0)).ravel()
    weight = numpy.log(1 + counts.sum() / len(names) / frequency)
    # A word of one text does not describe its cluster.
    shared = numpy.where(frequency > 1, 1.0, 0.1)
    words = vectorizer.get_feature_names_out()
    by_cluster: dict[int, list[str]] = {}
    for row, name in enumerate(names):
        score = counts[[row]].toarray().ravel() * weight * shared
        best = [words[place] for place in numpy.argsort(-score, kind="stable")[:30] if score[place]]
        by_cluster[name] = _distinct(best)
    return by_cluster


def _distinct(words: Sequence[str]) -> list[str]:
    """Return the first words, without those that share a stem with an earlier one."""
    distinct: list[str] = []
    for word in words:
        stems = {_stem(part) for part in word.split()}
        if not any(stems & {_stem(part) for part in other.split()} for other in distinct):
            distinct.append(word)
        if len(distinct) == _TERMS:
            break
    return distinct


def _stem(word: str) -> str:
    return re.sub(r"(['’]s|ies|es|s|y|ing|ed)$", "", word)
