"""A mood in words, the same wherever a person reads it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from triptych.contract import Sentiment, SentimentReply, SentimentSentence
from triptych.views.base.units import count

if TYPE_CHECKING:
    from triptych.views.sentiment.reading import Placed

    #: Of a whole text or of a sentence.
    Mood = Sentiment | SentimentSentence | Placed

#: A sentiment of less confidence is called uncertain.
UNCERTAIN_BELOW = 0.6
#: The emotion that stands for none; as a word it would contradict a mood that is not neutral.
NO_EMOTION = "neutral"


def is_uncertain(mood: Mood) -> bool:
    """Return whether its confidence is low; of a service that gives none it is not known."""
    return mood.confidence is not None and mood.confidence < UNCERTAIN_BELOW


def sentiment_words(mood: Mood) -> str:
    """Return its sentiment, and whether that is uncertain."""
    return f"{mood.sentiment} (uncertain)" if is_uncertain(mood) else mood.sentiment


def emotion_word(mood: Mood) -> str:
    """Return its emotion; nothing where none is clear."""
    return "" if mood.emotion == NO_EMOTION else mood.emotion


def mood_words(mood: Mood) -> str:
    """Return its sentiment, and its emotion where one is clear.

    Examples
    --------
    >>> from triptych.contract import Sentiment
    >>> mood_words(Sentiment(sentiment="negative", score=0.2, emotion="neutral", confidence=0.9))
    'negative'
    >>> mood_words(Sentiment(sentiment="positive", score=0.7, emotion="joy", confidence=0.5))
    'positive (uncertain), joy'
    """
    return ", ".join(filter(None, (sentiment_words(mood), emotion_word(mood))))


def scored_words(mood: Mood) -> str:
    """Return the same after its score."""
    return f"{mood.score:.2f} {mood_words(mood)}"


def emotion_name(emotion: str) -> str:
    """Return what an emotion is called among others."""
    return "no clear emotion" if emotion == NO_EMOTION else emotion


def summary(reply: SentimentReply) -> str:
    """Return the whole in words.

    Examples
    --------
    >>> from triptych.contract import SentimentReply
    >>> members = {"sentiment": "positive", "score": 0.812, "emotion": "joy"}
    >>> summary(SentimentReply(sentiment=members))
    'Positive, joy, score 0.81: 0 sentences'
    """
    whole = reply.sentiment
    words = mood_words(whole)
    sentences = count(len(whole.sentences), "sentence")
    return f"{words[:1].upper()}{words[1:]}, score {whole.score:.2f}: {sentences}"


def uncertainty_note(moods: Iterable[Mood], sign: str = "") -> str:
    """Return what "uncertain" means, and how it is drawn; nothing where none of the moods is."""
    if not any(map(is_uncertain, moods)):
        return ""
    return (
        f"uncertain{sign}: confidence, the probability that the sentiment is right, is below "
        f"{UNCERTAIN_BELOW:g}"
    )
