"""Bring what search engines tell into the form that results have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from email.utils import parsedate_to_datetime
from html import escape, unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from triptych.contract import SearchResult

#: Tags that search engines mark a query's words with.
_MARKS = re.compile(r"<(/?)(?:em|strong|b|mark)(?:\s[^<>]*)?>", re.IGNORECASE)
_TAGS = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
#: As people write dates, where no standard is followed.
_WRITTEN = ("%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y")


def text(told: Any) -> str:
    """Return a JSON member as a text that can be sent on; empty if it is none."""
    if not isinstance(told, str):
        return ""
    # Half a surrogate pair, which JSON can write, is no character of any encoding.
    return " ".join(told.encode("utf-8", "replace").decode().replace("\0", "").split())


def emphasised(html: str) -> str | None:
    """Return a piece of HTML as text with ``<em>`` marks; None if it is empty.

    Examples
    --------
    >>> emphasised("<strong>Tea</strong> &amp; <i>1 < 2")
    '<em>Tea</em> &amp; &lt;i&gt;1 &lt; 2'
    """
    pieces, done, opened = [], 0, False
    for mark in _MARKS.finditer(html):
        pieces.append(_escaped(html[done : mark.start()]))
        done = mark.end()
        opens = not mark[1]
        # What is opened twice or closed twice would leave the page around it marked.
        if opens != opened:
            pieces.append("<em>" if opens else "</em>")
            opened = opens
    pieces.append(_escaped(html[done:]) + "</em>" * opened)
    return "".join(pieces).replace("<em></em>", "") or None


def plain(html: str) -> str:
    """Return a piece of HTML as text without any marks.

    Examples
    --------
    >>> plain("Tea &amp; <strong>milk</strong>")
    'Tea & milk'
    """
    return unescape(_TAGS.sub("", html))


def _escaped(html: str) -> str:
    return escape(unescape(html), quote=False)


def iso_date(told: str) -> str | None:
    """Return a date or moment as ISO 8601; None where it cannot be dated ("2 days ago").

    Examples
    --------
    >>> iso_date("January 5, 2024"), iso_date("2024-01-05T10:00:00Z"), iso_date("2 days ago")
    ('2024-01-05', '2024-01-05T10:00:00+00:00', None)
    """
    told = told.strip()
    try:
        moment = datetime.fromisoformat(told)
        return moment.date().isoformat() if len(told) <= len("2024-01-05") else moment.isoformat()
    except ValueError:
        pass
    for form in _WRITTEN:
        try:
            return datetime.strptime(told, form).date().isoformat()
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(told).isoformat()
    except (ValueError, IndexError, TypeError):
        return None


def web_address(told: str, base: str = "") -> str | None:
    """Return an address of the web, absolute; None for anything else (`data:`, `javascript:`)."""
    try:
        address = urljoin(base, told) if told else ""
        parts = urlsplit(address)
        return address if parts.scheme in {"http", "https"} and parts.hostname else None
    except ValueError:
        return None


def site(url: str) -> str:
    """Return the host of an address without "www.", as results show it."""
    return (urlsplit(url).hostname or "").removeprefix("www.")


def distinct(results: Iterable[SearchResult]) -> list[SearchResult]:
    """Return the results without those whose address came before, in order.

    Scheme, fragment and a final slash make no other page.
    """
    found: dict[tuple[str, str, str], SearchResult] = {}
    for result in results:
        found.setdefault(_page(result.url), result)
    return list(found.values())


def _page(url: str) -> tuple[str, str, str]:
    parts = urlsplit(url)
    return parts.netloc.lower(), parts.path.rstrip("/"), parts.query
