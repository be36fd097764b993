"""A third of the workbench: the operations of an area, and the panel of the one chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from triptych import panels
from triptych.client import AsyncClient
from triptych.contract import OPERATIONS, Operation
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.failure import error_card
from triptych.panels.base.layout import set_visible
from triptych.panels.base.panel import Panel
from triptych.panels.workbench.home import SENTENCES

#: Panels by the name of their operation; each is loaded when it is first opened.
PANELS: Mapping[str, str] = {
    "profanity": "ProfanityPanel",
    "spam": "SpamPanel",
    "suggest": "SuggestPanel",
    "search": "SearchPanel",
    "research": "ResearchPanel",
    "scrape": "ScrapePanel",
    "detect": "DetectionPanel",
    "sentiment": "SentimentPanel",
    "embed": "EmbeddingPanel",
    "embed_v2": "EmbeddingV2Panel",
    "generate_image": "GenerationPanel",
}


def load(name: str) -> Any:
    """Import the panel of an operation, which takes a moment, and return its class."""
    return getattr(panels, PANELS[name])


def make(name: str, client: AsyncClient) -> Panel:
    """Return a new panel for an operation."""
    panel: Panel = load(name)(client=client)
    return panel


_HERE = Path(__file__).parent


class OperationList(anywidget.AnyWidget):
    """A button for each operation; `chosen` is the name of the chosen one, at first the first.

    `about` is HTML: what there is to know of the chosen one.
    """

    _esm = (_HERE / "operation_list.js").read_text(encoding="utf-8")

    label = traitlets.Unicode("").tag(sync=True)
    items: Any = traitlets.List([]).tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)
    about = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str, operations: Sequence[Operation[Any, Any]]) -> None:
        items = [
            {
                "name": operation.name,
                "title": operation.title,
                "summary": operation.summary,
                "deprecated": operation.deprecated,
            }
            for operation in operations
        ]
        super().__init__(label=label, items=items, chosen=operations[0].name)


class Area(ipywidgets.VBox):
    """The operations of an area; `make` creates the panel of one when it is first opened."""

    def __init__(self, name: str, make: Callable[[str], Panel], loop: EventLoop) -> None:
        # In the order of the home's tiles.
        rows = (OPERATIONS[operation] for operation in SENTENCES)
        self.operations = [row for row in rows if row.area == name]
        self.panels: dict[str, Panel] = {}
        self._make = make
        self._loop = loop
        self._opening: asyncio.Task[None] | None = None
        self.list = OperationList(f"Operations: {name}", self.operations)
        self.stage = ipywidgets.VBox()
        self.waiting = ipywidgets.HTML()
        super().__init__([self.list, self.waiting, self.stage])
        self.stage.add_class("triptych-stage")
        set_visible(self.waiting, False)
        self.list.observe(lambda _: loop.call(self.show), "chosen")

    @property
    def current(self) -> Panel | None:
        """The visible panel, if it has been made."""
        return self.panels.get(self.list.chosen)

    def panel(self, name: str) -> Panel:
        """Return the panel of an operation; it is made if necessary."""
        if name not in self.panels:
            panel = self.panels[name] = self._make(name)
            set_visible(panel, name == self.list.chosen)
            self.stage.children = [*self.stage.children, panel]
            self.explain()
        return self.panels[name]

    def explain(self) -> None:
        """Show what there is to know of the chosen operation, in place of its panel's title bar."""
        panel = self.current
        self.list.about = "" if panel is None else panel.about

    def show(self) -> None:
        """Show the panel of the chosen operation; it is made if necessary."""
        name = self.list.chosen
        for other, panel in self.panels.items():
            set_visible(panel, other == name)
        self.explain()
        set_visible(self.waiting, name not in self.panels)
        if name not in self.panels:
            self.waiting.value = f'<p role="status">Opening {escape(OPERATIONS[name].title)} …</p>'
            self._stop_opening()
            self._opening = self._loop.start(self._open(name))

    def _stop_opening(self) -> None:
        if self._opening is not None:
            self._opening.cancel()

    async def _open(self, name: str) -> None:
        try:
            # A panel's imports may take a second: not on the kernel's loop.
            await asyncio.to_thread(load, name)
            self.panel(name)
        except Exception as error:
            # Nobody awaits this task.
            self.waiting.value = error_card(error)
        else:
            set_visible(self.waiting, self.current is None)

    def close(self) -> None:
        """Stop opening panels, and close."""
        self._stop_opening()
        super().close()
