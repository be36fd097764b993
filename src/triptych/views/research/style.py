"""How a report looks, and what lights up together when it is pointed at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from triptych.views.search import style as search

_ROOT = ".triptych-research"


def rooted(*parts: str) -> str:
    """Return parts in the frame that both style sheets are for."""
    return search.rooted(f'<div class="{_ROOT[1:]}">{"".join(parts)}</div>')


def style(numbers: Iterable[int], questions: int) -> str:
    """Return the style sheet of a report with these sources and so many sub-questions."""
    numbers = list(numbers)
    rules = [search.style(()), f"<style>{_look()}"]
    rules += map(_paired, numbers)
    rules += [_traced(f"e{number}", f"r{number}") for number in numbers]
    rules += [_traced(f"q{place}", f"asked.triptych-q{place}") for place in range(questions)]
    return " ".join(rules) + "</style>"


def _paired(number: int) -> str:
    """Return what lights up together: a source in table and graph, and the sentences citing it.

    A marker lights up its source; that its own sentence lights up needs no number.
    """
    marker = f".triptych-m{number}:is(:hover, :focus-visible)"
    source = f".triptych-r{number}:hover, tr:hover .triptych-t{number}"
    row, node = f"tr:has(.triptych-t{number}) td", f".triptych-r{number}"
    return (
        f"{_ROOT}:has({marker}, {source}) :is({row}, {node}), "
        f"{_ROOT}:has({source}) .triptych-s{number} {{ {search.LIT} }}"
    )


def _traced(edges: str, node: str) -> str:
    """Return what stands out while a node of the graph is pointed at.

    Its edges, and the nodes at their other ends.
    """
    pointed = f"{_ROOT} .triptych-graph:has(.triptych-{node}:hover)"
    return (
        f"{pointed} path.triptych-{edges} {{ stroke: var(--score); stroke-opacity: 1; "
        f"stroke-width: 2.5px }} {pointed} div.triptych-{edges} {{ opacity: 1; "
        f"background: var(--chip) }}"
    )


@cache
def _look() -> str:
    sheet = (Path(__file__).parent / "look.css").read_text(encoding="utf-8")
    return " ".join(sheet.split())
