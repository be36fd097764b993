"""Tables of a scrape: fields, records, metadata, links and browser data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from triptych.contract import ScrapeReply
from triptych.views.base.markup import escape, foldable, table
from triptych.views.base.units import count, shortened
from triptych.views.scrape.fields import (
    ShownField,
    further,
    keys,
    missing,
    records,
    shown_label,
    stated,
    web_address,
)

#: Rows of the table of records.
MOST_RECORDS = 50
_MOST_VALUES = 50
#: Characters of an address that is linked to, and of what is shown of it.
_LONGEST_LINK, _LONGEST_ADDRESS = 2_000, 60


def fields_table(fields: Sequence[ShownField]) -> str:
    """Return a row for each prompt: value, confidence, where it stands, and selectors."""
    columns = {
        "element": [_name(field) for field in fields],
        "value": [_values(field) for field in fields],
        "confidence": [_sure(field) for field in fields],
        "position": [_where(field) for field in fields],
        "selector": [_selectors(field) for field in fields],
    }
    filled = {name: cells for name, cells in columns.items() if any(cells)}
    download = [
        [field.key, value, field.confidence, field.source, next(iter(field.selectors), "")]
        for field in fields
        for value in (field.values or [""])
    ]
    listed = table(
        list(filled),
        list(zip(*filled.values(), strict=True)),
        download=download,
        download_columns=["element", "value", "confidence", "source", "selector"],
        name="elements",
        most=len(download),
    )
    return f'<div class="triptych-elements">{listed}</div>'


def records_table(reply: ScrapeReply) -> str:
    """Return a row for each record."""
    listed = records(reply)
    columns = [key for key in keys(reply) if any(key in one for one in listed)]
    rows = [
        [str(number), *(value(one.get(key, "")) for key in columns)]
        for number, one in enumerate(listed[:MOST_RECORDS], 1)
    ]
    shown = table(
        ["", *(shortened(column, 60) for column in columns)],
        rows,
        download=[[one.get(key, "") for key in columns] for one in listed],
        download_columns=columns,
        name="records",
        numbers={0},
        most=MOST_RECORDS,
    )
    return f'<div class="triptych-records">{shown}</div>'


def value(words: str) -> str:
    """Return a value: an address as a link, a long text folded."""
    address = web_address(words)
    if address is None or len(address) > _LONGEST_LINK or len(address.split()) > 1:
        return foldable(words.strip())
    return (
        f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer" dir="auto">'
        f"{escape(shortened(address, _LONGEST_ADDRESS))}</a>"
    )


def _name(field: ShownField) -> str:
    prompt = "" if field.prompt in ("", field.key) else field.prompt
    described = f'<div class="triptych-faint" dir="auto">{escape(shortened(prompt, 120))}</div>'
    return (
        f'<span class="triptych-key triptych-f{field.number}">'
        f'<i style="background: {field.colour}" aria-hidden="true"></i>'
        f'<b dir="auto">{escape(shortened(field.key, 50))}</b></span>'
        f"{described if prompt else ''}"
    )


def _values(field: ShownField) -> str:
    if not field.values:
        return f'<span class="triptych-faint">{escape(missing(field))}</span>'
    first, *others = field.values
    note = f'<div class="triptych-faint">{escape(field.note)}</div>' if field.note else ""
    if not others:
        return value(first) + note
    listed = "".join(f"<li>{value(one)}</li>" for one in others[: _MOST_VALUES - 1])
    rest = further(field.values, _MOST_VALUES)
    left = f"<p>{rest}: to_frame() has them all.</p>" if rest else ""
    return (
        f'{value(first)}<details class="triptych-more"><summary>{further(field.values)}</summary>'
        f'<ol start="2" class="triptych-values" tabindex="0">{listed}</ol>{left}</details>{note}'
    )


def _sure(field: ShownField) -> str:
    confidence = field.confidence
    if confidence is None or not field.values:
        return ""
    return (
        f'<span class="triptych-sure" role="img" aria-label="confidence {confidence:.2f} of 1">'
        f'{confidence:.2f}<i><i style="width: {100 * confidence:.0f}%"></i></i></span>'
    )


def _where(field: ShownField) -> str:
    if not field.values:
        return ""
    # A label may be written from right to left.
    label = f"“<bdi>{escape(shown_label(field))}</bdi>”" if field.label else ""
    return ", ".join(filter(None, (escape(stated(field)), label and f"beside the label {label}")))


def _selectors(field: ShownField) -> str:
    if not field.selectors:
        return ""
    best, *others = (f"<code>{escape(shortened(one, 300))}</code>" for one in field.selectors)
    if not others:
        return best
    listed = "".join(f"<li>{one}</li>" for one in others[:20])
    return (
        f'{best}<details class="triptych-more"><summary>{further(field.selectors)}</summary>'
        f'<ul class="triptych-values">{listed}</ul></details>'
    )


_MOST_ROWS = 50
_MOST_COLUMNS = 8
_DEEPEST = 6
_MASK = "•••"
#: What may identify a person; shown by name, never with its value.
_SECRETS = ("value", "headers", "postdata", "body", "password", "authorization", "cookie")
_COOKIE = ("name", "domain", "path", "expires", "secure", "httpOnly", "sameSite")


def folds(reply: ScrapeReply) -> str:
    """Return the sections that the reply has, folded."""
    browser = reply.advance_config or {}
    return "".join(
        (
            _meta(reply),
            _links(reply),
            _browser_table("Console", "message", _listed(browser.get("console"))),
            _browser_table("Network", "request", _listed(browser.get("network"))),
            _cookies(_listed(browser.get("cookies"))),
        )
    )


def _fold(title: str, body: str) -> str:
    return f'<details class="triptych-fold"><summary>{escape(title)}</summary>{body}</details>'


def _meta(reply: ScrapeReply) -> str:
    rows = list(_flat(reply.meta or {}))
    if not rows:
        return ""
    cells = [[foldable(name), value(data)] for name, data in rows[:_MOST_ROWS]]
    listed = table(["name", "value"], cells, download=rows, name="metadata", most=_MOST_ROWS)
    return _fold(f"Metadata: {count(len(rows), 'entry', 'entries')}", listed)


def _flat(data: Mapping[str, Any], above: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for name, own in data.items():
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


def _browser_table(title: str, noun: str, entries: list[Any]) -> str:
    """Return a table of browser data, without secrets."""
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
    data = cookie.get(name)
    if name == "expires" and isinstance(data, int | float) and not isinstance(data, bool):
        try:
            return datetime.fromtimestamp(data, UTC).isoformat(" ", "minutes") if data > 0 else ""
        except (ValueError, OverflowError, OSError):
            return ""
    return _plain(data)


def _listed(data: Any) -> list[Any]:
    """Return browser data as a list: a mapping of lists, as some services send, in one."""
    if isinstance(data, Mapping):
        lists = [own for own in data.values() if isinstance(own, list)]
        return [one for own in lists for one in own] if lists else [data] if data else []
    if isinstance(data, list):
        return data
    return [data] if data else []


def _open(name: str, data: Any) -> str:
    """Return a member of browser data; of secrets the names alone."""
    plain_name = name.lower().replace("_", "").replace("-", "")
    if any(secret in plain_name for secret in _SECRETS):
        if isinstance(data, Mapping):
            return ", ".join(f"{own}: {_MASK}" for own in data)
        if isinstance(data, list):
            names = [one.get("name", "") for one in data if isinstance(one, Mapping)]
            return ", ".join(f"{own}: {_MASK}" for own in names if own) or _MASK
        return _MASK if data else ""
    if isinstance(data, Mapping):
        return ", ".join(f"{own}: {_open(str(own), inner)}" for own, inner in data.items())
    if isinstance(data, list):
        return shortened(", ".join(_open(name, one) for one in data), 2_000)
    return _plain(data)


def _plain(data: Any) -> str:
    if data is None:
        return ""
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, float):
        return f"{data:.12g}"
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, default=str)
