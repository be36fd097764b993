"""Pictures in one style, without pyplot: no global state, no second display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.views.base.theme import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def new_figure(width: float, height: float, colours: Palette) -> tuple[Figure, Axes]:
    """Return an empty figure in the house style; width and height in inches."""
    from triptych.views.base.picture import Picture

    figure = Picture(width, height)
    figure.set_facecolor(colours.paper)
    axes = figure.add_subplot()
    axes.set_facecolor(colours.paper)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(colours.faint)
    axes.tick_params(colors=colours.faint, labelsize=9)
    axes.set_axisbelow(True)
    return figure, axes


def set_title(axes: Axes, words: str, colours: Palette) -> None:
    """Say what was asked, at the left above the picture."""
    axes.set_title(words, loc="left", fontsize=11, color=colours.ink, pad=10)


def png(figure: Figure, description: str = "", *, small: bool = False) -> bytes:
    """Return the figure as PNG, with a description of what it shows in the file itself."""
    from triptych.views.base.picture import png as write

    return write(figure, description, small=small)
