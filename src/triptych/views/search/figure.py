"""A search reply as a picture of a page: the overview with its markers, and cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from triptych.contract import SearchReply, SearchResult, SuggestReply, SuggestRequest
from triptych.views.base.sheet import MARGIN, WIDTH, Run, Sheet
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.detection.classes import colour_of, ink_on
from triptych.views.search.citing import blocks, cited, references
from triptych.views.search.wording import (
    advice,
    author,
    changed,
    emphasised,
    facts,
    no_overview,
    site,
    summary,
    typed_part,
    used,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# In points.
_INDENT = 46.0
_MOST_CARDS = 10
_MOST_OVERVIEW_LINES = 24


def search_figure(reply: SearchReply, *, dark: bool) -> Figure:
    """Return the picture of a search."""
    colours = palette(dark=dark)
    drawn = Sheet(colours)
    drawn.write([Run(summary(reply), colours.ink, 12.5, bold=True)], leading=16)
    for words in _notes(reply):
        drawn.write([Run(words, colours.ink)], leading=15, most=3)
    drawn.height += 8
    _overview(drawn, reply)
    said = cited(reply)
    found = list(references(reply).items())
    for number, result in found[:_MOST_CARDS]:
        _card(drawn, number, result, len(said.get(number, ())))
    if len(found) > _MOST_CARDS:
        left = count(len(found) - _MOST_CARDS, "more result")
        drawn.write([Run(f"… and {left}: to_frame() has them all", colours.faint)])
    if not found:
        for words in advice(reply):
            drawn.write([Run(f"•  {words}", colours.ink)], leading=15)
    return drawn.figure()


def _notes(reply: SearchReply) -> Iterator[str]:
    if reply.spell_fixed:
        words = " ".join(f"[{word}]" if new else word for word, new in changed(reply))
        yield f"Showing results for {words}: what is in brackets was corrected."
    if not reply.is_safe:
        yield "The query itself is not safe."
    if words := no_overview(reply):
        yield words
    for warning in reply.warnings:
        yield f"Note: {warning.message}"


def _overview(drawn: Sheet, reply: SearchReply) -> None:
    if not reply.ai_overview:
        return
    colours = drawn.colours
    top = drawn.height
    room = _MOST_OVERVIEW_LINES
    for block in blocks(reply.ai_overview):
        runs = []
        for sentence in block.sentences:
            runs.append(Run(sentence.text, colours.ink, 10))
            runs += [
                Run(str(citation.number), colours.ink, 7.5, bold=True, chip=colours.score_low)
                for citation in sentence.citations
            ]
            runs.append(Run(" ", colours.ink, 10))
        left = MARGIN + (30 if block.is_item else 16)
        before = drawn.height
        drawn.height += 3
        drawn.write(runs, left=left, leading=16, most=max(1, room))
        if block.is_item:
            drawn.place(Run("•", colours.faint, 10), left - 8, before + 19)
        room -= round((drawn.height - before) / 16)
        if room <= 0:
            break
    if by := author(reply):
        drawn.height += 3
        drawn.write([Run(by, colours.faint, 8.5)], left=MARGIN + 16)
    drawn.height += 10
    drawn.box(MARGIN, top, 3, drawn.height - top, colours.score)
    drawn.height += 12


def _card(drawn: Sheet, number: int, result: SearchResult, times: int) -> None:
    colours = drawn.colours
    left, top = MARGIN + _INDENT, drawn.height
    drawn.box(MARGIN, top, WIDTH - 2 * MARGIN, 0.6, colours.grid)
    drawn.height += 4
    title = shortened(result.title or result.url, 200)
    drawn.write([Run(title, colours.score, 10.5, bold=True)], left=left, leading=14, most=2)
    named = shortened(result.attribution or "", 120)
    where = " · ".join(filter(None, (facts(result), named)))
    said = [Run(where, colours.faint, 8.5)]
    if times:
        said += [Run(" · ", colours.faint, 8.5), Run(used(times), colours.ink, 8.5, bold=True)]
    if result.is_safe is False:
        said += [Run(" · ", colours.faint, 8.5), Run("not safe", colours.mark_line, 8.5, bold=True)]
    drawn.write(said, left=left, leading=12.5, most=2)
    if result.description:
        pieces = [
            Run(re.sub(r"\s+", " ", piece), colours.ink, 9, bold=strong)
            for piece, strong in emphasised(result.description)
        ]
        drawn.write(pieces, left=left, leading=13, most=3)
    name = site(result)
    square = colour_of(name)
    initial = next((letter for letter in name.upper() if letter.isalnum()), "?")
    drawn.box(MARGIN + 12, top + 8, 22, 22, square)
    drawn.place(Run(initial, ink_on(square), 11, bold=True), MARGIN + 23, top + 23)
    drawn.place(Run(str(number), colours.faint, 8.5), MARGIN + 23, top + 41)
    drawn.height = max(drawn.height, top + 42) + 9
    if times:
        drawn.box(MARGIN, top + 6, 3, drawn.height - top - 12, colours.score)


def suggestions_figure(reply: SuggestReply, *, dark: bool) -> Figure:
    """Return the picture of a list of completions, what was typed in bold."""
    colours = palette(dark=dark)
    drawn = Sheet(colours)
    typed = reply.request.query if isinstance(reply.request, SuggestRequest) else ""
    title = f"Suggestions for “{shortened(typed, 60)}”" if typed else "Suggestions"
    drawn.write([Run(title, colours.ink, 12.5, bold=True)], leading=16)
    drawn.height += 6
    for place, words in enumerate(reply.suggestions, 1):
        known = words[: typed_part(typed, words)]
        runs = [Run(known, colours.faint, 10.5)] if known else []
        runs.append(Run(words[len(known) :], colours.ink, 10.5, bold=True))
        drawn.write(runs, left=MARGIN + 22, leading=19, most=1)
        drawn.place(Run(str(place), colours.faint, 9), MARGIN + 7, drawn.height)
    if not reply.suggestions:
        drawn.write([Run("Nothing known begins like this.", colours.ink)], leading=19)
    return drawn.figure()
