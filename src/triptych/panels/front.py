"""The panel's part that lives in the browser: keyboard, clipboard, style sheet."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets

_HERE = Path(__file__).parent


class Front(anywidget.AnyWidget):
    """An invisible widget beside the controls.

    Attributes
    ----------
    pressed : list
        How often Run was pressed (the button or Ctrl+Enter), and the texts as they stood then, by
        the names of their members.
    label : str
        Name of the panel, for screen readers.
    """

    _esm = (_HERE / "front.js").read_text(encoding="utf-8")
    _css = (_HERE / "panel.css").read_text(encoding="utf-8")

    pressed = traitlets.List([0, {}]).tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
