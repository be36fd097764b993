"""Sentiment and emotion of a text, overall and per sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from triptych.contract import SentimentRequest
from triptych.contract.limits import MOST_SENTENCES
from triptych.service.handler import Context, ManyHandler, Outcome
from triptych.service.limits import check_tokens, too_many

if TYPE_CHECKING:
    from triptych.engines.sentiment import Mood, TextSentiment

#: As the engine rounds scores: beyond these a probability is noise, and a reply long enough.
_DIGITS = 4


async def sentiment(request: SentimentRequest, context: Context) -> Outcome:
    """Answer `POST /v1/ai/sentiment`."""
    return await context.answer_one(SENTIMENTS, request)


def _sentiments(requests: Sequence[SentimentRequest]) -> list[Outcome]:
    from triptych.engines.sentiment import TooManySentencesError, analyse_sentiments

    texts = [request.text for request in requests]
    for text in texts:
        check_tokens([text])
    try:
        analyses = analyse_sentiments(texts, most_sentences=MOST_SENTENCES)
    except TooManySentencesError as error:
        raise too_many(error.sentences, MOST_SENTENCES, "sentences") from None
    return [
        _outcome(request.text, analysis)
        for request, analysis in zip(requests, analyses, strict=True)
    ]


#: Some 250 short texts at once take a few tenths of a second.
SENTIMENTS = ManyHandler("sentiment", _sentiments, lambda request: len(request.text), 16_000)


def _outcome(text: str, analysis: TextSentiment) -> Outcome:
    from triptych.engines.text.language import foreign_language

    sentences = [
        {"text": text[span.start : span.end], **_members(mood), "startIndex": span.start}
        for span, mood in zip(analysis.spans, analysis.sentences, strict=True)
    ]
    members: dict[str, Any] = {"sentiment": {**_members(analysis.overall), "sentences": sentences}}
    if language := foreign_language(text):
        message = (
            f"The text seems to be in {language.name}, and the model knows English only: "
            "take sentiment and emotion as a guess."
        )
        members["warnings"] = [{"code": "language_not_supported", "message": message}]
    written = [sentence["text"] for sentence in sentences]
    return Outcome(members, input_texts=[text], output_texts=written)


def _members(mood: Mood) -> dict[str, Any]:
    return {
        "emotion": mood.emotion,
        "sentiment": mood.sentiment,
        "score": mood.score,
        "confidence": round(mood.confidence, _DIGITS),
        "emotions": [
            {"emotion": name, "score": round(score, _DIGITS)} for name, score in mood.emotions
        ],
    }
