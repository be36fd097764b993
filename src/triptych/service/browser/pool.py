"""The browsers of the service: one Chromium, started when it is needed, a context for each page."""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import httpx

from triptych.service.browser import refusals
from triptych.service.browser.chromium import Chromium, executable
from triptych.service.browser.open_page import OpenPage
from triptych.service.browser.page_request import PageRequest
from triptych.service.browser.proxy import ProxyAccess
from triptych.service.browser.thread import LoopThread
from triptych.service.fetch.guard import Guard, parsed_url
from triptych.service.fetch.headers import checked_headers
from triptych.service.fetch.refusals import malformed
from triptych.service.fetch.transport import ProxyServer
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

#: Seconds without a page after which the browser is closed.
IDLE_SECONDS = 60.0


class BrowserPool:
    """Opens pages, each in a context of its own, in one Chromium for all.

    It starts with the first page, is closed when idle, and starts anew when it has crashed.
    Playwright's objects belong to one event loop; this one may be used from any.

    Parameters
    ----------
    settings : ServiceSettings
        `browser`, `browser_pages`, `fetch_allow`, `fetch_timeout`, `max_fetch_bytes` and
        `script_timeout` of it.
    idle_seconds : float, default 60
        Without a page, after which Chromium is closed.

    Examples
    --------
    >>> browsers = BrowserPool(ServiceSettings())
    >>> async def html(url: str) -> str:
    ...     async with browsers.open(PageRequest(url=url)) as page:
    ...         return page.html
    >>> asyncio.run(html("http://localhost/"))
    Traceback (most recent call last):
    triptych.service.refusal.Refusal: This address is private, local or reserved...
    """

    def __init__(self, settings: ServiceSettings, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._settings = settings
        self._guard = Guard(settings.fetch_allow)
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._running: BrowserThread | None = None
        self._process = 0

    @asynccontextmanager
    async def open(self, request: PageRequest) -> AsyncIterator[OpenPage]:
        """Open a page, and keep it open for as long as the block lasts.

        Cancelling closes it, and so does the end of the block.

        Raises
        ------
        Refusal
            400 for an address, header, cookie, proxy or `wait_for` that cannot be used; 403 if the
            page is, or leads to, an address that may not be reached; 413 if it loads too much; 424
            if it fails, answers with an error, is not a page ("unread_content"), lacks what
            `wait_for` names ("wait_for_failed") or brings the browser down ("page_crashed",
            "browser_stopped"), or if there is no browser ("browser_not_available"); 504 if it takes
            too long.
        """
        request = await self._checked(request)
        opened: Future[OpenPage] = Future()
        # So it cannot be cancelled here while it is being set there.
        opened.set_running_or_notify_cancel()
        life = self._begin(request, opened)
        try:
            yield await asyncio.wrap_future(opened)
        finally:
            life.cancel()

    def close(self) -> None:
        """End the browser and all its pages; the next page starts another."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None and self._process == os.getpid():
            running.close()

    async def _checked(self, request: PageRequest) -> PageRequest:
        """Refuse what can be refused without a browser."""
        checked_headers(request.headers)
        if request.byo_proxy is not None:
            await ProxyServer.of(request.byo_proxy).addresses(self._guard)
        if request.url:
            try:
                url = parsed_url(request.url)
            except httpx.InvalidURL:
                raise malformed(
                    "Invalid url: start it with http:// or https://, and name a valid host."
                ) from None
            await self._guard.addresses(*self._guard.target(url))
            request = replace(request, url=str(url))
        executable(self._settings)
        return request

    def _begin(self, request: PageRequest, opened: Future[OpenPage]) -> Future[None]:
        with self._lock:
            # A forked child has the objects, but neither the thread nor a right to the browser.
            if self._running is not None and self._process == os.getpid():
                life = self._running.begin(request, opened)
                if life is not None:
                    return life
            self._running = BrowserThread(self._settings, self._idle_seconds)
            self._process = os.getpid()
            life = self._running.begin(request, opened)
            assert life is not None
            return life


#: A page may load so many times what the fetcher takes: with its pictures it is larger.
_TIMES_FETCHED = 2
#: Seconds that ending everything may take.
_CLOSE_SECONDS = 15.0


class BrowserThread:
    """One Chromium and its pages, in a thread of their own.

    Parameters
    ----------
    settings : ServiceSettings
        `browser`, `browser_pages`, `fetch_allow`, `max_fetch_bytes` and `script_timeout` of it.
    idle_seconds : float
        Without a page, after which it ends for good.
    """

    def __init__(self, settings: ServiceSettings, idle_seconds: float) -> None:
        self._settings = settings
        self._idle_seconds = idle_seconds
        self._thread = LoopThread("triptych-browser")
        self._slots = asyncio.Semaphore(settings.browser_pages)
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()
        self._pages = 0
        self._ended = False
        self._process = os.getpid()
        atexit.register(self.close)

    def begin(self, request: PageRequest, opened: Future[OpenPage]) -> Future[None] | None:
        """Let a page live until the future returned is cancelled; None if all has ended."""
        with self._lock:
            if self._ended:
                return None
            self._pages += 1
        return self._thread.submit(self._live(request, opened))

    def close(self) -> None:
        """End everything, and wait until it has ended."""
        with self._lock:
            if self._ended or self._process != os.getpid():
                return
            self._ended = True
        try:
            self._thread.submit(self._end()).result(_CLOSE_SECONDS)
        except Exception:
            if self._chromium is not None:
                self._chromium.kill()
        self._thread.stop()

    async def _live(self, request: PageRequest, opened: Future[OpenPage]) -> None:
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with self._slots:
                await self._open(request, opened)
        except BaseException as error:
            # Once the page is open, its own methods raise.
            if not opened.done():
                gone = self._ended and isinstance(error, asyncio.CancelledError)
                opened.set_exception(refusals.stopped() if gone else error)
        finally:
            with self._lock:
                self._pages -= 1
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(self._idle_seconds, self._rest)

    async def _open(self, request: PageRequest, opened: Future[OpenPage]) -> None:
        from playwright.async_api import Error

        from triptych.service.browser.opening import rendered

        max_bytes = self._settings.max_fetch_bytes
        upstream = ProxyServer.of(request.byo_proxy) if request.byo_proxy else None
        access = ProxyAccess(_TIMES_FETCHED * max_bytes, upstream)
        try:
            chromium, context = await self._context(request, access)
        except Error:
            # The browser had ended meanwhile.
            chromium, context = await self._context(request, access, anew=True)
        try:
            opening = rendered(
                context,
                request,
                access,
                max_bytes,
                self._settings.script_timeout,
                self._thread.run,
            )
            opened.set_result(await chromium.unless_gone(opening))
            # Until this is cancelled.
            await asyncio.Event().wait()
        except Error:
            raise refusals.stopped() from None
        finally:
            await chromium.end(context, access)

    async def _context(
        self, request: PageRequest, access: ProxyAccess, *, anew: bool = False
    ) -> tuple[Chromium, BrowserContext]:
        from triptych.service.browser.opening import context_options

        async with self._starting:
            current = self._chromium
            if current is not None and (anew or not current.alive):
                self._chromium = None
                await current.close()
            if self._chromium is None:
                self._chromium = await Chromium.start(self._settings)
            chromium = self._chromium
        options = context_options(request, chromium.telephone())
        return chromium, await chromium.context(access, **options)

    def _rest(self) -> None:
        """End, unless a page was opened meanwhile."""
        with self._lock:
            if self._pages or self._ended:
                return
            self._ended = True
        ending = asyncio.ensure_future(self._end())
        ending.add_done_callback(lambda _: self._thread.stop())

    async def _end(self) -> None:
        chromium, self._chromium = self._chromium, None
        if chromium is not None:
            with suppress(Exception):
                await chromium.close()
        atexit.unregister(self.close)
