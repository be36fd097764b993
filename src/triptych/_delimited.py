"""Text that is a table: CSV and its relatives, recognised without reading all of it."""

from __future__ import annotations

import csv
import re

#: What is looked at: so many characters, and rows with their line of names.
_LOOK, _MOST, _LEAST = 20_000, 50, 3
_SEPARATORS = ",\t;"
_LONGEST_NAME = 40
#: A line of names has no sentences and no numbers.
_SENTENCE = re.compile(r"[.!?]$|[.!?] ")


def column_names(text: str) -> list[str]:
    r"""Return the names of a table's columns, or nothing if the text is no table.

    A table is a line of different short names and two rows or more that each have as many values,
    between commas, tabs or semicolons (RFC 4180).

    Parameters
    ----------
    text : str
        Any text.

    Examples
    --------
    >>> column_names("id,review\n1,Fine\n2,\"Awful, really\"\n")
    ['id', 'review']
    >>> column_names("Fine, we thought.\nAwful, really.\nNever again, sorry.")
    []
    """
    head, is_cut = text[:_LOOK].lstrip("\ufeff"), len(text) > _LOOK
    for separator in _SEPARATORS:
        names = _names(head, separator, is_cut=is_cut)
        if names:
            return names
    return []


def _names(head: str, separator: str, *, is_cut: bool) -> list[str]:
    first = head.partition("\n")[0]
    if separator not in first:
        return []
    rows = []
    try:
        for row in csv.reader(head.splitlines(keepends=True), delimiter=separator):
            if row:
                rows.append(row)
            if len(rows) > _MOST:
                break
    # A value longer than the module reads.
    except csv.Error:
        return []
    if is_cut and len(rows) <= _MOST:
        # The last row may be cut too.
        rows.pop()
    names = [name.strip() for name in rows[0]] if rows else []
    has_names = len(set(names)) == len(names) and all(
        0 < len(name) <= _LONGEST_NAME and not _SENTENCE.search(name) and not _is_number(name)
        for name in names
    )
    is_even = len(rows) >= _LEAST and all(len(row) == len(names) for row in rows)
    return names if has_names and is_even else []


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
