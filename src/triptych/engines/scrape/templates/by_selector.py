"""Read a page by known CSS selectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triptych.engines.scrape.answers.element_values import element_values
from triptych.engines.scrape.elements.document import Document, Node, parse
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.selectors import SelectorCost, root_element
from triptych.engines.scrape.elements.structured_data import page_facts
from triptych.engines.scrape.extraction import (
    Extraction,
    Field,
    elements_of,
    first_nodes,
    records,
)
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.stated import StatedValue, stated_value, visible_elements

_NOTHING = "No selector of this key selects anything on the page; look for the element anew."


@dataclass(frozen=True, slots=True)
class _Match:
    """The elements that an alternative selects, all selectors of them, and a note on the others."""

    nodes: list[Node]
    selectors: tuple[str, ...]
    note: str


def select(
    html: str,
    selectors: Mapping[str, Sequence[str]],
    *,
    url: str = "",
    root: str | None = None,
    prompts: Mapping[str, str] | None = None,
    others: Mapping[str, Field] | None = None,
) -> Extraction:
    """Read a page by CSS selectors, such as those that `extract` gave for a page like it.

    Of a key's alternatives the first counts that selects anything. What is read of an element
    depends on the key as on a prompt of `extract`: of "cover image" the picture's address, of
    "link to the shop" the link's, of "price" the text, without the label it begins with.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    selectors : mapping of str to sequence of str
        Alternative selectors by key. A key may be a prompt.
    url : str
        The page's address, to make those of links and pictures absolute.
    root : str, optional
        CSS selector of the element to look in, the first it selects; the whole page by default.
    prompts : mapping of str to str, optional
        Descriptions of what the elements are, by key, where a key is none itself.
    others : mapping of str to Field, optional
        Fields of this page that were found in another way, which belong to the records too.

    Returns
    -------
    Extraction
        A field per key, with the alternatives that select the same elements, at most 5,000. Its
        confidence is 1 where anything was selected: that says nothing of what it means. Its source
        is "selector".

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If none of a key's alternatives is a selector that can be tried in time, or `root` is not.

    Examples
    --------
    >>> page = "<h1>Green tea</h1><p>Price: <b>3.20 EUR</b><p>Price: <b>4 EUR</b>"
    >>> select(page, {"price": [".price", "p:last-child b"]}).fields["price"].values
    ('4 EUR',)
    """
    document = parse(html)
    within = root_element(document, root, SelectorCost(document))
    index = Index(PageFeatures(document, within), page_facts(document) if root is None else ())
    found = read_selected(index, selectors, url=url, prompts=prompts)
    for key, field in (others or {}).items():
        at = document.select(field.selectors[0]) if field.selectors else []
        found[key] = field, [document.nodes[index] for index in at]
    order = dict.fromkeys([*(prompts or {}), *found])
    answers = {key: found[key] for key in order if key in found}
    fields = {key: field for key, (field, _) in answers.items()}
    # Several values without places belong to no record in particular.
    placed = {
        key: (field, nodes)
        for key, (field, nodes) in answers.items()
        if nodes or len(field.values) == 1
    }
    return Extraction(fields, records(document, placed))


def read_selected(
    index: Index,
    selectors: Mapping[str, Sequence[str]],
    *,
    url: str = "",
    prompts: Mapping[str, str] | None = None,
) -> dict[str, tuple[Field, list[Node]]]:
    """Return by key what `select` finds, and its elements."""
    document = index.page.document
    cost = SelectorCost(document)
    answers: dict[str, tuple[Field, list[Node]]] = {}
    for key, alternatives in selectors.items():
        match = _first_match(document, cost, index.page.within, key, alternatives)
        if not match.nodes:
            answers[key] = Field(note=f"{_NOTHING}{match.note}"), []
            continue
        prompt = (prompts or {}).get(key, key)
        stated = stated_value(index.in_english(prompt), index.stated) if prompt.strip() else None
        if stated is not None and _shows(index, stated, match.nodes):
            values, label = stated.values, ""
        else:
            values, label, _ = element_values(Readings(index, prompt), match.nodes, url)
        elements = elements_of(document, match.nodes)
        field = Field(values, elements, match.selectors, 1.0, "selector", label, match.note.strip())
        answers[key] = field, match.nodes
    return answers


def _first_match(
    document: Document,
    cost: SelectorCost,
    within: Node | None,
    key: str,
    alternatives: Sequence[str],
) -> _Match:
    """Return the elements of the first alternative that selects any.

    Raises
    ------
    ValueError
        If none of them can be tried.
    """
    matches: list[int] = []
    equal: list[str] = []
    errors: list[str] = []
    for selector in dict.fromkeys(alternatives):
        try:
            at = _try(document, cost, selector)
        except ValueError as error:
            errors.append(str(error))
            continue
        if within is not None:
            at = [place for place in at if within.index <= place < within.end]
        if at and not matches:
            matches = at
        if at and at == matches:
            equal.append(selector)
    if len(errors) == len(set(alternatives)):
        why = errors[0] if errors else "none is given"
        raise ValueError(f"The key {key!r} has no selector to try: {why}.")
    notes = [f" Skipped: {one}." for one in errors]
    nodes = first_nodes(document, matches)
    if len(nodes) < len(matches):
        notes.append(f" Only the first {len(nodes):,} of {len(matches):,} elements were read.")
    return _Match(nodes, tuple(equal), "".join(notes))


def _try(document: Document, cost: SelectorCost, selector: str) -> list[int]:
    if not selector.strip():
        raise ValueError("a blank text is not a CSS selector")
    if not cost.is_affordable(selector):
        raise ValueError(f"{selector!r} takes too long on this page")
    return document.select(selector)


def _shows(index: Index, value: StatedValue, nodes: Sequence[Node]) -> bool:
    """Return whether elements are those that show what the page states."""
    shown = {node.index for node in visible_elements(value, index.page)}
    return bool(shown) and shown == {node.index for node in nodes}
