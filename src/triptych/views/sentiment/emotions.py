"""Which emotions a reply holds, and the colours they are drawn in."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from triptych.contract import SentimentReply
from triptych.views.base.theme import EMOTION_GROUPS

#: GoEmotions' grouping of its emotions after Ekman (Demszky et al. 2020).
_GROUPS = {
    "anger": "anger annoyance disapproval",
    "disgust": "disgust",
    "fear": "fear nervousness",
    "joy": "joy amusement approval excitement gratitude love optimism relief pride admiration "
    "desire caring",
    "sadness": "sadness disappointment embarrassment grief remorse",
    "surprise": "surprise realization confusion curiosity",
    "neutral": "neutral",
}
GROUP_OF = {name: group for group, names in _GROUPS.items() for name in names.split()}

#: Below so many sentences, shares of them say less than the probabilities of the whole.
_FEW = 4
_MOST = 8


class Part(NamedTuple):
    """An emotion with its share of the sentences, or with its probability, 0 to 1."""

    emotion: str
    share: float


class Profile(NamedTuple):
    """The emotions of a text, the largest first, and what their numbers are."""

    parts: list[Part]
    measure: str


def profile(reply: SentimentReply) -> Profile:
    """Return the emotions of a reply: of few sentences their probabilities, else their shares."""
    whole = reply.sentiment
    return probabilities(reply) if len(whole.sentences) < _FEW and whole.emotions else shares(reply)


def probabilities(reply: SentimentReply) -> Profile:
    """Return the probabilities of the whole text, as far as the service gives them."""
    likeliest = sorted(reply.sentiment.emotions, key=lambda item: -item.score)[: _MOST - 2]
    return Profile([Part(item.emotion, item.score) for item in likeliest], "probability")


def shares(reply: SentimentReply) -> Profile:
    """Return the shares of the sentences that name each emotion."""
    sentences = reply.sentiment.sentences
    counts = Counter(sentence.emotion for sentence in sentences)
    parts = [Part(name, number / len(sentences)) for name, number in counts.most_common(_MOST)]
    return Profile(parts, "% of sentences")


def emotion_colour(emotion: str) -> str:
    """Return the colour of an emotion's group; grey where it is unknown.

    Examples
    --------
    >>> emotion_colour("grief") == emotion_colour("sadness")
    True
    """
    return EMOTION_GROUPS[GROUP_OF.get(emotion, "neutral")]


def group_of(emotion: str) -> str:
    """Return the group an emotion is coloured by, or nothing where that is its own name."""
    group = GROUP_OF.get(emotion, "")
    return "" if group == emotion else group
