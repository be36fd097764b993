"""From the numbers that are varied to the boxes that they mean."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from triptych.engines.generation.drawings import COLUMNS
from triptych.engines.generation.layout.cast import Cast, Floats
from triptych.engines.generation.layout.stage import Stage

#: What is varied of each of the cast: across, down, size and depth; see `boxes_of`.
ACROSS, DOWN, SIZE, DEPTH = range(4)
#: How much larger the nearest is than the middle, and how much the farthest is smaller than it.
_PERSPECTIVE = 0.42
#: How far what is carried sinks into what carries it, as a share of that one's height.
_SINK = 0.04
#: What is on another is no lower than this, whatever the other's outline.
_DEEPEST_SEAT = 0.49
#: What is sat on has its seat below the upper edge of its back, and not above this.
_FURNITURE = ("chair", "couch", "seat")
_BELOW_BACK, _HIGHEST_SEAT = 0.06, 0.44
#: The share of the frame that stays free at its edges.
_MARGIN = 0.025


class Boxes(NamedTuple):
    """Boxes of k arrangements of n things, in pixels; each an ndarray of float64, (k, n)."""

    left: Floats
    top: Floats
    width: Floats
    height: Floats
    depth: Floats

    @property
    def right(self) -> Floats:
        """The right edges."""
        return self.left + self.width

    @property
    def bottom(self) -> Floats:
        """The lower edges."""
        return self.top + self.height

    @property
    def across(self) -> Floats:
        """The middles, from the left."""
        return self.left + self.width / 2

    @property
    def down(self) -> Floats:
        """The middles, from the top."""
        return self.top + self.height / 2


def boxes_of(states: Floats, cast: Cast, stage: Stage) -> Boxes:
    """Return the boxes of arrangements.

    Parameters
    ----------
    states : ndarray of float64, (k, n, 4)
        Of each thing: its middle from the left and its bottom from the top as shares of the frame
        (the latter only of what nothing holds), the logarithm of its size against the usual, and
        its depth from 0 to 1. Of what is carried, the first is a share of the carrier's width.
    cast : Cast
        The n things.
    stage : Stage
        Their stage.

    Returns
    -------
    Boxes
    """
    depth = states[..., DEPTH].copy()
    held = np.array([hold in ("ground", "water") for hold in cast.holds])
    nearness = np.where(held, 1 + _PERSPECTIVE * (0.5 - depth), 1.0)
    height = cast.heights * np.exp(states[..., SIZE]) * nearness
    width = height * cast.aspects
    across = states[..., ACROSS] * stage.width
    bottom = states[..., DOWN] * stage.height
    for member, hold in enumerate(cast.holds):
        band = stage.ground if hold == "ground" else stage.water if hold == "water" else None
        if band:
            bottom[:, member] = band[1] + (band[0] - band[1]) * depth[:, member]
    across = _inside(across, width / 2, stage.width)
    bottom = _inside(bottom - height / 2, height / 2, stage.height) + height / 2
    for member in _carriers_first(cast):
        parent = cast.parents[member]
        share = states[:, member, ACROSS]
        # What is carried is as large as its carrier's depth makes it.
        for measure in (height, width):
            measure[:, member] *= height[:, parent] / cast.heights[parent]
        across[:, member] = across[:, parent] + (share - 0.5) * width[:, parent]
        if cast.holds[member] == "on":
            column = np.clip(share * COLUMNS, 0, COLUMNS - 1).astype(np.int64)
            seat = np.minimum(cast.edges[parent][column], _DEEPEST_SEAT) + _SINK
            if is_furniture(cast.names[parent]):
                seat = np.clip(seat + _BELOW_BACK, _HIGHEST_SEAT, _DEEPEST_SEAT)
        else:
            seat = np.full(len(states), 0.8)
        bottom[:, member] = bottom[:, parent] - height[:, parent] * (1 - seat)
        depth[:, member] = depth[:, parent] - 0.004
    return Boxes(across - width / 2, bottom - height, width, height, depth)


def is_furniture(name: str) -> bool:
    """Return whether a drawing shows something to sit on, with a back."""
    return any(word in name for word in _FURNITURE)


def _inside(middle: Floats, half: Floats, length: int) -> Floats:
    """Return middles moved so far that nothing reaches over the frame."""
    edge = np.minimum(_MARGIN * length + half, length / 2)
    return np.clip(middle, edge, length - edge)


def _carriers_first(cast: Cast) -> list[int]:
    """Return what is carried, each after what carries it."""
    order: list[int] = []
    waiting = [i for i, parent in enumerate(cast.parents) if parent >= 0]
    while waiting:
        ready = [i for i in waiting if cast.parents[i] not in waiting]
        order += ready
        waiting = [i for i in waiting if i not in ready]
    return order
