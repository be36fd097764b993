"""Where Chromium lives: a thread, from the first page until nobody has come for a while."""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING

from triptych.service.browser import refusals
from triptych.service.browser.asked import Asked
from triptych.service.browser.drawn import Drawn
from triptych.service.browser.passage import Passage
from triptych.service.browser.thread import LoopThread
from triptych.service.fetch.proxies import ProxyServer
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

    from triptych.service.browser.chromium import Chromium

#: A page may load so many times what the fetcher takes: with its pictures it is larger.
_TIMES_FETCHED = 2
#: Seconds that ending everything may take.
_CLOSE_SECONDS = 15.0


class Workshop:
    """One Chromium and its pages, in a thread of their own.

    Parameters
    ----------
    settings : ServiceSettings
        `browser`, `browser_pages`, `fetch_allow` and `max_fetch_bytes` of it.
    idle_seconds : float
        Without a page, after which it ends for good.
    """

    def __init__(self, settings: ServiceSettings, idle_seconds: float) -> None:
        self._settings = settings
        self._idle_seconds = idle_seconds
        self._thread = LoopThread("triptych-browser")
        self._slots = asyncio.Semaphore(max(1, settings.browser_pages))
        self._starting = asyncio.Lock()
        self._chromium: Chromium | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()
        self._pages = 0
        self._ended = False
        self._process = os.getpid()
        atexit.register(self.close)

    def begin(self, asked: Asked, opened: Future[Drawn]) -> Future[None] | None:
        """Let a page live until the future returned is cancelled; None if all has ended."""
        with self._lock:
            if self._ended:
                return None
            self._pages += 1
        return self._thread.submit(self._live(asked, opened))

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

    async def _live(self, asked: Asked, opened: Future[Drawn]) -> None:
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with self._slots:
                await self._draw(asked, opened)
        except BaseException as error:
            # Once it is open, whoever uses it learns what happens from what they ask of it.
            if not opened.done():
                gone = self._ended and isinstance(error, asyncio.CancelledError)
                opened.set_exception(refusals.stopped() if gone else error)
        finally:
            with self._lock:
                self._pages -= 1
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(self._idle_seconds, self._rest)

    async def _draw(self, asked: Asked, opened: Future[Drawn]) -> None:
        from playwright.async_api import Error

        from triptych.service.browser.drawing import draw

        max_bytes = self._settings.max_fetch_bytes
        upstream = ProxyServer.of(asked.byo_proxy) if asked.byo_proxy else None
        passage = Passage(_TIMES_FETCHED * max_bytes, upstream)
        try:
            chromium, context = await self._context(asked, passage)
        except Error:
            # The browser had ended, and nobody had noticed yet.
            chromium, context = await self._context(asked, passage, anew=True)
        try:
            drawing = draw(context, asked, passage, max_bytes, self._thread.run)
            opened.set_result(await chromium.unless_gone(drawing))
            # Until this is cancelled.
            await asyncio.Event().wait()
        except Error:
            raise refusals.stopped() from None
        finally:
            await chromium.end(context, passage)

    async def _context(
        self, asked: Asked, passage: Passage, *, anew: bool = False
    ) -> tuple[Chromium, BrowserContext]:
        from triptych.service.browser import place
        from triptych.service.browser.chromium import Chromium

        async with self._starting:
            found = self._chromium
            if found is not None and (anew or not found.alive):
                self._chromium = None
                await found.close()
            if self._chromium is None:
                self._chromium = await Chromium.start(self._settings)
            chromium = self._chromium
        options = place.options(asked, chromium.telephone())
        return chromium, await chromium.context(passage, **options)

    def _rest(self) -> None:
        """End, if nobody has come meanwhile."""
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
