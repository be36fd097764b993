"""How the common exports read pictures and write boxes, and how to tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._boxes import COCO, COCO_NUMBERS
from triptych.engines.detection.boxes import Candidates, DetectorFileError, Floats

if TYPE_CHECKING:
    from PIL.Image import Image


#: Grey of what a letterboxed picture leaves free, in training and here.
_GREY = 114
# Means and deviations of ImageNet's red, green and blue, in [0, 1].
_MEAN = np.array([0.485, 0.456, 0.406], np.float32)[:, None, None]
_DEVIATION = np.array([0.229, 0.224, 0.225], np.float32)[:, None, None]


class Fitted(NamedTuple):
    """A picture as a graph reads it.

    Attributes
    ----------
    pixels : ndarray of float32, (1, 3, height, width)
        Red, green and blue.
    scale : tuple of float
        Pixels here for one of the picture, across and down.
    corner : tuple of int
        Where the picture's left upper corner lies, across and down.
    """

    pixels: Floats
    scale: tuple[float, float]
    corner: tuple[int, int]


#: Makes a picture fit a width and a height.
Fit = Callable[["Image", tuple[int, int]], Fitted]


def letterboxed(picture: Image, size: tuple[int, int]) -> Fitted:
    """Keep the shape and fill up with grey; colours in [0, 1], as Ultralytics' YOLO reads them."""
    from PIL import Image

    ratio = min(size[0] / picture.width, size[1] / picture.height)
    width, height = (max(1, round(side * ratio)) for side in picture.size)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    canvas = Image.new("RGB", size, (_GREY,) * 3)
    canvas.paste(_sampled(picture, (width, height)), (left, top))
    scale = (width / picture.width, height / picture.height)
    return Fitted(_numbers(canvas), scale, (left, top))


def stretched(picture: Image, size: tuple[int, int]) -> Fitted:
    """Fill the whole input; colours in [0, 1], as D-FINE and RT-DETR read them."""
    from PIL import Image

    return _filling(picture, picture.resize(size, Image.Resampling.BILINEAR))


def stretched_and_normalised(picture: Image, size: tuple[int, int]) -> Fitted:
    """Fill the whole input; less the mean colour of ImageNet, as RF-DETR reads them."""
    fitted = _filling(picture, _sampled(picture, size))
    return fitted._replace(pixels=(fitted.pixels - _MEAN) / _DEVIATION)


def _filling(picture: Image, small: Image) -> Fitted:
    scale = (small.width / picture.width, small.height / picture.height)
    return Fitted(_numbers(small), scale, (0, 0))


def _sampled(picture: Image, size: tuple[int, int]) -> Image:
    """Scale by bilinear interpolation between four pixels, also where more are left out.

    OpenCV's and torchvision's `resize` do so by default; Pillow's averages what is left out.
    """
    from PIL import Image

    across, down = (of / to for of, to in zip(picture.size, size, strict=True))
    return picture.transform(
        size, Image.Transform.AFFINE, (across, 0, 0, 0, down, 0), Image.Resampling.BILINEAR
    )


def _numbers(picture: Image) -> Floats:
    """Return the colours (1, 3, height, width) in [0, 1]."""
    colours = np.asarray(picture, np.float32) / np.float32(255)
    return colours.transpose(2, 0, 1)[np.newaxis]


Outputs = Mapping[str, NDArray[Any]]
#: The second input of D-FINE and RT-DETR: width and height that the boxes are scaled to.
SIZES = "orig_target_sizes"
#: Cells of YOLO's grids; three boxes each in version 5.
_GRIDS = ((8, 16, 32), (8, 16, 32, 64), (16, 32))


class Layout(NamedTuple):
    """What to give to a graph and how to read its answer.

    Attributes
    ----------
    name : str
        The family it is of.
    fit : callable
        From a picture to pixels.
    read : callable
        From the outputs for one picture and a least score to boxes in pixels of the input.
    repeats : bool
        Whether several boxes may be around one thing.
    """

    name: str
    fit: Fit
    read: Callable[[Outputs, float], Candidates]
    repeats: bool


def recognise(outputs: Outputs, size: tuple[int, int], labels: Sequence[str]) -> Layout:
    """Return the layout that the outputs of a graph for one picture have.

    `size` is width and height of its input.

    Raises
    ------
    DetectorFileError
        If the layout is none of these, or is for another number of classes.
    """
    shapes = {name: array.shape for name, array in outputs.items()}
    if {"labels", "boxes", "scores"} <= shapes.keys():
        return Layout("D-FINE", stretched, _read_finished_parts, repeats=False)
    if {"dets", "labels"} <= shapes.keys():
        boxes, logits = shapes["dets"], shapes["labels"]
        if len(boxes) == len(logits) == 3 and boxes[2] == 4 and boxes[1] == logits[1]:
            return _rf_detr(logits[2], size, labels)
        raise _unknown(shapes)
    # Old exports of version 5 give the three grids again, after all of them in one.
    name, shape = next(iter(shapes.items()))
    if len(shape) != 3 or shape[0] != 1:
        raise _unknown(shapes)
    _, rows, columns = shape
    if columns >= 6 and rows in _boxes_of_version_5(size):
        _check_count(columns - 5, labels)
        return Layout("YOLOv5", letterboxed, lambda o, s: _read_version_5(o[name][0], s), True)
    if columns == 6:
        return Layout("YOLO, finished", letterboxed, lambda o, s: _read_rows(o[name][0], s), False)
    if 4 < rows < columns:
        _check_count(rows - 4, labels)
        return Layout("YOLOv8", letterboxed, lambda o, s: _read_version_8(o[name][0], s), True)
    raise _unknown(shapes)


