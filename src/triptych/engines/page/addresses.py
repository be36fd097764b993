"""Addresses in a page."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote, urldefrag, urljoin, urlsplit, urlunsplit

#: Longer ones are data, not addresses.
_LONGEST = 2_000
#: Most addresses that are taken from one page.
_MOST = 5_000


def absolute(base: str, written: str) -> str:
    """Return a web address in full, without its fragment; nothing where it is no web address.

    Examples
    --------
    >>> absolute("https://example.org/a/b", "../c d?q=1#top")
    'https://example.org/c%20d?q=1'
    >>> absolute("https://example.org/", "mailto:me@example.org")
    ''
    """
    written = "".join(written.split("\n")).replace("\t", "").strip()
    if not written or len(written) > _LONGEST:
        return ""
    try:
        parts = urlsplit(urldefrag(urljoin(base, written))[0])
        # Reading the port checks it.
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
            return ""
    except ValueError:
        return ""
    path = quote(parts.path, safe="/%:@!$&'()*+,;=~-._")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return urlunsplit((parts.scheme, parts.netloc.lower(), path or "/", query, ""))


def several(base: str, written: Iterable[str | None]) -> tuple[str, ...]:
    """Return web addresses in full, each once, in order."""
    found: dict[str, None] = {}
    for one in written:
        if len(found) >= _MOST:
            break
        if one and (address := absolute(base, one)):
            found.setdefault(address)
    return tuple(found)


def host(url: str) -> str:
    """Return the host of an address without "www."; nothing for a file.

    Examples
    --------
    >>> host("https://www.Example.org:8080/x"), host("file:///notes/a.md")
    ('example.org', '')
    """
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""
