"""Colours, once for HTML and once for pictures.

HTML follows JupyterLab's variables where they exist and inherits from the page elsewhere; surfaces
are translucent greys, so they suit a light and a dark page alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from triptych._colours import between

#: M. Okabe, K. Ito, "Color Universal Design", 2008: distinguishable by colour-blind readers.
OKABE_ITO = {
    "orange": "#E69F00",
    "sky": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "purple": "#CC79A7",
}

INK = "var(--jp-ui-font-color1, inherit)"
FAINT_INK = "var(--jp-ui-font-color2, inherit)"
#: What an opaque mark is filled with to look empty.
PAPER = "var(--jp-layout-color0, Canvas)"
LINK = "var(--jp-content-link-color, inherit)"
RULE = "var(--jp-border-color2, rgba(128, 128, 128, .35))"
SURFACE = "rgba(128, 128, 128, .12)"
#: Behind profane words; translucent, so the ink above keeps its contrast on any page.
MARK = "rgba(213, 94, 0, .22)"
MARK_LINE = OKABE_ITO["vermillion"]
#: A blue that stands out from white paper and from black.
SCORE = "#2E86C1"
#: Sentiment from 0 (blue) over .5 (grey) to 1 (orange): distinguishable by colour-blind
#: readers, 3:1 against white paper and against black, and in even steps between.
_SENTIMENT = ("#2178B5", "#868686", "#CC6A0A")
#: Emotions by their group after Ekman: 28 colours could not be distinguished.
EMOTION_GROUPS = {
    "anger": OKABE_ITO["vermillion"],
    "disgust": OKABE_ITO["green"],
    "fear": OKABE_ITO["purple"],
    "joy": "#C28500",
    "sadness": "#2178B5",
    "surprise": "#3E9BD0",
    "neutral": "#868686",
}


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a picture."""

    paper: str
    ink: str
    faint: str
    grid: str
    mark: str
    mark_line: str
    score: str
    score_low: str


LIGHT = Palette(
    paper="#FFFFFF",
    ink="#1F2328",
    faint="#59636E",
    grid="#E3E6EA",
    mark="#F8DCC8",
    mark_line="#B34F00",
    score="#0072B2",
    score_low="#8FB8D3",
)
DARK = Palette(
    paper="#16191D",
    ink="#E8EAED",
    faint="#A7AEB7",
    grid="#2E343B",
    mark="#5A2E10",
    mark_line="#F08A3C",
    score="#56B4E9",
    score_low="#2C5F80",
)


def palette(*, dark: bool) -> Palette:
    """Return the colours for a light or a dark page."""
    return DARK if dark else LIGHT


def sentiment_colour(score: float) -> str:
    """Return the colour of a score: blue at 0, grey at .5, orange at 1.

    Examples
    --------
    >>> sentiment_colour(0.5)
    '#868686'
    """
    return "#" + "".join(f"{channel:02X}" for channel in _sentiment_channels(score))


def sentiment_shade(score: float) -> str:
    """Return that colour as a translucent background: the stronger, the further from neutral."""
    red, green, blue = _sentiment_channels(score)
    strength = 0.08 + 0.24 * abs(2 * min(1.0, max(0.0, score)) - 1)
    return f"rgba({red}, {green}, {blue}, {strength:.2f})"


def _sentiment_channels(score: float) -> tuple[int, int, int]:
    place = 2 * min(1.0, max(0.0, score))
    low, middle, high = _SENTIMENT
    return between(low, middle, place) if place < 1 else between(middle, high, place - 1)
