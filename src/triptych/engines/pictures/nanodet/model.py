"""The detector's graph: pixels in, scores, bins and features out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

DETECTOR_FILE = "detector/nanodet.onnx"
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


@cache
def session(threads: int = 1) -> InferenceSession:
    """Return the graph, read and verified once for each number of threads."""
    return open_session(DETECTOR_FILE, threads=threads)
