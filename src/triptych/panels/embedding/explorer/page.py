"""The explorer's part that lives in the browser."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

_HERE = Path(__file__).parent


class Page(anywidget.AnyWidget):
    """An invisible widget beside the map.

    Attributes
    ----------
    paper : str
        Colour of the page around, `#rrggbb`.
    pointed : list
        How often a row of the table was chosen, and the row's place.
    """

    _esm = (_HERE / "page.js").read_text(encoding="utf-8")

    paper = traitlets.Unicode("#ffffff").tag(sync=True)
    pointed = traitlets.List([0, -1]).tag(sync=True)
