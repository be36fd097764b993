"""Where the name of a box is written: by the box, and not over another name."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; the unit is the caller's."""

    left: float
    top: float
    width: float
    height: float


class Plate(NamedTuple):
    """A rectangle to write on.

    Attributes
    ----------
    box : Box
        Where.
    free : bool
        Whether it covers no other plate.
    """

    box: Box
    free: bool


def place(
    boxes: Sequence[Box], sizes: Sequence[tuple[float, float]], width: float, height: float
) -> list[Plate]:
    """Return a plate for each box, in their order.

    Of six places at the upper and lower side, that one is taken which covers least of smaller
    boxes. Small boxes choose first: they have the fewest places to choose from.

    Parameters
    ----------
    boxes : sequence of Box
        What is named.
    sizes : sequence of tuple of float
        Width and height that each name needs.
    width, height : float
        Of the ground, which no plate leaves.

    Examples
    --------
    >>> [plate] = place([Box(10, 40, 50, 50)], [(30, 16)], 100, 100)
    >>> plate
    Plate(box=Box(left=10, top=24, width=30, height=16), free=True)
    """
    order = sorted(range(len(boxes)), key=lambda n: boxes[n].width * boxes[n].height)
    placed: dict[int, Plate] = {}
    taken: list[Box] = []
    for turn, own in enumerate(order):
        smaller = [boxes[other] for other in order[:turn]]
        candidates = _candidates(boxes[own], *sizes[own], width, height)
        free = [one for one in candidates if not any(_shared(one, other) for other in taken)]
        if free:
            best = min(free, key=lambda one: sum(_shared(one, other) for other in smaller))
            taken.append(best)
            placed[own] = Plate(best, free=True)
        else:
            placed[own] = Plate(candidates[0], free=False)
    return [placed[own] for own in range(len(boxes))]


def text_width(words: str, size: float) -> float:
    """Return about how wide a text in half-bold letters is, in the unit of its size.

    Examples
    --------
    >>> text_width("cup", 12) < text_width("杯子杯", 12)
    True
    """
    return size * sum(map(_letter, words))


def _letter(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "fijlrtI.,:'| ":
        return 0.35
    if letter in "mwMW":
        return 0.85
    return 0.7 if letter.isupper() else 0.57


def _candidates(
    box: Box, plate_width: float, plate_height: float, width: float, height: float
) -> list[Box]:
    right, bottom = box.left + box.width - plate_width, box.top + box.height
    corners = (
        (box.left, box.top - plate_height),
        (box.left, box.top),
        (right, box.top - plate_height),
        (right, box.top),
        (box.left, bottom),
        (box.left, bottom - plate_height),
    )
    return [
        Box(
            max(0, min(x, width - plate_width)),
            max(0, min(y, height - plate_height)),
            plate_width,
            plate_height,
        )
        for x, y in corners
    ]


def _shared(one: Box, other: Box) -> float:
    """Return the area that two rectangles share."""
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return max(0.0, across) * max(0.0, down)
