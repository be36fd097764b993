"""A sheet of running text as a picture: written from top to bottom, as high as it needs to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.views.base.theme import Palette
from triptych.views.search.flow import Run, draw, lines

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from PIL.Image import Image

# In points.
WIDTH, MARGIN = 612.0, 20.0
_LEADING = 13.5


class Sheet:
    """What is to be drawn, from top to bottom; drawn when its height is known."""

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
