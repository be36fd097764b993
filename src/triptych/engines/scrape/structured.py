"""Facts a page states for machines: JSON-LD, microdata, RDFa and meta elements.

Vocabularies: schema.org, Open Graph; syntax: JSON-LD 1.1 (W3C), HTML microdata (WHATWG), RDFa Lite
1.1 (W3C), each read as far as pages use them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from triptych.engines.scrape.document import Document, Node

MOST_FACTS = 5_000
_DEEPEST = 12
#: Values looked at in JSON-LD: references to one another make a few into any number.
_MOST_STEPS = 50_000
#: Characters of marked-up elements, which within one another say the same many times over; each
#: run of text counts as so many more.
_MOST_STATED = 4_000_000
_OF_A_TEXT = 20
_COMMENT = re.compile(r"^\s*(?:<!--|//\s*<!\[CDATA\[|/\*.*?\*/)|(?:-->|//\s*\]\]>)\s*;?\s*$", re.S)
_TRAILING = re.compile(r",(\s*[}\]])")
_ESCAPE = re.compile(r'\\(?!["\\/bfnrtu])')
_IN_ATTRIBUTE = {
    "meta": "content",
    "link": "href",
    "a": "href",
    "img": "src",
    "time": "datetime",
    "data": "value",
    "meter": "value",
    "iframe": "src",
    "audio": "src",
    "video": "src",
    "source": "src",
    "embed": "src",
    "object": "data",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One stated value.

    Parameters
    ----------
    types : tuple of str
        Types of the things it is in, the outermost first, without the vocabulary: ("Product",
        "Offer").
    path : tuple of str
        Properties from the outermost thing to the value: ("offers", "price").
    value : str
        The value as it is stated.
    syntax : str
        "json-ld", "microdata", "rdfa" or "meta".
    node : Node or None
        The element that states it, where one does.
    thing : int
        Number of the outermost thing on the page.
    """

    types: tuple[str, ...]
    path: tuple[str, ...]
    value: str
    syntax: str
    node: Node | None = None
    thing: int = 0


def facts(document: Document) -> list[Fact]:
    """Return what a page states, JSON-LD first, at most 5,000 facts."""
    found: list[Fact] = []
    for source in (_json_ld, _marked_up, _meta):
        for fact in source(document):
            if len(found) >= MOST_FACTS:
                return found
            if fact.value:
                found.append(fact)
    return found


def _json_ld(document: Document) -> Iterator[Fact]:
    things: list[dict[str, object]] = []
    for script in document.tree.css('script[type*="ld+json" i]'):
        data = _loaded(script.text() or "")
        things.extend(_outermost(data, 0))
    by_id = {str(thing["@id"]): thing for thing in things if "@id" in thing and len(thing) > 2}
    steps = iter(range(_MOST_STEPS))
    for number, thing in enumerate(things):
        yield from _walk(thing, (), (), number, by_id, 0, steps)


def _loaded(text: str) -> object:
    """Return what a script of JSON holds, mended as pages need it; None where it is not JSON."""
    clean = _COMMENT.sub("", text).strip()
    for attempt in (clean, _ESCAPE.sub(r"\\\\", _TRAILING.sub(r"\1", clean)).rstrip(";")):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _outermost(data: object, depth: int) -> Iterator[dict[str, object]]:
    if depth > _DEEPEST:
        return
    if isinstance(data, list):
        for one in data:
            yield from _outermost(one, depth + 1)
    elif isinstance(data, dict):
        graph = data.get("@graph")
        if graph is not None:
            yield from _outermost(graph, depth + 1)
        if graph is None or "@type" in data:
            yield {key: value for key, value in data.items() if key != "@graph"}


def _types(thing: dict[str, object]) -> tuple[str, ...]:
    kinds = thing.get("@type", ())
    listed = kinds if isinstance(kinds, list) else [kinds]
    return tuple(_local(str(kind)) for kind in listed if kind)


def _local(name: str) -> str:
    """Return a name without its vocabulary."""
    return name.rstrip("/").rsplit("/", 1)[-1].rsplit("#", 1)[-1].removeprefix("schema:")


def _walk(
    value: object,
    types: tuple[str, ...],
    path: tuple[str, ...],
    number: int,
    by_id: dict[str, dict[str, object]],
    depth: int,
    steps: Iterator[int],
) -> Iterator[Fact]:
    if depth > _DEEPEST or next(steps, None) is None:
        return
    if isinstance(value, list):
        for one in value:
            yield from _walk(one, types, path, number, by_id, depth + 1, steps)
    elif isinstance(value, dict):
        if "@value" in value:
            yield from _walk(value["@value"], types, path, number, by_id, depth + 1, steps)
            return
        # A reference stands for the thing it names.
        if set(value) <= {"@id", "@type"} and path:
            value = by_id.get(str(value.get("@id")), value)
        inner = types + _types(value)[:2]
        for key, one in value.items():
            if not key.startswith("@"):
                yield from _walk(one, inner, (*path, _local(key)), number, by_id, depth + 1, steps)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield Fact(types, path, _plain(str(value)), "json-ld", None, number)


def _plain(value: str) -> str:
    """Return a stated text without markup and entities."""
    from html import unescape

    text = unescape(unescape(value))
    if "<" in text and ">" in text:
        text = re.sub(r"(?i)</?(?:p|li|br|div|h\d|ol|ul)\b[^<>]*>", "\n", text)
        text = re.sub(r"<[a-zA-Z/!][^<>]*>", " ", text)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _marked_up(document: Document) -> Iterator[Fact]:
    """Yield microdata and RDFa."""
    scope: list[tuple[tuple[str, ...], tuple[str, ...], int]] = []
    left = _MOST_STATED
    for node in document.nodes:
        types, path, thing = scope[node.parent] if node.parent >= 0 else ((), (), 0)
        attributes = node.attributes
        micro = attributes.get("itemprop", "")
        rdfa = attributes.get("property", "") if node.tag != "meta" else ""
        names = (micro or rdfa).split()
        opens = "itemscope" in attributes or "typeof" in attributes
        if names and not opens and len(path) < _DEEPEST and left > 0:
            value = _stated(document, node)
            left -= len(value) + _OF_A_TEXT * (node.last_text - node.first_text)
            for name in names:
                syntax = "microdata" if micro else "rdfa"
                yield Fact(types, (*path, _local(name)), value, syntax, node, thing)
        if opens:
            kind = _local((attributes.get("itemtype") or attributes.get("typeof") or "").strip())
            if names:
                path = (*path, _local(names[0]))[:_DEEPEST]
                types = (*types, kind)[:_DEEPEST]
            else:
                types, path, thing = (kind,), (), node.index + 1_000_000
        scope.append((types, path, thing))


def _stated(document: Document, node: Node) -> str:
    attributes = node.attributes
    if "content" in attributes:
        return _plain(attributes["content"])
    name = _IN_ATTRIBUTE.get(node.tag)
    if name and attributes.get(name):
        # A link's text is what is meant, unless a link is.
        linked = node.tag == "a" and attributes.get("itemprop", "") not in ("url", "sameAs")
        if not linked:
            return attributes[name].strip()
    return " ".join(document.text(node).split())


def _meta(document: Document) -> Iterator[Fact]:
    for node in document.nodes:
        if node.tag == "meta":
            name = node.attributes.get("property") or node.attributes.get("name") or ""
            value = _plain(node.attributes.get("content", ""))
            if name and value and "itemprop" not in node.attributes:
                yield Fact((), (name.lower(),), value, "meta", node)
