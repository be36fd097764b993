"""How large things are drawn: as in the world, but compressed, and so that they fill the frame."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.generation.drawings import Drawing

Floats = NDArray[np.float64]

#: A power below one brings mouse and elephant near enough to each other to show both.
_COMPRESSION = 0.36
#: Heights in metres beyond which a drawing grows or shrinks no more.
_LOWEST, _HIGHEST = 0.06, 25.0
#: Sun, moon and clouds have no height that could be compared with that of things.
_IN_THE_SKY = 1.25
#: No thing is drawn smaller than this share of the largest.
_SMALLEST = 0.26
#: The share of a row that things fill.
_FILLED = 0.66


def proportions(drawings: Sequence[Drawing], factors: Sequence[float]) -> Floats:
    """Return how high things are to each other.

    Parameters
    ----------
    drawings : sequence of Drawing
        Of n things.
    factors : sequence of float
        How large each was asked to be, 1 as usual.

    Returns
    -------
    ndarray of float64, (n,)
        Relative heights.
    """
    heights = [
        factor
        * (
            _IN_THE_SKY * (1.8 if each.bounds[2] > 1.6 * each.bounds[3] else 1)
            if each.home == "sky"
            else min(max(each.height, _LOWEST), _HIGHEST) ** _COMPRESSION
        )
        for each, factor in zip(drawings, factors, strict=True)
    ]
    result = np.array(heights)
    return np.asarray(np.maximum(result, _SMALLEST * result.max(initial=0.0)))


def unit(heights: Floats, aspects: Floats, width: int, height: int) -> float:
    """Return the pixels of a relative height of one, so that the things fill the frame.

    Parameters
    ----------
    heights : ndarray of float64, (n,)
        As `proportions` returns them.
    aspects : ndarray of float64, (n,)
        Width by height of each.
    width, height : int
        Of the frame, in pixels.
    """
    count = len(heights)
    widths = heights * aspects
    # Few things leave room to breathe; many together may cover more.
    share = 0.20 + 0.16 * (1 - math.exp(-(count - 1) / 7))
    by_area = math.sqrt(share * width * height / float((heights * widths).sum()))
    tallest, widest = (0.52, 0.68) if count == 1 else (0.5, 0.52)
    return float(min(by_area, tallest * height / heights.max(), widest * width / widths.max()))


def unit_on_ground(heights: Floats, aspects: Floats, width: int, depth: float) -> float:
    """Return the pixels of a relative height of one, so that all stand in rows on the ground.

    Parameters
    ----------
    heights, aspects : ndarray of float64, (n,)
        Of what stands there, n at least 1.
    width : int
        Of the frame, in pixels.
    depth : float
        From the nearest to the farthest foot, in pixels.
    """
    # Rows may be half a thing apart, so n things of width w and height h need
    # n w <= W (1 + depth / (h / 2)), which is quadratic in the unit.
    in_one_row = float((heights * aspects).sum())
    room = _FILLED * width
    behind = 2 * room * depth / float(heights.mean())
    return (room + math.sqrt(room**2 + 4 * in_one_row * behind)) / (2 * in_one_row)
