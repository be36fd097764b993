"""JSON-LD of a page: the things that its scripts describe (W3C JSON-LD 1.1, as pages use it)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_DEEPEST = 12
_COMMENT = re.compile(
    r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*.*?\*/)|(?:-->|//\s*\]\]>)\s*(?:;\s*)?$", re.S
)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
_INVALID_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')


def load(script: str) -> Any:
    """Return what a script of JSON holds, repaired as pages need it; None if it is not JSON.

    Examples
    --------
    >>> load('<!-- {"name": "Tea",} -->'), load("var a = 1")
    ({'name': 'Tea'}, None)
    """
    clean = _COMMENT.sub("", script).strip()
    repaired = _INVALID_ESCAPE.sub(r"\\\\", _TRAILING_COMMA.sub(r"\1", clean)).rstrip(";")
    for text in (clean, repaired):
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def things(data: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the outermost objects, also those of a graph.

    Examples
    --------
    >>> list(things({"@graph": [{"name": "Tea", "offers": {"price": 3}}]}))
    [{'name': 'Tea', 'offers': {'price': 3}}]
    """
    if depth > _DEEPEST:
        return
    if isinstance(data, list):
        for one in data:
            yield from things(one, depth + 1)
    elif isinstance(data, dict):
        graph = data.get("@graph")
        if graph is not None:
            yield from things(graph, depth + 1)
        if graph is None or "@type" in data:
            yield {key: value for key, value in data.items() if key != "@graph"}


def objects(data: Any, most: int) -> Iterator[dict[str, Any]]:
    """Yield up to `most` objects, nested ones after those around them.

    Examples
    --------
    >>> [one["name"] for one in objects({"name": "Tea", "brand": {"name": "Uji"}}, 9)]
    ['Tea', 'Uji']
    """
    waiting = [data]
    while waiting and most:
        one = waiting.pop(0)
        if isinstance(one, list):
            waiting[:0] = one[:most]
        elif isinstance(one, dict):
            most -= 1
            yield one
            waiting += [part for part in one.values() if isinstance(part, dict | list)]
