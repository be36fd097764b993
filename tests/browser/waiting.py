"""How the tests wait: until something is so, and give up when it can only be hanging."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

#: The one limit of these tests, for what hangs. How fast something is, is no business of theirs:
#: on a machine that is busy with other work, what takes two seconds may take a minute.
HANG_SECONDS = 180
HANG_MILLISECONDS = 1000 * HANG_SECONDS


async def becomes(read: Callable[[], Awaitable[T]], wanted: T | Callable[[T], bool]) -> T:
    """Wait until what is read is what is wanted, or passes a test, and return it."""
    deadline = time.monotonic() + HANG_SECONDS
    while True:
        value = await read()
        if wanted(value) if callable(wanted) else value == wanted:
            return value
        if time.monotonic() > deadline:
            shown = value if isinstance(value, str) else repr(value)
            raise AssertionError(f"after {HANG_SECONDS} seconds it is\n{shown}")
        await asyncio.sleep(0.1)
