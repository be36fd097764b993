"""Thumbnails of pictures."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

from triptych.contract import Attachment

if TYPE_CHECKING:
    from PIL.Image import Image


def thumbnail(item: str | Attachment, side: int) -> Image | None:
    """Return a picture of at most `side` pixels, or None for anything else."""
    if isinstance(item, str):
        return None
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(item.content)) as picture:
            picture.draft("RGB", (side, side))
            small = ImageOps.exif_transpose(picture).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    small.thumbnail((side, side))
    return small


def address(item: str | Attachment, side: int) -> str | None:
    """Return such a picture as a `data:` URL."""
    small = thumbnail(item, side)
    if small is None:
        return None
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=80)
    return f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode()}"
