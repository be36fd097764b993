"""A single vector as a strip of bars: a look at it, nothing to read numbers from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.views.base import theme

if TYPE_CHECKING:
    import numpy
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

_WIDTH, _HEIGHT = 720, 60


def strip(vector: NDArray[numpy.floating]) -> str:
    """Return the numbers as inline SVG: upwards above zero, downwards below."""
    largest = float(abs(vector).max()) or 1.0
    step = _WIDTH / len(vector)
    bars = "".join(
        f"M{place * step:.1f} {_HEIGHT / 2}v{-number / largest * _HEIGHT / 2:.1f}"
        for place, number in enumerate(vector.tolist())
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" preserveAspectRatio="none" '
        f'aria-label="{len(vector)} numbers, the largest {largest:.2f}" '
        f'style="width: 100%; height: {_HEIGHT}px; background: {theme.SURFACE}; '
        f'border-radius: 4px"><path d="{bars}" stroke="{theme.SCORE}" '
        f'stroke-width="{step * 0.8:.2f}"/></svg>'
    )


def strip_figure(vector: NDArray[numpy.floating], title: str, *, dark: bool) -> Figure:
    """Return the same as a Matplotlib figure."""
    from triptych.views.base.figures import new_figure, set_title

    colours = theme.palette(dark=dark)
    figure, axes = new_figure(9.0, 2.2, colours)
    axes.bar(range(len(vector)), vector, width=0.8, color=colours.score)
    axes.margins(x=0.01)
    axes.set_xlabel("place in the vector", fontsize=9, color=colours.faint)
    axes.set_ylabel("number", fontsize=9, color=colours.faint)
    set_title(axes, title, colours)
    return figure
