"""Columns of tables: which one a cell is in, and what heads it.

Cells are laid out as a browser does: one that goes over several rows or columns takes a place in
each (HTML Living Standard, "Forming a table").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain, dropwhile, islice, takewhile
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.tables import HEAD, ROW, TABLE
from triptych.engines.scrape.elements.words import has_digit

_LONGEST_HEAD = 60
_SPAN = re.compile(r"[1-9][0-9]?")
_LEAST_COLUMNS, _MOST_HEAD_ROWS = 2, 3
#: Columns in which a cell may go over several rows.
_MOST_TAKEN = 100
#: Rows below a first row that are compared with it.
_COMPARED = 12


class _Cell(NamedTuple):
    node: Node
    column: int
    columns: int


class Columns:
    """The columns of a page's tables."""

    def __init__(self, document: Document, of_tables: Mapping[int, str]) -> None:
        self._document = document
        self._of_tables = of_tables
        #: For each cell how many columns stand before it, and what heads its own.
        self._places: dict[int, int] = {}
        self._heads: dict[int, str] = {}
        for index, part in of_tables.items():
            if part == TABLE:
                self._lay_out(document.nodes[index])

    def place(self, cell: Node) -> int:
        """Return how many columns stand before a cell; 0 if it is in no table."""
        return self._places.get(cell.index, 0)

    def head(self, cell: Node) -> str:
        """Return what heads the column of a cell; empty where nothing does, and of a head."""
        return self._heads.get(cell.index, "")

    def _lay_out(self, table: Node) -> None:
        """Note the places and heads of a table's cells."""
        rows = list(self._rows(table))
        self._places |= {cell.node.index: cell.column for row in rows for cell in row}
        # One cell over all columns is the table's title.
        rows = list(dropwhile(lambda row: len(row) < _LEAST_COLUMNS, rows))
        count = self._head_rows(rows)
        heads: dict[int, list[str]] = defaultdict(list)
        # Of heads of several rows the nearest comes first.
        for cell in chain.from_iterable(reversed(rows[:count])):
            text = self._document.text(cell.node)[:_LONGEST_HEAD]
            for column in range(cell.column, cell.column + cell.columns):
                if text and text not in heads[column]:
                    heads[column].append(text)
        for cell in chain.from_iterable(rows[count:]):
            self._heads[cell.node.index] = " ".join(heads[cell.column])

    def _rows(self, table: Node) -> Iterator[list[_Cell]]:
        """Yield the cells of each row of a table, but of the tables in it."""
        taken: dict[int, int] = {}
        at = table.index + 1
        while at < table.end:
            check_cancelled()
            node, part = self._document.nodes[at], self._of_tables.get(at)
            at = node.end if part in (TABLE, ROW) else at + 1
            if part == ROW:
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
                taken |= dict.fromkeys(range(column, min(column + columns, _MOST_TAKEN)), rows)
            column += columns
        return cells

    def _head_rows(self, rows: list[list[_Cell]]) -> int:
        """Return how many of a table's first rows are heads."""
        marked = len(list(takewhile(self._is_marked, rows[:_MOST_HEAD_ROWS])))
        return marked or int(self._is_worded(rows))

    def _is_marked(self, row: list[_Cell]) -> bool:
        """Return whether a row is one of heads by its elements."""
        return len(row) >= _LEAST_COLUMNS and (
            all(self._of_tables.get(cell.node.index) == HEAD for cell in row[1:])
            or any(up.tag == "thead" for up in islice(self._document.ancestors(row[0].node), 2))
        )

    def _is_worded(self, rows: list[list[_Cell]]) -> bool:
        """Return whether a first row has words where those below it have numbers."""
        below = rows[1 : 1 + _COMPARED]
        if len(below) < 2 or any(has_digit(self._document.text(cell.node)) for cell in rows[0]):
            return False
        numbers = Counter(
            cell.column
            for cell in chain.from_iterable(below)
            if has_digit(self._document.text(cell.node)[:2])
        )
        return any(2 * numbers[cell.column] > len(below) for cell in rows[0])


def _span(cell: Node, name: str) -> int:
    """Return over how many columns or rows a cell goes."""
    written = cell.attributes.get(name, "")
    return int(written) if _SPAN.fullmatch(written) else 1
