"""The embedded default: the service's ASGI app inside this process, as an httpx transport.

One background thread runs one event loop for the whole process, so that scripts, running event
loops (notebooks) and several threads all use the same service, and none waits on its own loop. The
thread is a daemon: it never keeps the interpreter alive.
"""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

import httpx

from triptych.client.errors import ConfigurationError
from triptych.client.in_process import Exchange, async_result, result

if TYPE_CHECKING:
    from triptych.service import ServiceSettings


class _Service:
    """The app and the loop it runs in; started with the first call.

    A setting that is changed in the environment, such as in a notebook, counts from the next call.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._settings: ServiceSettings | None = None
        self._variables: dict[str, str] | None = None

    @property
    def loaded(self) -> bool:
        """Whether the app and its packages are loaded."""
        return self._settings is not None

    def load(self) -> None:
        """Make the app for the settings in the environment, unless it exists.

        Raises
        ------
        ConfigurationError
            If a setting in the environment is wrong.
        """
        variables = {k: v for k, v in os.environ.items() if k.startswith("TRIPTYCH_")}
        if variables == self._variables:
            return
        from triptych.service import ServiceSettings, create_app

        try:
            settings = ServiceSettings.embedded()
        except ValueError as error:
            raise ConfigurationError(str(error)) from None
        with self._lock:
            if settings != self._settings:
                self._app = create_app(settings)
                self._settings = settings
            self._variables = variables

    def submit(self, request: httpx.Request) -> Future[httpx.Response]:
        """Send the app a request whose body has been read."""
        self.load()
        with self._lock:
            if self._loop is None:
                self._loop = self._start()
            app, loop = self._app, self._loop
        exchanges: list[Exchange] = []

        async def respond() -> httpx.Response:
            exchanges.append(Exchange(app, request))
            return await exchanges[0].response()

        def on_done(future: Future[httpx.Response]) -> None:
            # Cancelled in the moment in which the response was there: nobody would close it.
            if future.cancelled():
                for exchange in exchanges:
                    loop.call_soon_threadsafe(exchange.cancel)

        future = asyncio.run_coroutine_threadsafe(respond(), loop)
        future.add_done_callback(on_done)
        return future

    def _start(self) -> asyncio.AbstractEventLoop:
        ready: Future[asyncio.AbstractEventLoop] = Future()
        threading.Thread(
            target=asyncio.run, args=(_run_for_ever(ready),), name="triptych-service", daemon=True
        ).start()
        return ready.result()


async def _run_for_ever(ready: Future[asyncio.AbstractEventLoop]) -> None:
    ready.set_result(asyncio.get_running_loop())
    await asyncio.Event().wait()


_service = _Service()


def _forget() -> None:
    """Start over in a forked child, where the parent's thread does not run."""
    global _service
    _service = _Service()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class EmbeddedTransport(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Responds to requests inside this process, for httpx's sync and async clients alike.

    Of the time-outs of a request, `read` counts: with none of the response in that time, the work
    is cancelled and `httpx.ReadTimeout` raised, as with a server.

    Examples
    --------
    >>> with httpx.Client(transport=EmbeddedTransport()) as http:
    ...     http.get("http://triptych.embedded/healthz").json()["status"]
    'ok'
    """

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response, blocking this thread; an interrupt ends the request."""
        request.read()
        future = _service.submit(request)
        try:
            return result(future, request)
        except BaseException:
            future.cancel()
            # The response may have come just then: nobody else would close it.
            future.add_done_callback(_close)
            raise

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Return the response; cancelling the await ends the request."""
        await request.aread()
        if not _service.loaded:
            # This takes a second, which must not block the caller's loop.
            await asyncio.to_thread(_service.load)
        future = _service.submit(request)
        try:
            return await async_result(future, request)
        except BaseException:
            # The response may have come just then: nobody else would close it.
            future.add_done_callback(_close)
            raise


def _close(answered: Future[httpx.Response]) -> None:
    if not answered.cancelled() and answered.exception() is None:
        stream = answered.result().stream
        assert isinstance(stream, httpx.SyncByteStream)
        stream.close()