def _boxes_of_version_5(size: tuple[int, int]) -> set[int]:
    width, height = size
    return {3 * sum((width // s) * (height // s) for s in strides) for strides in _GRIDS}


def _rf_detr(slots: int, size: tuple[int, int], labels: Sequence[str]) -> Layout:
    """Return the layout of RF-DETR, whose slots depend on what it was trained on."""
    if slots == COCO_NUMBERS[-1] + 1 and tuple(labels) == COCO:
        # Trained on COCO itself: the slots are the numbers of its files.
        used = np.array(COCO_NUMBERS)
    elif slots in {len(labels), len(labels) + 1}:
        # The last one, where there is one more, is for no thing at all.
        used = np.arange(len(labels))
    else:
        raise _other_count(slots - 1, labels)

    def read(outputs: Outputs, threshold: float) -> Candidates:
        # Half precision would overflow on the way.
        logits = outputs["labels"][0][:, used].astype(np.float64)
        scores = (1 / (1 + np.exp(-logits))).astype(np.float32)
        boxes = _sides(outputs["dets"][0]) * np.tile(np.array(size, np.float32), 2)
        return _likely(boxes, scores, threshold)

    return Layout("RF-DETR", stretched_and_normalised, read, repeats=False)


def _read_version_8(columns: NDArray[Any], threshold: float) -> Candidates:
    """Read (4 + classes, n): centre, width and height, then scores."""
    rows = columns.T
    return _likely(_sides(rows[:, :4]), rows[:, 4:], threshold)


def _read_version_5(rows: NDArray[Any], threshold: float) -> Candidates:
    """Read (n, 5 + classes): centre, width and height, that it is a thing, then scores."""
    return _likely(_sides(rows[:, :4]), rows[:, 4:5] * rows[:, 5:], threshold)


def _read_rows(rows: NDArray[Any], threshold: float) -> Candidates:
    """Read (n, 6): sides, score and class; rows of zeros fill up."""
    rows = rows[(rows[:, 4] >= threshold) & (rows[:, 4] > 0)].astype(np.float32)
    return Candidates(rows[:, :4], rows[:, 4], rows[:, 5].astype(np.int64))


def _read_finished_parts(outputs: Outputs, threshold: float) -> Candidates:
    """Read sides (1, n, 4), scores (1, n) and classes (1, n)."""
    scores = outputs["scores"][0].astype(np.float32)
    sure = scores >= threshold
    boxes = outputs["boxes"][0][sure].astype(np.float32)
    return Candidates(boxes, scores[sure], outputs["labels"][0][sure].astype(np.int64))


def _sides(boxes: NDArray[Any]) -> Floats:
    """Turn centre, width and height (n, 4) into sides."""
    boxes = boxes.astype(np.float32)
    middle, half = boxes[:, :2], boxes[:, 2:] / 2
    return np.concatenate([middle - half, middle + half], axis=1)


def _likely(boxes: Floats, scores: NDArray[Any], threshold: float) -> Candidates:
    """Return of each box (n, 4) the surest class, from scores (n, classes), if sure enough."""
    kinds = scores.argmax(axis=1)
    best = scores[np.arange(len(scores)), kinds].astype(np.float32)
    sure = np.flatnonzero(best >= threshold)
    return Candidates(boxes, best, kinds).take(sure)


def _check_count(classes: int, labels: Sequence[str]) -> None:
    if classes != len(labels):
        raise _other_count(classes, labels)


def _other_count(classes: int, labels: Sequence[str]) -> DetectorFileError:
    return DetectorFileError(
        f"The detector tells {classes} classes apart, but {len(labels)} labels are given: give "
        "one label for each class, in the order of training."
    )


def _unknown(shapes: Mapping[str, tuple[int, ...]]) -> DetectorFileError:
    written = ", ".join(f"{name} {list(shape)}" for name, shape in shapes.items())
    return DetectorFileError(
        f"The outputs of the detector ({written}) are of no known layout: export it as YOLOv5, "
        "YOLOv8 or a later version of Ultralytics, as RF-DETR, or as D-FINE or RT-DETR with its "
        "postprocessor."
    )
