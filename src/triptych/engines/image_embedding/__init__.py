"""Pictures become vectors that lie close together where the pictures show alike things."""

from triptych.engines.image_embedding.embed import DIMENSIONS, embed_images

__all__ = ["DIMENSIONS", "embed_images"]
