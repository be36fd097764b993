"""Pictures in one style, without pyplot: no global state, no second display."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from triptych.views.base.theme import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Inches; `Picture` says how wide that is on a page.
WIDE = 9.0
#: Points of the smallest letters: 16 pixels in a notebook, and 11 in the documentation.
SMALL = 9.0


def new_figure(width: float, height: float, colours: Palette) -> tuple[Figure, Axes]:
    """Return an empty figure in the house style; width and height in inches."""
    from triptych.views.base.picture import Picture

    figure = Picture(width, height)
    figure.set_facecolor(colours.paper)
    axes = figure.add_subplot()
    axes.set_facecolor(colours.paper)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(colours.faint)
    axes.tick_params(colors=colours.faint, labelsize=SMALL)
    axes.set_axisbelow(True)
    return figure, axes


def set_title(axes: Axes, words: str, colours: Palette) -> None:
    """Set the title, above the picture at the left."""
    axes.set_title(words, loc="left", fontsize=11, color=colours.ink, pad=10)


def name_rows(axes: Axes, names: Sequence[str], colours: Palette) -> None:
    """Name the rows of a picture at its left, from the top."""
    axes.set_yticks(range(len(names)), names, color=colours.ink)
    axes.set_ylim(max(1, len(names)) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def set_unit(axes: Axes, words: str, colours: Palette, **options: Any) -> None:
    """Set the label of the horizontal axis."""
    axes.set_xlabel(words, fontsize=SMALL, color=colours.faint, **options)


def write(axes: Axes, x: float, y: float, words: str, colours: Palette, **options: Any) -> None:
    """Write a text into a picture, vertically centred."""
    look: dict[str, Any] = {"va": "center", "fontsize": SMALL, "color": colours.ink}
    axes.text(x, y, words, **(look | options))


def png(figure: Figure, description: str = "", *, small: bool = False) -> bytes:
    """Return the figure as PNG, with a description of what it shows in the file itself."""
    from triptych.views.base.picture import png as write

    return write(figure, description, small=small)
