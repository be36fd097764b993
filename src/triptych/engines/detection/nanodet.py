"""The detector that ships: NanoDet-g for the 80 classes of COCO."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from triptych._boxes import COCO
from triptych._cores import map_on_cores, usable_cores
from triptych.engines.detection.boxes import (
    Candidates,
    Detection,
    Floats,
    best_of_each,
    detections,
)
from triptych.engines.pictures.nanodet import letterbox, run

if TYPE_CHECKING:
    from PIL.Image import Image

#: Score from which a box is worth showing.
THRESHOLD = 0.4
#: Two boxes that share more of their union are around the same thing.
OVERLAP = 0.4
#: Distances, in cells, that a side's logits stand for.
_DISTANCES = np.arange(11, dtype=np.float32)
_STRIDES = (8, 16, 32)
_OUTPUTS = [f"{kind}_{stride}" for stride in _STRIDES for kind in ("scores", "bins")]
#: Boxes of one picture that are compared with each other.
_MOST = 1000
#: Pictures held at once, and cores for one.
_AT_ONCE, _MOST_CORES = 8, 4

Graph = Callable[[Floats, Sequence[str]], list[Floats]]


class NanoDet:
    """NanoDet-g, which ships with the package.

    Parameters
    ----------
    overlap : float, default 0.4
        Two boxes of a class whose intersection is more than this share of their union are taken
        for one thing.
    square : bool, default False
        Whether pictures are filled up to a square, as in training; see
        `triptych.engines.pictures.nanodet`.
    graph : callable, optional
        What scores pixels, instead of `triptych.engines.pictures.nanodet.run`; for comparisons.

    Attributes
    ----------
    labels : tuple of str
        The 80 classes of COCO.

    Notes
    -----
    Sides are expectations over eleven distances (X. Li and others, "Generalized Focal Loss", 2020);
    the detector is R. Lyu's NanoDet, <https://github.com/RangiLyu/nanodet>.

    Examples
    --------
    >>> from PIL import Image
    >>> NanoDet().detect([Image.new("RGB", (64, 48), "white")], threshold=0.5)
    [[]]
    """

    labels: tuple[str, ...] = COCO

    def __init__(
        self, *, overlap: float = OVERLAP, square: bool = False, graph: Graph | None = None
    ) -> None:
        self._overlap, self._square, self._graph = overlap, square, graph

    def detect(
        self, pictures: Iterable[Image], *, threshold: float = THRESHOLD
    ) -> list[list[Detection]]:
        """Find things in pictures, as `Detector.detect` does.

        Pictures are taken a few at a time: a generator that opens one after the other needs little
        memory.

        Raises
        ------
        triptych.models.files.CorruptModelError
            If the shipped graph is missing or damaged.
        """
        if not 0 <= threshold <= 1:
            raise ValueError(f"The threshold is {threshold}: give one between 0 and 1.")
        results: list[list[Detection]] = []
        waiting = iter(pictures)
        while some := list(islice(waiting, _AT_ONCE)):
            graph = self._graph or _graph(alone=len(some) == 1)
            detect = partial(self._detect, threshold=threshold, graph=graph)
            results += map_on_cores(detect, some)
        return results

    def _detect(self, picture: Image, threshold: float, graph: Graph) -> list[Detection]:
        boxed = letterbox(picture, square=self._square)
        outputs = graph(boxed.pixels[np.newaxis], _OUTPUTS)
        columns = [boxed.pixels.shape[2] // stride for stride in _STRIDES]
        grids = [
            _read_grid(scores[0], bins[0], stride, across, threshold)
            for scores, bins, stride, across in zip(
                outputs[::2], outputs[1::2], _STRIDES, columns, strict=True
            )
        ]
        candidates = Candidates(*(np.concatenate(parts) for parts in zip(*grids, strict=True)))
        if len(candidates.scores) > _MOST:
            candidates = candidates.take(np.argsort(-candidates.scores, kind="stable")[:_MOST])
        best = best_of_each(candidates, self._overlap)
        corner, scale = np.tile(boxed.corner, 2), np.tile(boxed.scale, 2)
        boxes = ((best.boxes - corner) / scale).astype(np.float32)
        return detections(best._replace(boxes=boxes), self.labels, picture.size)


def _graph(*, alone: bool) -> Graph:
    """Return what scores pixels: on every core where one picture alone is waited for."""
    return partial(run, threads=min(_MOST_CORES, usable_cores()) if alone else 1)


def _read_grid(
    scores: Floats, bins: Floats, stride: int, columns: int, threshold: float
) -> Candidates:
    """Return the boxes of one grid in pixels of what the graph read.

    `scores` are (cells, classes), `bins` (cells, 44), row by row of so many columns.
    """
    cells, kinds = np.nonzero(scores >= threshold)
    if len(cells) > _MOST:
        # Before anything is reckoned for each: with a threshold of 0 all classes of all cells.
        surest = np.argpartition(-scores[cells, kinds], _MOST)[:_MOST]
        cells, kinds = cells[surest], kinds[surest]
    # Less the greatest: exp overflows in single precision from 89 on.
    logits = bins[cells].reshape(-1, 4, len(_DISTANCES))
    shares = np.exp(logits - logits.max(axis=2, keepdims=True))
    distances = shares @ _DISTANCES / shares.sum(axis=2)
    rows, places = np.divmod(cells, columns)
    centres = np.stack([places, rows], axis=1) + np.float32(0.5)
    boxes = np.concatenate([centres - distances[:, :2], centres + distances[:, 2:]], axis=1)
    return Candidates((boxes * stride).astype(np.float32), scores[cells, kinds], kinds)
