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

    The front end requests completions after a pause in typing, and shows only those of the current
    text. A request is cancelled when more is typed.

    Attributes
    ----------
    value : str
        Text of the box.
    typed : str
        Text to complete; empty for none.
    suggestions : list
        The text that was completed, and the completions.
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
        """Set the function that finds completions; if it raises, there are none."""
        self._complete = complete

    def stop(self) -> None:
        """Cancel the current request for completions, if any."""
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
            completions = list(await complete(typed))
        except Exception:
            # The box works without completions, so the error is not shown.
            completions = []
        self.suggestions = [typed, completions]
