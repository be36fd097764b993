"""The picture of the page that came with the reply, and what was found on it."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from triptych.contract import ScrapeReply
from triptych.views.scrape.wording import web_address

if TYPE_CHECKING:
    from PIL.Image import Image

# Drawings in SVG may hold anything, so only pictures made of pixels are taken.
_PIXELS = re.compile(r"data:image/(?:png|jpeg|webp);base64,", re.IGNORECASE)
#: Characters of an address above which a picture is heavy for a notebook, and its width then.
_HEAVY, _WIDEST = 1_500_000, 1_280
#: JPEG has no more.
_TALLEST = 65_000
_QUALITY = 80


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture of a page.

    Attributes
    ----------
    address : str
        A `data:` URL, or an address on the web.
    width, height : float
        Of the page, in CSS pixels.
    """

    address: str
    width: float
    height: float


def screenshot(reply: ScrapeReply) -> Screenshot | None:
    """Return the picture of the page; None without one, or where nobody knows its size."""
    given = (reply.screenshot or "").strip()
    size = _size(reply)
    if _PIXELS.match(given):
        with _opened(given) as picture:
            if picture is None:
                return None
            size = size or picture.size
            address = given if len(given) <= _HEAVY else _lighter(picture)
    elif web_address(given):
        address = given
    else:
        return None
    return Screenshot(address, float(size[0]), float(size[1])) if size and address else None


def pixels(reply: ScrapeReply) -> Image | None:
    """Return the picture in RGB; None where it lies elsewhere or cannot be read."""
    with _opened((reply.screenshot or "").strip()) as picture:
        return _rgb(picture) if picture is not None else None


@contextmanager
def _opened(given: str) -> Iterator[Image | None]:
    """Give the picture of a `data:` URL, of which no more than its size was read yet."""
    from PIL import Image

    head = _PIXELS.match(given)
    try:
        content = base64.b64decode(given[head.end() :], validate=True) if head else b""
        picture = Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "WEBP"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        yield None
        return
    with picture:
        yield picture


def _rgb(picture: Image) -> Image | None:
    try:
        return picture.convert("RGB")
    # A picture may break off in its middle.
    except (OSError, ValueError, SyntaxError):
        return None


def _size(reply: ScrapeReply) -> tuple[float, float] | None:
    size = reply.page_size
    return (size[0], size[1]) if size and len(size) == 2 and min(size) >= 1 else None


def _lighter(picture: Image) -> str:
    small = _rgb(picture)
    if small is None:
        return ""
    small.thumbnail((_WIDEST, _TALLEST))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=_QUALITY, optimize=True)
    return f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode()}"
