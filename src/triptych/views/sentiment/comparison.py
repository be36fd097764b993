"""Several texts side by side: their scores, their course, their emotions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING

from triptych.contract import SentimentReply, SentimentRequest
from triptych.views.base import theme
from triptych.views.base.figures import WIDE, name_rows, new_figure, png, set_title, set_unit, write
from triptych.views.base.markup import caption, card, heading, nowrap, table
from triptych.views.base.theme import palette, sentiment_colour
from triptych.views.base.units import count, shortened
from triptych.views.sentiment.reading import arc, probabilities, reading, shares
from triptych.views.sentiment.wording import (
    emotion_word,
    scored_words,
    sentiment_words,
    uncertainty_note,
)

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

_MOST = 50
_SPARK_WIDTH, _SPARK_HEIGHT = 140, 28
_MOST_EMOTIONS = 4
#: The three classes, each with a score in whose colour it is drawn.
_SENTIMENTS = {"negative": 0.0, "neutral": 0.5, "positive": 1.0}


class SentimentComparison:
    """Replies about several texts, to be looked at together.

    Made by `compare_sentiment`; shows itself as the last line of a notebook's cell.
    """

    def __init__(self, replies: Mapping[str, SentimentReply]) -> None:
        self._replies = dict(replies)

    def to_frame(self) -> pandas.DataFrame:
        """Return a row per text: score, sentiment, emotion, shares of its sentences (0 to 1)."""
        import pandas

        rows = []
        for name, reply in self._replies.items():
            whole = reply.sentiment
            rows.append(
                {
                    "text": name,
                    "score": whole.score,
                    "sentiment": whole.sentiment,
                    "emotion": whole.emotion,
                    "sentences": len(whole.sentences),
                    **_classes(reply),
                }
            )
        return pandas.DataFrame(rows)

    def plot(self, *, dark: bool = False) -> Figure:
        """Draw a row per text: each sentence a dot, the whole a bar from the neutral middle."""
        colours = palette(dark=dark)
        replies = list(self._replies.values())
        figure, axes = new_figure(WIDE, 1.3 + 0.46 * len(replies), colours)
        set_title(axes, f"Sentiment of {count(len(replies), 'text')}", colours)
        wholes = [reply.sentiment for reply in replies]
        scores = [whole.score for whole in wholes]
        shades = [sentiment_colour(score) for score in scores]
        rows = range(len(replies))
        axes.barh(rows, [s - 0.5 for s in scores], left=0.5, height=0.5, color=shades, alpha=0.55)
        for row, reply in enumerate(replies):
            dots = [sentence.score for sentence in reply.sentiment.sentences]
            # Faint where they are many, so that their crowd shows.
            axes.scatter(
                dots,
                [row] * len(dots),
                s=14,
                color=[sentiment_colour(score) for score in dots],
                alpha=max(0.1, min(0.9, 30 / max(1, len(dots)))),
                zorder=3,
            )
            write(axes, 1.05, row, scored_words(reply.sentiment), colours)
        name_rows(axes, [shortened(name, 42) for name in self._replies], colours)
        axes.axvline(0.5, color=colours.faint, linewidth=1, linestyle=(0, (3, 3)), zorder=0)
        axes.set_xlim(-0.02, 1.85)
        axes.spines["bottom"].set_bounds(0, 1)
        axes.set_xticks([0, 0.5, 1], ["0 negative", ".5 neutral", "1 positive"])
        notes = ["bar: the whole; dots: its sentences", uncertainty_note(wholes)]
        set_unit(axes, "\n".join(filter(None, notes)), colours, loc="left")
        return figure

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str | bytes]:
        words = f"Sentiment of {count(len(self._replies), 'text')}"
        wholes = [reply.sentiment for reply in self._replies.values()]
        note = uncertainty_note(wholes)
        shown = self.to_frame().assign(
            sentiment=list(map(sentiment_words, wholes)), emotion=list(map(emotion_word, wholes))
        )
        return {
            "text/html": card(heading(words), self._table(), caption(note)),
            "image/png": png(self.plot(), description=words),
            "text/plain": "\n".join(filter(None, [shown.to_string(), note])),
        }

    def _table(self) -> str:
        frame = self.to_frame()
        replies = self._replies.values()
        # One measure for all rows, or they could not be compared.
        measure = probabilities if all(r.sentiment.emotions for r in replies) else shares
        rows = [
            [
                f'<span dir="auto">{escape(shortened(name, 80))}</span>',
                nowrap(f"{reply.sentiment.score:.2f} {sentiment_words(reply.sentiment)}"),
                _spark(reply),
                _shares(reply),
                f"{len(reply.sentiment.sentences):,}",
                ", ".join(
                    nowrap(f"{part.emotion} {part.share:.0%}")
                    for part in measure(reply).parts[:_MOST_EMOTIONS]
                    if part.emotion != "neutral"
                ),
            ]
            for name, reply in self._replies.items()
        ]
        unit = measure(next(iter(replies))).measure
        columns = [
            "text",
            "score",
            "its course",
            "negative / neutral / positive",
            "sentences",
            f"emotions besides neutral, {unit}",
        ]
        download = frame.to_numpy(dtype=object).tolist()
        # The columns of the download are the frame's, which has more.
        return table(
            columns,
            rows,
            download=download,
            name="sentiment",
            numbers=(4,),
            download_columns=list(frame.columns),
        )


def compare_sentiment(
    replies: Mapping[str, SentimentReply] | Iterable[SentimentReply],
) -> SentimentComparison:
    """Lay the sentiment of several texts side by side.

    Parameters
    ----------
    replies : mapping of str to SentimentReply, or iterable of SentimentReply
        Names and replies; without names a text is called by its beginning. At most 50.

    Returns
    -------
    SentimentComparison
        Shows itself in a notebook; `plot()` is its picture and `to_frame()` its table.

    Raises
    ------
    TypeError
        If something else than replies of `client.sentiment` is given.
    ValueError
        If there are none, or more than 50.

    Examples
    --------
    >>> import triptych
    >>> client = triptych.Client()
    >>> texts = {"morning": "What a lovely day!", "evening": "I hate this rain."}
    >>> comparison = compare_sentiment({name: client.sentiment(t) for name, t in texts.items()})
    >>> comparison.to_frame()["sentiment"].tolist()
    ['positive', 'negative']
    """
    if isinstance(replies, Mapping):
        named = list(replies.items())
    else:
        listed = [replies] if isinstance(replies, SentimentReply) else list(replies)
        named = [(_name(reply, place), reply) for place, reply in enumerate(listed, start=1)]
    if not named or len(named) > _MOST:
        raise ValueError(f"Give 1 to {_MOST} replies of client.sentiment, not {len(named)}.")
    for _, reply in named:
        if not isinstance(reply, SentimentReply):
            raise TypeError(
                f"Give replies of client.sentiment, not {type(reply).__name__}: "
                "compare_sentiment([client.sentiment(text) for text in texts])."
            )
    return SentimentComparison(dict(named))


def _name(reply: object, place: int) -> str:
    """Return the beginning of the request's text; numbered, so that none is lost."""
    request = getattr(reply, "request", None)
    text = request.text if isinstance(request, SentimentRequest) else "text"
    return f"{place} {shortened(text, 48)}"


