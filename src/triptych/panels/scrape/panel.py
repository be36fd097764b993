"""The scrape panel."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import ipywidgets

from triptych.client import AsyncClient, TriptychError
from triptych.contract import Attachment, Problem, Reply, ScrapeReply, ScrapeRequest
from triptych.panels.base.arguments import check_texts
from triptych.panels.base.browser import File
from triptych.panels.base.controls import Control
from triptych.panels.base.files import RefusedFileError, Upload, listed
from triptych.panels.base.layout import set_visible
from triptych.panels.base.panel import Call, Panel, Sample
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.save_menu import Saveable
from triptych.panels.scrape import controls, export
from triptych.panels.scrape.code import as_program, for_many_pages
from triptych.panels.scrape.correction import Click, Correction, selectors_of, still_valid
from triptych.panels.scrape.page import ScrapePage
from triptych.views.base.units import count
from triptych.views.scrape import elements

_ADDRESS, _HTML = "Address", "HTML"
#: A longer text stalls the box that shows it.
_LARGEST_FILE = 2_000_000


def _sample(label: str, page: str, prompts: dict[str, str]) -> Sample:
    html = (Path(__file__).parent / "samples" / f"{page}.html").read_text(encoding="utf-8")
    return Sample(label, {"html": html, "element_prompts": prompts})


class ScrapePanel(Panel):
    """Find on a page what you describe, see where it is, correct it, and save it.

    Give an address or HTML, and up to five descriptions. Results are highlighted on the page when
    you point at them. There you can click on the right element, or on a wrong one: the selectors
    that follow are part of the next calls, of the code and of the template.

    Parameters
    ----------
    url : str, optional
        Address to begin with.
    prompts : sequence of str or mapping of str to str, optional
        Descriptions to begin with.
    html : str, optional
        The page itself, instead of its address.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    selectors : dict of str to list of str
        Selectors of an earlier reply that are used instead of the descriptions, by key; empty
        if the descriptions are used.
    corrections : dict of str to Correction
        What was clicked on the page, by key.

    Examples
    --------
    >>> panel = ScrapePanel(html="<h1>Green tea</h1><b>3.20 EUR</b>", prompts=["price"])
    >>> panel
    <ScrapePanel: ready>
    >>> panel.close()
    """

    operation_name = "scrape"
    takes = "the address of a page"
    lines = (
        "source",
        "url",
        "html",
        "upload",
        "element_prompts",
        "use",
        ("render", "page_position"),
        tuple(controls.FEATURES),
    )
    more = (
        "root_element_selector",
        ("mode", "wait_for"),
        "http_headers",
        "cookies",
        "byo_proxy",
        ("width", "height", "scale"),
        "is_mobile",
        tuple(controls.CAPTURES),
    )
    labels = MappingProxyType(
        {
            "page_position": "Page number",
            "is_mobile": "Present as a mobile browser",
            "scale": "Pixel scale",
        }
    )
    # Small pages written for this.
    samples = (
        _sample(
            "a product",
            "product",
            {"name": "product name", "price": "price", "rating": "rating", "weight": "weight"},
        ),
        _sample(
            "five teas",
            "listing",
            {"tea": "names of the teas", "price": "prices", "origin": "origins of the teas"},
        ),
        _sample(
            "a German recipe",
            "rezept",
            {
                "Zutaten": "Zutaten",
                "Dauer": "Zubereitungszeit",
                "Datum": "Datum der Veröffentlichung",
            },
        ),
    )
    empty = "The page will appear here, with what was found on it framed."
    sketch = (
        '<svg viewBox="0 0 220 96" width="220" fill="none" stroke="currentColor">'
        '<rect x="8" y="8" width="120" height="80" rx="3"/><path d="M18 22H90M18 36H112"/>'
        '<rect x="16" y="46" width="52" height="14"/><rect x="16" y="66" width="52" height="14"/>'
        '<path d="M150 22H206M150 53H192M150 73H192" stroke-dasharray="3 3"/></svg>'
    )

    def __init__(
        self,
        url: str = "",
        prompts: Sequence[str] | Mapping[str, str] = (),
        *,
        html: str = "",
        client: AsyncClient | None = None,
    ) -> None:
        self.selectors: dict[str, list[str]] = {}
        self.corrections: dict[str, Correction] = {}
        self._correcting: asyncio.Task[None] | None = None
        self.source = ipywidgets.ToggleButtons(
            options=(_ADDRESS, _HTML), tooltips=("Give its address", "Give the page itself")
        )
        accept = ".html,.htm,.xhtml,text/html"
        self.upload = Upload(accept, "or drop an HTML file here", many=False, largest=_LARGEST_FILE)
        self.using = ipywidgets.HTML()
        self.forget = ipywidgets.Button(
            description="Use descriptions", tooltip="Search the page by the descriptions again"
        )
        self.use = ipywidgets.Box([self.using, self.forget])
        self.again = ipywidgets.Button(
            description="Run again with these selectors",
            tooltip="Read a page by the selectors that were found, without searching it",
        )
        self.below = ipywidgets.Box([self.again])
        super().__init__(client=client)
        self.page = ScrapePage(self._loop)
        self._arrange()
        self._listen()
        if html:
            self._choose(_HTML)
        self.form.fill({"url": url or "", "html": html or "", "element_prompts": prompts})

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Raise TypeError if the address, the descriptions or the client have the wrong type."""
        super().check_arguments(arguments)
        prompts = arguments.get("prompts")
        check_texts("prompts", () if prompts is None else prompts)

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the chips, the choices in words, and the boxes for what is private."""
        return {
            **controls.custom_controls(self._loop),
            "source": self.source,
            "upload": self.upload,
            "use": self.use,
        }

    def _arrange(self) -> None:
        """Put what this panel alone has between what all have."""
        for widget, name in (
            (self.source, "source"),
            (self.use, "choice"),
            (self.below, "actions"),
        ):
            widget.add_class(f"triptych-{name}")
        self.result.add_first_tab("Page", self.page, "Elements")
        self.result.add("below_tabs", self.below)
        set_visible(self.below, False)
        self._choose(_ADDRESS)
        self._show_selectors()

    def _listen(self) -> None:
        call = self._loop.call
        self.source.observe(lambda _: call(lambda: self._choose(self.source.value)), "value")
        self.accept_uploads(self.upload, self._load)
        self.chips_box.observe(lambda _: call(self._on_descriptions), "value")
        self.chips_box.observe(lambda _: call(self._check), "pending")
        self.forget.on_click(lambda _: call(self._reset_selectors))
        self.again.on_click(lambda _: call(self._run_again))
        self.page.on_use(self._use)
        self.page.on_click(self._on_click)
        self.page.on_undo(self._undo)

    @property
    def chips_box(self) -> Any:
        """The widget with a chip for each description."""
        return self.form.controls["element_prompts"].widget

    @property
    def _from_html(self) -> bool:
        return bool(self.source.value == _HTML)

    # The request

    def values(self) -> dict[str, Any]:
        """Return the members to send: the address or the HTML, descriptions or selectors."""
        values = controls.members(super().values(), from_html=self._from_html)
        if self.selectors:
            values["element_prompts"] = None
        selectors = {**self.selectors, **selectors_of(self.corrections)}
        return values | ({"selectors": selectors} if selectors else {})

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter: the controls, the source, and what was corrected."""
        return {
            **super().inputs(),
            "source": self.source.value,
            "pending": self.chips_box.pending,
            "selectors": self.selectors,
            "corrections": self.corrections,
        }

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        super().put_inputs(inputs)
        self.chips_box.pending = inputs["pending"]
        self._choose(inputs["source"])
        self._set_selectors(inputs["selectors"], inputs["corrections"])

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what is not filled in yet."""
        if not values["url"] and not values["html"]:
            what = "Paste HTML" if self._from_html else "Give an address"
            return f"{what}, or choose a sample."
        prompted = values["element_prompts"] or self.selectors
        return "" if prompted else "Describe what to find on the page."

    def problems(self) -> list[Problem]:
        """Return what is wrong in the controls although the request would be valid."""
        values = self.form.values()
        return controls.wrong(values, self.chips_box.texts, from_html=self._from_html)

    def fill(self, values: Mapping[str, Any]) -> None:
        """Fill in a sample, and reset what narrowed an earlier call."""
        fresh = {"root_element_selector": None, "page_position": 1, "mode": "", "wait_for": ""}
        self.chips_box.put([])
        self.form.fill({**fresh, **values})
        self._reset_selectors()
        self._choose(_HTML if values.get("html") else _ADDRESS)

    def _on_run(self, typed: Mapping[str, str]) -> None:
        """Run with the text in the box as one more chip, which the browser adds."""
        typed = dict(typed)
        self.chips_box.pending = typed.pop("element_prompts", self.chips_box.pending)
        super()._on_run(typed)

    def _choose(self, source: str) -> None:
        self.source.value = source
        self.form.set_visible("url", source == _ADDRESS)
        self.form.set_visible("html", source == _HTML)
        self.form.set_visible("upload", source == _HTML)
        self._check()

    def _load(self, files: list[Attachment]) -> None:
        """Put the text of the chosen file into the box."""
        *_, file = files
        text = _text(file)
        self._choose(_HTML)
        self.form.fill({"html": text})

    # Selectors that were found

    def _use(self, key: str, selector: str) -> None:
        """Read the page again, with this selector for the key."""
        assert isinstance(self.reply, ScrapeReply)
        self._set_selectors({**self.reply.selectors, key or "selected": [selector]})
        self.run()

    def _run_again(self) -> asyncio.Task[Reply | None] | None:
        assert isinstance(self.reply, ScrapeReply)
        self._set_selectors(self.reply.selectors)
        return self.run()

    def _set_selectors(
        self,
        selectors: Mapping[str, Sequence[str]],
        corrections: Mapping[str, Correction] = MappingProxyType({}),
    ) -> None:
        self.selectors = {key: list(found) for key, found in selectors.items() if found}
        self.corrections = dict(corrections)
        self._show_selectors()
        self._check()

    def _reset_selectors(self) -> None:
        self._set_selectors({})

    def _on_descriptions(self) -> None:
        prompts = [controls.keyed(text) for text in self.chips_box.value]
        self._set_selectors({}, still_valid(self.corrections, prompts))

    def _show_selectors(self) -> None:
        set_visible(self.use, bool(self.selectors or self.corrections))
        number = len({**self.selectors, **self.corrections})
        how = "Read by the selectors of" if self.selectors else "Corrected:"
        self.using.value = f"{how} {count(number, 'field')}" if number else ""

    # Corrections on the page

    def _on_click(self, click: Click) -> asyncio.Task[None] | None:
        """Learn from an element that is right or wrong, and run with the selectors that follow.

        Parameters
        ----------
        click : Click
            The element, and the field that it is right or wrong for.

        Returns
        -------
        asyncio.Task or None
            None while a call or another correction is running, and where the only element that
            was chosen is removed, which undoes the correction.
        """
        busy = self._correcting is not None and not self._correcting.done()
        if busy or self.state == "running":
            self.page.problem = "Wait until the call has finished, then click again."
            return None
        assert isinstance(self.reply, ScrapeReply)
        assert isinstance(self._last_request, ScrapeRequest)
        key, page = click.key, self.page.shown["page"]
        prompts = dict(map(controls.keyed, self.chips_box.value))
        first = Correction(prompts.get(key, key), page, tuple(self.reply.selectors.get(key, ())))
        correction = self.corrections.get(key, first).on(page)
        if correction.is_undone_by(click):
            self._undo(key)
            return None
        root = self._last_request.root_element_selector
        self._correcting = self._loop.start(self._correct(key, correction.clicked(click), root))
        return self._correcting

    async def _correct(self, key: str, correction: Correction, root: str | None) -> None:
        assert self.client is not None
        self.page.busy, self.page.problem = True, ""
        try:
            request = self.form.request(correction.members(key, root))
            reply = await self.client.call(self.operation, request)
            assert isinstance(reply, ScrapeReply)
            selectors = tuple(reply.selectors.get(key, ()))
            self.page.show_field(key, reply)
            corrections = {**self.corrections, key: replace(correction, selectors=selectors)}
            self._set_selectors(self.selectors, corrections)
            if task := self.run():
                await asyncio.wait([task])
        except TriptychError as error:
            self.page.problem = str(getattr(error, "message", error))
        finally:
            self.page.busy = False
            self._show_age()

    @property
    def _is_old(self) -> bool:
        # A correction runs at once: a line that came and went would move the page meanwhile.
        return super()._is_old and not self.page.busy

    def _undo(self, key: str) -> None:
        """Search for a field by its description again."""
        corrections = {name: one for name, one in self.corrections.items() if name != key}
        self.page.problem = ""
        self._set_selectors(self.selectors, corrections)
        self.run()

    # The result

    def displayed_reply(self, call: Call, base_url: str | None) -> DisplayedReply:
        """Return the reply, the request without its secrets, and a program that does the same."""
        assert isinstance(call.request, ScrapeRequest)
        assert isinstance(call.reply, ScrapeReply)
        request = controls.without_secrets(call.request)
        codes = [("as selectolax", as_program(call.request, call.reply))]
        if self.corrections and call.request.url:
            codes.append(("for many pages", for_many_pages(request, base_url)))
        return DisplayedReply(
            self.operation, request, call.reply, base_url, codes, picture=elements
        )

    def _record(self, call: Call) -> None:
        super()._record(call)
        assert isinstance(call.request, ScrapeRequest)
        assert isinstance(call.reply, ScrapeReply)
        self.page.problem = ""
        self.page.show(call.request, call.reply, self.corrections)
        set_visible(self.below, any(call.reply.selectors.values()))

    def close(self) -> None:
        """Cancel what runs and close every widget of the panel."""
        if self._correcting is not None:
            self._loop.call(self._correcting.cancel)
        super().close()

    def files_to_save(self) -> dict[str, Saveable]:
        """Return what can be saved: the records, what was learned of the site, and the reply."""
        if not isinstance(reply := self.reply, ScrapeReply):
            return {}
        if not any(reply.context.values()):
            return self.reply_to_save()
        columns = f"a row for each record: {listed(list(reply.context))}"
        further = "what reads further pages of this site, corrections included"
        return {
            "csv": Saveable("CSV", columns, partial(export.table, reply)),
            "json": Saveable("JSON", "the records, and all values", partial(export.records, reply)),
            "template": Saveable("Template", further, self._template),
            **self.reply_to_save(),
        }

    async def _template(self) -> File:
        assert self.client is not None
        assert isinstance(self._last_request, ScrapeRequest)
        learn: dict[str, Any] = {"sample_urls": [], "features": None, "advance_config": None}
        request = self._last_request.model_copy(update=learn)
        reply = await self.client.call(self.operation, request)
        assert isinstance(reply, ScrapeReply)
        if file := export.template(reply):
            return file
        raise RuntimeError("This service learns no templates.")


def _text(file: Attachment) -> str:
    """Return the text of an HTML file, in the character set it names."""
    content = file.content
    named = re.search(rb"charset\s*=\s*[\"']?([\w-]+)", content[:2_000], re.IGNORECASE)
    for name in ("utf-8-sig", named[1].decode() if named else "cp1252"):
        try:
            return content.decode(name).replace("\r\n", "\n")
        except (LookupError, UnicodeDecodeError):
            continue
    raise RefusedFileError(f"{file.filename} is not text: choose an HTML file.")
