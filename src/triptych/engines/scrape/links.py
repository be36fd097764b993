"""Links that a prompt asks for: one by its text or what stands before it, or all of a kind."""

from __future__ import annotations

from collections.abc import Sequence

from triptych.engines.scrape.addresses import address
from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS
from triptych.engines.scrape.prompts import Prompt
from triptych.engines.scrape.words import name_words, stem, words

_LEAST_LIKELY = 0.5
_LEAST_FILLED = 0.5
_BEFORE = 0.9
_FILE = 0.6
_NAMED = 0.7
_ASIDE = 0.9
_NAMING = ("class", "id", "title", "rel", "aria-label")
_WORDS = frozenset(("link", "url", "hyperlink", "address", "all"))


def links(
    prompt: Prompt, page: PageFeatures, things: Sequence[Node], base: str
) -> tuple[list[Node], list[str], float]:
    """Return links, their addresses, and how sure they are meant, 0 to 1.

    Parameters
    ----------
    prompt : Prompt
        What is asked for.
    page : PageFeatures
        The page.
    things : sequence of Node
        What the page lists; empty where it is about one thing.
    base : str
        The page's address.
    """
    subject = frozenset(map(stem, prompt.subject)) - _WORDS
    found = [
        node
        for node in page.document.nodes
        if node.tag == "a" and node.attributes.get("href", "").strip() and page.holds(node)
        and not node.hidden
    ]  # fmt: skip
    chosen = _of_each(found, things)
    if chosen and (not subject or subject & _listed(page, things, chosen)):
        # "Links to the tools" are not the one link to "Tools".
        return chosen, _addresses(chosen, base), _NAMED
    if not subject:
        chosen = [node for node in found if not page.aside[node.index]]
        chosen = chosen if prompt.many else chosen[:1]
        sure = _NAMED if prompt.many or len(chosen) == len(found) == 1 else 0.0
        return (chosen, _addresses(chosen, base), sure) if sure else ([], [], 0.0)
    scored = [(_likely(subject, page, node), node) for node in found]
    best = max((score for score, _ in scored), default=0.0)
    if best < _LEAST_LIKELY:
        return [], [], 0.0
    chosen = [node for score, node in scored if score >= (_LEAST_LIKELY if prompt.many else best)]
    chosen = chosen if prompt.many else chosen[:1]
    return chosen, _addresses(chosen, base), best


def _addresses(nodes: Sequence[Node], base: str) -> list[str]:
    return [address(base, node.attributes["href"]) for node in nodes]


def _of_each(found: Sequence[Node], things: Sequence[Node]) -> list[Node]:
    """Return the link of each thing of a listing: that of its heading, else its first."""
    chosen = []
    for thing in things:
        inside = [node for node in found if thing.index <= node.index < thing.end]
        texts = [node for node in inside if node.last_text > node.first_text]
        chosen.extend((texts or inside)[:1])
    return chosen if len(chosen) >= _LEAST_FILLED * len(things) else []


def _listed(page: PageFeatures, things: Sequence[Node], chosen: Sequence[Node]) -> frozenset[str]:
    """Return the words that say what a page lists: in its heading, class names and addresses."""
    document = page.document
    said = list(words(page.title))
    folders = [set(name_words(node.attributes["href"].rsplit("/", 1)[0])) for node in chosen]
    said.extend(set.intersection(*folders))
    for node in document.nodes[: things[0].index]:
        if node.tag in HEADINGS:
            said.extend(words(document.text(node)))
    near = [
        things[0],
        *(up for up, _ in zip(document.ancestors(things[0]), range(2), strict=False)),
    ]
    for node in near:
        for name in (*node.attributes.get("class", "").split(), node.attributes.get("id", "")):
            said.extend(name_words(name))
    return frozenset(map(stem, said))


def _likely(subject: frozenset[str], page: PageFeatures, node: Node) -> float:
    """Return how well a link fits, 0 to 1: its text, what stands before it, its name, its file."""
    text = " ".join(page.document.text(node).split())
    own = _share(subject, words(text[:200]))
    said = [label.text for label in page.labels.near(node.first_text)
            if label.where in ("before", "own")] if text else []  # fmt: skip
    before = max((_share(subject, words(one)) for one in said), default=0.0)
    names = (
        node.attributes.get(name, "") for name in ("class", "id", "title", "rel", "aria-label")
    )
    named = max((_share(subject, name_words(one)) for name in names for one in name.split()[:8]),
                default=0.0)  # fmt: skip
    file = node.attributes["href"].split("?")[0].rstrip("/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    likely = max(own, _BEFORE * before, _NAMED * named, _FILE * _share(subject, name_words(file)))
    return likely * (_ASIDE if page.aside[node.index] else 1.0)


def _share(subject: frozenset[str], said: Sequence[str]) -> float:
    """Return how much of a subject is said, less where much else is said too."""
    stems = {stem(word) for word in said}
    common = len(subject & stems)
    return common / len(subject) * (common / max(1, len(stems))) ** 0.3 if common else 0.0
