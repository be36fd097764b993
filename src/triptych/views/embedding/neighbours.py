"""What lies nearest to a vector."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING

from triptych.contract.embedding import EmbeddingReply

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import pandas


def nearest(
    source: EmbeddingReply | numpy.typing.ArrayLike,
    query: int | EmbeddingReply | numpy.typing.ArrayLike,
    count: int = 5,
    labels: Sequence[str] | None = None,
) -> pandas.DataFrame:
    """Return what is most like a vector, by cosine, the nearest first.

    Parameters
    ----------
    source : EmbeddingReply or array_like of float, shape (n, d)
        Where to look.
    query : int, EmbeddingReply, or array_like of float, shape (d,)
        What to look for: a place in the source, 0 to n - 1, which is left out itself; or the
        reply to a query, with one vector; or a vector of the same model.
    count : int, default 5
        How many at most.
    labels : sequence of str, optional
        A text for each vector of the source; a reply has its own.

    Returns
    -------
    pandas.DataFrame
        Columns `rank` (from 1), `similarity` (cosine, -1 to 1) and `text`; the index `vector`
        holds places in the source. Equally near ones stand in the order of the source.

    Raises
    ------
    ValueError
        If there is nothing at that place, the dimensions differ, the query has not exactly one
        vector, there is not one label for each vector, or `count` is below 1.

    Examples
    --------
    >>> reply = EmbeddingReply(
    ...     embeddings=[[1.0, 0.0], [0.0, 1.0], [0.8, 0.6]], chunks=["tea", "rain", "coffee"]
    ... )
    >>> nearest(reply, 0, count=1)["text"].tolist()
    ['coffee']
    """
    import numpy
    import pandas

    if isinstance(source, EmbeddingReply):
        vectors, own = unit(source.vectors), source.labels
    else:
        vectors = unit(source)
        own = [f"vector {place + 1}" for place in range(len(vectors))]
    texts = own if labels is None else named(labels, len(vectors))
    if not len(vectors):
        raise ValueError("No vectors to search.")
    if count < 1:
        raise ValueError(f"Ask for at least 1 neighbour, not {count}.")
    if isinstance(query, Integral):
        place = int(query)
        if not 0 <= place < len(vectors):
            raise ValueError(f"There is no vector {place}: give 0 to {len(vectors) - 1}.")
        similarity = vectors @ vectors[place]
        others = numpy.delete(numpy.arange(len(vectors)), place)
    else:
        similarity = vectors @ _query_vector(query, vectors.shape[1])
        others = numpy.arange(len(vectors))
    places = others[numpy.argsort(-similarity[others], kind="stable")][:count]
    return pandas.DataFrame(
        {
            "rank": range(1, len(places) + 1),
            "similarity": similarity[places].clip(-1, 1),
            "text": [texts[place] for place in places],
        },
        index=pandas.Index(places, name="vector"),
    )


def _query_vector(
    query: object | numpy.typing.ArrayLike, dimensions: int
) -> numpy.typing.NDArray[numpy.float64]:
    """Return the vector to look for, with length 1."""
    import numpy

    given = query.vectors if isinstance(query, EmbeddingReply) else numpy.asarray(query)
    rows = numpy.atleast_2d(given)
    if len(rows) != 1:
        raise ValueError(
            f"Give a query of one vector, not {len(rows)}: or give its place in the source."
        )
    if rows.shape[1] != dimensions:
        raise ValueError(
            f"The query has {rows.shape[1]} dimensions and the source {dimensions}: "
            "they were made with other dimensions or another model."
        )
    vector: numpy.typing.NDArray[numpy.float64] = unit(rows)[0]
    return vector


def unit(vectors: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
    """Return the vectors with length 1, float64 of shape (n, d); those of length 0 stay so.

    `ValueError` if the shape is another, or a number is not finite.

    Examples
    --------
    >>> unit([[3.0, 4.0]]).tolist()
    [[0.6, 0.8]]
    """
    import numpy

    array = numpy.asarray(vectors, numpy.float64)
    if array.shape == (0,):
        return numpy.empty((0, 0))
    if array.ndim != 2:
        raise ValueError(f"Give vectors as an array of shape (n, d), not {array.shape}.")
    if not numpy.isfinite(array).all():
        raise ValueError("Leave out vectors with numbers that are not finite (nan, inf).")
    lengths = numpy.linalg.norm(array, axis=1, keepdims=True)
    scaled: numpy.typing.NDArray[numpy.float64] = array / numpy.where(lengths > 0, lengths, 1)
    return scaled


def cosines(vectors: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float64]:
    """Return the cosine of each vector with each other, shape (n, n), -1 to 1.

    Examples
    --------
    >>> cosines([[1.0, 0.0], [0.0, 2.0]]).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    scaled = unit(vectors)
    # Rounding may carry a product past the ends.
    clipped: numpy.typing.NDArray[numpy.float64] = (scaled @ scaled.T).clip(-1, 1)
    return clipped


def named(labels: Sequence[str], total: int) -> list[str]:
    """Return the labels as a list; `ValueError` if there is not one for each vector."""
    if len(labels) != total:
        raise ValueError(f"Give one label for each of the {total} vectors, not {len(labels)}.")
    return list(labels)
