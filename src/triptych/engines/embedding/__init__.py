"""Text embeddings: vectors whose cosine measures how near two texts are in meaning."""

from triptych.engines.embedding.embed import (
    LONGEST,
    Embedded,
    chunk,
    chunk_texts,
    embed_texts,
    shorten,
)

__all__ = ["LONGEST", "Embedded", "chunk", "chunk_texts", "embed_texts", "shorten"]
