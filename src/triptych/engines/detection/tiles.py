"""Look at a large picture as a whole and in parts, for what is small in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from triptych.engines.detection.boxes import Detection, Detector, areas, shared_areas
from triptych.engines.detection.nanodet import THRESHOLD

if TYPE_CHECKING:
    from PIL.Image import Image

#: Left, top, right and bottom in pixels.
Box = tuple[int, int, int, int]
#: Tiles along the longer side.
Tiles = Literal["auto", 1, 2, 3, 4]

#: Share of a tile's side that the next one repeats: what is smaller is whole in one of them.
_REPEATED = 0.3
#: Longer sides, in pixels, from which on "auto" takes one tile more.
_LARGE, _HUGE = 1600, 3000
#: Share of a tile's side within which a box counts as reaching its edge.
_EDGE = 0.01
#: What the score of a box in a tile counts: without its surroundings a thing is easily mistaken.
_TRUST = 0.85
#: Share of the smaller box that two boxes of one thing have in common.
_SAME = 0.7


class Tiled:
    """A detector that also looks at parts of large pictures, as large as it can see them.

    Parameters
    ----------
    detector : Detector
        What looks at each part.
    tiles : {"auto", 1, 2, 3, 4}, default "auto"
        Tiles along the longer side: 1 is the whole alone. "auto" takes the whole alone up to a
        longer side of 1,599 pixels, two up to 2,999 and three beyond.

    Attributes
    ----------
    labels : tuple of str
        The detector's classes.

    Notes
    -----
    The tiles overlap by 30 %. Boxes that an inner edge of a tile cuts are left out: the next tile,
    or the picture as a whole, shows the thing in one piece. Joining the pieces instead, as F. C.
    Akyon and others do ("Slicing Aided Hyper Inference", 2022), joined what stands side by side.
    Scores of boxes in tiles are multiplied by .85, by which no more of what is shown is false than
    without tiles.

    Examples
    --------
    >>> from PIL import Image
    >>> from triptych.engines.detection.nanodet import NanoDet
    >>> Tiled(NanoDet(), 2).detect([Image.new("RGB", (64, 48), "white")], threshold=0.5)
    [[]]
    """

    labels: tuple[str, ...]

    def __init__(self, detector: Detector, tiles: Tiles = "auto") -> None:
        if tiles not in ("auto", 1, 2, 3, 4):
            raise ValueError(f"There are no {tiles} tiles: give 'auto' or a number from 1 to 4.")
        self._detector, self._tiles = detector, tiles
        self.labels = tuple(detector.labels)

    def detect(
        self, pictures: Iterable[Image], *, threshold: float = THRESHOLD
    ) -> list[list[Detection]]:
        """Find things in pictures, as `Detector.detect` does."""
        # All parts of all pictures in one call, so that they are looked at side by side.
        sizes: list[tuple[int, int]] = []
        parts = self._detector.detect(self._parts(pictures, sizes), threshold=threshold)
        results, rest = [], iter(parts)
        for size in sizes:
            boxes = tile_boxes(size, self._count(size))
            detections = next(rest)
            for box in boxes:
                whole = (one for one in next(rest) if not _is_cut(one, box, size))
                moved = (_moved(one, box) for one in whole)
                detections += [one for one in moved if one.score >= threshold]
            results.append(_once_each(detections) if boxes else detections)
        return results

    def _parts(self, pictures: Iterable[Image], sizes: list[tuple[int, int]]) -> Iterator[Image]:
        """Yield each picture and then its tiles, and note its size."""
        for picture in pictures:
            sizes.append(picture.size)
            yield picture
            for box in tile_boxes(picture.size, self._count(picture.size)):
                yield picture.crop(box)

    def _count(self, size: tuple[int, int]) -> int:
        if self._tiles == "auto":
            return 1 + (max(size) >= _LARGE) + (max(size) >= _HUGE)
        return self._tiles


def tile_boxes(size: tuple[int, int], count: int) -> list[Box]:
    """Return overlapping tiles that cover a picture, none where the whole would be the only one.

    They are `count` along the longer side, and as many along the shorter as cover it; row by row,
    of one size but for rounding.

    Examples
    --------
    >>> tile_boxes((1700, 1000), 2)
    [(0, 0, 1000, 1000), (700, 0, 1700, 1000)]
    """
    if count == 1:
        return []
    side = max(size) / (count - (count - 1) * _REPEATED)
    across, down = (_spans(length, side) for length in size)
    return [(left, top, right, bottom) for top, bottom in down for left, right in across]


def _spans(length: int, side: float) -> list[tuple[int, int]]:
    """Return where tiles of a side begin and end along a length."""
    if length <= side:
        return [(0, length)]
    # Less a little: what divides evenly must not be rounded up to one more.
    steps = int(np.ceil((length - side) / (side * (1 - _REPEATED)) - 1e-6))
    return [
        (round(start), round(start + side)) for start in np.linspace(0, length - side, steps + 1)
    ]


def _moved(one: Detection, box: Box) -> Detection:
    """Return a detection in a tile as one in the picture."""
    left, top, _, _ = box
    return replace(
        one,
        score=one.score * _TRUST,
        left=one.left + left,
        top=one.top + top,
        right=one.right + left,
        bottom=one.bottom + top,
    )


def _is_cut(one: Detection, box: Box, size: tuple[int, int]) -> bool:
    """Return whether a detection in a tile reaches an edge that is none of the picture's."""
    left, top, right, bottom = box
    edge = _EDGE * max(right - left, bottom - top)
    return (
        (left > 0 and one.left < edge)
        or (top > 0 and one.top < edge)
        or (right < size[0] and one.right > right - left - edge)
        or (bottom < size[1] and one.bottom > bottom - top - edge)
    )


def _once_each(detections: list[Detection]) -> list[Detection]:
    """Keep of boxes of one class that share most of the smaller one the surest."""
    detections = sorted(detections, key=lambda one: -one.score)
    sides = [(one.left, one.top, one.right, one.bottom) for one in detections]
    boxes = np.array(sides).reshape(-1, 4)
    labels, sizes = np.array([one.label for one in detections]), areas(boxes)
    unique: list[int] = []
    for place in range(len(detections)):
        shared = shared_areas(boxes[place], boxes[unique])
        same = shared > _SAME * np.minimum(sizes[place], sizes[unique])
        if not (same & (labels[unique] == labels[place])).any():
            unique.append(place)
    return [detections[place] for place in unique]
