"""Columns of tables, by their heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.listing import Listing, item_text
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import words
from triptych.engines.text.words import stem

_LEAST_ROWS = 2
_MOST_ROWS = 5_000
_LEAST_MATCH = 0.65
_LEAST_KIND = 0.4
_EXACT = 0.99
_MUCH = 0.35
_LABELLED = 3.0
#: Which row of all is asked for; any table may have such a row.
_ONE_ROW = frozenset(("latest", "newest", "first", "last", "oldest", "highest", "lowest", "next"))


def table_column(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return the cells below the head that a prompt names, in all tables with the same heads."""
    if not _ONE_ROW.isdisjoint(prompt.words):
        return None
    best: tuple[float, tuple[str, ...], int] = (_LEAST_MATCH, (), 0)
    tables = list(_tables(page))
    for table, heads in tables:
        about = _about(page, table)
        for place, head in heads.items():
            match = _match(prompt, words(head), about)
            if match > best[0]:
                best = (match, tuple(heads.values()), place)
    match, wanted, place = best
    cells: list[Node] = []
    for table, heads in tables:
        if wanted and tuple(heads.values()) == wanted:
            cells.extend(_cells(page, table, place))
    values = [item_text(page.document.text(cell)) for cell in cells]
    if len(cells) < _LEAST_ROWS or not any(values):
        return None
    nodes = [cell for cell, value in zip(cells, values, strict=True) if value]
    values = [value for value in values if value]
    kind = sum(fit(prompt.type, value) for value in values) / len(values)
    if kind < _LEAST_KIND and match <= _EXACT and prompt.type not in ("", "prose", "version"):
        return None
    return Listing(nodes, values, _LABELLED + match, match)


def table_of(page: PageFeatures, cell: Node) -> Node | None:
    """Return the table a cell is in; None where there is none."""
    return next((up for up in page.document.ancestors(cell) if up.tag == "table"), None)


def is_main_content(page: PageFeatures, table: Node) -> bool:
    """Return whether a table is much of a page's text."""
    texts = page.document.texts
    main = sum(len(text.words) for text in texts if not page.aside[text.node])
    inside = sum(len(text.words) for text in texts[table.first_text : table.last_text])
    return inside >= _MUCH * main


def _tables(page: PageFeatures) -> Iterator[tuple[Node, dict[int, str]]]:
    nodes = page.document.nodes
    for node in nodes:
        if node.tag == "tr" and not node.hidden and not page.aside[node.index]:
            heads = page.labels.columns_of(node)
            table = table_of(page, node)
            if not heads or table is None or not page.contains(table):
                continue
            if not any(one.tag == "tr" for one in nodes[table.index + 1 : node.index]):
                yield table, heads


def _about(page: PageFeatures, table: Node) -> frozenset[str]:
    """Return the stems of the page's title, the heading before a table and its class names."""
    heading = page.labels.heading_of[table.first_text][0] if table.last_text else ""
    names = table.attributes.get("class", "")
    return frozenset(map(stem, (*words(f"{page.title} {heading}"), *words(names))))


def _match(prompt: Prompt, head: tuple[str, ...], about: frozenset[str]) -> float:
    """Return how well a head matches a prompt, whose other words have to be on the page."""
    if not head:
        return 0.0
    own = label_match(prompt, head)
    rest = [word for word in prompt.words if word not in head]
    if (
        len(prompt.words) > 1
        and head[-1:] == prompt.words[-1:]
        and about.issuperset(map(stem, rest))
    ):
        return max(own, 0.9)
    if (
        prompt.subject
        and own < 0.99
        and not about.union(map(stem, head)).issuperset(map(stem, prompt.subject))
    ):
        return 0.5 * own
    return own


def _cells(page: PageFeatures, table: Node, place: int) -> Iterator[Node]:
    nodes = page.document.nodes
    count = 0
    for node in nodes[table.index + 1 : table.end]:
        if node.tag != "tr" or table_of(page, node) is not table:
            continue
        cells: Sequence[int] = [at for at in node.children if nodes[at].tag in ("td", "th")]
        count += 1
        body = any(nodes[at].tag == "td" for at in cells)
        if body and place < len(cells) and len(cells) > 1 and count <= _MOST_ROWS:
            yield nodes[cells[place]]
