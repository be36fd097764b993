"""How arrangements are varied: by chance, and to where a relation holds."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.random import Generator

from triptych.engines.generation.layout.boxes import ACROSS, DEPTH, DOWN, SIZE, boxes_of
from triptych.engines.generation.layout.cast import Bond, Cast, Floats
from triptych.engines.generation.layout.stage import Stage

#: Limits of across, down, size and depth; what is on or in another keeps nearer to its middle.
_LOW = np.array([0.02, 0.06, -0.9, 0.0])
_HIGH = np.array([0.98, 1.0, 0.25, 1.0])
#: So many are begun in rows.
_MANY = 6
_HELD = {True: ("ground", "water"), False: ("free",)}
_SEAT = {"on": (0.2, 0.8), "in": (0.4, 0.6)}


def beginnings(cast: Cast, stage: Stage, draw: Generator, count: int) -> Floats:
    """Return arrangements to begin with: spread out, then each relation brought about.

    They are states as `boxes_of` reads them; ndarray of float64, (count, n, 4).
    """
    n = len(cast)
    states = np.zeros((count, n, 4))
    for state in states:
        slots = (np.arange(n) + draw.uniform(0.25, 0.75, n)) / max(n, 1)
        state[:, ACROSS] = 0.08 + 0.84 * draw.permutation(slots)
        state[:, DEPTH] = draw.uniform(0.05, 0.65, n)
        heights = cast.heights / stage.height
        lowest = np.maximum(0.92 * stage.horizon / stage.height, heights + 0.1)
        state[:, DOWN] = draw.uniform(heights + 0.05, lowest)
        _put_in_rows(state, cast, stage, draw)
        for member, home in enumerate(cast.homes):
            if home == "sky":
                state[member, DEPTH] = 0.97
        _put_in_order(state, cast)
    states = _limited(states, cast)
    for _ in range(2):
        for index in range(count):
            fulfil(states[index], cast, stage, draw)
    return _limited(states, cast)


def _put_in_rows(state: Floats, cast: Cast, stage: Stage, draw: Generator) -> None:
    """Spread, in place, what there are many of over rows, every other one shifted by half."""
    for held in (True, False):
        members = np.array(
            [i for i, hold in enumerate(cast.holds) if hold in _HELD[held] and cast.parents[i] < 0]
        )
        if len(members) < _MANY:
            continue
        slim = stage.height / stage.width
        rows = max(round(math.sqrt(len(members) * slim * (0.35 if held else 0.6))), 1)
        columns = math.ceil(len(members) / rows)
        spots = np.arange(len(members))
        row, column = spots // columns, spots % columns
        across = (column + 0.25 + 0.5 * (row % 2)) / columns
        down = (row + 0.5) / rows + draw.normal(0, 0.04, len(members))
        members = draw.permutation(members)
        state[members, ACROSS] = 0.06 + 0.88 * across + draw.normal(0, 0.012, len(members))
        if held:
            state[members, DEPTH] = down
        else:
            low, high = state[members, DOWN].min(), state[members, DOWN].max()
            state[members, DOWN] = low + (high - low) * down


def _put_in_order(state: Floats, cast: Cast) -> None:
    """Exchange places, in place, until what is left of another begins left of it."""
    pairs = [pair for bond in cast.bonds if bond.kind == "left" for pair in bond.pairs()]
    for _ in range(min(len(cast), 8)):
        for a, b in pairs:
            if state[a, ACROSS] > state[b, ACROSS]:
                state[[a, b], ACROSS] = state[[b, a], ACROSS]


def varied(
    state: Floats,
    cast: Cast,
    stage: Stage,
    draw: Generator,
    count: int,
    reach: float,
    worst: int,
) -> Floats:
    """Return variations of one arrangement (n, 4); ndarray of float64, (count, n, 4).

    They go as far as `reach`, from 1 down; a quarter of them moves the thing `worst`.
    """
    n = len(cast)
    states = np.repeat(state[None], count, 0)
    rows = np.arange(count)
    chosen = draw.integers(0, n, count)
    chosen[: count // 4] = worst
    steps = draw.normal(0, 1, (count, 4)) * np.array([0.16, 0.12, 0.12, 0.25]) * reach
    # Most moves shift; few also grow or shrink.
    steps[:, SIZE] *= draw.random(count) < 0.3
    states[rows, chosen] += steps
    ways = draw.random(count)
    for index in np.flatnonzero(ways > 0.62):
        way, member = ways[index], int(chosen[index])
        if way > 0.92:
            other = int(draw.integers(0, n))
            if cast.holds[member] == cast.holds[other]:
                states[index, [member, other]] = states[index, [other, member]]
                states[index, [member, other], SIZE] = states[index, [other, member], SIZE]
        elif way > 0.84:
            states[index, member, ACROSS] = draw.uniform(0.05, 0.95)
            states[index, member, DEPTH] = draw.uniform(0, 1)
            states[index, member, DOWN] = draw.uniform(0.1, 0.95)
        elif way > 0.74:
            states[index, :, ACROSS] += draw.normal(0, 0.08) * reach
        elif cast.bonds or cast.between or cast.rings:
            fulfil(states[index], cast, stage, draw, one=True)
    return _limited(states, cast)


def fulfil(state: Floats, cast: Cast, stage: Stage, draw: Generator, *, one: bool = False) -> None:
    """Move things to where their relations hold, in place; if `one`, for one of them by chance."""
    jobs = [
        *(partial(_fulfil_bond, bond=bond) for bond in cast.bonds),
        *(partial(_fulfil_between, job=job) for job in cast.between),
        *(partial(_fulfil_ring, ring=ring, centre=centre) for ring, centre in cast.rings),
    ]
    if one:
        jobs = [jobs[int(draw.integers(0, len(jobs)))]]
    for job in jobs:
        job(state, cast, stage, draw)


def _fulfil_bond(state: Floats, cast: Cast, stage: Stage, draw: Generator, bond: Bond) -> None:
    pairs = bond.pairs()
    a, b = pairs[int(draw.integers(0, len(pairs)))]
    # What is carried goes where its carrier goes.
    a, b = _carrier(cast, a), _carrier(cast, b)
    if a == b:
        return
    moved, fixed = (b, a) if bond.turned and cast.holds[b] != "free" else (a, b)
    if bond.kind == "above":
        moved, fixed = a, b
    box = boxes_of(state[None], cast, stage)
    left, top, width, height, depth = (measure[0] for measure in box)
    middle = left[fixed] + width[fixed] / 2
    if bond.kind == "above":
        offset = draw.uniform(-0.25, 0.25) * max(width[moved], width[fixed])
        state[moved, ACROSS] = (middle + offset) / stage.width
        state[moved, DOWN] = (top[fixed] - draw.uniform(0.06, 0.4) * height[moved]) / stage.height
        return
    apart = (width[moved] + width[fixed]) / 2
    if bond.kind == "front":
        side = 1.0 if draw.random() < 0.5 else -1.0
        offset = side * draw.uniform(0.15, 0.65) * apart
        step = draw.uniform(0.12, 0.5) * (-1 if moved == a else 1)
        if not 0 <= depth[fixed] + step <= 1:
            # There has to be room before or behind it.
            state[fixed, DEPTH] = np.clip(state[fixed, DEPTH] - step, 0, 1)
        state[moved, DEPTH] = state[fixed, DEPTH] + step
        drop = 0.25 * min(height[moved], height[fixed])
        state[moved, DOWN] = (top[fixed] + height[fixed] + (drop if moved == a else -drop)) / (
            stage.height
        )
    else:
        side = 1.0 if draw.random() < 0.5 else -1.0
        if bond.kind == "left":
            side = -1.0 if moved == a else 1.0
        offset = side * apart * draw.uniform(1.06, 1.25 if bond.kind == "next" else 1.7)
        present = left[moved] + width[moved] / 2 - middle
        if bond.kind == "left" and present * side > apart:
            # It is on the right side already, and only its level can be wrong.
            offset = present
        state[moved, DEPTH] = state[fixed, DEPTH] + draw.normal(0, 0.03)
        state[moved, DOWN] = (top[fixed] + height[fixed]) / stage.height
        if cast.holds[moved] == "free" and cast.homes[moved] in ("air", "sky"):
            state[moved, DOWN] = (top[fixed] + (height[fixed] + height[moved]) / 2) / stage.height
    state[moved, ACROSS] = (middle + offset) / stage.width


def _carrier(cast: Cast, member: int) -> int:
    while cast.parents[member] >= 0:
        member = cast.parents[member]
    return member


def _fulfil_between(
    state: Floats, cast: Cast, stage: Stage, draw: Generator, job: tuple[int, tuple[int, ...]]
) -> None:
    """Move the outermost of a group to both sides of a thing."""
    subject = _carrier(cast, job[0])
    group = sorted((_carrier(cast, member) for member in job[1]), key=lambda i: state[i, ACROSS])
    one, other = group[0], group[-1]
    width = boxes_of(state[None], cast, stage).width[0]
    reach = width[one] + width[other] + width[subject] * 1.2
    centre = 0.5 + draw.normal(0, 0.02)
    state[subject, ACROSS] = centre + (width[one] - width[other]) / 2 / stage.width
    start = centre - reach / 2 / stage.width
    state[one, ACROSS] = start + width[one] / 2 / stage.width
    state[other, ACROSS] = start + (reach - width[other] / 2) / stage.width
    state[[one, other], DEPTH] = state[subject, DEPTH]
    state[[one, other], DOWN] = state[subject, DOWN]


def _fulfil_ring(
    state: Floats, cast: Cast, stage: Stage, draw: Generator, ring: tuple[int, ...], centre: int
) -> None:
    """Lay things evenly around one."""
    middle = _carrier(cast, centre)
    state[middle, ACROSS] = 0.5 + draw.normal(0, 0.03)
    state[middle, DEPTH] = 0.5
    box = boxes_of(state[None], cast, stage)
    _, top, width, height, _ = (measure[0] for measure in box)
    foot = top[middle] + height[middle]
    turn = draw.uniform(0, 2 * math.pi)
    for index, member in enumerate(ring):
        angle = turn + 2 * math.pi * index / len(ring)
        reach = (width[member] + width[middle]) / 2 + 0.1 * width[middle]
        down = foot + math.sin(angle) * 0.5 * height[middle]
        state[member, ACROSS] = state[middle, ACROSS] + math.cos(angle) * reach / stage.width
        state[member, DOWN] = down / stage.height
        band = stage.ground if cast.holds[member] == "ground" else stage.water
        if band:
            state[member, DEPTH] = (down - band[1]) / (band[0] - band[1])
        else:
            state[member, DEPTH] = 0.5 - 0.4 * math.sin(angle)


def _limited(states: Floats, cast: Cast) -> Floats:
    """Return states within their limits."""
    result = np.clip(states, _LOW, _HIGH)
    for member, hold in enumerate(cast.holds):
        if hold in _SEAT:
            result[:, member, ACROSS] = np.clip(result[:, member, ACROSS], *_SEAT[hold])
            result[:, member, SIZE] = np.minimum(result[:, member, SIZE], 0)
    return np.asarray(result)
