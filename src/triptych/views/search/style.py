"""How a page of results looks, and what lights up together when it is pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from triptych.views.base import theme

_ROOT = "triptych-search"
#: How that looks; on a coloured ground faint letters are too faint.
LIT = "background: rgba(46, 134, 193, .18); --faint: var(--ink)"


def rooted(*parts: str) -> str:
    """Return parts in the frame that the style sheet is for."""
    colours = {
        "ink": theme.INK,
        "faint": theme.FAINT_INK,
        "rule": theme.RULE,
        "link": theme.LINK,
        "score": theme.SCORE,
        "chip": "rgba(46, 134, 193, .22)",
        "mark-line": theme.MARK_LINE,
        # Behind what lies over the page; `Canvas` is the page's own where there is no JupyterLab.
        "paper": "var(--jp-layout-color1, Canvas)",
    }
    own = "; ".join(f"--{name}: {colour}" for name, colour in colours.items())
    return f'<div class="{_ROOT}" style="{own}">{"".join(parts)}</div>'


def style(numbers: Iterable[int]) -> str:
    """Return the style sheet of a page whose results have these numbers."""
    return f"<style>{_look()} {' '.join(_paired(number) for number in numbers)}</style>"


def _paired(number: int) -> str:
    """Return what lights up together: a marker, its sentence, the card and the row it leads to."""
    pointed = (
        f".{_ROOT}:has(.triptych-m{number}:is(:hover, :focus-visible), .triptych-r{number}:hover, "
        f"tr:hover .triptych-t{number})"
    )
    lit = ", ".join(
        f"{pointed} {what}"
        for what in (
            f".triptych-s{number}",
            f".triptych-r{number}",
            f"tr:has(.triptych-t{number}) td",
        )
    )
    return f"{lit} {{ {LIT} }}"


@cache
def _look() -> str:
    sheet = (Path(__file__).parent / "look.css").read_text(encoding="utf-8")
    return " ".join(sheet.split())
