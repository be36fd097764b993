"""The view of search suggestions."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from triptych.contract import SuggestReply, SuggestRequest
from triptych.views.base import theme
from triptych.views.base.markup import card, escape, heading
from triptych.views.base.sheet import MARGIN, Run, Sheet
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class SuggestView(View):
    """Draws a `SuggestReply`."""

    def html(self, reply: SuggestReply, *, can_search: bool = False) -> str:
        """Return the completions in a list, what they add to the typed letters in bold.

        With `can_search` each is a button, whose `data-query` is what a panel searches for.
        """
        items = "".join(
            f'<li dir="auto" style="overflow-wrap: anywhere">'
            f"{_button(reply, words) if can_search else _completed(reply, words)}</li>"
            for words in reply.suggestions
        )
        listed = f'<ol style="margin: 0; padding-left: 1.8em">{items}</ol>' if items else ""
        return card(heading(_summary(reply)), listed)

    def text(self, reply: SuggestReply) -> str:
        """Return a line for each completion."""
        return "\n".join([_summary(reply), *(f"  {words}" for words in reply.suggestions)])

    def headline(self, reply: SuggestReply) -> str:
        """Return how many completions there are."""
        return _number(reply)

    def frame(self, reply: SuggestReply) -> pandas.DataFrame:
        """Return a row per completion, best first: place (from 1) and suggestion."""
        import pandas

        rows = list(enumerate(reply.suggestions, 1))
        return pandas.DataFrame(rows, columns=["place", "suggestion"])

    def figure(self, reply: SuggestReply, *, dark: bool = False) -> Figure:
        """Draw the list, what was completed in bold."""
        colours = palette(dark=dark)
        sheet = Sheet(colours)
        typed = _typed(reply)
        title = f"Suggestions for “{shortened(typed, 60)}”" if typed else "Suggestions"
        sheet.write([Run(title, colours.ink, 12.5, bold=True)], leading=16)
        sheet.height += 6
        for place, words in enumerate(reply.suggestions, 1):
            known = words[: typed_part(typed, words)]
            runs = [Run(known, colours.faint, 10.5)] if known else []
            runs.append(Run(words[len(known) :], colours.ink, 10.5, bold=True))
            sheet.write(runs, left=MARGIN + 22, leading=19, most=1)
            sheet.place(Run(str(place), colours.faint, 9), MARGIN + 7, sheet.height)
        if not reply.suggestions:
            sheet.write([Run("Nothing known begins like this.", colours.ink)], leading=19)
        return sheet.figure()


def _summary(reply: SuggestReply) -> str:
    typed = _typed(reply)
    return f"{_number(reply)} for “{shortened(typed, 80)}”" if typed else _number(reply)


def _number(reply: SuggestReply) -> str:
    return count(len(reply.suggestions), "suggestion") if reply.suggestions else "No suggestions"


def _completed(reply: SuggestReply, words: str) -> str:
    known = typed_part(_typed(reply), words)
    before = f'<span style="color: {theme.FAINT_INK}">{escape(words[:known])}</span>'
    return f"{before if known else ''}<b>{escape(words[known:])}</b>"


def _button(reply: SuggestReply, words: str) -> str:
    return (
        f'<button type="button" class="triptych-query" data-query="{escape(words)}" '
        f'title="Search for this">{_completed(reply, words)}</button>'
    )


def _typed(reply: SuggestReply) -> str:
    return reply.request.query if isinstance(reply.request, SuggestRequest) else ""


def typed_part(typed: str, completion: str) -> int:
    """Return how many characters of a completion, at its beginning, are those that were typed.

    Examples
    --------
    >>> typed_part("history of ph", "History of Peru")
    12
    """
    pairs = zip(typed.lower(), completion.lower(), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
