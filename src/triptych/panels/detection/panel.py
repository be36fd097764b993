"""The detection panel."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from triptych import samples
from triptych.client import APIStatusError, AsyncClient
from triptych.client.files import FileLike, source_of
from triptych.contract import (
    Attachment,
    BatchReply,
    DetectionReply,
    DetectionRequest,
    Problem,
    Reply,
    Request,
)
from triptych.panels.base.arguments import is_table
from triptych.panels.base.code import as_python_of_each
from triptych.panels.base.controls import Control
from triptych.panels.base.export import reply_file
from triptych.panels.base.files import Upload, check_picture, listed, sample_file
from triptych.panels.base.html import address as base_url_of
from triptych.panels.base.layout import set_visible
from triptych.panels.base.page_sources import url_problems
from triptych.panels.base.panel import Call, Sample
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.save_menu import Saveable
from triptych.panels.base.stale import Run
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.base.tables import is_table_file
from triptych.panels.detection import export
from triptych.panels.detection.sheet import ContactSheet
from triptych.views.base.units import count
from triptych.views.detection.photo import photo

if TYPE_CHECKING:
    import pandas

#: Errors about one picture: the next one may succeed.
_OF_ONE_PICTURE = {400, 413, 415, 422, 424}


class DetectionPanel(TablePanel):
    """Find objects in one picture, in many, or in those that a column of a table names.

    Give an address, or choose, drop or paste pictures. Several are shown on one sheet as their
    replies arrive, where those with certain classes can be picked out and each can be opened; one
    that fails does not lose the others.

    Parameters
    ----------
    image : FileLike, pandas.Series or pandas.DataFrame, optional
        Picture to begin with: an address, a path, bytes, a binary file, a PIL image or a numpy
        array. A Series or DataFrame opens the table form.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    files : list of Attachment
        The chosen pictures; empty where an address is given.
    replies : list of DetectionReply
        The replies of the last run, in the order of the pictures, without failed ones.

    Examples
    --------
    >>> panel = DetectionPanel("https://example.com/street.jpg")
    >>> panel
    <DetectionPanel: ready>
    >>> panel.close()
    """

    operation_name = accessor = "detect"
    takes = "a picture"
    single = "Pictures"
    of_pictures = True
    table_options = ("prompts",)
    table_samples = ()
    lines = ("upload", "choices", "url", "prompts")
    labels = MappingProxyType({"url": "Address of a picture"})
    placeholders = MappingProxyType(
        {"url": "https://…", "prompts": "only these, separated by commas"}
    )
    samples = (
        Sample("a portrait", {"pictures": ("pictures/hopper.jpg",)}),
        Sample("citrus", {"pictures": ("pictures/citrus.jpg",)}),
        Sample(
            "twelve photos",
            {"pictures": tuple(f"pictures/{path.name}" for path in samples.pictures())},
        ),
    )
    empty = "The objects in your picture will be framed here."
    sketch = (
        '<svg viewBox="0 0 220 90" width="220" fill="none" stroke="currentColor">'
        '<rect x="8" y="22" width="120" height="60"/><rect x="98" y="42" width="34" height="40"/>'
        '<rect x="160" y="10" width="46" height="72"/></svg>'
    )

    def __init__(
        self,
        image: FileLike | pandas.Series[Any] | pandas.DataFrame | None = None,
        *,
        client: AsyncClient | None = None,
    ) -> None:
        self.files: list[Attachment] = []
        self._pictures_to_send: list[Attachment] = []
        self._arrived: list[DetectionReply | None] = []
        self._seconds: list[float] = []
        #: The run that the replies are of.
        self._arrived_of: Run | None = None
        self.upload = Upload("image/*", "or drop or paste pictures here")
        self.chosen = ipywidgets.HTML()
        self.clear = ipywidgets.Button(description="Remove", tooltip="Remove the pictures")
        self.choices = ipywidgets.Box([self.chosen, self.clear])
        self.choices.add_class("triptych-choice")
        self.sheet = ContactSheet()
        super().__init__(client=client)
        self.result.add_above_picture(self.sheet)
        call = self._loop.call
        self.accept_uploads(self.upload, self._load)
        self.clear.on_click(lambda _: call(lambda: self._take([])))
        self.sheet.observe(lambda _: call(self._show_chosen), "chosen")
        self._take([])
        if is_table(image):
            self.open_table(image)
        elif image is not None:
            source = source_of(cast("FileLike", image))
            if "url" in source:
                self.form.fill(source)
            else:
                self._take([source["file"]])

    @classmethod
    def is_input(cls, value: object) -> bool:
        """Return whether a value is a picture as the client takes it, a DataFrame or a Series."""
        kinds = (PurePath, bytes, bytearray)
        picture = any(hasattr(value, name) for name in ("read", "save", "__array_interface__"))
        return super().is_input(value) or isinstance(value, kinds) or picture

    # The request

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the upload button, and the list of chosen pictures."""
        return {"upload": self.upload, "choices": self.choices}

    def values(self) -> dict[str, Any]:
        """Return the members to send: an address, or the first picture."""
        values = super().values()
        if self.files:
            return values | {"url": None, "file": self.files[0]}
        return values | {"url": str(values["url"]).strip() or None}

    def problems(self) -> list[Problem]:
        """Return a problem for an address that is none."""
        return [] if self.files else url_problems(self.form.controls["url"].value)

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter: the controls, and the pictures."""
        return {**super().inputs(), "files": self.files}

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        self._take(inputs["files"])
        super().put_inputs(inputs)

    def identity(self, request: Request) -> object:
        """Return the request, whose file is the first, and all pictures."""
        return request, tuple(self.files)

    def subject(self, request: Request) -> str:
        """Return the names of the pictures, or what else a run is about."""
        names = [file.filename for file in self.files]
        return listed(names) if len(names) > 1 else super().subject(request)

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in."""
        if self.files or values["url"]:
            return ""
        return "Enter an address, choose pictures, or try a sample."

    def fill(self, values: Mapping[str, Any]) -> None:
        """Fill in a sample: its pictures by their names, the rest into the controls."""
        values = dict(values)
        names = values.pop("pictures", ())
        self.form.fill(values)
        self._take([sample_file(name) for name in names])

    def prepare(self, request: Request) -> None:
        """Store the pictures to send."""
        self._pictures_to_send = self.files

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Send each picture in a call, and show each reply as it arrives."""
        assert isinstance(request, DetectionRequest)
        files = self._pictures_to_send
        requests = [request.model_copy(update={"file": file}) for file in files] or [request]
        before = self._arrived, self._seconds, self._arrived_of, self.sheet.state
        arrived: list[DetectionReply | None] = [None] * len(requests)
        self._arrived, self._arrived_of = arrived, self._run
        self._seconds = [0.0] * len(requests)
        if len(requests) > 1:
            self.sheet.start(files)
            self._arrange()
        failure: APIStatusError | None = None
        try:
            for place, one in enumerate(requests):
                if len(requests) > 1:
                    words = f"{place + 1} of {len(requests)} pictures …"
                    self._show_activity(words, place, len(requests))
                began = time.perf_counter()
                try:
                    reply = await client.call(self.operation, one)
                    self._seconds[place] = time.perf_counter() - began
                    self._arrive(place, reply)
                except APIStatusError as error:
                    if error.status_code not in _OF_ONE_PICTURE:
                        raise
                    failure = error
                    if len(requests) > 1:
                        self.sheet.put(place, state="failed", caption=error.message)
        finally:
            if not self.replies:
                # The last result stays, as that of any panel.
                self._arrived, self._seconds, self._arrived_of, self.sheet.state = before
                self._arrange()
            elif len(self.replies) < len(requests):
                self.sheet.give_up()
                # What has arrived is the result.
                self._show_chosen()
        if failure is not None and not any(arrived):
            raise failure
        return self._chosen_reply or self.replies[0]

    def _arrive(self, place: int, reply: DetectionReply) -> None:
        self._arrived[place] = reply
        if len(self._arrived) == 1:
            self.sheet.start([])
            return
        self.sheet.show(place, reply)
        if len(self.replies) == 1:
            self._show_chosen()

    # What is shown

    @property
    def replies(self) -> list[DetectionReply]:
        """The replies of the last run."""
        return [reply for reply in self._arrived if reply is not None]

    @property
    def frame(self) -> pandas.DataFrame | None:
        """The objects of all pictures as a table, or None before there are any."""
        if self.is_table:
            return super().frame
        return export.frame(self.replies) if self.replies else None

    @property
    def _chosen_reply(self) -> DetectionReply | None:
        """The reply of the picture that is opened, or None where the sheet is shown."""
        chosen = self.sheet.chosen
        return self._arrived[chosen] if 0 <= chosen < len(self._arrived) else None

    def displayed_reply(self, call: Call, base_url: str | None) -> DisplayedReply:
        """Return what to show of a run: its reply, or those of all pictures."""
        chosen = self._chosen_reply
        is_sheet = bool(self.sheet.items) and chosen is None
        self._arrange()
        if is_sheet:
            replies = self.replies
            requests = [reply.request for reply in replies if reply.request is not None]
            return DisplayedReply(
                self.operation,
                call.request,
                _together(replies),
                base_url,
                picture=lambda _: "",
                table=lambda _: export.counts(replies),
                program=as_python_of_each(self.operation, requests, base_url),
            )
        # The request of the run is that of its first picture.
        reply = chosen or call.reply
        return DisplayedReply(self.operation, reply.request or call.request, reply, base_url)

    def _arrange(self) -> None:
        """Show the view below the sheet only where a picture is opened, or is the only one."""
        is_sheet = bool(self.sheet.items) and self._chosen_reply is None
        set_visible(self.result.pages[0], not is_sheet)

    def _show_chosen(self) -> None:
        """Show the picture that is opened, or the sheet of all."""
        if self.sheet.chosen >= 0 and self._chosen_reply is None:
            # A late choice among the pictures of the run before.
            self.sheet.chosen = -1
            return
        if not self.sheet.items or not self.replies or self.client is None:
            return
        reply = self._chosen_reply or self.replies[0]
        seconds = self._seconds[self.sheet.chosen] if self._chosen_reply else sum(self._seconds)
        self.reply = reply
        call = Call(reply.request or self.form.request(self.values()), reply, seconds)
        self.result.show(self.displayed_reply(call, base_url_of(self.client)))
        self._show_footer(reply, seconds)
        self._offered = None
        self._offer_files()
        # Whatever became of the other pictures.
        self._shown = self._arrived_of
        self._show_age()
        if self.state == "running":
            # Others are awaited, but what is here is complete.
            self.result.dim(dimmed=False)

    def files_to_save(self) -> dict[str, Saveable]:
        """Return what can be saved: of all pictures, and the reply of the chosen one."""
        replies = self.replies
        if not replies:
            return {}
        files = {}
        if any(photo(reply) is not None for reply in replies):
            pictures = "the picture with its boxes drawn in"
            if len(replies) > 1:
                pictures = f"{len(replies)} pictures with their boxes drawn in"
            label = "PNG" if len(replies) == 1 else "PNGs (ZIP)"
            files["annotated"] = Saveable(label, pictures, partial(export.annotated, replies))
        boxes = "a row for each object: picture, label, confidence, box"
        coco = "the boxes, as labelling and training tools read them"
        return {
            **files,
            "table": Saveable("CSV", boxes, partial(export.table, replies)),
            "coco": Saveable("COCO JSON", coco, partial(export.coco, replies)),
            **self.reply_to_save(),
        }

    def reply_to_save(self) -> dict[str, Saveable]:
        """Return the reply of the opened picture as a file, or those of all."""
        if not self.sheet.items or self._chosen_reply is not None:
            return super().reply_to_save()
        make = partial(reply_file, _together(self.replies), self.operation.name)
        return {"reply": Saveable("Replies (JSON)", "everything the service sent", make)}

    # Choosing pictures

    def _load(self, files: list[Attachment]) -> None:
        if is_table_file(files[-1]):
            self.table_input.load(files)
            return
        for file in files:
            check_picture(file)
        self._take(files)

    def _take(self, files: list[Attachment]) -> None:
        self.files = files
        self.form.set_visible("url", not files)
        set_visible(self.choices, bool(files))
        number = f"{count(len(files), 'picture')}: " if len(files) > 1 else ""
        self.chosen.value = f"{number}<b>{escape(listed([file.filename for file in files]))}</b>"
        self._check()


def _together(replies: Sequence[DetectionReply]) -> BatchReply:
    return BatchReply.from_json({"replies": [reply.raw for reply in replies]})
