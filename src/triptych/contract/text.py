"""Profanity, spam and sentiment."""

from __future__ import annotations

from pydantic import Field

from triptych.contract.model import Message, Reply, Request, Text


class ProfanityRequest(Request):
    """Find profanity in a text."""

    text: Text = Field(description="Text to check.")
    censor_replacement: Text = Field(
        "*",
        description="Replaces profanity: one character is repeated over the match, "
        "a longer string stands once for it.",
    )
    languages: list[Text] | None = Field(
        None, description="Language codes of the word lists to use; all when left out."
    )
    allow: list[Text] = Field(
        default_factory=list, description="Words that are never profanity, in any case."
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

    text: Text | list[Text] = Field(description="Text to check, or a list of texts.")


class SpamCheck(Message):
    """How likely a text is spam."""

    score: float = Field(description="Calibrated probability of spam, 0 to 1.")
    is_spam: bool = Field(description="True when the score is .5 or more.")


class SpamReply(Reply):
    """One check for a text, a list of checks in the same order for a list."""

    check: SpamCheck | list[SpamCheck]

    @property
    def checks(self) -> list[SpamCheck]:
        """The checks as a list, also for a single text."""
        return self.check if isinstance(self.check, list) else [self.check]


class SentimentRequest(Request):
    """Sentiment and emotion of a text, overall and per sentence."""

    text: Text = Field(min_length=1, description="Text to analyse.")


class SentimentSentence(Message):
    """Sentiment of one sentence."""

    text: str
    emotion: str = Field(description="One of the 27 emotions of GoEmotions, or neutral.")
    sentiment: str = Field(description="positive, neutral or negative.")
    score: float = Field(description="0 wholly negative, .5 neutral, 1 wholly positive.")


class Sentiment(Message):
    """Sentiment of the whole text, and of its sentences."""

    emotion: str
    sentiment: str
    score: float
    sentences: list[SentimentSentence] = Field(default_factory=list)


class SentimentReply(Reply):
    """Sentiment and emotion of a text."""

    sentiment: Sentiment
