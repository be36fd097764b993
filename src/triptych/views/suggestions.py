"""The view of search suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import SuggestReply, SuggestRequest
from triptych.views.base import theme
from triptych.views.base.markup import card, escape, heading
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View
from triptych.views.search.figure import suggestions_figure
from triptych.views.search.wording import typed_part

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class SuggestView(View):
    """Draws a `SuggestReply`."""

    def html(self, reply: SuggestReply) -> str:
        """Return the completions in a list, what they add to the typed letters in bold."""
        items = "".join(
            f'<li dir="auto" style="overflow-wrap: anywhere">{_completed(reply, words)}</li>'
            for words in reply.suggestions
        )
        listed = f'<ol style="margin: 0; padding-left: 1.8em">{items}</ol>' if items else ""
        return card(heading(_summary(reply)), listed)

    def text(self, reply: SuggestReply) -> str:
        """Return a line for each completion."""
        return "\n".join([_summary(reply), *(f"  {words}" for words in reply.suggestions)])

    def frame(self, reply: SuggestReply) -> pandas.DataFrame:
        """Return a row per completion, best first: place (from 1) and suggestion."""
        import pandas

        rows = list(enumerate(reply.suggestions, 1))
        return pandas.DataFrame(rows, columns=["place", "suggestion"])

    def figure(self, reply: SuggestReply, *, dark: bool = False) -> Figure:
        """Draw the list."""
        return suggestions_figure(reply, dark=dark)


def _summary(reply: SuggestReply) -> str:
    typed = reply.request.query if isinstance(reply.request, SuggestRequest) else ""
    found = count(len(reply.suggestions), "suggestion") if reply.suggestions else "No suggestions"
    return f"{found} for “{shortened(typed, 80)}”" if typed else found


def _completed(reply: SuggestReply, words: str) -> str:
    typed = reply.request.query if isinstance(reply.request, SuggestRequest) else ""
    known = typed_part(typed, words)
    before = f'<span style="color: {theme.FAINT_INK}">{escape(words[:known])}</span>'
    return f"{before if known else ''}<b>{escape(words[known:])}</b>"
