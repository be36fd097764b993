"""The picture that was asked about, as far as it is at hand."""

from __future__ import annotations

import base64
import binascii
import io
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from triptych.contract import DetectionReply, DetectionRequest

if TYPE_CHECKING:
    from PIL.Image import Image

_QUALITY = 80
#: Characters of the address of a light picture, and the qualities that are tried for it.
_LIGHT, _COARSER = 43_000, (80, 65, 50, 35, 20)


def photo(reply: DetectionReply) -> Image | None:
    """Return the picture upright and in RGB; None where it lies elsewhere or cannot be read."""
    content = _content(reply.request)
    if not content:
        return None
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(content)) as opened:
            upright = ImageOps.exif_transpose(opened)
            if upright.mode in {"RGBA", "LA", "PA", "P"}:
                # What shines through is shown white, not as the colour that hides behind it.
                upright = upright.convert("RGBA")
                paper = Image.new("RGBA", upright.size, "white")
                upright = Image.alpha_composite(paper, upright)
            return upright.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None


def address(reply: DetectionReply) -> str | None:
    """Return where the picture lies on the web, if it does."""
    request = reply.request
    url = request.url if isinstance(request, DetectionRequest) else None
    return url if url and url.lower().startswith(("http://", "https://")) else None


def name(reply: DetectionReply) -> str:
    """Return the picture's file name, or "picture" where it has none."""
    request = reply.request
    if isinstance(request, DetectionRequest) and request.file is not None:
        return request.file.filename
    return (address(reply) or "").partition("?")[0].rpartition("/")[2] or "picture"


def as_jpeg(picture: Image, longest: int, quality: int = _QUALITY) -> str:
    """Return a copy of at most so many pixels a side as a `data:` URL."""
    small = picture.copy()
    small.thumbnail((longest, longest))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=quality, optimize=True)
    return f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode()}"


def as_light_jpeg(png: bytes, longest: int) -> tuple[str, int]:
    """Return a light copy of a PNG as a `data:` URL, coarser where it would be heavy; its width."""
    from PIL import Image

    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.thumbnail((longest, longest))
    for quality in _COARSER:
        address = as_jpeg(picture, longest, quality)
        if len(address) <= _LIGHT:
            break
    return address, picture.width


def _content(request: object) -> bytes:
    if not isinstance(request, DetectionRequest):
        return b""
    if request.file is not None:
        return request.file.content
    if not (request.url or "").lower().startswith("data:"):
        return b""
    head, _, body = str(request.url).partition(",")
    try:
        plain = unquote_to_bytes(body)
        return base64.b64decode(plain) if head.lower().endswith(";base64") else plain
    except binascii.Error:
        return b""
