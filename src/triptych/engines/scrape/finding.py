"""What one prompt finds on a page: a stated value, a list, or the likeliest text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from triptych.engines.scrape.addresses import linked, pictures
from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.cards import listed, things
from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.extraction import Element, Field
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.lists import Listing, listings
from triptych.engines.scrape.meaning import likeness
from triptych.engines.scrape.prompts import Prompt
from triptych.engines.scrape.score import CERTAIN, LEAST_CONFIDENCE, LEAST_LISTING, ranked
from triptych.engines.scrape.selectors import selectors
from triptych.engines.scrape.stated import Stated, of_each, shown, stated
from triptych.engines.scrape.structured import Fact
from triptych.engines.scrape.unlabelled import unlabelled

Found = tuple[Field, list[Node]]

NOTHING = "Nothing on the page fits; describe the element in other words."
_PICTURED = 0.6
_LONGEST_HTML = 200_000


def find(prompt: Prompt, page: PageFeatures, known: Sequence[Fact], url: str = "") -> Found:
    """Return what a prompt finds, and the elements it is in.

    Parameters
    ----------
    prompt : Prompt
        What is asked for.
    page : PageFeatures
        The page.
    known : sequence of Fact
        What the page states for machines.
    url : str
        The page's address.
    """
    from_facts = stated(prompt, known)
    if from_facts is not None and from_facts.confidence >= CERTAIN:
        each = None
        if not prompt.many and from_facts.facts[0].syntax != "meta" and things(page):
            each = of_each(prompt, from_facts, known)
        return by_statement(prompt, page, each or from_facts)
    if prompt.type == "image":
        nodes, values = pictures(prompt, page, url)
        if nodes:
            return made(page, nodes, values, _PICTURED, "attribute"), nodes
        return Field(note=NOTHING), []
    if prompt.many:
        lists = listings(prompt, page)
        if lists:
            return _as_list(prompt, page, lists[0], url)
    return _single(prompt, page, from_facts, url)


def by_statement(prompt: Prompt, page: PageFeatures, found: Stated) -> Found:
    """Return what a page states as the answer, and the elements that show it."""
    nodes = shown(prompt, found, page)
    return made(page, nodes, found.values, found.confidence, found.facts[0].syntax), nodes


def _as_list(prompt: Prompt, page: PageFeatures, best: Listing, url: str) -> Found:
    confidence = 1 / (1 + math.exp(LEAST_LISTING - best.score))
    field = made(page, best.nodes, best.values, confidence, "text", best.label)
    return _linked(prompt, page, field, best.nodes, url)


def _single(prompt: Prompt, page: PageFeatures, from_facts: Stated | None, url: str) -> Found:
    places, confidences = ranked(prompt, page, likeness(prompt, page))
    sure = float(confidences[0]) if len(places) else 0.0
    if not prompt.many and from_facts is None and len(places):
        things = listed(prompt, page, page.candidates[int(places[0])], sure)
        if things is not None:
            return _as_list(prompt, page, things, url)
    if sure < LEAST_CONFIDENCE:
        if from_facts is not None:
            return by_statement(prompt, page, from_facts)
        return Field(confidence=round(sure, 4), note=NOTHING), []
    return chosen(prompt, page, int(places[0]), sure, url)


def chosen(
    prompt: Prompt, page: PageFeatures, place: int, confidence: float, url: str = ""
) -> Found:
    """Return a candidate as the answer to a prompt, less a label of its own."""
    best = page.candidates[place]
    value, label = bare_value(prompt, best)
    field = made(page, [best.node], [value], confidence, "text", label)
    return _linked(prompt, page, field, [best.node], url)


def bare_value(prompt: Prompt, candidate: Candidate) -> tuple[str, str]:
    """Return a candidate's value without a label of its own, and its label."""
    value, label = unlabelled(prompt, candidate.value)
    return value, label or label_of(candidate)


def label_of(candidate: Candidate) -> str:
    """Return the label a candidate stands beside; empty where there is none."""
    near = (one.text for one in candidate.labels if one.where in ("own", "before"))
    return next(near, "")


def _linked(prompt: Prompt, page: PageFeatures, field: Field, nodes: list[Node], url: str) -> Found:
    """Return a field of addresses with what its elements link to."""
    if prompt.type == "url" and len(nodes) == len(field.values):
        pairs = zip(nodes, field.values, strict=True)
        values = tuple(linked(page.document, node, value, url) for node, value in pairs)
        field = replace(field, values=values)
    return field, nodes


def made(
    page: PageFeatures,
    nodes: Sequence[Node],
    values: Sequence[str],
    confidence: float,
    source: str,
    label: str = "",
) -> Field:
    """Return a field of these values and elements, with selectors of the elements."""
    found = selectors(page.document, nodes) if nodes else []
    return Field(
        tuple(values),
        tuple(_element(page.document, node) for node in nodes),
        tuple(found),
        round(float(np.clip(confidence, 0, 1)), 4),
        source,
        label,
    )


def _element(document: Document, node: Node) -> Element:
    # What meta elements say, they say in an attribute.
    text = node.attributes.get("content", "") if node.tag == "meta" else document.text(node)
    html = (node.handle.html or "")[:_LONGEST_HTML]
    return Element(html, text, tuple(node.attributes.items()))
