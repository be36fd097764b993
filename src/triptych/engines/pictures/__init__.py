"""A file's bytes become a picture."""

from triptych.engines.pictures.open import LARGEST, PictureError, open_picture

__all__ = ["LARGEST", "PictureError", "open_picture"]
