"""What happens while a page is rendered: requests, console messages and navigations."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from playwright.async_api import ConsoleMessage, Error, Page, Request, Response

from triptych.contract.scrape import BrowserCapture

#: Entries that are kept of each kind, and the characters of one text.
MOST, _MOST_TEXT = 200, 2_000
#: Headers that hold a login.
_SECRET = frozenset(
    {"authorization", "cookie", "proxy-authenticate", "proxy-authorization", "set-cookie"}
)
#: Kinds of requests that change the text of a page; pictures and streams do not.
_MATTERS = frozenset({"document", "script", "stylesheet", "xhr", "fetch"})


class Recording:
    """Listens to a page.

    Attributes
    ----------
    console : list of dict
        `{type, text}`, the first 200.
    network : list of dict
        `{url, method, status, headers, type}` of the first 200 requests; the headers are those of
        the response without cookies and logins, the status of one that failed is None.
    opened : Response or None
        The last response to a request for the page itself.
    address : str
        The last address that was requested for the page itself.
    navigations : int
        How many of them.
    crashed : bool
        Whether the page's process has ended.
    """

    def __init__(self, page: Page, capture: BrowserCapture) -> None:
        self.console: list[dict[str, Any]] = []
        self.network: list[dict[str, Any]] = []
        self.opened: Response | None = None
        self.address = ""
        self.crashed = False
        self.navigations = 0
        self._page = page
        self._capture = capture
        self._under_way: dict[Request, bool] = {}
        self._kept: set[Request] = set()
        page.on("request", self._begun)
        page.on("response", self._answered)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._failed)
        page.on("crash", self._crash)
        if capture.console:
            page.on("console", self._said)

    async def idle(self, at_most: int, seconds: float, *, matters: bool = False) -> None:
        """Wait until no more than so many requests are under way, for so many seconds.

        With `matters`, only those count that change the text of a page.

        Raises
        ------
        playwright.async_api.Error
            If the page ends meanwhile.
        """
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < seconds:
            await asyncio.sleep(0.02)
            if self.crashed or self._page.is_closed():
                raise Error("The page has been closed.")
            if self._count(matters) > at_most:
                quiet_since = time.monotonic()

    def loading(self) -> bool:
        """Return whether a request is under way that changes the text of the page."""
        return self._count(matters=True) > 0

    def _count(self, matters: bool) -> int:
        return sum(kind or not matters for kind in self._under_way.values())

    def _of_the_page(self, request: Request) -> bool:
        try:
            return request.is_navigation_request() and request.frame == self._page.main_frame
        except Error:
            # It has no frame yet, so it is of another page.
            return False

    def _begun(self, request: Request) -> None:
        self._under_way[request] = request.resource_type in _MATTERS
        if self._of_the_page(request):
            self.address = request.url
            self.navigations += 1

    def _answered(self, response: Response) -> None:
        request = response.request
        if self._of_the_page(request):
            self.opened = response
        self._keep(request, response.status, response.headers)

    def _finished(self, request: Request) -> None:
        self._under_way.pop(request, None)

    def _failed(self, request: Request) -> None:
        # It may have been answered, and fail after that.
        if self._under_way.pop(request, None) is not None and request not in self._kept:
            self._keep(request, None, {})

    def _keep(self, request: Request, status: int | None, headers: dict[str, str]) -> None:
        if self._capture.network and len(self.network) < MOST:
            self._kept.add(request)
            self.network.append(
                {
                    "url": request.url[:_MOST_TEXT],
                    "method": request.method,
                    "status": status,
                    "headers": {
                        name: value[:_MOST_TEXT]
                        for name, value in headers.items()
                        if name.lower() not in _SECRET
                    },
                    "type": request.resource_type,
                }
            )

    def _said(self, message: ConsoleMessage) -> None:
        if len(self.console) < MOST:
            self.console.append({"type": message.type, "text": message.text[:_MOST_TEXT]})

    def _crash(self, page: Page) -> None:
        self.crashed = True
