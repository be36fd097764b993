"""Where the name of what was found stands on the picture of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from triptych.views.scrape.screenshot import Screenshot

if TYPE_CHECKING:
    from PIL.Image import Image

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
        What else was found, and is better not covered.
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
    found = list(others)
    seen: list[tuple[Place, Rectangle]] = []
    for place in (corners[0], beside[0], *corners[1:], beside[1]):
        spot = (place.x + place.across / 100 * wide, place.y + place.down / 100 * high, wide, high)
        inside = spot[0] >= 0 and spot[1] >= 0
        inside = inside and spot[0] + wide <= shot.width and spot[1] + high <= shot.height
        if inside and not any(_overlap(spot, other) for other in taken):
            seen.append((place, spot))
    clear = [one for one in seen if not any(_overlap(one[1], other) for other in found)]
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
