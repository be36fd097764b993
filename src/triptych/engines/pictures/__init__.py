"""A file's bytes become a picture."""

from triptych.engines.pictures.open import (
    LARGEST,
    CostlyPictureError,
    PictureError,
    open_picture,
)

__all__ = ["LARGEST", "CostlyPictureError", "PictureError", "open_picture"]
