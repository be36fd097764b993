"""Read a page as a request wants it read: as it was sent, or drawn by a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import anyio
import httpx
from anyio import to_thread

from triptych.contract import ReplyWarning, ScrapeRequest
from triptych.service.browser import Asked, Browsers, Drawn, available
from triptych.service.fetch import Fetcher
from triptych.service.fetch.refusals import bad_status, unread
from triptych.service.operations.scrape.trust import Trust
from triptych.service.providers.pages import not_read
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

#: Pages, and texts that may be pages whatever their server says.
MEDIA_TYPES = frozenset(
    {"text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
)
MAX_BYTES = 8 * 2**20
#: Sister pages read at the same time.
AT_ONCE = 4

_NO_BROWSER = (
    'No browser is set up here: install "triptych[browser]" and Chromium, or name one in '
    "TRIPTYCH_BROWSER."
)
#: What is said of a page that is left as it was sent.
_UNDRAWN = {
    "browser_not_available": f"The page is read as it was sent. {_NO_BROWSER}",
    "page_needs_browser": f"A script draws this page, and it is empty without. {_NO_BROWSER}",
}


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page.

    Parameters
    ----------
    html : str
        The page.
    url : str
        Its address after redirects; empty where the request holds the page.
    cookies : list of dict
        What the server set, where no browser read it.
    drawn : Drawn, optional
        The page in the browser, while it is open.
    warnings : tuple of ReplyWarning
        That a browser would have been needed.
    """

    html: str
    url: str
    cookies: list[dict[str, str]] = field(default_factory=list, repr=False)
    drawn: Drawn | None = None
    warnings: tuple[ReplyWarning, ...] = ()


class Reader:
    """Reads the pages that one request is about, each with its headers, cookies and proxy.

    Parameters
    ----------
    request : ScrapeRequest
        Says how.
    settings : ServiceSettings
        `browser` of it, which says whether there is one.
    fetcher : Fetcher
        Fetches what needs no browser.
    browsers : Browsers
        Draws the rest.
    """

    def __init__(
        self,
        request: ScrapeRequest,
        settings: ServiceSettings,
        fetcher: Fetcher,
        browsers: Browsers,
    ) -> None:
        self._request = request
        self._trust = Trust(request)
        self._settings = settings
        self._fetcher = fetcher
        self._browsers = browsers

    @asynccontextmanager
    async def page(self, url: str | None = None) -> AsyncIterator[ReadPage]:
        """Open a page, by default that of the request; a drawn one closes with the context.

        Raises
        ------
        Refusal
            As the fetcher and the browser do; 424 `browser_not_available` where a browser must draw
            the page and none is set up.
        """
        request = self._request
        there = available(self._settings)
        if request.render == "always" and not there:
            raise Refusal(424, _NO_BROWSER, code="browser_not_available", field="render")
        why = "browser_not_available" if request.needs_browser else ""
        page = None if why and there else await self._sent(url)
        if page is not None and not why and request.render == "auto":
            why = await self._shell(page)
        if why and there:
            async with self._drawn(url) as page:
                yield page
            return
        assert page is not None
        warnings = (ReplyWarning(code=why, message=_UNDRAWN[why]),) if why else ()
        yield replace(page, warnings=warnings)

    @staticmethod
    async def _shell(page: ReadPage) -> str:
        from triptych.engines.scrape import is_shell

        return "page_needs_browser" if await to_thread.run_sync(is_shell, page.html) else ""

    async def several(self, urls: Sequence[str]) -> tuple[list[ReadPage], list[ReplyWarning]]:
        """Read pages at the same time; those that cannot be read are told in warnings."""
        from triptych.engines.scrape import PageError

        outcomes: dict[str, ReadPage | Refusal] = {}
        places = anyio.Semaphore(AT_ONCE)

        async def read(url: str) -> None:
            async with places:
                try:
                    async with self.page(url) as page:
                        outcomes[url] = page
                except Refusal as refusal:
                    outcomes[url] = refusal
                except PageError as error:
                    outcomes[url] = Refusal(422, str(error), field="sample_urls")

        async with anyio.create_task_group() as group:
            for url in dict.fromkeys(urls):
                group.start_soon(read, url)
        pages = [found for url in urls if isinstance(found := outcomes[url], ReadPage)]
        warnings = [not_read(url, why) for url, why in outcomes.items() if isinstance(why, Refusal)]
        return pages, warnings

    @asynccontextmanager
    async def _drawn(self, url: str | None) -> AsyncIterator[ReadPage]:
        async with self._browsers.drawn(Asked.of(self._trust.asked_of(url), url)) as drawn:
            # A page that came as HTML has no address of its own.
            at = drawn.url if drawn.url.startswith("http") else ""
            yield ReadPage(drawn.html, at, drawn=drawn)

    async def _sent(self, url: str | None) -> ReadPage:
        request = self._request
        address = url or request.url
        if address is None:
            return ReadPage(request.html or "", "")
        from triptych.engines.text.decoding import decode_page

        if address[:5].lower() == "data:":
            fetched = await self._fetcher.fetch(
                address, media_types=MEDIA_TYPES, max_bytes=MAX_BYTES
            )
            if fetched.media_type not in MEDIA_TYPES:
                raise unread(fetched.media_type)
            html = await to_thread.run_sync(decode_page, fetched.content, fetched.media_type)
            return ReadPage(html, "")
        request = self._trust.asked_of(address)
        answered = await self._fetcher.get(
            address,
            headers=request.http_headers,
            cookies=request.cookies or (),
            proxy=request.byo_proxy,
            media_types=MEDIA_TYPES,
            max_bytes=MAX_BYTES,
        )
        if not httpx.codes.is_success(answered.status):
            raise bad_status(answered.status)
        html = await to_thread.run_sync(decode_page, answered.content, answered.media_type)
        return ReadPage(html, answered.url, _cookies(answered.headers))


def _cookies(headers: httpx.Headers) -> list[dict[str, str]]:
    """Return what a server set, as far as a header says it."""
    from http.cookies import CookieError, SimpleCookie

    found: list[dict[str, str]] = []
    for header in headers.get_list("set-cookie"):
        try:
            jar: SimpleCookie = SimpleCookie(header)
        except CookieError:
            continue
        for name, morsel in jar.items():
            told = {key: str(value) for key, value in morsel.items() if value}
            found.append({"name": name, "value": morsel.value, **told})
    return found
