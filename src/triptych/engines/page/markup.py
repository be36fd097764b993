"""Markdown and notebooks."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from triptych.engines.page.directives import markdown_of_myst
from triptych.engines.page.page import PageError

_FRONT = re.compile(r"\A---[ \t]*\n(.{0,5000}?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_FIELD = re.compile(r"""(\w[\w-]*)\s*:\s*["']?(.*?)["']?\s*""")


def front_matter(text: str) -> tuple[dict[str, str], str]:
    r"""Return the fields before a Markdown text, as site generators read them, and the text.

    Examples
    --------
    >>> front_matter("---\ntitle: 'Tea'\ndate: 2024-03-01\n---\nBoil water.")
    ({'title': 'Tea', 'date': '2024-03-01'}, 'Boil water.')
    """
    front = _FRONT.match(text)
    if not front:
        return {}, text
    lines = (_FIELD.fullmatch(line) for line in front[1].split("\n"))
    return {field[1].lower(): field[2] for field in lines if field}, text[front.end() :]


def html_of_markdown(text: str, fields: dict[str, str]) -> str:
    """Return a page of HTML of a Markdown text (CommonMark, with tables, MyST) and its fields."""
    from markdown_it import MarkdownIt

    plain = markdown_of_myst(text)
    body = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(plain)
    title = f"<title>{escape(fields['title'])}</title>" if fields.get("title") else ""
    names = {"description": "description", "date": "date", "lastmod": "last-modified"}
    meta = "".join(
        f'<meta name="{name}" content="{escape(fields[key])}">'
        for key, name in names.items()
        if fields.get(key)
    )
    language = escape(fields.get("lang") or fields.get("language") or "")
    return f'<html lang="{language}"><head>{title}{meta}</head><body>{body}</body></html>'


def markdown_of_notebook(text: str) -> str:
    """Return the cells of a Jupyter notebook as Markdown; raise `PageError` if it is not one."""
    try:
        notebook: Any = json.loads(text)
        # Before format 4 the cells stood in a worksheet.
        cells = notebook.get("cells") or notebook["worksheets"][0]["cells"]
        parts = [_cell(cell) for cell in cells]
    except (ValueError, RecursionError, TypeError, AttributeError, LookupError):
        raise PageError("The file is not a Jupyter notebook: save it again in Jupyter.") from None
    return "\n\n".join(filter(None, parts))


def _cell(cell: Any) -> str:
    source = cell.get("source", cell.get("input", ""))
    text = source if isinstance(source, str) else "".join(map(str, source))
    if not text.strip():
        return ""
    if cell.get("cell_type") == "code":
        # A fence longer than any in the code.
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        return f"{fence}\n{text}\n{fence}"
    return text if cell.get("cell_type") in {"markdown", "heading"} else ""
