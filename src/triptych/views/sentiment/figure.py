"""The score over the text, and the emotions beside it, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import SentimentReply
from triptych.views.base.figures import (
    SMALL,
    WIDE,
    name_rows,
    new_figure,
    set_title,
    set_unit,
    write,
)
from triptych.views.base.theme import Palette, palette, sentiment_colour
from triptych.views.base.units import shortened
from triptych.views.sentiment.reading import (
    Reading,
    arc,
    emotion_colour,
    group_of,
    profile,
    reading,
)
from triptych.views.sentiment.wording import (
    emotion_name,
    is_uncertain,
    scored_words,
    summary,
    uncertainty_note,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: So many sentences can be quoted beside their bars.
_MOST_QUOTED = 14


def draw(reply: SentimentReply, *, dark: bool) -> Figure:
    """Return the picture: sentences quoted while they are few, then marks, then the arc."""
    colours = palette(dark=dark)
    read = reading(reply)
    quoted = len(read.sentences) <= _MOST_QUOTED
    emotions, _ = profile(reply)
    height = 1.5 + 0.36 * max(4, len(read.sentences), len(emotions)) if quoted else 3.6
    figure, axes = new_figure(WIDE, height, colours)
    grid = figure.add_gridspec(1, 2, width_ratios=(2.3, 1), wspace=0.04)
    axes.set_subplotspec(grid[0])
    set_title(axes, summary(reply), colours)
    if not read.sentences:
        axes.set_axis_off()
        return figure
    (_quotes if quoted else _arc if read.is_long else _marks)(axes, read, colours)
    _emotions(figure.add_subplot(grid[1]), reply, colours)
    shown = [read.whole] if read.is_long else read.moods
    note = uncertainty_note(shown, "" if quoted or read.is_long else " (hollow)")
    figure.supxlabel(note, x=0.01, ha="left", fontsize=SMALL, color=colours.faint)
    return figure


def _quotes(axes: Axes, read: Reading, colours: Palette) -> None:
    """Draw a bar from the neutral middle per sentence, beside its words."""
    rows = range(len(read.sentences))
    scores = [sentence.score for sentence in read.sentences]
    axes.barh(
        rows,
        [score - 0.5 for score in scores],
        left=0.5,
        height=0.55,
        color=[sentiment_colour(score) for score in scores],
    )
    for row, sentence in enumerate(read.sentences):
        write(axes, 1.05, row, scored_words(sentence), colours, fontsize=SMALL)
    name_rows(axes, [shortened(sentence.text, 52) for sentence in read.sentences], colours)
    # Room for the words.
    axes.set_xlim(0, 2)
    axes.spines["bottom"].set_bounds(0, 1)
    axes.set_xticks([0, 0.5, 1], ["0 negative", ".5 neutral", "1 positive"])
    axes.axvline(0.5, color=colours.faint, linewidth=1, linestyle=(0, (3, 3)), zorder=0)


def _marks(axes: Axes, read: Reading, colours: Palette) -> None:
    """Draw a point per sentence over the neutral middle."""
    scores = [sentence.score for sentence in read.sentences]
    shades = [sentiment_colour(score) for score in scores]
    numbers = range(1, len(scores) + 1)
    axes.bar(numbers, [score - 0.5 for score in scores], bottom=0.5, width=0.5, color=shades)
    axes.plot(numbers, scores, color=colours.faint, linewidth=0.8)
    fills = [
        colours.paper if is_uncertain(sentence) else shade
        for sentence, shade in zip(read.sentences, shades, strict=True)
    ]
    axes.scatter(numbers, scores, color=fills, edgecolors=shades, s=26, zorder=3)
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks([0, 0.5, 1], ["0 negative", ".5 neutral", "1 positive"])
    axes.axhline(0.5, color=colours.faint, linewidth=1, linestyle=(0, (3, 3)), zorder=0)
    set_unit(axes, "sentence", colours)


def _arc(axes: Axes, read: Reading, colours: Palette) -> None:
    """Draw the smoothed course of a long text, its ends marked."""
    course = arc(read.sentences)
    numbers = course.places + 1
    for above, score in ((True, 1.0), (False, 0.0)):
        axes.fill_between(
            numbers,
            course.scores,
            course.mean,
            where=(course.scores >= course.mean) == above,
            interpolate=True,
            color=sentiment_colour(score),
            alpha=0.6,
            linewidth=0,
        )
    axes.plot(numbers, course.scores, color=colours.ink, linewidth=1.2)
    for place, words, score, up in (
        (int(course.scores.argmin()), "lowest", 0.0, False),
        (int(course.scores.argmax()), "highest", 1.0, True),
    ):
        x, y = float(numbers[place]), float(course.scores[place])
        axes.plot([x], [y], "o", color=sentiment_colour(score), markeredgecolor=colours.ink)
        axes.annotate(
            words,
            (x, y),
            xytext=(-8 if x > 0.75 * len(read.sentences) else 8, 4 if up else -10),
            textcoords="offset points",
            ha="right" if x > 0.75 * len(read.sentences) else "left",
            fontsize=SMALL,
            color=colours.ink,
        )
    axes.set_ylim(*course.limits())
    axes.axhline(course.mean, color=colours.faint, linewidth=1, linestyle=(0, (3, 3)), zorder=0)
    axes.set_ylabel("score: .5 neutral, 1 positive", fontsize=SMALL, color=colours.faint)
    axes.yaxis.set_major_formatter("{x:.2f}")
    axes.xaxis.set_major_formatter("{x:,.0f}")
    words = (
        f"sentence; smoothed over about {2 * course.bandwidth:.0f}; "
        f"above and below the text's mean {course.mean:.2f}"
    )
    set_unit(axes, words, colours)
    axes.margins(x=0)


def _emotions(axes: Axes, reply: SentimentReply, colours: Palette) -> None:
    """Draw the emotions of the text as bars, named with their group."""
    parts, measure = profile(reply)
    axes.set_facecolor(colours.paper)
    axes.spines[["top", "right", "bottom", "left"]].set_visible(False)
    rows = range(len(parts))
    shares = [part.share for part in parts]
    axes.barh(rows, shares, height=0.55, color=[emotion_colour(part.emotion) for part in parts])
    for row, part in enumerate(parts):
        group = group_of(part.emotion)
        name = f"{part.emotion} ({group})" if group else emotion_name(part.emotion)
        # Above its bar: beside it there is no room in every picture.
        axes.text(0, row - 0.36, f"{name} {part.share:.0%}", fontsize=SMALL, color=colours.ink)
    axes.set_ylim(max(5, len(parts)) - 0.4, -0.9)
    axes.set_xlim(0, max([*shares, 0.01]) * 1.05)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.set_title(f"emotions, {measure}", loc="left", fontsize=SMALL, color=colours.faint, pad=10)
