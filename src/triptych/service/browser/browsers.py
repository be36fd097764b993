"""Browsers for the whole service: one Chromium, started when it is needed, a context each time."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import replace

import httpx

from triptych.service.browser.asked import Asked
from triptych.service.browser.drawn import Drawn
from triptych.service.browser.executable import executable
from triptych.service.browser.workshop import Workshop
from triptych.service.fetch.guard import Guard
from triptych.service.fetch.headers import checked_headers
from triptych.service.fetch.proxies import ProxyServer
from triptych.service.fetch.refusals import malformed
from triptych.service.settings import ServiceSettings

#: Seconds without a page after which the browser is closed.
IDLE_SECONDS = 60.0


class Browsers:
    """Draws pages, each in a context of its own, in one Chromium for all.

    It starts with the first page, is closed when idle, and starts anew when it has crashed.
    Playwright's objects belong to one event loop; this one may be used from any.

    Parameters
    ----------
    settings : ServiceSettings
        `browser`, `browser_pages`, `fetch_allow`, `fetch_timeout` and `max_fetch_bytes` of it.
    idle_seconds : float, default 60
        Without a page, after which Chromium is closed.

    Examples
    --------
    >>> browsers = Browsers(ServiceSettings())
    >>> async def drawn(url: str) -> str:
    ...     async with browsers.drawn(Asked(url=url)) as page:
    ...         return page.html
    >>> asyncio.run(drawn("http://localhost/"))
    Traceback (most recent call last):
    triptych.service.refusal.Refusal: This address is private, local or reserved...
    """

    def __init__(self, settings: ServiceSettings, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._settings = settings
        self._guard = Guard(settings.fetch_allow)
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._workshop: Workshop | None = None
        self._process = 0

    @asynccontextmanager
    async def drawn(self, asked: Asked) -> AsyncIterator[Drawn]:
        """Draw a page, and keep it open for as long as the block lasts.

        Cancelling closes it, and so does the end of the block.

        Raises
        ------
        Refusal
            400 for an address, header, cookie, proxy or `wait_for` that cannot be used; 403 if the
            page is, or leads to, an address that may not be reached; 413 if it loads too much; 424
            if it fails, answers with an error, is no page ("unread_content"), lacks what is waited
            for ("wait_for_failed") or brings the browser down ("page_crashed", "browser_stopped"),
            or if there is no browser ("browser_not_available"); 504 if it takes too long.
        """
        asked = await self._checked(asked)
        opened: Future[Drawn] = Future()
        # So it cannot be cancelled here while it is being set there.
        opened.set_running_or_notify_cancel()
        life = self._begin(asked, opened)
        try:
            yield await asyncio.wrap_future(opened)
        finally:
            life.cancel()

    def close(self) -> None:
        """End the browser and all its pages; the next page starts another."""
        with self._lock:
            workshop, self._workshop = self._workshop, None
        if workshop is not None and self._process == os.getpid():
            workshop.close()

    async def _checked(self, asked: Asked) -> Asked:
        """Refuse what can be refused without a browser."""
        checked_headers(asked.headers)
        if asked.byo_proxy is not None:
            await ProxyServer.of(asked.byo_proxy).addresses(self._guard)
        if asked.url:
            try:
                url = httpx.URL(asked.url.strip())
            except httpx.InvalidURL:
                raise malformed("This is not a url: give it as http:// or https://.") from None
            await self._guard.addresses(*self._guard.target(url))
            asked = replace(asked, url=str(url))
        executable(self._settings)
        return asked

    def _begin(self, asked: Asked, opened: Future[Drawn]) -> Future[None]:
        with self._lock:
            # A forked child has the objects, but neither the thread nor a right to the browser.
            if self._workshop is not None and self._process == os.getpid():
                life = self._workshop.begin(asked, opened)
                if life is not None:
                    return life
            self._workshop = Workshop(self._settings, self._idle_seconds)
            self._process = os.getpid()
            life = self._workshop.begin(asked, opened)
            assert life is not None
            return life
