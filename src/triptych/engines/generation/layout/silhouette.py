"""Where something can rest on a drawing: the upper edge of what is visible of it."""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from triptych.engines.generation.drawings import drawing

_PIXELS = 64
#: Columns of a profile.
COLUMNS = 16
_PAINTED = 100


@lru_cache(maxsize=256)
def upper_edge(name: str) -> NDArray[np.float64]:
    """Return how far below the top of its box a drawing begins, from left to right.

    Parameters
    ----------
    name : str
        Of the drawing.

    Returns
    -------
    ndarray of float64, (16,)
        0 where the drawing reaches the top of its box, 1 where a column is empty.
    """
    import resvg_py
    from PIL import Image

    left, top, width, height = drawing(name).bounds
    picture = resvg_py.svg_to_bytes(
        svg_string='<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" preserveAspectRatio="none" '
        f'width="{_PIXELS}" height="{_PIXELS}" viewBox="{left} {top} {width} {height}">'
        f"{drawing(name).body}</svg>",
        skip_system_fonts=True,
    )
    painted = np.asarray(Image.open(io.BytesIO(picture)).convert("RGBA"))[..., 3] > _PAINTED
    first = np.where(painted.any(0), painted.argmax(0), _PIXELS) / _PIXELS
    # A foot covers some columns, and rests on the highest of them.
    return np.asarray(first.reshape(COLUMNS, -1).min(1))
