"""The score over the text without a script, and the text itself, shaded by score.

The marks are links of HTML over a picture in SVG: JupyterLab takes a link inside an SVG for a
file, and letters inside one shrink with it where the page is narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from triptych.views.base import theme
from triptych.views.base.markup import more, text_block
from triptych.views.base.units import shortened
from triptych.views.sentiment.reading import Arc, Placed, Reading, arc
from triptych.views.sentiment.wording import (
    emotion_word,
    is_uncertain,
    mood_words,
    scored_words,
    uncertainty_note,
)

#: Borders of the classes, as settled by the engine's scores; a hosted service need not share them.
_BANDS = (("negative", 0.0, 1 / 3), ("neutral", 1 / 3, 2 / 3), ("positive", 2 / 3, 1.0))
#: Stretches of a long text that answer to the pointer.
_MOST_STRETCHES = 120
#: Beyond so many sentences there is no room for words at their points.
_MOST_NAMED = 8
#: A stroke that keeps its width however the picture is stretched.
_STROKE = 'vector-effect="non-scaling-stroke" fill="none" stroke="currentColor"'
#: A page with more is slow; the rest is counted, and the panel finds it in its own box.
_MOST_SENTENCES, _MOST_CHARACTERS = 200, 50_000


def plot(reading: Reading) -> str:
    """Return the picture: a mark per sentence, or the smoothed arc of a long text."""
    return _long(reading) if reading.is_long else _short(reading)


def _short(reading: Reading) -> str:
    sentences = reading.sentences
    total = len(sentences)
    points = [(_across(place, total), _down(s.score)) for place, s in enumerate(sentences)]
    width = min(1.6, 50 / total)
    stems = "".join(
        f'<rect x="{x - width / 2:.2f}" y="{min(y, 50):.1f}" width="{width:.2f}" '
        f'height="{abs(y - 50):.1f}" fill="{theme.sentiment_colour(s.score)}" opacity=".75"/>'
        for (x, y), s in zip(points, sentences, strict=True)
    )
    drawing = _bands() + f'<polyline points="{_line(points)}" {_STROKE} opacity=".35"/>' + stems
    marks = "".join(_mark(reading, place) for place in range(total))
    labels = [((low + high) / 2, name) for name, low, high in _BANDS]
    label = "The score of each sentence, 0 negative to 1 positive, in the order of the text"
    hint = "point at a sentence to read it; click to find it in the text"
    note = uncertainty_note(reading.moods, " (hollow)")
    return _framed(drawing, marks, labels, label, ("sentence by sentence", hint, note))


def _mark(reading: Reading, place: int) -> str:
    """Return the point of a sentence: its whole column answers to the pointer."""
    sentence, total = reading.sentences[place], len(reading.sentences)
    size = 10 if total <= 30 else 7
    top = f"{_down(sentence.score):.1f}%"
    colour = theme.sentiment_colour(sentence.score)
    fill = theme.PAPER if is_uncertain(sentence) else colour
    dot = (
        f'<span style="position: absolute; left: 50%; top: {top}; width: {size}px; '
        f"height: {size}px; margin: -{size / 2:g}px; border-radius: 50%; box-sizing: border-box; "
        f'border: 2px solid {colour}; background: {fill}"></span>'
    )
    word = ""
    # Beyond, the tooltip has them.
    if total <= _MOST_NAMED:
        lines = [line for line in (sentence.sentiment, emotion_word(sentence)) if line]
        away = "translateY(calc(-100% - .5em))" if sentence.score >= 0.5 else "translateY(.5em)"
        # Longer than its column, but not beyond the drawing.
        sides = "0" if place in {0, total - 1} else "-20%"
        word = (
            f'<span style="position: absolute; inset: {top} {sides} auto; transform: {away}; '
            "line-height: 1.2; text-align: center; white-space: nowrap; overflow: hidden; "
            f'text-overflow: ellipsis">{"<br>".join(map(escape, lines))}</span>'
        )
    title = f"{scored_words(sentence)}: {shortened(sentence.text, 160)}"
    return _link(reading, place, title, place / total, 1 / total, dot + word)


def _long(reading: Reading) -> str:
    course = arc(reading.sentences)
    low, high = course.limits()
    total = len(reading.sentences)
    points = [
        (_across(place, total), _down(score, low, high))
        for place, score in zip(course.places.tolist(), course.scores.tolist(), strict=True)
    ]
    middle = _down(course.mean, low, high)
    areas = "".join(
        f'<path d="{_area([(x, limit(y, middle)) for x, y in points], middle)}" '
        f'fill="{theme.sentiment_colour(score)}" opacity=".55"/>'
        for limit, score in ((min, 1.0), (max, 0.0))
    )
    drawing = (
        f'{areas}<polyline points="{_line(points)}" {_STROKE} stroke-width="1.5"/>{_middle(middle)}'
    )
    ends = "".join(_extreme(course, which, total, low, high) for which in (0, 1))
    words = (
        f"sentences 1 to {total:,}, smoothed over about {2 * course.bandwidth:.0f}; "
        "above and below the text's own mean"
    )
    label = "The smoothed score over the text, above and below its own mean"
    over = ends + "".join(_stretches(reading))
    labels = _ticks(low, high, course.mean)
    caption = (words, "point at it to read", uncertainty_note(reading.moods))
    return _framed(drawing, over, labels, label, caption)


def _stretches(reading: Reading) -> Iterator[str]:
    """Yield the parts of a long text that answer to the pointer and lead to their beginning."""
    total = len(reading.sentences)
    step = -(-total // _MOST_STRETCHES)
    for first in range(0, total, step):
        part = reading.sentences[first : first + step]
        mean = sum(sentence.score for sentence in part) / len(part)
        title = f"sentences {first + 1:,} to {first + len(part):,}, mean score {mean:.2f}: "
        title += shortened(part[0].text, 120)
        yield _link(reading, first, title, first / total, len(part) / total, "")


def _extreme(course: Arc, which: int, total: int, low: float, high: float) -> str:
    """Return the lowest (0) or the highest (1) point of the arc, marked and named."""
    place = (course.scores.argmin(), course.scores.argmax())[which]
    x = _across(float(course.places[place]), total)
    y = _down(float(course.scores[place]), low, high)
    side = "right: 8px" if x > 75 else "left: 8px"
    away = ("top: .3em", "bottom: .3em")[which]
    return (
        f'<span style="position: absolute; left: {x:.1f}%; top: {y:.1f}%">'
        '<span style="position: '
        "absolute; width: 7px; height: 7px; margin: -5px; border-radius: 50%; border: 1px solid; "
        f'background: {theme.sentiment_colour(float(which))}"></span>'
        f'<span style="position: absolute; {side}; {away}; line-height: 1">'
        f"{('lowest', 'highest')[which]}</span></span>"
    )


def _link(reading: Reading, place: int, title: str, left: float, width: float, body: str) -> str:
    """Return a column with the tooltip of its sentence, which links to it in the text."""
    sentence: Placed = reading.sentences[place]
    offsets = (
        ""
        if sentence.start is None
        else f' data-start="{sentence.start}" data-end="{sentence.end}"'
    )
    tooltip = escape(title)
    return (
        f'<a href="#{anchor(reading, place)}" data-sentence="{place}"{offsets} title="{tooltip}" '
        f'aria-label="{tooltip}" style="position: absolute; top: 0; bottom: 0; left: {left:.2%}; '
        f'width: {width:.2%}; color: inherit; text-decoration: none">{body}</a>'
    )


def _framed(
    drawing: str,
    over: str,
    labels: Sequence[tuple[float, str]],
    label: str,
    caption: Sequence[str],
) -> str:
    """Return the drawing with what stands over it, its scale at the left, its caption below.

    Labels stand at their height, 0 at the bottom to 1 at the top.
    """
    scale = "".join(
        f'<span style="position: absolute; right: .6em; top: {_down(height):.1f}%; '
        f'transform: translateY(-50%); white-space: nowrap">{words}</span>'
        for height, words in labels
    )
    below = "".join(f"<span>{words}</span>" for words in caption if words)
    return (
        '<div style="max-width: 52rem; margin: 0 0 1em; font-size: 12px">'
        '<div style="display: flex; height: 12rem; padding: 2.4em 0">'
        f'<div style="position: relative; flex: 0 0 6em">{scale}</div>'
        '<div style="position: relative; flex: 1 1 auto; min-width: 0">'
        '<svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(label)}" style="position: absolute; inset: 0; width: 100%; '
        f'height: 100%; overflow: visible">{drawing}</svg>{over}</div></div>'
        '<div style="display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1em; '
        f'padding-left: 6em; color: {theme.FAINT_INK}">{below}</div></div>'
    )


def _bands() -> str:
    """Return the three bands, and the neutral middle."""
    shades = "".join(
        f'<rect x="0" y="{_down(high):.1f}" width="100" height="{100 * (high - low):.1f}" '
        f'fill="{theme.sentiment_shade((low + high) / 2)}" opacity=".55"/>'
        for _, low, high in _BANDS
    )
    return shades + _middle(50)


def _ticks(low: float, high: float, mean: float) -> list[tuple[float, str]]:
    """Return the labels of an axis that shows part of the scale, with the text's own mean."""
    ticks = [(mean, f"mean {mean:.2f}"), (low, f"{low:.2f}"), (high, f"{high:.2f}")]
    if low < 0.5 < high:
        ticks.insert(1, (0.5, ".5 neutral"))
    shown: list[tuple[float, str]] = []
    for score, words in ticks:
        height = (score - low) / (high - low)
        # The first named wins where two would cover each other.
        if all(abs(height - other) > 0.12 for other, _ in shown):
            shown.append((height, words))
    return shown


