"""Calls to a service over raw connections, by a process of its own that takes little itself."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Any
from urllib.parse import urlsplit

_HEADER = (
    "POST {path} HTTP/1.1\r\nhost: {host}\r\nx-api-key: benchmark\r\naccept: application/json\r\n"
    "content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
)


@dataclass
class Load:
    """The calls of a run, each by one of several connections that are kept open.

    Attributes
    ----------
    waits : list of float
        Seconds that each call took.
    seconds : float
        From the first call to the last reply.
    """

    waits: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Return calls a second."""
        return len(self.waits) / self.seconds


class _Connection(asyncio.Protocol):
    """Sends call after call, each after the reply to the one before."""

    def __init__(self, calls: deque[bytes], end: float, load: Load) -> None:
        self._calls, self._end, self._load = calls, end, load
        self._reply = bytearray()
        self._length = 0
        self._began = 0.0
        self.is_done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._send()

    def _send(self) -> None:
        self._reply.clear()
        self._length = 0
        self._began = time.perf_counter()
        if self._began < self._end and self._calls:
            self._transport.write(self._calls.popleft())
        else:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._reply += data
        if not self._length:
            header, blank, _ = self._reply.partition(b"\r\n\r\n")
            if not blank:
                return
            if not header.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(self._reply.decode(errors="replace"))
            [length] = (
                line.partition(b":")[2]
                for line in header.split(b"\r\n")
                if line.lower().startswith(b"content-length:")
            )
            self._length = len(header) + len(blank) + int(length)
        if len(self._reply) >= self._length:
            self._load.waits.append(time.perf_counter() - self._began)
            self._send()

    def connection_lost(self, error: Exception | None) -> None:
        if self._length or error:
            self.is_done.set_exception(error or ConnectionError(self._reply[:500].decode()))
        else:
            self.is_done.set_result(None)


async def _run(
    url: str, path: str, bodies: Sequence[dict[str, Any]], connections: int, seconds: float
) -> Load:
    address = urlsplit(url)
    host, port = address.hostname or "", address.port or 80
    load = Load()
    calls: deque[bytes] = deque()
    for members in bodies:
        body = json.dumps(members).encode()
        header = _HEADER.format(path=path, host=address.netloc, length=len(body))
        calls.append(header.encode() + body)
    began = time.perf_counter()
    make = partial(_Connection, calls, began + seconds, load)
    loop = asyncio.get_running_loop()
    opened = [await loop.create_connection(make, host, port) for _ in range(connections)]
    await asyncio.gather(*(connection.is_done for _, connection in opened))
    load.seconds = time.perf_counter() - began
    return load


def run(
    url: str, path: str, bodies: Sequence[dict[str, Any]], connections: int, seconds: float
) -> Load:
    """Return the calls that so many connections made in these seconds; each body is sent once."""
    return asyncio.run(_run(url, path, bodies, connections, seconds))


@contextmanager
def process() -> Iterator[ProcessPoolExecutor]:
    """Yield a process to run loads in, so that they take no time of whoever measures."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield pool
