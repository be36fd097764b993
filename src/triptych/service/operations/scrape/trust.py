"""Which of the pages of one request get its headers and cookies: a login may be among them."""

from __future__ import annotations

import httpx

from triptych.contract import ScrapeRequest
from triptych.contract.scrape import Cookie
from triptych.service.fetch.cookies import cookies_of


class Trust:
    """Keeps headers and cookies to the site they were given for.

    A listing's next page and the sisters of a page may be on another host, and the page decides
    where its own links lead. The headers belong to the origin (RFC 6454) of the request's `url`, or
    of its first sister where that is no address; cookies that name no place, to its host.

    Examples
    --------
    >>> trust = Trust(ScrapeRequest(url="https://e.com/", http_headers={"X-Key": "k"},
    ...                             element_prompts=["price"]))
    >>> trust.asked_of("https://e.com/2").http_headers
    {'X-Key': 'k'}
    >>> trust.asked_of("https://e.org/").http_headers
    """

    def __init__(self, request: ScrapeRequest) -> None:
        self._request = request
        given = (_parsed(url) for url in (request.url, *(request.sample_urls or ())) if url)
        self._home = next((url for url in given if url.host), None)

    def asked_of(self, url: str | None) -> ScrapeRequest:
        """Return the request with what may be sent to an address; None is its own page."""
        request = self._request
        if url is None or self._home is None or _origin(_parsed(url)) == _origin(self._home):
            return request
        # As cookies, those of a header may go to another port or scheme of their host.
        given = [*cookies_of(request.http_headers or {}), *(request.cookies or ())]
        return request.model_copy(
            update={"http_headers": None, "cookies": [self._placed(cookie) for cookie in given]}
        )

    def _placed(self, cookie: Cookie) -> Cookie:
        """Return a cookie that names the place it belongs to."""
        if cookie.url or cookie.domain:
            return cookie
        return cookie.model_copy(update={"url": str(self._home)})


def _parsed(url: str) -> httpx.URL:
    try:
        return httpx.URL(url.strip())
    except httpx.InvalidURL:
        # The fetcher says what is wrong with it.
        return httpx.URL()


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
