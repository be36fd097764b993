"""The stage: where in the frame ground, water and sky lie."""

from __future__ import annotations

from dataclasses import dataclass

from triptych.engines.generation.drawings import drawing
from triptych.engines.generation.scene import Description, Place
from triptych.models.files import rows

#: A stretch of the picture from top to bottom, as shares of its height.
Band = tuple[float, float]


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
    """Return the stage of a description, in a picture of so many pixels.

    Examples
    --------
    >>> from triptych.engines.generation.scene import Setting
    >>> stage_of(Description(setting=Setting(place="sky")), 400, 300).ground is None
    True
    """
    place = scenic_place(description)
    horizon, ground, water = (
        tuple(float(share) * height for share in shares.split() if share != "-")
        for shares in properties(place)[:3]
    )
    bands = [(band[0], band[1]) if band else None for band in (ground, water)]
    return Stage(width, height, place, horizon[0], *bands)


def properties(place: Place | None) -> tuple[str, ...]:
    """Return the columns of `models/generation/places.tsv` after the name of a place."""
    table = {name: columns for name, *columns in rows("generation/places.tsv")}
    return tuple(table[place or "open"])


def scenic_place(description: Description) -> Place | None:
    """Return the place that is painted: the one asked for, or what things and weather imply.

    Something that swims, and neither lies on nor in another thing, needs water; sun, moon and
    clouds, weather, a season or a time of day need an open sky.

    Examples
    --------
    >>> from triptych.engines.generation.scene import Setting
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
