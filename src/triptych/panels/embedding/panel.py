"""The panels of embeddings, both versions."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from importlib import import_module
from itertools import compress
from typing import TYPE_CHECKING, Any, ClassVar, cast

import ipywidgets

from triptych import samples
from triptych.client import APIError, AsyncClient
from triptych.contract import (
    Attachment,
    EmbeddingV2Request,
    Reply,
    ReplyWarning,
    Request,
)
from triptych.contract.embedding import EmbeddingReply
from triptych.panels.base.arguments import is_frame, is_table, is_texts, with_article
from triptych.panels.base.browser import File
from triptych.panels.base.controls import Control, lines_of, on_lines
from triptych.panels.base.export import exported
from triptych.panels.base.files import (
    ACCEPT,
    RefusedFileError,
    Upload,
    check_content,
    kind_of,
    listed,
    sample_file,
    text_of,
)
from triptych.panels.base.form import Line
from triptych.panels.base.layout import set_visible
from triptych.panels.base.panel import Call, Sample
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.save_menu import Saveable
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.base.tables import TableSource, read_table, text_column
from triptych.panels.embedding.explorer import MapExplorer, clips
from triptych.views.embedding import EmbeddingMap, embedding_map
from triptych.views.embedding.map_svg import MOST_PICTURES
from triptych.views.embedding.map_svg import html as map_html
from triptych.views.embedding.view import html_beside_map
from triptych.views.embedding.voices import has_voices

if TYPE_CHECKING:
    import pandas

#: Fewer vectors are compared one by one.
_FEWEST_EXPLORED = 5


class EmbeddingPanel(TablePanel):
    """Turn texts, a column of a CSV, pictures, PDFs or sounds into vectors, and see them.

    Paste texts, one a line, or choose files. Few vectors are compared with each other, many make
    a map. `EmbeddingV2Panel` calls the second version of the operation, which does more.

    Parameters
    ----------
    texts : str, iterable of str or pandas.DataFrame, optional
        Initial texts; a DataFrame opens the table form.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    files : list of Attachment
        The chosen files; empty where texts are embedded.
    table : TableSource or None
        The chosen CSV, whose column is embedded as a whole and becomes a map.

    Examples
    --------
    >>> panel = EmbeddingPanel(["A cup of tea", "A mug of coffee"])
    >>> panel
    <EmbeddingPanel: ready>
    >>> panel.close()
    """

    operation_name = "embed"
    takes = "texts"
    accessor = "embed"
    single = "Texts or files"
    lines: ClassVar[Sequence[Line]] = ("text", "upload", "choices")
    more: ClassVar[Sequence[Line]] = ("token_overflow_mode",)
    multiline = ("text",)
    samples: ClassVar[Sequence[Sample]] = (
        Sample("reviews", {"text": "\n".join(samples.column("reviews.csv", "text"))}),
        Sample(
            "twelve photos",
            {"files": tuple(f"pictures/{path.name}" for path in samples.pictures())},
        ),
        Sample("a PDF", {"files": ("repair-cafe.pdf",)}),
    )
    empty = "Similar items will appear close together here."
    sketch = "<p>∴ tea &nbsp; &nbsp; &nbsp; ∵ trains<br>&nbsp; &nbsp; ∷ coffee</p>"

    def __init__(
        self,
        texts: str | Iterable[str] | pandas.DataFrame = "",
        *,
        client: AsyncClient | None = None,
    ) -> None:
        self.files: list[Attachment] = []
        self.table: TableSource | None = None
        self._sources: tuple[list[Attachment], dict[str, list[str]]] = [], {}
        self.upload = Upload(ACCEPT, "or drop or paste a CSV, texts, pictures, PDFs or sounds here")
        self.chosen = ipywidgets.HTML()
        self.clear = ipywidgets.Button(description="Back to texts", tooltip="Remove the files")
        self.column = ipywidgets.Dropdown(description="Texts in column")
        self.column.style.description_width = "initial"
        self.choices = ipywidgets.VBox([self.chosen, self.column, self.clear])
        self.map = ipywidgets.VBox()
        self._exploring: asyncio.Task[None] | None = None
        super().__init__(client=client)
        self.result.add_above_picture(self.map)
        call = self._loop.call
        self.accept_uploads(self.upload, self._load)
        self.column.observe(lambda _: call(self._check), "value")
        self.clear.on_click(lambda _: call(self._clear_files))
        self._show_choices()
        if is_frame(texts):
            self.begin_with({"text": texts})
        else:
            given = cast("str | Iterable[str] | None", texts)
            self.begin_with({"text": on_lines("" if given is None else given)})

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Raise TypeError if the texts or the client have the wrong type."""
        super().check_arguments(arguments)
        texts: Any = arguments.get("texts")
        if isinstance(texts, Sequence) or (is_table(texts) and not is_frame(texts)):
            for place, text in enumerate(texts):
                if not isinstance(text, str):
                    raise TypeError(f"texts[{place}] must be a text, not {with_article(text)}.")

    @classmethod
    def is_input(cls, value: object) -> bool:
        """Return whether a value is a text, texts, or a DataFrame."""
        return super().is_input(value) or is_texts(value)

    # The request

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the upload button, and the list of chosen files."""
        return {"upload": self.upload, "choices": self.choices}

    def values(self) -> dict[str, Any]:
        """Return the members to send: texts, or the first file."""
        values = super().values()
        if self.files:
            return values | {"text": None, "file": self.files[0], "type": kind_of(self.files[0])}
        # Several texts are an extension; one text is sent in the form that every service accepts.
        several = len(self.texts) > 1
        return values | {"text": self.texts if several else "".join(self.texts) or None}

    @property
    def texts(self) -> list[str]:
        """The texts to embed: the lines of the box, or the column's values, blank ones left out."""
        if self.table is not None:
            column = self.table.frame[self.column.value]
            return [text for text in column.tolist() if text.strip()]
        return lines_of(str(self.form.controls["text"].value))

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter: the controls, the files, and the CSV's column."""
        own = {"files": self.files, "table": self.table, "column": self.column.value}
        return {**super().inputs(), **own}

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        self.files, self.table = inputs["files"], inputs["table"]
        if self.table is not None:
            self.column.options = list(self.table.frame.columns)
            self.column.value = inputs["column"]
        self._show_choices()
        super().put_inputs(inputs)

    def identity(self, request: Request) -> object:
        """Return the request, whose file is the first, and all files."""
        return request, tuple(self.files)

    def subject(self, request: Request) -> str:
        """Return the names of the files, or what else a run is about."""
        names = [self.table.name] if self.table else [file.filename for file in self.files]
        return listed(names) if names else super().subject(request)

    def files_to_save(self) -> dict[str, Saveable]:
        """Return what can be saved: texts and vectors, vectors alone, the picture, the reply."""
        if not isinstance(reply := self.reply, EmbeddingReply):
            return {}
        rows, columns = reply.vectors.shape
        formats = {
            "csv": ("CSV", f"a row for each item, its {columns} numbers in columns"),
            "npy": ("NumPy", f"the vectors, {rows} × {columns} numbers"),
        }
        files = super().files_to_save()
        made = {
            kind: Saveable(label, contains, partial(_file, reply, kind))
            for kind, (label, contains) in formats.items()
        }
        return {**made, "png": files["png"], "reply": files["reply"]}

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in."""
        if self.files or self.texts:
            return ""
        return "Type one text per line, choose files, or choose a sample."

    def fill(self, values: Mapping[str, Any]) -> None:
        """Fill in a sample: its files by their names, the rest into the controls."""
        values = dict(values)
        self.table, self.files = None, [sample_file(name) for name in values.pop("files", ())]
        self.form.fill(values)
        self._show_choices()
        self._check()

    def prepare(self, request: Request) -> None:
        """Store the files to embed, or the table's columns to colour the map by."""
        self._sources = self.files, self._columns()

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Embed all texts, or each file in a call."""
        files, _ = self._sources
        if files:
            return await self._ask_each(client, request, files)
        return await self._ask_texts(client, request)

    async def _ask_texts(self, client: AsyncClient, request: Request) -> Reply:
        """Embed all texts in a call."""
        return await super().ask(client, request)

    async def _ask_each(
        self, client: AsyncClient, request: Request, files: Sequence[Attachment]
    ) -> Reply:
        """Embed each file in a call; a file that fails adds a warning to the joined reply."""
        replies: list[EmbeddingReply] = []
        failed: list[ReplyWarning] = []
        for place, file in enumerate(files, 1):
            if len(files) > 1:
                words = f"Embedding {place} of {len(files)} files …"
                self._show_activity(words, place - 1, len(files))
            one = request.model_copy(update={"file": file})
            try:
                replies.append(await client.call(self.operation, one))
            except APIError as error:
                if place == len(files) and not replies:
                    raise
                message = f"{file.filename} was left out: {error.message}"
                failed.append(ReplyWarning(code="left_out", message=message))
        whole = replies[0] if len(replies) == 1 else type(replies[0]).joined(replies)
        whole.warnings = [*whole.warnings, *failed]
        return whole

    # The map to explore

    @property
    def explorer(self) -> MapExplorer | None:
        """The interactive map of the last reply, or None before there is one."""
        shown = self.map.children[0] if self.map.children else None
        return shown if isinstance(shown, MapExplorer) else None

    def displayed_reply(self, call: Call, base_url: str | None) -> DisplayedReply:
        """Return what to show of a call: the map is a widget, and the view draws the rest."""
        return replace(super().displayed_reply(call, base_url), picture=html_beside_map)

    def _record(self, call: Call) -> None:
        self._close_map()
        super()._record(call)
        reply = call.reply
        assert isinstance(reply, EmbeddingReply)
        # Who speaks when comes before what is alike.
        self.map.layout.order = "1" if has_voices(reply) else None
        if len(reply.embeddings) >= _FEWEST_EXPLORED:
            self.map.children = [_note("Drawing the map …")]
            self._exploring = self._loop.start(self._explore(reply, self._sources[1]))

    async def _explore(self, reply: EmbeddingReply, own: Mapping[str, list[str]]) -> None:
        """Show a map by principal components first, then one by UMAP with its groups.

        All are made in threads, with the imports they need: each takes seconds. Of few pictures a
        map that shows them says more than points.
        """
        try:
            if _are_few_pictures(reply):
                await self._show_still_map(reply)
                return
            drawn, columns = await asyncio.to_thread(_first_look, reply, own)
            sounds = clips(reply)
            explorer = MapExplorer(
                drawn, reply.vectors, columns, sounds=sounds, is_draft=True, loop=self._loop
            )
            self._close_shown_map()
            self.map.children = [explorer]
            explorer.update(await asyncio.to_thread(_mapped, reply))
        except Exception as error:
            # Nobody awaits this task.
            self.status.show(f"The interactive map cannot be shown: {error}")
            with contextlib.suppress(Exception):
                await self._show_still_map(reply)

    async def _show_still_map(self, reply: EmbeddingReply) -> None:
        drawn = await asyncio.to_thread(lambda: map_html(_mapped(reply).scene))
        self._close_shown_map()
        self.map.children = [ipywidgets.HTML(drawn)]

    def _columns(self) -> dict[str, list[str]]:
        """Return the CSV's columns, the rows without a text left out."""
        if self.table is None:
            return {}
        frame = self.table.frame
        has_text = [bool(text.strip()) for text in frame[self.column.value].tolist()]
        return {name: list(compress(frame[name].tolist(), has_text)) for name in frame.columns}

    def _close_map(self) -> None:
        if self._exploring is not None:
            self._exploring.cancel()
        self._close_shown_map()

    def _close_shown_map(self) -> None:
        shown, self.map.children = self.map.children, ()
        for widget in shown:
            widget.close()

    def close(self) -> None:
        """Close the map and the panel."""
        self._loop.call(self._close_map)
        super().close()

    # Choosing files

    def _load(self, files: list[Attachment]) -> None:
        """Use the chosen files: a table, a text, or files of one kind."""
        kinds = {kind_of(file) for file in files}
        if len(kinds) > 1 or (len(files) > 1 and kinds & {"text", "table"}):
            raise RefusedFileError(
                "Choose one text or CSV, or several files of one kind: "
                "vectors of pictures cannot be compared with those of texts."
            )
        for file in files:
            check_content(file)
        self._take(kinds.pop(), files)
        self._show_choices()
        self._check()

    def _take(self, kind: str, files: list[Attachment]) -> None:
        if kind == "table":
            self.table, self.files = read_table(files[0], as_text=True), []
            names = list(self.table.frame.columns)
            self.column.options = names
            self.column.value = names[text_column(self.table.frame)]
        elif kind == "text":
            self.table, self.files = None, []
            self.form.fill({"text": text_of(files[0])})
        else:
            self.table, self.files = None, files

    def _clear_files(self) -> None:
        self.table, self.files = None, []
        self._show_choices()
        self._check()

    def _show_choices(self) -> None:
        """Show the controls that apply to the chosen files."""
        self.form.set_visible("text", not (self.table or self.files))
        set_visible(self.choices, bool(self.table or self.files))
        set_visible(self.column, bool(self.table))
        names = [self.table.name] if self.table else [file.filename for file in self.files]
        self.chosen.value = f"<b>{escape(listed(names))}</b>"


