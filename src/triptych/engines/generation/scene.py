"""A scene: every thing with its place, before it becomes a picture."""

from __future__ import annotations

from dataclasses import dataclass

from triptych.engines.generation.description import Colour, Description


@dataclass(frozen=True, slots=True)
class Placed:
    """One drawing in its place.

    Attributes
    ----------
    drawing : str
        Its name in the library.
    left, top, width, height : float
        The box of what is visible of the drawing (not of its margins), in pixels of the scene.
    depth : float
        How far it is, from 0, nearest, to 1; the nearer is painted later and hides the farther.
    thing : int or None
        Index of `Description.things`; None for scenery and decoration.
    colour : str or None
        The basic colour it is painted in; None for its own.
    mirrored : bool
        Whether left and right are exchanged.
    """

    drawing: str
    left: float
    top: float
    width: float
    height: float
    depth: float
    thing: int | None = None
    colour: Colour | None = None
    mirrored: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box, across and down."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is in the picture, and how large that is in pixels.

    Attributes
    ----------
    width, height : int
        Pixels.
    horizon : float
        Where the ground begins, in pixels from the top.
    placed : tuple of Placed
        From the farthest to the nearest, in which order they are painted.
    description : Description
        What was asked.
    seed : int
        What the scenery is varied by.
    """

    width: int
    height: int
    horizon: float
    placed: tuple[Placed, ...]
    description: Description
    seed: int
