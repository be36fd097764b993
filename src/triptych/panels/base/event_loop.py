"""The event loop of a panel.

A front end may deliver events on another thread: JupyterLab hands those of widgets to a subshell of
the kernel, with a loop of its own. Asyncio's tasks are no safer than the thread they belong to, so
every callback of a panel is first handed to the panel's own loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


class EventLoop:
    """The loop that runs where a panel is made, or else that of its first caller.

    `on_error` is called with what a callback raises, which would otherwise be lost.
    """

    def __init__(self, on_error: Callable[[Exception], object]) -> None:
        self._on_error = on_error
        self._loop = _running()

    def call(self, callback: Callable[[], object]) -> None:
        """Call at once on this loop's thread, from another one as soon as possible."""
        here = _running()
        if self._loop is None or self._loop.is_closed():
            self._loop = here
        if self._loop is None or self._loop is here:
            self._call(callback)
        else:
            self._loop.call_soon_threadsafe(self._call, callback)

    def _call(self, callback: Callable[[], object]) -> None:
        try:
            callback()
        except Exception as error:
            self._on_error(error)

    def start(self, work: Coroutine[Any, Any, ResultT]) -> asyncio.Task[ResultT]:
        """Start a task, from this loop; raise RuntimeError if none runs, as in a plain script."""
        if _running() is None:
            work.close()
            raise RuntimeError("A panel needs a running event loop, such as that of a notebook.")
        return asyncio.ensure_future(work)


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
