"""Requests to an ASGI app that runs in another thread's event loop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

import httpx

from triptych.client.deadline import time_left

if TYPE_CHECKING:
    # The packages of the service are loaded with its first request.
    from starlette.types import ASGIApp, Message

_T = TypeVar("_T")


def _read_timeout(request: httpx.Request) -> float | None:
    timeouts: dict[str, float | None] = request.extensions.get("timeout", {})
    return timeouts.get("read")


def result(future: Future[_T], request: httpx.Request) -> _T:
    """Return the result of a future, unless a limit (of reads, of the call) passes before."""
    try:
        return future.result(time_left(_read_timeout(request)))
    except TimeoutError:
        raise httpx.ReadTimeout("the service did not respond in time", request=request) from None


async def async_result(future: Future[_T], request: httpx.Request) -> _T:
    """Return the result of a future, as `result` does, without holding the caller's loop."""
    try:
        async with asyncio.timeout(_read_timeout(request)):
            return await asyncio.wrap_future(future)
    except TimeoutError:
        raise httpx.ReadTimeout("the service did not respond in time", request=request) from None


class Exchange:
    """One request to an app, and the messages that the app has sent so far.

    httpx's own transport for apps returns a response when the app has ended: progress would only
    be reported at the end.

    Parameters
    ----------
    app : ASGI app
        The app to call.
    request : httpx.Request
        Its body has been read.
    """

    def __init__(self, app: ASGIApp, request: httpx.Request) -> None:
        self._app = app
        self.request = request
        self._loop = asyncio.get_running_loop()
        self._sent: asyncio.Queue[Message | None] = asyncio.Queue()
        self._cancelled = asyncio.Event()
        self._is_read = False
        self._task = self._loop.create_task(self._run())

    async def response(self) -> httpx.Response:
        """Return the response: whole where the app sends it at once, else as a stream.

        Cancelling this ends the app's work.
        """
        try:
            start, first = await self._next(), await self._next()
            if start is None:
                return httpx.Response(500)
            headers = start.get("headers", [])
            if first is None or not first.get("more_body", False):
                content = b"" if first is None else first.get("body", b"")
                # The app may still clean up, which is a part of its work.
                await asyncio.wait([self._task])
                return httpx.Response(start["status"], headers=headers, content=content)
        except BaseException:
            self.cancel()
            raise
        stream = _Stream(self, first.get("body", b""))
        return httpx.Response(start["status"], headers=headers, stream=stream)

    async def more(self) -> bytes | None:
        """Return the next piece of the body, or None at its end."""
        message = await self._next()
        return None if message is None else bytes(message.get("body", b""))

    def cancel(self) -> None:
        """End the app's work."""
        self._cancelled.set()
        self._task.cancel()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop the app runs in."""
        return self._loop

    async def _next(self) -> Message | None:
        return await self._sent.get()

    async def _run(self) -> None:
        url = self.request.url
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": self.request.method,
            "headers": [(name.lower(), value) for name, value in self.request.headers.raw],
            "scheme": url.scheme,
            "path": url.path,
            "raw_path": url.raw_path.partition(b"?")[0],
            "query_string": url.query,
            "server": (url.host, url.port),
            "client": ("127.0.0.1", 0),
            "root_path": "",
        }
        try:
            # The app has responded with 500 to what it raises.
            with contextlib.suppress(Exception):
                await self._app(scope, self._receive, self._sent.put)
        finally:
            self._sent.put_nowait(None)

    async def _receive(self) -> Message:
        if not self._is_read:
            self._is_read = True
            return {"type": "http.request", "body": self.request.content, "more_body": False}
        await self._cancelled.wait()
        return {"type": "http.disconnect"}


class _Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of a response as it is sent; closing it before its end ends the app's work."""

    def __init__(self, exchange: Exchange, first: bytes) -> None:
        self._exchange = exchange
        self._first = first

    def __iter__(self) -> Iterator[bytes]:
        piece: bytes | None = self._first
        while piece is not None:
            yield piece
            piece = result(self._next(), self._exchange.request)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        piece: bytes | None = self._first
        while piece is not None:
            yield piece
            piece = await async_result(self._next(), self._exchange.request)

    def close(self) -> None:
        self._exchange.loop.call_soon_threadsafe(self._exchange.cancel)

    async def aclose(self) -> None:
        self.close()

    def _next(self) -> Future[bytes | None]:
        return asyncio.run_coroutine_threadsafe(self._exchange.more(), self._exchange.loop)
