"""A map of embeddings: points, clusters, the words that name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from triptych.contract import Attachment, EmbeddingReply
from triptych.contract.display import MapMethod
from triptych.views.base.figures import png
from triptych.views.base.units import count
from triptych.views.embedding.clusters import cluster, terms
from triptych.views.embedding.map_figure import draw
from triptych.views.embedding.map_svg import html
from triptych.views.embedding.projection import Projection, project
from triptych.views.embedding.scene import Colouring, MapScene, by_cluster, by_values

if TYPE_CHECKING:
    import numpy
    import pandas
    from matplotlib.figure import Figure
    from numpy.typing import NDArray


@dataclass(frozen=True)
class EmbeddingMap:
    """Vectors on a plane; shows itself in a notebook.

    Attributes
    ----------
    projection : Projection
        The points, and how they were found.
    texts : list of str
        What each point stands for.
    inputs : list of str or Attachment
        What each point was made from, where that is known.
    color : sequence, optional
        A value for each point to colour it by; by default its cluster.
    color_name : str
        What those values are.
    index : pandas.Index, optional
        Labels of the rows of `to_frame`.
    """

    projection: Projection
    texts: list[str]
    inputs: list[str | Attachment] = field(default_factory=list, repr=False)
    color: Sequence[Any] | None = None
    color_name: str = "color"
    index: pandas.Index | None = field(default=None, repr=False)

    @property
    def points(self) -> NDArray[numpy.float32]:
        """Coordinates, float32 of shape (n, 2), without a unit."""
        return self.projection.points

    @cached_property
    def clusters(self) -> NDArray[numpy.int64]:
        """The cluster of each point: 0 is the largest, -1 is between them all."""
        return cluster(self.points)

    @cached_property
    def terms(self) -> dict[int, list[str]]:
        """The words that distinguish each cluster from the others; none for pictures."""
        return terms(self.texts, self.clusters) if self.of_texts else {}

    @property
    def of_texts(self) -> bool:
        """Whether the points stand for texts, not for files."""
        return not any(isinstance(item, Attachment) for item in self.inputs[:1])

    @cached_property
    def colouring(self) -> Colouring:
        """The colours of the points."""
        if self.color is None:
            return by_cluster(self.clusters.tolist())
        return by_values(list(self.color), self.color_name)

    @cached_property
    def scene(self) -> MapScene:
        """What is drawn."""
        return MapScene(
            self.points,
            self.texts,
            self.inputs,
            self.of_texts,
            self.clusters,
            self.terms,
            self.colouring,
            self.title,
        )

    @property
    def title(self) -> str:
        """What the map shows, in words."""
        noun = "text" if self.of_texts else "file"
        how = "UMAP" if self.projection.method == "umap" else "two principal components"
        words = f"{count(len(self.texts), noun)} by similarity ({how})"
        return words if self.color is None else f"{words}, coloured by {self.color_name}"

    def to_frame(self) -> pandas.DataFrame:
        """Return a row per point: x, y, text, cluster, terms and, if given, what it is coloured by.

        `terms` are the words of the point's cluster.
        """
        import pandas

        frame = pandas.DataFrame(
            {
                "x": self.points[:, 0],
                "y": self.points[:, 1],
                "text": self.texts,
                "cluster": self.clusters,
                "terms": [", ".join(self.terms.get(int(own), ())) for own in self.clusters],
            },
            index=self.index,
        )
        if self.color is not None:
            name = self.color_name
            # A column of that name is there already.
            frame[f"{name} given" if name in frame.columns else name] = list(self.color)
        return frame

    def plot(self, *, dark: bool = False) -> Figure:
        """Draw the map as a Matplotlib figure, for a light or a dark page."""
        return draw(self.scene, dark=dark)

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str | bytes]:
        return {
            "text/html": html(self.scene),
            "image/png": png(self.plot(), description=self.title),
            "text/plain": f"<EmbeddingMap: {self.title}>",
        }


def embedding_map(
    source: EmbeddingReply | NDArray[numpy.floating],
    *,
    texts: Sequence[str] | None = None,
    color: Sequence[Any] | None = None,
    method: MapMethod = "umap",
    n_neighbors: int | None = None,
    seed: int = 0,
) -> EmbeddingMap:
    """Project embeddings onto a plane and show them.

    Parameters
    ----------
    source : EmbeddingReply or ndarray of float, (n, d)
        A reply, such as that of `embed_many`, or vectors.
    texts : sequence of str, optional
        What the points stand for; by default a reply's chunks.
    color : sequence, optional
        A value for each point, such as a column of a frame: categories or numbers. By default the
        clusters found.
    method, n_neighbors, seed
        As for `project`.

    Returns
    -------
    EmbeddingMap
        Shows itself in a notebook; `to_frame()` has coordinates, clusters and their terms.

    Raises
    ------
    ValueError
        If `texts` or `color` have another length than there are vectors, or there are none.

    Examples
    --------
    >>> import numpy as np
    >>> embedding_map(np.eye(4), texts=["a", "b", "c", "d"]).title
    '4 texts by similarity (two principal components)'
    """
    import numpy

    reply = source if isinstance(source, EmbeddingReply) else None
    vectors = reply.vectors if reply is not None else numpy.asarray(source)
    if not len(vectors):
        raise ValueError("No vectors to draw: embed something first.")
    if texts is None:
        texts = (
            reply.labels if reply is not None else [f"vector {n + 1}" for n in range(len(vectors))]
        )
    for name, values in (("texts", texts), ("color", color)):
        if values is not None and len(values) != len(vectors):
            raise ValueError(
                f"{name} has {len(values):,} values for {len(vectors):,} vectors: "
                "give one for each."
            )
    return EmbeddingMap(
        project(vectors, method=method, n_neighbors=n_neighbors, seed=seed),
        [str(text) for text in texts],
        _inputs(reply, len(vectors)),
        color,
        str(getattr(color, "name", None) or "color"),
        None if reply is None else reply.row_index,
    )


def _inputs(reply: EmbeddingReply | None, vectors: int) -> list[str | Attachment]:
    """Return what each vector was made from."""
    if reply is None or not reply.inputs:
        return []
    places = reply.input_indices or [0] * vectors
    return [reply.inputs[place] for place in places]
