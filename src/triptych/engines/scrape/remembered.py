"""Read a page by selectors that are known already, without looking for anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triptych.engines.scrape.document import Document, Node, parse
from triptych.engines.scrape.effort import Effort
from triptych.engines.scrape.extraction import Element, Extraction, Field
from triptych.engines.scrape.prompts import understand
from triptych.engines.scrape.reading import Reading
from triptych.engines.scrape.records import records
from triptych.engines.scrape.root import root_of

MOST_ELEMENTS = 5_000
#: Elements within one another come several times, so all that they hold together is bounded.
_MOST_WITHIN = 500_000
_MOST_HTML = 8_000_000
_LONGEST_HTML = 200_000
_NOTHING = "No selector of this key selects anything on the page; look for the element anew."


@dataclass(frozen=True, slots=True)
class _Selected:
    """What the first alternative that selects anything selects, and what to say of the others."""

    nodes: list[Node]
    selectors: tuple[str, ...]
    note: str


def select(
    html: str,
    selectors: Mapping[str, Sequence[str]],
    *,
    url: str = "",
    root: str | None = None,
) -> Extraction:
    """Read a page by CSS selectors, such as those that `extract` gave for it or for its sister.

    Of a key's alternatives the first counts that selects anything. What is read of an element
    depends on the key as on a prompt of `extract`: of "cover image" the picture's address, of
    "link to the shop" the link's, of "price" the text, less a label of its own.

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
    effort = Effort(document)
    within = root_of(document, root, effort)
    reading = Reading(document, url, whole_page=root is None)
    found: dict[str, Field] = {}
    placed: dict[str, list[tuple[int, str]]] = {}
    for key, alternatives in selectors.items():
        selected = _selected(document, effort, within, key, alternatives)
        if not selected.nodes:
            found[key] = Field(note=f"{_NOTHING}{selected.note}")
            continue
        nodes = selected.nodes
        values, label = reading.of(understand(key), nodes)
        found[key] = Field(
            tuple(values),
            _elements(document, nodes),
            selected.selectors,
            1.0,
            "selector",
            label,
            selected.note.strip(),
        )
        same = len(nodes) == len(values)
        at = [node.index for node in nodes] if same else [-1] * len(values)
        placed[key] = list(zip(at, values, strict=True))
    return Extraction(found, records(document, placed))


def _selected(
    document: Document,
    effort: Effort,
    within: Node | None,
    key: str,
    alternatives: Sequence[str],
) -> _Selected:
    """Return what the alternatives of one key select.

    Raises
    ------
    ValueError
        If none of them can be tried.
    """
    found: list[int] = []
    same: list[str] = []
    refused: list[str] = []
    for selector in dict.fromkeys(alternatives):
        try:
            at = _within(_tried(document, effort, selector), within)
        except ValueError as error:
            refused.append(str(error))
            continue
        if at and not found:
            found = at
        if at and at == found:
            same.append(selector)
    if len(refused) == len(set(alternatives)):
        said = refused[0] if refused else "none is given"
        raise ValueError(f"The key {key!r} has no selector to try: {said}.")
    notes = [f" Passed over: {one}." for one in refused]
    kept = _few(document, found)
    if len(kept) < len(found):
        notes.append(f" Only the first {len(kept):,} of {len(found):,} elements were read.")
    return _Selected(kept, tuple(same), "".join(notes))


def _tried(document: Document, effort: Effort, selector: str) -> list[int]:
    if not selector.strip():
        raise ValueError("a blank text is not a CSS selector")
    if not effort.affordable(selector):
        raise ValueError(f"{selector!r} takes too long on this page")
    return document.select(selector)


def _within(at: list[int], root: Node | None) -> list[int]:
    return at if root is None else [place for place in at if root.index <= place < root.end]


def _few(document: Document, at: list[int]) -> list[Node]:
    """Return the first of some elements, as many as can be read in time; at least one."""
    kept: list[Node] = []
    within = 0
    for place in at[:MOST_ELEMENTS]:
        node = document.nodes[place]
        within += node.end - node.index + node.last_text - node.first_text
        if kept and within > _MOST_WITHIN:
            break
        kept.append(node)
    return kept


def _elements(document: Document, nodes: Sequence[Node]) -> tuple[Element, ...]:
    found = []
    written = 0
    for node in nodes:
        html = (node.handle.html or "") if written < _MOST_HTML else ""
        written += len(html)
        text = node.attributes.get("content", "") if node.tag == "meta" else document.text(node)
        found.append(Element(html[:_LONGEST_HTML], text, tuple(node.attributes.items())))
    return tuple(found)
