"""A research reply as a picture: the graph of how it was found, with coverage per source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import ResearchReply
from triptych.views.base.sheet import Run, draw, lines
from triptych.views.base.theme import Palette, palette
from triptych.views.base.units import count, shortened
from triptych.views.research.graph import (
    MOST_SOURCES,
    Layout,
    Row,
    SubQuestion,
    layout,
    sub_questions,
)
from triptych.views.research.prose import Prose
from triptych.views.research.sources import claims, references
from triptych.views.research.wording import advice, author, summary
from triptych.views.search.wording import site

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# In points.
_WIDTH, _MARGIN = 648.0, 20.0
_QUESTION, _SOURCE, _ROUND = 36.0, 26.0, 24.0
_TRUNK, _LABEL, _FROM = 26.0, 44.0, 272.0
_TO, _TITLE, _BAR, _END = 322.0, 26.0, 540.0, 604.0
_SIZE, _LEADING = 9.0, 12.0


class _Drawing:
    """What is drawn, from top to bottom; written when the height is known."""

    def __init__(self, colours: Palette) -> None:
        self.colours = colours
        self.height = _MARGIN
        self.written: list[tuple[list[Run], float, float]] = []

    def write(self, words: str, *, size: float, bold: bool = False, faint: bool = False) -> None:
        """Add a paragraph as wide as the picture."""
        colour = self.colours.faint if faint else self.colours.ink
        runs = [Run(shortened(words, 2_000), colour, size, bold=bold)]
        for line in lines(runs, _WIDTH - 2 * _MARGIN, 3):
            self.height += 1.45 * size
            self.written.append((line, _MARGIN, self.height))


def research_figure(reply: ResearchReply, *, dark: bool) -> Figure:
    """Return the picture of a research."""
    colours = palette(dark=dark)
    drawn = _Drawing(colours)
    drawn.write(reply.query, size=13, bold=True)
    prose = Prose(reply)
    details = (summary(reply, len(prose.cited)), author(reply))
    drawn.write(" · ".join(filter(None, details)), size=9, faint=True)
    for warning in reply.warnings[:3]:
        drawn.write(f"Note: {warning.message}", size=9)
    if reply.not_found:
        drawn.write(f"Nothing was found about: {'; '.join(reply.not_found)}", size=9)
    sources = references(reply)
    placed = layout(
        sub_questions(reply),
        list(sources),
        question_height=_QUESTION,
        source_height=_SOURCE,
        round_height=_ROUND,
    )
    if not sources:
        for words in advice(reply):
            drawn.write(f"•  {words}", size=9)
    top = drawn.height + 34
    bottom = top + placed.height
    figure, axes = _paper(bottom + _MARGIN + (12 if len(sources) > MOST_SOURCES else 0), colours)
    for line, left, baseline in drawn.written:
        draw(axes, line, left, baseline)
    if placed.left:
        _questions(axes, placed, top, colours)
    # Sources have the whole width where there are no questions beside them.
    left = _TO if placed.left else _MARGIN
    if sources:
        draw(axes, [Run("source", colours.faint, _SIZE)], left, top - 10)
        draw(axes, [Run("sentences citing it", colours.faint, _SIZE)], _BAR, top - 10)
    times = {number: len(own) for number, own in claims(reply, prose).items()}
    most = max((times.get(number, 0) for number in sources), default=0)
    for row in placed.right:
        number = int(str(row.value))
        title = sources[number].title or site(sources[number])
        _source(axes, row, title, (left, top), colours)
        _bar(axes, row, times.get(number, 0), most, top, colours)
    if (left_out := len(sources) - MOST_SOURCES) > 0:
        words = f"… and {count(left_out, 'more source')}: to_frame() has them all"
        draw(axes, [Run(words, colours.faint, _SIZE)], left + _TITLE, bottom + 12)
    return figure


def _paper(height: float, colours: Palette) -> tuple[Figure, Axes]:
    from triptych.views.base.picture import Picture

    figure = Picture(_WIDTH / 72, height / 72, true_widths=True)
    figure.set_layout_engine("none")
    figure.set_facecolor(colours.paper)
    axes: Axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, _WIDTH)
    axes.set_ylim(height, 0)
    return figure, axes


def _questions(axes: Axes, placed: Layout, top: float, colours: Palette) -> None:
    """Draw the sub-questions by rounds, and the lines to the sources."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    draw(axes, [Run("searched for", colours.faint, _SIZE)], _LABEL, top - 10)
    middle = (_FROM + _TO) / 2
    # Many lines together are darker than each.
    strength = min(1.0, max(0.35, 60 / max(1, len(placed.edges))))
    for _, _, start, end in placed.edges:
        points = [
            (_FROM, top + start),
            (middle, top + start),
            (middle, top + end),
            (_TO, top + end),
        ]
        curve = Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])
        line = PathPatch(curve, facecolor="none", edgecolor=colours.score_low, linewidth=1.1)
        line.set_alpha(strength)
        axes.add_patch(line)
    questions = [row for row in placed.left if isinstance(row.value, SubQuestion)]
    last = top + questions[-1].middle
    axes.plot([_TRUNK, _TRUNK], [top - 18, last], color=colours.faint, linewidth=0.8)
    for row in placed.left:
        if isinstance(row.value, SubQuestion):
            _question(axes, row, row.value, top, colours)
        else:
            name = [Run(str(row.value), colours.faint, _SIZE, bold=True)]
            draw(axes, name, _TRUNK + 8, top + row.middle + 4)


