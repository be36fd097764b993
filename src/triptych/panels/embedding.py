"""The embedding panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets

from triptych import samples
from triptych.client import AsyncClient
from triptych.contract import Attachment, EmbeddingV2Request, Problem, Reply, Request
from triptych.contract.embedding import EmbeddingV2Reply
from triptych.panels.chosen import (
    ACCEPT,
    RefusedFileError,
    Table,
    attachment,
    kind_of,
    table_of,
    text_of,
    texts_column,
)
from triptych.panels.panel import Panel, Sample

_NO_COLUMN = "(clusters)"


class EmbeddingPanel(Panel):
    """Turn texts, a column of a CSV, pictures, PDFs or sounds into vectors, and see them.

    Paste texts, one a line, or choose files. Few vectors are compared with each other, many make
    a map; of a sound the panel shows who speaks when.

    Parameters
    ----------
    texts : str or sequence of str, optional
        What to begin with.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    files : list of Attachment
        The chosen files; empty where texts are embedded.
    table : Table or None
        The chosen CSV.

    Examples
    --------
    >>> panel = EmbeddingPanel(["A cup of tea", "A mug of coffee"])
    >>> panel
    <EmbeddingPanel: ready>
    >>> panel.close()
    """

    operation_name = "embed_v2"
    shown = ("text", "speaker_fingerprint")
    more = ("token_overflow_mode", "dimensions", "query", "instruction")
    multiline = ("text",)
    samples = (
        Sample("reviews", {"text": "\n".join(samples.column("reviews.csv", "text"))}),
        Sample("messages", {"text": samples.text("inbox.txt")}),
    )
    empty = "What is alike will lie side by side here."
    sketch = "<p>∴ tea &nbsp; &nbsp; &nbsp; ∵ trains<br>&nbsp; &nbsp; ∷ coffee</p>"

    def __init__(
        self, texts: str | Sequence[str] = "", *, client: AsyncClient | None = None
    ) -> None:
        self.files: list[Attachment] = []
        self.table: Table | None = None
        self.upload = ipywidgets.FileUpload(
            accept=ACCEPT,
            multiple=True,
            description="Choose files",
            tooltip="Choose a CSV, texts, pictures, PDFs or sounds",
        )
        self.upload.add_class("triptych-upload")
        self.chosen = ipywidgets.HTML()
        self.clear = ipywidgets.Button(description="Back to texts", tooltip="Drop the files")
        self.column = ipywidgets.Dropdown(description="Texts in column")
        self.colour = ipywidgets.Dropdown(description="Colour by")
        for choice in (self.column, self.colour):
            choice.style.description_width = "initial"
        self.choices = ipywidgets.VBox([self.chosen, self.column, self.colour, self.clear])
        super().__init__(client)
        text, message, *rest = self.form.children
        self.form.children = [text, message, self.upload, self.choices, *rest]
        bring = self._home.bring
        self.upload.observe(lambda _: bring(self._load), "value")
        self.column.observe(lambda _: bring(self._check), "value")
        self.clear.on_click(lambda _: bring(self._drop))
        self._show_choices()
        if texts:
            if not isinstance(texts, str):
                texts = "\n".join(" ".join(text.split()) for text in texts)
            self.form.fill({"text": texts})

    # What is asked

    def values(self) -> dict[str, Any]:
        """Return the members to send: texts, or the first file."""
        values = super().values()
        values["dimensions"] = values["dimensions"] or None
        values["instruction"] = values["instruction"] or None
        if self.files:
            return values | {"text": None, "file": self.files[0], "type": kind_of(self.files[0])}
        values["speaker_fingerprint"] = False
        return values | {"text": self.texts or None}

    @property
    def texts(self) -> list[str]:
        """The texts to embed: the lines of the box, or the column's values, blank ones left out."""
        if self.table is not None and self.column.value:
            given: Sequence[str] = self.table.columns[self.column.value]
        else:
            given = str(self.form.controls["text"].value).splitlines()
        return [text for text in given if text.strip()]

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in."""
        if self.files or self.texts:
            return ""
        return "Type a text on each line, choose files, or choose a sample."

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Embed all texts in as few calls as the service takes, or each file in one."""
        assert isinstance(request, EmbeddingV2Request)
        if self.files:
            replies: list[EmbeddingV2Reply] = []
            files = list(self.files)
            for place, file in enumerate(files, 1):
                if len(files) > 1:
                    self._say(f"Embedding {place} of {len(files)} files …")
                one = request.model_copy(update={"file": file})
                replies.append(await client.call(self.operation, one))
            return replies[0] if len(replies) == 1 else EmbeddingV2Reply.joined(replies)
        assert isinstance(request.text, list)
        return await client.embed_many(
            request.text,
            token_overflow_mode=request.token_overflow_mode,
            dimensions=request.dimensions,
            instruction=request.instruction,
        )

    # Choosing files

    def _load(self) -> None:
        """Take over what was chosen: a table, a text, or files of one kind."""
        if not self.upload.value:
            return
        given = self.upload.value
        # So that the same files can be chosen again.
        self.upload.value = ()
        try:
            files = [attachment(file) for file in given]
            kinds = {kind_of(file) for file in files}
            if len(kinds) > 1 or (len(files) > 1 and kinds & {"text", "table"}):
                raise RefusedFileError(
                    "Choose one text or CSV, or several files of one kind: "
                    "vectors of pictures cannot be compared with those of texts."
                )
            self._take(kinds.pop(), files)
        except RefusedFileError as error:
            self.form.say([Problem("text", str(error))])
            return
        self._show_choices()
        self._check()

    def _take(self, kind: str, files: list[Attachment]) -> None:
        if kind == "table":
            self.table, self.files = table_of(files[0]), []
            names = list(self.table.columns)
            self.column.options, self.column.value = names, texts_column(self.table)
            self.colour.options = [_NO_COLUMN, *names]
        elif kind == "text":
            self.table, self.files = None, []
            self.form.fill({"text": text_of(files[0])})
        else:
            self.table, self.files = None, files

    def _drop(self) -> None:
        self.table, self.files = None, []
        self._show_choices()
        self._check()

    def _show_choices(self) -> None:
        """Show the controls that what was chosen needs."""
        box = self.form.controls["text"].widget
        box.layout.display = "none" if self.table or self.files else None
        self.choices.layout.display = None if self.table or self.files else "none"
        for choice in (self.column, self.colour):
            choice.layout.display = None if self.table else "none"
        sound = bool(self.files) and kind_of(self.files[0]) == "audio"
        self.form.controls["speaker_fingerprint"].widget.layout.display = None if sound else "none"
        names = [self.table.name] if self.table else [file.filename for file in self.files]
        self.chosen.value = f"<b>{_listed(names)}</b>"


def _listed(names: Sequence[str]) -> str:
    from html import escape

    shown = ", ".join(names[:3])
    return escape(shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more")