def _classes(reply: SentimentReply) -> dict[str, float]:
    """Return the share of each class among the sentences, 0 to 1."""
    named = [sentence.sentiment for sentence in reply.sentiment.sentences]
    return {kind: named.count(kind) / max(1, len(named)) for kind in _SENTIMENTS}


def _shares(reply: SentimentReply) -> str:
    """Return those shares as one bar in three parts, and in percent."""
    classes = _classes(reply)
    parts = "".join(
        f'<span style="width: {share:.1%}; '
        f'background: {sentiment_colour(_SENTIMENTS[kind])}"></span>'
        for kind, share in classes.items()
        if share
    )
    numbers = " / ".join(f"{share:.0%}" for share in classes.values())
    return (
        '<span style="white-space: nowrap"><span style="display: inline-flex; width: 5rem; '
        f'height: .6rem; gap: 1px; margin-right: .5em" aria-hidden="true">{parts}</span>'
        f"{numbers}</span>"
    )


def _spark(reply: SentimentReply) -> str:
    """Return the course of a text as a small line with the neutral middle."""
    read = reading(reply)
    scores = [sentence.score for sentence in read.sentences]
    if read.is_long:
        scores = arc(read.sentences).scores.tolist()
    step = _SPARK_WIDTH / max(1, len(scores))
    points = [
        ((place + 0.5) * step, 2 + (1 - score) * (_SPARK_HEIGHT - 4))
        for place, score in enumerate(scores)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{theme.sentiment_colour(score)}"/>'
        for (x, y), score in zip(points, scores, strict=True)
        if len(points) <= 30
    )
    return (
        f'<svg width="{_SPARK_WIDTH}" height="{_SPARK_HEIGHT}" role="img" style="display: block" '
        f'aria-label="{count(len(scores), "score")}, from {min(scores, default=0):.2f} '
        f'to {max(scores, default=0):.2f}"><line x1="0" x2="{_SPARK_WIDTH}" '
        f'y1="{_SPARK_HEIGHT / 2}" y2="{_SPARK_HEIGHT / 2}" stroke="currentColor" opacity=".3"/>'
        f'<polyline points="{line}" fill="none" stroke="currentColor" opacity=".6"/>{dots}</svg>'
    )
