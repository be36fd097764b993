"""The picture with its boxes as inline SVG, right also where styles are stripped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from triptych._boxes import Box, Label, place, text_width
from triptych._colours import ink_on
from triptych.views.base import theme
from triptych.views.base.markup import escape
from triptych.views.detection import photo

if TYPE_CHECKING:
    from triptych.views.detection.scene import DetectedObject, Scene

#: Widths in CSS pixels for which the names are laid out: letters keep their size when the picture
#: is narrow or magnified, so they need other places.
WIDTHS = (400, 640, 960, 1600)
#: Shown where there are no style sheets.
USUAL = 640
#: More boxes make a notebook heavy; the frame has them all.
MOST_DRAWN = 300
_LONGEST_SIDE = 1000
_LETTER, _LINE, _AIR = 12, 17, 4


def drawing(scene: Scene, alt: str, marks: list[str]) -> str:
    """Return the picture, its boxes and their names.

    Parameters
    ----------
    scene : Scene
        What to draw.
    alt : str
        What the picture shows, in words.
    marks : list of str
        Classes of the elements of each object, for style sheets to find them.
    """
    width, height = f"{scene.width:.0f}", f"{scene.height:.0f}"
    drawn = list(zip(scene.objects, marks, strict=True))[:MOST_DRAWN]
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(alt)}" '
        'style="display: block; width: 100%; height: auto; border-radius: 4px" '
        f'font-family="inherit">{_ground(scene)}'
        f"{''.join(_frame(one, mark) for one, mark in drawn)}"
        f"{''.join(_names(scene, [mark for _, mark in drawn]))}"
        f"{''.join(_target(scene, one, mark) for one, mark in drawn)}</svg>"
    )


def _ground(scene: Scene) -> str:
    place = f'width="{scene.width:.0f}" height="{scene.height:.0f}"'
    bare = f'<rect {place} fill="{theme.OKABE_ITO["sky"]}" fill-opacity=".12"/>'
    if scene.picture is not None:
        address = photo.as_jpeg(scene.picture, _LONGEST_SIDE)
    elif scene.address is not None:
        address = escape(scene.address)
    else:
        return bare
    # What lies elsewhere may not come.
    beneath = bare if scene.picture is None else ""
    return f'{beneath}<image href="{address}" {place} preserveAspectRatio="none"/>'


def _frame(one: DetectedObject, mark: str) -> str:
    box = _rectangle(one)
    # A colour of middling lightness vanishes on some grounds; between dark and white it cannot.
    strokes = (("#000", 5, 0.5), ("#FFF", 3.8, 0.9), (one.colour, 2.4, 1))
    lines = "".join(
        f'<rect {box} stroke="{colour}" stroke-width="{wide}" stroke-opacity="{opacity}" '
        'vector-effect="non-scaling-stroke"/>'
        for colour, wide, opacity in strokes
    )
    return f'<g class="{mark}" fill="none">{lines}</g>'


def _names(scene: Scene, marks: list[str]) -> Iterator[str]:
    """Yield the names, laid out for each width; one layout is seen at a time."""
    objects = scene.objects[: len(marks)]
    names = scene.names[: len(marks)]
    sizes = [
        (text_width(name, _LETTER) + 2 * _AIR, float(_LINE)) if name else (0.0, 0.0)
        for name in names
    ]
    for width in WIDTHS:
        scale = width / scene.width
        boxes = [Box(*(scale * side for side in one.box)) for one in objects]
        labels = place(boxes, sizes, width, scene.height * scale)
        hidden = "" if width == USUAL else ' display="none"'
        yield (
            f'<g class="triptych-names-{width}" transform="scale({1 / scale:.4g})" '
            f'font-size="{_LETTER}" font-weight="600" pointer-events="none"{hidden}>'
        )
        for one, mark, name, label in zip(objects, marks, names, labels, strict=True):
            if name and label.free:
                yield _name(name, one.colour, mark, label)
        yield "</g>"


def _name(name: str, colour: str, mark: str, label: Label) -> str:
    x, y, width, height = label.box
    return (
        f'<g class="{mark}"><rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{height:.0f}" rx="2" fill="{colour}"/>'
        f'<text x="{x + _AIR:.1f}" y="{y + height - 5:.1f}" fill="{ink_on(colour)}" '
        f'textLength="{width - 2 * _AIR:.1f}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(name)}</text></g>"
    )


def _target(scene: Scene, one: DetectedObject, mark: str) -> str:
    """Return what is pointed at: it says label and confidence, and lights up."""
    # In the middle of its box, but not across the picture's border.
    x, y = one.left + one.width / 2, one.top + one.height / 2
    anchor = "start" if x < scene.width / 5 else "end" if x > scene.width * 4 / 5 else "middle"
    return (
        f'<g class="triptych-target {mark}"><title>{escape(title_of(one))}</title>'
        f'<rect {_rectangle(one)} fill="#FFF" fill-opacity="0" stroke="#FFF" '
        'stroke-opacity="0" vector-effect="non-scaling-stroke"/>'
        f'<text x="{x:.0f}" y="{y:.0f}" dy=".35em" display="none" text-anchor="{anchor}">'
        f"{escape(one.words)}</text></g>"
    )


def title_of(one: DetectedObject) -> str:
    """Return what is shown where the pointer is on an object.

    Examples
    --------
    >>> from triptych.views.detection.scene import DetectedObject
    >>> title_of(DetectedObject("cup_1", "cup", 0.714, 0, 0, 9, 12, "mug"))
    'cup_1, confidence 0.71, 9 × 12 pixels, for “mug”'
    """
    parts = [one.label]
    if one.confidence is not None:
        parts.append(f"confidence {one.confidence:.2f}")
    parts.append(f"{one.width:.0f} × {one.height:.0f} pixels")
    if one.prompt:
        parts.append(f"for “{one.prompt}”")
    return ", ".join(parts)


def _rectangle(one: DetectedObject) -> str:
    return f'x="{one.left:.1f}" y="{one.top:.1f}" width="{one.width:.1f}" height="{one.height:.1f}"'
