"""What one prompt finds on a page: a stated value, a list, or the likeliest text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from triptych.engines.scrape.addresses import linked, pictures
from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.cards import listed, of_each_thing, of_the_page, things
from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.extraction import Element, Field
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.headed import headed, headings
from triptych.engines.scrape.inside import inside
from triptych.engines.scrape.links import links
from triptych.engines.scrape.lists import Listing, listings, only
from triptych.engines.scrape.meaning import likeness
from triptych.engines.scrape.prompts import Prompt, concepts, label_match
from triptych.engines.scrape.score import CERTAIN, LEAST_CONFIDENCE, LEAST_LISTING, ranked
from triptych.engines.scrape.selectors import selectors
from triptych.engines.scrape.stated import Stated, of_each, shown, stated
from triptych.engines.scrape.structured import Fact
from triptych.engines.scrape.tables import column, mostly, rows
from triptych.engines.scrape.unlabelled import unlabelled
from triptych.engines.scrape.unseen import of_the_site, unseen
from triptych.engines.scrape.words import words

Found = tuple[Field, list[Node]]

NOTHING = "Nothing on the page fits; describe the element in other words."
_PICTURED = 0.6
_DOUBTED = 0.3
_SURE = 0.85
_FIRM = 0.7
#: What may be asked for by the name of its kind.
_ANY_OF_KIND = frozenset(("title", "name", "date", "price", "year", "location", "description",
                          "phone", "duration", "total time"))  # fmt: skip
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
        of_things = from_facts.facts[0].syntax != "meta" and not of_the_page(prompt)
        if not prompt.many and of_things and things(page):
            each = of_each(prompt, from_facts, known)
        return by_statement(prompt, page, each or from_facts)
    if prompt.type == "image":
        nodes, values = pictures(prompt, page, url)
        if nodes:
            return made(page, nodes, values, _PICTURED, "attribute"), nodes
        return Field(note=NOTHING), []
    if prompt.concept is not None and prompt.concept.name == "link":
        nodes, values, sure = links(prompt, page, things(page), url)
        if nodes:
            return made(page, nodes, values, sure, "attribute"), nodes
        return Field(note=NOTHING), []
    found = headings(prompt, page) or headed(prompt, page)
    if found is None and prompt.many:
        found = column(prompt, page) or of_each_thing(prompt, page)
        found = found or next(iter(listings(prompt, page)), None) or only(prompt, page)
    if found is not None:
        return _as_list(prompt, page, found, url)
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
        best = page.candidates[int(places[0])]
        each = _in_table(prompt, page, best, sure) or listed(prompt, page, best, sure)
        if each is not None:
            return _as_list(prompt, page, each, url)
        if (
            _inside_list(prompt, page, best)
            or _another(prompt, best)
            or unseen(prompt, page)
            or (of_the_site(prompt, page, best.node))
        ):
            sure = min(sure, _DOUBTED)
    if sure < LEAST_CONFIDENCE:
        if from_facts is not None:
            return by_statement(prompt, page, from_facts)
        said = inside(prompt, page, things(page))
        if said is not None:
            node, value, sure = said
            return made(page, [node], [value], sure, "text"), [node]
        return Field(confidence=round(sure, 4), note=NOTHING), []
    return chosen(prompt, page, int(places[0]), sure, url)


def _in_table(
    prompt: Prompt, page: PageFeatures, best: Candidate, confidence: float
) -> Listing | None:
    """Return the column that a singular names by its head, unless the page says it elsewhere."""
    if of_the_page(prompt):
        return None
    found = column(prompt, page)
    if found is None:
        return None
    around = rows(page, found.nodes[0])
    if around is None or (prompt.concept is not None and not mostly(page, around)):
        return None  # a player's page has a team, and a table of seasons with many
    within = around.index <= best.node.index < around.end
    return found if within or confidence < _SURE else None


def _inside_list(prompt: Prompt, page: PageFeatures, best: Candidate) -> bool:
    """Tell whether a likeliest text is in one of many things, and only by its form."""
    found = things(page)
    within = any(node.index <= best.node.index < node.end for node in found)
    return within and not of_the_page(prompt)


def _another(prompt: Prompt, best: Candidate) -> bool:
    """Tell whether a text's label names another field of the same kind: a phone is no fax."""
    if prompt.concept is None or prompt.concept.name in _ANY_OF_KIND or not prompt.type:
        return False
    near = [words(one.text) for one in best.labels
            if one.where in ("own", "before") and one.strength >= _FIRM]  # fmt: skip
    if any(label_match(prompt, label) > 0 for label in near):
        return False
    return any(
        other is not prompt.concept and other.type == prompt.type and label in other.labels
        for label in near
        for other in concepts()
    )


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
