"""Boxes in pictures that engines and views share: the colours of classes, names, drawing."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from triptych._colours import CATEGORIES, between, ink_on

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont, ImageFont

#: The 80 classes of COCO, in its order (T.-Y. Lin and
#: others, "Microsoft COCO: Common Objects in Context", 2014).
COCO = (
    *("person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat"),
    *("traffic light", "fire hydrant", "stop sign", "parking meter", "bench", "bird", "cat"),
    *("dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe", "backpack"),
    *("umbrella", "handbag", "tie", "suitcase", "frisbee", "skis", "snowboard", "sports ball"),
    *("kite", "baseball bat", "baseball glove", "skateboard", "surfboard", "tennis racket"),
    *("bottle", "wine glass", "cup", "fork", "knife", "spoon", "bowl", "banana", "apple"),
    *("sandwich", "orange", "broccoli", "carrot", "hot dog", "pizza", "donut", "cake", "chair"),
    *("couch", "potted plant", "bed", "dining table", "toilet", "tv", "laptop", "mouse"),
    *("remote", "keyboard", "cell phone", "microwave", "oven", "toaster", "sink"),
    *("refrigerator", "book", "clock", "vase", "scissors", "teddy bear", "hair drier"),
    "toothbrush",
)
#: The classes' numbers in COCO's files, of which ten between 1 and 90 are not used.
COCO_NUMBERS = tuple(
    number for number in range(1, 91) if number not in {12, 26, 29, 30, 45, 66, 68, 69, 71, 83}
)
#: How far the hues of classes go towards white and towards black.
_SHADES = ((None, 0.0), ("#FFFFFF", 0.45), ("#000000", 0.35))
#: The longer side, in pixels, of a picture that fills a screen.
_SCREEN = 900
_LINE, _LETTER = 2, 13


class Box(NamedTuple):
    """A rectangle; the unit is the caller's."""

    left: float
    top: float
    width: float
    height: float


class Label(NamedTuple):
    """A rectangle to write a name in; `free` if it covers no other label."""

    box: Box
    free: bool


class NamedBox(NamedTuple):
    """An object to draw: its box in pixels, its name, and its `#RRGGBB` colour."""

    box: Box
    name: str
    colour: str


@cache
def colour_of(kind: str) -> str:
    """Return the colour of a class as `#RRGGBB`, the same in every picture.

    Seven hues in three lightnesses follow COCO's order, so that classes which COCO lists together,
    and which often appear together (cutlery, vehicles), differ in hue.

    Examples
    --------
    >>> colour_of("person"), colour_of("cup") == colour_of("fork")
    ('#2178B5', False)
    """
    # The letters of other classes decide: Python's own hash differs at each start.
    place = COCO.index(kind) if kind in COCO else crc32(kind.encode("utf-8", "replace"))
    hue = CATEGORIES[place % len(CATEGORIES)]
    towards, share = _SHADES[place // len(CATEGORIES) % len(_SHADES)]
    if towards is None:
        return hue
    return "#" + "".join(f"{channel:02X}" for channel in between(hue, towards, share))


def draw_boxes(picture: Image, objects: Sequence[NamedBox]) -> None:
    """Draw boxes with their names into an RGB picture; lines and letters grow with it.

    Later boxes lie above earlier ones. A name that would cover another is left out.

    Examples
    --------
    >>> from PIL import Image
    >>> picture = Image.new("RGB", (200, 100), "white")
    >>> draw_boxes(picture, [NamedBox(Box(20, 40, 60, 50), "cup", colour_of("cup"))])
    >>> picture.getpixel((20, 60))
    (61, 35, 130)
    """
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(picture)
    unit = max(1.0, max(picture.size) / _SCREEN)
    line = round(_LINE * unit)
    for box, _, own in objects:
        # A pixel less: Pillow draws the last one too.
        right = max(box.left, box.left + box.width - 1)
        bottom = max(box.top, box.top + box.height - 1)
        # A colour of middling lightness vanishes on some grounds; between dark and white it cannot.
        for inset, colour in ((-line, "#000000"), (line, "#FFFFFF"), (0, own)):
            corners = (box.left + inset, box.top + inset, right - inset, bottom - inset)
            if not inset or (corners[2] > corners[0] and corners[3] > corners[1]):
                draw.rectangle(corners, outline=colour, width=line)
    # No letters as high as the picture itself.
    font = ImageFont.load_default(min(round(_LETTER * unit), max(6, picture.height / 3)))
    sizes = [_size(one.name, font) for one in objects]
    labels = place([one.box for one in objects], sizes, *picture.size)
    for one, (where, free) in zip(objects, labels, strict=True):
        if one.name and free:
            left, top, width, height = where
            draw.rectangle((left, top, left + width, top + height), fill=one.colour)
            middle = (left + width / 2, top + height / 2)
            draw.text(middle, one.name, fill=ink_on(one.colour), font=font, anchor="mm")


def _size(name: str, font: FreeTypeFont | ImageFont) -> tuple[float, float]:
    if not name:
        return 0.0, 0.0
    _, top, _, bottom = font.getbbox("Ág")
    return font.getlength(name) + (bottom - top) * 0.6, (bottom - top) * 1.3


def place(
    boxes: Sequence[Box], sizes: Sequence[tuple[float, float]], width: float, height: float
) -> list[Label]:
    """Return a label for each box, in their order, within a ground of this width and height.

    Of six places at the upper and lower side, the one that covers least of smaller boxes is used.
    Small boxes come first: they have the fewest free places. `sizes` are those of the names.

    Examples
    --------
    >>> [label] = place([Box(10, 40, 50, 50)], [(30, 16)], 100, 100)
    >>> label
    Label(box=Box(left=10, top=24, width=30, height=16), free=True)
    """
    order = sorted(range(len(boxes)), key=lambda n: boxes[n].width * boxes[n].height)
    placed: dict[int, Label] = {}
    taken: list[Box] = []
    for turn, own in enumerate(order):
        smaller = [boxes[other] for other in order[:turn]]
        candidates = _candidates(boxes[own], *sizes[own], width, height)
        free = [one for one in candidates if not any(_shared(one, other) for other in taken)]
        if free:
            best = min(free, key=lambda one: sum(_shared(one, other) for other in smaller))
            taken.append(best)
            placed[own] = Label(best, free=True)
        else:
            placed[own] = Label(candidates[0], free=False)
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
    box: Box, label_width: float, label_height: float, width: float, height: float
) -> list[Box]:
    right, bottom = box.left + box.width - label_width, box.top + box.height
    corners = (
        (box.left, box.top - label_height),
        (box.left, box.top),
        (right, box.top - label_height),
        (right, box.top),
        (box.left, bottom),
        (box.left, bottom - label_height),
    )
    return [
        Box(
            max(0, min(x, width - label_width)),
            max(0, min(y, height - label_height)),
            label_width,
            label_height,
        )
        for x, y in corners
    ]


def _shared(one: Box, other: Box) -> float:
    """Return the area that two rectangles share."""
    across = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    return max(0.0, across) * max(0.0, down)
