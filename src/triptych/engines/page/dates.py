"""When a page was last changed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from itertools import islice
from typing import Any

_DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)")
#: A page says when it was changed under one of these names, or else when it was published.
_CHANGED = (
    "article:modified_time",
    "og:updated_time",
    "datemodified",
    "last-modified",
    "dcterms.modified",
    "dc.date.modified",
    "revised",
)
_PUBLISHED = (
    "article:published_time",
    "og:published_time",
    "datepublished",
    "dcterms.created",
    "dc.date",
    "dc.date.issued",
    "citation_publication_date",
    "pubdate",
    "date",
)

#: By these marks of microdata, microformats and publishing systems ``time`` elements tell either.
_MARKED = {
    "changed": ("datemodified", "updated", "modified"),
    "published": ("datepublished", "published", "entry-date", "dt-published"),
}
_NOTHING = ("", "", "")
_MOST_TIMES = 200


def changed(meta: dict[str, str], data: Iterable[dict[str, Any]], tree: Any) -> str:
    """Return when a page says it was last changed, else published, in ISO 8601.

    Its meta elements tell it, its JSON-LD (schema.org), or a ``time`` element marked as such. A
    date in the text alone is one the text is about, and not taken.

    Parameters
    ----------
    meta : dict
        The content of meta elements by name or property, in small letters.
    data : iterable of dict
        The objects of its JSON-LD.
    tree : lxml.html element
        The page.
    """
    objects = list(data)
    marked: dict[str, str] = {}
    for element in islice(tree.iter("time"), _MOST_TIMES):
        mark = " ".join(map(element.get, ("itemprop", "class", "pubdate"), _NOTHING)).lower()
        for name, words in _MARKED.items():
            if any(word in mark for word in words) or (
                name == "published" and element.get("pubdate") is not None
            ):
                marked.setdefault(name, element.get("datetime") or "")
    told = (
        *(meta.get(name) for name in _CHANGED),
        *(one.get("dateModified") for one in objects),
        marked.get("changed"),
        *(meta.get(name) for name in _PUBLISHED),
        *(one.get("datePublished") for one in objects),
        marked.get("published"),
    )
    return next(filter(None, map(iso, told)), "")


def iso(written: object) -> str:
    """Return a date or moment in ISO 8601, or nothing.

    Examples
    --------
    >>> iso("2024-03-01T10:00:00Z"), iso("20240301"), iso("Fri, 01 Mar 2024 10:00:00 GMT"), iso("?")
    ('2024-03-01T10:00:00+00:00', '2024-03-01', '2024-03-01T10:00:00+00:00', '')
    """
    if not isinstance(written, str) or not (text := written.strip()[:64]):
        return ""
    try:
        if len(text) <= 10:
            found = date.fromisoformat(text.replace("/", "-")).isoformat()
        else:
            found = datetime.fromisoformat(text).isoformat()
    except ValueError:
        found = _by_mail_rules(text)
    return found if "1990" <= found[:4] < "2100" else ""


def _by_mail_rules(text: str) -> str:
    """Read the dates of HTTP and mail headers, or the day at the begin of another form."""
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, IndexError, OverflowError):
        pass
    if found := _DATE.match(text):
        try:
            return date(*map(int, found.groups())).isoformat()
        except ValueError:
            pass
    return ""
