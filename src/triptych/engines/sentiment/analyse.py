"""Sentiment and emotion of a text, overall and sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
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
from triptych.engines.sentiment.model import LONGEST, normalise, read
from triptych.engines.text.encoder import token_counts
from triptych.engines.text.sentences import Span, split_sentences

#: A text of more passages than these is judged by its sentences alone: over pages, what a word
#: such as "but" turns around is long settled within its passage.
_MOST_PASSAGES = 8
#: What the whole, read once more in one piece, counts beside its sentences: chosen on reviews with
#: stars and on tweets.
_SHARE_OF_THE_WHOLE = 0.7
#: What a sentence without any opinion counts beside one that is all opinion.
_PLAIN_COUNTS = 0.15
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


class TooManySentencesError(ValueError):
    """A text has more sentences than are to be read.

    Attributes
    ----------
    sentences : int
        How many it has.
    """

    def __init__(self, sentences: int) -> None:
        super().__init__(f"The text has {sentences:,} sentences.")
        self.sentences = sentences


def analyse_sentiment(text: str) -> TextSentiment:
    """Return the sentiment and emotion of an English text and of each of its sentences.

    Each sentence is read for itself by a MiniLM encoder (Wang et al. 2020) that was fine-tuned on
    reviews, everyday sentences, the Stanford Sentiment Treebank, SemEval's tweets and GoEmotions.

    The whole is read once more, in passages of up to 126 word pieces, which see what "but" turns
    around: that makes seven tenths of its sentiment. The rest is the mean of its sentences, in
    which a plain fact counts little: three facts and a praise are praise. Of a text of more than
    eight passages the sentences count alone.

    Other languages are read as if they were English: check with `triptych.engines.text.language`
    first. A text without any sentence is neutral.

    Examples
    --------
    >>> result = analyse_sentiment("The room was lovely. The breakfast was cold and awful.")
    >>> [mood.sentiment for mood in result.sentences]
    ['positive', 'negative']
    """
    return analyse_sentiments([text])[0]


def analyse_sentiments(
    texts: Sequence[str], *, most_sentences: int | None = None
) -> list[TextSentiment]:
    """Return for each text what `analyse_sentiment` returns, whatever the others are.

    The sentences and passages of all are read together, which takes less than one text after the
    other.

    Raises
    ------
    TooManySentencesError
        Before anything is read, if a text has more than `most_sentences`.

    Examples
    --------
    >>> good, bad = analyse_sentiments(["A lovely room.", "The breakfast was awful."])
    >>> good.overall.sentiment, bad.overall.sentiment
    ('positive', 'negative')
    """
    spans_of = [split_sentences(text) for text in texts]
    counts = [len(spans) for spans in spans_of]
    if most_sentences is not None and max(counts, default=0) > most_sentences:
        raise TooManySentencesError(max(counts))
    sentences = [
        normalise(text[start:end])
        for text, spans in zip(texts, spans_of, strict=True)
        for start, end in spans
    ]
    check_cancelled()
    lengths = np.maximum(token_counts(sentences), 1)
    passages: list[str] = []
    passage_owners: list[int] = []
    first = 0
    for owner, (text, spans) in enumerate(zip(texts, spans_of, strict=True)):
        check_cancelled()
        borders = list(_passages(lengths[first : first + len(spans)].tolist()))
        first += len(spans)
        if len(spans) > 1 and len(borders) <= _MOST_PASSAGES:
            passages += [normalise(text[spans[a].start : spans[b].end]) for a, b in borders]
            passage_owners += [owner] * len(borders)
    reading = read([*sentences, *passages])
    sentiment = sentiment_probabilities(reading.sentiment)
    emotions = emotion_probabilities(reading.emotions)
    weights = np.maximum(reading.tokens, 1).astype(np.float64)
    sentence_owners = np.repeat(np.arange(len(texts)), counts)
    split = len(sentences)
    opinions = _PLAIN_COUNTS + 1 - sentiment[:split, 1]

    def overall(rows: Floats, sentence_weights: Floats) -> Floats:
        mean, _ = _means(rows[:split], sentence_weights, sentence_owners, len(texts))
        whole, has_passages = _means(rows[split:], weights[split:], passage_owners, len(texts))
        blend = _SHARE_OF_THE_WHOLE * whole + (1 - _SHARE_OF_THE_WHOLE) * mean
        return np.where(has_passages, blend, mean)

    wholes = _moods(
        overall(sentiment, opinions), overall(emotions, weights[:split]), most=len(EMOTIONS)
    )
    moods = iter(_moods(sentiment[:split], emotions[:split]))
    return [
        TextSentiment(mood if spans else _plain(), spans, list(islice(moods, len(spans))))
        for mood, spans in zip(wholes, spans_of, strict=True)
    ]


def _plain() -> Mood:
    """Return the mood of a text without any sentence."""
    [mood] = _moods(np.array([[0.0, 1.0, 0.0]]), np.eye(len(EMOTIONS))[[-1]], most=0)
    return mood


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


def _means(
    rows: Floats, weights: Floats, owners: Sequence[int] | NDArray[np.int64], count: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the weighted mean of the rows of each owner, and whether it has any: (count, 1)."""
    owners = np.asarray(owners, np.int64)
    totals = np.zeros((count, rows.shape[1]))
    np.add.at(totals, owners, rows * weights[:, np.newaxis])
    sums = np.bincount(owners, weights, count)[:, np.newaxis]
    return totals / np.where(sums > 0, sums, 1), sums > 0


def _moods(sentiment: Floats, emotions: Floats, most: int = _MOST) -> list[Mood]:
    """Return what the probabilities (n, 3) and (n, 28) amount to."""
    positions = scores(sentiment)
    classes = sentiments_of(positions)
    named = emotions_of(emotions, classes)
    likeliest = np.argsort(-emotions, axis=1, kind="stable")[:, :most]
    # As Python's own numbers: taken one by one from arrays they take several times as long.
    rows = zip(
        classes.tolist(),
        positions.tolist(),
        sentiment[np.arange(len(classes)), classes].tolist(),
        named.tolist(),
        likeliest.tolist(),
        np.take_along_axis(emotions, likeliest, axis=1).tolist(),
        strict=True,
    )
    return [
        Mood(
            SENTIMENTS[own],
            score,
            confidence,
            EMOTIONS[emotion],
            tuple(zip(map(EMOTIONS.__getitem__, places), chances, strict=True)),
        )
        for own, score, confidence, emotion, places, chances in rows
    ]
