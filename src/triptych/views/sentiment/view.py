"""The view of a sentiment reply."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import TYPE_CHECKING

from triptych.contract import SentimentReply
from triptych.views.base import theme
from triptych.views.base.live import live
from triptych.views.base.markup import (
    caption,
    card,
    escape,
    heading,
    section,
    side_by_side,
    text_block,
    warnings,
)
from triptych.views.base.units import shortened
from triptych.views.base.view import View, listed
from triptych.views.sentiment.figure import draw
from triptych.views.sentiment.plot import plot, shaded
from triptych.views.sentiment.reading import (
    Reading,
    arc,
    emotion_colour,
    extremes,
    group_of,
    passage,
    profile,
    reading,
)
from triptych.views.sentiment.wording import (
    emotion_name,
    emotion_word,
    mood_words,
    sentiment_words,
    summary,
    uncertainty_note,
)

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: Of the picture where style sheets are taken away, in CSS pixels.
_WIDTH = 720


class SentimentView(View):
    """Draws a `SentimentReply`."""

    def html(self, reply: SentimentReply) -> str:
        """Return the score over the text, the text shaded, and the emotions in it."""
        return self._html(reply, plot)

    def saved_html(self, reply: SentimentReply, picture: bytes) -> str:
        """Return the same, with a picture where style sheets are taken away."""
        address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
        return self._html(reply, lambda read: live(plot(read), address, summary(reply), _WIDTH))

    def _html(self, reply: SentimentReply, drawn: Callable[[Reading], str]) -> str:
        read = reading(reply)
        if not read.sentences:
            return card(heading(summary(reply)), warnings(reply.warnings), caption(_note(reply)))
        parts = [section("The text, shaded by score", shaded(read)), _profile(reply)]
        ends = _ends(read) if read.is_long else ""
        return card(
            heading(summary(reply)),
            warnings(reply.warnings),
            drawn(read),
            ends,
            side_by_side(*parts),
        )

    def text(self, reply: SentimentReply) -> str:
        """Return the whole in words and a line for each sentence."""
        sentences = reply.sentiment.sentences
        width = max((len(mood_words(one)) for one in sentences), default=0)
        lines = listed(
            sentences,
            lambda one: f"{one.score:.2f} {mood_words(one):<{width}} {shortened(one.text, 60)}",
        )
        messages = [warning.message for warning in reply.warnings]
        return "\n".join(filter(None, [summary(reply), *messages, *lines, _note(reply)]))

    def headline(self, reply: SentimentReply) -> str:
        """Return the sentiment of the whole, and its score."""
        return f"{sentiment_words(reply.sentiment)} {reply.sentiment.score:.2f}"

    def frame(self, reply: SentimentReply) -> pandas.DataFrame:
        """Return a row per sentence: text, start, sentiment, score, emotion, confidence."""
        import pandas

        read = reading(reply)
        columns = ("text", "start", "sentiment", "score", "emotion", "confidence")
        rows = [[getattr(sentence, column) for column in columns] for sentence in read.sentences]
        frame = pandas.DataFrame(rows, columns=list(columns))
        # Without a place it stays a whole number, not a fraction.
        return frame.astype({"start": "Int64" if frame["start"].isna().any() else "int64"})

    def table(self, reply: SentimentReply) -> pandas.DataFrame:
        """Return the frame with sentiment and emotion in words."""
        sentences = reply.sentiment.sentences
        return self.frame(reply).assign(
            sentiment=list(map(sentiment_words, sentences)),
            emotion=list(map(emotion_word, sentences)),
        )

    def figure(self, reply: SentimentReply, *, dark: bool = False) -> Figure:
        """Draw the score over the text beside the emotions; of a long text the smoothed arc."""
        return draw(reply, dark=dark)


def _profile(reply: SentimentReply) -> str:
    """Return the emotions as bars, their group behind their name."""
    parts, measure = profile(reply)
    largest = max((part.share for part in parts), default=1.0) or 1.0
    rows = "".join(
        '<div style="display: grid; grid-template-columns: 11.5rem 1fr 3rem; gap: .5em; '
        'align-items: center"><span style="white-space: nowrap">'
        f"{escape(emotion_name(part.emotion))}{_group(part.emotion)}</span> "
        f'<span style="height: .7em; width: {part.share / largest:.1%}; border-radius: 2px; '
        f'background: {emotion_colour(part.emotion)}"></span> '
        '<span style="text-align: right; font-variant-numeric: tabular-nums">'
        f"{part.share:.0%}</span></div>"
        for part in parts
    )
    return section(f"Emotions, {measure}", rows)


def _group(emotion: str) -> str:
    group = group_of(emotion)
    return f' <span style="color: {theme.FAINT_INK}">({escape(group)})</span>' if group else ""


def _ends(read: Reading) -> str:
    """Return the passages at the lowest and the highest point of a long text."""
    lowest, highest = extremes(read.sentences, arc(read.sentences))
    quotes = side_by_side(
        *(
            section(f"{title}, around sentence {place + 1:,}", text_block(escape(quoted)))
            for title, place in (("At the lowest", lowest), ("At the highest", highest))
            for quoted in [passage(read, place)]
        )
    )
    return f'<div style="margin-bottom: 1em">{quotes}</div>'


def _note(reply: SentimentReply) -> str:
    return uncertainty_note([reply.sentiment, *reply.sentiment.sentences])
