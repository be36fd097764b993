"""Files for the browser to save."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import NamedTuple

import anywidget
import traitlets


class File(NamedTuple):
    """A file to save."""

    name: str
    media_type: str
    content: bytes


class Download(anywidget.AnyWidget):
    """An invisible widget that saves what it is given, on the reader's own machine.

    Attributes
    ----------
    file : dict
        Name, media type and content in base64; saved whenever it changes.
    """

    _esm = (Path(__file__).parent / "download.js").read_text(encoding="utf-8")

    file = traitlets.Dict({}).tag(sync=True)

    def save(self, file: File) -> None:
        """Let the browser save a file."""
        self.file = {
            "name": file.name,
            "type": file.media_type,
            "content": base64.b64encode(file.content).decode(),
            # So that the same file can be saved again.
            "number": self.file.get("number", 0) + 1,
        }
