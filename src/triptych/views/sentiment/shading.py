"""The text itself, each sentence shaded by its score."""

from __future__ import annotations

from html import escape

from triptych.views.base import theme
from triptych.views.base.markup import more, text_block
from triptych.views.sentiment.reading import Placed, Reading

#: A page with more is slow; the rest is counted, and the panel finds it in its own box.
_MOST_SENTENCES, _MOST_CHARACTERS = 200, 50_000
_SIGNS = {"positive": "+", "negative": "−"}


def shaded(reading: Reading) -> str:
    """Return the text; every sentence is an anchor, and says sign, score and emotion."""
    parts = []
    behind, shown = 0, _shown(reading)
    for place, sentence in enumerate(reading.sentences[:shown]):
        if sentence.start is None or sentence.end is None:
            continue
        parts.append(escape(reading.text[behind : sentence.start]))
        sign = _SIGNS.get(sentence.sentiment, "")
        # Never colour alone; but whoever copies the text wants the text. No sign begins a line:
        # a word joiner holds it.
        style = "user-select: none; font-weight: 600"
        after = f'<sup aria-hidden="true" style="{style}">\u2060{sign}</sup>' if sign else ""
        parts.append(
            f'<span id="{anchor(reading, place)}" data-sentence="{place}" '
            f'data-start="{sentence.start}" data-end="{sentence.end}" tabindex="0" '
            f'title="{escape(described(sentence))}" style="border-radius: 3px; '
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


def described(sentence: Placed) -> str:
    """Return what the pointer is told of a sentence."""
    return f"{sentence.sentiment}, {sentence.score:.2f}, {sentence.emotion}"


def _rest(reading: Reading) -> str:
    return f"sentence-{reading.name}-rest"


def _shown(reading: Reading) -> int:
    """Return how many sentences the page bears."""
    first = reading.sentences[:_MOST_SENTENCES]
    ends = (place for place, s in enumerate(first) if (s.end or 0) > _MOST_CHARACTERS)
    return next(ends, len(first))
