"""Embeddings, both versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, PrivateAttr, model_validator

from triptych.contract import display
from triptych.contract.attachment import Attachment
from triptych.contract.limits import (
    MOST_CHARACTERS,
    MOST_CHARACTERS_OF_A_LIST,
    MOST_EMBEDDED,
    MOST_TOKENS,
    of_limited_length,
)
from triptych.contract.model import Encodable, FileRequest, Message, NotBlank, Reply, Request, Text
from triptych.contract.text import ReplyWarning

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import pandas

ContentType = Literal["text", "text-other", "image", "audio", "pdf"]
#: A text with something in it.
Readable = Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS), Encodable, NotBlank]


class EmbeddingRequest(FileRequest):
    """Vector embeddings of a text, an image, a sound or a PDF."""

    type: ContentType = Field("text", description="Kind of content.")
    text: (
        Readable
        | Annotated[
            list[Readable],
            Field(min_length=1, max_length=MOST_EMBEDDED),
            AfterValidator(of_limited_length),
        ]
        | None
    ) = Field(
        None,
        description="Text to embed. The local service also takes a list of texts, of at most "
        f"{MOST_CHARACTERS_OF_A_LIST:,} characters together. At most {MOST_TOKENS:,} tokens.",
    )
    token_overflow_mode: Literal["error", "truncate"] = Field(
        "error",
        description="For content longer than the model reads: error chunks it, one vector a "
        "chunk; truncate gives one vector of its beginning.",
    )

    @model_validator(mode="after")
    def _exactly_one_source(self) -> Self:
        given = self.sources + (["text"] if self.text is not None else [])
        if len(given) != 1:
            raise ValueError("give exactly one of text, url, file or file_store_key")
        if self.text is not None and not self.type.startswith("text"):
            raise ValueError(f"type {self.type!r} takes a url or a file, not a text")
        return self


class EmbeddingV2Request(EmbeddingRequest):
    """Vector embeddings, with an optional speaker fingerprint for sound."""

    speaker_fingerprint: bool = Field(
        False, description="Add a vector of each speaker's voice (sound only)."
    )
    dimensions: int | None = Field(None, ge=1, description="Length of the vectors, renormalised.")
    query: bool = Field(False, description="The text is a query, to be compared with documents.")
    instruction: Text | None = Field(
        None, max_length=2_000, description="What the vectors are for."
    )

    @model_validator(mode="after")
    def _fingerprints_are_of_sounds(self) -> Self:
        if self.speaker_fingerprint and self.type != "audio":
            raise ValueError("speaker_fingerprint needs type 'audio'")
        return self


class TimedChunk(Message):
    """A piece of transcribed sound."""

    text: str = Field(description="What is said in it.")
    timestamp: tuple[float, float] = Field(description="Start and end in seconds.")


class EmbeddingReply(Reply):
    """One vector per chunk."""

    # What was embedded, one item for each place that `input_indices` may name.
    _inputs: list[str | Attachment] = PrivateAttr(default_factory=list)

    embeddings: list[list[float]] = Field(description="A vector for each chunk.")
    chunks: list[str | TimedChunk] = Field(
        default_factory=list,
        description="The pieces that were embedded: texts, and of sound with their times.",
    )
    input_indices: list[int] = Field(
        default_factory=list,
        description="Which of several texts each vector belongs to (an extension).",
    )
    pages: list[int] = Field(
        default_factory=list,
        description="Page of a PDF that each chunk stands on, from 1 (an extension).",
    )
    warnings: list[ReplyWarning] = Field(
        default_factory=list, description="What to know before relying on the vectors."
    )

    @classmethod
    def from_json(cls, data: Mapping[str, Any], request: Request | None = None) -> Self:
        """Build the reply as every reply is, and keep what was embedded beside it."""
        reply = super().from_json(data, request)
        if isinstance(request, EmbeddingRequest):
            given = request.text if request.text is not None else request.file or request.url
            reply._inputs = list(given) if isinstance(given, list) else [given] if given else []
        return reply

    @classmethod
    def joined(cls, replies: Sequence[Self], input_index: pandas.Index | None = None) -> Self:
        """Return several replies, at least one, as one, as if all had been asked for in one call.

        Its `input_indices` say which input each vector belongs to, `warnings` are those of all, and
        `input_index` has a label for each input, for the rows of `to_frame`. `_usage` and `log_id`
        are those of single calls, so it has none.

        Examples
        --------
        >>> one = EmbeddingReply(embeddings=[[1.0, 0.0]], chunks=["tea"])
        >>> two = EmbeddingReply(embeddings=[[0.0, 1.0]], chunks=["rain"])
        >>> EmbeddingReply.joined([one, two]).input_indices
        [0, 1]
        """
        members: dict[str, list[Any]] = {
            name: [item for reply in replies for item in getattr(reply, name)]
            for name in ("embeddings", "chunks", "pages", "warnings")
        }
        indices: list[int] = []
        inputs: list[str | Attachment] = []
        for reply in replies:
            own = reply.input_indices or [0] * len(reply.embeddings)
            indices += [len(inputs) + place for place in own]
            inputs += reply._inputs or [""] * (max(own, default=0) + 1)
        whole = cls(**members, input_indices=indices)
        whole._inputs, whole._input_index = inputs, input_index
        return whole

    @property
    def vectors(self) -> numpy.typing.NDArray[numpy.float32]:
        """The embeddings as an array of float32 and shape (n, d); (0, 0) where there are none.

        Vectors of the local service have length 1, so `vectors @ vectors.T` holds cosines.

        Examples
        --------
        >>> EmbeddingReply(embeddings=[[0.6, 0.8]]).vectors.shape
        (1, 2)
        """
        # Late: the client alone needs no numpy.
        import numpy

        if not self.embeddings:
            return numpy.empty((0, 0), numpy.float32)
        return numpy.asarray(self.embeddings, numpy.float32)

    @property
    def row_index(self) -> pandas.Index | None:
        """Index of the pandas Series that was given, with its label for each vector."""
        index, places = self._input_index, self.input_indices or range(len(self.embeddings))
        if index is None or max(places, default=0) >= len(index):
            return None
        return index.take(list(places))

    @property
    def inputs(self) -> list[str | Attachment]:
        """What was embedded: texts, addresses or files, where the reply came from a client."""
        return self._inputs

    @property
    def labels(self) -> list[str]:
        """A readable name for each vector: its chunk's text, else its file's name."""
        if len(self.chunks) == len(self.embeddings):
            return [chunk if isinstance(chunk, str) else chunk.text for chunk in self.chunks]
        places = self.input_indices or [0] * len(self.embeddings)
        names = [item if isinstance(item, str) else item.filename for item in self._inputs]
        return [
            names[place] if place < len(names) else f"vector {row + 1}"
            for row, place in enumerate(places)
        ]

    def nearest(
        self,
        query: int | EmbeddingReply | numpy.typing.ArrayLike,
        *,
        count: int = 5,
        labels: Sequence[str] | None = None,
    ) -> pandas.DataFrame:
        """Return the vectors that are most similar to a query by cosine, the nearest first.

        Parameters
        ----------
        query : int, EmbeddingReply, or array_like of float, shape (d,)
            The reply to a query, with one vector; or a vector of the same model; or the position
            of a vector of this reply, 0 to n - 1, which is then left out.
        count : int, default 5
            Maximum number of vectors.
        labels : sequence of str, optional
            A text for each vector; by default `labels`.

        Returns
        -------
        pandas.DataFrame
            Columns `rank`, `similarity` and `text`; the index `vector` holds positions.

        Examples
        --------
        >>> reply = EmbeddingReply(embeddings=[[1.0, 0.0], [0.8, 0.6]], chunks=["tea", "coffee"])
        >>> reply.nearest([0.7, 0.7], count=1)["text"].tolist()
        ['coffee']
        """
        return display.views().nearest(self, query, count, labels)

    def map(
        self,
        *,
        texts: Sequence[str] | None = None,
        color: Sequence[Any] | None = None,
        method: display.MapMethod = "umap",
        n_neighbors: int | None = None,
        seed: int = 0,
    ) -> display.Drawing:
        """Project the vectors onto a plane: similar ones lie close together.

        Parameters
        ----------
        texts : sequence of str, optional
            What the points stand for; by default `labels`.
        color : sequence, optional
            A value for each point, such as a column of a frame: categories or numbers. By default
            the clusters found.
        method : {"umap", "pca"}
            UMAP, or the two principal components, which are faster.
        n_neighbors : int, optional
            How many neighbours of each shape the map: few show details, many the whole.
        seed : int, default 0
            The same seed gives the same map.

        Returns
        -------
        EmbeddingMap
            Shows itself in a notebook; `to_frame()` has coordinates, clusters and their terms.

        Examples
        --------
        >>> reply = EmbeddingReply(embeddings=[[1.0, 0.0], [0.8, 0.6]], chunks=["tea", "coffee"])
        >>> reply.map(method="pca").to_frame()["text"].tolist()
        ['tea', 'coffee']
        """
        return display.views().embedding_map(
            self, texts=texts, color=color, method=method, n_neighbors=n_neighbors, seed=seed
        )


class EmbeddingV2Reply(EmbeddingReply):
    """One vector per chunk, and the speakers' fingerprints when asked for."""

    speaker_embeddings: list[list[float]] | None = Field(
        None,
        description="Fingerprints of voices: first that of the whole sound, then one for each of "
        "speaker_segments.",
    )
    speaker_segments: list[tuple[float, float]] = Field(
        default_factory=list,
        description="Start and end in seconds of each stretch of speech (an extension).",
    )

    @property
    def fingerprints(self) -> numpy.typing.NDArray[numpy.float32]:
        """Fingerprints of the segments, float32 of shape (segments, 256); (0, 0) without any."""
        import numpy

        segments = (self.speaker_embeddings or [])[1:]
        if not segments:
            return numpy.empty((0, 0), numpy.float32)
        return numpy.asarray(segments, numpy.float32)

    @property
    def fingerprint(self) -> numpy.typing.NDArray[numpy.float32] | None:
        """Fingerprint of the whole sound, float32 of shape (256,); None without one."""
        import numpy

        if not self.speaker_embeddings:
            return None
        return numpy.asarray(self.speaker_embeddings[0], numpy.float32)
