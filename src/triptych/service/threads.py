"""Call engines in worker threads, so that nothing works for a request that nobody waits for."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from triptych._cancellation import Cancellation

_T = TypeVar("_T")
_P = ParamSpec("_P")

#: anyio's own limiter would give the place of a thread away while the thread still works.
_unlimited: RunVar[CapacityLimiter] = RunVar("triptych_unlimited")


async def run_in_thread(
    limiter: CapacityLimiter | None, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs
) -> _T:
    """Return what the work returns, called in a worker thread.

    Cancelling ends the await at once, and the work at its next step; the thread has its place in
    the limiter until then, so that no more threads work than the limiter allows.

    Parameters
    ----------
    limiter : anyio.CapacityLimiter or None
        Limits the threads that work at once; by default that of anyio.
    work : callable
        Calls `triptych._cancellation.check_cancelled` between its steps.
    *args, **kwargs : object
        Its arguments.

    Examples
    --------
    >>> asyncio.run(run_in_thread(None, sorted, "tea"))
    ['a', 'e', 't']
    """
    places = limiter or to_thread.current_default_thread_limiter()
    cancellation, place = Cancellation(), object()
    await places.acquire_on_behalf_of(place)
    # A task of its own, which is not cancelled: it lasts as long as the thread works.
    task = asyncio.ensure_future(
        to_thread.run_sync(
            partial(cancellation.run, work, *args, **kwargs), limiter=_without_limit()
        )
    )
    task.add_done_callback(lambda _: places.release_on_behalf_of(place))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        cancellation.cancel()
        raise


def _without_limit() -> CapacityLimiter:
    try:
        return _unlimited.get()
    except LookupError:
        limiter = CapacityLimiter(math.inf)
        _unlimited.set(limiter)
        return limiter
