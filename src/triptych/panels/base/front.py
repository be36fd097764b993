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

    def on_run(self, call: Callable[[dict[str, str]], object]) -> None:
        """Call whenever Run is pressed: the button, Ctrl+Enter, or Enter in a search box.

        It is given what was typed, by member. Nothing is ever sent back, since ipykernel (7.4)
        hands the messages of a widget to the thread that last sent it something, and only those of
        one thread, here that of samples and files too, arrive in order.
        """

        def hear(_: object, message: Any, __: object) -> None:
            if isinstance(message, dict) and isinstance(typed := message.get("run"), dict):
                call(typed)

        self.on_msg(hear)
