"""Bring what search engines and indexes return into the form that results have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from email.utils import parsedate_to_datetime
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from triptych._entities import unescape
from triptych.contract import SearchResult
from triptych.engines.page.addresses import web_url

if TYPE_CHECKING:
    from triptych.engines.page import WebPage
    from triptych.engines.search import Hit

#: Tags that search engines mark a query's words with.
_MARKS = re.compile(r"<(/?)(?:em|strong|b|mark)(?:\s[^<>]*)?>", re.IGNORECASE)
_TAGS = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
#: As people write dates, where no standard is followed.
_DATE_FORMS = ("%B %d, %Y", "%b %d, %Y", "%d %B %Y", "%d %b %Y")


class Entry:
    """A JSON object from a search engine, of whose members neither presence nor type is certain.

    Anything but an object counts as one without members.

    Examples
    --------
    >>> entry = Entry({"title": " Tea ", "url": "//example.org/tea", "age": 3})
    >>> entry.text("name", "title"), entry.url("url", base="https://a.example"), entry.date("age")
    ('Tea', 'https://example.org/tea', None)
    """

    def __init__(self, members: object) -> None:
        self._members = members if isinstance(members, dict) else {}

    def member(self, name: str) -> Entry:
        """Return a member that is an object itself."""
        return Entry(self._members.get(name))

    def all(self, name: str) -> list[Any]:
        """Return the items of a member that is an array."""
        items = self._members.get(name)
        return items if isinstance(items, list) else []

    def flag(self, name: str) -> bool | None:
        """Return a member that is true or false."""
        value = self._members.get(name)
        return value if isinstance(value, bool) else None

    def text(self, *names: str) -> str:
        """Return the first of these members that is a text; empty if none is."""
        return next(filter(None, (clean_text(self._members.get(name)) for name in names)), "")

    def url(self, *names: str, base: str = "") -> str | None:
        """Return the first of these members that is an address of the web, in full."""
        urls = (web_url(clean_text(self._members.get(name)), base) for name in names)
        return next(filter(None, urls), None)

    def date(self, *names: str) -> str | None:
        """Return the first of these members that is a date, as ISO 8601."""
        dates = (iso_date(clean_text(self._members.get(name))) for name in names)
        return next(filter(None, dates), None)


def clean_text(value: object) -> str:
    """Return a JSON value as a text that can be sent on; empty if it is not a text."""
    if not isinstance(value, str):
        return ""
    # Half a surrogate pair, which JSON can write, is not a character of any encoding.
    return " ".join(value.encode("utf-8", "replace").decode().replace("\0", "").split())


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


def without_tags(html: str) -> str:
    """Return a piece of HTML as plain text.

    Examples
    --------
    >>> without_tags("Tea &amp; <strong>milk</strong>")
    'Tea & milk'
    """
    return unescape(_TAGS.sub("", html))


def _escaped(html: str) -> str:
    return escape(unescape(html), quote=False)


def iso_date(text: str) -> str | None:
    """Return a date or moment as ISO 8601; None where it cannot be dated ("2 days ago").

    Examples
    --------
    >>> iso_date("January 5, 2024"), iso_date("2024-01-05T10:00:00Z"), iso_date("2 days ago")
    ('2024-01-05', '2024-01-05T10:00:00+00:00', None)
    """
    text = text.strip()
    try:
        moment = datetime.fromisoformat(text)
        return moment.date().isoformat() if len(text) <= len("2024-01-05") else moment.isoformat()
    except ValueError:
        pass
    for form in _DATE_FORMS:
        try:
            return datetime.strptime(text, form).date().isoformat()
        except ValueError:
            continue
    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, IndexError, TypeError):
        return None


def distinct(results: Iterable[SearchResult]) -> list[SearchResult]:
    """Return the results without those whose address came before, in order.

    Addresses that differ in scheme, fragment or a final slash are the same page.
    """
    by_page: dict[tuple[str, str, str], SearchResult] = {}
    for result in results:
        parts = urlsplit(result.url)
        page = (parts.netloc.lower(), parts.path.rstrip("/"), parts.query)
        by_page.setdefault(page, result)
    return list(by_page.values())


def language_of(country: str) -> str:
    """Return the language (ISO 639-1) that a country (ISO 3166-1) is searched in.

    A query's own language is not known. English is taken for unknown countries and wherever it is
    official, since that is what most of the web there is written in; elsewhere the language that
    most people speak.

    Examples
    --------
    >>> language_of("DE"), language_of("IN"), language_of("BR"), language_of("XX")
    ('de', 'en', 'pt', 'en')
    """
    from babel.languages import get_official_languages

    codes = [code.partition("_")[0] for code in get_official_languages(country, de_facto=True)]
    return "en" if "en" in codes or not codes else codes[0]


def result_of(hit: Hit) -> SearchResult:
    """Return a page of an index, or of given pages, as a result."""
    members = members_of(hit.page)
    return SearchResult(
        **members | {"description": hit.description or None, "snippets": list(hit.passages)}
    )


def members_of(page: WebPage) -> dict[str, Any]:
    """Return the members of a result that its page fills; what is not known is None or empty."""
    return {
        "title": page.title,
        "url": page.url,
        "description": escape(page.description, quote=False) or None,
        "content": page.text,
        "site_name": page.site_name or None,
        "site_long_name": page.site_long_name or None,
        "language": page.language or None,
        "image_urls": list(page.image_urls),
        "links": list(page.links),
        "favicon": page.favicon or None,
        "thumbnail": page.thumbnail or None,
        "age": page.published or None,
        "attribution": page.attribution or None,
    }
