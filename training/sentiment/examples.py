"""What the sentiment encoder learns from: texts with what is known of each."""

from __future__ import annotations

from dataclasses import dataclass

NEGATIVE, NEUTRAL, POSITIVE = 0, 1, 2
#: For examples that say nothing about sentiment.
UNKNOWN = -1
CLASSES = ("negative", "neutral", "positive")


@dataclass(frozen=True)
class Example:
    """A text with what is known of it.

    Attributes
    ----------
    text : str
        As the corpus has it.
    sentiment : int
        0 negative, 1 neutral, 2 positive, -1 unknown.
    emotions : tuple of int or None
        Places in GoEmotions' order; None where the corpus does not say.
    source : str
        Name of the corpus.
    domain : str, default ""
        What the text is about, where the corpus says so.
    weight : float, default 1
        How much its sentiment counts in training: less where the label is uncertain.
    has_neutral : bool, default True
        Whether the corpus has neutral texts. Where it has none, a label tells negative from
        positive and nothing of neutral.
    """

    text: str
    sentiment: int
    emotions: tuple[int, ...] | None
    source: str
    domain: str = ""
    weight: float = 1.0
    has_neutral: bool = True
