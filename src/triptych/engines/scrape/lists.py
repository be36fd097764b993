"""Lists of a page: elements of one form, or under a heading, and which a prompt asks for."""

from __future__ import annotations

import math
from collections.abc import Iterator

from triptych.engines.scrape.document import INLINE, Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS, inline_label, is_label_text, without_label
from triptych.engines.scrape.listing import LEAST_SCORE, MARKS, NUMBERED, Listing, item_text
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import vocabulary, words
from triptych.engines.text.words import stem

_LEAST = 2
_MOST = 5_000
_MOST_IN_CELL = 20
# An ingredient is of an amount, a unit and a name.
_OF_PARTS = ("ingredient", "step", "address", "hours")
# Sentences and ingredients look like much else: their list has to be named or headed.
_LEAST_SUPPORT = {"step": 0.4, "ingredient": 0.4, "prose": 0.4, "": 0.4}
_BLOCKS = frozenset(("li", "p", "tr", "dd"))
_DISTINCTIVE = frozenset(("price", "date", "email", "phone", "version", "isbn", "hash"))
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_HEADING_WORDS = frozenset(vocabulary("heading"))
_PART_WORDS = frozenset(vocabulary("part of a page"))
# "Things that are never lent" are what stands under "Never lent".
_FILLER = frozenset(vocabulary("filler"))
_QUESTIONS = ("what ", "which ", "was ", "welche", "que ", "qué ", "quel", "qu'", "cosa ", "che ")
_LEAST_MATCH = 0.55
_ALL = 0.99
_LONGEST_LABEL = 60
_NEAR = 3
_HEADED = 3.0
_LEAST_HEADINGS = 2


def lists_by_form(
    prompt: Prompt, page: PageFeatures, least_score: float = LEAST_SCORE
) -> list[Listing]:
    """Return the lists that may be what a prompt asks for, the likeliest first."""
    groups: dict[str, list[Node]] = {}
    for node in page.document.nodes:
        if (
            node.last_text > node.first_text
            and node.tag not in ("html", "body")
            and not node.hidden
            and page.contains(node)
        ):
            groups.setdefault(page.forms[node.index] + _column(page, node), []).append(node)
    fitting = (nodes for nodes in groups.values() if _LEAST <= len(nodes) <= _MOST)
    scored = filter(None, (_scored(prompt, page, nodes) for nodes in fitting))
    support = _LEAST_SUPPORT.get(prompt.type, 0.0)
    lists = [one for one in scored if one.score >= least_score and one.support >= support]
    return sorted(lists, key=lambda one: -one.score)


def _column(page: PageFeatures, node: Node) -> str:
    """Return the head of the column a cell or what is in it stands in; empty elsewhere."""
    if node.tag == "tr" or node.last_text - node.first_text > _MOST_IN_CELL:
        return ""
    near = page.labels.near(node.first_text)
    return next((f"|{label.text}" for label in near if label.where == "column"), "")


