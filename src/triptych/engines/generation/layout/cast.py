"""The cast: every single thing to be placed, how large, and how it lies to the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from triptych.engines.generation.drawings import Drawing, drawing, upper_edge
from triptych.engines.generation.layout.stage import Stage
from triptych.engines.generation.scene import Description

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: What holds a thing: the ground or the water at its depth, nothing, or another thing.
Hold = Literal["ground", "water", "free", "on", "in"]
#: Kinds of `Bond`; those of the other relations are these with subject and object exchanged.
BondKind = Literal["above", "left", "front", "next"]


@dataclass(frozen=True, slots=True)
class Bond:
    """What has to hold between one of the cast and any one of some others, by their indices.

    Attributes
    ----------
    kind : str
        As in "the first is above the second".
    subject : int
        The first, or, where `turned`, the second.
    targets : tuple of int
        Those of which one suffices.
    turned : bool
        Whether the target is the first and the subject the second.
    slack : float
        How far from one level the two may be, as a share of the taller.
    """

    kind: BondKind
    subject: int
    targets: tuple[int, ...]
    turned: bool = False
    slack: float = 0.16

    def pairs(self) -> list[tuple[int, int]]:
        """Return first and second of each choice."""
        return [(t, self.subject) if self.turned else (self.subject, t) for t in self.targets]


@dataclass(slots=True)
class Cast:
    """All that is to be placed: n drawings.

    Attributes
    ----------
    names : list of str
        Drawings.
    things : list of int
        The index in `Description.things` of each.
    homes : list of str
        Where each is met.
    holds : list of str
        What holds each.
    parents : list of int
        The one it is on or in; -1 for none.
    heights : ndarray of float64, (n,)
        In pixels, at the middle of the stage.
    aspects : ndarray of float64, (n,)
        Width by height.
    edges : dict of int to ndarray of float64, (16,)
        Upper edges of those that carry another.
    bonds : list of Bond
        Relations of two.
    between : list of tuple
        A subject and the group in which it lies.
    rings : list of tuple
        Subjects and the one they are around.
    """

    names: list[str]
    things: list[int]
    homes: list[str]
    holds: list[Hold]
    parents: list[int]
    heights: Floats
    aspects: Floats
    edges: dict[int, Floats] = field(default_factory=dict)
    bonds: list[Bond] = field(default_factory=list)
    between: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    rings: list[tuple[tuple[int, ...], int]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.names)


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
    """Return how high n things are to each other; ndarray of float64, (n,).

    `factors` are how large each was asked to be, 1 as usual.
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

    `heights` are those of `proportions`, `aspects` width by height of each; the frame is in pixels.
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

    The ground is `width` pixels wide and `depth` pixels deep, from the nearest foot to the
    farthest.
    """
    # Rows may be half a thing apart, so n things of width w and height h need
    # n w <= W (1 + depth / (h / 2)), which is quadratic in the unit.
    in_one_row = float((heights * aspects).sum())
    room = _FILLED * width
    behind = 2 * room * depth / float(heights.mean())
    return (room + math.sqrt(room**2 + 4 * in_one_row * behind)) / (2 * in_one_row)


#: So many beside each other stand in rows, no longer on one level.
_CROWD = 5
#: What is in another has this share of its height, if it need not grow more than so many times.
_SEEN, _GROWTH = 0.44, 2.4
#: What is as high as this, in metres, has an island of its own where others would be beached.
_TOWERING = 6.0
#: What swims but is met on the sand of a beach.
_ASHORE = ("crab", "turtle", "lobster", "seal", "spiral-shell")


def cast_of(description: Description, stage: Stage) -> Cast:
    """Return what has to be placed for a description.

    Raises
    ------
    triptych.engines.generation.drawings.UnknownDrawingError
        If a thing names a drawing that there is not.
    """
    members = [
        (index, name) for index, thing in enumerate(description.things) for name in thing.drawings
    ]
    drawings = [drawing(name) for _, name in members]
    aspects = np.array([each.bounds[2] / each.bounds[3] for each in drawings])
    factors = [description.things[index].size for index, _ in members]
    holds = [_hold(each, stage) for each in drawings]
    heights = proportions(drawings, factors)
    if members:
        heights = heights * _pixels(heights, aspects, holds, stage)
    cast = Cast(
        names=[name for _, name in members],
        things=[index for index, _ in members],
        homes=[each.home for each in drawings],
        holds=holds,
        parents=[-1] * len(members),
        heights=heights,
        aspects=aspects,
    )
    for relation in description.relations:
        subjects = [i for i, thing in enumerate(cast.things) if thing == relation.subject]
        objects = [
            [i for i, thing in enumerate(cast.things) if thing == o] for o in relation.objects
        ]
        if subjects and objects and all(objects):
            _relate(cast, relation.kind, subjects, objects)
    _bring_together(cast, [each.height for each in drawings], stage)
    _fit_carried(cast)
    cast.edges = {
        parent: upper_edge(cast.names[parent]) for parent in sorted(set(cast.parents) - {-1})
    }
    return cast


def _pixels(heights: Floats, aspects: Floats, holds: list[Hold], stage: Stage) -> float:
    """Return the pixels of a relative height of one."""
    result = unit(heights, aspects, stage.width, stage.height)
    for hold, band in (("ground", stage.ground), ("water", stage.water)):
        there = np.array([each == hold for each in holds])
        if band and there.any():
            depth = band[1] - band[0]
            result = min(result, unit_on_ground(heights[there], aspects[there], stage.width, depth))
    return result


def _hold(each: Drawing, stage: Stage) -> Hold:
    """Return what holds a thing that no other carries."""
    home = "ground" if stage.place == "beach" and each.name in _ASHORE else each.home
    if home in ("air", "sky") or stage.place in ("sky", "space"):
        return "free"
    if stage.place == "underwater":
        return "free" if home == "water" else "ground"
    if home == "water" or stage.ground is None:
        return "water" if stage.water else "ground"
    return "ground"


def _relate(cast: Cast, kind: str, subjects: list[int], objects: list[list[int]]) -> None:
    """Write one relation into the cast."""
    targets = objects[0]
    if kind == "between":
        group = tuple(dict.fromkeys(member for members in objects for member in members))
        if len(group) > 1:
            cast.between.extend((subject, group) for subject in subjects)
            return
        kind = "next to"
    if kind == "around":
        if len(subjects) > 1:
            cast.rings.append((tuple(subjects), targets[0]))
            return
        kind = "next to"
    for index, subject in enumerate(subjects):
        others = tuple(target for target in targets if target != subject)
        if not others:
            continue
        if kind in ("left of", "right of"):
            turned = kind == "right of"
            slack = 0.16 if len(subjects) * len(others) < _CROWD else 0.9
            cast.bonds.extend(Bond("left", subject, (target,), turned, slack) for target in others)
        elif kind in ("on", "in"):
            _carry(cast, kind, subject, others, others[index % len(others)])
        else:
            _bind(cast, kind, subject, others)


def _carry(cast: Cast, kind: str, subject: int, targets: tuple[int, ...], parent: int) -> None:
    """Lay one of the cast on or in another."""
    if cast.parents[subject] >= 0 or _carries(cast, subject, parent):
        # It cannot be in two places; near both is what can be shown.
        _bind(cast, "next to", subject, targets)
        return
    cast.parents[subject] = parent
    cast.holds[subject] = "on" if kind == "on" else "in"


def _bind(cast: Cast, kind: str, subject: int, targets: tuple[int, ...]) -> None:
    """Bind one of the cast to one of others."""
    if kind == "next to":
        cast.bonds.append(Bond("next", subject, targets))
    elif kind in ("in front of", "behind"):
        cast.bonds.append(Bond("front", subject, targets, kind == "behind"))
    else:
        turned = kind == "below"
        cast.bonds.append(Bond("above", subject, targets, turned))
        for upper in targets if turned else (subject,):
            if cast.holds[upper] in ("ground", "water"):
                # What is said to be above leaves the ground.
                cast.holds[upper] = "free"


def _carries(cast: Cast, subject: int, target: int) -> bool:
    """Return whether `target` lies, through others, on or in `subject`."""
    while target >= 0:
        if target == subject:
            return True
        target = cast.parents[target]
    return False


def _bring_together(cast: Cast, metres: list[float], stage: Stage) -> None:
    """Put what lies beside each other on the same ground, or into the same water."""
    pairs = [pair for bond in cast.bonds if bond.kind != "above" for pair in bond.pairs()]
    pairs += [(one, side) for one, group in cast.between for side in group]
    pairs += [(one, centre) for ring, centre in cast.rings for one in ring]
    for _ in range(len(pairs)):
        for one, other in pairs:
            if {cast.holds[one], cast.holds[other]} == {"ground", "water"}:
                ashore = one if cast.holds[one] == "ground" else other
                island = stage.place in ("lake", "sea") and metres[ashore] >= _TOWERING
                cast.holds[one] = cast.holds[other] = "water" if island else "ground"


def _fit_carried(cast: Cast) -> None:
    """Shrink what is carried to what carries it."""
    order = sorted(range(len(cast)), key=lambda i: _levels(cast, i))
    for parent in order:
        for hold, widest, highest in (("on", 1.1, 1.3), ("in", 0.72, 0.62)):
            carried = [
                i for i in range(len(cast)) if cast.parents[i] == parent and cast.holds[i] == hold
            ]
            if not carried:
                continue
            height, width = cast.heights[parent], cast.heights[parent] * cast.aspects[parent]
            together = float((cast.heights[carried] * cast.aspects[carried]).sum())
            for i in carried:
                if hold == "in" and cast.heights[i] < _SEEN * height:
                    # What looks out of something is large enough to be made out.
                    cast.heights[i] = min(_SEEN * height, _GROWTH * cast.heights[i])
                own = cast.heights[i] * cast.aspects[i]
                cast.heights[i] *= min(
                    1.0,
                    highest * height / cast.heights[i],
                    widest * width * max(1 / len(carried), own / together) / own,
                )


def _levels(cast: Cast, member: int) -> int:
    """Return how many carry each other below this one."""
    levels = 0
    while cast.parents[member] >= 0:
        member = cast.parents[member]
        levels += 1
    return levels
