"""Choosing files, or dropping them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.panels.chosen import LARGEST

_HERE = Path(__file__).parent


class Upload(anywidget.AnyWidget):
    """A button that opens the browser's own choice of files; files can be dropped on it too.

    Attributes
    ----------
    accept : str
        What the browser offers to choose, as in HTML.
    hint : str
        What to choose, in words.
    many : bool
        Whether several can be chosen at once.
    largest : int
        Bytes of a file from which only its name and size are sent, so that it can be refused.
    value : tuple of dict
        The files as they came: name, type, size and content; set anew by each choice.
    """

    _esm = (_HERE / "upload.js").read_text(encoding="utf-8")
    _css = (_HERE / "upload.css").read_text(encoding="utf-8")

    accept = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    many = traitlets.Bool(True).tag(sync=True)
    largest = traitlets.Int(LARGEST).tag(sync=True)
    value: Any = traitlets.Tuple()

    def __init__(self, accept: str, hint: str, *, many: bool = True) -> None:
        super().__init__(accept=accept, hint=hint, many=many)
        self.on_msg(self._receive)

    def _receive(self, _: object, files: Any, contents: Sequence[memoryview]) -> None:
        if isinstance(files, list):
            pairs = zip(files, contents, strict=True)
            self.value = tuple({**file, "content": content} for file, content in pairs)
