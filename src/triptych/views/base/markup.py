"""Pieces of HTML that need neither script nor style sheet."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Collection, Sequence
from html import escape
from typing import TYPE_CHECKING

from triptych.views.base import theme
from triptych.views.base.units import count, shortened

if TYPE_CHECKING:
    from triptych.contract import ReplyWarning

#: More rows make a page slow; the frame has them all.
MOST_ROWS = 200
_LONG = 140
#: A text of more than a few words has a column of some width, and a longer word may be broken.
_FEW = 40
_LONGEST_WORD = 24
_LONGEST = 20_000
_LARGEST_DOWNLOAD = 300_000

__all__ = [
    "caption",
    "card",
    "escape",
    "foldable",
    "harmless",
    "heading",
    "more",
    "nowrap",
    "section",
    "side_by_side",
    "spoken",
    "table",
    "text_block",
    "warnings",
]


def card(*parts: str) -> str:
    """Return the frame around a whole view."""
    style = (
        f"color: {theme.INK}; max-width: 68rem; padding: .4em 0; line-height: 1.5; font-size: 13px"
    )
    return f'<div class="triptych" style="{style}">{"".join(parts)}</div>'


def heading(words: str) -> str:
    """Return the line that summarises a reply."""
    return f'<p style="margin: 0 0 .6em; font-weight: 600">{escape(words)}</p>'


def caption(words: str) -> str:
    """Return a line in small letters; nothing where there are no words."""
    style = f"margin: 0 0 1em; font-size: 12px; color: {theme.FAINT_INK}"
    return f'<p style="{style}">{escape(words)}</p>' if words else ""


def warnings(notes: Sequence[ReplyWarning]) -> str:
    """Return the warnings of a reply."""
    return "".join(
        f'<p role="note" style="margin: 0 0 .6em; padding: .3em .6em; background: {theme.MARK}; '
        f'border-left: 3px solid {theme.MARK_LINE}">{escape(warning.message)}</p>'
        for warning in notes
    )


def section(title: str, body: str) -> str:
    """Return a titled part; parts stand side by side while there is room."""
    return (
        f'<div style="flex: 1 1 18rem; min-width: 0"><div style="color: {theme.FAINT_INK}; '
        f'font-size: 12px; margin-bottom: .2em">{escape(title)}</div>{body}</div>'
    )


def side_by_side(*sections: str) -> str:
    """Return sections beside each other, below each other where it is narrow."""
    return f'<div style="display: flex; flex-wrap: wrap; gap: 1rem">{"".join(sections)}</div>'


def text_block(body: str) -> str:
    """Return a block of running text that keeps its line breaks and wraps anywhere."""
    return (
        f'<div dir="auto" style="background: {theme.SURFACE}; border: 1px solid {theme.RULE}; '
        "border-radius: 4px; padding: .6em .8em; white-space: pre-wrap; overflow-wrap: anywhere; "
        f'max-height: 24rem; overflow-y: auto" tabindex="0">{body}</div>'
    )


def more(characters: int) -> str:
    """Return a note that so many characters are left out; nothing where none are."""
    return f"\n<em>… and {count(characters, 'more character')}</em>" if characters > 0 else ""


def spoken(words: str) -> str:
    """Return words for screen readers, and for places that strip styles."""
    return (
        '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; '
        f'clip-path: inset(50%); white-space: nowrap; user-select: none">{escape(words)}</span>'
    )


def foldable(text: str) -> str:
    """Return a text, folded behind its beginning where it is long."""
    # A column is as narrow as its longest unbreakable part: a letter, if words can be broken.
    wrap = "anywhere" if max(map(len, text.split()), default=0) > _LONGEST_WORD else "normal"
    style = f"overflow-wrap: {wrap}; min-width: {'12em' if len(text) > _FEW else 0}"
    if len(text) <= _LONG:
        return f'<span dir="auto" style="display: inline-block; {style}">{escape(text)}</span>'
    return (
        f'<details><summary dir="auto" style="cursor: pointer; {style}">'
        f"{escape(shortened(text, _LONG))} <u>more</u></summary>"
        '<div dir="auto" tabindex="0" style="white-space: pre-wrap; overflow-wrap: anywhere; '
        f'max-height: 24rem; overflow-y: auto">{escape(text[:_LONGEST])}'
        f"{more(len(text) - _LONGEST)}</div></details>"
    )


def nowrap(words: str) -> str:
    """Return words that stay on one line."""
    return f'<span style="white-space: nowrap">{escape(words)}</span>'


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    download: Sequence[Sequence[object]],
    name: str,
    numbers: Collection[int] = (),
    download_columns: Sequence[str] = (),
    most: int = MOST_ROWS,
) -> str:
    """Return a table, with a link that saves its values as CSV.

    Cells are escaped HTML; only the first `most` rows are needed, but `download` has the plain
    values of all. `numbers` are the indices of right-aligned columns; `name` is that of the file.
    """
    cells = [
        f"padding: .3em .7em; border-bottom: 1px solid {theme.RULE}; vertical-align: top; "
        f"text-align: {'right' if place in numbers else 'left'}"
        for place in range(len(columns))
    ]
    head = "".join(
        f'<th scope="col" style="{cell}; font-weight: 600">{escape(column.replace("_", " "))}</th>'
        for column, cell in zip(columns, cells, strict=True)
    )
    # A broken number would look like another number.
    cells = [
        f"{cell}; white-space: nowrap" if place in numbers else cell
        for place, cell in enumerate(cells)
    ]
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="{cell}">{value}</td>' for value, cell in zip(row, cells, strict=True)
        )
        + "</tr>"
        for row in rows[:most]
    )
    left = len(download) - most
    rest = f"<p>{count(left, 'more row')}: to_frame() has them all.</p>" if left > 0 else ""
    link = _csv_link(download_columns or columns, download, name)
    # Notebooks have a style of their own for tables, and pages without a doctype give tables
    # neither the colour nor the size of the text around them, so all of it is set here.
    return (
        '<div style="overflow-x: auto" tabindex="0"><table style="border-collapse: collapse; '
        "width: 100%; margin: 0; table-layout: auto; color: inherit; font-size: inherit; "
        f'font-variant-numeric: tabular-nums"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>{rest}</div>{link}"
    )


def _csv_link(columns: Sequence[str], rows: Sequence[Sequence[object]], name: str) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(columns)
    writer.writerows([harmless(value) for value in row] for row in rows)
    data = buffer.getvalue().encode("utf-8-sig", "replace")
    if len(data) > _LARGEST_DOWNLOAD:
        return ""
    address = f"data:text/csv;base64,{base64.b64encode(data).decode()}"
    return (
        f'<div style="text-align: right; font-size: 12px"><a download="{escape(name)}.csv" '
        f'href="{address}" style="color: {theme.LINK}">CSV</a></div>'
    )


def harmless(value: object) -> object:
    """Keep a spreadsheet from taking a text for a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return value
