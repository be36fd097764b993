"""The detection panel."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import ipywidgets

from triptych import samples
from triptych.client import APIStatusError, AsyncClient
from triptych.client.files import FileLike, source_of
from triptych.contract import Attachment, DetectionReply, DetectionRequest, Reply, Request
from triptych.panels.base.browser import Download, File, Gallery
from triptych.panels.base.controls import Control
from triptych.panels.base.files import RefusedFileError, Upload, kind_of, listed
from triptych.panels.base.html import address as base_url_of
from triptych.panels.base.html import footer
from triptych.panels.base.layout import set_visible
from triptych.panels.base.panel import Call, Panel, Sample
from triptych.panels.base.result import Shown
from triptych.panels.detection import export as kept
from triptych.views.base.thumbnails import address
from triptych.views.base.units import count, shortened
from triptych.views.detection.photo import photo

if TYPE_CHECKING:
    import pandas

#: What a service says of a picture, not of itself: the next picture may fare better.
_OF_ONE_PICTURE = {400, 413, 415, 422, 424}
_THUMBNAIL = 180
_KINDS = {
    "annotated": kept.annotated,
    "coco": kept.coco,
    "table": kept.table,
}


class DetectionPanel(Panel):
    """Find objects in one picture or in many.

    Give an address, or choose or drop pictures. Of several pictures each result is shown as it
    arrives; one that fails does not lose the others.

    Parameters
    ----------
    image : str, path, bytes, binary file, PIL.Image or numpy array, optional
        Picture to begin with.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    files : list of Attachment
        The chosen pictures; empty where an address is given.
    replies : list of DetectionReply
        What came of the last run, in the order of the pictures, failed ones left out.

    Examples
    --------
    >>> panel = DetectionPanel("https://example.com/street.jpg")
    >>> panel
    <DetectionPanel: ready>
    >>> panel.close()
    """

    operation_name = "detect"
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

    def __init__(self, image: FileLike | None = None, *, client: AsyncClient | None = None) -> None:
        self.files: list[Attachment] = []
        self._asking: list[Attachment] = []
        self._arrived: list[DetectionReply | None] = []
        self._seconds: list[float] = []
        self.upload = Upload("image/*", "or drop pictures here")
        self.chosen = ipywidgets.HTML()
        self.clear = ipywidgets.Button(description="Remove", tooltip="Remove the pictures")
        self.choices = ipywidgets.Box([self.chosen, self.clear])
        self.choices.add_class("triptych-choice")
        self.gallery = Gallery()
        self.download = Download()
        self.saving = {
            "annotated": ipywidgets.Button(tooltip="Save with the boxes drawn in"),
            "coco": ipywidgets.Button(
                description="COCO JSON", tooltip="Save the boxes as COCO JSON"
            ),
            "table": ipywidgets.Button(description="CSV", tooltip="Save the boxes as a table"),
        }
        self.saved = ipywidgets.Box([ipywidgets.Label("Save:"), *self.saving.values()])
        self.saved.add_class("triptych-saving")
        super().__init__(client)
        self.result.add("top", self.gallery)
        self.result.add("below_tabs", self.saved, self.download)
        call = self._loop.call
        self.take_from(self.upload, self._load, "url")
        self.clear.on_click(lambda _: call(lambda: self._take([])))
        self.gallery.observe(lambda _: call(self._show_chosen), "chosen")
        for kind, button in self.saving.items():
            button.on_click(lambda _, kind=kind: call(lambda: self.save(kind)))
        self._show_saving()
        self._take([])
        if image is not None:
            source = source_of(image)
            if "url" in source:
                self.form.fill(source)
            else:
                self._take([source["file"]])

    # What is asked

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the choice of pictures, and the pictures that were chosen."""
        return {"upload": self.upload, "choices": self.choices}

    def values(self) -> dict[str, Any]:
        """Return the members to send: an address, or the first picture."""
        values = super().values()
        if self.files:
            return values | {"url": None, "file": self.files[0]}
        return values | {"url": str(values["url"]).strip() or None}

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in."""
        if self.files or values["url"]:
            return ""
        return "Enter an address, choose pictures, or try a sample."

    def fill(self, values: Mapping[str, Any]) -> None:
        """Take over a sample: its pictures by their names, the rest into the controls."""
        values = dict(values)
        names = values.pop("pictures", ())
        self.form.fill(values)
        self._take([_sample(name) for name in names])

    def prepare(self, request: Request) -> None:
        """Keep the pictures to ask for."""
        self._asking = self.files

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Ask for each picture in a call, and show each reply when it comes."""
        assert isinstance(request, DetectionRequest)
        files = self._asking
        requests = [request.model_copy(update={"file": file}) for file in files] or [request]
        self._arrived = [None] * len(requests)
        self._seconds = [0.0] * len(requests)
        self._show_saving()
        self.gallery.items = [_waiting(file) for file in files] if len(files) > 1 else []
        self.gallery.chosen = -1
        refused: APIStatusError | None = None
        try:
            for place, one in enumerate(requests):
                if len(requests) > 1:
                    self._doing = f"{place + 1} of {len(requests)} …"
                began = time.perf_counter()
                try:
                    reply = await client.call(self.operation, one)
                    self._seconds[place] = time.perf_counter() - began
                    self._arrive(place, reply)
                except APIStatusError as error:
                    if error.status_code not in _OF_ONE_PICTURE:
                        raise
                    refused = error
                    self._tell(place, state="failed", says=error.message)
        finally:
            for place, item in enumerate(self.gallery.items):
                if item["state"] == "waiting":
                    self._tell(place, state="failed", says="Not sent")
        if not self.replies:
            assert refused is not None
            raise refused
        return self._arrived[self.gallery.chosen] or self.replies[0]

    def _arrive(self, place: int, reply: DetectionReply) -> None:
        self._arrived[place] = reply
        self._tell(place, state="done", says=count(len(reply.objects), "object"))
        if self.gallery.items and self.gallery.chosen < 0:
            self.gallery.chosen = place
        self._show_saving()

    def _tell(self, place: int, **members: str) -> None:
        if self.gallery.items:
            self.gallery.put(place, **members)

    # What is shown

    @property
    def replies(self) -> list[DetectionReply]:
        """The replies of the last run."""
        return [reply for reply in self._arrived if reply is not None]

    @property
    def frame(self) -> pandas.DataFrame | None:
        """The objects of all pictures as a table, or None before there is a reply."""
        return kept.frame(self.replies) if self.replies else None

    def _keep(self, call: Call) -> None:
        super()._keep(call)
        # The request of the run is that of its first picture.
        self._show_chosen()

    def _show_chosen(self) -> None:
        """Show the reply of the picture that is chosen in the gallery."""
        if not 0 <= self.gallery.chosen < len(self._arrived):
            # Chosen late, among the pictures of the run before.
            self.gallery.chosen = -1
            return
        reply = self._arrived[self.gallery.chosen]
        if reply is None or self.client is None:
            return
        self.reply = reply
        request = reply.request or self.form.request(self.values())
        self.result.show(Shown(self.operation, request, reply, base_url_of(self.client)))
        seconds = self._seconds[self.gallery.chosen]
        self.footer.value = footer(reply, seconds, len(self.history))
        # Others are on their way, but this one is here.
        self.result.dim(dimmed=False)

    def _show_saving(self) -> None:
        replies = self.replies
        set_visible(self.saved, bool(replies))
        at_hand = bool(self.files) or any(photo(reply) is not None for reply in replies)
        set_visible(self.saving["annotated"], at_hand)
        words = "Annotated PNG" if len(replies) == 1 else "Annotated PNGs (ZIP)"
        self.saving["annotated"].description = words

    def save(self, kind: str) -> asyncio.Task[None]:
        """Let the browser save what was found.

        Parameters
        ----------
        kind : {"annotated", "coco", "table"}
            Pictures with their boxes, COCO's JSON, or a CSV.
        """
        return self._loop.start(self._save(_KINDS[kind], self.replies))

    async def _save(
        self,
        make: Callable[[Sequence[DetectionReply]], File],
        replies: list[DetectionReply],
    ) -> None:
        try:
            file = await asyncio.to_thread(partial(make, replies))
        except Exception as error:
            # Nobody awaits this task.
            self._say(f"Could not save: {error}")
            return
        self.download.save(file)
        self._say(f"Saved {file.name}")

    # Choosing pictures

    def _load(self, files: list[Attachment]) -> None:
        for file in files:
            if kind_of(file) != "image":
                raise RefusedFileError(
                    f"{file.filename} is not a picture: choose JPEG, PNG or WebP files."
                )
        self._take(files)

    def _take(self, files: list[Attachment]) -> None:
        self.files = files
        # Its message stays: why further files are refused stands there.
        set_visible(self.form.controls["url"].widget, not files)
        set_visible(self.choices, bool(files))
        number = f"{count(len(files), 'picture')}: " if len(files) > 1 else ""
        self.chosen.value = f"{number}<b>{escape(listed([file.filename for file in files]))}</b>"
        self._check()


def _sample(name: str) -> Attachment:
    return Attachment(samples.path(name).read_bytes(), name.rpartition("/")[2], "image/jpeg")


def _waiting(file: Attachment) -> dict[str, str]:
    return {
        "name": shortened(file.filename, 60),
        "picture": address(file, _THUMBNAIL) or "",
        "says": "Waiting",
        "state": "waiting",
    }