class EmbeddingV2Panel(EmbeddingPanel):
    """Turn content into vectors by the second version of the operation.

    As `EmbeddingPanel`, with shorter vectors, an instruction, and, of a sound, who speaks when.

    Parameters
    ----------
    texts : str, iterable of str or pandas.DataFrame, optional
        Initial texts; a DataFrame opens the table form.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = EmbeddingV2Panel(["A cup of tea", "A mug of coffee"])
    >>> panel
    <EmbeddingV2Panel: ready>
    >>> panel.close()
    """

    operation_name = "embed_v2"
    lines = (*EmbeddingPanel.lines, "speaker_fingerprint")
    more = (*EmbeddingPanel.more, "dimensions", "instruction")
    samples = (
        Sample("a conversation", {"files": ("conversation.mp3",), "speaker_fingerprint": True}),
        *EmbeddingPanel.samples,
    )
    table_options = ("dimensions", "instruction")

    def values(self) -> dict[str, Any]:
        """Return the members to send: texts, or the first file."""
        values = super().values()
        values["dimensions"] = values["dimensions"] or None
        values["instruction"] = values["instruction"] or None
        values["speaker_fingerprint"] &= self._has_sound
        if not self.files:
            values["text"] = self.texts or None
        return values

    async def _ask_texts(self, client: AsyncClient, request: Request) -> Reply:
        """Embed all texts in as few calls as the service takes."""
        assert isinstance(request, EmbeddingV2Request)
        assert isinstance(request.text, list)
        return await client.embed_many(
            request.text,
            token_overflow_mode=request.token_overflow_mode,
            dimensions=request.dimensions,
            instruction=request.instruction,
        )

    @property
    def _has_sound(self) -> bool:
        return bool(self.files) and kind_of(self.files[0]) == "audio"

    def _show_choices(self) -> None:
        super()._show_choices()
        self.form.set_visible("speaker_fingerprint", self._has_sound)


