"""Draw boxes and their labels into a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from zlib import crc32

from triptych.engines.detection.boxes import Detection
from triptych.engines.detection.coco import COCO

if TYPE_CHECKING:
    from PIL.Image import Image

Box = tuple[float, float, float, float]

#: M. Okabe, K. Ito, "Color Universal Design", 2008: seven hues, then each lighter, then each
#: darker, with the ink that is read on it best. The views have the same and may not import it.
_COLOURS = (
    ("#2178B5", "#FFFFFF"),
    ("#CC6A0A", "#000000"),
    ("#009E73", "#000000"),
    ("#B0609A", "#000000"),
    ("#3E9BD0", "#000000"),
    ("#A68A00", "#000000"),
    ("#D55E00", "#000000"),
    ("#8BB4D8", "#000000"),
    ("#E7AE88", "#000000"),
    ("#8FCAB0", "#000000"),
    ("#D6A7C7", "#000000"),
    ("#9AC8E6", "#000000"),
    ("#CDBE89", "#000000"),
    ("#EDA987", "#000000"),
    ("#0D4064", "#FFFFFF"),
    ("#713803", "#FFFFFF"),
    ("#00563D", "#FFFFFF"),
    ("#613254", "#FFFFFF"),
    ("#1E5574", "#FFFFFF"),
    ("#5B4B00", "#FFFFFF"),
    ("#763100", "#FFFFFF"),
)


def annotated(
    picture: Image, detections: Sequence[Detection], names: Sequence[str] | None = None
) -> Image:
    """Return a copy of a picture with boxes and labels drawn in.

    Parameters
    ----------
    picture : PIL.Image.Image
        RGB; not changed.
    detections : sequence of Detection
        What to draw.
    names : sequence of str, optional
        What to write at each box, such as `numbered` labels; by default the label. The score
        follows in per cent.

    Returns
    -------
    PIL.Image.Image
        RGB, of the same size.

    Examples
    --------
    >>> from PIL import Image
    >>> picture = Image.new("RGB", (200, 100), "white")
    >>> drawn = annotated(picture, [Detection("cup", 0.8, 20, 40, 80, 90)])
    >>> drawn.size, drawn.getpixel((20, 60))
    ((200, 100), (118, 49, 0))
    """
    from PIL import ImageDraw, ImageFont

    drawn = picture.copy()
    draw = ImageDraw.Draw(drawn)
    # By the mean of both sides, so that a panorama gets no letters as high as itself.
    side = (picture.width + picture.height) / 2
    line = max(1, round(side / 190))
    font = ImageFont.load_default(min(max(11, side / 36), max(6, picture.height / 3)))
    # Plates of one height, whatever letters are on them.
    _, top, _, bottom = draw.textbbox((0, 0), "Ag", font=font, anchor="ls")
    margin = max(1, (bottom - top) / 6)
    plates: list[Box] = []
    # The surest last, on top of the others.
    order = sorted(range(len(detections)), key=lambda place: detections[place].score)
    for place in order:
        one = detections[place]
        colour, _ = colours(one.label)
        # A pixel less: Pillow draws the last one too.
        box = (one.left, one.top, max(one.left, one.right - 1), max(one.top, one.bottom - 1))
        draw.rectangle(box, outline=colour, width=line)
    for place in reversed(order):
        one = detections[place]
        words = f"{one.label if names is None else names[place]} {round(100 * one.score)} %"
        size = (draw.textlength(words, font) + 2 * margin, bottom - top + 2 * margin)
        plate = _free_place(one, size, picture.size, plates)
        plates.append(plate)
        colour, ink = colours(one.label)
        draw.rectangle(plate, fill=colour)
        corner = (plate[0] + margin, plate[1] + margin - top)
        draw.text(corner, words, fill=ink, font=font, anchor="ls")
    return drawn


def colours(label: str) -> tuple[str, str]:
    """Return the colour of a class, always the same, and that of ink on it, as `#RRGGBB`.

    There are 21, so that some classes share one; those of COCO take turns.

    Examples
    --------
    >>> colours("person")
    ('#2178B5', '#FFFFFF')
    """
    number = COCO.index(label) if label in COCO else crc32(label.encode("utf-8", "replace"))
    return _COLOURS[number % len(_COLOURS)]


def _free_place(
    one: Detection, size: tuple[float, float], picture: tuple[int, int], taken: list[Box]
) -> Box:
    """Return where a plate fits that covers no other: over the box, in it or under it."""
    places = list(_places(one, size, picture))
    free = (
        place
        for place in places
        if not any(
            place[0] < other[2]
            and other[0] < place[2]
            and place[1] < other[3]
            and other[1] < place[3]
            for other in taken
        )
    )
    return next(free, places[0])


def _places(one: Detection, size: tuple[float, float], picture: tuple[int, int]) -> Iterator[Box]:
    width, height = size
    lefts = (one.left, one.right - width)
    for top in (one.top - height, one.top, one.bottom, one.bottom - height):
        for left in lefts:
            # Within the picture, also where the box is at its edge.
            x = max(0.0, min(left, picture[0] - width))
            y = max(0.0, min(top, picture[1] - height))
            yield x, y, x + width, y + height
