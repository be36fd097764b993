"""Facts a page states for machines: JSON-LD, microdata, RDFa and meta elements.

Vocabularies: schema.org, Open Graph; syntax: JSON-LD 1.1 (W3C), HTML microdata (WHATWG), RDFa Lite
1.1 (W3C), each read as far as pages use them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice

from triptych._cancellation import check_cancelled
from triptych._entities import unescape
from triptych.engines.page import json_ld
from triptych.engines.scrape.elements.document import Document, Node

MOST_FACTS = 5_000
_DEEPEST = 12
#: Values read in JSON-LD: references to one another turn a few into any number.
_MOST_STEPS = 50_000
#: Characters of marked-up elements: nested ones count again; each run of text counts as some more.
_MOST_MARKED_UP = 4_000_000
_PER_TEXT = 20
_VALUE_ATTRIBUTES = {
    "meta": "content",
    "time": "datetime",
    "object": "data",
    **dict.fromkeys(("link", "a"), "href"),
    **dict.fromkeys(("data", "meter"), "value"),
    **dict.fromkeys(("img", "iframe", "audio", "video", "source", "embed"), "src"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that a page states for machines."""

    #: Types of the things it is in, the outermost first, without the vocabulary: ("Product",
    #: "Offer").
    types: tuple[str, ...]
    #: Properties from the outermost thing to the value: ("offers", "price").
    path: tuple[str, ...]
    #: The value as it is written.
    value: str
    #: "json-ld", "microdata", "rdfa" or "meta".
    syntax: str
    #: The element that states it, where one does.
    node: Node | None = None
    #: Number of the outermost thing on the page.
    thing: int = 0


def page_facts(document: Document) -> list[Fact]:
    """Return what a page states, JSON-LD first, at most 5,000 facts."""
    every = chain(_json_ld(document), _microdata_and_rdfa(document), _meta(document))
    return list(islice((fact for fact in every if fact.value), MOST_FACTS))


def _json_ld(document: Document) -> Iterator[Fact]:
    scripts = document.tree.css('script[type*="ld+json" i]')
    data = (json_ld.load(script.text() or "") for script in scripts)
    things = [thing for one in data for thing in json_ld.things(one)]
    by_id = {str(thing["@id"]): thing for thing in things if "@id" in thing and len(thing) > 2}
    steps = iter(range(_MOST_STEPS))

    def facts(value: object, parent: Fact, depth: int = 0) -> Iterator[Fact]:
        """Yield the facts in a value; of `parent` they have the types, the path and the thing."""
        check_cancelled()
        if depth > _DEEPEST or next(steps, None) is None:
            return
        if isinstance(value, dict) and "@value" in value:
            value = value["@value"]
        if isinstance(value, list):
            for one in value:
                yield from facts(one, parent, depth + 1)
        elif isinstance(value, dict):
            # A reference stands for the thing it names.
            if set(value) <= {"@id", "@type"} and parent.path:
                value = by_id.get(str(value.get("@id")), value)
            types = parent.types + _types(value)[:2]
            for key, one in value.items():
                if not key.startswith("@"):
                    path = (*parent.path, _local(key))
                    yield from facts(one, replace(parent, types=types, path=path), depth + 1)
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            yield replace(parent, value=_plain(str(value)))

    for number, thing in enumerate(things):
        yield from facts(thing, Fact((), (), "", "json-ld", thing=number))


def _types(thing: dict[str, object]) -> tuple[str, ...]:
    kinds = thing.get("@type", ())
    listed = kinds if isinstance(kinds, list) else [kinds]
    return tuple(_local(str(kind)) for kind in listed if kind)


def _local(name: str) -> str:
    """Return a name without its vocabulary."""
    return name.rstrip("/").rsplit("/", 1)[-1].rsplit("#", 1)[-1].removeprefix("schema:")


def _plain(value: str) -> str:
    """Return a text without markup and entities."""
    text = unescape(unescape(value))
    if "<" in text and ">" in text:
        text = re.sub(r"(?i)</?(?:p|li|br|div|h\d|ol|ul)\b[^<>]*>", "\n", text)
        text = re.sub(r"<[a-zA-Z/!][^<>]*>", " ", text)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _microdata_and_rdfa(document: Document) -> Iterator[Fact]:
    scope: list[tuple[tuple[str, ...], tuple[str, ...], int]] = []
    left = _MOST_MARKED_UP
    for node in document.nodes:
        check_cancelled()
        types, path, thing = scope[node.parent] if node.parent >= 0 else ((), (), 0)
        attributes = node.attributes
        micro = attributes.get("itemprop", "")
        rdfa = attributes.get("property", "") if node.tag != "meta" else ""
        names = (micro or rdfa).split()
        opens = "itemscope" in attributes or "typeof" in attributes
        if names and not opens and len(path) < _DEEPEST and left > 0:
            value = _element_value(document, node)
            left -= len(value) + _PER_TEXT * (node.last_text - node.first_text)
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


def _element_value(document: Document, node: Node) -> str:
    attributes = node.attributes
    if "content" in attributes:
        return _plain(attributes["content"])
    value = attributes.get(_VALUE_ATTRIBUTES.get(node.tag, ""), "").strip()
    # The value of a link is its text, unless the property is an address.
    is_text = node.tag == "a" and attributes.get("itemprop") not in ("url", "sameAs")
    return value if value and not is_text else " ".join(document.text(node).split())


def _meta(document: Document) -> Iterator[Fact]:
    for node in document.nodes:
        if node.tag == "meta":
            name = node.attributes.get("property") or node.attributes.get("name") or ""
            value = _plain(node.attributes.get("content", ""))
            if name and value and "itemprop" not in node.attributes:
                yield Fact((), (name.lower(),), value, "meta", node)
