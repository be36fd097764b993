"""Pictures in, vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych._cores import map_on_cores
from triptych.engines.pictures.nanodet import FEATURES, letterbox, run

if TYPE_CHECKING:
    from PIL.Image import Image

#: Numbers of a vector.
DIMENSIONS = FEATURES


def embed_images(pictures: Sequence[Image]) -> NDArray[np.float32]:
    """Return a vector for each picture, close to those of pictures that show alike things.

    Float32, (n, 512), each of length 1: a product of two rows is their cosine. The vector is the
    mean over the picture of the detector's last backbone map. It describes what is to be seen
    better than how it looks; a picture mirrored or brightened stays close to itself. Each is read
    for itself, so that its vector does not depend on the others. `ValueError` if one is not RGB.

    Examples
    --------
    >>> from PIL import Image
    >>> vectors = embed_images([Image.new("RGB", (64, 48), "red")])
    >>> vectors.shape, round(float(vectors[0] @ vectors[0]), 3)
    ((1, 512), 1.0)
    """
    if not pictures:
        return np.empty((0, DIMENSIONS), np.float32)
    vectors = np.stack(map_on_cores(_features, pictures))
    lengths: NDArray[np.float32] = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / lengths


def _features(picture: Image) -> NDArray[np.float32]:
    """Return the features (512,) of one picture."""
    [features] = run(letterbox(picture).pixels[np.newaxis], ["features"])
    row: NDArray[np.float32] = features[0]
    return row
