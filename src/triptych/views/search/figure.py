"""A search reply as a picture of a page: the overview with its markers, and cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from triptych.contract import SearchReply, SearchResult
from triptych.views.base.sheet import MARGIN, WIDTH, Run, Sheet
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.search.citing import blocks, cited, parted, references
from triptych.views.search.wording import (
    advice,
    author,
    badge,
    corrected_words,
    emphasised,
    facts,
    no_overview,
    summary,
    times_cited,
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
    sheet = Sheet(colours)
    sheet.write([Run(summary(reply), colours.ink, 12.5, bold=True)], leading=16)
    for words in _notes(reply):
        sheet.write([Run(words, colours.ink)], leading=15, most=3)
    sheet.height += 8
    _overview(sheet, reply)
    citing = cited(reply)
    results = list(references(reply).items())
    for number, result in results[:_MOST_CARDS]:
        _card(sheet, number, result, len(citing.get(number, ())))
    if len(results) > _MOST_CARDS:
        left = count(len(results) - _MOST_CARDS, "more result")
        sheet.write([Run(f"… and {left}: to_frame() has them all", colours.faint)])
    if not results:
        for words in advice(reply):
            sheet.write([Run(f"•  {words}", colours.ink)], leading=15)
    return sheet.figure()


def _notes(reply: SearchReply) -> Iterator[str]:
    if reply.spell_fixed:
        words = " ".join(f"[{word}]" if new else word for word, new in corrected_words(reply))
        yield f"Showing results for {words}: what is in brackets was corrected."
    if not reply.is_safe:
        yield "The query itself is not safe."
    if words := no_overview(reply):
        yield words
    for warning in reply.warnings:
        yield f"Note: {warning.message}"


def _overview(sheet: Sheet, reply: SearchReply) -> None:
    if not reply.ai_overview:
        return
    colours = sheet.colours
    top = sheet.height
    room = _MOST_OVERVIEW_LINES
    for block in blocks(reply.ai_overview):
        # Each line of code is one of the picture.
        lines: list[list[Run]] = [[]]
        for sentence in block.sentences:
            *code, last = sentence.text.split("\n") if block.is_code else [sentence.text]
            lines[:0] = [[Run(line, colours.ink, 9)] for line in code]
            opening, answer, ending = parted(reply, sentence._replace(text=last))
            sentence_runs = (
                Run(opening, colours.ink, 10),
                Run(answer, colours.ink, 10, bold=True),
                Run(ending, colours.ink, 10),
            )
            lines[-1] += [run for run in sentence_runs if run.text]
            lines[-1] += [
                Run(str(citation.number), colours.ink, 9, bold=True, chip=colours.score_low)
                for citation in sentence.citations
            ]
            lines[-1].append(Run(" ", colours.ink, 10))
        left = MARGIN + (30 if block.is_item or block.is_code else 16)
        before = sheet.height
        sheet.height += 3
        for runs in lines:
            sheet.write(runs, left=left, leading=16, most=max(1, room))
        if block.is_item:
            sheet.place(Run("•", colours.faint, 10), left - 8, before + 19)
        room -= round((sheet.height - before) / 16)
        if room <= 0:
            break
    if by := author(reply):
        sheet.height += 3
        sheet.write([Run(by, colours.faint, 9)], left=MARGIN + 16)
    sheet.height += 10
    sheet.box(MARGIN, top, 3, sheet.height - top, colours.score)
    sheet.height += 12


def _card(sheet: Sheet, number: int, result: SearchResult, times: int) -> None:
    colours = sheet.colours
    left, top = MARGIN + _INDENT, sheet.height
    sheet.box(MARGIN, top, WIDTH - 2 * MARGIN, 0.6, colours.grid)
    sheet.height += 4
    title = shortened(result.title or result.url, 200)
    sheet.write([Run(title, colours.score, 10.5, bold=True)], left=left, leading=14, most=2)
    named = shortened(result.attribution or "", 120)
    where = " · ".join(filter(None, (facts(result), named)))
    line = [Run(where, colours.faint, 9)]
    if times:
        line += [
            Run(" · ", colours.faint, 9),
            Run(times_cited(times), colours.ink, 9, bold=True),
        ]
    if result.is_safe is False:
        line += [Run(" · ", colours.faint, 9), Run("not safe", colours.mark_line, 9, bold=True)]
    sheet.write(line, left=left, leading=12.5, most=2)
    if result.description:
        pieces = [
            Run(re.sub(r"\s+", " ", piece), colours.ink, 9, bold=strong)
            for piece, strong in emphasised(result.description)
        ]
        sheet.write(pieces, left=left, leading=13, most=3)
    initial, colour, ink = badge(result)
    sheet.box(MARGIN + 12, top + 8, 22, 22, colour)
    sheet.place(Run(initial, ink, 11, bold=True), MARGIN + 23, top + 23)
    sheet.place(Run(str(number), colours.faint, 9), MARGIN + 23, top + 41)
    sheet.height = max(sheet.height, top + 42) + 9
    if times:
        sheet.box(MARGIN, top + 6, 3, sheet.height - top - 12, colours.score)
