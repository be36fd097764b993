"""What a page holds for prompts: fields with their elements, and the records they form."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node

MOST_ELEMENTS = 5_000
_LONGEST_HTML = 200_000
#: Nested elements count several times, so the total of what they hold is bounded.
_MOST_WITHIN = 500_000
_MOST_HTML = 8_000_000


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the page: its HTML, what a reader sees of it, its attributes in order."""

    html: str
    text: str
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """What one prompt found."""

    #: The texts asked for, in the order of the page; empty where nothing fits.
    values: tuple[str, ...] = ()
    #: The elements they are in; empty for a value that only the page's structured data states.
    elements: tuple[Element, ...] = ()
    #: CSS selectors, the most lasting first, each of which selects exactly `elements`.
    selectors: tuple[str, ...] = ()
    #: How sure this is, 0 to 1.
    confidence: float = 0.0
    #: "json-ld", "microdata", "rdfa" or "meta" where the page states it, "text" where it was found
    #: among its texts, "attribute" for a picture's address, empty where nothing fits.
    source: str = ""
    #: The label the value stands beside, where one was found.
    label: str = ""
    #: Why nothing was found, or that a template did not fit; else empty.
    note: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A likely answer to a prompt."""

    #: The text, its first 300 characters.
    value: str
    #: The label it stands beside, or the property that states it; empty where there is none.
    label: str
    #: The heading before it and the text around it, at most 200 characters, or the syntax that
    #: states it, such as "json-ld".
    around: str
    #: How sure this is, 0 to 1.
    confidence: float


@dataclass(frozen=True, slots=True)
class Extraction:
    """What all prompts found, by key, and the records that the values form together.

    A record is one thing of a list, such as a product with its name and its price; a page about one
    thing has one record. A field that a record lacks is absent from it.
    """

    fields: dict[str, Field]
    records: tuple[dict[str, str], ...] = ()


def first_nodes(document: Document, at: Sequence[int]) -> list[Node]:
    """Return the first of some elements, as many as can be read in time; at least one."""
    nodes: list[Node] = []
    size = 0
    for place in at[:MOST_ELEMENTS]:
        node = document.nodes[place]
        size += node.end - node.index + node.last_text - node.first_text
        if nodes and size > _MOST_WITHIN:
            break
        nodes.append(node)
    return nodes


def elements_of(document: Document, nodes: Sequence[Node]) -> tuple[Element, ...]:
    """Return elements as a reply shows them; the text of a meta element is its content."""
    elements = []
    size = 0
    for node in nodes:
        check_cancelled()
        html = (node.handle.html or "") if size < _MOST_HTML else ""
        size += len(html)
        text = node.attributes.get("content", "") if node.tag == "meta" else document.text(node)
        elements.append(Element(html[:_LONGEST_HTML], text, tuple(node.attributes.items())))
    return tuple(elements)


def records(
    document: Document, fields: Mapping[str, tuple[Field, Sequence[Node]]]
) -> tuple[dict[str, str], ...]:
    """Return the records that fields form: the n-th title belongs with the n-th price.

    A record reaches as far around an element of the longest field as no other of that field
    begins; values in it belong to it. Fields with one value belong to a page's only record.

    Parameters
    ----------
    document : Document
        The page.
    fields : mapping of str to (Field, sequence of Node)
        For each key what was found, and the elements of the values if each has one.
    """
    filled = {key: (field.values, nodes) for key, (field, nodes) in fields.items() if field.values}
    if not filled:
        return ()
    longest = max(filled, key=lambda key: len(filled[key][0]))
    first, nodes = filled[longest]
    if len(first) == 1 or any(len(values) != len(nodes) for values, nodes in filled.values()):
        return _by_order({key: values for key, (values, _) in filled.items()})
    scopes = _scopes(document, [node.index for node in nodes])
    rows = [{longest: value} for value in first]
    for key, (values, nodes) in filled.items():
        if key == longest:
            continue
        places = [node.index for node in nodes]
        matched = False
        for row, (start, end) in zip(rows, scopes, strict=True):
            at = bisect_left(places, start)
            if at < len(places) and places[at] < end:
                row[key] = values[at]
                matched = True
        if not matched and len(values) == len(rows):
            for row, value in zip(rows, values, strict=True):
                row[key] = value
    return tuple(rows)


def _scopes(document: Document, anchors: list[int]) -> list[tuple[int, int]]:
    """Return for each anchor the largest element around it that holds no other."""
    ordered = sorted(anchors)
    scopes = []
    for index in anchors:
        node = document.nodes[index]
        for up in document.ancestors(node):
            if bisect_left(ordered, up.end) - bisect_left(ordered, up.index) > 1:
                break
            node = up
        scopes.append((node.index, node.end))
    return scopes


def _by_order(columns: Mapping[str, Sequence[str]]) -> tuple[dict[str, str], ...]:
    if len(set(map(len, columns.values()))) > 1:
        # Lists of different lengths cannot be assigned to records; the page is one record.
        return ({key: "\n".join(values) for key, values in columns.items()},)
    rows = zip(*columns.values(), strict=True)
    return tuple(dict(zip(columns, row, strict=True)) for row in rows)
