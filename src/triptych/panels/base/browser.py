"""The parts of a panel that live in the browser: keyboard and style, downloads, a gallery."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import traitlets

_HERE = Path(__file__).parent
#: For widgets with a button that opens a box: goes before their own script and style.
POPOVER_SCRIPT = (_HERE / "popover.js").read_text(encoding="utf-8")
POPOVER_STYLE = (_HERE / "popover.css").read_text(encoding="utf-8")


class Front(anywidget.AnyWidget):
    """An invisible widget beside the controls; `label` names the panel for screen readers."""

    _esm = "".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("front.js", "columns.js")
    )
    _css = (_HERE / "panel.css").read_text(encoding="utf-8")

    label = traitlets.Unicode("").tag(sync=True)

    def on_run(self, callback: Callable[[dict[str, str]], object]) -> None:
        """Call with the typed texts, by member, whenever Run is pressed, by mouse or keyboard.

        Nothing is ever sent back, since ipykernel (7.4) hands the messages of a widget to the
        thread that last sent it something, and only those of one thread, here that of samples and
        files too, arrive in order.
        """

        def receive(_: object, message: Any, __: object) -> None:
            if isinstance(message, dict) and isinstance(typed := message.get("run"), dict):
                callback(typed)

        self.on_msg(receive)

    def on_search(self, callback: Callable[[str], object]) -> None:
        """Call with a suggested query whenever one is chosen."""

        def receive(_: object, message: Any, __: object) -> None:
            if isinstance(message, dict) and isinstance(query := message.get("search"), str):
                callback(query)

        self.on_msg(receive)


class File(NamedTuple):
    """A file to save."""

    name: str
    media_type: str
    content: bytes


class Download(anywidget.AnyWidget):
    """An invisible widget that saves a file on the reader's own machine."""

    _esm = (Path(__file__).parent / "download.js").read_text(encoding="utf-8")

    #: Name, media type and content in base64, and a number by which each is saved once.
    file = traitlets.Dict({}).tag(sync=True)
    #: The number of the last file that the browser saved.
    saved = traitlets.Int(0).tag(sync=True)

    def save(self, file: File) -> None:
        """Let the browser save a file."""
        self.file = {
            "name": file.name,
            "type": file.media_type,
            "content": base64.b64encode(file.content).decode(),
            "number": self.file.get("number", 0) + 1,
        }


class Gallery(anywidget.AnyWidget):
    """Small pictures to choose from, each with its name and a caption.

    Attributes
    ----------
    items : list of dict
        For each picture `name`, `picture` (its address, or ""), `caption`, and `state`: waiting,
        done or failed.
    chosen : int
        Index of the chosen picture, -1 for none.
    """

    _esm = (_HERE / "gallery.js").read_text(encoding="utf-8")
    _css = (_HERE / "gallery.css").read_text(encoding="utf-8")

    items: Any = traitlets.List([]).tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)

    def put(self, place: int, **members: Any) -> None:
        """Change members of one item."""
        changed = [dict(item) for item in self.items]
        changed[place] |= members
        self.items = changed