def _scored(prompt: Prompt, page: PageFeatures, nodes: list[Node]) -> Listing | None:
    document = page.document
    items: list[Node] = []
    values: list[str] = []
    own_labels: list[str] = []
    for node in nodes:
        size = sum(len(text.words) for text in document.texts[node.first_text : node.last_text])
        if size <= 4_000:
            value = " ".join(document.text(node).split()).strip(MARKS)
            if prompt.type == "step":
                value = NUMBERED.sub("", value)
            value, own_label = without_label(prompt, value)
            if value:
                items.append(node)
                values.append(value)
                own_labels.append(own_label)
    if len(items) < _LEAST:
        return None
    sample = range(0, len(items), max(1, len(items) // 20))
    fits = [fit(prompt.type, values[place]) for place in sample]
    kind = sum(fits) / len(fits)
    named = around = label = 0.0
    headings = [page.labels.heading_of[node.first_text][0] for node in items[:3]]
    heading = max(label_match(prompt, words(text)) for text in headings)
    far = _container_match(prompt, page, items[0])
    for place in sample[:6]:
        own, near = page.name_match(prompt, items[place], 40)
        named, around = max(named, own), max(around, near)
        for near_label in page.labels.near(items[place].first_text):
            if near_label.where != "heading":
                match = label_match(prompt, words(near_label.text)) * near_label.strength
                label = max(label, match)
    if all(own_labels):
        label = 1.0
    aside = sum(page.aside[node.index] for node in items) / len(items)
    links = sum(node.tag == "a" for node in items) / len(items)
    blocks = sum(_blocks(page, node) > 1 for node in items[:20]) / len(items[:20])
    mixed = sum(_mixed(page, node) for node in items[:20]) / len(items[:20])
    inside = items[0].tag in INLINE and items[0].tag != "time"
    # "Price: 5" is not a name, although it has the form of one.
    other = sum(
        (labelled := inline_label(values[place])) is not None
        and label_match(prompt, words(labelled[0])) < 0.5
        for place in sample
    ) / len(fits)
    titles = prompt.type in ("title", "name")
    top = items[0].tag in HEADINGS
    same_values = 1 - len(set(values)) / len(values)
    score = (
        2.0 * named
        + 1.6 * around
        + 1.5 * max(heading, far)
        + 0.8 * label
        + 1.6 * kind
        + 0.25 * math.log(len(items))
        - 1.2 * aside
        - 2.0 * blocks
        - 1.2 * mixed * (prompt.type not in _OF_PARTS)
        - 0.5 * inside
        - 1.0 * same_values
        - 0.3 * links * (not titles and prompt.type != "url")
        + 0.4 * (items[0].tag in ("li", "td") or (items[0].tag == "time" and prompt.type == "date"))
        + (0.8 * top if titles else -0.8 * top)
        - 1.0 * other
    )
    return Listing(items, values, score, max(named, around, heading, far, label), own_labels[0])


def _blocks(page: PageFeatures, node: Node) -> int:
    """Return how many blocks with texts an element has: over one, it is itself a list."""
    return sum(
        child.tag in _BLOCKS and child.last_text > child.first_text
        for child in page.document.nodes[node.index + 1 : min(node.end, node.index + 60)]
    )


def _mixed(page: PageFeatures, node: Node) -> bool:
    """Return whether an element has parts with different class names, as an item its fields."""
    nodes = page.document.nodes
    named = {
        nodes[child].attributes.get("class", "")
        for child in node.children
        if nodes[child].last_text > nodes[child].first_text
    }
    return len(named - {""}) > 1


def _container_match(prompt: Prompt, page: PageFeatures, node: Node) -> float:
    """Return how well the names of the containers around a list fit, weaker with distance."""
    best, weight = 0.0, 0.9
    for step, up in enumerate(page.document.ancestors(node)):
        if step > 5 or up.tag == "body":
            break
        best = max(best, weight * page.own_name_match(prompt, up))
        weight *= 0.9
    return best


def only_list_of_kind(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return all values of a distinctive kind, if elements of one form have them all."""
    if prompt.type not in _DISTINCTIVE or prompt.subject:
        return None
    groups: dict[str, list[Node]] = {}
    for node in page.document.nodes:
        if (
            _readable(page, node)
            and node.last_text - node.first_text == 1
            and page.document.texts[node.first_text].node == node.index
            and fit(prompt.type, page.document.text(node)) == 1.0
        ):
            groups.setdefault(page.forms[node.index], []).append(node)
    if len(groups) != 1 or len(nodes := next(iter(groups.values()))) < _LEAST:
        return None
    values = [item_text(page.document.text(node)) for node in nodes]
    return Listing(nodes, values, LEAST_SCORE, 0.0)


def list_under_heading(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return the first list under a heading or a label that a prompt names.

    Such a prompt is a plural, a question, or the heading's own words.
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
    match, parent = best
    if parent is None:
        return None
    items = [page.document.nodes[child] for child in parent.children]
    return _listing(page, [item for item in items if item.tag == "li"], match)


def part_headings(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return the headings of a page's parts, if a prompt asks for them."""
    asked = set(words(prompt.text))
    rest = asked - _HEADING_WORDS
    if not prompt.many or len(rest) == len(asked) or not rest <= _PART_WORDS:
        return None
    nodes = page.document.nodes
    headings = [node for node in nodes if node.tag in _HEADINGS and _readable(page, node)]
    titles = [node for node in headings if node.tag == "h1"]
    if len(titles) == 1:
        headings.remove(titles[0])
    return _listing(page, headings, 1.0) if len(headings) >= _LEAST_HEADINGS else None


def _readable(page: PageFeatures, node: Node) -> bool:
    return (
        node.last_text > node.first_text
        and not node.hidden
        and not page.aside[node.index]
        and page.contains(node)
    )


def _listing(page: PageFeatures, nodes: list[Node], match: float) -> Listing | None:
    nodes = [node for node in nodes if node.last_text > node.first_text]
    values = [item_text(page.document.text(node)) for node in nodes]
    return Listing(nodes, values, _HEADED + match, match) if nodes else None


def _before(page: PageFeatures, node: Node) -> Iterator[str]:
    """Yield what may be a list's label: the heading before it, the text just before it."""
    heading, distance = page.labels.heading_of[node.first_text]
    if heading and distance <= _NEAR:
        yield heading
    before = page.document.texts[node.first_text - 1] if node.first_text else None
    if before is not None and len(before.words) <= _LONGEST_LABEL:
        tag = page.document.nodes[before.node].tag
        if tag in ("b", "strong", "dt", "p", "div") or is_label_text(before.words):
            yield before.words


def _match(prompt: Prompt, label: str) -> float:
    label_words = words(label)
    if prompt.concept is not None and (known := label_match(prompt, label_words)) > 0.9:
        return known
    wanted = {stem(word) for word in words(prompt.text) if word not in _FILLER}
    given = {stem(word) for word in label_words if word not in _FILLER}
    if not wanted or not given:
        return float(bool(label_words) and words(prompt.text) == label_words)
    return len(wanted & given) / len(wanted | given)
