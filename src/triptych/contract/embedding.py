"""Embeddings, both versions."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from triptych.contract.model import FileRequest, Message, Reply, Text

ContentType = Literal["text", "text-other", "image", "audio", "pdf"]


class EmbeddingRequest(FileRequest):
    """Vector embeddings of a text, an image, a sound or a PDF."""

    type: ContentType = Field("text", description="Kind of content.")
    text: Text | None = Field(None, min_length=1, description="Text to embed.")
    token_overflow_mode: Literal["error", "truncate"] = Field(
        "error",
        description="For content longer than the model reads: error chunks it, one vector a "
        "chunk; truncate gives one vector of its beginning.",
    )

    @model_validator(mode="after")
    def _exactly_one_source(self) -> Self:
        given = self.sources + (["text"] if self.text is not None else [])
        if len(given) != 1:
            raise ValueError("give exactly one of text, url or file")
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
    instruction: Text | None = Field(None, description="What the vectors are for.")

    @model_validator(mode="after")
    def _fingerprints_are_of_sounds(self) -> Self:
        if self.speaker_fingerprint and self.type != "audio":
            raise ValueError("speaker_fingerprint needs type 'audio'")
        return self


class TimedChunk(Message):
    """A piece of transcribed sound."""

    text: str
    timestamp: tuple[float, float] = Field(description="Start and end in seconds.")


class EmbeddingReply(Reply):
    """One vector per chunk."""

    embeddings: list[list[float]]
    chunks: list[str | TimedChunk] = Field(default_factory=list)


class EmbeddingV2Reply(EmbeddingReply):
    """One vector per chunk, and the speakers' fingerprints when asked for."""

    speaker_embeddings: list[list[float]] | None = None
