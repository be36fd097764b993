"""Find what prompts describe on a page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from triptych.engines.scrape.addresses import linked, pictures
from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.document import Document, Node, PageError, parse
from triptych.engines.scrape.extraction import Element, Extraction, Field
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import inline_label
from triptych.engines.scrape.lists import listings
from triptych.engines.scrape.meaning import likeness
from triptych.engines.scrape.prompts import Prompt, label_match, understand
from triptych.engines.scrape.records import records
from triptych.engines.scrape.score import CERTAIN, LEAST_CONFIDENCE, LEAST_LISTING, ranked
from triptych.engines.scrape.selectors import selectors
from triptych.engines.scrape.stated import Stated, shown, stated
from triptych.engines.scrape.structured import Fact, facts
from triptych.engines.scrape.words import words

_NOTHING = "Nothing on the page fits; describe the element in other words."
_OWN_LABEL = 0.6
_PICTURED = 0.6
_LONGEST_HTML = 200_000


def extract(
    html: str, prompts: Mapping[str, str], *, url: str = "", root: str | None = None
) -> Extraction:
    """Find on a page what prompts describe.

    What the page states for machines is taken first; else its texts are ranked by the labels near
    them, the names of their elements, the form of their values, their place and their meaning.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    prompts : mapping of str to str
        Descriptions of elements, by key. A plural asks for a list.
    url : str
        Its address, to make the addresses of links and pictures absolute.
    root : str, optional
        CSS selector of the element to look in, the first it selects; the whole page by default.

    Returns
    -------
    Extraction
        A field per prompt, empty with a note where nothing fits, and the records they form.

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If a prompt is blank or `root` is not a selector.

    Examples
    --------
    >>> found = extract("<h1>Green tea</h1><p>Price: <b>3.20 EUR</b>", {"price": "Price"})
    >>> found.fields["price"].values, found.fields["price"].selectors[0]
    (('3.20 EUR',), 'p b')
    """
    for key, prompt in prompts.items():
        if not prompt.strip():
            raise ValueError(f"The prompt {key!r} is blank; describe the element to find.")
    document = parse(html)
    within = _root(document, root)
    page = PageFeatures(document, within)
    known = facts(document) if root is None else []
    found: dict[str, Field] = {}
    placed: dict[str, list[tuple[int, str]]] = {}
    for key, text in prompts.items():
        field, nodes = find(understand(text), page, known, url)
        found[key] = field
        if field.values:
            same = len(nodes) == len(field.values)
            places = [node.index for node in nodes] if same else [-1] * len(field.values)
            placed[key] = list(zip(places, field.values, strict=True))
    return Extraction(found, records(document, placed))


def _root(document: Document, root: str | None) -> Node | None:
    if root is None:
        return None
    at = document.select(root)
    if not at:
        raise PageError(f"The page has no element {root!r}; correct the root selector.")
    return document.nodes[at[0]]


def find(
    prompt: Prompt, page: PageFeatures, known: Sequence[Fact], url: str = ""
) -> tuple[Field, list[Node]]:
    """Return what a prompt finds, and the elements it is in."""
    field, nodes = _found(prompt, page, known, url)
    if prompt.type == "url" and len(nodes) == len(field.values) and field.source == "text":
        pairs = zip(nodes, field.values, strict=True)
        values = tuple(linked(page.document, node, value, url) for node, value in pairs)
        field = replace(field, values=values)
    return field, nodes


def _found(
    prompt: Prompt, page: PageFeatures, known: Sequence[Fact], url: str
) -> tuple[Field, list[Node]]:
    from_facts = stated(prompt, known)
    if from_facts is not None and from_facts.confidence >= CERTAIN:
        nodes = shown(prompt, from_facts, page)
        return made(
            page, nodes, from_facts.values, from_facts.confidence, _source(from_facts)
        ), nodes
    if prompt.type == "image":
        nodes, values = pictures(prompt, page, url)
        if nodes:
            return made(page, nodes, values, _PICTURED, "attribute"), nodes
        return Field(note=_NOTHING), []
    if prompt.many:
        lists = listings(prompt, page)
        if lists and lists[0].score >= LEAST_LISTING:
            best = lists[0]
            confidence = 1 / (1 + math.exp(LEAST_LISTING - best.score))
            return made(page, best.nodes, best.values, confidence, "text"), best.nodes
    return _single(prompt, page, from_facts)


def _single(
    prompt: Prompt, page: PageFeatures, from_facts: Stated | None
) -> tuple[Field, list[Node]]:
    places, confidences = ranked(prompt, page, likeness(prompt, page))
    if not len(places) or confidences[0] < LEAST_CONFIDENCE:
        if from_facts is not None:
            nodes = shown(prompt, from_facts, page)
            answer = made(
                page, nodes, from_facts.values, from_facts.confidence, _source(from_facts)
            )
            return answer, nodes
        best = float(confidences[0]) if len(places) else 0.0
        return Field(confidence=best, note=_NOTHING), []
    return chosen(prompt, page, int(places[0]), float(confidences[0]))


def chosen(
    prompt: Prompt, page: PageFeatures, place: int, confidence: float
) -> tuple[Field, list[Node]]:
    """Return a candidate as the answer to a prompt, less a label of its own."""
    best = page.candidates[place]
    value, label = best.value, label_of(best)
    own = inline_label(value)
    if own is not None and label_match(prompt, words(own[0])) > _OWN_LABEL:
        value, label = own[1], own[0]
    nodes = [best.node]
    return made(page, nodes, [value], confidence, "text", label), nodes


def label_of(candidate: Candidate) -> str:
    """Return the label a candidate stands beside; empty where there is none."""
    near = (one.text for one in candidate.labels if one.where in ("own", "before"))
    return next(near, "")


def _source(found: Stated) -> str:
    return found.facts[0].syntax


def made(
    page: PageFeatures,
    nodes: Sequence[Node],
    values: Sequence[str],
    confidence: float,
    source: str,
    label: str = "",
) -> Field:
    """Return a field of these values and elements, with selectors of the elements."""
    chosen = selectors(page.document, nodes) if nodes else []
    return Field(
        tuple(values),
        tuple(_element(page.document, node) for node in nodes),
        tuple(chosen),
        round(float(np.clip(confidence, 0, 1)), 4),
        source,
        label,
    )


def _element(document: Document, node: Node) -> Element:
    # What meta elements say, they say in an attribute.
    text = node.attributes.get("content", "") if node.tag == "meta" else document.text(node)
    html = (node.handle.html or "")[:_LONGEST_HTML]
    return Element(html, text, tuple(node.attributes.items()))
