"""Prompts for pictures and links, whose values are addresses in attributes."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin

from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.typed import fit
from triptych.engines.scrape.words import name_words, words

_SOURCES = ("src", "data-src", "data-lazy-src", "data-original")
_MAIN = frozenset(("main", "article", "figure"))


def address(base: str, value: str) -> str:
    """Return an absolute address; the value itself where it cannot be made one."""
    try:
        return urljoin(base, value.strip()) if base else value.strip()
    except ValueError:
        return value.strip()


def linked(document: Document, node: Node, value: str, base: str) -> str:
    """Return the address an element's text links to, unless the text is an address itself."""
    if fit("url", value) == 1.0:
        return value
    for around in (node, *document.ancestors(node)):
        if around.tag == "a":
            return address(base, around.attributes.get("href", "")) or value
        if around.last_text - around.first_text > 3:
            break
    for child in document.nodes[node.index + 1 : node.end]:
        if child.tag == "a" and child.attributes.get("href"):
            return address(base, child.attributes["href"])
    return value


def pictures(prompt: Prompt, page: PageFeatures, base: str) -> tuple[list[Node], list[str]]:
    """Return the picture a prompt asks for, or all of the likeliest form for a plural."""
    scored = [
        (_likely(prompt, page, node), -node.index)
        for node in page.document.nodes
        if node.tag == "img" and source(node) and page.holds(node)
    ]
    if not scored:
        return [], []
    best = page.document.nodes[-max(scored)[1]]
    form = page.forms[best.index]
    nodes: Sequence[Node] = (
        [
            one
            for one in page.document.nodes
            if page.forms[one.index] == form and source(one) and page.holds(one)
        ]
        if prompt.many
        else [best]
    )
    return list(nodes), [address(base, source(node)) for node in nodes]


def source(node: Node) -> str:
    """Return a picture's address as it is written, empty where it is drawn in the page."""
    found = (node.attributes.get(name, "") for name in _SOURCES)
    return next((value for value in found if value and not value.startswith("data:")), "")


def _likely(prompt: Prompt, page: PageFeatures, node: Node) -> float:
    alt = words(node.attributes.get("alt", ""))
    named = max(page.named(prompt, node, 4))
    file = name_words(source(node).rsplit("/", 1)[-1].rsplit(".", 1)[0])
    about = not set(prompt.subject).isdisjoint((*alt, *file))
    title = set(alt) & set(words(page.title))
    main = any(up.tag in _MAIN for up in page.document.ancestors(node))
    size = node.attributes.get("width", "")
    return (
        2.0 * named
        + label_match(prompt, alt)
        + label_match(prompt, file)
        + about
        + min(1.0, len(title) / 3)
        + 0.5 * main
        - 1.5 * page.aside[node.index]
        + (0.5 if size.isdigit() and int(size) >= 200 else 0.0)
    )
