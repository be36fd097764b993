"""Pictures become vectors that lie close together where the pictures show alike things."""

from triptych.engines.embedding.pictures.embed import DIMENSIONS, embed_images

__all__ = ["DIMENSIONS", "embed_images"]
