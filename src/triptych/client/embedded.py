"""The embedded default: the service's ASGI app inside this process, behind httpx's interface.

One background thread runs one event loop for the whole process. So a plain script, a running event
loop (a notebook) and several threads all use the same service, and none of them waits on its own
loop. The thread is a daemon: it never keeps the interpreter alive.
"""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import Future
from contextlib import AbstractContextManager

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal


class _Service:
    """The app and the loop it runs in; started at the first call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._portal: BlockingPortal | None = None

    def submit(self, request: httpx.Request) -> Future[httpx.Response]:
        """Let the app answer a request whose body has been read."""
        with self._lock:
            if self._portal is None:
                self._start()
            assert self._portal is not None
            return self._portal.start_task_soon(self._respond, request)

    def _start(self) -> None:
        from triptych.service import create_app

        self._asgi = httpx.ASGITransport(create_app(), raise_app_exceptions=False)
        context = start_blocking_portal("asyncio", name="triptych-service")
        _never_left.append(context)
        self._portal = context.__enter__()

    async def _respond(self, request: httpx.Request) -> httpx.Response:
        response = await self._asgi.handle_async_request(request)
        content = await response.aread()
        return httpx.Response(response.status_code, headers=response.headers, content=content)


_service = _Service()

#: The portal lives as long as the process. Were its context collected, it would wait for the thread
#: to end; in a forked child, where that thread does not run, for ever.
_never_left: list[AbstractContextManager[BlockingPortal]] = []


def _forget() -> None:
    """Start anew in a forked child, where the parent's thread does not run."""
    global _service
    _service = _Service()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class EmbeddedTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Answers requests inside this process, for httpx's sync and async clients alike.

    Examples
    --------
    >>> with httpx.Client(transport=EmbeddedTransport()) as http:
    ...     http.get("http://triptych.embedded/healthz").json()["status"]
    'ok'
    """

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer, waiting in this thread; an interrupt cancels the work."""
        request.read()
        future = _service.submit(request)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer without holding the caller's loop; cancelling the await cancels the work."""
        await request.aread()
        return await asyncio.wrap_future(_service.submit(request))
