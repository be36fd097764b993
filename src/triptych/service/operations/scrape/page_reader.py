"""Read the pages of a request: as they were sent or drawn by a browser, on through a listing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import anyio
import httpx

from triptych.contract import ReplyWarning, ScrapeRequest
from triptych.contract.scrape import Cookie
from triptych.service.browser import OpenPage, PageRequest, is_available
from triptych.service.fetch.guard import parsed_url
from triptych.service.fetch.headers import cookies_of
from triptych.service.fetch.refusals import bad_status, unread
from triptych.service.handler import Context
from triptych.service.providers.pages import not_read
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.engines.scrape import Pagination

#: Pages, and texts that may be pages whatever their server says.
MEDIA_TYPES = frozenset(
    {"text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
)
MAX_BYTES = 8 * 2**20
#: Sample pages read at the same time.
AT_ONCE = 4
#: Pages opened on the way to one that no link leads to directly.
MOST_FOLLOWED = 50

_NO_BROWSER = (
    'No browser is set up here: install "triptych[browser]" and Chromium, or name one in '
    "TRIPTYCH_BROWSER."
)
#: Warnings about a page that is left as it was sent.
_NOT_DRAWN = {
    "browser_not_available": f"The page is read as it was sent. {_NO_BROWSER}",
    "page_needs_browser": f"A script draws this page, and it is empty without. {_NO_BROWSER}",
}


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page."""

    #: The page.
    html: str
    #: Its address after redirects; empty if the request holds the page.
    url: str
    #: The cookies that the server set, if no browser read the page.
    cookies: list[dict[str, str]] = field(default_factory=list, repr=False)
    #: The page in the browser, while it is open.
    drawn: OpenPage | None = None
    #: That a browser would have been needed.
    warnings: tuple[ReplyWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Where in its listing a page is: its number, and how many there are."""

    number: int
    length: int
    warnings: tuple[ReplyWarning, ...] = ()


class Credentials:
    """Keeps headers and cookies to the site they were given for: a login may be among them.

    A listing's next page and the sample pages may be on another host, and the page decides where
    its own links lead. The headers belong to the origin (RFC 6454) of the request's `url`, or of
    its first sample page; cookies without a domain to its host.

    Examples
    --------
    >>> credentials = Credentials(
    ...     ScrapeRequest(url="https://e.com/", http_headers={"X": "k"}, element_prompts=["a"])
    ... )
    >>> credentials.request_for("https://e.com/2").http_headers
    {'X': 'k'}
    >>> credentials.request_for("https://e.org/").http_headers
    """

    def __init__(self, request: ScrapeRequest) -> None:
        self._request = request
        urls = (_parsed(url) for url in (request.url, *(request.sample_urls or ())) if url)
        self._home = next((url for url in urls if url.host), None)

    def request_for(self, url: str | None) -> ScrapeRequest:
        """Return the request with what may be sent to an address; None is its own page."""
        request = self._request
        if url is None or self._home is None or _origin(_parsed(url)) == _origin(self._home):
            return request
        # As cookies, those of a header may go to another port or scheme of their host.
        cookies = [*cookies_of(request.http_headers or {}), *(request.cookies or ())]
        return request.model_copy(
            update={"http_headers": None, "cookies": [self._bound(one) for one in cookies]}
        )

    def _bound(self, cookie: Cookie) -> Cookie:
        """Return a cookie that names the site it belongs to."""
        if cookie.url or cookie.domain:
            return cookie
        return cookie.model_copy(update={"url": str(self._home)})


def _parsed(url: str) -> httpx.URL:
    try:
        return parsed_url(url)
    except httpx.InvalidURL:
        # The fetcher reports what is wrong with it.
        return httpx.URL()


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


class PageReader:
    """Reads the pages of one request, each with its headers, cookies and proxy."""

    def __init__(self, request: ScrapeRequest, context: Context) -> None:
        self._request = request
        self._context = context
        self._credentials = Credentials(request)

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
        has_browser = is_available(self._context.settings)
        if request.render == "always" and not has_browser:
            raise Refusal(424, _NO_BROWSER, code="browser_not_available", field="render")
        why = "browser_not_available" if request.needs_browser else ""
        page = None if why and has_browser else await self._sent(url)
        if page is not None and not why and request.render == "auto":
            from triptych.engines.scrape import is_shell

            if await self._context.run(is_shell, page.html):
                why = "page_needs_browser"
        if why and has_browser:
            async with self._drawn(url) as page:
                yield page
            return
        assert page is not None
        warnings = (ReplyWarning(code=why, message=_NOT_DRAWN[why]),) if why else ()
        yield replace(page, warnings=warnings)

    async def samples(self) -> tuple[list[ReadPage], list[ReplyWarning]]:
        """Read the sample pages at the same time, with warnings for those that cannot be read."""
        from triptych.engines.scrape import PageError

        urls = list(dict.fromkeys(self._request.sample_urls or []))
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
            for url in urls:
                group.start_soon(read, url)
        pages = [page for url in urls if isinstance(page := outcomes[url], ReadPage)]
        warnings = [not_read(url, why) for url, why in outcomes.items() if isinstance(why, Refusal)]
        return pages, warnings

    @asynccontextmanager
    async def page_at(self, number: int) -> AsyncIterator[tuple[ReadPage, Position]]:
        """Open the page of a listing with a number, from the one that the request names.

        A link to it is followed if the page has one, else the farthest on the way to it.

        Raises
        ------
        Refusal
            400 `page_out_of_range` if the listing ends before, and as `page` does.
        """
        from triptych.engines.scrape import pagination

        url: str | None = None
        visited: set[str] = set()
        async with AsyncExitStack() as stack:
            for _ in range(MOST_FOLLOWED):
                page = await stack.enter_async_context(self.page(url))
                at = await self._context.run(pagination, page.html, page.url)
                # The page that the request names is the first, whatever number it has.
                if at.position == number or (number == 1 and url is None):
                    yield page, _position(at)
                    return
                ahead = {place: link for place, link in at.pages.items() if place <= number}
                nearest = max(ahead, default=0)
                url = ahead[nearest] if nearest > at.position else at.next
                if not url or url in visited or at.position > number:
                    raise _out_of_range(number, at.length or at.position)
                visited.add(url)
                await stack.aclose()
        raise _out_of_range(number, MOST_FOLLOWED)

    @asynccontextmanager
    async def _drawn(self, url: str | None) -> AsyncIterator[ReadPage]:
        asked = PageRequest.of(self._credentials.request_for(url), url)
        async with self._context.browsers.open(asked) as drawn:
            # A page that came as HTML has no address of its own.
            at = drawn.url if drawn.url.startswith("http") else ""
            yield ReadPage(drawn.html, at, drawn=drawn)

    async def _sent(self, url: str | None) -> ReadPage:
        address = url or self._request.url
        if address is None:
            return ReadPage(self._request.html or "", "")
        from triptych.engines.text.decoding import decode_page

        run, fetcher = self._context.run, self._context.fetcher
        if address[:5].lower() == "data:":
            fetched = await fetcher.fetch(address, media_types=MEDIA_TYPES, max_bytes=MAX_BYTES)
            if fetched.media_type not in MEDIA_TYPES:
                raise unread(fetched.media_type)
            return ReadPage(await run(decode_page, fetched.content, fetched.media_type), "")
        request = self._credentials.request_for(address)
        response = await fetcher.get(
            address,
            headers=request.http_headers,
            cookies=request.cookies or (),
            proxy=request.byo_proxy,
            media_types=MEDIA_TYPES,
            max_bytes=MAX_BYTES,
        )
        if not httpx.codes.is_success(response.status):
            raise bad_status(response.status)
        html = await run(decode_page, response.content, response.media_type)
        return ReadPage(html, response.url, _cookies(response.headers))


def _cookies(headers: httpx.Headers) -> list[dict[str, str]]:
    """Return what a server set, with the attributes that its headers name."""
    from http.cookies import CookieError, SimpleCookie

    cookies: list[dict[str, str]] = []
    for header in headers.get_list("set-cookie"):
        try:
            jar: SimpleCookie = SimpleCookie(header)
        except CookieError:
            continue
        for name, morsel in jar.items():
            attributes = {key: str(value) for key, value in morsel.items() if value}
            cookies.append({"name": name, "value": morsel.value, **attributes})
    return cookies


def _position(at: Pagination) -> Position:
    number = at.position
    if at.length is not None:
        return Position(number, max(number, at.length))
    least = max([number, *at.pages, number + 1 if at.next else 0])
    message = f"The listing does not say how many pages it has: there are {least} or more."
    return Position(number, least, (ReplyWarning(code="page_count_unknown", message=message),))


def _out_of_range(number: int, length: int) -> Refusal:
    pages = "1 page" if length == 1 else f"{length} pages"
    return Refusal(
        400,
        f"There is no page {number}, the listing shows {pages}: give a smaller page_position.",
        code="page_out_of_range",
        field="page_position",
        detail={"page_position_length": length},
    )
