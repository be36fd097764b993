"""The page that was read, with the results highlighted on it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych._colours import ink_on
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.contract.scrape import ScrapedField
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.scrape.correction import Click
from triptych.views.scrape.fields import colours

_HERE = Path(__file__).parent
#: Characters; more makes the notebook's page slow.
_LARGEST_PAGE = 3_000_000
#: Values of a field that are listed.
_MOST_VALUES = 200
_LONGEST_VALUE = 500


class ScrapePage(anywidget.AnyWidget):
    """A page beside the values found on it: pointing at one highlights the other.

    A field can be corrected there: by a click on the right element, or on a wrong one.

    The page is a document without scripts in a frame that may fetch nothing; or its screenshot,
    where the reply has boxes on one.

    Parameters
    ----------
    loop : EventLoop
        The loop of the panel.

    Attributes
    ----------
    shown : dict
        What is there to see: `page`, `screenshot`, `size`, `root`, `fields`, `note`.
    busy : bool
        Whether a correction is being worked on.
    problem : str
        Why the last correction could not be made.
    """

    # Two files of one program: a widget's script is loaded as a whole.
    _esm = "".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("correcting.js", "page.js")
    )
    _css = (_HERE / "page.css").read_text(encoding="utf-8")

    shown: Any = traitlets.Dict({}).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        super().__init__()

    def show(
        self, request: ScrapeRequest, reply: ScrapeReply, corrected: Collection[str] = ()
    ) -> None:
        """Show the values of a reply, on their page if the reply or the request has it."""
        self.shown = shown(request, reply, corrected)

    def show_field(self, key: str, reply: ScrapeReply) -> None:
        """Show the values that a reply has for one corrected field."""
        fields = [
            _field(scraped, reply, field["colour"], corrected=True)
            if (scraped := next((one for one in reply.data if one.key == field["key"]), None))
            and field["key"] == key
            else field
            for field in self.shown["fields"]
        ]
        self.shown = {**self.shown, "fields": fields}

    def on_use(self, call: Callable[[str, str], object]) -> None:
        """Call with a key and a selector when the selector is chosen for the key."""

        def use(_: object, message: Any, __: object) -> None:
            if isinstance(message, dict) and isinstance(selector := message.get("use"), str):
                key = str(message.get("key") or "")
                self._loop.call(lambda: call(key, selector))

        self.on_msg(use)

    def on_click(self, call: Callable[[Click], object]) -> None:
        """Call with a click on an element that is right or wrong for a field."""

        def click(_: object, message: Any, __: object) -> None:
            if isinstance(message, dict) and isinstance(message.get("click"), dict):
                self._loop.call(lambda: call(Click.from_message(message["click"])))

        self.on_msg(click)

    def on_undo(self, call: Callable[[str], object]) -> None:
        """Call with the key of a field whose correction is to be undone."""

        def undo(_: object, message: Any, __: object) -> None:
            if isinstance(message, dict) and isinstance(key := message.get("undo"), str):
                self._loop.call(lambda: call(key))

        self.on_msg(undo)


def shown(
    request: ScrapeRequest, reply: ScrapeReply, corrected: Collection[str] = ()
) -> dict[str, Any]:
    """Return what the browser needs to show a reply; its page, or else that of the request.

    Examples
    --------
    >>> from triptych.contract import ScrapeReply, ScrapeRequest
    >>> reply = ScrapeReply(context={"tea": ["Sencha"]}, data=[{"key": "tea", "selector": "b"}])
    >>> request = ScrapeRequest(html="<b>Sencha</b>", element_prompts=["tea"])
    >>> seen = shown(request, reply)
    >>> seen["page"], seen["fields"][0]["values"]
    ('<b>Sencha</b>', ['Sencha'])
    """
    page = reply.page or request.html or ""
    note = ""
    if len(page) > _LARGEST_PAGE:
        note = f"The page has {len(page) / 1e6:.0f} million characters, too many to show it here."
        page = ""
    elif not page and not reply.screenshot:
        note = "Tick “Live page” and run again to see these on their page."
    boxes = any(element.box for field in reply.data for element in field.results)
    return {
        "page": page,
        "screenshot": reply.screenshot if boxes and reply.page_size else None,
        "size": reply.page_size,
        "root": request.root_element_selector,
        "fields": [
            _field(field, reply, colour, corrected=field.key in corrected)
            for field, colour in zip(
                reply.data, colours([field.key for field in reply.data]), strict=True
            )
        ],
        "note": note,
    }


def _field(
    field: ScrapedField, reply: ScrapeReply, colour: str, *, corrected: bool
) -> dict[str, Any]:
    values = reply.context.get(field.key, [])
    others = reply.selectors.get(field.key, [])
    return {
        "key": field.key,
        "colour": colour,
        "ink": ink_on(colour),
        "values": [_clipped(value) for value in values[:_MOST_VALUES]],
        "number": len(values),
        "elements": len(field.results),
        "selectors": list(dict.fromkeys(one for one in (field.selector, *others) if one)),
        "boxes": [element.box for element in field.results],
        "confidence": field.confidence,
        "note": field.note or "",
        "corrected": corrected,
    }


def _clipped(value: str) -> str:
    return value if len(value) <= _LONGEST_VALUE else value[:_LONGEST_VALUE] + "…"
