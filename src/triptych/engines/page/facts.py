"""What a page states about itself: title, site, language, date, structured data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from triptych.engines.page import json_ld
from triptych.models.files import word_list

#: Longer blocks of data are programs' state, not facts of the page.
_LONGEST_DATA = 300_000
_MOST_OBJECTS = 200
_BETWEEN = re.compile(r"\s+[|·•»«:–—-]+\s+|\s*\|\s*|\s+::\s+")
_LANGUAGE = re.compile(r"([a-z]{2})(?:[-_].*)?")


@dataclass(frozen=True, slots=True)
class Head:
    """The elements of a page's head, laid out."""

    #: The content of meta elements by name or property, in small letters; the first of a name.
    meta: dict[str, str]
    #: Addresses as written, by each word of ``rel``; the first of a word.
    links: dict[str, str]
    #: The objects of its JSON-LD, also nested ones.
    data: tuple[dict[str, Any], ...]
    title: str
    #: Its first heading of the first level, else any.
    heading: str
    #: As it is written.
    language: str
    #: Address that others are relative to, as written.
    base: str


def head(tree: Any) -> Head:
    """Read the facts that are marked as such."""
    meta: dict[str, str] = {}
    for element in tree.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop")
        name = name or element.get("http-equiv")
        if name and (content := " ".join((element.get("content") or "").split())):
            meta.setdefault(name.strip().lower(), content)
    links: dict[str, str] = {}
    for element in tree.iter("link"):
        for word in (element.get("rel") or "").lower().split():
            if href := (element.get("href") or "").strip():
                links.setdefault(word, href)
    return Head(
        meta=meta,
        links=links,
        data=tuple(_objects(tree)),
        title=_text(next(tree.iter("title"), None)),
        heading=_first(tree.iter("h1")) or _first(tree.iter("h2", "h3")),
        language=tree.get("lang") or tree.get("{http://www.w3.org/XML/1998/namespace}lang") or "",
        base=next((one for one in (b.get("href") for b in tree.iter("base")) if one), ""),
    )


def title(page: Head, site: str, host: str) -> str:
    """Return the page's title without the site's name, or its heading.

    Examples
    --------
    >>> page = Head({}, {}, (), "Black tea | The Tea Board", "", "", "")
    >>> title(page, "The Tea Board", "tea.example")
    'Black tea'
    """
    for written in (page.meta.get("og:title", ""), page.title):
        if written:
            return _without_site(written, page.heading, site, host) or written
    return page.heading or page.meta.get("twitter:title", "")


def site_name(page: Head) -> str:
    """Return the site's name in words, if the page names it."""
    for name in ("og:site_name", "application-name", "apple-mobile-web-app-title"):
        if name in page.meta:
            return page.meta[name]
    for one in page.data:
        if one.get("@type") == "WebSite" and isinstance(one.get("name"), str):
            return " ".join(one["name"].split())
    return ""


def language(page: Head) -> str:
    """Return the language that the page says it is in: ISO 639-1, small letters."""
    for value in (page.language, page.meta.get("content-language"), page.meta.get("og:locale")):
        if value and (code := _LANGUAGE.fullmatch(value.strip().lower())):
            return code[1]
    return ""


def _without_site(written: str, heading: str, site: str, host: str) -> str:
    for between in _BETWEEN.finditer(written):
        # The heading shows where the title ends and the site begins.
        if heading and _same(written[: between.start()], heading):
            return written[: between.start()]
    parts = list(_BETWEEN.finditer(written))
    if not parts:
        return written
    label = host.split(".")[0] if host else ""
    names = [name for name in (site, host, label) if name]
    first, last = written[: parts[0].start()], written[parts[-1].end() :]
    if any(_same(last, name) for name in names):
        return written[: parts[-1].start()]
    if any(_same(first, name) for name in names):
        return written[parts[0].end() :]
    return written


def _same(one: str, other: str) -> bool:
    return _letters(one) == _letters(other)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _first(elements: Iterable[Any]) -> str:
    # Of headings without text no page has many; the text of nested ones takes long.
    return next(filter(None, map(_text, islice(elements, 3))), "")


def _text(element: Any) -> str:
    if element is None:
        return ""
    text = " ".join("".join(element.itertext()).split())
    return text.removesuffix("¶").strip()[:500]


def _objects(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of a page's JSON-LD (schema.org)."""
    scripts = (one for one in tree.iter("script") if "ld+json" in (one.get("type") or "").lower())
    texts = (script.text or "" for script in scripts)
    data = [json_ld.load(text) for text in texts if len(text) <= _LONGEST_DATA]
    return json_ld.objects(data, _MOST_OBJECTS)


_DATE = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)")
#: A page says when it was changed under one of these names, or else when it was published.
_CHANGED = word_list("page/changed_names.txt")
_PUBLISHED = word_list("page/published_names.txt")
#: By these marks of microdata, microformats and publishing systems ``time`` elements mean either.
_MARKED = {
    "changed": ("datemodified", "updated", "modified"),
    "published": ("datepublished", "published", "entry-date", "dt-published"),
}
_NOTHING = ("", "", "")
_MOST_TIMES = 200


def changed(meta: dict[str, str], data: Iterable[dict[str, Any]], tree: Any) -> str:
    """Return when a page was last changed, else published, by its own words, in ISO 8601.

    Its meta elements hold it, its JSON-LD (schema.org), or a ``time`` element marked as such. A
    date in the text alone is one the text is about, and not taken.
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
    dates = (
        *(meta.get(name) for name in _CHANGED),
        *(one.get("dateModified") for one in objects),
        marked.get("changed"),
        *(meta.get(name) for name in _PUBLISHED),
        *(one.get("datePublished") for one in objects),
        marked.get("published"),
    )
    return next(filter(None, map(iso, dates)), "")


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
            moment = date.fromisoformat(text.replace("/", "-")).isoformat()
        else:
            moment = datetime.fromisoformat(text).isoformat()
    except ValueError:
        moment = _by_mail_rules(text)
    return moment if "1990" <= moment[:4] < "2100" else ""


def _by_mail_rules(text: str) -> str:
    """Read the dates of HTTP and mail headers, or the day at the begin of another form."""
    from email.utils import parsedate_to_datetime

    try:
        return parsedate_to_datetime(text).isoformat()
    except (ValueError, IndexError, OverflowError):
        pass
    if day := _DATE.match(text):
        try:
            return date(*map(int, day.groups())).isoformat()
        except ValueError:
            pass
    return ""
