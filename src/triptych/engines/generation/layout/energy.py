"""What is wrong with an arrangement, as a sum that falls as it gets better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.engines.generation.drawings import COLUMNS
from triptych.engines.generation.layout.boxes import Boxes, is_furniture
from triptych.engines.generation.layout.cast import BondKind, Cast, Floats, Ints
from triptych.engines.generation.layout.stage import Stage

#: How much deeper what is behind lies than what is in front of it, at the least.
_APART = 0.06


def relation_terms(boxes: Boxes, cast: Cast) -> Floats:
    """Return the sum of what each of k arrangements violates, 0 where all relations hold; (k,)."""
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


#: How much each term counts. What was asked outweighs what merely looks better.
WEIGHTS = {
    "relations": 14.0,
    "frame": 16.0,
    "hidden": 9.0,
    "overlap": 1.6,
    "home": 3.0,
    "size": 1.2,
    "balance": 1.5,
    "spacing": 1.0,
    "spread": 1.2,
    "thirds": 0.5,
    "together": 0.9,
    "seated": 3.0,
}
#: The share of the frame that stays free at its edges.
_MARGIN = 0.025
#: Relations with more slack than this are those of a crowd.
_LOOSE = 0.5


@dataclass(frozen=True, slots=True)
class Judge:
    """Says how good arrangements of one cast on one stage are.

    Attributes
    ----------
    related : ndarray of bool, (n, n)
        Pairs that may overlap, because one carries the other or is in front of it.
    carried : ndarray of bool, (n, n)
        Pairs of which one carries the other.
    """

    cast: Cast
    stage: Stage
    related: NDArray[np.bool_]
    carried: NDArray[np.bool_]

    @classmethod
    def of(cls, cast: Cast, stage: Stage) -> Judge:
        """Return the judge of a cast."""
        n = len(cast)
        things = np.array(cast.things, np.int64)
        carried = np.zeros((n, n), bool)
        for member, parent in enumerate(cast.parents):
            if parent >= 0:
                # Things of one kind are interchangeable, so whole kinds are marked.
                one, other = things == things[member], things == things[parent]
                carried |= np.outer(one, other) | np.outer(other, one)
        related = carried.copy()
        for bond in cast.bonds:
            if bond.kind in ("front", "above"):
                for one_index, other_index in bond.pairs():
                    related[one_index, other_index] = related[other_index, one_index] = True
        return cls(cast, stage, related, carried)

    def terms(self, boxes: Boxes, sizes: Floats) -> dict[str, Floats]:
        """Return each term of the energy, weighted; each an ndarray of float64, (k,).

        Parameters
        ----------
        boxes : Boxes
            Of k arrangements.
        sizes : ndarray of float64, (k, n)
            Logarithms of the sizes against the usual.
        """
        width, height = self.stage.width, self.stage.height
        count = max(len(self.cast), 1)
        raw = {
            "relations": relation_terms(boxes, self.cast),
            "frame": _outside(boxes, width, height).sum(1),
            "home": self._home(boxes),
            "size": (sizes**2).sum(1) + 6 * np.maximum(-0.7 - sizes, 0).sum(1),
            "together": self._apart(boxes),
            "seated": self._seat(boxes),
            **self._overlaps(boxes),
            **_composition(boxes, width, height, count),
        }
        return {name: WEIGHTS[name] * term for name, term in raw.items()}

    def most_hidden(self, boxes: Boxes) -> int:
        """Return which thing of the first arrangement is hidden most."""
        return int(self._hidden(boxes, _shared(boxes))[0].argmax())

    def _hidden(self, boxes: Boxes, shared: Floats) -> Floats:
        """Return the share of each that nearer ones hide; (k, n)."""
        nearer = boxes.depth[:, :, None] < boxes.depth[:, None, :]
        # What looks out of something is meant to hide a part of it.
        covering = (shared * nearer * np.where(self.carried, 0.4, 1.0)).sum(1)
        return np.asarray(covering / (boxes.width * boxes.height))

    def energies(self, boxes: Boxes, sizes: Floats) -> Floats:
        """Return the energy of each of k arrangements."""
        return np.asarray(sum(self.terms(boxes, sizes).values()))

    def _overlaps(self, boxes: Boxes) -> dict[str, Floats]:
        """Return how much of things others hide, and how much they crowd each other."""
        area = boxes.width * boxes.height
        shared = _shared(boxes)
        hidden = self._hidden(boxes, shared)
        smaller = np.minimum(area[:, :, None], area[:, None, :])
        crowded = np.where(self.related, 0, shared / smaller)
        return {
            "hidden": (np.maximum(hidden - 0.12, 0) + 16 * np.maximum(hidden - 0.36, 0)).sum(1),
            "overlap": np.triu(crowded, 1).sum((1, 2)),
        }

    def _apart(self, boxes: Boxes) -> Floats:
        """Return how far from each other related things are, in shares of the frame."""
        bonds = [bond for bond in self.cast.bonds if bond.slack < _LOOSE]
        if not bonds:
            return np.zeros(len(boxes.left))
        a, b = np.array([bond.pairs()[0] for bond in bonds]).T
        across = (boxes.across[:, a] - boxes.across[:, b]) / self.stage.width
        down = (boxes.down[:, a] - boxes.down[:, b]) / self.stage.height
        return np.asarray(np.hypot(across, down).mean(1))

    def _seat(self, boxes: Boxes) -> Floats:
        """Return how far what is on another is below that one's upper part."""
        total = np.zeros(len(boxes.left))
        for member, parent in enumerate(self.cast.parents):
            if self.cast.holds[member] == "on":
                depth = boxes.bottom[:, member] - boxes.top[:, parent]
                total += np.maximum(depth / boxes.height[:, parent] - 0.46, 0)
                if is_furniture(self.cast.names[parent]):
                    # Nobody sits on the back of a chair, or on the lamp behind a couch.
                    share = boxes.across[:, member] - boxes.left[:, parent]
                    column = (share / boxes.width[:, parent] * COLUMNS).astype(np.int64)
                    edge = self.cast.edges[parent][np.clip(column, 0, COLUMNS - 1)]
                    total += 0.3 * (edge < 0.3)
        return total

    def _home(self, boxes: Boxes) -> Floats:
        """Return how far what flies is from the sky."""
        cast, stage = self.cast, self.stage
        total = np.zeros(len(boxes.left))
        if stage.ground is None and stage.water is None:
            return total
        floor = stage.horizon if stage.ground is None else stage.ground[0]
        bonded = {
            i for bond in cast.bonds if bond.kind != "next" for pair in bond.pairs() for i in pair
        }
        for member, home in enumerate(cast.homes):
            if cast.holds[member] != "free":
                continue
            strictness = 0.25 if member in bonded else 1.0
            if home == "sky" and stage.place != "underwater":
                lowest = 0.62 * stage.horizon - boxes.bottom[:, member]
            else:
                lowest = floor - boxes.bottom[:, member]
            total += strictness * np.maximum(-lowest, 0) / stage.height * 4
        return total


