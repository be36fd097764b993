"""The event loop a panel lives on.

A front end may deliver events on another thread: JupyterLab hands those of widgets to a subshell of
the kernel, with a loop of its own. Asyncio's tasks are no safer than the thread they belong to, so
every callback of a panel is brought home first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


class Home:
    """The loop that runs where a panel is made, or else the one of its first caller.

    Parameters
    ----------
    report : callable
        Told of what a call raises, because an error in a callback would vanish.
    """

    def __init__(self, report: Callable[[Exception], object]) -> None:
        self._report = report
        self._loop = _running()

    def bring(self, call: Callable[[], object]) -> None:
        """Call at once when at home, else as soon as the home loop has a moment."""
        here = _running()
        if self._loop is None or self._loop.is_closed():
            self._loop = here
        if self._loop is None or self._loop is here:
            self._call(call)
        else:
            self._loop.call_soon_threadsafe(self._call, call)

    def _call(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Exception as error:
            self._report(error)

    def start(self, work: Coroutine[Any, Any, ResultT]) -> asyncio.Task[ResultT]:
        """Start a task; to be called at home.

        Raises
        ------
        RuntimeError
            If no loop runs, as in a plain script.
        """
        if _running() is None:
            work.close()
            raise RuntimeError("A panel runs in a notebook, or wherever an event loop runs.")
        return asyncio.ensure_future(work)


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
