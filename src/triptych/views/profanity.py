"""Profanity: marked in the text, beside the censored copy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from triptych.contract import Profanity, ProfanityReply, ProfanityRequest
from triptych.views.base import theme
from triptych.views.base.figures import WIDE, name_rows, new_figure, set_title, set_unit, write
from triptych.views.base.markup import (
    card,
    escape,
    heading,
    more,
    section,
    side_by_side,
    spoken,
    text_block,
)
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: Characters of a line in the picture, and lines beyond which it counts instead of showing.
_LINE, _MOST_LINES = 102, 14
_CONTEXT = 30
#: A page with more text or marks than this is slow; the beginning is shown, with a note.
_MOST_SHOWN, _MOST_MARKS = 50_000, 1_000
#: How a word of the text stands in the picture.
_EQUALLY_WIDE = {"ha": "center", "va": "baseline", "fontsize": 10, "family": "DejaVu Sans Mono"}
#: Latin letters of the picture's face are equally wide, so a word of them is drawn at once.
_DRAWN_AT_ONCE = re.compile(r"[!-~\u00a1-\u024f]+|\S")


class ProfanityView(View):
    """Draws a `ProfanityReply`."""

    def html(self, reply: ProfanityReply) -> str:
        """Return the text with its profanities marked, beside the censored copy."""
        after = _body(reply.clean_text, ())
        if not reply.profanities:
            return card(heading(_summary(reply)), after)
        original = _original(reply)
        if original is None:
            return card(heading(f"{_summary(reply)}: {_words(reply)}"), after)
        before = _body(original, reply.profanities)
        return card(
            heading(_summary(reply)),
            side_by_side(section("before", before), section("after", after)),
        )

    def text(self, reply: ProfanityReply) -> str:
        """Return the count, the words and the censored copy."""
        words = f": {_words(reply)}" if reply.profanities else ""
        return f"{_summary(reply)}{words}\n{reply.clean_text}"

    def frame(self, reply: ProfanityReply) -> pandas.DataFrame:
        """Return a row per match: the match, its offsets, and the words around it."""
        import pandas

        text = _original(reply) or ""
        rows = [
            (
                item.profanity,
                item.start_index,
                item.end_index,
                text[max(0, item.start_index - _CONTEXT) : item.end_index + _CONTEXT],
            )
            for item in reply.profanities
        ]
        columns = ["profanity", "start_index", "end_index", "context"]
        return pandas.DataFrame(rows, columns=columns)

    def figure(self, reply: ProfanityReply, *, dark: bool = False) -> Figure:
        """Draw the text with its profanities marked; of a long text, how often each occurs."""
        text = _original(reply)
        if text is None:
            text = reply.clean_text
        # Twice as long as the picture has room for is surely too long, whatever the line breaks.
        if len(text) <= 2 * _LINE * _MOST_LINES and len(_lines(text)) <= _MOST_LINES:
            return _written(reply, text, dark=dark)
        return _counted(reply, text, dark=dark)


def _words(reply: ProfanityReply) -> str:
    return ", ".join(item.profanity for item in reply.profanities)


def _summary(reply: ProfanityReply) -> str:
    number = len(reply.profanities)
    return f"{count(number, 'profane word')} found" if number else "No profanity found"


def _original(reply: ProfanityReply) -> str | None:
    """Return the text of the request, or None where it is not known.

    Without the request it can be put together again when one character stands for each that was
    replaced: then the offsets hold in the censored copy too.
    """
    if isinstance(reply.request, ProfanityRequest):
        return reply.request.text
    censored = reply.clean_text
    pieces: list[str] = []
    position = 0
    for item in sorted(reply.profanities, key=lambda item: item.start_index):
        start, end = item.start_index, item.end_index
        hidden = censored[start:end]
        if start < position or len(set(hidden)) != 1 or len(hidden) != len(item.profanity):
            return None
        pieces += [censored[position:start], item.profanity]
        position = end
    return "".join([*pieces, censored[position:]])


def _pieces(text: str, matches: Sequence[Profanity]) -> Iterator[tuple[str, bool]]:
    """Yield the text in pieces, each with whether it is a match.

    Offsets that do not lead to the match (a server may count otherwise) mark nothing.
    """
    position = 0
    for item in sorted(matches, key=lambda item: item.start_index):
        start, end = item.start_index, item.end_index
        if start >= position and text[start:end] == item.profanity:
            yield text[position:start], False
            yield text[start:end], True
            position = end
    yield text[position:], False


def _marked(text: str, matches: Sequence[Profanity]) -> str:
    style = (
        f"background: {theme.MARK}; color: inherit; text-decoration: underline 2px "
        f"{theme.MARK_LINE}; text-underline-offset: 2px; border-radius: 2px"
    )
    return "".join(
        f'<mark style="{style}" title="profane">{escape(piece)}{spoken(" (profane)")}</mark>'
        if profane
        else escape(piece)
        for piece, profane in _pieces(text, matches)
    )


def _body(text: str, matches: Sequence[Profanity]) -> str:
    """Return the text marked, up to the length a page bears."""
    shown = _MOST_SHOWN
    if len(matches) > _MOST_MARKS:
        shown = min(shown, matches[_MOST_MARKS].start_index)
    marked = [item for item in matches[:_MOST_MARKS] if item.end_index <= shown]
    return text_block(_marked(text[:shown], marked) + more(len(text) - shown))


def _written(reply: ProfanityReply, text: str, *, dark: bool) -> Figure:
    """Draw the text itself, in equally wide letters so that the marks fall in place."""
    from matplotlib.patches import Rectangle

    colours = palette(dark=dark)
    lines = _lines(text)
    figure, axes = new_figure(WIDE, 0.9 + 0.26 * len(lines), colours)
    set_title(axes, _summary(reply), colours)
    axes.set_axis_off()
    axes.set_xlim(0, _LINE)
    axes.set_ylim(len(lines) - 0.2, -0.8)
    # Offsets that do not lead to the match mark nothing, as in the HTML.
    matches = [
        item
        for item in reply.profanities
        if text[item.start_index : item.end_index] == item.profanity
    ]
    for row, (start, line) in enumerate(lines):
        for item in matches:
            left = max(item.start_index, start) - start
            right = min(item.end_index, start + len(line)) - start
            if left < right:
                box = Rectangle((left, row - 0.62), right - left, 0.9, color=colours.mark)
                axes.add_patch(box)
                axes.plot(
                    [left, right],
                    [row + 0.27] * 2,
                    color=colours.mark_line,
                    linewidth=1.8,
                    solid_capstyle="butt",
                )
        for piece in _DRAWN_AT_ONCE.finditer(line):
            middle = (piece.start() + piece.end()) / 2
            write(axes, middle, row, piece[0], colours, **_EQUALLY_WIDE)
    return figure


def _counted(reply: ProfanityReply, text: str, *, dark: bool) -> Figure:
    """Draw where in a long text the matches lie, a row for each of the most frequent words."""
    colours = palette(dark=dark)
    places: dict[str, list[int]] = {}
    for item in reply.profanities:
        places.setdefault(shortened(item.profanity.casefold(), 24), []).append(item.start_index)
    words = sorted(places, key=lambda word: -len(places[word]))[:_MOST_LINES]
    figure, axes = new_figure(WIDE, 1.3 + 0.3 * len(words), colours)
    set_title(axes, f"{_summary(reply)} in {count(len(text), 'character')}", colours)
    for row, word in enumerate(words):
        axes.vlines(places[word], row - 0.32, row + 0.32, color=colours.mark_line, linewidth=1.5)
        beside = axes.get_yaxis_transform()
        write(axes, 1.01, row, f"{len(places[word]):,}", colours, transform=beside)
    axes.set_xlim(0, len(text))
    name_rows(axes, words, colours)
    set_unit(axes, "offset in the text, characters", colours)
    axes.grid(axis="x", color=colours.grid)
    return figure


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines of a picture, each with its offset; broken at spaces where there are any."""
    lines: list[tuple[int, str]] = []
    start = 0
    for paragraph in text.split("\n"):
        end = start + len(paragraph)
        while end - start > _LINE:
            space = text.rfind(" ", start, start + _LINE + 1)
            stop = space + 1 if space > start else start + _LINE
            lines.append((start, text[start:stop]))
            start = stop
        lines.append((start, text[start:end]))
        start = end + 1
    return lines
