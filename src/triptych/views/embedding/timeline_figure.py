"""Who speaks when, over how alike the stretches sound, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract.embedding import EmbeddingReply, EmbeddingV2Reply
from triptych.views.base.figures import new_figure, set_title
from triptych.views.base.theme import Palette, palette
from triptych.views.base.units import count
from triptych.views.embedding.cosines import cosines
from triptych.views.embedding.similarity import draw_matrix, draw_scale
from triptych.views.embedding.voices import (
    SAME_VOICE,
    Stretch,
    has_voices,
    speaker_colour,
    speaker_name,
    stretches,
)
from triptych.views.embedding.voices_in_words import clock, lanes, spoken_time, ticks

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LANE, _MATRIX, _AXIS = 0.5, 4.2, 1.2
#: Voices of two people lie about .53 apart: below this, everything is another voice alike.
_LOWEST = 0.3
#: So many rows of the matrix are named.
_MOST_NAMED = 24


def timeline_figure(
    reply: EmbeddingReply, *, dark: bool = False, threshold: float = SAME_VOICE
) -> Figure:
    r"""Draw a lane per speaker over seconds, above the likeness of the stretches' fingerprints.

    Parameters
    ----------
    reply : EmbeddingReply
        Of a sound. Without fingerprints there is one lane, and no matrix.
    dark : bool, default False
        For a dark page.
    threshold : float, default 0.72
        Cosine from which two voices are one; see `speakers`.

    Returns
    -------
    Figure
        The matrix has a row for each stretch, in the order of time; its colours run from cosine
        .3 to 1.

    Raises
    ------
    ValueError
        If the reply holds no stretch of speech.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "Hello", "timestamp": (0, 2)}])
    >>> [words.get_text() for words in timeline_figure(reply).axes[0].get_yticklabels()]
    ['Speech\n2.0 s in 1 stretch']
    """
    found = stretches(reply, threshold)
    if not found:
        raise ValueError("No speech found in this sound: there is nothing to draw.")
    colours = palette(dark=dark)
    rows = lanes(found)
    above = _LANE * len(rows) + _AXIS
    figure, axes = new_figure(9, above + (_MATRIX if has_voices(reply) else 0), colours)
    if isinstance(reply, EmbeddingV2Reply) and has_voices(reply):
        grid = figure.add_gridspec(2, 1, height_ratios=(above, _MATRIX))
        axes.set_subplotspec(grid[0])
        below = figure.add_subplot(grid[1])
        order = sorted(range(len(reply.speaker_segments)), key=reply.speaker_segments.__getitem__)
        known = [stretch for stretch in found if stretch.speaker is not None]
        _draw_likeness(below, reply.fingerprints[order], known, threshold, colours)
    _draw_lanes(axes, rows, colours)
    number = sum(speaker is not None for speaker in rows)
    words = f"Who speaks when: {count(number, 'speaker')}"
    if not number:
        words = f"Where there is speech: {spoken_time(found)}"
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
    axes.set_xlabel(unit, fontsize=9, color=colours.faint)


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
        fontsize=8,
        color=colours.ink,
    )
    title = "How alike the voices of the stretches are, cosine"
    axes.set_title(title, loc="left", fontsize=9, color=colours.faint, pad=8)
    figure = axes.get_figure(root=True)
    assert figure is not None
    scale = draw_scale(figure, axes, image, colours)
    scale.axhline(threshold, color=colours.ink, linewidth=1)
    scale.set_yticks([_LOWEST, threshold, 1], [f"{_LOWEST:.1f}", f"{threshold:.2f} one voice", "1"])
