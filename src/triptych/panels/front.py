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

    def __init__(self, label: str) -> None:
        super().__init__(label=label)
        self._run: Callable[[], object] | None = None
        self.on_msg(self._hear)

    def on_run(self, call: Callable[[], object]) -> None:
        """Call whenever Run is pressed: the button, Ctrl+Enter, or Enter in a search box.

        What the controls said when it was pressed has reached their widgets by then, as for every
        button of the panel: the browser asks first, and presses on once it is answered.
        """
        self._run = call

    def _hear(self, _: object, message: Any, __: object) -> None:
        if not isinstance(message, dict):
            return
        if "settle" in message:
            self.send({"settled": message["settle"]})
        if "run" in message and self._run is not None:
            self._run()
