"""The cast: every single thing to be placed, with what the description asks of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

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
