"""A Matplotlib figure that shows itself in a notebook; imported only when something is drawn."""

from __future__ import annotations

import io
import warnings
from contextlib import nullcontext

from matplotlib import rc_context
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text
from PIL import Image
from PIL.PngImagePlugin import PngInfo

_DPI = 144
#: Pixels of a page for each of a picture's points: a picture as wide as `figures.WIDE` fills the
#: output of a notebook, and what is written in it is about as large as the text around it.
PIXELS_A_POINT = 15 / 8
#: Bytes above which a picture is heavy for a notebook, and the dots an inch it has then.
_HEAVY, _SMALL_DPI = 150_000, 84
_COLOURS_OF_A_DRAWING = 20_000


class Picture(Figure):
    r"""A figure outside pyplot, which a notebook would otherwise show as its repr.

    Dollar signs are drawn as they are: texts come from outside, and what stands between two of them
    would be set as a formula, or, as ``$\href{x}{y}$``, end the drawing with an error.

    Parameters
    ----------
    width, height : float
        Size in inches.
    true_widths : bool
        Whether letters are as wide as in their font. Otherwise they are fitted to dots, and a line
        is up to a twentieth longer than measured.
    """

    def __init__(self, width: float, height: float, *, true_widths: bool = False) -> None:
        self._true_widths = true_widths
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
        super().__init__(figsize=(width, height), dpi=_DPI, layout=layout)
        FigureCanvasAgg(self)

    def draw(self, renderer: RendererBase) -> None:
        """Draw the figure, with every text as it is written."""
        for text in self.findobj(Text):
            text.set_parse_math(False)
        with rc_context({"text.hinting": "none"}) if self._true_widths else nullcontext():
            super().draw(renderer)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        width, height = (round(72 * PIXELS_A_POINT * side) for side in self.get_size_inches())
        return png(self, small=True), {"width": width, "height": height}


def png(figure: Figure, description: str = "", *, small: bool = False) -> bytes:
    """Return the figure as PNG; the description says what it shows, in the file itself.

    A small one has fewer dots where photographs would make it heavy.

    A letter that no installed font has is drawn as a box without a warning, since the HTML view
    shows it.
    """
    metadata = PngInfo()
    metadata.add_itxt("Description", description)
    content = _png(figure, metadata, _DPI, few_colours=False)
    if small and len(content) > _HEAVY:
        return _png(figure, metadata, _SMALL_DPI, few_colours=True)
    return content


def _png(figure: Figure, metadata: PngInfo, dpi: int, *, few_colours: bool) -> bytes:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        drawn = io.BytesIO()
        figure.savefig(drawn, format="png", dpi=dpi)
    picture = Image.open(drawn).convert("RGB")
    # A drawing keeps its looks with 256 colours and takes a quarter of the room in a notebook; a
    # photograph in it would not.
    if few_colours or picture.getcolors(_COLOURS_OF_A_DRAWING):
        picture = picture.quantize(256, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    picture.save(buffer, format="png", pnginfo=metadata, optimize=True)
    return buffer.getvalue()
