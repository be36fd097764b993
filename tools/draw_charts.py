"""Draw the charts of the figures from the tables beside them.

    python tools/draw_charts.py

One for each section of `docs/figures.md`, from one of its tables, and one for each page in
`docs/figures`. Run it after a change to these tables.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "benchmarks"))

from report import Bar, Figure, chart, plot  # noqa: E402

FIGURES = ROOT / "docs" / "figures"
CHARTS = FIGURES / "charts"
#: A figure as it stands in a table, and the number of cases that it is of.
_NUMBER = re.compile(r"-?(?:\d[\d,]*)?(?:\.\d+|\d)")
#: An alternative with its figure.
_NAMED = re.compile(r"([A-Z]\w+) (\.\d+)")
_OF = re.compile(r"([\d,]+) of ([\d,]+)")


class Chart(NamedTuple):
    """What of a section is drawn.

    Parameters
    ----------
    section
        Its heading.
    table
        The number of the table in the section, from 0.
    columns, rows
        The columns and rows that are drawn, from 0 and without the first column and the head.
    by_row
        Whether each row is a measure, with a bar for each column; otherwise the columns are.
    """

    section: str
    table: int
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    by_row: bool = True


CHARTS_OF_SECTIONS = {
    "outside": Chart("Measured from outside", 0, (1, 2, 3), (0, 1, 2, 4, 7, 8, 10, 11, 15)),
    "profanity": Chart("Profanity", 0, (0, 1, 2), (0, 1, 2, 3), by_row=False),
    "spam": Chart("Spam", 0, (0, 1, 2), (0, 1, 2, 3)),
    "sentiment": Chart("Sentiment", 0, (0, 1, 2), (0, 1, 2, 3), by_row=False),
    "embeddings": Chart("Embeddings", 0, (0, 1, 2), (0, 1), by_row=False),
    "detection": Chart("Object detection", 0, (0, 1), (0, 1, 2), by_row=False),
    "generation": Chart("Image generation", 0, (0, 1, 2, 3), (0, 1), by_row=False),
    "search": Chart("Search", 0, (0, 1), (0, 1, 2, 3), by_row=False),
    "research": Chart("Deep research", 0, (0, 1, 2, 3), (0,)),
    "scrape": Chart("AI scrape", 0, (0, 1, 2), (0, 1, 2)),
    "workbench": Chart("Workbench", 0, (0,), (0, 1, 2, 3, 4), by_row=False),
    "client": Chart("Client", 0, (0,), (0, 2), by_row=False),
    "calls": Chart("Calls", 0, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4)),
    "columns": Chart("Columns", 0, (0, 1, 2), (0, 1, 2)),
    "dask": Chart("Dask", 0, (0,), (0, 1), by_row=False),
}


def tables(text: str) -> list[list[list[str]]]:
    r"""Return the tables of Markdown, each as rows of cells, the first of them its head.

    Examples
    --------
    >>> tables("| | F1 |\n|---|---|\n| ours | .9 |")
    [[['', 'F1'], ['ours', '.9']]]
    """
    blocks = re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE)
    lines = (
        [line for line in block.splitlines() if not set("-|") <= {*line} <= set("-|: ")]
        for block in blocks
    )
    return [
        [[_plain(cell) for cell in line.strip("|").split("|")] for line in own] for own in lines
    ]


def _plain(cell: str) -> str:
    """Return a cell without its markup."""
    return re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", cell).strip()


def value(cell: str) -> float | None:
    """Return the first number of a cell, as a share where it is so many of so many.

    Examples
    --------
    >>> value(".437 (aim .42)"), value("121 of 121"), value("3,189,000"), value("–")
    (0.437, 1.0, 3189000.0, None)
    """
    if share := _OF.match(cell):
        part, whole = (float(number.replace(",", "")) for number in share.groups())
        return part / whole
    number = _NUMBER.match(cell.removeprefix("× "))
    return float(number[0].replace(",", "")) if number else None


def bars(drawn: Chart, table: list[list[str]]) -> dict[str, list[Bar]]:
    """Return the bars of a table, by measure."""
    head, *rows = table
    groups: dict[str, list[Bar]] = {}
    named = ""
    for number, row in enumerate(rows):
        # A row whose first cell is empty continues the one above.
        named = row[0] or named
        if number not in drawn.rows:
            continue
        # What stands before the first column that is drawn belongs to the row's name.
        label = ": ".join([named, *row[1 : 1 + min(drawn.columns)]])
        for column in drawn.columns:
            name, cell = head[1 + column], row[1 + column]
            if match := _NAMED.fullmatch(cell):
                name, cell = match.groups()
            measure, bar = (label, name) if drawn.by_row else (name, label)
            if (length := value(cell)) is not None:
                groups.setdefault(measure, []).append(Bar(_short(bar), length, _short(cell)))
    return groups


def _short(words: str) -> str:
    """Return what stands before a remark in brackets."""
    return re.sub(r"(?<=.) \(.*", "", words)


def charts() -> dict[Path, str]:
    """Return the charts of the sections, by their paths."""
    text = (FIGURES.parent / "figures.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    return {
        CHARTS / f"{name}.svg": chart(bars(drawn, tables(sections[drawn.section])[drawn.table]))
        for name, drawn in CHARTS_OF_SECTIONS.items()
    }


def main() -> None:
    """Draw all of them."""
    CHARTS.mkdir(exist_ok=True)
    for path, svg in charts().items():
        path.write_text(svg, encoding="utf-8")
    for page in sorted(FIGURES.glob("*.md")):
        plot(figures_of(page.read_text(encoding="utf-8")), page.with_suffix(".svg"))


def figures_of(page: str) -> list[Figure]:
    """Return the figures in the tables of a page that `benchmarks/run.py` wrote."""
    figures = []
    for (corner, *names), *rows in tables(page):
        for head, *cells in rows:
            for name, cell in zip(names, cells, strict=True):
                number = value(cell)
                if number is not None:
                    size = value(head) if corner else None
                    figures.append(Figure(corner or head, number, by=name, at=size))
    return figures


if __name__ == "__main__":
    main()
