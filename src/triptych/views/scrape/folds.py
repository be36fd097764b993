"""What else a reply tells of the page, folded: metadata, links, and what its browser saw."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from triptych.contract import ScrapeReply
from triptych.views.base.markup import escape, foldable, table
from triptych.views.base.units import count, shortened
from triptych.views.scrape.tables import value

_MOST_ROWS = 50
_MOST_COLUMNS = 8
_DEEPEST = 6
_MASK = "•••"
#: What says who somebody is; shown by name, never with its value.
_SECRETS = ("value", "headers", "postdata", "body", "password", "authorization", "cookie")
_COOKIE = ("name", "domain", "path", "expires", "secure", "httpOnly", "sameSite")


def folds(reply: ScrapeReply) -> str:
    """Return the folded parts that the reply has."""
    browser = reply.advance_config or {}
    return "".join(
        (
            _meta(reply),
            _links(reply),
            _told("Console", "message", _listed(browser.get("console"))),
            _told("Network", "request", _listed(browser.get("network"))),
            _cookies(_listed(browser.get("cookies"))),
        )
    )


def _fold(title: str, body: str) -> str:
    return f'<details class="triptych-fold"><summary>{escape(title)}</summary>{body}</details>'


def _meta(reply: ScrapeReply) -> str:
    rows = list(_flat(reply.meta or {}))
    if not rows:
        return ""
    cells = [[foldable(name), value(told)] for name, told in rows[:_MOST_ROWS]]
    listed = table(["name", "value"], cells, download=rows, name="metadata", most=_MOST_ROWS)
    return _fold(f"Metadata: {count(len(rows), 'entry', 'entries')}", listed)


def _flat(told: Mapping[str, Any], above: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for name, own in told.items():
        path = f"{above}.{name}" if above else str(name)
        if isinstance(own, Mapping) and own and depth < _DEEPEST:
            yield from _flat(own, path, depth + 1)
        elif own is not None:
            yield path, _plain(own)


def _links(reply: ScrapeReply) -> str:
    if not reply.link:
        return ""
    kinds = {"a": "link", "img": "picture"}
    rows = [(one.text, one.href, kinds.get(one.type, one.type)) for one in reply.link]
    cells = [[foldable(text), value(href), escape(kind)] for text, href, kind in rows[:_MOST_ROWS]]
    columns = ["text", "address", "kind"]
    listed = table(columns, cells, download=rows, name="links", most=_MOST_ROWS)
    return _fold(count(len(rows), "link"), listed)


def _told(title: str, noun: str, entries: list[Any]) -> str:
    """Return a table of whatever a browser tells, without what is secret."""
    if not entries:
        return ""
    named = [one if isinstance(one, Mapping) else {noun: one} for one in entries]
    columns = list(dict.fromkeys(str(name) for one in named for name in one))[:_MOST_COLUMNS]
    rows = [[_open(name, one.get(name)) for name in columns] for one in named]
    cells = [[value(shown) for shown in row] for row in rows[:_MOST_ROWS]]
    listed = table(columns, cells, download=rows, name=title.lower(), most=_MOST_ROWS)
    return _fold(f"{title}: {count(len(entries), noun)}", listed)


def _cookies(entries: list[Any]) -> str:
    if not entries:
        return ""
    cookies = [one if isinstance(one, Mapping) else {"name": _MASK} for one in entries]
    columns = [name for name in _COOKIE if any(name in cookie for cookie in cookies)]
    rows = [[*(_member(cookie, name) for name in columns), _MASK] for cookie in cookies]
    cells = [[foldable(shown) for shown in row] for row in rows[:_MOST_ROWS]]
    listed = table([*columns, "value"], cells, download=rows, name="cookies", most=_MOST_ROWS)
    return _fold(f"Cookies: {len(entries):,}, values not shown", listed)


def _member(cookie: Mapping[str, Any], name: str) -> str:
    told = cookie.get(name)
    if name == "expires" and isinstance(told, int | float) and not isinstance(told, bool):
        try:
            return datetime.fromtimestamp(told, UTC).isoformat(" ", "minutes") if told > 0 else ""
        except (ValueError, OverflowError, OSError):
            return ""
    return _plain(told)


def _listed(told: Any) -> list[Any]:
    """Return what is told as a list: a mapping of lists, as some services send, in one."""
    if isinstance(told, Mapping):
        lists = [own for own in told.values() if isinstance(own, list)]
        return [one for own in lists for one in own] if lists else [told] if told else []
    if isinstance(told, list):
        return told
    return [told] if told else []


def _open(name: str, told: Any) -> str:
    """Return a member of what a browser tells; of what is secret the names alone."""
    plain_name = name.lower().replace("_", "").replace("-", "")
    if any(secret in plain_name for secret in _SECRETS):
        if isinstance(told, Mapping):
            return ", ".join(f"{own}: {_MASK}" for own in told)
        if isinstance(told, list):
            names = [one.get("name", "") for one in told if isinstance(one, Mapping)]
            return ", ".join(f"{own}: {_MASK}" for own in names if own) or _MASK
        return _MASK if told else ""
    if isinstance(told, Mapping):
        return ", ".join(f"{own}: {_open(str(own), inner)}" for own, inner in told.items())
    if isinstance(told, list):
        return shortened(", ".join(_open(name, one) for one in told), 2_000)
    return _plain(told)


def _plain(told: Any) -> str:
    if told is None:
        return ""
    if isinstance(told, bool):
        return "yes" if told else "no"
    if isinstance(told, float):
        return f"{told:.12g}"
    return told if isinstance(told, str) else json.dumps(told, ensure_ascii=False, default=str)
