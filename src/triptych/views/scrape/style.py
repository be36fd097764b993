"""How a scrape looks, and what lights up together when it is pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from triptych.views.base import theme

_ROOT = "triptych-scrape"
#: On a coloured ground faint letters are too faint.
_LIT = "background: rgba(46, 134, 193, .18)"


def rooted(*parts: str) -> str:
    """Return parts in the frame that the style sheet is for."""
    colours = {
        "ink": theme.INK,
        "faint": theme.FAINT_INK,
        "rule": theme.RULE,
        "link": theme.LINK,
        "score": theme.SCORE,
        "surface": theme.SURFACE,
    }
    own = "; ".join(f"--{name}: {colour}" for name, colour in colours.items())
    return f'<div class="{_ROOT}" style="{own}">{"".join(parts)}</div>'


def style(numbers: Iterable[int]) -> str:
    """Return the style sheet of a page on which prompts with these numbers found something."""
    return f"<style>{_look()} {' '.join(_paired(number) for number in numbers)}</style>"


def _paired(number: int) -> str:
    """Return what lights up together: a row of the table and the boxes on the page."""
    boxes = f".{_ROOT}:has(tr:hover .triptych-f{number}) .triptych-box"
    row = f".{_ROOT}:has(.triptych-b{number}:hover) tr:has(.triptych-f{number}) td"
    return (
        f"{boxes}:not(.triptych-b{number}) {{ opacity: .25 }} "
        f"{boxes}.triptych-b{number} rect + rect {{ fill-opacity: .3; stroke-width: 4px }} "
        f"{row} {{ {_LIT} }}"
    )


@cache
def _look() -> str:
    sheet = (Path(__file__).parent / "look.css").read_text(encoding="utf-8")
    return " ".join(sheet.split())
