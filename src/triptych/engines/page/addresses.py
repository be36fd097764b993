"""Web addresses: completed, in one spelling, and the host they name."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit, urlunsplit

_PORTS = {"http": 80, "https": 443}
#: Longer ones are data, or the traps of a site whose links grow with each page.
_LONGEST = 2_000
#: Most addresses that are taken from one page.
_MOST = 5_000
#: What is left as it is: the characters RFC 3986 reserves, and escapes.
_SAFE = "%/:?#[]@!$&'()*+,;=~"
_SAFE_IN_PATH = "%/:@!$&'()*+,;=~-._"
#: Parameters that name where a visitor came from, never what the page is.
_TRACKING = {"fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid", "igshid", "yclid"}


def web_url(url: str, base: str = "") -> str:
    """Return a web address in full, otherwise as it is written; empty if it is not one.

    Examples
    --------
    >>> web_url("/a#top", "https://example.org/b"), web_url("data:text/plain,a")
    ('https://example.org/a#top', '')
    """
    try:
        address = urljoin(base, url) if url else ""
        parts = urlsplit(address)
        return address if parts.scheme in _PORTS and parts.hostname else ""
    except ValueError:
        return ""


def absolute_url(base: str, href: str) -> str:
    """Return the target of a link: in full, escaped, without its fragment; empty if not of the web.

    Examples
    --------
    >>> absolute_url("https://example.org/a/b", "../c d?q=1#top")
    'https://example.org/c%20d?q=1'
    >>> absolute_url("https://example.org/", "mailto:me@example.org")
    ''
    """
    href = "".join(href.split("\n")).replace("\t", "").strip()
    if not href or len(href) > _LONGEST:
        return ""
    try:
        parts = urlsplit(web_url(href, base))
        # Reading the port checks it.
        if not parts.hostname or parts.port == 0:
            return ""
    except ValueError:
        return ""
    path = quote(parts.path, safe=_SAFE_IN_PATH)
    query = quote(parts.query, safe=f"{_SAFE_IN_PATH}?")
    return urlunsplit((parts.scheme, parts.netloc.lower(), path or "/", query, ""))


def absolute_urls(base: str, hrefs: Iterable[str | None]) -> tuple[str, ...]:
    """Return the targets of links as `absolute_url` does, each once, in order; at most 5,000."""
    urls: dict[str, None] = {}
    for href in hrefs:
        if len(urls) >= _MOST:
            break
        if href and (url := absolute_url(base, href)):
            urls.setdefault(url)
    return tuple(urls)


def normalized_url(url: str, base: str = "") -> str:
    """Return a web address in its one spelling; empty if it is not one.

    Scheme and host in lower case, no fragment, no default port, no dot segments, escapes where they
    are needed (RFC 3986, 6.2), and no parameters of campaigns.

    Examples
    --------
    >>> normalized_url("HTTP://Example.org:80/a/../b c?utm_source=mail#top")
    'http://example.org/b%20c'
    >>> normalized_url("../x", "https://example.org/a/b/c"), normalized_url("mailto:a@example.org")
    ('https://example.org/a/x', '')
    """
    try:
        parts = urlsplit(urljoin(base, url.strip()))
        port = parts.port
    except ValueError:
        return ""
    name = parts.hostname
    if parts.scheme not in _PORTS or not name or parts.username is not None:
        return ""
    try:
        name = name if ":" in name or name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    netloc = f"[{name}]" if ":" in name else name.rstrip(".")
    if port not in {None, _PORTS[parts.scheme]}:
        netloc += f":{port}"
    path = quote(_without_dots(parts.path), safe=_SAFE)
    normalized = urlunsplit((parts.scheme, netloc, path, _without_tracking(parts.query), ""))
    return normalized if len(normalized) <= _LONGEST else ""


def _without_dots(path: str) -> str:
    """Remove dot segments, which `urljoin` leaves in absolute addresses (RFC 3986, 5.2.4)."""
    segments = path.split("/")[1:] or [""]
    remaining: list[str] = []
    for segment in segments:
        if segment == "..":
            del remaining[-1:]
        elif segment != ".":
            remaining.append(segment)
    # What ends in dots is a folder.
    return "/" + "/".join([*remaining, ""] if segments[-1] in {".", ".."} else remaining)


def _without_tracking(query: str) -> str:
    pairs = parse_qsl(query, keep_blank_values=True)
    others = [pair for pair in pairs if not (pair[0] in _TRACKING or pair[0].startswith("utm_"))]
    # Written anew only if something was left out: servers differ in how they read a query.
    return quote(query, safe=_SAFE) if len(others) == len(pairs) else urlencode(others)


def site_of(url: str) -> str:
    """Return the host of an address without "www.", as results show it; empty for a file.

    Examples
    --------
    >>> site_of("https://www.Example.org:8080/x"), site_of("file:///notes/a.md")
    ('example.org', '')
    """
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def host_and_port(url: str) -> str:
    """Return the host of a normalized address and, unless it is the default one, its port.

    Examples
    --------
    >>> host_and_port("http://example.org:8000/a")
    'example.org:8000'
    """
    return urlsplit(url).netloc
