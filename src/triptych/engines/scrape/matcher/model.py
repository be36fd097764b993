"""The matcher: whether a candidate answers a prompt, where in its text, and whether with others.

A cross-encoder reads a prompt with the description of a candidate (R. Nogueira, K. Cho, "Passage
re-ranking with BERT", 2019); its card is beside its weights in ``models/scrape``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from triptych._once import once
from triptych.engines.matching.model import likelihood_of, log_odds_of
from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.glossary import Glossary
from triptych.engines.scrape.matcher.inputs import inputs
from triptych.engines.scrape.matcher.prompts import asks_for_several
from triptych.engines.scrape.matcher.spans import Pieces, Span, one_value, parted, several_values
from triptych.engines.text.encoder import encode_tokens
from triptych.models.files import verified

ENCODER_FILE = "scrape/encoder.onnx"
CALIBRATION_FILE = "scrape/calibration.json"
HEADS_OUTPUT = "heads"
#: Likelihoods beyond are as certain as this, so that one does not outweigh all else.
_LEAST_LIKELIHOOD = 1e-4


class Calibration(NamedTuple):
    """What pages to choose with were fitted with (J. Platt, "Probabilistic outputs", 1999)."""

    #: Of the logit that a candidate answers.
    slope: float
    bias: float
    #: That a candidate is right: weights of these log odds and of its score in the shortlist, below
    #: the best one's, and a constant.
    read: float
    listed: float
    offset: float
    #: That an answer is right: weights of the log odds of its best candidate and of the score that
    #: this has in the shortlist, and a constant.
    own: float
    score: float
    constant: float
    #: That a set is meant rather than its best candidate: weights of the log odds that several are
    #: asked for, of the logarithms of the mean likelihood beside the best one's and of the size,
    #: and a constant.
    several: float
    beside: float
    size: float
    alone: float
    #: That a run of word pieces is the one value of a text: weights of `spans.FEATURES`.
    span: Sequence[float]

    def candidate(self, likelihood: float, behind: float) -> float:
        """Return how likely a candidate is right, by the matcher and its place in the shortlist."""
        return likelihood_of(
            self.read * bounded_log_odds(likelihood) + self.listed * behind + self.offset
        )

    def confidence(self, own: float, score: float) -> float:
        """Return how likely an answer is right, by its best candidate."""
        return likelihood_of(self.own * bounded_log_odds(own) + self.score * score + self.constant)

    def set(self, inputs: Sequence[float]) -> float:
        """Return the log odds that a set is meant, by its `set_inputs`."""
        weights = (self.several, self.beside, self.size, self.alone)
        return sum(one * weight for one, weight in zip((*inputs, 1.0), weights, strict=True))


@dataclass
class Reading:
    """What the matcher says of a candidate."""

    #: That it answers the prompt, 0 to 1.
    likelihood: float
    #: The logit that the prompt asks for all that is like it.
    asked: float
    #: The prompt, in English.
    prompt: str
    #: Of its text.
    pieces: Pieces

    @property
    def several(self) -> float:
        """That the prompt asks for all that is like it, 0 to 1."""
        return likelihood_of(self.asked)

    @property
    def is_of_one(self) -> bool:
        """Whether the prompt asks for one value."""
        return self.asked < 0 and not asks_for_several(self.prompt)

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """Where in its text the values stand; all of it as a rule."""
        if self.is_of_one:
            return (one_value(self.pieces, self.prompt, calibration().span),)
        return several_values(self.pieces)

    @cached_property
    def parts(self) -> tuple[Span, ...]:
        """The same, parted at commas and the like where those stand between two values."""
        return tuple(parted(self.pieces, self.spans, self.asked))


def bounded_log_odds(likelihood: float) -> float:
    """Return the logarithm of the odds of a likelihood, between about -9 and 9."""
    return log_odds_of(likelihood, _LEAST_LIKELIHOOD)


@once
def calibration() -> Calibration:
    """Return the shipped calibration."""
    return Calibration(**json.loads(verified(CALIBRATION_FILE)))


def read(
    prompt: str, descriptions: Sequence[Description], glossary: Glossary | None = None
) -> list[Reading]:
    """Return for each candidate whether it answers a prompt, and where.

    With the `glossary` of their language, the candidates' texts are read in English.

    Examples
    --------
    >>> price = Description("Price", "", "", "span price", "3.20 EUR")
    >>> name = Description("", "", "", "h1", "Green tea")
    >>> first, second = read("How much is it?", [price, name])
    >>> first.likelihood > second.likelihood
    True
    """
    if not descriptions:
        return []
    windows = inputs(prompt, descriptions, glossary)
    heads = encode_tokens(ENCODER_FILE, HEADS_OUTPUT, [one.tokens for one in windows])
    fitted = calibration()
    readings = []
    for description, window, logits in zip(descriptions, windows, heads, strict=True):
        likelihood = likelihood_of(fitted.slope * float(logits[:, 0].mean()) + fitted.bias)
        own = slice(-1 - len(window.places), -1)
        pieces = Pieces(description.text, window.places, logits[own, 1], window.tokens[own])
        readings.append(Reading(likelihood, float(logits[:, 2].mean()), prompt, pieces))
    return readings
