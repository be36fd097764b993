"""The moment at which a blocking call has to end, wherever it waits by then.

httpx limits each wait by itself, so a server that sends a byte now and then holds a call for as
long as it likes. Every wait inside `until` is limited by the time that is left as well. Calls that
are awaited need none of this: `asyncio.timeout` ends them wherever they wait.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextvars import ContextVar

import httpx

#: By `time.monotonic`; None without a limit.
_DEADLINE: ContextVar[float | None] = ContextVar("triptych_deadline", default=None)


@contextlib.contextmanager
def until(deadline: float | None) -> Iterator[None]:
    """Limit what this thread waits for to a moment of `time.monotonic`."""
    token = _DEADLINE.set(deadline)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def time_left(limit: float | None = None) -> float | None:
    """Return the seconds that a wait may take: `limit`, or what is left if that is less.

    Examples
    --------
    >>> with until(time.monotonic() - 1):
    ...     time_left(5)
    0.0
    >>> time_left(5)
    5
    """
    deadline = _DEADLINE.get()
    if deadline is None:
        return limit
    left = max(deadline - time.monotonic(), 0.0)
    return left if limit is None else min(limit, left)


def shorten(request: httpx.Request, deadline: float | None) -> None:
    """Reduce the time-outs of a request to the time that is left until a moment."""
    with until(deadline):
        timeouts: dict[str, float | None] = request.extensions.get("timeout", {})
        request.extensions["timeout"] = {name: time_left(limit) for name, limit in timeouts.items()}
