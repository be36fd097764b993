"""Call engines in worker threads, so that nothing works for a request that nobody waits for."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from triptych._cancellation import Cancellation
from triptych._cores import usable_cores

_T = TypeVar("_T")
_P = ParamSpec("_P")

#: anyio's own limiter would give the place of a thread away while the thread still works.
_unlimited: RunVar[CapacityLimiter] = RunVar("triptych_unlimited")
_engines: RunVar[CapacityLimiter] = RunVar("triptych_engines")


def engine_threads() -> CapacityLimiter:
    """Return the limit of the threads of this event loop in which engines work, at least two.

    They are as many as the cores that the process may use: more would only take turns, and keep
    the event loop and each other from the interpreter's lock.
    """
    return _limiter(_engines, max(2, usable_cores()))


def decoder_threads(decode: Callable[[bytes], Any]) -> CapacityLimiter:
    """Return the limit of the threads of this event loop that wait for a decoder, at least two.

    It works in processes of its own: a file that takes long must keep neither engines nor other
    decoders waiting.
    """
    return _limiter(_decoder(decode), max(2, usable_cores()))


@cache
def _decoder(decode: Callable[[bytes], Any]) -> RunVar[CapacityLimiter]:
    return RunVar(f"triptych_{decode.__name__}")


async def run_in_thread(
    limiter: CapacityLimiter | None, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
) -> _T:
    """Return what the work returns, called in a worker thread.

    Cancelling ends the await at once, and the work at its next step; the thread has its place in
    the limiter until then, so that no more threads work than the limiter allows.

    Parameters
    ----------
    limiter : anyio.CapacityLimiter or None
        Limits the threads that work at once; by default `engine_threads`.
    work : callable
        Calls `triptych._cancellation.check_cancelled` between its steps.
    *args, **kwargs : object
        Its arguments.

    Examples
    --------
    >>> asyncio.run(run_in_thread(None, sorted, "tea"))
    ['a', 'e', 't']
    """
    places = limiter or engine_threads()
    cancellation, place = Cancellation(), object()
    await places.acquire_on_behalf_of(place)
    # A task of its own, which is not cancelled: it lasts as long as the thread works.
    task = asyncio.ensure_future(
        to_thread.run_sync(
            partial(cancellation.run, work, *args, **kwargs), limiter=_limiter(_unlimited, math.inf)
        )
    )

    def on_end(task: asyncio.Task[_T]) -> None:
        places.release_on_behalf_of(place)
        if not task.cancelled():
            # Otherwise asyncio logs what nobody waits for any more.
            task.exception()

    task.add_done_callback(on_end)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        cancellation.cancel()
        raise


def _limiter(variable: RunVar[CapacityLimiter], most: float) -> CapacityLimiter:
    """Return the limiter that this event loop keeps in a variable."""
    try:
        return variable.get()
    except LookupError:
        limiter = CapacityLimiter(most)
        variable.set(limiter)
        return limiter
