"""What a prompt finds among the links and pictures of a page: addresses in attributes."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin

from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.item_fields import listing_stems
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import name_words, words
from triptych.engines.text.words import stem

_LEAST_SCORE = 0.5
_LEAST_FILLED = 0.5
# Weights of the texts of a link.
_BEFORE = 0.9
_FILE = 0.6
_NAMED = 0.7
_ASIDE = 0.9
_NAMING = ("class", "id", "title", "rel", "aria-label")
_LINK_WORDS = frozenset(("link", "url", "hyperlink", "address", "all"))
_SOURCES = ("src", "data-src", "data-lazy-src", "data-original")
_MAIN = frozenset(("main", "article", "figure"))


def find_links(
    prompt: Prompt, page: PageFeatures, items: Sequence[Node], base: str
) -> tuple[list[Node], list[str], float]:
    """Return links, their addresses, and the confidence that the prompt means them, 0 to 1.

    A prompt means one link, by its text or the text before it; or the links of all items of a
    listing; or all links of the page.
    """
    subject = frozenset(map(stem, prompt.subject)) - _LINK_WORDS
    links = [
        node
        for node in page.document.nodes
        if node.tag == "a" and node.attributes.get("href", "").strip() and page.contains(node)
        and not node.hidden
    ]  # fmt: skip
    chosen = _link_of_each(links, items)
    if chosen and (not subject or subject & _stems_of_links(page, items, chosen)):
        # "Links to the tools" are not the one link to "Tools".
        return chosen, _addresses(chosen, base), _NAMED
    if not subject:
        chosen = [node for node in links if not page.aside[node.index]]
        chosen = chosen if prompt.many else chosen[:1]
        sure = _NAMED if prompt.many or len(chosen) == len(links) == 1 else 0.0
        return (chosen, _addresses(chosen, base), sure) if sure else ([], [], 0.0)
    scored = [(_link_score(subject, page, node), node) for node in links]
    best = max((score for score, _ in scored), default=0.0)
    if best < _LEAST_SCORE:
        return [], [], 0.0
    chosen = [node for score, node in scored if score >= (_LEAST_SCORE if prompt.many else best)]
    chosen = chosen if prompt.many else chosen[:1]
    return chosen, _addresses(chosen, base), best


def _addresses(nodes: Sequence[Node], base: str) -> list[str]:
    return [join_address(base, node.attributes["href"]) for node in nodes]


def _link_of_each(links: Sequence[Node], items: Sequence[Node]) -> list[Node]:
    """Return the first link with a text of each item, else its first; empty if many have none."""
    chosen = []
    for item in items:
        inside = [node for node in links if item.index <= node.index < item.end]
        texts = [node for node in inside if node.last_text > node.first_text]
        chosen.extend((texts or inside)[:1])
    return chosen if len(chosen) >= _LEAST_FILLED * len(items) else []


def _stems_of_links(
    page: PageFeatures, items: Sequence[Node], links: Sequence[Node]
) -> frozenset[str]:
    """Return the stems of what links of a listing lead to, with those of their common folder."""
    folders = [set(name_words(node.attributes["href"].rsplit("/", 1)[0])) for node in links]
    return listing_stems(page, items, 2) | frozenset(map(stem, set.intersection(*folders)))


def _link_score(subject: frozenset[str], page: PageFeatures, node: Node) -> float:
    """Return how well a link fits, 0 to 1: its text, the text before it, its names, its file."""
    text = " ".join(page.document.text(node).split())
    own = _share(subject, words(text[:200]))
    labels = page.labels.near(node.first_text) if text else []
    before = max(
        (_share(subject, words(one.text)) for one in labels if one.where in ("before", "own")),
        default=0.0,
    )
    names = (name for key in _NAMING for name in node.attributes.get(key, "").split()[:8])
    named = max((_share(subject, name_words(name)) for name in names), default=0.0)
    file = node.attributes["href"].split("?")[0].rstrip("/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    score = max(own, _BEFORE * before, _NAMED * named, _FILE * _share(subject, name_words(file)))
    return score * (_ASIDE if page.aside[node.index] else 1.0)


def _share(subject: frozenset[str], text: Sequence[str]) -> float:
    """Return how much of a subject a text names, less if it names much else."""
    stems = {stem(word) for word in text}
    common = len(subject & stems)
    return common / len(subject) * (common / max(1, len(stems))) ** 0.3 if common else 0.0


def join_address(base: str, value: str) -> str:
    """Return an absolute address; the value itself if it cannot be made one."""
    try:
        return urljoin(base, value.strip()) if base else value.strip()
    except ValueError:
        return value.strip()


def link_address(document: Document, node: Node, value: str, base: str) -> str:
    """Return the address an element's text links to, unless the text is an address itself."""
    if fit("url", value) == 1.0:
        return value
    for around in (node, *document.ancestors(node)):
        if around.tag == "a":
            return join_address(base, around.attributes.get("href", "")) or value
        if around.last_text - around.first_text > 3:
            break
    for child in document.nodes[node.index + 1 : node.end]:
        if child.tag == "a" and child.attributes.get("href"):
            return join_address(base, child.attributes["href"])
    return value


def find_pictures(prompt: Prompt, page: PageFeatures, base: str) -> tuple[list[Node], list[str]]:
    """Return the picture a prompt asks for, or all of the likeliest form for a plural."""
    pictures = [
        node
        for node in page.document.nodes
        if node.tag == "img" and picture_source(node) and page.contains(node)
    ]
    if not pictures:
        return [], []
    best = max(pictures, key=lambda node: (_picture_score(prompt, page, node), -node.index))
    form = page.forms[best.index]
    chosen = [one for one in pictures if page.forms[one.index] == form] if prompt.many else [best]
    return chosen, [join_address(base, picture_source(node)) for node in chosen]


def picture_source(node: Node) -> str:
    """Return a picture's address as it is written; empty if it is a `data:` URL."""
    written = (node.attributes.get(name, "") for name in _SOURCES)
    return next((value for value in written if value and not value.startswith("data:")), "")


def _picture_score(prompt: Prompt, page: PageFeatures, node: Node) -> float:
    alt = words(node.attributes.get("alt", ""))
    named = max(page.name_match(prompt, node, 4))
    file = name_words(picture_source(node).rsplit("/", 1)[-1].rsplit(".", 1)[0])
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
