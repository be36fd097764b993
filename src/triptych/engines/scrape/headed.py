"""Lists that a heading or a label before them names, and the headings themselves."""

from __future__ import annotations

from collections.abc import Iterator

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.lists import Listing, plain
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.words import stem, words

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_ASKED = frozenset(("heading", "subheading", "überschrift", "überschriften", "subtitle",
                    "zwischenüberschriften", "intertitre", "encabezado", "epígrafe"))  # fmt: skip
_OF_PARTS = frozenset(("section", "sub", "all", "chapter", "page", "level", "abschnitt", "teil"))
# "Things that are never lent" are what stands under "Never lent".
_ANYTHING = frozenset(
    ("thing", "content", "item", "list", "be", "are", "is", "that", "which", "what", "who", "the",
     "a", "an", "of", "in", "on", "to", "for", "and", "you", "your", "we", "i", "do", "does", "can",
     "im", "in", "der", "die", "das", "den", "dem", "des", "was", "ist", "sind", "inhalt", "dinge",
     "dans", "la", "le", "les", "du", "de", "contenu", "chose", "en", "el", "los", "cosa")
)  # fmt: skip
_QUESTIONS = ("what ", "which ", "was ", "welche", "que ", "qué ", "quel", "qu'", "cosa ", "che ")
_LEAST_MATCH = 0.55
_ALL = 0.99
_LONGEST_LABEL = 60
_NEAR = 3
_HEADED = 3.0
_LEAST_HEADINGS = 2


def headed(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return the first list under a heading or a label that says what is asked for.

    Parameters
    ----------
    prompt : Prompt
        What is asked for: a plural, a question, or the heading's own words.
    page : PageFeatures
        The page.
    """
    if prompt.concept is not None and prompt.concept.name != "contents":
        return None
    several = prompt.many or prompt.text.lower().startswith(_QUESTIONS)
    least = _LEAST_MATCH if several else _ALL
    best: tuple[float, Node | None] = (least, None)
    for node in page.document.nodes:
        if node.tag in ("ul", "ol") and _readable(page, node):
            match = max((_match(prompt, label) for label in _before(page, node)), default=0.0)
            if match > best[0]:
                best = (match, node)
    match, found = best
    if found is None:
        return None
    items = [page.document.nodes[child] for child in found.children]
    return _listing(page, [item for item in items if item.tag == "li"], match)


def headings(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return the headings of a page's parts, where they are what is asked for."""
    asked = set(words(prompt.text))
    if not prompt.many or asked.isdisjoint(_ASKED):
        return None
    if not asked - _ASKED <= _OF_PARTS:
        return None
    found = [
        node for node in page.document.nodes if node.tag in _HEADINGS and _readable(page, node)
    ]
    first = [node for node in found if node.tag == "h1"]
    if len(first) == 1:
        found.remove(first[0])
    return _listing(page, found, 1.0) if len(found) >= _LEAST_HEADINGS else None


def _readable(page: PageFeatures, node: Node) -> bool:
    return (
        node.last_text > node.first_text
        and not node.hidden
        and not page.aside[node.index]
        and page.holds(node)
    )


def _listing(page: PageFeatures, nodes: list[Node], match: float) -> Listing | None:
    kept = [node for node in nodes if node.last_text > node.first_text]
    values = [plain(page.document.text(node)) for node in kept]
    return Listing(kept, values, _HEADED + match, match) if kept else None


def _before(page: PageFeatures, node: Node) -> Iterator[str]:
    """Yield what may be a list's label: the heading before it, the text just before it."""
    heading, distance = page.labels.heading_of[node.first_text]
    if heading and distance <= _NEAR:
        yield heading
    if node.first_text and len(page.document.texts[node.first_text - 1].words) <= _LONGEST_LABEL:
        before = page.document.texts[node.first_text - 1]
        labelling = page.document.nodes[before.node].tag in ("b", "strong", "dt", "p", "div")
        if labelling or before.words.endswith((":", "：")):
            yield before.words


def _match(prompt: Prompt, label: str) -> float:
    said = words(label)
    if prompt.concept is not None and (known := label_match(prompt, said)) > 0.9:
        return known
    meant = {stem(word) for word in words(prompt.text) if word not in _ANYTHING}
    given = {stem(word) for word in said if word not in _ANYTHING}
    if not meant or not given:
        return float(bool(said) and words(prompt.text) == said)
    return len(meant & given) / len(meant | given)
