"""Tables: those of HTML, those whose elements have the roles of one, and rows below a head row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.words import has_digit

TABLE, ROW, HEAD, CELL = "table", "row", "head", "cell"
#: What elements are by their tags, and by their roles (WAI-ARIA 1.2).
_BY_TAG = {"table": TABLE, "tr": ROW, "th": HEAD, "td": CELL}
_BY_ROLE = {
    "table": TABLE, "grid": TABLE, "treegrid": TABLE, "row": ROW,
    "columnheader": HEAD, "rowheader": HEAD, "cell": CELL, "gridcell": CELL,
}  # fmt: skip
_LEAST_ROWS, _LEAST_CELLS = 3, 2
_LONGEST_HEAD, _HEAD_TEXTS = 40, 2
#: Texts of the rows among which is a number.
_MOST_LOOKED_AT = 40


def parts_of_tables(document: Document) -> dict[int, str]:
    """Return which elements are a table, a row, a head or a cell, by their index.

    Examples
    --------
    >>> from triptych.engines.scrape.elements.document import parse
    >>> page = parse('<div role="row"><span role="cell">7</span></div>')
    >>> list(parts_of_tables(page).values())
    ['row', 'cell']
    """
    parts: dict[int, str] = {}
    for node in document.nodes:
        check_cancelled()
        part = _BY_TAG.get(node.tag) or _BY_ROLE.get(node.attributes.get("role", ""))
        if part:
            parts[node.index] = part
        elif parts.get(node.parent) == ROW:
            # A row by its role may have cells without one; heads of other rows are known.
            parts.setdefault(node.index, CELL)
        elif node.parent not in parts:
            parts.update(_headed_rows(document, node))
    return parts


def cell_around(
    document: Document, parts: Mapping[int, str], node: Node, steps: int
) -> Node | None:
    """Return the cell that an element is or is in, at most so many steps up; None for none."""
    near = (node, *islice(document.ancestors(node), steps))
    return next((one for one in near if parts.get(one.index) in (CELL, HEAD)), None)


def _headed_rows(document: Document, parent: Node) -> dict[int, str]:
    """Return the parts of a table without its tags: a head of words, and rows of as many cells."""
    rows = [document.nodes[child] for child in parent.children]
    if len(rows) < _LEAST_ROWS or len(rows[0].children) < _LEAST_CELLS:
        return {}
    first, count = rows[0], len(rows[0].children)
    like = [row for row in rows[1:] if len(row.children) == count]
    if len(like) < _LEAST_ROWS - 1 or 2 * len(like) < len(rows):
        return {}
    is_alike = _form(document, first) == _form(document, like[0])
    if is_alike or not _is_head(document, first) or not _has_number(document, like):
        return {}
    parts = {parent.index: TABLE, first.index: ROW} | dict.fromkeys(first.children, HEAD)
    for row in like:
        parts[row.index] = ROW
        parts.update(dict.fromkeys(row.children, CELL))
    return parts


def _is_head(document: Document, row: Node) -> bool:
    for child in row.children:
        node = document.nodes[child]
        if child == row.children[0] and node.last_text == node.first_text:
            continue  # the corner
        texts = document.texts[node.first_text : node.last_text]
        # Beside its own text, a head may have a remark: "Most popular".
        if not 1 <= len(texts) <= _HEAD_TEXTS or len(texts[0].words) > _LONGEST_HEAD:
            return False
        if any(has_digit(text.words) for text in texts):
            return False
    return True


def _form(document: Document, row: Node) -> list[str]:
    tags = (document.nodes[child].tag for child in row.children)
    return [row.attributes.get("class", ""), row.tag, *tags]


def _has_number(document: Document, rows: Sequence[Node]) -> bool:
    first = rows[0].first_text
    texts = document.texts[first : min(rows[-1].last_text, first + _MOST_LOOKED_AT)]
    return any(has_digit(text.words) for text in texts)
