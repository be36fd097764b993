"""A search box that completes what is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.panels.base.event_loop import EventLoop

_HERE = Path(__file__).parent
#: Characters; longer ones are refused.
_LONGEST = 200


class SearchBox(anywidget.AnyWidget):
    """A box for a query; completions of what is typed come in a list below it.

    The front end waits for a pause in typing before it asks (`typed`), and shows only answers to
    what stands in the box. What was asked for and is not there when more is typed is cancelled.

    Parameters
    ----------
    description, placeholder : str
        Its label, and what stands in it while it is empty.
    loop : EventLoop
        The loop of the panel.

    Attributes
    ----------
    value : str
        What stands in the box.
    typed : str
        What completions are wanted for; empty for none.
    suggestions : list
        What they are for, and the completions.
    """

    _esm = (_HERE / "box.js").read_text(encoding="utf-8")
    _css = (_HERE / "box.css").read_text(encoding="utf-8")

    value = traitlets.Unicode("").tag(sync=True)
    description = traitlets.Unicode("").tag(sync=True)
    placeholder = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    typed = traitlets.Unicode("").tag(sync=True)
    suggestions: Any = traitlets.List(["", []]).tag(sync=True)

    def __init__(self, description: str, placeholder: str, loop: EventLoop) -> None:
        self._loop = loop
        self._complete: Callable[[str], Awaitable[Sequence[str]]] | None = None
        self._completing: asyncio.Task[None] | None = None
        super().__init__(description=description, placeholder=placeholder)
        self.observe(lambda _: loop.call(self._ask), "typed")

    def complete_by(self, complete: Callable[[str], Awaitable[Sequence[str]]]) -> None:
        """Set what finds completions; if it raises, there are none."""
        self._complete = complete

    def stop(self) -> None:
        """Cancel the request for completions that is on its way, if any."""
        if self._completing is not None:
            self._completing.cancel()
            self._completing = None

    def _ask(self) -> None:
        self.stop()
        typed = self.typed
        if self._complete is None or not typed.strip() or len(typed) > _LONGEST:
            self.suggestions = [typed, []]
            return
        self._completing = self._loop.start(self._answer(typed, self._complete))

    async def _answer(
        self, typed: str, complete: Callable[[str], Awaitable[Sequence[str]]]
    ) -> None:
        try:
            # Called here, since what is cancelled before it starts must not leave it unawaited.
            found = list(await complete(typed))
        except Exception:
            # A box without completions is still a box: nobody is told.
            found = []
        self.suggestions = [typed, found]
