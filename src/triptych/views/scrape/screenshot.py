"""The screenshot of a reply with its elements outlined and named."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from triptych._boxes import text_width
from triptych._colours import ink_on
from triptych.contract import ScrapeReply
from triptych.views.base.markup import escape
from triptych.views.base.units import shortened
from triptych.views.scrape.fields import ShownField, outlines, web_address

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
    """A picture of a page."""

    #: A `data:` URL, or an address on the web.
    address: str
    #: Of the page, in CSS pixels.
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


Rectangle = tuple[float, float, float, float]
#: Steps of lightness, of 255, between which nothing is written.
_PLAIN = 24


class Place(NamedTuple):
    """Where a name stands: a corner of a box, and how much of the name's own size away from it."""

    x: float
    y: float
    across: int
    down: int


def free_place(
    box: Rectangle,
    size: tuple[float, float],
    shot: Screenshot,
    taken: list[Rectangle],
    plain: Callable[[Rectangle], bool],
    others: Iterable[Rectangle] = (),
) -> Place | None:
    """Return a place by a box where no name stands yet, and remember it; None without any.

    Where the page is plain is best: there a name hides nothing.

    Parameters
    ----------
    box : tuple of float
        Left, top, width and height of what is named, in pixels of the page.
    size : tuple of float
        Width and height of the name, in the same.
    shot : Screenshot
        The picture, which the name does not leave.
    taken : list of tuple of float
        Where names stand; the new one is added.
    plain : callable
        Whether a rectangle of the page is of one colour.
    others : iterable of tuple of float
        Other boxes, which are better not covered.
    """
    (left, top, width, height), (wide, high) = box, size
    right, bottom, middle = left + width, top + height, top + height / 2
    corners = (
        Place(left, top, 0, -100),
        Place(left, bottom, 0, 0),
        Place(right, top, -100, -100),
        Place(right, bottom, -100, 0),
        Place(right, top, 0, 0),
        Place(left, top, -100, 0),
    )
    beside = (Place(right, middle, 0, -50), Place(left, middle, -100, -50))
    boxes = list(others)
    seen: list[tuple[Place, Rectangle]] = []
    for place in (corners[0], beside[0], *corners[1:], beside[1]):
        spot = (place.x + place.across / 100 * wide, place.y + place.down / 100 * high, wide, high)
        inside = spot[0] >= 0 and spot[1] >= 0
        inside = inside and spot[0] + wide <= shot.width and spot[1] + high <= shot.height
        if inside and not any(_overlap(spot, other) for other in taken):
            seen.append((place, spot))
    clear = [one for one in seen if not any(_overlap(one[1], other) for other in boxes)]
    empty = [one for one in clear if plain(one[1])]
    at_corners = [[one for one in some if one[0] in corners] for some in (clear, seen)]
    best = next((some[0] for some in (empty, *at_corners) if some), None)
    if best is None:
        return None
    taken.append(best[1])
    return best[0]


def plain_on(picture: Image | None, shot: Screenshot) -> Callable[[Rectangle], bool]:
    """Return what tells whether a rectangle is of one colour; without a picture none is."""
    if picture is None:
        return lambda _: False
    grey = picture.convert("L")
    across, down = grey.width / shot.width, grey.height / shot.height

    def plain(spot: Rectangle) -> bool:
        left, top, width, height = spot
        # At least one dot, of a picture that has fewer than the page has pixels.
        begin = floor(left * across), floor(top * down)
        end = ceil((left + width) * across), ceil((top + height) * down)
        dark, light = grey.crop((*begin, *end)).getextrema()
        return bool(light - dark < _PLAIN)  # type: ignore[operator]

    return plain


def _overlap(one: Rectangle, other: Rectangle) -> bool:
    return all(
        one[axis] < other[axis] + other[axis + 2] and other[axis] < one[axis] + one[axis + 2]
        for axis in (0, 1)
    )


#: Boxes of one prompt; more make a notebook heavy.
MOST_BOXES = 200
#: The width in CSS pixels for which the names are laid out, and the least.
_LAID_OUT = 640.0
_LETTER, _LINE, _AIR = 12, 18, 5
_LONGEST_NAME = 28


