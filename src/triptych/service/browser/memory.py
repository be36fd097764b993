"""Pages that use too much memory are ended, before the machine has none left."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

from playwright.async_api import CDPSession, Error

#: Bytes that the process of one page may use: several times what large pages do.
MOST_BYTES = 1_200_000_000
_SECONDS = 0.5


async def watch(session: CDPSession) -> None:
    """End each process of pages that is too large, for as long as the browser runs.

    V8 bounds the objects of a page, but neither its buffers nor its tree. Needs `/proc`, and does
    nothing without.

    Parameters
    ----------
    session : CDPSession
        Of the browser itself.
    """
    while resident(os.getpid()):
        await asyncio.sleep(_SECONDS)
        try:
            told = await session.send("SystemInfo.getProcessInfo")
        except Error:
            return
        for process in told["processInfo"]:
            if process["type"] == "renderer" and resident(process["id"]) > MOST_BYTES:
                # No other page lives there: contexts share no process.
                with suppress(OSError):
                    os.kill(process["id"], signal.SIGKILL)


def resident(pid: int) -> int:
    """Return the bytes that a process has in memory; 0 if it has ended.

    Examples
    --------
    >>> resident(os.getpid()) > 1_000_000
    True
    """
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
