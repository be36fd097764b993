"""Who speaks when, as a picture and as a transcript that need no script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract.embedding import EmbeddingReply
from triptych.views.base import theme
from triptych.views.base.figures import SMALL, WIDE, new_figure, set_title, set_unit
from triptych.views.base.markup import escape, foldable, nowrap, table
from triptych.views.base.theme import Palette, palette
from triptych.views.base.units import count, shortened
from triptych.views.embedding.neighbours import cosines
from triptych.views.embedding.similarity import draw_matrix, draw_scale
from triptych.views.embedding.voices import (
    SAME_VOICE,
    Stretch,
    clock,
    has_voices,
    lanes,
    speaker_colour,
    speaker_name,
    spoken_time,
    stretches,
    ticks,
)

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _LEFT, _RIGHT = 760, 150, 20
_LANE, _BAR, _AXIS = 46, 30, 34
#: Width of a letter, about: for words that stand in their bar where they fit.
_LETTER = 6.0
#: Fewer are not readable.
_FEWEST_LETTERS = 9
#: A fingerprint of less speech is unsure.
_SHORT = 3.0
#: A fill of `inherit` is not the ink but what shapes around are filled with.
_FAINT = theme.FAINT_INK.replace("inherit", "currentColor")
_NOTHING = "<p>No speech found in this sound.</p>"
#: Of the figure, in inches.
_FIGURE_LANE, _FIGURE_MATRIX, _FIGURE_AXIS = 0.5, 4.2, 1.2
#: Voices of two people lie about .53 apart: below this, everything is another voice alike.
_LOWEST = 0.3
#: So many rows of the matrix are named.
_MOST_NAMED = 24


def timeline_svg(reply: EmbeddingReply, *, threshold: float = SAME_VOICE) -> str:
    """Return a picture of who speaks when, as SVG in a block that scrolls where it is narrow.

    A lane per speaker over seconds; without fingerprints one lane, of the transcribed chunks. The
    tooltip of a stretch has its time, its words and its similarity to the speaker's mean. Texts are
    escaped. `threshold` is that of `speakers`.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "<b>", "timestamp": (0, 2)}])
    >>> "<b>" in timeline_svg(reply)
    False
    """
    speech = stretches(reply, threshold)
    if not speech:
        return _NOTHING
    rows = lanes(speech)
    end = max(stretch.end for stretch in speech) or 1.0
    height = _LANE * len(rows) + _AXIS
    drawing = _axis(end, _LANE * len(rows))
    for row, (speaker, own) in enumerate(rows.items()):
        drawing += _lane(speaker, own, _LANE * row, end)
    label = "Who speaks when. " + "; ".join(
        f"{speaker_name(speaker)}: {spoken_time(own)}" for speaker, own in rows.items()
    )
    return (
        '<div style="overflow-x: auto; max-width: 60rem" tabindex="0">'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="{escape(label)}" font-size="12" fill="currentColor" style="display: block; '
        f'width: 100%; min-width: 44rem; color: {theme.INK}; font-variant-numeric: tabular-nums">'
        f"{drawing}</svg></div>"
    )


def _lane(speaker: int | None, own: list[Stretch], top: float, end: float) -> str:
    colour = speaker_colour(speaker)
    middle = top + _LANE / 2
    bars = "".join(_bar(stretch, colour, top + (_LANE - _BAR) / 2, end) for stretch in own)
    return (
        f'<rect x="0" y="{middle - 13}" width="4" height="26" rx="2" fill="{colour}"/>'
        f'<text x="12" y="{middle - 2}" font-weight="600">{speaker_name(speaker)}</text>'
        f'<text x="12" y="{middle + 13}" font-size="11" style="fill: {_FAINT}">'
        f'{spoken_time(own)}</text><path d="M0,{top + _LANE}H{_WIDTH - _RIGHT}" '
        f'stroke="currentColor" opacity=".18"/>{bars}'
    )


def _bar(stretch: Stretch, colour: str, top: float, end: float) -> str:
    """Return a stretch; its words are cut where the bar ends."""
    left = _across(stretch.start, end)
    width = max(2.0, _across(stretch.end, end) - left)
    letters = int((width - 14) / _LETTER)
    words = (
        f'<text x="6" y="{_BAR / 2 + 4}" font-size="11">'
        f"{escape(shortened(stretch.text, letters))}</text>"
        if stretch.text and letters >= _FEWEST_LETTERS
        else ""
    )
    inset = min(1.0, width / 4)
    return (
        f'<svg x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}">'
        f"<title>{escape(tooltip(stretch))}</title>"
        f'<rect x="{inset}" y="1" width="{width - 2 * inset:.1f}" height="{_BAR - 2}" rx="3" '
        f'fill="{colour}" fill-opacity=".34" stroke="{colour}" stroke-width="{2 * inset}"/>'
        f"{words}</svg>"
    )


def _axis(end: float, bottom: float) -> str:
    places, labels, unit = ticks(end)
    marks = "".join(
        f'<path d="M{_across(place, end):.1f},0V{bottom + 4}" stroke="currentColor" '
        f'opacity=".14"/><text x="{_across(place, end):.1f}" y="{bottom + 17}" font-size="11" '
        f'text-anchor="middle" style="fill: {_FAINT}">{label}</text>'
        for place, label in zip(places, labels, strict=True)
    )
    return (
        f'{marks}<text x="12" y="{bottom + 17}" font-size="11" style="fill: {_FAINT}">{unit}</text>'
    )


def _across(seconds: float, end: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * seconds / end


def tooltip(stretch: Stretch) -> str:
    """Return the tooltip of a stretch, in several lines.

    Examples
    --------
    >>> print(tooltip(Stretch(0, 4.25, "Good morning.", speaker=0, similarity=0.912)))
    Speaker A, 0:00.0 to 0:04.2
    Good morning.
    similarity to the speaker's mean .91
    """
    parts = [f"{stretch.name}, {clock(stretch.start)} to {clock(stretch.end)}"]
    parts.append(shortened(stretch.text, 200) or "no words transcribed here")
    if stretch.similarity is not None:
        parts.append(
            f"similarity to the speaker's mean {stretch.similarity:.2f}".replace(" 0", " ")
        )
    elif stretch.speaker is not None:
        parts.append("the only stretch of this voice")
    if stretch.speaker is not None and stretch.end - stretch.start < _SHORT:
        parts.append(f"under {_SHORT:.0f} s of speech: the voice is unsure")
    return "\n".join(parts)


def transcript_html(reply: EmbeddingReply, *, threshold: float = SAME_VOICE) -> str:
    """Return the transcript as a table: time, speaker, text. `threshold` is that of `speakers`.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "Hello", "timestamp": (0, 2)}])
    >>> "Hello" in transcript_html(reply)
    True
    """
    speech = stretches(reply, threshold)
    if not speech:
        return _NOTHING
    rows = [
        [
            nowrap(f"{clock(stretch.start)} to {clock(stretch.end)}"),
            f'<span style="white-space: nowrap"><span aria-hidden="true" style="display: '
            "inline-block; width: .7em; height: .7em; margin-right: .5em; border-radius: 2px; "
            f'background: {speaker_colour(stretch.speaker)}"></span>{stretch.name}</span>',
            foldable(stretch.text)
            if stretch.text
            else f'<em style="color: {theme.FAINT_INK}">no words transcribed here</em>',
        ]
        for stretch in speech
    ]
    download = [[s.start, s.end, s.name, s.text] for s in speech]
    return table(
        ["time", "speaker", "text"],
        rows,
        download=download,
        name="transcript",
        download_columns=["start_s", "end_s", "speaker", "text"],
    )


def timeline_figure(
    reply: EmbeddingReply, *, dark: bool = False, threshold: float = SAME_VOICE
) -> Figure:
    r"""Draw a lane per speaker over seconds, above the similarity of the stretches' fingerprints.

    Without fingerprints there is one lane, and no matrix. The matrix has a row for each stretch, in
    the order of time; its colours run from cosine .3 to 1. `threshold` is that of `speakers`.
    `ValueError` if the reply holds no stretch of speech.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "Hello", "timestamp": (0, 2)}])
    >>> [words.get_text() for words in timeline_figure(reply).axes[0].get_yticklabels()]
    ['Speech\n2.0 s in 1 stretch']
    """
    speech = stretches(reply, threshold)
    if not speech:
        raise ValueError("No speech found in this sound: there is nothing to draw.")
    colours = palette(dark=dark)
    rows = lanes(speech)
    above = _FIGURE_LANE * len(rows) + _FIGURE_AXIS
    figure, axes = new_figure(WIDE, above + (_FIGURE_MATRIX if has_voices(reply) else 0), colours)
    if has_voices(reply):
        grid = figure.add_gridspec(2, 1, height_ratios=(above, _FIGURE_MATRIX))
        axes.set_subplotspec(grid[0])
        below = figure.add_subplot(grid[1])
        order = sorted(range(len(reply.speaker_segments)), key=reply.speaker_segments.__getitem__)
        known = [stretch for stretch in speech if stretch.speaker is not None]
        _draw_likeness(below, reply.fingerprints[order], known, threshold, colours)
    _draw_lanes(axes, rows, colours)
    number = sum(speaker is not None for speaker in rows)
    words = f"Who speaks when: {count(number, 'speaker')}"
    if not number:
        words = f"Where there is speech: {spoken_time(speech)}"
    set_title(axes, words, colours)
    return figure


def _draw_lanes(axes: Axes, rows: dict[int | None, list[Stretch]], colours: Palette) -> None:
    end = max(stretch.end for own in rows.values() for stretch in own) or 1.0
    for row, (speaker, own) in enumerate(rows.items()):
        axes.barh(
            [row] * len(own),
            # A stretch too short to be seen still happened.
            [max(stretch.end - stretch.start, end / 300) for stretch in own],
            left=[stretch.start for stretch in own],
            height=0.6,
            color=speaker_colour(speaker),
            edgecolor=colours.paper,
            linewidth=0.5,
        )
    names = [f"{speaker_name(speaker)}\n{spoken_time(own)}" for speaker, own in rows.items()]
    axes.set_yticks(range(len(rows)), names, color=colours.ink)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_xlim(0, end * 1.005)
    places, labels, unit = ticks(end)
    axes.set_xticks(places, labels)
    axes.grid(axis="x", color=colours.grid)
    set_unit(axes, unit, colours)


def _draw_likeness(
    axes: Axes,
    fingerprints: numpy.typing.NDArray[numpy.float32],
    known: list[Stretch],
    threshold: float,
    colours: Palette,
) -> None:
    """Draw the matrix; its rows are named by speaker and beginning."""
    image = draw_matrix(axes, cosines(fingerprints), colours, low=_LOWEST)
    # At the left, under the lanes.
    axes.set_anchor("W")
    named = range(0, len(known), -(-len(known) // _MOST_NAMED))
    axes.set_yticks(
        named,
        [f"{place + 1}  {known[place].name}, {clock(known[place].start)}" for place in named],
        fontsize=SMALL,
        color=colours.ink,
    )
    title = "Similarity of the voices of the stretches, cosine"
    axes.set_title(title, loc="left", fontsize=SMALL, color=colours.faint, pad=8)
    figure = axes.get_figure(root=True)
    assert figure is not None
    scale = draw_scale(figure, axes, image, colours)
    scale.axhline(threshold, color=colours.ink, linewidth=1)
    scale.set_yticks([_LOWEST, threshold, 1], [f"{_LOWEST:.1f}", f"{threshold:.2f} one voice", "1"])
