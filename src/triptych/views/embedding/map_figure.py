"""A map as a Matplotlib figure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.views.base.figures import SMALL, WIDE, new_figure, set_title, set_unit
from triptych.views.base.theme import palette
from triptych.views.base.thumbnails import thumbnail
from triptych.views.base.units import shortened
from triptych.views.embedding.map_svg import MOST_PICTURES
from triptych.views.embedding.scene import MapScene, fitted, labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy import float64
    from numpy.typing import NDArray

    from triptych.views.base.theme import Palette

_WIDTH, _HEIGHT = WIDE, 6.0
#: Points of the paper: 72 an inch.
_LETTER, _LINE = 6.0, 13.0
_SIDE = 44
_FEW = 30
#: Letters of the legend's size that fit into a line.
_LETTERS = 110


def draw(drawn: MapScene, *, dark: bool) -> Figure:
    """Return the map: a dot or a small picture for each point, clusters named where they lie."""
    colours = palette(dark=dark)
    figure, axes = new_figure(_WIDTH, _HEIGHT, colours)
    width, height = 72 * (_WIDTH - 0.5), 72 * (_HEIGHT - 1.0)
    placed = fitted(drawn.points, width, height, 24)
    axes.set_xlim(0, width)
    # Downwards, as the paper of the other drawing.
    axes.set_ylim(height, 0)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    size = 40 if len(placed) <= 100 else 14 if len(placed) <= 500 else 6
    axes.scatter(
        placed[:, 0], placed[:, 1], s=size, c=drawn.colouring.colours, alpha=0.75, linewidths=0
    )
    if not drawn.of_texts and len(placed) <= MOST_PICTURES:
        _pictures(axes, drawn, placed)
    elif len(placed) <= _FEW:
        _names(axes, drawn, placed, colours, width)
    _clusters(axes, drawn, placed, colours, width, height)
    set_title(axes, drawn.title, colours)
    set_unit(axes, "near points are similar; the axes have no unit", colours, loc="left")
    _legend(axes, drawn, colours)
    return figure


def _clusters(
    axes: Axes,
    drawn: MapScene,
    placed: NDArray[float64],
    colours: Palette,
    width: float,
    height: float,
) -> None:
    import matplotlib.patheffects as effects

    halo = [effects.withStroke(linewidth=3, foreground=colours.paper)]
    for label in labels(drawn, placed, width=width, height=height, letter=_LETTER, line=_LINE):
        axes.text(
            label.x,
            label.y,
            label.words,
            ha="center",
            va="center",
            fontsize=SMALL,
            fontweight="bold",
            color=colours.ink,
            path_effects=halo,
            # Or the paper would shrink to make room for it.
            in_layout=False,
        )


def _names(
    axes: Axes, drawn: MapScene, placed: NDArray[float64], colours: Palette, width: float
) -> None:
    """Name each of a few points, on the side where there is room."""
    for (x, y), text in zip(placed, drawn.texts, strict=True):
        name = shortened(text, 32)
        is_left = x + len(name) * _LETTER > width
        axes.annotate(
            name,
            (x, y),
            xytext=(-5 if is_left else 5, 3),
            textcoords="offset points",
            ha="right" if is_left else "left",
            fontsize=SMALL,
            color=colours.ink,
            in_layout=False,
        )


def _pictures(axes: Axes, drawn: MapScene, placed: NDArray[float64]) -> None:
    from matplotlib.offsetbox import AnnotationBbox, OffsetImage
    from numpy import asarray

    for place, item in zip(placed, drawn.inputs, strict=True):
        picture = thumbnail(item, 2 * _SIDE)
        if picture is not None:
            box = OffsetImage(asarray(picture), zoom=0.5)
            axes.add_artist(AnnotationBbox(box, tuple(place), frameon=False))


def _legend(axes: Axes, drawn: MapScene, colours: Palette) -> None:
    from matplotlib.lines import Line2D

    entries = [
        Line2D([], [], marker="o", linestyle="", color=colour, label=shortened(name, 30))
        for name, colour in drawn.colouring.legend.items()
    ]
    if entries:
        longest = max(len(str(entry.get_label())) for entry in entries)
        axes.figure.legend(
            handles=entries,
            frameon=False,
            labelcolor=colours.ink,
            fontsize=SMALL,
            loc="outside lower left",
            # As many as fit beside each other.
            ncols=max(1, _LETTERS // (longest + 6)),
            handletextpad=0.1,
        )