def _shared(boxes: Boxes) -> Floats:
    """Return the areas that pairs share; ndarray of float64, (k, n, n), 0 on the diagonal."""
    left, top, right, bottom = boxes.left, boxes.top, boxes.right, boxes.bottom
    across = np.minimum(right[:, :, None], right[:, None, :])
    across -= np.maximum(left[:, :, None], left[:, None, :])
    down = np.minimum(bottom[:, :, None], bottom[:, None, :])
    down -= np.maximum(top[:, :, None], top[:, None, :])
    shared = np.maximum(across, 0) * np.maximum(down, 0)
    diagonal = np.arange(shared.shape[1])
    shared[:, diagonal, diagonal] = 0
    return np.asarray(shared)


def _outside(boxes: Boxes, width: int, height: int) -> Floats:
    """Return how far boxes reach over the frame, in shares of their size."""
    across = np.maximum(_MARGIN * width - boxes.left, 0)
    across += np.maximum(boxes.right - (1 - _MARGIN) * width, 0)
    down = np.maximum(_MARGIN * height - boxes.top, 0)
    down += np.maximum(boxes.bottom - (1 - _MARGIN / 2) * height, 0)
    return np.asarray(across / boxes.width + down / boxes.height)


def _composition(boxes: Boxes, width: int, height: int, count: int) -> dict[str, Floats]:
    """Return what composition adds: balance, spacing, spread and the rule of thirds."""
    mass = boxes.width * boxes.height
    mass = mass / np.maximum(mass.sum(1, keepdims=True), 1e-9)
    across, down = boxes.across / width, boxes.down / height
    balance = np.abs((mass * across).sum(1) - 0.5) * 2
    distance = np.hypot(
        across[:, :, None] - across[:, None, :], (down[:, :, None] - down[:, None, :]) * 0.8
    )
    diagonal = np.arange(distance.shape[1])
    distance[:, diagonal, diagonal] = 2.0
    # Each of n wants about the distance that n in a grid would have.
    wanted = 0.7 / np.sqrt(count)
    spacing = np.maximum(1 - distance.min(2, initial=2.0) / wanted, 0).mean(1)
    reach = (boxes.right.max(1, initial=0) - boxes.left.min(1, initial=width)) / width
    spread = np.maximum(min(0.16 + 0.17 * count, 0.82) - reach, 0) * 2
    # One thing may stand in the middle; of several, the weightiest stands off it.
    first = mass.argmax(1) if mass.shape[1] else np.zeros(len(mass), np.int64)
    rows = np.arange(len(mass))
    main = across[rows, first]
    off = np.abs(np.abs(main - 0.5) - 1 / 6) if count > 1 else np.abs(main - 0.5)
    return {"balance": balance, "spacing": spacing, "spread": spread, "thirds": off}
