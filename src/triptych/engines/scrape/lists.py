"""Lists of a page: elements of one form, and which of the lists a prompt asks for."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from triptych.engines.scrape.document import INLINE, Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS, inline_label
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.typed import fit
from triptych.engines.scrape.words import words

_LEAST = 2
_MOST = 5_000
_ITEMS = frozenset(("li", "p", "tr", "dd"))
_NUMBERED = re.compile(r"^(?:step\s*)?\d{1,2}\s*[.):]?\s+(?=[^\W\d_])", re.IGNORECASE)
_MARKS = "▢☐□•·*–- "


@dataclass(slots=True, eq=False)
class Listing:
    """Elements of one form, in the order of the page, and how well they answer a prompt."""

    nodes: list[Node]
    values: list[str]
    score: float


def listings(prompt: Prompt, page: PageFeatures) -> list[Listing]:
    """Return the page's lists, the likeliest first."""
    groups: dict[str, list[Node]] = {}
    for node in page.document.nodes:
        if (
            node.last_text > node.first_text
            and node.tag not in ("html", "body")
            and not node.hidden
        ):
            groups.setdefault(page.forms[node.index], []).append(node)
    found = [
        scored
        for nodes in groups.values()
        if _LEAST <= len(nodes) <= _MOST and (scored := _scored(prompt, page, nodes)) is not None
    ]
    return sorted(found, key=lambda one: -one.score)


def _scored(prompt: Prompt, page: PageFeatures, nodes: list[Node]) -> Listing | None:
    document = page.document
    kept: list[Node] = []
    values: list[str] = []
    for node in nodes:
        size = sum(len(text.words) for text in document.texts[node.first_text : node.last_text])
        if size <= 4_000:
            value = " ".join(document.text(node).split()).strip(_MARKS)
            if prompt.type == "step":
                value = _NUMBERED.sub("", value)
            if value:
                kept.append(node)
                values.append(value)
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
    aside = sum(page.aside[node.index] for node in kept) / len(kept)
    links = sum(node.tag == "a" for node in kept) / len(kept)
    blocks = sum(_items(page, node) > 1 for node in kept[:20]) / len(kept[:20])
    inside = kept[0].tag in INLINE
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
        - 0.5 * inside
        - 1.0 * same_values
        - 0.3 * links * (not titles and prompt.type != "url")
        + 0.4 * any(node.tag in ("li", "td") for node in kept[:1])
        + (0.8 * top if titles else -0.8 * top)
        - 1.0 * other
    )
    return Listing(kept, values, score)


def _items(page: PageFeatures, node: Node) -> int:
    """Return how many blocks with texts an element holds: over one, it is itself a list."""
    return sum(
        child.tag in _ITEMS and child.last_text > child.first_text
        for child in page.document.nodes[node.index + 1 : min(node.end, node.index + 60)]
    )


def _far(prompt: Prompt, page: PageFeatures, node: Node) -> float:
    """Return how well the names of the containers around a list fit, weaker with distance."""
    best, weight = 0.0, 0.9
    for step, up in enumerate(page.document.ancestors(node)):
        if step > 5 or up.tag == "body":
            break
        best = max(best, weight * page.name(prompt, up))
        weight *= 0.9
    return best
