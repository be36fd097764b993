"""Sentiment: the score over the text, the text shaded, and which emotions it holds."""

from triptych.views.sentiment.view import SentimentView

__all__ = ["SentimentView"]
