"""Read a page by known CSS selectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from triptych.engines.scrape.answers.element_values import element_values
from triptych.engines.scrape.answers.find import Answer
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.selectors import SelectorCost
from triptych.engines.scrape.extract import read_page
from triptych.engines.scrape.extraction import (
    Extraction,
    Field,
    elements_of,
    first_nodes,
    records,
)
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.stated import stated_value, visible_elements

_NOTHING = "No selector of this key selects anything on the page; look for the element anew."


class RootedPage:
    """A page, of which elements inside a root are selected, each time in bounded time."""

    def __init__(self, document: Document, within: Node | None) -> None:
        self.document = document
        self._within = within
        self._cost = SelectorCost(document)

    def select(self, selector: str) -> list[Node]:
        """Return the elements that a selector selects, in order.

        Raises
        ------
        ValueError
            If it is not a selector, or takes too long.
        """
        if not self._cost.is_affordable(selector):
            raise ValueError(f"{selector!r} takes too long on this page; shorten it")
        return self.inside([self.document.nodes[index] for index in self.document.select(selector)])

    def inside(self, nodes: Iterable[Node]) -> list[Node]:
        """Return those of some elements that are inside the root."""
        return [node for node in nodes if self._within is None or self._within.contains(node)]


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
    index = read_page(html, {}, root)
    document = index.page.document
    found = read_selected(index, selectors, url=url, prompts=prompts)
    for key, field in (others or {}).items():
        at = document.select(field.selectors[0]) if field.selectors else []
        found[key] = field, [document.nodes[place] for place in at]
    keys = [key for key in dict.fromkeys([*(prompts or {}), *found]) if key in found]
    # Several values without places belong to no record in particular.
    placed = {key: found[key] for key in keys if found[key][1] or len(found[key][0].values) == 1}
    return Extraction({key: found[key][0] for key in keys}, records(document, placed))


def read_selected(
    index: Index,
    selectors: Mapping[str, Sequence[str]],
    *,
    url: str = "",
    prompts: Mapping[str, str] | None = None,
) -> dict[str, Answer]:
    """Return by key what `select` finds, and its elements."""
    page = RootedPage(index.page.document, index.page.within)
    answers: dict[str, Answer] = {}
    for key, alternatives in selectors.items():
        nodes, equal, note = _first_selected(page, key, alternatives)
        if not nodes:
            answers[key] = Field(note=f"{_NOTHING} {note}".strip()), []
            continue
        prompt = (prompts or {}).get(key, key)
        stated = stated_value(index.in_english(prompt), index.stated)
        if stated is not None and set(nodes) == set(visible_elements(stated, index.page)):
            values, label = stated.values, ""
        else:
            values, label, _ = element_values(Readings(index, prompt), nodes, url)
        elements = elements_of(page.document, nodes)
        answers[key] = Field(values, elements, equal, 1.0, "selector", label, note), nodes
    return answers


def _first_selected(
    page: RootedPage, key: str, alternatives: Sequence[str]
) -> tuple[list[Node], tuple[str, ...], str]:
    """Return the elements of the first selector that selects any, all selectors of them, a note.

    Raises
    ------
    ValueError
        If none of them can be tried.
    """
    selected: dict[str, list[Node]] = {}
    errors: dict[str, str] = {}
    for selector in alternatives:
        try:
            selected[selector] = page.select(selector)
        except ValueError as error:
            errors[selector] = str(error)
    if not selected:
        why = next(iter(errors.values()), "none is given")
        raise ValueError(f"The key {key!r} has no selector to try: {why}.")
    matches = next(filter(None, selected.values()), [])
    nodes = first_nodes(page.document, [node.index for node in matches])
    notes = [f"Skipped: {error}." for error in errors.values()]
    if len(nodes) < len(matches):
        notes.append(f"Only the first {len(nodes):,} of {len(matches):,} elements were read.")
    equal = (selector for selector, same in selected.items() if same and same == matches)
    return nodes, tuple(equal), " ".join(notes)
