"""NanoDet's graph: a picture brought to what it reads, and what it says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._once import once
from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
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


DETECTOR_FILE = "detection/nanodet.onnx"
#: Numbers that the backbone says of a whole picture.
FEATURES = 512


def run(
    pixels: NDArray[np.float32], outputs: Sequence[str], *, threads: int = 1
) -> list[NDArray[np.float32]]:
    """Run the graph over pictures of one size.

    Parameters
    ----------
    pixels : ndarray of float32, (n, 3, height, width)
        As `letterbox` makes them.
    outputs : sequence of str
        Of ``"features"`` (n, 512), the means of the backbone's last map; ``"scores_8"``,
        ``"scores_16"``, ``"scores_32"`` (n, cells, 80), in [0, 1], of every class in every cell
        of so many pixels, row by row; ``"bins_8"``, ``"bins_16"``, ``"bins_32"`` (n, cells, 44),
        logits of eleven distances, 0 to 10 cells, from the cell's centre to the left, upper,
        right and lower side.
    threads : int, default 1
        Cores to use. One where pictures are read side by side, since two for one picture save
        less; more where a single picture is waited for.

    Returns
    -------
    list of ndarray of float32
        In the order of `outputs`.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped graph is missing or damaged.

    Examples
    --------
    >>> scores, features = run(np.zeros((1, 3, 64, 96), np.float32), ["scores_32", "features"])
    >>> scores.shape, features.shape
    ((1, 6, 80), (1, 512))
    """
    found: list[NDArray[np.float32]] = session(threads).run(list(outputs), {"pictures": pixels})
    return found


@once
def session(threads: int = 1) -> InferenceSession:
    """Return the graph, read and verified once for each number of threads."""
    return open_session(DETECTOR_FILE, threads=threads)
