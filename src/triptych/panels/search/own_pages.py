"""Pages of one's own on this machine: what is indexed, and adding and removing it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets

from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.layout import progress_bar, row, set_visible
from triptych.panels.base.panel import descendants
from triptych.views.base.units import count, shortened

if TYPE_CHECKING:
    from triptych import Index

#: Sources in the list, and failures that are named; the command shows all.
_MOST, _MOST_FAILURES = 50, 3


class OwnPages(ipywidgets.VBox):
    """The user's own search index: add folders, files and sites, see what is in it, remove it.

    Its parts are made when it is first opened.

    Attributes
    ----------
    task : asyncio.Task or None
        What is under way, or was last: listing, adding or removing.
    """

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._is_closed = False
        self.task: asyncio.Task[None] | None = None
        self.toggle = ipywidgets.ToggleButton(description="Pages on this machine: add a folder")
        self.toggle.add_class("triptych-more")
        self._content: ipywidgets.VBox | None = None
        super().__init__([self.toggle])
        self.toggle.observe(lambda _: loop.call(self._on_toggle), "value")

    def _on_toggle(self) -> None:
        if self._content is None:
            self._content = self._made()
            self.children = [self.toggle, self._content]
            self._start(self._list)
        set_visible(self._content, self.toggle.value)

    def _made(self) -> ipywidgets.VBox:
        self.box = ipywidgets.Text(
            description="Folder, file or address of a site",
            placeholder="notes/ or https://docs.example.org/",
            style={"description_width": "initial"},
        )
        self.message = ipywidgets.HTML()
        self.message.add_class("triptych-message")
        self.add_button = ipywidgets.Button(
            description="Add", tooltip="Read its pages, so that search and research find them"
        )
        self.stop_button = ipywidgets.Button(
            description="Stop", tooltip="Stop reading; what was read stays", disabled=True
        )
        self.status = ipywidgets.HTML()
        self.list = ipywidgets.VBox()
        call = self._loop.call
        self.add_button.on_click(lambda _: call(self.add))
        self.box.on_msg(lambda _, content, __: content.get("event") == "submit" and call(self.add))
        self.stop_button.on_click(lambda _: call(self.stop))
        content = ipywidgets.VBox(
            [
                *(self.box, self.message, row(self.add_button, self.stop_button)),
                *(self.status, self.list),
            ]
        )
        content.add_class("triptych-hidden")
        content.add_class("triptych-own")
        return content

    # What is done

    def add(self) -> None:
        """Add what stands in the box."""
        target = self.box.value.strip()
        if not target:
            self._show_problem("Type the path of a folder or file, or the address of a site.")
        elif self.add_button.disabled is False:
            self._start(partial(self._add, target))

    def stop(self) -> None:
        """Stop what is under way; pages that were read stay."""
        if self.task is not None:
            self.task.cancel()

    def _start(self, work: Callable[[], Awaitable[None]]) -> None:
        # Without a loop, as in a plain script, nothing can be done.
        with suppress(RuntimeError):
            self.task = self._loop.start(self._do(work))

    async def _do(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do it with the buttons off; show what goes wrong beside the box."""
        self._show_problem("")
        self._pause(True)
        try:
            await work()
        except asyncio.CancelledError:
            if self._is_closed:
                raise
            self._show_status("Stopped. Pages read so far can be searched; Add goes on from there.")
            await self._list()
        except (OSError, RuntimeError, ValueError) as error:
            self._show_status("")
            self._show_problem(str(error))
        finally:
            self._pause(False)

    def _pause(self, paused: bool) -> None:
        self.add_button.disabled = paused
        for line in self.list.children:
            for part in line.children:
                if isinstance(part, ipywidgets.Button):
                    part.disabled = paused

    async def _add(self, target: str) -> None:
        self._show_status(f"Looking for pages in {target} …")
        self.stop_button.disabled = False
        try:
            report = await _index().add_async(target, on_progress=self._show_progress)
        finally:
            self.stop_button.disabled = True
        failures = [f"{shortened(at, 80)}: {why}" for at, why in report.failed[:_MOST_FAILURES]]
        if not report.read and not report.failed and not report.removed:
            failures.append(
                "Pages are HTML, Markdown, reStructuredText, plain text, notebooks, PDF."
            )
        self._show_status(report.summary.rstrip(":"), *failures)
        self.box.value = ""
        await self._list()

    def _show_progress(self, progress: Any) -> None:
        total = progress.read + progress.waiting
        words = f"{progress.read:,} of {count(total, 'page')}"
        doing = progress.doing.rpartition("/")[2] or progress.doing
        bar = progress_bar(progress.read, total, "Pages read", words)
        self.status.value = f"{bar}{escape(shortened(doing, 60))}"

    async def _remove(self, name: str) -> None:
        number = await asyncio.to_thread(lambda: _index().remove(name))
        self._show_status(f"{count(number, 'page')} removed.")
        await self._list()

    def close(self) -> None:
        """Stop what is under way, and close."""
        self._is_closed = True
        self._loop.call(self.stop)
        super().close()

    # What is shown

    async def _list(self) -> None:
        try:
            sources = await asyncio.to_thread(lambda: _index().sources())
        except FileNotFoundError:
            sources = {}
        old = self.list.children
        self.list.children = [self._line(*source) for source in list(sources.items())[:_MOST]]
        for line in old:
            for part in (*descendants(line), line):
                part.close()
        if not sources:
            self.list.children = [row(ipywidgets.HTML("No pages of your own yet."))]
        elif len(sources) > _MOST:
            rest = f"… and {len(sources) - _MOST:,} more: see “triptych index list”."
            self.list.children = [*self.list.children, row(ipywidgets.HTML(escape(rest)))]

    def _line(self, name: str, pages: int) -> ipywidgets.Box:
        words = ipywidgets.HTML(f"<b>{escape(name)}</b> · {count(pages, 'page')}")
        button = ipywidgets.Button(description="Remove", tooltip=f"Remove {name} from the index")
        button.on_click(lambda _: self._loop.call(lambda: self._start(partial(self._remove, name))))
        line = ipywidgets.Box([words, button])
        line.add_class("triptych-own-source")
        return line

    def _show_status(self, *lines: str) -> None:
        shown = "<br>".join(escape(line) for line in lines if line)
        self.status.value = f'<div role="status">{shown}</div>' if shown else ""

    def _show_problem(self, words: str) -> None:
        problem = f'<span class="triptych-problem" role="alert">{escape(words)}</span>'
        self.message.value = problem if words else ""


def _index() -> Index:
    # It loads the service, which the first search does too.
    from triptych import Index

    return Index()
