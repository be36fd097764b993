"""The view of a scrape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from triptych.contract import ScrapeReply
from triptych.views.base.markup import card, heading, warnings
from triptych.views.base.units import shortened
from triptych.views.base.view import View
from triptych.views.scrape.folds import folds
from triptych.views.scrape.found import Part, keys, parts, things
from triptych.views.scrape.names import plain_on
from triptych.views.scrape.overlay import outlined, overlay
from triptych.views.scrape.rendering import page_of, rendering
from triptych.views.scrape.screenshot import pixels, screenshot
from triptych.views.scrape.style import rooted, style
from triptych.views.scrape.tables import fields_table, records_table
from triptych.views.scrape.wording import further, missing, summary
from triptych.views.search.wording import printable

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class ScrapeView(View):
    """Draws a `ScrapeReply`."""

    def html(self, reply: ScrapeReply) -> str:
        """Return the page with what was found outlined, the fields, the records and the rest."""
        return _drawn(reply, _page(reply, parts(reply)))

    def table(self, reply: ScrapeReply) -> str:
        """Return the things of the page as a table, with links."""
        return card(style(()), rooted(records_table(reply)))

    def text(self, reply: ScrapeReply) -> str:
        """Return what was found, and a line for each prompt."""
        said = [warning.message for warning in reply.warnings]
        return printable("\n".join([summary(reply), *said, *map(_line, parts(reply))]))

    def frame(self, reply: ScrapeReply) -> pandas.DataFrame:
        """Return a row per record, with a column of texts for each key, in the order of prompts.

        What a record lacks is missing. Of a reply without records the n-th row has the n-th value
        of each key.
        """
        import pandas

        columns = keys(reply)
        rows = [[one.get(key) for key in columns] for one in things(reply)]
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
        """Draw the page with what was found outlined, where a picture came; and the values."""
        from triptych.views.scrape.figure import scrape_figure

        return scrape_figure(reply, dark=dark)


def elements(reply: ScrapeReply) -> str:
    """Return the view without the page, for whoever shows that beside it."""
    return _drawn(reply, "")


def _drawn(reply: ScrapeReply, page: str) -> str:
    found = parts(reply)
    listed = len(things(reply)) > 1
    return card(
        heading(summary(reply)),
        style(part.number for part in found if part.found),
        rooted(
            warnings(reply.warnings),
            page,
            "<h4>Elements</h4>" + fields_table(found) if found else "",
            "<h4>Records</h4>" + records_table(reply) if listed else "",
            folds(reply),
        ),
    )


def _page(reply: ScrapeReply, found: Sequence[Part]) -> str:
    shot, page = screenshot(reply), page_of(reply)
    # Without boxes nothing can be outlined on a picture, but on the page itself it can.
    if shot and (any(part.boxes for part in found) or not page.strip()):
        return overlay(shot, found, plain_on(pixels(reply), shot))
    return rendering(page, found, outlined(found)) if page.strip() else ""


def _line(part: Part) -> str:
    sure = "    " if part.confidence is None or not part.found else f"{part.confidence:.2f}"
    told = missing(part)
    if part.found:
        told = " ".join(filter(None, (shortened(part.values[0], 80), further(part.values))))
    return f"{sure} {shortened(part.key, 24):<24} {told}"
