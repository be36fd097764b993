"""Sentiment and emotion of a text, overall and sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sentiment.calibration import (
    EMOTIONS,
    SENTIMENTS,
    Floats,
    emotion_probabilities,
    emotions_of,
    scores,
    sentiment_probabilities,
    sentiments_of,
)
from triptych.engines.sentiment.model import LONGEST, Reading, normalise, read
from triptych.engines.text.sentences import Span, split_sentences

#: A text of more passages than these is judged by its sentences alone: over pages, what a word
#: such as "but" turns around is long settled within its passage.
_MOST_PASSAGES = 8
#: What the whole counts beside its sentences, for sentiment and for emotions; fitted on the
#: development tweets and comments, of which half have several sentences.
_SHARES_OF_THE_WHOLE = (0.9, 0.7)
#: Emotions that are returned of a sentence; of the whole text it is all of them.
_MOST = 3


@dataclass(frozen=True, slots=True)
class Mood:
    """Sentiment and emotion of a stretch of text."""

    #: ``negative``, ``neutral`` or ``positive``, by thirds of the score.
    sentiment: str
    #: 0 wholly negative, .5 neutral or torn, 1 wholly positive.
    score: float
    #: Probability of the sentiment, 0 to 1. Low in a neutral one that is torn rather than plain.
    confidence: float
    #: One of `EMOTIONS` that agrees with the sentiment.
    emotion: str
    #: The likeliest emotions with their probabilities, the likeliest first: three for a sentence,
    #: all for the whole. Each stands for itself: they need not sum to 1, nor agree with the
    #: sentiment.
    emotions: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class TextSentiment:
    """What a text expresses: as a whole, and in each of its sentences (`spans`)."""

    overall: Mood
    spans: list[Span]
    sentences: list[Mood]


def analyse_sentiment(text: str) -> TextSentiment:
    """Return the sentiment and emotion of an English text and of each of its sentences.

    Each sentence is read for itself by a MiniLM encoder (Wang et al. 2020) fine-tuned on the
    Stanford Sentiment Treebank, SemEval's tweets and GoEmotions. The whole is read once more in
    passages of up to 126 word pieces, which see what "but" turns around, and their mean is blended
    with that of the sentences, both weighted by length; of a long text the sentences count alone.

    Other languages are read as if they were English: check with `triptych.engines.text.language`
    first. A text without any sentence is neutral.

    Examples
    --------
    >>> result = analyse_sentiment("The room was lovely. The breakfast was cold and awful.")
    >>> [mood.sentiment for mood in result.sentences]
    ['positive', 'negative']
    """
    spans = split_sentences(text)
    reading = read([normalise(text[start:end]) for start, end in spans])
    sentiment, emotions = _probabilities(reading)
    lengths = np.maximum(reading.tokens, 1)
    if not spans:
        plain = np.array([[0.0, 1.0, 0.0]])
        return TextSentiment(_moods(plain, np.eye(len(EMOTIONS))[[-1]], most=0)[0], [], [])
    overall = [_mean(part, lengths) for part in (sentiment, emotions)]
    passages = list(_passages(lengths.tolist()))
    if len(spans) > 1 and len(passages) <= _MOST_PASSAGES:
        borders = [(spans[first].start, spans[last].end) for first, last in passages]
        whole = read([normalise(text[start:end]) for start, end in borders])
        weights = np.maximum(whole.tokens, 1)
        overall = [
            share * _mean(part, weights) + (1 - share) * sentences
            for share, part, sentences in zip(
                _SHARES_OF_THE_WHOLE, _probabilities(whole), overall, strict=True
            )
        ]
    whole_mood = _moods(overall[0], overall[1], most=len(EMOTIONS))[0]
    return TextSentiment(whole_mood, spans, _moods(sentiment, emotions))


def _probabilities(reading: Reading) -> tuple[Floats, Floats]:
    return sentiment_probabilities(reading.sentiment), emotion_probabilities(reading.emotions)


def _passages(lengths: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last sentence of each run of sentences that one reading can hold."""
    first, held = 0, 0
    for place, length in enumerate(lengths):
        if place > first and held + length > LONGEST - 2:
            yield first, place - 1
            first, held = place, 0
        held += length
    if lengths:
        yield first, len(lengths) - 1


def _mean(probabilities: Floats, weights: NDArray[np.int64]) -> Floats:
    """Return the weighted mean of the rows, as one row."""
    mean: Floats = np.average(probabilities, axis=0, weights=weights, keepdims=True)
    return mean


def _moods(sentiment: Floats, emotions: Floats, most: int = _MOST) -> list[Mood]:
    """Return what the probabilities (n, 3) and (n, 28) amount to."""
    positions = scores(sentiment)
    classes = sentiments_of(positions)
    named = emotions_of(emotions, classes)
    likeliest = np.argsort(-emotions, axis=1, kind="stable")[:, :most]
    return [
        Mood(
            SENTIMENTS[classes[row]],
            float(positions[row]),
            float(sentiment[row, classes[row]]),
            EMOTIONS[named[row]],
            tuple((EMOTIONS[place], float(emotions[row, place])) for place in likeliest[row]),
        )
        for row in range(len(sentiment))
    ]
