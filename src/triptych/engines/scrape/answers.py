"""What one prompt finds on a page: structured data, a list, or the likeliest text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.document import Node
from triptych.engines.scrape.extraction import Field, element_of
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.items import (
    is_about_page,
    page_items,
    values_if_items,
    values_of_items,
)
from triptych.engines.scrape.labels import HEADINGS, without_label
from triptych.engines.scrape.links_and_pictures import find_links, find_pictures, link_address
from triptych.engines.scrape.listing import LEAST_SCORE, Listing
from triptych.engines.scrape.lists import (
    list_under_heading,
    lists_by_form,
    only_list_of_kind,
    part_headings,
)
from triptych.engines.scrape.prompts import Prompt, concepts, label_match
from triptych.engines.scrape.ranking import (
    CERTAIN,
    LEAST_CONFIDENCE,
    rank,
    similarity,
)
from triptych.engines.scrape.selectors import selectors
from triptych.engines.scrape.sentence_values import value_in_sentence
from triptych.engines.scrape.structured_answers import (
    StructuredValue,
    structured_value,
    value_of_each_thing,
    visible_elements,
)
from triptych.engines.scrape.structured_data import Fact
from triptych.engines.scrape.tables import is_main_content, table_column, table_of
from triptych.engines.scrape.words import normalized, words

Answer = tuple[Field, list[Node]]

NOTHING = "Nothing on the page fits; describe the element in other words."
_PICTURE_CONFIDENCE = 0.6
_MOST_IF_DOUBTFUL = 0.3
_SURE = 0.85
_STRONG_LABEL = 0.7
#: What a prompt may ask for by the name of its kind.
_ANY_OF_KIND = frozenset(("title", "name", "date", "price", "year", "location", "description",
                          "phone", "duration", "total time"))  # fmt: skip
_LEAST_TEXT = 60
_LEAST_WORDS = 2
_SITE_FIELDS = frozenset(("publisher", "company", "seller", "link", "website", "title"))
_SITE_WORDS = frozenset(("site", "website", "shop", "store", "page"))
_FRAME_TAGS = frozenset(("header", "footer", "nav", "aside"))


def find_answer(prompt: Prompt, page: PageFeatures, facts: Sequence[Fact], url: str = "") -> Answer:
    """Return what a prompt finds, and the elements it is in.

    What the page states for machines comes first, then links and pictures, lists, and at last the
    likeliest text.
    """
    value = structured_value(prompt, facts)
    if value is not None and value.confidence >= CERTAIN:
        each = None
        of_items = value.facts[0].syntax != "meta" and not is_about_page(prompt)
        if not prompt.many and of_items and page_items(page):
            each = value_of_each_thing(prompt, value, facts)
        return structured_answer(prompt, page, each or value)
    confidence = _PICTURE_CONFIDENCE
    if prompt.type == "image":
        nodes, values = find_pictures(prompt, page, url)
    elif prompt.concept is not None and prompt.concept.name == "link":
        nodes, values, confidence = find_links(prompt, page, page_items(page), url)
    else:
        return _text_answer(prompt, page, value, url)
    if nodes:
        return make_field(page, nodes, values, confidence, "attribute"), nodes
    return Field(note=NOTHING), []


def _text_answer(
    prompt: Prompt, page: PageFeatures, value: StructuredValue | None, url: str
) -> Answer:
    """Return a list or the likeliest text; a value that the page may state if nothing fits."""
    listing = part_headings(prompt, page) or list_under_heading(prompt, page)
    if listing is None and prompt.many:
        listing = (
            table_column(prompt, page)
            or values_of_items(prompt, page)
            or next(iter(lists_by_form(prompt, page)), None)
            or only_list_of_kind(prompt, page)
        )
    if listing is not None:
        return _list_answer(prompt, page, listing, url)
    place, confidence = next(iter(rank(prompt, page, similarity(prompt, page))), (-1, 0.0))
    if not prompt.many and value is None and place >= 0:
        best = page.candidates[place]
        listing = _in_table(prompt, page, best, confidence)
        listing = listing or values_if_items(prompt, page, best, confidence)
        if listing is not None:
            return _list_answer(prompt, page, listing, url)
        if _is_doubtful(prompt, page, best):
            confidence = min(confidence, _MOST_IF_DOUBTFUL)
    if confidence >= LEAST_CONFIDENCE:
        return candidate_answer(prompt, page, place, confidence, url)
    if value is not None:
        return structured_answer(prompt, page, value)
    match = value_in_sentence(prompt, page, page_items(page))
    if match is None:
        return Field(confidence=round(confidence, 4), note=NOTHING), []
    node, text, confidence = match
    return make_field(page, [node], [text], confidence, "text"), [node]


def structured_answer(prompt: Prompt, page: PageFeatures, value: StructuredValue) -> Answer:
    """Return what a page states as the answer, and the elements that show it."""
    nodes = visible_elements(prompt, value, page)
    return make_field(page, nodes, value.values, value.confidence, value.facts[0].syntax), nodes


def _list_answer(prompt: Prompt, page: PageFeatures, listing: Listing, url: str) -> Answer:
    confidence = 1 / (1 + math.exp(LEAST_SCORE - listing.score))
    field = make_field(page, listing.nodes, listing.values, confidence, "text", listing.label)
    return _with_link_addresses(prompt, page, field, listing.nodes, url)


def candidate_answer(
    prompt: Prompt, page: PageFeatures, place: int, confidence: float, url: str = ""
) -> Answer:
    """Return a candidate as the answer to a prompt, without the label it begins with."""
    best = page.candidates[place]
    value, label = value_and_label(prompt, best)
    field = make_field(page, [best.node], [value], confidence, "text", label)
    return _with_link_addresses(prompt, page, field, [best.node], url)


def value_and_label(prompt: Prompt, candidate: Candidate) -> tuple[str, str]:
    """Return a candidate's value without the label it begins with, and its label."""
    value, label = without_label(prompt, candidate.value)
    return value, label or nearest_label(candidate)


