"""Painting a scene: from what is placed to SVG."""

from __future__ import annotations

from dataclasses import replace
from xml.sax.saxutils import escape

from triptych._cancellation import check_cancelled
from triptych.engines.generation.layout import PICTURE_FRAME
from triptych.engines.generation.painting.figures import Figures
from triptych.engines.generation.painting.picture import background, framed
from triptych.engines.generation.painting.strokes import PAINTED_AGAIN, repaint
from triptych.engines.generation.painting.styles import scenery_in
from triptych.engines.generation.scene import Scene
from triptych.engines.generation.scenery import scenery


def to_svg(scene: Scene, *, picture: bytes | None = None) -> str:
    """Return a scene as an SVG picture.

    Parameters
    ----------
    scene : Scene
        As `arrange` returns it.
    picture : bytes, optional
        A PNG or JPEG file, which becomes the background; where the scene has a place, it stands
        in it instead, for which `arrange` has to be told of it. It is embedded, cut to what is
        seen.

    Returns
    -------
    str
        SVG 1.1, complete in itself; the same for the same scene.

    Raises
    ------
    ValueError
        If `picture` cannot be read.
    triptych.engines.generation.drawings.UnknownDrawingError
        If a drawing of the scene does not exist.

    Examples
    --------
    >>> from triptych.engines.generation.scene import Description
    >>> to_svg(Scene(300, 300, 180.0, (), Description(), 0))[:4]
    '<svg'
    """
    width, height, style = scene.width, scene.height, scene.description.setting.style
    land = scenery(scene)
    figures = Figures(scene, land)
    back = scenery_in(style, land.back, width, height)
    if picture is not None and scene.description.setting.place is None:
        back = background(picture, style, width, height)
    parts = []
    for placed in scene.placed:
        check_cancelled()
        if picture is not None and placed.drawing == PICTURE_FRAME and placed.thing is None:
            parts.append(framed(picture, style, placed))
        else:
            parts.append(figures.painted(placed))
    body = f"{back}{''.join(parts)}{land.front}"
    definitions = "".join(figures.definitions)
    whole = _document(scene, definitions, body)
    if style not in PAINTED_AGAIN:
        return whole
    if style == "pencil sketch":
        # The pencil's tones are those of the things, not of the lines around them.
        plain = replace(scene.description.setting, style=None)
        coloured = replace(scene, description=replace(scene.description, setting=plain))
        whole = to_svg(coloured, picture=picture)
    again = repaint(whole, body, style, width, height, scene.seed)
    return _document(scene, definitions if again.startswith(body) else "", again)


def _document(scene: Scene, definitions: str, body: str) -> str:
    """Return a whole SVG document."""
    setting = scene.description.setting
    things = ", ".join(
        f"{thing.count} {thing.noun}" if thing.count > 1 else thing.noun
        for thing in scene.description.things
    )
    aspects = (setting.place, setting.time, setting.weather, setting.season, setting.style)
    where = ", ".join(part for part in aspects if part)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'version="1.1" width="{scene.width}" height="{scene.height}" '
        f'viewBox="0 0 {scene.width} {scene.height}">'
        f"<title>{escape(_written(things or where or 'Scenery'))}</title>"
        f"<desc>{escape(_written(where or 'No place'))}</desc>"
        f"<defs>{definitions}</defs>{body}</svg>"
    )


def _written(words: str) -> str:
    """Return words without the control characters that XML forbids."""
    return "".join(letter for letter in words if letter.isprintable())
