"""The view of several pages of one site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import ScrapedPages, ScrapeReply
from triptych.views.base.markup import card, escape, heading, table
from triptych.views.base.sheet import MARGIN, WIDTH, Run, Sheet
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View
from triptych.views.scrape.fields import keys, records
from triptych.views.scrape.tables import MOST_RECORDS, value
from triptych.views.scrape.view import rooted, style
from triptych.views.search.wording import printable

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

_MOST_LINES, _MOST_COLUMNS = 20, 4
_LONGEST_ADDRESS = 60
# In points: the column of the pages' addresses, and the air between columns.
_ADDRESS, _GAP = 150.0, 12.0


class SiteView(View):
    """Draws `ScrapedPages`."""

    def html(self, reply: ScrapedPages) -> str:
        """Return the records of each page, the pages with another layout, and those not read."""
        drifted = "".join(
            f"<li>{value(url)}: {escape(', '.join(names))}</li>"
            for url, names in reply.drifted.items()
        )
        failed = "".join(
            f"<li>{value(url)}: {escape(why)}</li>" for url, why in reply.failures.items()
        )
        return card(
            heading(summary(reply)),
            style(()),
            rooted(
                _records(reply),
                f"<h4>Another layout than the rest</h4><ul>{drifted}</ul>" if drifted else "",
                f"<h4>Not read</h4><ul>{failed}</ul>" if failed else "",
            ),
        )

    def text(self, reply: ScrapedPages) -> str:
        """Return what was read, and a line for each page."""
        lines = [
            " · ".join([place, *(shortened(row.get(key, "–"), 40) for key in _columns(reply))])
            for place, row in _rows(reply)
        ]
        lines += [f"{_place(url, 0)}: {why}" for url, why in reply.failures.items()]
        return printable("\n".join([summary(reply), *lines]))

    def frame(self, reply: ScrapedPages) -> pandas.DataFrame:
        """Return a row per record: the page's address, and a column of texts for each key."""
        import pandas

        names = _columns(reply)
        first = "url" if "url" not in names else "page url"
        rows = [
            [url, *(one.get(name) for name in names)]
            for url, page in zip(reply.urls, reply.pages, strict=True)
            for one in records(page) or [{}]
        ]
        return pandas.DataFrame(rows, columns=[first, *names], dtype="str")

    def figure(self, reply: ScrapedPages, *, dark: bool = False) -> Figure:
        """Draw a line for each page: its address, and the first values."""
        colours = palette(dark=dark)
        drawn = Sheet(colours)
        drawn.write([Run(summary(reply), colours.ink, 12.5, bold=True)], leading=16)
        drawn.height += 8
        names = _columns(reply)[:_MOST_COLUMNS]
        wide = (WIDTH - 2 * MARGIN - _ADDRESS) / max(1, len(names))

        def line(cells: list[tuple[str, str]]) -> None:
            top = drawn.height
            for number, (words, colour) in enumerate(cells):
                left = MARGIN + (_ADDRESS + (number - 1) * wide if number else 0)
                right = left + (wide if number else _ADDRESS) - _GAP
                drawn.height = top
                drawn.write([Run(words, colour)], left=left, right=right, leading=16, most=1)

        line([("page", colours.faint), *((name, colours.faint) for name in names)])
        drawn.box(MARGIN, drawn.height + 4, WIDTH - 2 * MARGIN, 0.5, colours.faint)
        drawn.height += 5
        rows = _rows(reply)
        for place, row in rows[:_MOST_LINES]:
            cells = [
                (row[name], colours.ink) if name in row else ("–", colours.faint) for name in names
            ]
            line([(place, colours.faint), *cells])
        if len(rows) > _MOST_LINES:
            drawn.write([Run(f"… and {len(rows) - _MOST_LINES:,} more", colours.faint)], leading=18)
        return drawn.figure()


def summary(reply: ScrapedPages) -> str:
    """Return what was read, in one line.

    Examples
    --------
    >>> summary(ScrapedPages(pages=[], urls=[], failures={"https://tea.example/": "gone"}))
    '0 pages read · 1 not read'
    """
    facts = [f"{count(len(reply.pages), 'page')} read"]
    facts += ["by one template"] if reply.template is not None else []
    facts += [f"{len(reply.drifted)} with another layout"] if reply.drifted else []
    facts += [f"{len(reply.failures)} not read"] if reply.failures else []
    return " · ".join(facts)


def _columns(reply: ScrapedPages) -> list[str]:
    return list(dict.fromkeys(key for page in reply.pages for key in keys(page)))


def _rows(reply: ScrapedPages) -> list[tuple[str, dict[str, str]]]:
    """Return each record with the name of its page."""
    pages: list[tuple[str, ScrapeReply]] = list(zip(reply.urls, reply.pages, strict=True))
    return [
        (_place(url, number), one)
        for number, (url, page) in enumerate(pages, 1)
        for one in records(page) or [{}]
    ]


def _place(url: str, number: int) -> str:
    """Return the end of an address, which tells pages of one site apart."""
    if url[:5].lower() == "data:":
        return f"page {number}" if number else "a page"
    path = url.partition("://")[2].rstrip("/")
    return path if len(path) <= _LONGEST_ADDRESS else f"…{path[1 - _LONGEST_ADDRESS :]}"


def _records(reply: ScrapedPages) -> str:
    names = _columns(reply)
    rows = _rows(reply)
    shown = [
        [escape(shortened(place, 40)), *(value(row.get(name, "")) for name in names)]
        for place, row in rows[:MOST_RECORDS]
    ]
    listed = table(
        ["page", *(shortened(name, 60) for name in names)],
        shown,
        download=[[place, *(row.get(name, "") for name in names)] for place, row in rows],
        download_columns=["page", *names],
        name="pages",
        most=MOST_RECORDS,
    )
    return f'<div class="triptych-records">{listed}</div>'