def nearest_label(candidate: Candidate) -> str:
    """Return the label next to a candidate; empty if there is none."""
    near = (one.text for one in candidate.labels if one.where in ("own", "before"))
    return next(near, "")


def _with_link_addresses(
    prompt: Prompt, page: PageFeatures, field: Field, nodes: list[Node], url: str
) -> Answer:
    """Return a field; if the prompt asks for addresses, with those that its elements link to."""
    if prompt.type == "url" and len(nodes) == len(field.values):
        pairs = zip(nodes, field.values, strict=True)
        values = tuple(link_address(page.document, node, value, url) for node, value in pairs)
        field = replace(field, values=values)
    return field, nodes


def make_field(
    page: PageFeatures,
    nodes: Sequence[Node],
    values: Sequence[str],
    confidence: float,
    source: str,
    label: str = "",
) -> Field:
    """Return a field of these values and elements, with selectors of the elements."""
    return Field(
        tuple(values),
        tuple(element_of(page.document, node, node.handle.html or "") for node in nodes),
        tuple(selectors(page.document, nodes) if nodes else ()),
        round(float(np.clip(confidence, 0, 1)), 4),
        source,
        label,
    )


def _in_table(
    prompt: Prompt, page: PageFeatures, best: Candidate, confidence: float
) -> Listing | None:
    """Return the table's column that a singular names, unless a text elsewhere answers better."""
    if is_about_page(prompt):
        return None
    column = table_column(prompt, page)
    if column is None:
        return None
    table = table_of(page, column.nodes[0])
    if table is None or (prompt.concept is not None and not is_main_content(page, table)):
        return None  # a player's page has a team, and a table of seasons with many
    return column if table.contains(best.node) or confidence < _SURE else None


def _is_doubtful(prompt: Prompt, page: PageFeatures, best: Candidate) -> bool:
    """Return whether something speaks against the likeliest text, however good it looks."""
    in_item = any(item.contains(best.node) for item in page_items(page))
    return (
        (in_item and not is_about_page(prompt))
        or _labels_other_field(prompt, best)
        or _is_frame_only(prompt, page)
        or _is_site_name(prompt, page, best.node)
    )


def _labels_other_field(prompt: Prompt, best: Candidate) -> bool:
    """Return whether a text's label names another field of the same kind, fax instead of phone."""
    if prompt.concept is None or prompt.concept.name in _ANY_OF_KIND or not prompt.type:
        return False
    near = [words(one.text) for one in best.labels
            if one.where in ("own", "before") and one.strength >= _STRONG_LABEL]  # fmt: skip
    if any(label_match(prompt, label) > 0 for label in near):
        return False
    return any(
        other is not prompt.concept and other.type == prompt.type and label in other.labels
        for label in near
        for other in concepts()
    )


def _is_site_name(prompt: Prompt, page: PageFeatures, node: Node) -> bool:
    """Return whether an element is the site's name in the header, and the prompt is not for it."""
    if prompt.concept is not None and prompt.concept.name in _SITE_FIELDS:
        return False
    if not _SITE_WORDS.isdisjoint(words(prompt.text)):
        return False
    above = [node, *page.document.ancestors(node)]
    if not any(up.tag in _FRAME_TAGS for up in above) or any(up.tag in HEADINGS for up in above):
        return False
    name = normalized(page.document.text(node))
    return bool(name) and name in page.segments and not page.title.startswith(name)


def _is_frame_only(prompt: Prompt, page: PageFeatures) -> bool:
    """Return whether a prompt is for a name, and the page shows a header and footer alone.

    Such a page is still to be filled by its scripts.
    """
    if len(words(prompt.text)) < _LEAST_WORDS or prompt.type not in ("", "title", "name"):
        return False
    document = page.document
    if any(node.tag in HEADINGS and node.last_text > node.first_text for node in document.nodes):
        return False
    size = 0
    has_frame = False
    for text in document.texts:
        node = document.nodes[text.node]
        if any(up.tag in _FRAME_TAGS for up in (node, *document.ancestors(node))):
            has_frame = True
        else:
            size += len(text.words)
        if size >= _LEAST_TEXT:
            return False
    return has_frame
