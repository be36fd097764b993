"""Which of some vectors are alike: a matrix of cosines, as a picture and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from triptych._colours import between, contrast
from triptych.views.base import theme
from triptych.views.base.figures import SMALL, new_figure, set_title
from triptych.views.base.markup import escape
from triptych.views.base.units import shortened
from triptych.views.embedding.neighbours import cosines, named

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from matplotlib.axes import Axes
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

#: More do not fit on a page.
MOST_DRAWN, MOST_LISTED = 60, 40
#: Numbers of two digits in every cell, while a reader can still find one among them.
_MOST_NUMBERED, _MOST_NUMBERED_IN_HTML = 12, 20
#: How much of the colour lies over the page at cosine 0 and at 1; the ink above stays readable.
_FAINTEST, _STRONGEST = 0.04, 0.7


def similarity_figure(
    vectors: numpy.typing.ArrayLike,
    labels: Sequence[str],
    *,
    dark: bool = False,
    title: str = "Cosine similarity",
) -> Figure:
    """Draw the cosines of vectors with each other as a matrix.

    Parameters
    ----------
    vectors : array_like of float, shape (n, d)
        Of any length; the first 60 are drawn.
    labels : sequence of str
        One for each vector; shortened at the left of its row.
    dark : bool, default False
        For a dark page.
    title : str
        Above the matrix.

    Returns
    -------
    Figure
        Colours run from 0 to 1; below 0 as at 0. Up to 12 vectors have numbers in the cells.

    Raises
    ------
    ValueError
        If there is no vector, or not one label for each.

    Examples
    --------
    >>> picture = similarity_figure([[1.0, 0.0], [0.8, 0.6]], ["tea", "coffee"])
    >>> [words.get_text() for words in picture.axes[0].texts]
    ['1.00', '.80', '.80', '1.00']
    """
    matrix, names = _first(vectors, labels, MOST_DRAWN)
    total = len(names)
    if not total:
        raise ValueError("Give at least one vector.")
    colours = theme.palette(dark=dark)
    cell = max(0.15, min(0.5, 5.2 / total))
    if len(labels) > total:
        title += f", the first {total} of {len(labels)}"
    beside = max(total * cell + 1.1, 0.09 * len(title))
    width = 0.075 * max(map(len, names)) + beside
    figure, axes = new_figure(width, total * cell + 1, colours)
    image = draw_matrix(axes, matrix, colours)
    axes.set_anchor("W")
    axes.set_yticks(range(total), names, fontsize=SMALL, color=colours.ink)
    set_title(axes, title, colours)
    if total > _MOST_NUMBERED:
        draw_scale(figure, axes, image, colours)
    return figure


def draw_matrix(
    axes: Axes,
    matrix: numpy.typing.NDArray[numpy.float64],
    colours: theme.Palette,
    *,
    low: float = 0.0,
) -> AxesImage:
    """Draw cosines into axes, the colour running from `low` to 1, with numbers where they fit."""
    total = len(matrix)
    ramp = _ramp(colours)
    image = axes.imshow(matrix, cmap=ramp, vmin=low, vmax=1, interpolation="nearest")
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, colors=colours.faint, labelsize=SMALL)
    axes.set_facecolor(colours.paper)
    step = next((step for step in (1, 5, 10, 20, 50, 100) if total / step <= 24), 200)
    axes.set_xticks(range(step - 1, total, step), [str(n) for n in range(step, total + 1, step)])
    if total > _MOST_NUMBERED:
        return image
    for row in range(total):
        for column in range(total):
            red, green, blue, _ = ramp(image.norm(matrix[row, column]), bytes=True)
            ground = f"#{red:02X}{green:02X}{blue:02X}"
            # The house's inks are too soft for the middle of the ramp.
            inks = ("#000000", "#FFFFFF")
            axes.text(
                column,
                row,
                number(matrix[row, column]),
                ha="center",
                va="center",
                fontsize=SMALL,
                color=max(inks, key=lambda ink: contrast(ink, ground)),
            )
    return image


def draw_scale(figure: Figure, axes: Axes, image: AxesImage, colours: theme.Palette) -> Axes:
    """Draw the scale of colours beside a matrix, and return its axes."""
    bar = figure.colorbar(image, cax=axes.inset_axes((1.03, 0.2, 0.03, 0.6)))
    bar.outline.set_visible(False)
    bar.ax.tick_params(colors=colours.faint, labelsize=SMALL, length=0)
    bar.ax.set_title("cosine", fontsize=SMALL, color=colours.faint, loc="left")
    return bar.ax


def similarity_html(vectors: numpy.typing.ArrayLike, labels: Sequence[str]) -> str:
    """Return the same matrix as an HTML table that needs neither script nor style sheet.

    The first 40 vectors are listed. Every cell has its number as a tooltip and for screen readers;
    it is shown where it fits. Labels are escaped; `ValueError` if there is not one for each vector.

    Examples
    --------
    >>> "<script>" in similarity_html([[1.0, 0.0], [0.8, 0.6]], ["<script>", "tea"])
    False
    """
    matrix, names = _first(vectors, labels, MOST_LISTED)
    if not names:
        return "<p>No vectors to compare.</p>"
    numbered = len(names) <= _MOST_NUMBERED_IN_HTML
    side = "2.7em" if numbered else "14px"
    # Notebooks style cells, so each has its own style. Numbers without room stay text that is
    # not seen: screen readers read it, and it can be copied.
    cell = "padding:0;text-align:center"
    if not numbered:
        cell += ";color:transparent;font-size:6px"
    head = "".join(
        f'<th scope="col" title="{escape(name)}" style="padding: 0; min-width: {side}; border: 0; '
        "text-align: center; font-weight: 400; color: "
        # Every fifth where they would run into each other; a screen reader reads all.
        f'{theme.FAINT_INK if numbered or place % 5 == 0 else "transparent"}">{place}</th>'
        for place, name in enumerate(names, start=1)
    )
    # In a narrow window names leave room for the numbers.
    named = "white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 40vw"
    rows = "".join(
        f'<tr><th scope="row" dir="auto" style="padding: 0 .8em 0 0; height: {side}; border: 0; '
        f'text-align: left; {named}; font-weight: 400" title="{escape(name)}">{escape(name)}</th>'
        + "".join(
            f'<td title="{escape(_tooltip(name, other, value))}" style="{cell};'
            f'background:{_shade(value)}">{number(value)}</td>'
            for other, value in zip(names, row, strict=True)
        )
        + "</tr>"
        for name, row in zip(names, matrix.tolist(), strict=True)
    )
    hidden = len(labels) - len(names)
    rest = f", the first {len(names)} of {len(labels)}" if hidden else ""
    words = f"Cosine similarity{rest}: 1 is the same direction, 0 is unrelated"
    if not numbered:
        words += "; point at a cell for its number"
    return (
        '<div style="overflow-x: auto" tabindex="0" role="region" aria-label="Cosine similarity">'
        '<table style="border-collapse: collapse; margin: 0; width: auto; table-layout: auto; '
        'color: inherit; font-size: 12px; font-variant-numeric: tabular-nums">'
        '<caption style="text-align: left; white-space: nowrap; padding: 0 0 .4em; '
        f'color: {theme.FAINT_INK}">{words}</caption>'
        f'<thead><tr><td style="border: 0"></td>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def number(value: float) -> str:
    """Return a cosine in two digits.

    Examples
    --------
    >>> [number(value) for value in (1, 0.834, -0.104, -0.001)]
    ['1.00', '.83', '−.10', '.00']
    """
    rounded = round(value, 2)
    words = f"{abs(rounded):.2f}".removeprefix("0")
    return "−" + words if rounded < 0 else words


def _first(
    vectors: numpy.typing.ArrayLike, labels: Sequence[str], most: int
) -> tuple[numpy.typing.NDArray[numpy.float64], list[str]]:
    """Return the cosines of the first vectors, and their labels, numbered as the columns are."""
    import numpy

    array = numpy.asarray(vectors)
    names = named(labels, len(array))[:most]
    shown = [f"{place} {_narrow(name)}" for place, name in enumerate(names, start=1)]
    return cosines(array[:most]), shown


def _narrow(name: str) -> str:
    """Return a label shortened to a width; letters of Chinese and the like are wide."""
    wide = any(east_asian_width(letter) in "WF" for letter in name[:36])
    return shortened(name, 18 if wide else 36)


def _ramp(colours: theme.Palette) -> LinearSegmentedColormap:
    from matplotlib.colors import LinearSegmentedColormap

    steps = [between(colours.paper, colours.score, place / 16) for place in range(17)]
    parts = [(red / 255, green / 255, blue / 255) for red, green, blue in steps]
    return LinearSegmentedColormap.from_list("similarity", parts)


def _shade(value: float) -> str:
    """Return the translucent background of a cell, as #RRGGBBAA."""
    strength = _FAINTEST + (_STRONGEST - _FAINTEST) * max(0.0, value)
    return f"{theme.SCORE}{round(255 * strength):02X}"


def _tooltip(name: str, other: str, value: float) -> str:
    return f"{number(value)}: {shortened(name, 24)} / {shortened(other, 24)}"
