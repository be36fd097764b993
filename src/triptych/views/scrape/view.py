"""The view of a scrape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from triptych.contract import ScrapeReply
from triptych.views.base import theme
from triptych.views.base.markup import card, heading, warnings
from triptych.views.base.units import shortened
from triptych.views.base.view import View
from triptych.views.scrape.fields import (
    ShownField,
    further,
    keys,
    missing,
    records,
    shown_fields,
    summary,
)
from triptych.views.scrape.page_frame import page_of, rendering
from triptych.views.scrape.screenshot import outlined, overlay, pixels, plain_on, screenshot
from triptych.views.scrape.tables import fields_table, folds, records_table
from triptych.views.search.wording import printable

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class ScrapeView(View):
    """Draws a `ScrapeReply`."""

    def html(self, reply: ScrapeReply) -> str:
        """Return the page with its elements outlined, the fields, the records and the rest."""
        return _drawn(reply, _page(reply, shown_fields(reply)))

    def text(self, reply: ScrapeReply) -> str:
        """Return a summary, and a line for each prompt."""
        notes = [warning.message for warning in reply.warnings]
        return printable("\n".join([summary(reply), *notes, *map(_line, shown_fields(reply))]))

    def headline(self, reply: ScrapeReply) -> str:
        """Return how much was found."""
        return printable(summary(reply).partition(" · ")[0])

    def frame(self, reply: ScrapeReply) -> pandas.DataFrame:
        """Return a row per record, with a column of texts for each key, in the order of prompts.

        What a record lacks is missing. Of a reply without records the n-th row has the n-th value
        of each key.
        """
        import pandas

        columns = keys(reply)
        rows = [[one.get(key) for key in columns] for one in records(reply)]
        return pandas.DataFrame(rows, columns=columns, dtype="str")

    def mimebundle(self, reply: ScrapeReply) -> dict[str, str | bytes]:
        """Return HTML, plain text, and a picture that is light enough for a notebook."""
        from triptych.views.base.figures import png

        text = self.text(reply)
        return {
            "text/html": self.html(reply),
            "image/png": png(self.figure(reply), text[:1000], small=True),
            "text/plain": text,
        }

    def figure(self, reply: ScrapeReply, *, dark: bool = False) -> Figure:
        """Draw the screenshot, if there is one, with its elements outlined; and the values."""
        from triptych.views.scrape.figure import scrape_figure

        return scrape_figure(reply, dark=dark)


def elements(reply: ScrapeReply) -> str:
    """Return the view without the page, which the panel shows beside it."""
    return _drawn(reply, "")


def _drawn(reply: ScrapeReply, page: str) -> str:
    fields = shown_fields(reply)
    listed = len(records(reply)) > 1
    return card(
        heading(summary(reply)),
        style(field.number for field in fields if field.values),
        rooted(
            warnings(reply.warnings),
            page,
            "<h4>Elements</h4>" + fields_table(fields) if fields else "",
            "<h4>Records</h4>" + records_table(reply) if listed else "",
            folds(reply),
        ),
    )


def _page(reply: ScrapeReply, fields: Sequence[ShownField]) -> str:
    shot, page = screenshot(reply), page_of(reply)
    # Without boxes nothing can be outlined on a picture, but on the page itself it can.
    if shot and (any(field.boxes for field in fields) or not page.strip()):
        return overlay(shot, fields, plain_on(pixels(reply), shot))
    return rendering(page, fields, outlined(fields)) if page.strip() else ""


def _line(field: ShownField) -> str:
    sure = "    " if field.confidence is None or not field.values else f"{field.confidence:.2f}"
    text = missing(field)
    if field.values:
        text = " ".join(filter(None, (shortened(field.values[0], 80), further(field.values))))
    return f"{sure} {shortened(field.key, 24):<24} {text}"


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
