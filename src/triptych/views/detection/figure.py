"""The picture with its boxes: as a Matplotlib figure, and as pixels to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triptych._boxes import Box, NamedBox, draw_boxes, place, text_width
from triptych._colours import ink_on
from triptych.contract import DetectionReply
from triptych.views.base.figures import SMALL, new_figure
from triptych.views.base.theme import LIGHT, Palette, palette
from triptych.views.base.units import shortened
from triptych.views.detection.scene import Scene, scene, summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

#: Inches of the picture's sides at most.
_WIDEST, _TALLEST = 7.0, 6.0
_LETTER = SMALL
_PLATE = "round,pad=0.18,rounding_size=0.2"
_LONGEST_TITLE = 90
#: More pixels than the figure has dots.
_LONGEST_SIDE = 1000


def draw(reply: DetectionReply) -> Image:
    """Return the picture with boxes and names, at the picture's full size.

    Lines and letters grow with the picture. Where the picture is not available (it was given by an
    address, or the request is not known) the boxes stand on an empty ground of its size.

    Parameters
    ----------
    reply : DetectionReply
        The objects; its request holds the picture.

    Returns
    -------
    PIL.Image.Image
        RGB.

    Examples
    --------
    >>> draw(DetectionReply(objects=[], image_width=64, image_height=48)).size
    (64, 48)
    """
    from PIL import Image

    drawn = scene(reply)
    if drawn.picture is not None:
        picture = drawn.picture.copy()
    else:
        picture = Image.new("RGB", (round(drawn.width), round(drawn.height)), LIGHT.grid)
    across, down = picture.width / drawn.width, picture.height / drawn.height
    objects = [
        NamedBox(
            Box(one.left * across, one.top * down, one.width * across, one.height * down),
            name,
            one.colour,
        )
        for one, name in zip(drawn.objects, drawn.names, strict=True)
    ]
    draw_boxes(picture, objects)
    return picture


def figure(reply: DetectionReply, *, dark: bool = False) -> Figure:
    """Draw the picture with its boxes, or the boxes on an empty ground."""
    colours = palette(dark=dark)
    drawn = scene(reply)
    scale = min(_WIDEST / drawn.width, _TALLEST / drawn.height)
    width, height = drawn.width * scale, drawn.height * scale
    made, axes = new_figure(max(5.0, width + 0.3), max(0.8, height) + 0.6, colours)
    title = shortened(summary(reply), _LONGEST_TITLE)
    axes.set_title(title, loc="left", fontsize=10, color=colours.ink, pad=8)
    _ground(axes, drawn, colours)
    _boxes(axes, drawn)
    _names(axes, drawn, 72 * scale)
    return made


def _ground(axes: Axes, drawn: Scene, colours: Palette) -> None:
    from matplotlib.patches import Rectangle

    extent = (0.0, drawn.width, drawn.height, 0.0)
    if drawn.picture is not None:
        small = drawn.picture.copy()
        small.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
        axes.imshow(small, extent=extent)
    else:
        axes.add_patch(Rectangle((0, 0), drawn.width, drawn.height, facecolor=colours.grid))
    axes.set_xlim(0, drawn.width)
    axes.set_ylim(drawn.height, 0)
    axes.set_aspect("equal", anchor="NW")
    axes.axis("off")


def _boxes(axes: Axes, drawn: Scene) -> None:
    from matplotlib.patches import Rectangle

    for one in drawn.objects:
        # A colour of middling lightness vanishes on some grounds; between dark and white not.
        for colour, wide, opacity in (("black", 3, 0.55), ("white", 2, 0.9), (one.colour, 1.2, 1)):
            line: dict[str, Any] = {"edgecolor": colour, "linewidth": wide, "alpha": opacity}
            corner, sides = (one.left, one.top), (one.width, one.height)
            axes.add_patch(Rectangle(corner, *sides, fill=False, **line))


def _names(axes: Axes, drawn: Scene, points: float) -> None:
    """Write the names; `points` are those of a pixel of the picture."""
    names = drawn.names
    boxes = [one.box for one in drawn.objects]
    sizes = [
        ((text_width(name, _LETTER) + 6) / points, (_LETTER + 4) / points) if name else (0.0, 0.0)
        for name in names
    ]
    labels = place(boxes, sizes, drawn.width, drawn.height)
    for one, name, label in zip(drawn.objects, names, labels, strict=True):
        if name and label.free:
            left, top, width, height = label.box
            plate = {"boxstyle": _PLATE, "facecolor": one.colour, "edgecolor": "none"}
            look: dict[str, Any] = {"fontsize": _LETTER, "color": ink_on(one.colour)}
            middle = (left + width / 2, top + height / 2)
            axes.text(*middle, name, ha="center", va="center", bbox=plate, **look)
