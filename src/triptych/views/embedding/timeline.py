"""Who speaks when, as a picture and as a transcript that need no script."""

from __future__ import annotations

from triptych.contract.embedding import EmbeddingReply
from triptych.views.base import theme
from triptych.views.base.markup import escape, foldable, nowrap, table
from triptych.views.base.units import shortened
from triptych.views.embedding.timeline_figure import timeline_figure
from triptych.views.embedding.voices import (
    SAME_VOICE,
    Stretch,
    speaker_colour,
    speaker_name,
    speakers,
    stretches,
)
from triptych.views.embedding.voices_in_words import clock, lanes, spoken_time, ticks

__all__ = ["speakers", "timeline_figure", "timeline_svg", "transcript_html"]

_WIDTH, _LEFT, _RIGHT = 760, 150, 20
_LANE, _BAR, _AXIS = 46, 30, 34
#: Width of a letter, about: for words that stand in their bar where they fit.
_LETTER = 6.0
#: Fewer say nothing.
_FEWEST_LETTERS = 9
#: A fingerprint of less speech is unsure.
_SHORT = 3.0
#: A fill of `inherit` is not the ink but what shapes around are filled with.
_FAINT = theme.FAINT_INK.replace("inherit", "currentColor")
_NOTHING = "<p>No speech found in this sound.</p>"


def timeline_svg(reply: EmbeddingReply, *, threshold: float = SAME_VOICE) -> str:
    """Return a picture of who speaks when, as SVG in a block that scrolls where it is narrow.

    Parameters
    ----------
    reply : EmbeddingReply
        Of a sound. Without fingerprints there is one lane, of the transcribed chunks.
    threshold : float, default 0.72
        Cosine from which two voices are one; see `speakers`.

    Returns
    -------
    str
        A lane per speaker over seconds; a stretch tells its time, its words and its similarity to
        the speaker's mean to the pointer. What is said is escaped.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "<b>", "timestamp": (0, 2)}])
    >>> "<b>" in timeline_svg(reply)
    False
    """
    found = stretches(reply, threshold)
    if not found:
        return _NOTHING
    rows = lanes(found)
    end = max(stretch.end for stretch in found) or 1.0
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
        f"<title>{escape(told(stretch))}</title>"
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


def told(stretch: Stretch) -> str:
    """Return what the pointer is told of a stretch, in a line each.

    Examples
    --------
    >>> print(told(Stretch(0, 4.25, "Good morning.", speaker=0, similarity=0.912)))
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
    """Return what is said as a table: time, speaker, text.

    Parameters
    ----------
    reply : EmbeddingReply
        Of a sound.
    threshold : float, default 0.72
        Cosine from which two voices are one; see `speakers`.

    Examples
    --------
    >>> reply = EmbeddingReply(embeddings=[[1.0]], chunks=[{"text": "Hello", "timestamp": (0, 2)}])
    >>> "Hello" in transcript_html(reply)
    True
    """
    found = stretches(reply, threshold)
    if not found:
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
        for stretch in found
    ]
    download = [[s.start, s.end, s.name, s.text] for s in found]
    return table(
        ["time", "speaker", "text"],
        rows,
        download=download,
        name="transcript",
        download_columns=["start_s", "end_s", "speaker", "text"],
    )