def _middle(y: float) -> str:
    return f'<path d="M0,{y:.1f}H100" {_STROKE} opacity=".4" stroke-dasharray="3 3"/>'


def _area(points: Sequence[tuple[float, float]], middle: float) -> str:
    return f"M{points[0][0]:.2f},{middle:.1f} L{_line(points)} L{points[-1][0]:.2f},{middle:.1f} Z"


def _line(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.1f}" for x, y in points)


def _across(place: float, total: int) -> float:
    """Return how far across the picture a sentence stands, in percent."""
    return (place + 0.5) / max(1, total) * 100


def _down(score: float, low: float = 0.0, high: float = 1.0) -> float:
    """Return how far below the top of the picture a score stands, in percent."""
    return 100 * min(1.0, max(0.0, (high - score) / (high - low)))


def shaded(reading: Reading) -> str:
    """Return the text; every sentence is an anchor, with its mood in words behind it."""
    parts = []
    behind, shown = 0, _shown(reading)
    for place, sentence in enumerate(reading.sentences[:shown]):
        if sentence.start is None or sentence.end is None:
            continue
        parts.append(escape(reading.text[behind : sentence.start]))
        # Never colour alone; but whoever copies the text wants the text. No word begins a line:
        # a word joiner holds it.
        after = (
            '<sup aria-hidden="true" style="user-select: none; white-space: nowrap">'
            f"\u2060 {escape(mood_words(sentence))}</sup>"
        )
        parts.append(
            f'<span id="{anchor(reading, place)}" data-sentence="{place}" '
            f'data-start="{sentence.start}" data-end="{sentence.end}" tabindex="0" '
            f'title="{escape(scored_words(sentence))}" style="border-radius: 3px; '
            f'background: {theme.sentiment_shade(sentence.score)}">'
            f"{escape(reading.text[sentence.start : sentence.end])}</span>{after}"
        )
        behind = sentence.end
    if shown < len(reading.sentences):
        left = f'<span id="{_rest(reading)}">{more(len(reading.text) - behind)}</span>'
        return text_block("".join(parts) + left)
    end = behind + _MOST_CHARACTERS
    rest = escape(reading.text[behind:end]) + more(len(reading.text) - end)
    return text_block("".join(parts) + rest)


def anchor(reading: Reading, place: int) -> str:
    """Return the id of a sentence in the shaded text; of one not shown, that of the text's end."""
    if place >= _shown(reading):
        return _rest(reading)
    return f"sentence-{reading.name}-{place}"


def _rest(reading: Reading) -> str:
    return f"sentence-{reading.name}-rest"


def _shown(reading: Reading) -> int:
    """Return how many sentences the page bears."""
    first = reading.sentences[:_MOST_SENTENCES]
    ends = (place for place, s in enumerate(first) if (s.end or 0) > _MOST_CHARACTERS)
    return next(ends, len(first))
