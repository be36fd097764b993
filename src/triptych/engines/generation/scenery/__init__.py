"""The scenery of a scene: its place by hour, weather and season."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from triptych.engines.generation.layout.stage import stage_of
from triptych.engines.generation.palette import mapped
from triptych.engines.generation.scene import Place, Scene
from triptych.engines.generation.scenery import land, town, water
from triptych.engines.generation.scenery.sky import before, behind, sky, space
from triptych.engines.generation.scenery.view import View, drawings_of, lit

_LAND: dict[Place, Callable[[View], str]] = {
    "meadow": land.meadow,
    "garden": land.garden,
    "field": land.field,
    "savanna": land.savanna,
    "forest": land.forest,
    "mountains": land.mountains,
    "desert": land.desert,
    "snow": land.snow,
    "moon": land.moon,
    "beach": water.beach,
    "sea": water.sea,
    "underwater": water.underwater,
    "lake": water.lake,
    "city": town.city,
    "room": town.room,
    "table": town.table,
    "space": space,
}
#: Where no sky is seen, or one that the place paints itself.
_WITHOUT_SKY = frozenset({"room", "table", "space", "underwater", None})
_GLOWING = re.compile(r'<path [^>]* class="glowing"/>')


@dataclass(frozen=True, slots=True)
class Scenery:
    """What lies behind and before the things of a scene, as SVG elements.

    Attributes
    ----------
    back, front : str
        What is painted first, and what is painted last.
    haze : str
        The colour that distance takes on.
    view : View
        Of what it is the scenery.
    """

    back: str
    front: str
    haze: str
    view: View


def view_of(scene: Scene) -> View:
    """Return what painters of a scene's scenery need to know."""
    asked = {name for thing in scene.description.things for name in thing.drawings}
    setting = scene.description.setting
    if setting.time is None and asked & drawings_of("moons"):
        setting = replace(setting, time="night")
    return View(
        stage_of(scene.description, scene.width, scene.height),
        setting,
        frozenset(asked | scene.description.forbidden),
        np.random.default_rng((scene.seed, 3)),
    )


def scenery(scene: Scene) -> Scenery:
    """Return the scenery of a scene: its place by its hour, weather and season.

    Varied by the scene's seed. What a thing of the scene is, or what is forbidden, such as the sun,
    is not painted a second time.

    Examples
    --------
    >>> from triptych.engines.generation.scene import Description, Setting
    >>> night = Description(setting=Setting(place="sea", time="night"))
    >>> scenery(Scene(400, 300, 138.0, (), night, 0)).haze
    '#3c4f87'
    """
    view = view_of(scene)
    haze = view.sky[2]
    place = view.place
    if place == "sky":
        return Scenery(sky(view, view.height) + behind(view), before(view), haze, view)
    above = ""
    if place == "moon":
        above = space(view)
    elif place not in _WITHOUT_SKY:
        above = sky(view, view.horizon + 2) + behind(view)
    body = (_LAND[place] if place else town.plain)(view)
    if place in ("space", "moon") or (place is None and view.setting.backdrop):
        return Scenery(above + body, "", haze, view)
    return Scenery(above + _lit(body, view), before(view), haze, view)


def _lit(svg: str, view: View) -> str:
    """Return elements in the light of the hour; what glows keeps its own."""
    pieces, at = [], 0
    for glowing in _GLOWING.finditer(svg):
        pieces += [_changed(svg[at : glowing.start()], view), glowing[0]]
        at = glowing.end()
    return "".join([*pieces, _changed(svg[at:], view)])


def _changed(svg: str, view: View) -> str:
    return mapped(svg, lambda colour: lit(colour, view.time, view.weather))