def overlay(
    shot: Screenshot,
    fields: Sequence[ShownField],
    plain: Callable[[Rectangle], bool] = lambda _: False,
) -> str:
    """Return the picture in a frame that scrolls, with a box for each element.

    Parameters
    ----------
    shot : Screenshot
        The picture.
    fields : sequence of ShownField
        The fields to outline.
    plain : callable
        Whether a rectangle of the picture is of one colour, so that a name there hides nothing.
    """
    boxed = [field for field in fields if field.boxes]
    place = f'width="{shot.width:.0f}" height="{shot.height:.0f}"'
    many = any(len(field.boxes) > MOST_BOXES for field in boxed)
    note = f'<p class="triptych-note">The first {MOST_BOXES} of each are outlined.</p>'
    top = _share(min((field.boxes[0][1] for field in boxed), default=0.0), shot.height)
    first = f'<i class="triptych-first" style="top: {top}"></i>' if boxed else ""
    return (
        '<div class="triptych-shot" tabindex="0" role="group" aria-label="Picture of the page" '
        'style="max-height: 420px; overflow: auto">'
        f'<div class="triptych-sheet" style="position: relative; max-width: '
        f'{shot.width:.0f}px; min-width: {min(_LAID_OUT, shot.width):.0f}px">'
        f'<svg viewBox="0 0 {shot.width:.0f} {shot.height:.0f}" role="img" '
        f'aria-label="{escape(outlined(boxed))}" style="display: block; width: 100%; height: auto">'
        f'<image href="{escape(shot.address)}" {place} preserveAspectRatio="none"/>'
        f"{''.join(_boxes(boxed))}</svg>{''.join(_names(boxed, shot, plain))}"
        f"{first}</div></div>{note if many else ''}"
    )


def _boxes(fields: Sequence[ShownField]) -> Iterator[str]:
    """Yield the boxes, the largest first: a small one lies above the large one around it."""
    for field, (left, top, width, height) in sorted(
        outlines(fields, MOST_BOXES), key=lambda drawn: -drawn[1][2] * drawn[1][3]
    ):
        box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
        # A colour of middling lightness vanishes on some grounds; beside white it cannot.
        yield (
            f'<g class="triptych-box triptych-b{field.number}">'
            f"<title>{escape(shortened(field.key, 80))}</title>"
            f'<rect {box} fill="none" stroke="#FFF" stroke-width="4.5" stroke-opacity=".85" '
            'vector-effect="non-scaling-stroke"/>'
            f'<rect {box} fill="{field.colour}" fill-opacity=".08" stroke="{field.colour}" '
            'stroke-width="2.2" vector-effect="non-scaling-stroke"/></g>'
        )


def _names(
    fields: Sequence[ShownField], shot: Screenshot, plain: Callable[[Rectangle], bool]
) -> Iterator[str]:
    """Yield the names; those of the same element stand in a row."""
    scale = _LAID_OUT / shot.width
    taken: list[Rectangle] = []
    outlined = [box for _, box in outlines(fields, MOST_BOXES)]
    together: dict[tuple[float, ...], list[ShownField]] = {}
    for field in fields:
        together.setdefault(field.boxes[0], []).append(field)
    for same in together.values():
        names = [_name(field) for field in same]
        width = sum(text_width(name, _LETTER) + 2 * _AIR for name in names)
        box = next(box for field, box in reversed(outlines(same, 1)))
        size = width / scale, _LINE / scale
        place = free_place(box, size, shot, taken, plain, outlined)
        if place is None:
            place = Place(max(0.0, min(box[0], shot.width - size[0])), max(0.0, box[1]), 0, 0)
        plates = "".join(
            f'<b class="triptych-b{field.number}" dir="auto" style="background: {field.colour}; '
            f'color: {ink_on(field.colour)}">{escape(name)}</b>'
            for field, name in zip(same, names, strict=True)
        )
        # Letters keep their size however wide the picture is, so the names are no part of it.
        yield (
            '<div class="triptych-plates" aria-hidden="true" style="'
            f"left: {_share(place.x, shot.width)}; top: {_share(place.y, shot.height)}; "
            f'transform: translate({place.across}%, {place.down}%)">{plates}</div>'
        )


def _name(field: ShownField) -> str:
    many = f" ×{len(field.boxes):,}" if len(field.boxes) > 1 else ""
    return shortened(field.key, _LONGEST_NAME) + many


def outlined(fields: Sequence[ShownField]) -> str:
    """Return what a picture shows, in words.

    Examples
    --------
    >>> outlined([])
    'The page'
    """
    named = [shortened(field.key, _LONGEST_NAME) for field in fields if field.values]
    return f"The page with {', '.join(named)} outlined" if named else "The page"


def _share(place: float, whole: float) -> str:
    return f"{100 * place / whole:.3f}%"
