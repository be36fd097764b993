"""A Matplotlib figure that shows itself in a notebook; imported only when something is drawn."""

from __future__ import annotations

import io
import warnings

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

_DPI = 144  # twice the 72 dots of a CSS point: sharp on dense screens


class Picture(Figure):
    """A figure outside pyplot, which a notebook would otherwise show as its repr.

    Parameters
    ----------
    width, height : float
        Size in inches.
    """

    def __init__(self, width: float, height: float) -> None:
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
        super().__init__(figsize=(width, height), dpi=_DPI, layout=layout)
        FigureCanvasAgg(self)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        # Shown at the size of its points, so twice as many dots fall on dense screens.
        width, height = (round(72 * inches) for inches in self.get_size_inches())
        return png(self), {"width": width, "height": height}


def png(figure: Figure, description: str = "") -> bytes:
    """Return the figure as PNG; the description says what it shows, in the file itself.

    A letter no installed font has is drawn as a box; the HTML view shows it as it is, so this is
    no cause for a warning in the reader's notebook.
    """
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(buffer, format="png", metadata={"Description": description})
    return buffer.getvalue()
