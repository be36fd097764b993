"""Text embeddings: vectors whose cosine tells how near two texts are in meaning."""

from triptych.engines.embedding.chunks import chunk
from triptych.engines.embedding.embed import Embedded, embed_texts
from triptych.engines.embedding.model import LONGEST
from triptych.engines.embedding.shorten import shorten

__all__ = ["LONGEST", "Embedded", "chunk", "embed_texts", "shorten"]
