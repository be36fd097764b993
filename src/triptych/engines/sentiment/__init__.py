"""Sentiment and emotion: a fine-tuned encoder, read sentence by sentence."""

from triptych.engines.sentiment.analyse import (
    Mood,
    TextSentiment,
    TooManySentencesError,
    analyse_sentiment,
    analyse_sentiments,
)

__all__ = [
    "Mood",
    "TextSentiment",
    "TooManySentencesError",
    "analyse_sentiment",
    "analyse_sentiments",
]
