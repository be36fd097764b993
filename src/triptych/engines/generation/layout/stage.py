"""The stage: where in the frame ground, water and sky lie."""

from __future__ import annotations

from dataclasses import dataclass

from triptych.engines.generation.description import Description, Place
from triptych.engines.generation.drawings import drawing

#: A stretch of the picture from top to bottom, as shares of its height.
Band = tuple[float, float]

#: Of each place: the horizon, where things stand, and where they swim, if they do.
_PLACES: dict[Place, tuple[float, Band | None, Band | None]] = {
    "meadow": (0.58, (0.66, 0.94), None),
    "garden": (0.56, (0.66, 0.94), None),
    "field": (0.54, (0.64, 0.94), None),
    "savanna": (0.60, (0.67, 0.94), None),
    "forest": (0.62, (0.70, 0.95), None),
    "mountains": (0.62, (0.71, 0.95), None),
    "desert": (0.58, (0.67, 0.94), None),
    "snow": (0.58, (0.67, 0.94), None),
    "beach": (0.46, (0.74, 0.95), (0.52, 0.62)),
    "sea": (0.46, None, (0.58, 0.90)),
    "underwater": (0.84, (0.86, 0.96), None),
    "lake": (0.45, (0.84, 0.96), (0.56, 0.74)),
    "city": (0.70, (0.80, 0.95), None),
    "room": (0.66, (0.74, 0.95), None),
    "table": (0.46, (0.60, 0.92), None),
    "sky": (1.0, None, None),
    "space": (1.0, None, None),
    "moon": (0.60, (0.69, 0.94), None),
}
_OPEN: tuple[float, Band | None, Band | None] = (0.62, (0.72, 0.92), None)


@dataclass(frozen=True, slots=True)
class Stage:
    """The parts of a picture that things stand, swim or fly in.

    Attributes
    ----------
    width, height : int
        Of the picture, in pixels.
    place : str or None
        The place asked for, or the one that follows from the things.
    horizon : float
        Where the ground begins, in pixels from the top.
    ground, water : tuple of float, or None
        Where what stands there touches it: at the far end and at the near end, in pixels from the
        top. None where there is no such surface.
    """

    width: int
    height: int
    place: Place | None
    horizon: float
    ground: Band | None
    water: Band | None


def stage_of(description: Description, width: int, height: int) -> Stage:
    """Return the stage of a description.

    Parameters
    ----------
    description : Description
        What is asked.
    width, height : int
        Of the picture, in pixels.

    Examples
    --------
    >>> from triptych.engines.generation.description import Setting
    >>> stage_of(Description(setting=Setting(place="sky")), 400, 300).ground is None
    True
    """
    place = scenic_place(description)
    horizon, ground, water = _PLACES[place] if place else _OPEN

    def pixels(band: Band | None) -> Band | None:
        return None if band is None else (band[0] * height, band[1] * height)

    return Stage(width, height, place, horizon * height, pixels(ground), pixels(water))


def scenic_place(description: Description) -> Place | None:
    """Return the place that is painted: the one asked for, or what things and weather imply.

    Something that swims, and neither lies on nor in another thing, needs water; sun, moon and
    clouds, weather, a season or a time of day need an open sky.

    Examples
    --------
    >>> from triptych.engines.generation.description import Setting
    >>> scenic_place(Description(setting=Setting(weather="snow")))
    'meadow'
    """
    setting = description.setting
    if setting.place or setting.backdrop:
        return setting.place
    carried = {each.subject for each in description.relations if each.kind in ("on", "in")}
    homes = [
        drawing(thing.drawings[0]).home
        for index, thing in enumerate(description.things)
        if thing.count and index not in carried
    ]
    if "water" in homes:
        return "lake" if "ground" in homes else "sea"
    if "sky" in homes:
        return "meadow" if "ground" in homes else "sky"
    if setting.weather or setting.season or setting.time:
        return "meadow"
    return None
