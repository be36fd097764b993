"""Profanity, spam and sentiment."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from triptych.contract.limits import (
    MOST_CHARACTERS_OF_A_LIST,
    MOST_CHECKED,
    MOST_PROFANITIES,
    MOST_SENTENCES,
    MOST_TOKENS,
    of_limited_length,
)
from triptych.contract.model import Encodable, LongText, Message, NotBlank, Reply, Request, Text

#: The sentiments, from the lowest scores to the highest.
SENTIMENTS = ("negative", "neutral", "positive")
#: The 27 emotions of GoEmotions, and neutral.
EMOTIONS = (
    "admiration",
    "amusement",
    "anger",
    "annoyance",
    "approval",
    "caring",
    "confusion",
    "curiosity",
    "desire",
    "disappointment",
    "disapproval",
    "disgust",
    "embarrassment",
    "excitement",
    "fear",
    "gratitude",
    "grief",
    "joy",
    "love",
    "nervousness",
    "optimism",
    "pride",
    "realization",
    "relief",
    "remorse",
    "sadness",
    "surprise",
    "neutral",
)


_Word = Annotated[str, Field(max_length=100), Encodable]


class ProfanityRequest(Request):
    """Find profanity in a text."""

    text: LongText = Field(
        description=f"Text to check, with at most {MOST_PROFANITIES:,} profane words."
    )
    censor_replacement: Text = Field(
        "*",
        max_length=100,
        description="Replaces profanity: one character is repeated over the match, "
        "a longer string stands once for it.",
    )
    languages: list[_Word] | None = Field(
        None,
        max_length=100,
        description="Language codes of the word lists to use; all when left out.",
    )
    allow: list[_Word] = Field(
        default_factory=list,
        max_length=1_000,
        description="Words that are never profanity, in any case.",
    )


class Profanity(Message):
    """One profane word or phrase; offsets are code points of the input, the end exclusive."""

    profanity: str = Field(description="The match as it stands in the input.")
    start_index: int = Field(alias="startIndex", ge=0, description="Offset of its first character.")
    end_index: int = Field(alias="endIndex", ge=0, description="Offset behind its last character.")


class ProfanityReply(Reply):
    """The profanities of a text and its censored copy."""

    profanities_found: bool = Field(description="True when profanity is found.")
    profanities: list[Profanity] = Field(default_factory=list, description="Empty when none.")
    clean_text: str = Field(description="The input with profanity replaced.")


class SpamRequest(Request):
    """Score one text or a list of texts for spam."""

    text: (
        LongText
        | Annotated[
            list[LongText], Field(max_length=MOST_CHECKED), AfterValidator(of_limited_length)
        ]
    ) = Field(
        description="Text to check, or a list of texts of at most "
        f"{MOST_CHARACTERS_OF_A_LIST:,} characters together."
    )


class SpamCheck(Message):
    """How likely a text is spam."""

    score: float = Field(description="Calibrated probability of spam, 0 to 1.")
    is_spam: bool = Field(description="True when the score is .5 or more.")


class SpamReply(Reply):
    """One check for a text, a list of checks in the same order for a list."""

    check: SpamCheck | list[SpamCheck] = Field(
        description="One for a text, a list in the same order for a list."
    )

    @property
    def checks(self) -> list[SpamCheck]:
        """The checks as a list, also for a single text."""
        return self.check if isinstance(self.check, list) else [self.check]


class SentimentRequest(Request):
    """Sentiment and emotion of a text, overall and per sentence."""

    text: Annotated[LongText, NotBlank] = Field(
        min_length=1,
        description="Text to analyse; the embedded model knows English. At most "
        f"{MOST_TOKENS:,} tokens and {MOST_SENTENCES:,} sentences.",
    )


class EmotionScore(Message):
    """Score of one emotion."""

    emotion: str = Field(description="One of the 27 emotions of GoEmotions, or neutral.")
    score: float = Field(description="Probability, 0 to 1; several emotions can be likely at once.")


class SentimentSentence(Message):
    """Sentiment of one sentence.

    `start_index`, `confidence` and `emotions` go beyond the specification: the embedded service
    gives them, and they are absent (None, empty) where a service does not.
    """

    text: str = Field(description="The sentence, an exact slice of the input.")
    emotion: str = Field(description="One of the 27 emotions of GoEmotions, or neutral.")
    sentiment: str = Field(description="positive, neutral or negative.")
    score: float = Field(description="0 wholly negative, .5 neutral, 1 wholly positive.")
    start_index: int | None = Field(
        None, alias="startIndex", description="Where it begins in the input, in code points."
    )
    confidence: float | None = Field(
        None, description="Probability of the sentiment that is named, 0 to 1."
    )
    emotions: list[EmotionScore] = Field(
        default_factory=list, description="The likeliest emotions, first the likeliest."
    )


class Sentiment(Message):
    """Sentiment of the whole text, and of its sentences."""

    emotion: str = Field(description="One of the 27 emotions of GoEmotions, or neutral.")
    sentiment: str = Field(description="positive, neutral or negative.")
    score: float = Field(description="0 wholly negative, .5 neutral, 1 wholly positive.")
    confidence: float | None = Field(
        None, description="Probability of the sentiment that is named, 0 to 1."
    )
    emotions: list[EmotionScore] = Field(
        default_factory=list, description="The likeliest emotions, first the likeliest."
    )
    sentences: list[SentimentSentence] = Field(
        default_factory=list, description="The sentences in the order of the text."
    )


class ReplyWarning(Message):
    """A warning of the service about its reply."""

    code: str = Field(description="snake_case, for programs.")
    message: str = Field(description="One sentence for people.")


class SentimentReply(Reply):
    """Sentiment and emotion of a text."""

    sentiment: Sentiment = Field(description="Of the whole text, and of each sentence.")
    warnings: list[ReplyWarning] = Field(
        default_factory=list,
        description="For instance that the text is in a language the model has not learned.",
    )
