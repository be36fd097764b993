"""The image generation panel."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple

import ipywidgets

from triptych.client import APIError, AsyncClient
from triptych.contract import (
    Attachment,
    GenerationReply,
    GenerationRequest,
    Problem,
    Reply,
    Request,
)
from triptych.contract.vision import GenerationSettings
from triptych.panels.base.browser import Gallery
from triptych.panels.base.controls import Control
from triptych.panels.base.files import Upload, check_picture
from triptych.panels.base.html import address
from triptych.panels.base.layout import set_visible
from triptych.panels.base.page_sources import url_problems
from triptych.panels.base.panel import Call, Panel, Sample
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.save_menu import Saveable
from triptych.panels.base.stale import Run
from triptych.panels.generation.export import all_pictures, ending_of, one_picture
from triptych.panels.generation.seeds import over_seeds, pinned, seed_of
from triptych.views.base.thumbnails import address as thumbnail
from triptych.views.generation.pictures import reduced
from triptych.views.generation.view import not_drawn

#: Pictures of one run.
_MOST = 9
#: Pixels of a picture among others.
_SIDE = 256


class GeneratedPicture(NamedTuple):
    """A picture with its request, seed included, and the seconds it took."""

    request: GenerationRequest
    reply: GenerationReply
    seconds: float


class GenerationPanel(Panel):
    """Draw pictures from a prompt: one, or several that differ by their seed.

    Pictures appear as they are finished; Cancel keeps those. Request and code are shown for the
    picture that is chosen among them.

    Parameters
    ----------
    prompt : str, optional
        Initial prompt.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    generated : list of GeneratedPicture
        The pictures of the last run.
    picture : Attachment or None
        The picture to edit.

    Examples
    --------
    >>> panel = GenerationPanel("A red kite over a beach")
    >>> panel
    <GenerationPanel: ready>
    >>> panel.close()
    """

    operation_name = "generate_image"
    takes = "a prompt"
    lines = (
        "prompt",
        ("aspect_ratio", "steps", "output_format", "pictures"),
        "upload",
        "choice",
    )
    more = (
        ("width", "height"),
        "negative_prompt",
        ("guidance", "seed", "return_type"),
        "url",
    )
    # The full label has no room in its row.
    labels = MappingProxyType({"url": "Address of a picture to edit", "output_format": "Format"})
    multiline = ("prompt",)
    samples = (
        Sample(
            "a beach",
            {"prompt": "A red kite over a beach, two sailboats on the sea, a crab on the sand"},
        ),
        Sample("a forest", {"prompt": "An owl on a tree in a forest at night, three mushrooms"}),
        Sample("a table", {"prompt": "A cup of coffee next to two croissants on a table"}),
    )
    empty = "The picture will appear here, with what could not be drawn."
    sketch = (
        '<svg viewBox="0 0 220 120" width="220" fill="none" stroke="currentColor">'
        '<rect x="8" y="8" width="204" height="104" rx="4"/><circle cx="48" cy="36" r="12"/>'
        '<path d="M8 92L78 44L118 74L150 54L212 92M160 104V84L172 74L184 84V104Z"/></svg>'
    )

    def __init__(self, prompt: str = "", *, client: AsyncClient | None = None) -> None:
        self.generated: list[GeneratedPicture] = []
        self.picture: Attachment | None = None
        self.pictures = ipywidgets.BoundedIntText(
            value=1,
            min=1,
            max=_MOST,
            description="Pictures",
            tooltip="How many to draw, each with the next seed",
            style={"description_width": "initial"},
        )
        self.upload = Upload("image/*", "or drop or paste a picture to edit", many=False)
        self.chosen = ipywidgets.HTML()
        self.clear = ipywidgets.Button(description="Remove", tooltip="Draw without this picture")
        self.choice = ipywidgets.HBox([self.chosen, self.clear])
        self.gallery = Gallery()
        self._number = 1
        self._place = -1
        #: The run that made the pictures.
        self._drawn_by: Run | None = None
        self._ended = ""
        super().__init__(client=client)
        self._arrange()
        call = self._loop.call
        self.accept_uploads(self.upload, self._load)
        self.pictures.observe(lambda _: call(self._check), "value")
        self.clear.on_click(lambda _: call(lambda: self._edit(None)))
        self.gallery.observe(lambda _: call(self._pick), "chosen")
        self.begin_with({"prompt": prompt})

    def _arrange(self) -> None:
        """Add this panel's own widgets."""
        self.result.add("above_tabs", self.gallery)
        self.choice.add_class("triptych-choice")
        self._edit(None)
        self._show_gallery()

    # The request

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the number of pictures, and the picture to edit."""
        return {"pictures": self.pictures, "upload": self.upload, "choice": self.choice}

    def values(self) -> dict[str, Any]:
        """Return the members to send, the advanced ones in their object."""
        values = super().values()
        advanced = {name: values.pop(name) for name in GenerationSettings.model_fields}
        advanced = {name: value for name, value in advanced.items() if value not in {None, ""}}
        values["url"] = values["url"] or None
        return values | {"advance_config": advanced or None, "file": self.picture}

    def problems(self) -> list[Problem]:
        """Return a problem for an address that is none."""
        return url_problems(self.form.controls["url"].value)

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter: the controls, their number, the picture to edit."""
        own = {"pictures": self.pictures.value, "picture": self.picture}
        return {**super().inputs(), **own}

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        self.pictures.value = inputs["pictures"]
        super().put_inputs(inputs)
        self._edit(inputs["picture"])

    def identity(self, request: Request) -> object:
        """Return the request, and how many pictures."""
        return request, self.pictures.value

    def prepare(self, request: Request) -> None:
        """Store how many pictures to draw."""
        self._number = self.pictures.value

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Draw each picture in a call; finished ones are kept, whatever ends the run."""
        assert isinstance(request, GenerationRequest)
        before = self.generated, self.gallery.items, self._place, self._drawn_by
        self._ended = ""
        try:
            await self._draw(client, over_seeds(request, self._number))
        except (asyncio.CancelledError, APIError) as error:
            if not self.generated:
                self.generated, self.gallery.items, self._place, self._drawn_by = before
                self.gallery.chosen = self._place
                self._show_gallery()
                raise
            if isinstance(error, APIError):
                self._ended = f"The next picture failed: {error.message}"
            elif (task := asyncio.current_task()) is not None:
                self._ended = "Cancelled: the finished pictures are kept"
                task.uncancel()
        return self.generated[-1].reply

    async def _draw(self, client: AsyncClient, requests: Sequence[GenerationRequest]) -> None:
        self.generated, self._drawn_by = [], self._run
        self._place = self.gallery.chosen = -1
        self.gallery.items = [
            {"name": _name(request), "caption": "", "state": "waiting"} for request in requests
        ]
        self._show_gallery()
        for place, request in enumerate(requests):
            if len(requests) > 1:
                words = f"Drawing {place + 1} of {len(requests)} …"
                self._show_activity(words, place, len(requests))
            began = time.perf_counter()
            reply = await client.call(self.operation, request)
            seconds = time.perf_counter() - began
            self.generated.append(GeneratedPicture(pinned(request, reply), reply, seconds))
            try:
                # Not on the kernel's loop, which it would block.
                picture = await asyncio.to_thread(reduced, reply, _SIDE)
            except asyncio.CancelledError:
                self._show_made(place, reply, reduced(reply, _SIDE))
                raise
            self._show_made(place, reply, picture)
            if place == 0:
                self._choose(0)

    def _show_made(self, place: int, reply: GenerationReply, picture: str | None) -> None:
        self.gallery.put(
            place,
            state="done",
            name=_name(self.generated[place].request),
            caption=not_drawn(reply),
            picture=picture or "",
        )

    def _record(self, call: Call) -> None:
        chosen = max(0, self._place)
        self.gallery.items = self.gallery.items[: len(self.generated)]
        # Each picture is a call of its own, whose request has a seed.
        *earlier, last = (Call(*picture) for picture in self.generated)
        self.history = [*self.history, *earlier]
        super()._record(replace(call, reply=last.reply))
        self.history[-1] = last
        self._choose(chosen)
        if self._ended:
            self.status.show(self._ended)

    # One among several

    def _pick(self) -> None:
        if self.gallery.chosen != self._place and 0 <= self.gallery.chosen < len(self.generated):
            self._choose(self.gallery.chosen)

    def _choose(self, place: int) -> None:
        """Show the request, table and code of a picture."""
        assert self.client is not None
        request, self.reply, seconds = self.generated[place]
        self._place = self.gallery.chosen = place
        self.result.show(DisplayedReply(self.operation, request, self.reply, address(self.client)))
        self._shown = self._drawn_by
        self._show_age()
        if self.state == "running":
            self.result.dim(dimmed=False)
        self._show_footer(self.reply, seconds)
        self._offered = None
        self._offer_files()
        self._show_gallery()

    def _show_gallery(self) -> None:
        """Show the controls that apply to the current pictures."""
        set_visible(self.gallery, len(self.gallery.items) > 1)

    @property
    def replies(self) -> list[GenerationReply]:
        """The pictures of the last run, as `triptych.gallery` takes them."""
        return [picture.reply for picture in self.generated]

    # Files

    def files_to_save(self) -> dict[str, Saveable]:
        """Return what can be saved: the chosen picture, all of them, and the reply."""
        if not self.generated:
            return {}
        request, reply, _ = self.generated[max(0, self._place)]
        pictures = [(one.request, one.reply) for one in self.generated]
        files = {}
        # An address has no bytes to save.
        if reply.content:
            label = ending_of(reply).upper()
            make = partial(one_picture, request, reply)
            files["picture"] = Saveable(label, f"this picture, {_name(request)}", make)
        if len(pictures) > 1 and any(reply.content for _, reply in pictures):
            what = f"all {len(pictures)} pictures, and their requests"
            files["all"] = Saveable("ZIP", what, partial(all_pictures, pictures))
        return {**files, **self.reply_to_save()}

    def _load(self, files: list[Attachment]) -> None:
        *_, file = files
        check_picture(file)
        self._edit(file)

    def _edit(self, picture: Attachment | None) -> None:
        self.picture = picture
        set_visible(self.choice, picture is not None)
        if picture is not None:
            small = thumbnail(picture, 96)
            image = f'<img src="{small}" alt="" style="max-height: 3rem"> ' if small else ""
            self.chosen.value = f"{image}{escape(picture.filename)}"
        self._check()


def _name(request: GenerationRequest) -> str:
    seed = seed_of(request)
    return "picture" if seed is None else f"seed {seed}"
