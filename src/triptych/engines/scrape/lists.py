"""Lists of a page: elements of one form, and which of the lists a prompt asks for."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from triptych.engines.scrape.document import INLINE, Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS, inline_label
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.score import LEAST_LISTING, LEAST_SUPPORT
from triptych.engines.scrape.typed import fit
from triptych.engines.scrape.unlabelled import unlabelled
from triptych.engines.scrape.words import words

_LEAST = 2
_MOST = 5_000
_MOST_IN_CELL = 20
# An ingredient is of an amount, a unit and a name.
_OF_PARTS = ("ingredient", "step", "address", "hours")
_ITEMS = frozenset(("li", "p", "tr", "dd"))
_TELLING = frozenset(("price", "date", "email", "phone", "version", "isbn", "hash"))
NUMBERED = re.compile(r"^(?:step\s*)?\d{1,2}\s*[.):]?\s+(?=[^\W\d_])", re.IGNORECASE)
MARKS = "▢☐□•·*–- "


@dataclass(slots=True, eq=False)
class Listing:
    """Elements of one form, in the order of the page, and how well they answer a prompt.

    The support is how well a name, a heading or a label near them fits, 0 to 1; the label is what
    the first begins with.
    """

    nodes: list[Node]
    values: list[str]
    score: float
    support: float
    label: str = ""


def plain(text: str) -> str:
    """Return an item's text on one line, without the mark it begins with."""
    line = " ".join(text.split())
    return line.strip(MARKS) or line


def listings(
    prompt: Prompt, page: PageFeatures, least_score: float = LEAST_LISTING
) -> list[Listing]:
    """Return the lists that may be what a prompt asks for, the likeliest first."""
    groups: dict[str, list[Node]] = {}
    for node in page.document.nodes:
        if (
            node.last_text > node.first_text
            and node.tag not in ("html", "body")
            and not node.hidden
            and page.holds(node)
        ):
            groups.setdefault(page.forms[node.index] + _column(page, node), []).append(node)
    found = [
        scored
        for nodes in groups.values()
        if _LEAST <= len(nodes) <= _MOST and (scored := _scored(prompt, page, nodes)) is not None
    ]
    least = LEAST_SUPPORT.get(prompt.type, 0.0)
    fitting = (one for one in found if one.score >= least_score and one.support >= least)
    return sorted(fitting, key=lambda one: -one.score)


def _column(page: PageFeatures, node: Node) -> str:
    """Return the head of the column a cell or what is in it stands in; empty elsewhere."""
    if node.tag == "tr" or node.last_text - node.first_text > _MOST_IN_CELL:
        return ""
    near = page.labels.near(node.first_text)
    return next((f"|{label.text}" for label in near if label.where == "column"), "")


def _scored(prompt: Prompt, page: PageFeatures, nodes: list[Node]) -> Listing | None:
    document = page.document
    kept: list[Node] = []
    values: list[str] = []
    own_labels: list[str] = []
    for node in nodes:
        size = sum(len(text.words) for text in document.texts[node.first_text : node.last_text])
        if size <= 4_000:
            value = " ".join(document.text(node).split()).strip(MARKS)
            if prompt.type == "step":
                value = NUMBERED.sub("", value)
            value, own_label = unlabelled(prompt, value)
            if value:
                kept.append(node)
                values.append(value)
                own_labels.append(own_label)
    if len(kept) < _LEAST:
        return None
    sample = range(0, len(kept), max(1, len(kept) // 20))
    fits = [fit(prompt.type, values[place]) for place in sample]
    kind = sum(fits) / len(fits)
    named = around = heading = label = 0.0
    for place in list(sample)[:6]:
        own, near = page.named(prompt, kept[place], 40)
        named, around = max(named, own), max(around, near)
    headings = [page.labels.heading_of[node.first_text][0] for node in kept[:3]]
    heading = max(label_match(prompt, words(text)) for text in headings)
    far = _far(prompt, page, kept[0])
    for place in list(sample)[:6]:
        for near_label in page.labels.near(kept[place].first_text):
            if near_label.where != "heading":
                match = label_match(prompt, words(near_label.text)) * near_label.strength
                label = max(label, match)
    if all(own_labels):
        label = 1.0
    aside = sum(page.aside[node.index] for node in kept) / len(kept)
    links = sum(node.tag == "a" for node in kept) / len(kept)
    blocks = sum(_items(page, node) > 1 for node in kept[:20]) / len(kept[:20])
    mixed = sum(_mixed(page, node) for node in kept[:20]) / len(kept[:20])
    inside = kept[0].tag in INLINE and kept[0].tag != "time"
    # "Price: 5" is not among the names asked for, although it looks like one.
    other = sum(
        (labelled := inline_label(values[place])) is not None
        and label_match(prompt, words(labelled[0])) < 0.5
        for place in sample
    ) / len(fits)
    titles = prompt.type in ("title", "name")
    top = kept[0].tag in HEADINGS
    same_values = 1 - len(set(values)) / len(values)
    score = (
        2.0 * named
        + 1.6 * around
        + 1.5 * max(heading, far)
        + 0.8 * label
        + 1.6 * kind
        + 0.25 * math.log(len(kept))
        - 1.2 * aside
        - 2.0 * blocks
        - 1.2 * mixed * (prompt.type not in _OF_PARTS)
        - 0.5 * inside
        - 1.0 * same_values
        - 0.3 * links * (not titles and prompt.type != "url")
        + 0.4 * (kept[0].tag in ("li", "td") or (kept[0].tag == "time" and prompt.type == "date"))
        + (0.8 * top if titles else -0.8 * top)
        - 1.0 * other
    )
    return Listing(kept, values, score, max(named, around, heading, far, label), own_labels[0])


def _items(page: PageFeatures, node: Node) -> int:
    """Return how many blocks with texts an element holds: over one, it is itself a list."""
    return sum(
        child.tag in _ITEMS and child.last_text > child.first_text
        for child in page.document.nodes[node.index + 1 : min(node.end, node.index + 60)]
    )


def _mixed(page: PageFeatures, node: Node) -> bool:
    """Tell whether an element holds parts with names of their own, as a thing its fields."""
    nodes = page.document.nodes
    named = {
        nodes[child].attributes.get("class", "")
        for child in node.children
        if nodes[child].last_text > nodes[child].first_text
    }
    return len(named - {""}) > 1


def _far(prompt: Prompt, page: PageFeatures, node: Node) -> float:
    """Return how well the names of the containers around a list fit, weaker with distance."""
    best, weight = 0.0, 0.9
    for step, up in enumerate(page.document.ancestors(node)):
        if step > 5 or up.tag == "body":
            break
        best = max(best, weight * page.name(prompt, up))
        weight *= 0.9
    return best


def only(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return all values of a telling kind, where one form of element holds them all."""
    if prompt.type not in _TELLING or prompt.subject:
        return None
    groups: dict[str, list[Node]] = {}
    for node in page.document.nodes:
        if (
            not node.hidden
            and not page.aside[node.index]
            and page.holds(node)
            and (node.last_text - node.first_text == 1)
            and fit(prompt.type, page.document.text(node)) == 1.0
        ):
            innermost = page.document.texts[node.first_text].node == node.index
            if innermost:
                groups.setdefault(page.forms[node.index], []).append(node)
    if len(groups) != 1 or len(nodes := next(iter(groups.values()))) < _LEAST:
        return None
    values = [plain(page.document.text(node)) for node in nodes]
    return Listing(nodes, values, LEAST_LISTING, 0.0)
