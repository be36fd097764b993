"""Running text as a picture: a sheet written from top to bottom, as high as it needs to be."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from triptych.views.base.theme import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

# Words with the spaces that follow them.
_WORD = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text of one look, on one line unless it is broken."""

    text: str
    colour: str
    #: In points.
    size: float = 9.5
    bold: bool = False
    #: Colour of the box behind it, if any; such a run is never broken.
    chip: str = ""

    @property
    def width(self) -> float:
        """Its width in points."""
        return width(self.text, self.size, self.bold) + (_CHIP_PADDING if self.chip else 0)


_CHIP_PADDING = 7.0


def lines(runs: Iterable[Run], room: float, most: int = 0) -> list[list[Run]]:
    """Break runs into lines of so many points; of more than `most` lines the rest is an ellipsis.

    Examples
    --------
    >>> broken = lines([Run("one two three", "#000000")], 45)
    >>> ["".join(run.text for run in line).strip() for line in broken]
    ['one two', 'three']
    """
    broken: list[list[Run]] = [[]]
    left = room
    for group in _groups(runs, room):
        *firsts, last = group
        ending = last.width if last.chip else width(last.text.rstrip(), last.size, last.bold)
        if sum(run.width for run in firsts) + ending > left and broken[-1]:
            if len(broken) == most:
                last = broken[-1][-1]
                broken[-1][-1] = replace(last, text=last.text.rstrip(" ,.;:") + " …")
                return broken
            broken.append([])
            left = room
        broken[-1] += group
        left -= sum(run.width for run in group)
    return broken


def _groups(runs: Iterable[Run], room: float) -> Iterator[list[Run]]:
    """Yield unbreakable groups: a word, and the chips that follow it."""
    group: list[Run] = []
    for part in (part for run in runs for part in _parts(run, room)):
        if group and not part.chip:
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def _parts(run: Run, room: float) -> Iterator[Run]:
    """Yield the words of a run, those longer than a line in pieces: addresses, for instance."""
    if run.chip:
        yield run
        return
    for word in _WORD.findall(run.text):
        while (needed := width(word.rstrip(), run.size, run.bold)) > room:
            cut = max(1, int(0.95 * len(word) * room / needed))
            yield replace(run, text=word[:cut])
            word = word[cut:]
        yield replace(run, text=word)


def draw(axes: Axes, line: Iterable[Run], left: float, baseline: float) -> None:
    """Write a line from a point on, in axes whose units are points and whose y grows downwards."""
    from matplotlib.patches import FancyBboxPatch

    for run in _joined(line):
        inset = 0.0
        if run.chip:
            inset = _CHIP_PADDING / 2
            box = FancyBboxPatch(
                (left + 2.6, baseline - run.size - 2.2),
                run.width - 4.2,
                run.size + 2.0,
                boxstyle="round,pad=0,rounding_size=3.5",
                linewidth=0,
                facecolor=run.chip,
            )
            axes.add_patch(box)
        axes.text(
            left + inset,
            baseline - (2.2 if run.chip else 0),
            run.text.rstrip(),
            fontsize=run.size,
            fontweight="bold" if run.bold else "normal",
            color=run.colour,
        )
        left += run.width


def _joined(line: Iterable[Run]) -> Iterator[Run]:
    """Yield the runs of a line, words of one look together: each costs time to draw."""
    for look, same in groupby(line, key=lambda run: replace(run, text="")):
        words = [run.text for run in same]
        yield from (replace(look, text=text) for text in (words if look.chip else ["".join(words)]))


@cache
def width(text: str, size: float, bold: bool) -> float:
    """Return the width of a text in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if bold else "normal")
    with warnings.catch_warnings():
        # The HTML shows what the installed fonts have no letter for.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        measured, _, _ = text_to_path.get_text_width_height_descent(text, font, False)
    return float(measured)


# In points.
WIDTH, MARGIN = 648.0, 20.0
_LEADING = 13.5


class Sheet:
    """Content from top to bottom, drawn when its height is known."""

    def __init__(self, colours: Palette) -> None:
        self.colours = colours
        self.height = MARGIN
        self._written: list[tuple[list[Run], float, float]] = []
        self._boxes: list[tuple[float, float, float, float, str]] = []
        self._outlines: list[tuple[float, float, float, float, str]] = []
        self._pictures: list[tuple[Image, float, float, float, float]] = []

    def write(
        self,
        runs: list[Run],
        *,
        left: float = MARGIN,
        right: float = WIDTH - MARGIN,
        leading: float = _LEADING,
        most: int = 0,
    ) -> None:
        """Add running text."""
        for line in lines(runs, right - left, most):
            self.height += leading
            self._written.append((line, left, self.height))

    def place(self, run: Run, middle: float, baseline: float) -> None:
        """Add a few letters around a point, outside the run of the text."""
        self._written.append(([run], middle - run.width / 2, baseline))

    def box(self, left: float, top: float, width: float, height: float, colour: str) -> None:
        """Add a box behind the text."""
        self._boxes.append((left, top, width, height, colour))

    def outline(self, left: float, top: float, width: float, height: float, colour: str) -> None:
        """Add a frame, under the boxes and above pictures."""
        self._outlines.append((left, top, width, height, colour))

    def picture(self, shown: Image, left: float, top: float, width: float, height: float) -> None:
        """Add a picture under all else."""
        self._pictures.append((shown, left, top, width, height))

    def figure(self) -> Figure:
        """Return the sheet, drawn."""
        from matplotlib.patches import Rectangle

        from triptych.views.base.picture import Picture

        height = self.height + MARGIN
        figure = Picture(WIDTH / 72, height / 72, true_widths=True)
        figure.set_layout_engine("none")
        figure.set_facecolor(self.colours.paper)
        axes: Axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        for shown, left, top, width, tall in self._pictures:
            axes.imshow(shown, extent=(left, left + width, top + tall, top), aspect="auto")
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(height, 0)
        for left, top, width, tall, colour in self._outlines:
            for edge, thick in (("#FFFFFF", 2.6), (colour, 1.4)):
                frame = Rectangle((left, top), width, tall, fill=False, ec=edge, lw=thick)
                axes.add_patch(frame)
        for left, top, width, tall, colour in self._boxes:
            axes.add_patch(Rectangle((left, top), width, tall, color=colour, linewidth=0))
        for line, left, baseline in self._written:
            draw(axes, line, left, baseline)
        return figure
