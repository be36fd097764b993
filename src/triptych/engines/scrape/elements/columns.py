"""Columns of tables: which one a cell is in, and what heads it.

Cells are laid out as a browser does: one that goes over several rows or columns takes a place in
each (HTML Living Standard, "Forming a table").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import dropwhile, islice
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.tables import HEAD, ROW, TABLE
from triptych.engines.scrape.elements.words import has_digit

_LONGEST_HEAD = 60
_SPAN = re.compile(r"[1-9][0-9]{0,2}")
_LEAST_COLUMNS, _MOST_COLUMNS, _MOST_ROWS = 2, 100, 5_000
#: Rows of heads at most, and rows below a first row that are compared with it.
_HEAD_ROWS, _COMPARED = 3, 12
#: A table's element and its row have at most so many elements between them.
_ABOVE = 3


class _Cell(NamedTuple):
    node: Node
    column: int
    columns: int


class Columns:
    """The columns of a page's tables."""

    def __init__(self, document: Document, of_tables: Mapping[int, str]) -> None:
        self._document = document
        self._of_tables = of_tables
        self._heads: dict[int, dict[int, str]] = {}
        self._places: dict[int, int] = {}
        self._are_heads: set[int] = set()

    def place(self, cell: Node) -> int:
        """Return how many columns stand before a cell; those of its row if it is in no table."""
        self._lay_out(cell)
        if cell.index not in self._places:
            for column, child in enumerate(self._document.nodes[cell.parent].children):
                self._places.setdefault(child, column)
        return self._places[cell.index]

    def head(self, cell: Node) -> str:
        """Return what heads the column of a cell; empty where nothing does, and of a head."""
        table = self._lay_out(cell)
        if table is None or cell.index in self._are_heads:
            return ""
        return self._heads[table.index].get(self.place(cell), "")

    def _lay_out(self, cell: Node) -> Node | None:
        """Return the table of a cell, whose cells have their places and heads from now on."""
        above = islice(self._document.ancestors(cell), _ABOVE + 1)
        table = next((up for up in above if self._of_tables.get(up.index) == TABLE), None)
        if table is not None and table.index not in self._heads:
            # One cell over all columns is the table's title.
            rows = list(dropwhile(lambda row: len(row) < _LEAST_COLUMNS, self._rows(table)))
            self._places.update({one.node.index: one.column for row in rows for one in row})
            self._heads[table.index] = self._heads_of(rows)
        return table

    def _rows(self, table: Node) -> Iterator[list[_Cell]]:
        """Yield the cells of each row of a table, but of the tables in it."""
        nodes, taken, found = self._document.nodes, dict[int, int](), 0
        at = table.index + 1
        while at < table.end and found < _MOST_ROWS:
            check_cancelled()
            node, part = nodes[at], self._of_tables.get(at)
            at = node.end if part in (TABLE, ROW) else at + 1
            if part == ROW:
                found += 1
                taken = {column: rows - 1 for column, rows in taken.items() if rows > 1}
                yield self._row(node, taken)

    def _row(self, row: Node, taken: dict[int, int]) -> list[_Cell]:
        """Return the cells of a row; `taken` are the rows that each column is not free for."""
        cells, column = [], 0
        for child in row.children:
            node = self._document.nodes[child]
            while column in taken:
                column += 1
            columns, rows = _span(node, "colspan"), _span(node, "rowspan")
            cells.append(_Cell(node, column, columns))
            if rows > 1:
                taken |= dict.fromkeys(range(column, column + columns), rows)
            column += columns
        return cells

    def _heads_of(self, rows: list[list[_Cell]]) -> dict[int, str]:
        """Return the heads of a table's columns by place: of its first rows, from the top down."""
        count = 0
        while count < min(_HEAD_ROWS, len(rows)) and self._is_marked(rows[count]):
            count += 1
        if not count and self._is_worded(rows):
            count = 1
        heads: dict[int, list[str]] = {}
        for row in rows[:count]:
            for cell in row:
                self._are_heads.add(cell.node.index)
                text = self._document.text(cell.node)[:_LONGEST_HEAD]
                for column in range(cell.column, cell.column + cell.columns):
                    if text and text not in heads.setdefault(column, []):
                        heads[column].append(text)
        return {column: " ".join(reversed(texts)) for column, texts in heads.items()}

    def _is_marked(self, row: list[_Cell]) -> bool:
        """Return whether a row is one of heads by its elements."""
        return len(row) >= _LEAST_COLUMNS and (
            all(self._of_tables.get(cell.node.index) == HEAD for cell in row[1:])
            or any(up.tag == "thead" for up in islice(self._document.ancestors(row[0].node), 2))
        )

    def _is_worded(self, rows: list[list[_Cell]]) -> bool:
        """Return whether a first row has words where those below it have numbers."""
        first, below = rows[0] if rows else [], rows[1 : 1 + _COMPARED]
        texts = {cell.column: self._document.text(cell.node) for cell in first}
        if len(texts) < _LEAST_COLUMNS or len(below) < 2:
            return False
        if not all(text and not has_digit(text) for text in list(texts.values())[1:]):
            return False
        return any(
            2 * sum(self._begins_with_digit(row, column) for row in below) > len(below)
            for column, text in texts.items()
            if not has_digit(text)
        )

    def _begins_with_digit(self, row: list[_Cell], column: int) -> bool:
        cell = next((one.node for one in row if one.column == column), None)
        text = "" if cell is None else self._document.text(cell)
        return has_digit(text[:2])


def _span(cell: Node, name: str) -> int:
    """Return over how many columns or rows a cell goes."""
    written = _SPAN.fullmatch(cell.attributes.get(name, ""))
    return min(int(written[0]), _MOST_COLUMNS) if written else 1
