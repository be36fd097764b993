"""Headers and cookies of requests: which a caller may set, and where they are sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from http import cookiejar
from typing import Any

import httpx

from triptych.contract.scrape import Cookie
from triptych.service.fetch.guard import parsed_url
from triptych.service.refusal import Refusal

#: What belongs to the connection, not to the page (RFC 9110, 7.6.1): set by another hand, it would
#: let one request pass for two, or ask another host than was checked.
_OF_THE_CONNECTION = frozenset(
    {"host", "content-length", "connection", "keep-alive", "te", "trailer", "transfer-encoding"}
    | {"upgrade", "expect", "accept-encoding", "http2-settings"}
)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def checked_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Return headers that a request may carry.

    Raises
    ------
    Refusal
        400, naming the header, for one that is the connection's own or cannot be sent.

    Examples
    --------
    >>> checked_headers({"Accept-Language": "de"})
    {'Accept-Language': 'de'}
    >>> checked_headers({"Host": "e.com"})
    Traceback (most recent call last):
    triptych.service.refusal.Refusal: The header 'Host' is set by the service itself: leave it out.
    """
    for name, value in (headers or {}).items():
        low, shown = name.lower(), repr(name[:40])
        if low in _OF_THE_CONNECTION or low.startswith("proxy-"):
            raise _malformed(
                "http_headers", f"The header {shown} is set by the service itself: leave it out."
            )
        if not _TOKEN.fullmatch(name):
            raise _malformed(
                "http_headers", f"The header {shown} is not a valid HTTP header name: correct it."
            )
        if not (value.isascii() and value.replace("\t", " ").isprintable()):
            raise _malformed(
                "http_headers", f"The value of the header {shown} must be one line of ASCII."
            )
    return dict(headers or {})


def _malformed(field: str, message: str) -> Refusal:
    return Refusal(400, message, code="invalid_request", field=field)


class _OnlyThese(cookiejar.DefaultCookiePolicy):
    """Sends the cookies that are there by the rules of RFC 6265, and takes none from replies."""

    def __init__(self) -> None:
        # A cookie without a domain is that of one host, not of those below it.
        super().__init__(strict_ns_domain=self.DomainStrictNonDomain)

    def set_ok(self, cookie: Any, request: Any) -> bool:
        return False


def cookie_jar(cookies: Iterable[Cookie], url: httpx.URL) -> cookiejar.CookieJar:
    """Return a jar that sends cookies by their domain, path, `secure` and age.

    Parameters
    ----------
    cookies : iterable of Cookie
        What the request sends.
    url : httpx.URL
        The page; the cookies that name no place belong to its host.

    Raises
    ------
    Refusal
        400 for a cookie that cannot be sent.

    Examples
    --------
    >>> [c.domain for c in cookie_jar([Cookie(name="a", value="b")], httpx.URL("http://e.com/x"))]
    ['e.com']
    """
    jar = cookiejar.CookieJar(_OnlyThese())
    for cookie in cookies:
        checked(cookie)
        place = parsed_url(cookie.url) if cookie.url else url
        # RFC 6265 has whole seconds; a negative number stands for the session.
        expires = None if cookie.expires is None or cookie.expires < 0 else int(cookie.expires)
        wide = cookie.domain is not None
        domain = (cookie.domain or place.host).lower()
        if "." not in domain:
            # So the standard library calls hosts without a dot.
            domain += ".local"
        if wide and not domain.startswith("."):
            domain = "." + domain
        jar.set_cookie(
            cookiejar.Cookie(
                version=0,
                name=cookie.name,
                value=cookie.value,
                port=None,
                port_specified=False,
                domain=domain,
                domain_specified=wide,
                domain_initial_dot=wide,
                path=cookie.path or "/",
                path_specified=True,
                secure=cookie.secure,
                expires=expires,
                discard=expires is None,
                comment=None,
                comment_url=None,
                rest={},
            )
        )
    return jar


def cookies_of(headers: Mapping[str, str]) -> list[Cookie]:
    """Return the cookies of a header `Cookie`; they belong to the page's host.

    Examples
    --------
    >>> [(c.name, c.value) for c in cookies_of({"Cookie": "a=b; c=d=e"})]
    [('a', 'b'), ('c', 'd=e')]
    """
    header = ";".join(value for name, value in headers.items() if name.lower() == "cookie")
    pairs = (pair.strip().partition("=") for pair in header.split(";"))
    return [Cookie(name=name.strip(), value=value.strip()) for name, sign, value in pairs if sign]


def checked(cookie: Cookie) -> Cookie:
    """Return a cookie that can be sent as it is.

    Raises
    ------
    Refusal
        400 if its name, value or place cannot stand in a header (RFC 6265, 4.1.1).
    """
    signs = cookie.name + cookie.value
    if (
        not cookie.name
        or not signs.isascii()
        or not signs.isprintable()
        or set(cookie.name) & set('=; ,"')
    ):
        raise _malformed(
            "cookies", f"The cookie {cookie.name[:40]!r} cannot be sent: use plain ASCII."
        )
    if ";" in cookie.value:
        raise _malformed(
            "cookies",
            f"The value of the cookie {cookie.name[:40]!r} has a semicolon: give one at a time.",
        )
    if cookie.url is not None:
        try:
            place = parsed_url(cookie.url)
        except httpx.InvalidURL:
            place = httpx.URL()
        if place.scheme not in {"http", "https"} or not place.host:
            raise _malformed(
                "cookies", f"The url of the cookie {cookie.name[:40]!r} must be http or https."
            )
    return cookie
