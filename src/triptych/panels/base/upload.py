"""Choosing files, or dropping them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.contract import Attachment
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.files import LARGEST, RefusedFileError, attachment

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
        Bytes; of a larger file only name and size are sent, so that it can be refused.
    """

    _esm = (_HERE / "upload.js").read_text(encoding="utf-8")
    _css = (_HERE / "upload.css").read_text(encoding="utf-8")

    accept = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    many = traitlets.Bool(True).tag(sync=True)
    largest = traitlets.Int(LARGEST).tag(sync=True)

    def __init__(
        self, accept: str, hint: str, *, many: bool = True, largest: int = LARGEST
    ) -> None:
        super().__init__(accept=accept, hint=hint, many=many, largest=largest)

    def on_choose(
        self,
        take: Callable[[list[Attachment]], object],
        refuse: Callable[[RefusedFileError], object],
        loop: EventLoop,
    ) -> None:
        """Hand over the files of each choice, at home.

        Parameters
        ----------
        take : callable
            Given the files; may raise `RefusedFileError`.
        refuse : callable
            Given why they are refused: by `take`, or because one is too large.
        loop : EventLoop
            The loop of the panel.
        """

        def receive(files: list[dict[str, Any]], contents: Sequence[memoryview]) -> None:
            try:
                pairs = zip(files, contents, strict=True)
                take([attachment(file, content, self.largest) for file, content in pairs])
            except RefusedFileError as error:
                refuse(error)

        def hear(_: object, files: Any, contents: Sequence[memoryview]) -> None:
            if isinstance(files, list):
                loop.call(lambda: receive(files, contents))

        self.on_msg(hear)