def _first_look(
    reply: EmbeddingReply, columns: Mapping[str, list[str]]
) -> tuple[EmbeddingMap, pandas.DataFrame]:
    import pandas

    # Imported here, so that the kernel's loop need not wait for it.
    with contextlib.suppress(ImportError):
        import_module("jscatter")
    frame = pandas.DataFrame(columns)
    if reply.input_indices and len(frame):
        # A long text has several vectors, each in its row.
        frame = frame.iloc[reply.input_indices].reset_index(drop=True)
    for name in frame.columns:
        # A column of numbers is coloured as such.
        with contextlib.suppress(ValueError, TypeError):
            frame[name] = pandas.to_numeric(frame[name])
    return embedding_map(reply, method="pca"), frame


def _file(reply: EmbeddingReply, kind: str) -> File:
    frame, vectors = reply.to_frame().drop(columns="embedding"), reply.vectors
    types = {"csv": "text/csv", "npy": "application/octet-stream"}
    return File(f"embeddings.{kind}", types[kind], exported(frame, vectors, kind))


def _mapped(reply: EmbeddingReply) -> EmbeddingMap:
    """Return the map by UMAP, with its clusters and terms."""
    drawn = embedding_map(reply)
    drawn.to_frame()
    return drawn


def _are_few_pictures(reply: EmbeddingReply) -> bool:
    """Return whether all vectors are of pictures, and a map has room for them."""
    are_pictures = all(
        isinstance(item, Attachment) and kind_of(item) == "image" for item in reply.inputs
    )
    return are_pictures and len(reply.embeddings) == len(reply.inputs) <= MOST_PICTURES


def _note(words: str) -> ipywidgets.HTML:
    return ipywidgets.HTML(f'<p class="triptych-empty" role="status">{escape(words)}</p>')
