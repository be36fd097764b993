"""One request at a time to a host, and a pause after each."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

#: Hosts that are asked at the same time.
MAX_HOSTS = 4


class Pace:
    """Keeps requests to a host apart; shared by all that crawl.

    Examples
    --------
    >>> async def ask() -> None:
    ...     pace = Pace()
    ...     async with pace.turn("example.org", 0.0):
    ...         pass
    >>> anyio.run(ask)
    """

    def __init__(self) -> None:
        self._hosts = anyio.CapacityLimiter(MAX_HOSTS)
        self._turns: defaultdict[str, anyio.Lock] = defaultdict(anyio.Lock)
        self._earliest: defaultdict[str, float] = defaultdict(float)

    @asynccontextmanager
    async def turn(self, host: str, delay: float) -> AsyncIterator[None]:
        """Wait for a turn; the next one comes `delay` seconds after the end of this one."""
        async with self._turns[host]:
            await anyio.sleep(max(0.0, self._earliest[host] - time.monotonic()))
            async with self._hosts:
                try:
                    yield
                finally:
                    self.put_off(host, delay)

    def put_off(self, host: str, seconds: float) -> None:
        """Let the next turn of a host come no sooner than in so many seconds."""
        self._earliest[host] = max(self._earliest[host], time.monotonic() + seconds)
