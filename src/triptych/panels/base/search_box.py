"""A search box that completes what is typed; two panels have it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.client import AsyncClient
from triptych.panels.base.event_loop import EventLoop

#: Returns the completions of a text.
Complete = Callable[[str], Awaitable[Sequence[str]]]
_HERE = Path(__file__).parent
#: Characters; longer ones are refused.
_LONGEST = 200


class SearchBox(anywidget.AnyWidget):
    """A box for a query; completions of what is typed come in a list below it.

    The front end requests completions after a pause in typing, and shows only those of the current
    text. A request is cancelled when more is typed.

    Parameters
    ----------
    description, placeholder : str
        Label, and the words in the empty box.
    loop : EventLoop
        Of the panel.
    client : callable
        Returns the client that completes, or None without one.
    is_opening : bool
        Whether choosing a completion searches for it, instead of running the panel with it.

    Attributes
    ----------
    complete : callable
        Finds completions; if it raises, there are none. By default the client does.
    value : str
        Text of the box.
    typed : str
        Text to complete; empty for none.
    suggestions : list
        The text that was completed, and the completions.
    """

    _esm = (_HERE / "search_box.js").read_text(encoding="utf-8")
    _css = (_HERE / "search_box.css").read_text(encoding="utf-8")

    value = traitlets.Unicode("").tag(sync=True)
    description = traitlets.Unicode("").tag(sync=True)
    placeholder = traitlets.Unicode("").tag(sync=True)
    is_opening = traitlets.Bool(False).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    typed = traitlets.Unicode("").tag(sync=True)
    suggestions: Any = traitlets.List(["", []]).tag(sync=True)

    def __init__(
        self,
        description: str,
        placeholder: str,
        loop: EventLoop,
        client: Callable[[], AsyncClient | None],
        *,
        is_opening: bool = False,
    ) -> None:
        self._loop = loop
        self._client = client
        self.complete: Complete = self._suggest
        self._completing: asyncio.Task[None] | None = None
        super().__init__(description=description, placeholder=placeholder, is_opening=is_opening)
        self.observe(lambda _: loop.call(self._ask), "typed")

    async def _suggest(self, typed: str) -> Sequence[str]:
        client = self._client()
        return () if client is None else (await client.suggest(typed)).suggestions

    def close(self) -> None:
        """Cancel the current request for completions, and close."""
        self._loop.call(self.stop)
        super().close()

    def stop(self) -> None:
        """Cancel the current request for completions, if any."""
        if self._completing is not None:
            self._completing.cancel()
            self._completing = None

    def _ask(self) -> None:
        self.stop()
        typed = self.typed
        if not typed.strip() or len(typed) > _LONGEST:
            self.suggestions = [typed, []]
            return
        self._completing = self._loop.start(self._answer(typed))

    async def _answer(self, typed: str) -> None:
        try:
            completions = list(await self.complete(typed))
        except Exception:
            # The box works without completions, so the error is not shown.
            completions = []
        self.suggestions = [typed, completions]
