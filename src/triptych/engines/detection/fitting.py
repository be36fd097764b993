"""Bring a picture to what a detector's graph reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from triptych.engines.detection.boxes import Floats

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
