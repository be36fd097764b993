"""How far boxes are from lying to each other as asked."""

from __future__ import annotations

import numpy as np

from triptych.engines.generation.layout.boxes import Boxes
from triptych.engines.generation.layout.cast import BondKind, Cast, Floats, Ints

#: How much deeper what is behind lies than what is in front of it, at the least.
_APART = 0.06


def relation_terms(boxes: Boxes, cast: Cast) -> Floats:
    """Return the sum of all that is violated, 0 where every relation holds.

    Parameters
    ----------
    boxes : Boxes
        Of k arrangements.
    cast : Cast
        With its relations.

    Returns
    -------
    ndarray of float64, (k,)
    """
    total = np.zeros(len(boxes.left))
    for kind in ("above", "left", "front", "next"):
        bonds = [bond for bond in cast.bonds if bond.kind == kind]
        if bonds:
            pairs = np.array([pair for bond in bonds for pair in bond.pairs()])
            starts = np.cumsum([0] + [len(bond.targets) for bond in bonds[:-1]])
            slack = np.array([bond.slack for bond in bonds for _ in bond.targets])
            violations = _violation(kind, boxes, pairs[:, 0], pairs[:, 1], slack)
            total += np.minimum.reduceat(violations, starts, axis=1).sum(1)
    for subject, group in cast.between:
        total += _between(boxes, subject, list(group))
    for ring, centre in cast.rings:
        total += _around(boxes, list(ring), centre)
    return total


def _violation(kind: BondKind, boxes: Boxes, a: Ints, b: Ints, slack: Floats) -> Floats:
    """Return how far each first is from its relation to its second; (k, pairs)."""
    if kind == "above":
        return _above(boxes, a, b)
    if kind == "left":
        gap = boxes.left[:, b] - boxes.right[:, a]
        narrow = np.minimum(boxes.width[:, a], boxes.width[:, b])
        return np.asarray(_over(0.04 * narrow - gap) / narrow) + _unlevel(boxes, a, b, slack)
    if kind == "front":
        return _front(boxes, a, b)
    gap = np.maximum(boxes.left[:, a], boxes.left[:, b])
    gap = gap - np.minimum(boxes.right[:, a], boxes.right[:, b])
    mean = (boxes.width[:, a] + boxes.width[:, b]) / 2
    far = _over(gap - 0.3 * mean) + _over(0.02 * mean - gap)
    return np.asarray(far / mean) + _unlevel(boxes, a, b, slack)


def _over(values: Floats) -> Floats:
    return np.maximum(values, 0)


def _unlevel(boxes: Boxes, a: Ints, b: Ints, slack: Floats) -> Floats:
    """Return how far two are from one level: of their feet or of their middles."""
    tall = np.maximum(boxes.height[:, a], boxes.height[:, b])
    feet = np.abs(boxes.bottom[:, a] - boxes.bottom[:, b])
    middles = np.abs(boxes.down[:, a] - boxes.down[:, b])
    return np.asarray(_over(np.minimum(feet, middles) - slack * tall) / tall)


def _above(boxes: Boxes, a: Ints, b: Ints) -> Floats:
    low = _over(boxes.bottom[:, a] - boxes.top[:, b] + 0.03 * boxes.height[:, b])
    wide = np.maximum(boxes.width[:, a], boxes.width[:, b])
    aside = _over(np.abs(boxes.across[:, a] - boxes.across[:, b]) - 0.3 * wide)
    return np.asarray(low / np.minimum(boxes.height[:, a], boxes.height[:, b]) + aside / wide)


def _front(boxes: Boxes, a: Ints, b: Ints) -> Floats:
    """Nearer and lower, and hiding a part, but no large part, of what is behind."""
    deep = _over(boxes.depth[:, a] + _APART - boxes.depth[:, b]) * 4
    small = np.minimum(boxes.height[:, a], boxes.height[:, b])
    lower = _over(boxes.bottom[:, b] + 0.06 * small - boxes.bottom[:, a]) / small
    across = np.minimum(boxes.right[:, a], boxes.right[:, b])
    across = across - np.maximum(boxes.left[:, a], boxes.left[:, b])
    down = np.minimum(boxes.bottom[:, a], boxes.bottom[:, b])
    down = down - np.maximum(boxes.top[:, a], boxes.top[:, b])
    narrow = np.minimum(boxes.width[:, a], boxes.width[:, b])
    hidden = _over(across) * _over(down) / (boxes.width[:, b] * boxes.height[:, b])
    apart = _over(0.45 * narrow - across) / narrow + _over(0.36 * small - down) / small
    return np.asarray(deep + lower + apart + 2 * _over(hidden - 0.36))


def _between(boxes: Boxes, subject: int, group: list[int]) -> Floats:
    """Return how far a thing is from lying between the outermost of others."""
    rows, members = np.arange(len(boxes.left)), np.array(group)
    one = members[boxes.across[:, members].argmin(1)]
    other = members[boxes.across[:, members].argmax(1)]
    inner_left, inner_right = boxes.right[rows, one], boxes.left[rows, other]
    width = boxes.width[:, subject]
    outside = _over(inner_left - boxes.left[:, subject])
    outside += _over(boxes.right[:, subject] - inner_right)
    far = _over(inner_right - inner_left - 2.6 * width) / boxes.width[:, members].mean(1)
    if len(group) > 2:
        # A group is not two sides to be close to, nor all on one level.
        return np.asarray(outside / width)
    level = _unlevel(boxes, np.array([subject, subject]), members, np.full(2, 0.16)).sum(1)
    return np.asarray(outside / width + 0.3 * far + level)


def _around(boxes: Boxes, ring: list[int], centre: int) -> Floats:
    """Return how far things are from an even ring about one."""
    across = boxes.across[:, ring] - boxes.across[:, [centre]]
    down = boxes.bottom[:, ring] - boxes.bottom[:, [centre]]
    # The ring lies on the ground, so it is seen as a flat ellipse.
    reach = (boxes.width[:, [centre]] + boxes.width[:, ring]) / 2 + 0.1 * boxes.width[:, [centre]]
    flat = 0.5 * boxes.height[:, [centre]]
    radius = np.hypot(across / reach, down / flat)
    angles = np.sort(np.arctan2(down / flat, across / reach), axis=1)
    gaps = np.diff(angles, axis=1, append=angles[:, :1] + 2 * np.pi)
    even = 2 * np.pi / len(ring)
    return np.asarray(
        0.5 * np.abs(radius - 1).mean(1) + 0.5 * _over(gaps.max(1) - 1.5 * even) / even
    )
