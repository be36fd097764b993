"""The colour of a class, and its number in COCO's files.

A class has the same colour in every picture. Okabe and Ito's seven hues come in three lightnesses,
dealt out in COCO's order: what COCO lists together, and what so often stands in one picture (the
cutlery, the vehicles), differs in hue.
"""

from __future__ import annotations

import zlib
from functools import cache

from triptych.views.base.oklab import between
from triptych.views.base.theme import contrast
from triptych.views.embedding.colouring import CATEGORIES

# In COCO's order; T.-Y. Lin and others, "Microsoft COCO: Common Objects in Context", 2014.
_NAMES = (
    *("person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat"),
    *("traffic light", "fire hydrant", "stop sign", "parking meter", "bench", "bird", "cat"),
    *("dog", "horse", "sheep", "cow", "elephant", "bear", "zebra", "giraffe", "backpack"),
    *("umbrella", "handbag", "tie", "suitcase", "frisbee", "skis", "snowboard", "sports ball"),
    *("kite", "baseball bat", "baseball glove", "skateboard", "surfboard", "tennis racket"),
    *("bottle", "wine glass", "cup", "fork", "knife", "spoon", "bowl", "banana", "apple"),
    *("sandwich", "orange", "broccoli", "carrot", "hot dog", "pizza", "donut", "cake"),
    *("chair", "couch", "potted plant", "bed", "dining table", "toilet", "tv", "laptop"),
    *("mouse", "remote", "keyboard", "cell phone", "microwave", "oven", "toaster", "sink"),
    *("refrigerator", "book", "clock", "vase", "scissors", "teddy bear", "hair drier"),
    "toothbrush",
)
#: No class has these numbers.
_GAPS = {12, 26, 29, 30, 45, 66, 68, 69, 71, 83}
#: The classes of COCO and their numbers in its files.
COCO = dict(zip(_NAMES, (number for number in range(1, 91) if number not in _GAPS), strict=True))
_PLACES = {name: place for place, name in enumerate(COCO)}
#: How far the hues go towards white and towards black.
_SHADES = ((None, 0.0), ("#FFFFFF", 0.45), ("#000000", 0.35))


@cache
def colour_of(kind: str) -> str:
    """Return the colour of a class as `#RRGGBB`, the same in every picture.

    Examples
    --------
    >>> colour_of("person"), colour_of("cup") == colour_of("fork")
    ('#2178B5', False)
    """
    # Of a name that COCO does not know the letters decide: Python's own hash changes at each start.
    place = _PLACES.get(kind, zlib.crc32(kind.encode("utf-8", "replace")))
    hue = CATEGORIES[place % len(CATEGORIES)]
    towards, share = _SHADES[place // len(CATEGORIES) % len(_SHADES)]
    if towards is None:
        return hue
    return "#" + "".join(f"{channel:02X}" for channel in between(hue, towards, share))


def ink_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour.

    Examples
    --------
    >>> ink_on("#F0E442"), ink_on("#0072B2")
    ('#000000', '#FFFFFF')
    """
    return max("#000000", "#FFFFFF", key=lambda ink: contrast(ink, colour))
