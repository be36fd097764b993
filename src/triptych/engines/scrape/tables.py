"""Columns of a table that a prompt names by their head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.listing import Listing, item_text
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import stem, words

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
    filled = [value for value in values if value]
    kind = sum(fit(prompt.type, value) for value in filled) / len(filled)
    free = match > _EXACT or prompt.type in ("", "prose", "version")
    if not free and kind < _LEAST_KIND:
        return None
    kept = [(cell, value) for cell, value in zip(cells, values, strict=True) if value]
    return Listing([one for one, _ in kept], [value for _, value in kept], _LABELLED + match, match)


def table_of(page: PageFeatures, cell: Node) -> Node | None:
    """Return the table a cell is in; None where there is none."""
    return next((up for up in page.document.ancestors(cell) if up.tag == "table"), None)


def is_main_content(page: PageFeatures, table: Node) -> bool:
    """Return whether a table makes up much of what a page says."""
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
            if (
                heads
                and table is not None
                and page.contains(table)
                and _first_row(page, table, node)
            ):
                yield table, heads


def _first_row(page: PageFeatures, table: Node, row: Node) -> bool:
    nodes = page.document.nodes[table.index + 1 : row.index]
    return not any(node.tag == "tr" for node in nodes)


def _about(page: PageFeatures, table: Node) -> frozenset[str]:
    """Return the words that say what a table is about: the page's title, the heading before."""
    heading = page.labels.heading_of[table.first_text][0] if table.last_text else ""
    said = words(f"{page.title} {heading}")
    return frozenset(map(stem, (*said, *words(table.attributes.get("class", "")))))


def _match(prompt: Prompt, head: tuple[str, ...], about: frozenset[str]) -> float:
    """Return how well a head names what is asked for, whose other words the page has to say."""
    if not head:
        return 0.0
    own = label_match(prompt, head)
    rest = [word for word in prompt.words if word not in head]
    said = all(stem(word) in about for word in rest)
    if len(prompt.words) > 1 and head[-1:] == prompt.words[-1:] and said:
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
