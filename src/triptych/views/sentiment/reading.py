"""A reply's sentences with their places in the text, and the course of a long text."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.contract import Sentiment, SentimentReply, SentimentRequest, SentimentSentence
from triptych.views.base.theme import EMOTION_GROUPS

#: A text of more sentences is drawn as a smoothed arc.
MOST_MARKS = 80
#: The arc's bandwidth, the standard deviation of its kernel, is this share of the sentences.
_BANDWIDTH = 0.02
_ARC_POINTS = 240
#: One sentence of a text without stops can be all of it.
_LONGEST_QUOTE = 600
#: A sentence is looked for in so many characters behind the last: what a service changed must not
#: be found pages later, which would lose all between.
_LOOK_AHEAD = 5_000
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


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence and where it stands; offsets in code points, the end exclusive.

    Without offsets it stands nowhere in the text: a service changed it.
    """

    start: int | None
    end: int | None
    text: str
    sentiment: str
    score: float
    emotion: str
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply made ready to draw."""

    #: The text of the request; of a reply without one, the sentences joined by a space.
    text: str
    whole: Sentiment
    sentences: list[Placed]
    #: Distinguishes this reply's anchors from others on the page; the same at every run.
    name: str

    @property
    def moods(self) -> list[Sentiment | Placed]:
        """The mood of the whole, then of each sentence."""
        return [self.whole, *self.sentences]

    @property
    def is_long(self) -> bool:
        """Whether single sentences are too many to draw."""
        return len(self.sentences) > MOST_MARKS


def reading(reply: SentimentReply) -> Reading:
    """Return the reply with its sentences found in the text."""
    sentences = reply.sentiment.sentences
    if isinstance(reply.request, SentimentRequest):
        text = reply.request.text
    else:
        text = " ".join(sentence.text for sentence in sentences)
    placed: list[Placed] = []
    fingerprint = hashlib.sha256(text.encode("utf-8", "replace"))
    behind = missed = 0
    for sentence in sentences:
        room = behind + missed + len(sentence.text) + _LOOK_AHEAD
        span = _stated(text, sentence, behind) or _searched(text, sentence.text, behind, room)
        start, end = span or (None, None)
        # Of one that is not found it is only known how much of the text it takes.
        behind, missed = (end, 0) if end is not None else (behind, missed + len(sentence.text))
        members = (sentence.sentiment, sentence.score, sentence.emotion, sentence.confidence)
        placed.append(Placed(start, end, sentence.text, *members))
        fingerprint.update(f"{sentence.score}{sentence.emotion}".encode("utf-8", "replace"))
    return Reading(text, reply.sentiment, placed, fingerprint.hexdigest()[:8])


def _stated(text: str, sentence: SentimentSentence, behind: int) -> tuple[int, int] | None:
    """Return where a sentence stands according to the service, if it says."""
    start = sentence.start_index
    if start is None or start < behind or not text.startswith(sentence.text, start):
        return None
    return start, start + len(sentence.text)


def _searched(text: str, sentence: str, behind: int, room: int) -> tuple[int, int] | None:
    """Return the next place a sentence can stand at; a service may have changed white space."""
    start = text.find(sentence, behind, room)
    if start >= 0:
        return start, start + len(sentence)
    words = r"\s+".join(map(re.escape, sentence.split()))
    match = re.compile(words).search(text, behind, room + len(sentence)) if words else None
    return match.span() if match else None


@dataclass(frozen=True, slots=True)
class Arc:
    """The smoothed course of a long text."""

    #: Numbers of sentences, from 0.
    places: NDArray[np.float64]
    #: The smoothed score there.
    scores: NDArray[np.float64]
    #: Standard deviation of the kernel, in sentences.
    bandwidth: float
    #: The text's own mean, sentences weighted by length.
    mean: float

    def limits(self) -> tuple[float, float]:
        """Return the range of scores to draw: what the arc needs, and some air."""
        low, high = float(self.scores.min()), float(self.scores.max())
        margin = max(0.02, (high - low) * 0.15)
        return max(0.0, low - margin), min(1.0, high + margin)


def arc(sentences: list[Placed]) -> Arc:
    """Return the Nadaraya-Watson estimate with a Gaussian kernel, sentences weighted by length.

    Near the ends the kernel is cut off and what is left of it weighs as a whole, so that the first
    and last pages are not pulled towards zero.
    """
    scores = np.array([sentence.score for sentence in sentences])
    lengths = np.array([len(sentence.text) for sentence in sentences], np.float64)
    bandwidth = max(3.0, _BANDWIDTH * len(sentences))
    places = np.linspace(0, len(sentences) - 1, min(_ARC_POINTS, len(sentences)))
    distance = (places[:, np.newaxis] - np.arange(len(sentences))) / bandwidth
    weights = np.exp(-(distance**2) / 2) * lengths
    mean = float(np.average(scores, weights=lengths))
    return Arc(places, weights @ scores / weights.sum(axis=1), bandwidth, mean)


def extremes(sentences: list[Placed], course: Arc) -> tuple[int, int]:
    """Return the sentences to quote for the lowest and the highest point of the arc.

    Near each point, the middle of the five sentences that are most like it.
    """
    scores = np.array([sentence.score for sentence in sentences])
    local = np.convolve(scores, np.ones(5) / 5, mode="same")
    places = []
    for point, sign in ((course.scores.argmin(), 1), (course.scores.argmax(), -1)):
        centre, reach = float(course.places[point]), 1.5 * course.bandwidth
        first, last = max(2, int(centre - reach)), min(len(scores) - 3, int(centre + reach))
        places.append(first + int((sign * local[first : last + 1]).argmin()))
    return places[0], places[1]


def passage(reading: Reading, place: int, characters: int = 320) -> str:
    """Return the text around a sentence, in whole sentences, about so many characters."""
    first = last = place
    sentences = reading.sentences
    length = len(sentences[place].text)
    while length < characters and (first > 0 or last < len(sentences) - 1):
        if last < len(sentences) - 1:
            last += 1
            length += len(sentences[last].text)
        if first > 0:
            first -= 1
            length += len(sentences[first].text)
    start, end = sentences[first].start, sentences[last].end
    if start is None or end is None:
        quoted = " ".join(sentence.text for sentence in sentences[first : last + 1])
    else:
        quoted = reading.text[start:end]
    return quoted if len(quoted) <= _LONGEST_QUOTE else quoted[: _LONGEST_QUOTE - 1] + "…"


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
