"""Figures that benchmarks report for programs, beside what they print for people."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from itertools import cycle, groupby
from pathlib import Path
from typing import Any, NamedTuple

#: The environment variable with the file that figures are appended to; without it they are dropped.
VARIABLE = "BENCHMARK_REPORT"
OURS = "Triptych"
# The paper and the ink of a plot, in light and in dark themes. Neither is a colour of the data.
_LIGHT, _DARK = ("#fdfdfe", "#24292f", "#d5d9de"), ("#14171a", "#e6e9ec", "#3a4048")


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


def plot(figures: Sequence[Figure], path: Path) -> bool:
    """Draw what has several sizes as lines, and what has alternatives as bars.

    The SVG follows the reader's light or dark theme.

    Returns
    -------
    bool
        Whether there was anything to draw.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Canvas

    from triptych._colours import CATEGORIES

    sized = _by_size(figures)
    compared = {
        label: group
        for label, group in _groups(figures).items()
        if len({figure.by for figure in group}) > 1
    }
    charts = sized or compared
    if not charts:
        return False
    names = list(dict.fromkeys(figure.by for figure in figures))
    wide = min(len(charts), 2)
    high = -(-len(charts) // wide)
    paper, ink, grid = _LIGHT
    style: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": path.stem,
        "font.family": "sans-serif",
        "font.size": 10,
        "text.color": ink,
        "axes.labelcolor": ink,
        "axes.edgecolor": ink,
        "axes.facecolor": paper,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.color": grid,
        "xtick.color": ink,
        "ytick.color": ink,
        "legend.frameon": False,
    }
    with rc_context(style):
        canvas = Canvas(
            figsize=(5.2 * wide, (3.1 if sized else 1.7) * high),
            facecolor=paper,
            layout="constrained",
        )
        grid_of_axes = canvas.subplots(high, wide, squeeze=False)
        for place, (label, group) in enumerate(charts.items()):
            axes = grid_of_axes[place // wide][place % wide]
            axes.set_title(label, fontsize=10, loc="left")
            by_name = {name: [f for f in group if f.by == name] for name in names}
            present = {name: row for name, row in by_name.items() if row}
            colours = [CATEGORIES[place % len(CATEGORIES)] for place in range(len(present))]
            if sized:
                for (name, row), colour, marker in zip(present.items(), colours, cycle("osD^vPX")):
                    sizes, values = [f.at for f in row], [f.value for f in row]
                    axes.plot(sizes, values, marker=marker, label=name, color=colour)
                axes.set_xscale("log")
                least, most = min(f.value for f in group), max(f.value for f in group)
                if most > 20 * least:
                    axes.set_yscale("log")
                else:
                    axes.set_ylim(0, 1.1 * most)
                axes.grid(visible=True)
                axes.legend(fontsize=8)
            else:
                values = [row[0].value for row in present.values()]
                bars = axes.barh(list(present), values, color=colours)
                axes.bar_label(bars, [number(value) for value in values], padding=3)
                axes.margins(x=0.2)
                axes.invert_yaxis()
                axes.xaxis.set_visible(False)
                axes.spines.bottom.set_visible(False)
        for empty in range(len(charts), wide * high):
            grid_of_axes[empty // wide][empty % wide].set_axis_off()
        canvas.savefig(path, format="svg", metadata={"Date": None})
    path.write_text(_themed(path.read_text(encoding="utf-8")), encoding="utf-8")
    return True


def _groups(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        groups.setdefault(figure.label, []).append(figure)
    return groups


def _themed(svg: str) -> str:
    """Return an SVG whose paper and ink change with the reader's theme."""
    rules = "".join(
        f'[style*="{member}: {light}"]{{{member}:{dark} !important}}'
        for light, dark in zip(_LIGHT, _DARK, strict=True)
        for member in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme: dark){{{rules}}}</style>"
    # Trailing spaces that Matplotlib writes.
    return re.sub(r" +$", "", svg.replace("<defs>", f"<defs>{style}", 1), flags=re.MULTILINE)
