"""The panel of the first version of embeddings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import ipywidgets

from triptych import samples
from triptych.client import AsyncClient
from triptych.contract import Attachment
from triptych.panels.base.controls import Control
from triptych.panels.base.files import RefusedFileError, kind_of
from triptych.panels.base.layout import set_visible
from triptych.panels.base.lines import lines_of, on_lines
from triptych.panels.base.panel import Panel, Sample
from triptych.panels.base.upload import Upload

_ACCEPT = "image/*,audio/*,application/pdf,.pdf"


class EmbeddingV1Panel(Panel):
    """Turn texts, a picture, a PDF or a sound into vectors by the first version of the operation.

    `EmbeddingPanel` asks the second, which does more; this one is there to compare the two, and
    for services that have no other.

    Parameters
    ----------
    texts : str or iterable of str, optional
        What to begin with.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    file : Attachment or None
        The chosen file.

    Examples
    --------
    >>> panel = EmbeddingV1Panel("A cup of tea")
    >>> panel
    <EmbeddingV1Panel: ready>
    >>> panel.close()
    """

    operation_name = "embed"
    lines = ("text", "upload", "choice")
    more = ("token_overflow_mode",)
    multiline = ("text",)
    samples = (
        Sample("reviews", {"text": "\n".join(samples.column("reviews.csv", "text"))}),
        Sample("one sentence", {"text": "A cup of tea, and a biscuit."}),
    )
    empty = "What is alike will lie side by side here."
    sketch = "<p>∴ tea &nbsp; &nbsp; &nbsp; ∵ trains<br>&nbsp; &nbsp; ∷ coffee</p>"

    def __init__(
        self, texts: str | Iterable[str] = "", *, client: AsyncClient | None = None
    ) -> None:
        self.file: Attachment | None = None
        self.upload = Upload(_ACCEPT, "or drop a picture, a PDF or a sound here", many=False)
        self.chosen = ipywidgets.Label()
        self.clear = ipywidgets.Button(description="Back to texts", tooltip="Drop the file")
        self.choice = ipywidgets.Box([self.chosen, self.clear])
        self.choice.add_class("triptych-choice")
        super().__init__(client)
        call = self._loop.call
        self.take_from(self.upload, self._load, "text")
        self.clear.on_click(lambda _: call(lambda: self._take(None)))
        self._take(None)
        if text := on_lines(texts):
            self.form.fill({"text": text})

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the choice of files, and the files that were chosen."""
        return {"upload": self.upload, "choice": self.choice}

    def values(self) -> dict[str, Any]:
        """Return the members to send: the file, or the lines of the box."""
        values = super().values()
        if self.file is not None:
            return values | {"text": None, "file": self.file, "type": kind_of(self.file)}
        lines = lines_of(str(values["text"]))
        # Several texts are an extension, so one travels as every service takes it.
        return values | {"text": lines if len(lines) > 1 else "".join(lines) or None}

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in."""
        if self.file is not None or values["text"]:
            return ""
        return "Type a text on each line, choose a file, or choose a sample."

    def fill(self, values: Mapping[str, Any]) -> None:
        """Take over a sample in place of a file."""
        self._take(None)
        self.form.fill(values)

    def _load(self, files: list[Attachment]) -> None:
        *_, file = files
        if kind_of(file) not in {"image", "audio", "pdf"}:
            raise RefusedFileError(f"{file.filename}: choose a picture, a PDF or a sound.")
        self._take(file)

    def _take(self, file: Attachment | None) -> None:
        self.file = file
        self.form.set_visible("text", file is None)
        set_visible(self.choice, file is not None)
        self.chosen.value = "" if file is None else file.filename
        self._check()
