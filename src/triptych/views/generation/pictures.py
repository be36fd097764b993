"""The picture of a reply: its size, as an address for a page, as PNG, and made small."""

from __future__ import annotations

import base64
import io
import re
from typing import TYPE_CHECKING

from triptych.contract import GenerationReply

if TYPE_CHECKING:
    from PIL.Image import Image

_SVG = "image/svg+xml"
_PNG = b"\x89PNG\r\n"
_ROOT = re.compile(r"<svg\b[^>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\s(width|height|viewBox)\s*=\s*[\"']([^\"']*)")
_PIXELS = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)(?:px)?\s*")


def size(reply: GenerationReply) -> tuple[int, int] | None:
    """Return width and height in pixels; None where there is no picture at hand, or a broken one.

    Examples
    --------
    >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"/>'
    >>> size(GenerationReply.from_bytes(svg, "image/svg+xml"))
    (320, 200)
    """
    if not reply.content:
        return None
    if reply.media_type == _SVG:
        return _svg_size(reply.content.decode("utf-8", "replace"))
    picture = _opened(reply.content)
    return None if picture is None else picture.size


def _svg_size(markup: str) -> tuple[int, int] | None:
    root = _ROOT.search(markup)
    attributes = dict(_ATTRIBUTE.findall(root[0])) if root else {}
    box = [*attributes.get("viewBox", "").replace(",", " ").split(), "", "", "", ""]
    for sides in ((attributes.get("width", ""), attributes.get("height", "")), (box[2], box[3])):
        numbers = [_PIXELS.fullmatch(side) for side in sides]
        if numbers[0] and numbers[1]:
            return round(float(numbers[0][1])), round(float(numbers[1][1]))
    return None


def address(reply: GenerationReply) -> str | None:
    """Return what an `img` shows: a `data:` URL, or the address the server gave.

    None stands for a reply without a picture, or with a broken one. In an `img` a vector picture
    can neither run scripts nor fetch anything.
    """
    if reply.content:
        if reply.media_type != _SVG and size(reply) is None:
            return None
        return f"data:{reply.media_type};base64,{base64.b64encode(reply.content).decode()}"
    url = reply.url or ""
    return url if url.startswith(("https://", "http://")) else None


def reduced(reply: GenerationReply, side: int) -> str | None:
    """Return such an address of a copy of at most `side` pixels; vectors stay vectors."""
    if not reply.content or reply.media_type == _SVG:
        return address(reply)
    picture = raster(reply)
    if picture is None:
        return None
    picture.thumbnail((side, side))
    buffer = io.BytesIO()
    picture.save(buffer, "WEBP", quality=90)
    return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"


def png(reply: GenerationReply) -> bytes | None:
    """Return the picture as PNG: as it came, where it is one."""
    if reply.content.startswith(_PNG) and size(reply) is not None:
        return reply.content
    picture = raster(reply)
    if picture is None:
        return None
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()


def raster(reply: GenerationReply) -> Image | None:
    """Return the picture's pixels, or None where there are none to be had."""
    content = reply.content
    if reply.media_type == _SVG:
        content = _drawn(content)
    picture = _opened(content)
    if picture is None:
        return None
    try:
        return picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError):
        return None


def _drawn(markup: bytes) -> bytes:
    import resvg_py

    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=markup.decode("utf-8", "replace")))
    except ValueError:
        return b""


def _opened(content: bytes) -> Image | None:
    from PIL import Image

    try:
        return Image.open(io.BytesIO(content))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
