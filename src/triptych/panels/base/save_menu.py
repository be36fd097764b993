"""The menu of what can be saved of a result, at the end of its tabs."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, cast

import anywidget
import ipywidgets
import traitlets

from triptych.client import APIError
from triptych.panels.base.browser import POPOVER_SCRIPT, POPOVER_STYLE, Download, File
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.layout import set_visible

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Saveable:
    """A file that can be made of a result.

    Parameters
    ----------
    label : str
        Its format.
    contains : str
        What is in it, in a few words.
    make : callable
        Makes the file, in a thread unless it is a coroutine function; what it raises is shown.
    """

    label: str
    contains: str
    make: Callable[[], File | Awaitable[File]]


class SaveMenu(anywidget.AnyWidget):
    """A button that opens a list of files; a click on one saves it.

    Attributes
    ----------
    entries : list of dict
        Of each file kind, label and what it contains.
    title : str
        What the result is for, above the entries.
    disabled : bool
        Whether nothing can be saved at the moment.
    message : ipywidgets.HTML
        What was saved, or why it was not; the result places it.
    download : Download
        Hands the file to the browser; the result places it too.
    """

    _esm = POPOVER_SCRIPT + (_HERE / "save_menu.js").read_text(encoding="utf-8")
    _css = POPOVER_STYLE + (_HERE / "save_menu.css").read_text(encoding="utf-8")

    entries: Any = traitlets.List([]).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    def __init__(self, loop: EventLoop) -> None:
        self._loop = loop
        self._files: Mapping[str, Saveable] = {}
        self._is_paused = False
        self._saving: asyncio.Task[None] | None = None
        self.message = ipywidgets.HTML()
        self.message.add_class("triptych-message")
        self.message.add_class("triptych-saved")
        self.download = Download()
        super().__init__()
        set_visible(self, False)
        set_visible(self.message, False)
        self.on_msg(self._receive)

    def offer(self, files: Mapping[str, Saveable], title: str) -> None:
        """Offer these files, by their kinds, of the result with this title."""
        self._files = files
        self.title = title
        self.entries = [
            {"kind": kind, "label": file.label, "contains": file.contains}
            for kind, file in files.items()
        ]
        set_visible(self, bool(files))

    def pause(self, *, paused: bool) -> None:
        """Offer nothing while a run may change the result, and forget what was said of the last."""
        self._is_paused = paused
        self._update()
        if paused:
            self._show("")

    def save(self, kind: str) -> asyncio.Task[None]:
        """Make a file of an offered kind, and let the browser save it."""
        self._saving = self._loop.start(self._save(self._files[kind]))
        return self._saving

    def stop(self) -> None:
        """Cancel what is being made."""
        if self._saving is not None:
            self._saving.cancel()

    def _receive(self, _: object, content: Any, __: object) -> None:
        kind = str(content.get("save")) if isinstance(content, dict) else ""
        if kind in self._files:
            # It may have been pressed before the browser knew that it is disabled.
            self._loop.call(lambda: None if self.disabled else self.save(kind))

    async def _save(self, file: Saveable) -> None:
        self._show(f"Making the {file.label} …")
        self._update(busy=True)
        try:
            if inspect.iscoroutinefunction(file.make):
                content = await file.make()
            else:
                content = await asyncio.to_thread(cast("Callable[[], File]", file.make))
        except Exception as error:
            # Nobody awaits this task.
            reason = error.message if isinstance(error, APIError) else str(error)
            self._show(f"Not saved as {file.label}. {reason}", "triptych-problem")
            return
        finally:
            self._update()
        self.download.save(content)
        self._show(f"Saved {content.name}")

    def _update(self, *, busy: bool = False) -> None:
        self.disabled = busy or self._is_paused

    def _show(self, words: str, look: str = "triptych-saved-status") -> None:
        self.message.value = f'<span class="{look}">{escape(words)}</span>' if words else ""
        set_visible(self.message, bool(words))
