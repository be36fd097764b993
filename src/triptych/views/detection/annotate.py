"""The picture with its boxes drawn in, to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import DetectionReply
from triptych.views.base.theme import LIGHT
from triptych.views.base.units import shortened
from triptych.views.detection.classes import ink_on
from triptych.views.detection.plates import Box, place
from triptych.views.detection.scene import Scene, scene

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont, ImageFont

_LONGEST_NAME = 32


def draw(reply: DetectionReply) -> Image:
    """Return the picture with boxes and names, at the picture's full size.

    Lines and letters grow with the picture. Without the picture at hand (it was given by an
    address, or the request is not known) the boxes stand on an empty ground of its size.

    Parameters
    ----------
    reply : DetectionReply
        The objects; its request holds the picture.

    Returns
    -------
    PIL.Image.Image
        RGB.

    Examples
    --------
    >>> draw(DetectionReply(objects=[], image_width=64, image_height=48)).size
    (64, 48)
    """
    from PIL import Image

    drawn = scene(reply)
    if drawn.picture is not None:
        picture = drawn.picture.copy()
    else:
        picture = Image.new("RGB", (round(drawn.width), round(drawn.height)), LIGHT.grid)
    _draw_on(picture, drawn)
    return picture


def small(drawn: Scene, longest: int) -> Image:
    """Return the same of at most so many pixels a side: lines and letters keep their size."""
    from PIL import Image

    scale = min(1.0, longest / max(drawn.width, drawn.height))
    size = max(1, round(drawn.width * scale)), max(1, round(drawn.height * scale))
    if drawn.picture is not None:
        # Without a copy of the large one, which may take a hundred megabytes.
        picture = drawn.picture.resize(size, reducing_gap=2.0)
    else:
        picture = Image.new("RGB", size, LIGHT.grid)
    _draw_on(picture, drawn)
    return picture


def _draw_on(picture: Image, drawn: Scene) -> None:
    boxes = _scaled(drawn, picture)
    _frames(picture, drawn, boxes)
    _names(picture, drawn, boxes)


def _scaled(drawn: Scene, picture: Image) -> list[Box]:
    across, down = picture.width / drawn.width, picture.height / drawn.height
    return [
        Box(one.left * across, one.top * down, one.width * across, one.height * down)
        for one in drawn.objects
    ]


def _unit(picture: Image) -> float:
    """Return how many pixels a CSS pixel takes on a picture that fills a screen."""
    return max(1.0, max(picture.size) / 900)


def _frames(picture: Image, drawn: Scene, boxes: list[Box]) -> None:
    from PIL import ImageDraw

    pencil = ImageDraw.Draw(picture)
    line = round(2 * _unit(picture))
    for found, box in zip(drawn.objects, boxes, strict=True):
        corners = (box.left, box.top, box.left + box.width, box.top + box.height)
        # A colour of middling lightness vanishes on some grounds; between dark and white it cannot.
        for inset, colour in ((-line, "#000000"), (line, "#FFFFFF"), (0, found.colour)):
            left, top, right, bottom = corners
            outer = (left + inset, top + inset, right - inset, bottom - inset)
            if outer[2] > outer[0] and outer[3] > outer[1]:
                pencil.rectangle(outer, outline=colour, width=line)


def _names(picture: Image, drawn: Scene, boxes: list[Box]) -> None:
    from PIL import ImageDraw, ImageFont

    pencil = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=round(13 * _unit(picture)))
    words = [shortened(found.words, _LONGEST_NAME) for found in drawn.objects]
    sizes = [_size(name, font) for name in words]
    plates = place(boxes, sizes, *picture.size)
    for found, name, plate in zip(drawn.objects, words, plates, strict=True):
        # A name that would cover another is left out: the box has its colour still.
        if not plate.free:
            continue
        left, top, width, height = plate.box
        pencil.rectangle((left, top, left + width, top + height), fill=found.colour)
        middle = (left + width / 2, top + height / 2)
        pencil.text(middle, name, fill=ink_on(found.colour), font=font, anchor="mm")


def _size(name: str, font: FreeTypeFont | ImageFont) -> tuple[float, float]:
    _, top, _, bottom = font.getbbox("Ág")
    return font.getlength(name) + (bottom - top) * 0.6, (bottom - top) * 1.3
