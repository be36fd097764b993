"""The view of a search reply."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from triptych.contract import SearchReply
from triptych.views.base.units import shortened
from triptych.views.base.view import View
from triptych.views.search.citing import Block, blocks, cited, passages, references
from triptych.views.search.figure import search_figure
from triptych.views.search.page import page
from triptych.views.search.wording import (
    advice,
    author,
    facts,
    no_overview,
    plain,
    printable,
    results,
    site,
    summary,
)

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: More results flood a terminal.
_MOST_LISTED = 10


class SearchView(View):
    """Draws a `SearchReply`."""

    def html(self, reply: SearchReply) -> str:
        """Return the overview, the results as cards, and the table of citations."""
        return page(reply)

    def table(self, reply: SearchReply) -> pandas.DataFrame:
        """Return the frame with what else the service sent of each result, its passage first."""
        results = references(reply).values()
        sent = {
            name: [getattr(result, name) for result in results]
            for name in ("attribution", "thumbnail", "favicon", "content")
        }
        frame = self.frame(reply).assign(**sent)
        first = ["number", "title", "passage", "url"]
        return frame[[*first, *(name for name in frame.columns if name not in first)]]

    def text(self, reply: SearchReply) -> str:
        """Return the overview with numbers for its markers, and the results in a list."""
        parts = [summary(reply)]
        if reply.spell_fixed:
            parts.append(f"Showing results for {reply.query}")
        if not reply.is_safe:
            parts.append("The query itself is not safe.")
        parts += [warning.message for warning in reply.warnings]
        if reply.ai_overview:
            parts += ["", *map(_block_text, blocks(reply.ai_overview)), author(reply)]
        elif reason := no_overview(reply):
            parts.append(reason)
        for number, result in list(references(reply).items())[:_MOST_LISTED]:
            unsafe = " · not safe" if result.is_safe is False else ""
            parts += ["", f"{number}. {shortened(result.title or result.url, 100)}"]
            parts.append(f"   {facts(result)}{unsafe}")
            parts.append(f"   {result.url}")
            if result.description:
                parts.append(f"   {shortened(plain(result.description), 160)}")
        if (left := len(reply.results) - _MOST_LISTED) > 0:
            parts += ["", f"… and {left:,} more: to_frame() has them all"]
        if not reply.results:
            parts += advice(reply)
        return printable("\n".join(parts))

    def headline(self, reply: SearchReply) -> str:
        """Return how many results there are."""
        return results(reply)

    def frame(self, reply: SearchReply) -> pandas.DataFrame:
        """Return a row per result.

        Columns: number, title, url, site, published (as ISO 8601), language (a code), cited (in
        the overview), passage (that supports what cites it, else its best), description (as plain
        text), is_safe (missing where it is unknown).
        """
        import pandas

        citing, passage = cited(reply), passages(reply)
        rows = [
            {
                "number": number,
                "title": result.title,
                "url": result.url,
                "site": site(result),
                "published": result.age or "",
                "language": result.language or "",
                "cited": number in citing,
                "passage": passage[number],
                "description": plain(result.description or ""),
                "is_safe": result.is_safe,
            }
            for number, result in references(reply).items()
        ]
        columns = ["number", "title", "url", "site", "published", "language", "cited"]
        columns += ["passage", "description", "is_safe"]
        frame = pandas.DataFrame(rows, columns=columns)
        return frame.astype({"number": "int64", "cited": "bool", "is_safe": "boolean"})

    def figure(self, reply: SearchReply, *, dark: bool = False) -> Figure:
        """Draw the overview and the results as a page."""
        return search_figure(reply, dark=dark)


def _block_text(block: Block) -> str:
    sentences = []
    for sentence in block.sentences:
        numbers = "".join(f" [{citation.number}]" for citation in sentence.citations)
        sentences.append(sentence.text + numbers)
    text = ("- " if block.is_item else "") + " ".join(sentences)
    return indent(text, "    ") if block.is_code else text