def _question(axes: Axes, row: Row, one: SubQuestion, top: float, colours: Palette) -> None:
    from matplotlib.patches import FancyBboxPatch

    middle = top + row.middle
    box = FancyBboxPatch(
        (_LABEL - 6, middle - row.height / 2 + 3),
        _FROM - _LABEL + 6,
        row.height - 6,
        boxstyle="round,pad=0,rounding_size=3",
        facecolor=colours.paper,
        edgecolor=colours.faint,
        linewidth=0.8,
        linestyle="solid" if one.new else "dashed",
    )
    axes.add_patch(box)
    axes.plot([_TRUNK, _LABEL - 6], [middle, middle], color=colours.faint, linewidth=0.8)
    room = _FROM - _LABEL - 6
    if not one.new:
        words = "none new" if one.sources else "none cited"
        draw(axes, [Run(words, colours.faint, _SIZE)], _FROM - 52, middle + 3)
        room -= 52
    broken = lines([Run(shortened(one.text, 300), colours.ink, _SIZE)], room, 2)
    first = middle + 3.2 - (len(broken) - 1) * _LEADING / 2
    for place, line in enumerate(broken):
        draw(axes, line, _LABEL, first + place * _LEADING)


def _source(
    axes: Axes, row: Row, title: str, corner: tuple[float, float], colours: Palette
) -> None:
    left, baseline = corner[0], corner[1] + row.middle + 3.2
    chip = Run(str(row.value), colours.ink, _SIZE, bold=True, chip=colours.score_low)
    draw(axes, [chip], left - 2, baseline + 2.2)
    room = _BAR - left - _TITLE - 12
    (line, *_) = lines([Run(shortened(title, 200), colours.ink, _SIZE)], room, 1)
    draw(axes, line, left + _TITLE, baseline)


def _bar(axes: Axes, row: Row, times: int, most: int, top: float, colours: Palette) -> None:
    from matplotlib.patches import Rectangle

    middle = top + row.middle
    width = (_END - _BAR) * times / most if most else 0
    bar = Rectangle((_BAR, middle - 4), max(width, 0.8), 8, color=colours.score, linewidth=0)
    axes.add_patch(bar)
    draw(axes, [Run(str(times), colours.ink, _SIZE)], _BAR + width + 5, middle + 3.2)
