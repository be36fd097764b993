"""The view of a research reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import ResearchReply
from triptych.views.base.units import shortened
from triptych.views.base.view import View
from triptych.views.research.figure import research_figure
from triptych.views.research.graph import sub_questions
from triptych.views.research.page import page
from triptych.views.research.prose import Prose
from triptych.views.research.sources import claims, references
from triptych.views.research.wording import author, corrected, facts, left_unsaid, summary
from triptych.views.search.citing import MARKER
from triptych.views.search.wording import printable, site

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: A longer answer floods a terminal.
_LONGEST, _MOST_LISTED = 20_000, 30


class ResearchView(View):
    """Draws a `ResearchReply`."""

    def html(self, reply: ResearchReply) -> str:
        """Return the report with its contents, its sources, and the graph of how it was found."""
        return page(reply)

    def table(self, reply: ResearchReply) -> pandas.DataFrame:
        """Return the frame, what each source is cited for first."""
        frame = self.frame(reply)
        first = ["number", "title", "sentences", "cited_for", "url"]
        return frame[[*first, *(name for name in frame.columns if name not in first)]]

    def text(self, reply: ResearchReply) -> str:
        """Return the report with numbers for its markers, and the sources in a list."""
        parts = [summary(reply, len(Prose(reply).cited)), reply.query]
        parts += filter(None, (corrected(reply), author(reply)))
        parts += [warning.message for warning in reply.warnings]
        report = MARKER.sub(r"[\1]", reply.results).strip()
        if report:
            parts += ["", report[:_LONGEST]]
        if len(report) > _LONGEST:
            parts.append(f"… and {len(report) - _LONGEST:,} more characters: .results has them all")
        if missing := left_unsaid(reply):
            parts += ["", "Nothing was found about:", *(f"- {words}" for words in missing)]
        sources = list(references(reply).items())
        if sources:
            parts += ["", "Sources"]
        for number, result in sources[:_MOST_LISTED]:
            parts.append(
                f"{number}. {shortened(result.title or result.url, 100)} · {facts(result)}"
            )
            parts.append(f"   {result.url}")
        if (left := len(sources) - _MOST_LISTED) > 0:
            parts.append(f"… and {left:,} more: to_frame() has them all")
        return printable("\n".join(parts))

    def headline(self, reply: ResearchReply) -> str:
        """Return the length of the answer."""
        return summary(reply, len(Prose(reply).cited)).partition(" · ")[0]

    def frame(self, reply: ResearchReply) -> pandas.DataFrame:
        """Return a row per source, in order of first citation.

        Columns: number, title, url, site, published (as ISO 8601), language (a code), attribution
        (author and licence), sentences (how many cite it), cited_for (those sentences, a list),
        supports (the words of the page that support each, a list as long), headings (of the
        sections they stand in), questions (the sub-questions that brought it), is_safe (missing
        if unknown).
        """
        import pandas

        claims_of, questions = claims(reply, Prose(reply)), sub_questions(reply)
        rows = []
        for number, result in references(reply).items():
            own = claims_of.get(number, [])
            rows.append(
                {
                    "number": number,
                    "title": result.title,
                    "url": result.url,
                    "site": site(result),
                    "published": result.age or "",
                    "language": result.language or "",
                    "attribution": result.attribution or "",
                    "sentences": len(own),
                    "cited_for": [claim.text for claim in own],
                    "supports": [claim.support for claim in own],
                    "headings": list(dict.fromkeys(c.heading for c in own if c.heading)),
                    "questions": [one.text for one in questions if number in one.sources],
                    "is_safe": result.is_safe,
                }
            )
        columns = ["number", "title", "url", "site", "published", "language", "attribution"]
        columns += ["sentences", "cited_for", "supports", "headings", "questions", "is_safe"]
        frame = pandas.DataFrame(rows, columns=columns)
        return frame.astype({"number": "int64", "sentences": "int64", "is_safe": "boolean"})

    def figure(self, reply: ResearchReply, *, dark: bool = False) -> Figure:
        """Draw how the report was found, and how many of its sentences cite each source."""
        return research_figure(reply, dark=dark)
