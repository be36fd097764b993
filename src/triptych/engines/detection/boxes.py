"""Boxes around things, and which of many around the same thing to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from triptych._boxes import Box, NamedBox, colour_of, draw_boxes

if TYPE_CHECKING:
    from PIL.Image import Image


Floats = NDArray[np.float32]


class DetectorFileError(ValueError):
    """The file is no detector that can be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A thing that was found in a picture.

    Attributes
    ----------
    label : str
        Its class.
    score : float
        How sure the detector is, in [0, 1].
    left, top, right, bottom : float
        Sides of its box in pixels of the upright picture, from the picture's left upper corner;
        within the picture.
    """

    label: str
    score: float
    left: float
    top: float
    right: float
    bottom: float


class Detector(Protocol):
    """What finds things in pictures."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Every class it knows."""

    def detect(self, pictures: Iterable[Image], *, threshold: float) -> list[list[Detection]]:
        """Find things in pictures.

        Parameters
        ----------
        pictures : iterable of PIL.Image.Image
            RGB, of any size, as `triptych.engines.pictures.open_picture` returns them.
        threshold : float
            Least score, in [0, 1], of what is returned; 0.4 by default.

        Returns
        -------
        list of list of Detection
            For each picture what is in it, the highest score first.

        Raises
        ------
        ValueError
            If a picture is not RGB, or the threshold not between 0 and 1.
        """


class Candidates(NamedTuple):
    """Boxes as a detector's graph gives them, n in all.

    Attributes
    ----------
    boxes : ndarray of float32, (n, 4)
        Left, top, right and bottom in pixels.
    scores : ndarray of float32, (n,)
        In [0, 1].
    kinds : ndarray of int64, (n,)
        Places of their classes among the labels.
    """

    boxes: Floats
    scores: Floats
    kinds: NDArray[np.int64]

    def take(self, which: NDArray[np.int64]) -> Candidates:
        """Return those at the given places."""
        return Candidates(self.boxes[which], self.scores[which], self.kinds[which])


def areas(boxes: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the areas (n,) of boxes (n, 4)."""
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def shared_areas(box: NDArray[np.floating], boxes: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the area (n,) that one box (4,) shares with each of others (n, 4)."""
    corners = np.maximum(box[:2], boxes[:, :2]), np.minimum(box[2:], boxes[:, 2:])
    sides: NDArray[np.floating] = np.maximum(corners[1] - corners[0], 0)
    return sides[:, 0] * sides[:, 1]


def best_of_each(candidates: Candidates, overlap: float, most: int = 300) -> Candidates:
    """Keep of boxes around the same thing the one with the highest score: greedy, class by class.

    Boxes of a class are around the same thing if their intersection is more than the share
    `overlap` of their union. At most `most` are kept; the highest score comes first.

    Examples
    --------
    >>> boxes = np.array([[0, 0, 9, 9], [0, 0, 10, 10], [0, 0, 10, 10]], np.float32)
    >>> scores = np.array([0.6, 0.8, 0.7], np.float32)
    >>> best_of_each(Candidates(boxes, scores, np.array([3, 3, 5])), 0.5).scores.tolist()
    [0.800000011920929, 0.699999988079071]
    """
    order = np.argsort(-candidates.scores, kind="stable")
    boxes, kinds = candidates.boxes.astype(np.float64), candidates.kinds
    sizes = areas(boxes)
    places: list[np.int64] = []
    while order.size and len(places) < most:
        best, order = order[0], order[1:]
        places.append(best)
        shared = shared_areas(boxes[best], boxes[order])
        # Compared without a division: boxes may be empty.
        same = shared > overlap * (sizes[best] + sizes[order] - shared)
        order = order[~(same & (kinds[order] == kinds[best]))]
    return candidates.take(np.array(places, np.int64))


def detections(
    candidates: Candidates, labels: Sequence[str], size: tuple[int, int]
) -> list[Detection]:
    """Clip boxes to a picture of the given width and height and name their classes.

    Boxes of which nothing is left are dropped; the surest comes first.
    """
    width, height = size
    order = np.argsort(-candidates.scores, kind="stable")
    clipped = []
    for box, score, kind in zip(*(column[order].tolist() for column in candidates), strict=True):
        left, right = (min(max(side, 0.0), float(width)) for side in (box[0], box[2]))
        top, bottom = (min(max(side, 0.0), float(height)) for side in (box[1], box[3]))
        if left < right and top < bottom:
            clipped.append(Detection(labels[kind], score, left, top, right, bottom))
    return clipped


def numbered(labels: Sequence[str]) -> list[str]:
    """Name things, those of a kind that repeats by number, so that each has its own name.

    Examples
    --------
    >>> numbered(["person", "dog", "person"])
    ['person_1', 'dog', 'person_2']
    """
    counts, seen = Counter(labels), Counter[str]()
    names = []
    for label in labels:
        seen[label] += 1
        names.append(f"{label}_{seen[label]}" if counts[label] > 1 else label)
    return names


def annotated(
    picture: Image, detections: Sequence[Detection], names: Sequence[str] | None = None
) -> Image:
    """Return a copy of a picture with boxes, names and scores drawn in.

    Parameters
    ----------
    picture : PIL.Image.Image
        RGB; not changed.
    detections : sequence of Detection
        What to draw; the one with the highest score lies on top.
    names : sequence of str, optional
        Such as `numbered` labels; by default the labels.

    Examples
    --------
    >>> from PIL import Image
    >>> picture = Image.new("RGB", (200, 100), "white")
    >>> drawn = annotated(picture, [Detection("cup", 0.8, 20, 40, 80, 90)])
    >>> drawn.size, drawn.getpixel((20, 60))
    ((200, 100), (61, 35, 130))
    """
    drawn = picture.copy()
    named = zip(detections, names or [one.label for one in detections], strict=True)
    objects = [
        NamedBox(
            Box(one.left, one.top, one.right - one.left, one.bottom - one.top),
            f"{name} {one.score:.2f}",
            colour_of(one.label),
        )
        for one, name in sorted(named, key=lambda pair: pair[0].score)
    ]
    draw_boxes(drawn, objects)
    return drawn
