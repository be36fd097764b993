"""What a prompt asks for, and a scene: all of it with its place, before it is painted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

RelationKind = Literal[
    "above",
    "below",
    "left of",
    "right of",
    "in front of",
    "behind",
    "on",
    "in",
    "next to",
    "between",
    "around",
]
Place = Literal[
    "meadow",
    "garden",
    "field",
    "savanna",
    "forest",
    "mountains",
    "desert",
    "snow",
    "beach",
    "sea",
    "underwater",
    "lake",
    "city",
    "room",
    "table",
    "sky",
    "space",
    "moon",
]
Weather = Literal["clear", "cloudy", "rain", "storm", "snow", "fog", "wind"]
TimeOfDay = Literal["dawn", "day", "sunset", "night"]
Season = Literal["spring", "summer", "autumn", "winter"]
Style = Literal[
    "watercolour",
    "oil painting",
    "pencil sketch",
    "line drawing",
    "black and white",
    "sepia",
    "pastel",
    "neon",
    "silhouette",
    "pixel art",
    "comic",
    "blueprint",
]
#: The eleven basic colour terms of English (Berlin and Kay, 1969).
Colour = Literal[
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
    "black",
    "grey",
    "white",
]
COLOURS: tuple[Colour, ...] = get_args(Colour)


@dataclass(frozen=True, slots=True)
class Thing:
    """One kind of object that the prompt names.

    Attributes
    ----------
    noun : str
        The word or words that name it, in the singular: ``"fire truck"``.
    drawings : tuple of str
        Names of the drawings that show it, one for each of `count`, so that two birds may differ.
    colour : str or None
        The basic colour asked for; None where the drawing's own is right.
    size : float
        How large it was asked to be, as a factor of what it would be: 0.6 small, 1 as usual,
        1.6 large.
    """

    noun: str
    drawings: tuple[str, ...]
    colour: Colour | None = None
    size: float = 1.0

    @property
    def count(self) -> int:
        """How many of it are drawn."""
        return len(self.drawings)


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a thing lies to others, both as indices of `Description.things`.

    ``Relation(0, "between", (1, 2))``; of every other kind one object, or, for ``"between"``, one
    thing of several.
    """

    subject: int
    kind: RelationKind
    objects: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """Where, when and in what manner; None where the prompt leaves it open.

    Attributes
    ----------
    backdrop : str or None
        The plain colour asked for behind everything ("on a white background"), or of the table.
    """

    place: Place | None = None
    weather: Weather | None = None
    time: TimeOfDay | None = None
    season: Season | None = None
    style: Style | None = None
    backdrop: Colour | None = None


@dataclass(frozen=True, slots=True)
class Description:
    """What a prompt asks for.

    Attributes
    ----------
    things : tuple of Thing
        In the order of the prompt.
    relations : tuple of Relation
        What the prompt says of their places.
    setting : Setting
        Scenery, light and style.
    not_drawn : tuple of str
        Words of the prompt that name something no drawing shows.
    forbidden : frozenset of str
        Names of drawings that the negative prompt takes out: of decoration too.
    """

    things: tuple[Thing, ...] = ()
    relations: tuple[Relation, ...] = ()
    setting: Setting = field(default_factory=Setting)
    not_drawn: tuple[str, ...] = ()
    forbidden: frozenset[str] = frozenset()


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
