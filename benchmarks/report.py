"""Figures that benchmarks report for programs, beside what they print for people."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

#: The environment variable with the file that figures are appended to; without it they are dropped.
VARIABLE = "BENCHMARK_REPORT"
OURS = "Triptych"
#: Pixels of a chart: its width and those of names and bars, and the height of a row.
_CHART, _NAMES, _BARS, _ROW = 736, 280, 340, 21
#: Of a name beside its bar.
_LETTERS = 40
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-weight:600}"
    ".value{font-variant-numeric:tabular-nums}.paper{fill:#fff}.ours{fill:#0072b2}"
    ".other{fill:#a3abb4}.aim{fill:none;stroke:#59636e;stroke-dasharray:4 3}"
    "@media(prefers-color-scheme:dark){text{fill:#e6e9ec}.paper{fill:#131416}"
    ".ours{fill:#56b4e9}.other{fill:#6b747d}.aim{stroke:#a7aeb7}}"
)


class Figure(NamedTuple):
    """One figure.

    Parameters
    ----------
    name
        What is measured.
    value
        How much it is.
    unit
        Empty for a share or a ratio.
    by
        The engine or the named alternative that was measured.
    at
        The size of the input, where a figure was taken for several.
    """

    name: str
    value: float
    unit: str = ""
    by: str = OURS
    at: float | None = None

    @property
    def label(self) -> str:
        """Return the name with the unit."""
        return f"{self.name}, {self.unit}" if self.unit else self.name


def report(
    name: str, value: float, unit: str = "", *, by: str = OURS, at: float | None = None
) -> None:
    """Append a figure to the file that `BENCHMARK_REPORT` names, if it does."""
    path = os.environ.get(VARIABLE)
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(Figure(name, float(value), unit, by, at)._asdict()) + "\n")


def read(path: Path) -> list[Figure]:
    """Return the figures of a file in the order of their reporting."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Figure(**json.loads(line)) for line in lines]


def number(value: float) -> str:
    """Return a figure with three significant digits, and none that is not significant.

    Examples
    --------
    >>> number(0.98765), number(12.345), number(1234567.8)
    ('0.988', '12.3', '1,234,568')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def tables(figures: Sequence[Figure]) -> str:
    """Return Markdown tables: one of all single figures, and one for each that has several sizes.

    Columns are what was measured, the engine or its alternatives.
    """
    single = [figure for figure in figures if figure.at is None]
    parts = [_table("", [(figure.label, figure) for figure in single])] if single else []
    for label, group in _by_size(figures).items():
        parts.append(_table(label, [(number(figure.at or 0), figure) for figure in group]))
    return "\n\n".join(parts)


def _by_size(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    sized = sorted((figure for figure in figures if figure.at is not None), key=lambda f: f.label)
    groups = groupby(sized, key=lambda figure: figure.label)
    return {label: sorted(group, key=lambda figure: figure.at or 0) for label, group in groups}


def _table(corner: str, rows: Sequence[tuple[str, Figure]]) -> str:
    columns = list(dict.fromkeys(figure.by for _, figure in rows))
    cells: dict[str, dict[str, str]] = {}
    for head, figure in rows:
        cells.setdefault(head, {})[figure.by] = number(figure.value)
    lines = [[corner, *columns], ["---"] * (len(columns) + 1)]
    lines += [[head, *(row.get(column, "–") for column in columns)] for head, row in cells.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


class Bar(NamedTuple):
    """A bar of a chart: its name, its length and the figure written beside it."""

    name: str
    value: float
    words: str


def plot(figures: Sequence[Figure], path: Path) -> bool:
    """Draw what has alternatives as bars side by side, or else what was taken for several sizes.

    Returns
    -------
    bool
        Whether there was anything to draw.
    """
    compared = {
        label: [Bar(figure.by, figure.value, number(figure.value)) for figure in group]
        for label, group in _groups([figure for figure in figures if figure.at is None]).items()
        if len({figure.by for figure in group}) > 1
    }
    sized = {
        label: [Bar(f"{f.by}, {number(f.at or 0)}", f.value, number(f.value)) for f in group]
        for label, group in _by_size(figures).items()
    }
    groups = compared or sized
    if groups:
        path.write_text(chart(groups), encoding="utf-8")
    return bool(groups)


def chart(groups: Mapping[str, Sequence[Bar]]) -> str:
    """Return bars as SVG that follows the reader's light or dark theme.

    Bars of a group have one scale, and all have one where nothing is above 1. What begins with
    "Triptych" stands out, where there is any; what begins with "aim" is an outline.

    Examples
    --------
    >>> chart({"F1": [Bar("Triptych", 0.9, ".90"), Bar("aim", 0.95, ".95")]}).count("<rect")
    3
    """
    bars = [bar for group in groups.values() for bar in group]
    is_share = all(bar.value <= 1 for bar in bars)
    has_ours = any(bar.name.startswith(OURS) for bar in bars)
    parts, top = [], 8
    for title, group in groups.items():
        if title:
            top += _ROW
            parts.append(f'<text class="title" x="0" y="{top - 6}">{escape(title)}</text>')
        most = 1.0 if is_share else max(bar.value for bar in group) or 1.0
        for bar in group:
            kind = "aim" if bar.name.startswith("aim") else "ours"
            if kind == "ours" and has_ours and not bar.name.startswith(OURS):
                kind = "other"
            width = max(1.0, _BARS * bar.value / most)
            parts.append(
                f'<text x="{_NAMES - 8}" y="{top + 15}" text-anchor="end">'
                f"{escape(shorten(bar.name))}</text>"
                f'<rect class="{kind}" x="{_NAMES}" y="{top + 3}" width="{width:.1f}" '
                f'height="{_ROW - 6}"/>'
                f'<text class="value" x="{_NAMES + width + 6:.1f}" y="{top + 15}">'
                f"{escape(bar.words)}</text>"
            )
            top += _ROW
        top += 8
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_CHART}" height="{top}" '
        f'viewBox="-8 0 {_CHART} {top}"><style>{_STYLE}</style>'
        f'<rect class="paper" x="-8" width="{_CHART}" height="{top}"/>\n{body}\n</svg>\n'
    )


def shorten(name: str) -> str:
    """Return the beginning of a name that would not fit beside its bar."""
    return name if len(name) <= _LETTERS else name[: _LETTERS - 1].rstrip(" ,;") + "…"


def _groups(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.label, []).append(figure)
    return groups
