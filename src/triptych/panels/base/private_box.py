"""A box for what must not be saved in a notebook: cookies, headers, a proxy's login."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent


class PrivateBox(anywidget.AnyWidget):
    """A text box whose `value` travels in messages, since synchronised traits may be saved.

    A box of one line shows dots for letters.
    """

    _esm = (_HERE / "private_box.js").read_text(encoding="utf-8")
    _css = (_HERE / "private_box.css").read_text(encoding="utf-8")

    description = traitlets.Unicode("").tag(sync=True)
    placeholder = traitlets.Unicode("").tag(sync=True)
    lines = traitlets.Int(1).tag(sync=True)
    value = traitlets.Unicode("")
    disabled = traitlets.Bool(False)

    def __init__(self, description: str, placeholder: str, lines: int = 1) -> None:
        super().__init__(description=description, placeholder=placeholder, lines=lines)
        self.on_msg(self._receive)
        self.observe(self._send_text, "value")

    def _receive(self, _: object, message: Any, __: object) -> None:
        if not isinstance(message, dict):
            return
        if isinstance(text := message.get("text"), str):
            self.value = text
        elif message.get("wanted"):
            self._send_text()

    def _send_text(self, _: object = None) -> None:
        # The box that it came from leaves the same text as it is.
        self.send({"text": self.value})
