"""Bring a picture to the size, the colours and the numbers that the detector reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

#: Pixels of the longer side.
SIDE = 416
#: The sides are multiples of the coarsest grid's cells.
CELL = 32
# Blue, green, red, as the detector was trained.
_MEAN = np.array([103.53, 116.28, 123.675], np.float32)[:, None, None]
_DEVIATION = np.array([57.375, 57.12, 58.395], np.float32)[:, None, None]


class Letterbox(NamedTuple):
    """A picture ready for the detector.

    Attributes
    ----------
    pixels : ndarray of float32, (3, height, width)
        Blue, green and red, normalised; height and width are multiples of 32.
    scale : tuple of float
        Pixels here for one of the picture, across and down.
    corner : tuple of int
        Where the picture's left upper corner lies, across and down.
    """

    pixels: NDArray[np.float32]
    scale: tuple[float, float]
    corner: tuple[int, int]


def letterbox(picture: Image, *, square: bool = False) -> Letterbox:
    """Scale a picture to a longer side of 416 pixels and centre it on black.

    Parameters
    ----------
    picture : PIL.Image.Image
        RGB, as `triptych.engines.pictures.open_picture` returns it.
    square : bool, default False
        Fill up to 416 by 416; otherwise only to the next multiples of 32, which takes less time
        and leaves less black.

    Returns
    -------
    Letterbox
        The pixels and how to find a place of the picture in them.

    Raises
    ------
    ValueError
        If `picture` is not RGB.

    Examples
    --------
    >>> from PIL import Image
    >>> boxed = letterbox(Image.new("RGB", (640, 480), "white"))
    >>> boxed.pixels.shape, boxed.scale, boxed.corner
    ((3, 320, 416), (0.65, 0.65), (0, 4))
    """
    from PIL import Image

    if picture.mode != "RGB":
        raise ValueError(f"Convert the picture from {picture.mode} to RGB first: use open_picture.")
    ratio = SIDE / max(picture.size)
    width, height = (max(1, round(side * ratio)) for side in picture.size)
    around = (SIDE, SIDE) if square else (-(-width // CELL) * CELL, -(-height // CELL) * CELL)
    left, top = (around[0] - width) // 2, (around[1] - height) // 2
    # First by whole steps where much is left out: a large photo takes a fraction of the time.
    small = picture.resize((width, height), Image.Resampling.BILINEAR, reducing_gap=3.0)
    pixels = np.zeros((3, around[1], around[0]), np.float32)
    blue_green_red = np.asarray(small)[..., ::-1].transpose(2, 0, 1)
    pixels[:, top : top + height, left : left + width] = blue_green_red
    pixels -= _MEAN
    pixels /= _DEVIATION
    scale = (width / picture.width, height / picture.height)
    return Letterbox(pixels, scale, (left, top))
