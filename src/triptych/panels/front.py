"""The panel's part that lives in the browser: keyboard, clipboard, style sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent


class Front(anywidget.AnyWidget):
    """An invisible widget beside the controls.

    Attributes
    ----------
    label : str
        Name of the panel, for screen readers.
    """

    _esm = (_HERE / "front.js").read_text(encoding="utf-8")
    _css = (_HERE / "panel.css").read_text(encoding="utf-8")

    label = traitlets.Unicode("").tag(sync=True)

    def on_run(self, call: Callable[[], object]) -> None:
        """Call whenever Run is pressed, the button or Ctrl+Enter.

        What the controls said when it was pressed has reached their widgets by then: the browser
        asks first, and presses on once it is answered.
        """

        def hear(_: object, message: Any, __: object) -> None:
            if not isinstance(message, dict):
                return
            if "settle" in message:
                self.send({"settled": message["settle"]})
            if "run" in message:
                call()

        self.on_msg(hear)
