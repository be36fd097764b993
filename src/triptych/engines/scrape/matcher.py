"""The matcher: whether a candidate answers a prompt, where in its text, and whether with others.

A cross-encoder reads a prompt with the description of a candidate (R. Nogueira, K. Cho, "Passage
re-ranking with BERT", 2019); its card is beside its weights in ``models/scrape``.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._once import once
from triptych.engines.matching.model import likelihood_of, log_odds_of
from triptych.engines.scrape.description import Description
from triptych.engines.scrape.glossary import Glossary
from triptych.engines.scrape.matcher_inputs import Input, inputs
from triptych.engines.scrape.prompts import asks_for_several
from triptych.engines.text.encoder import encode_tokens
from triptych.models.files import verified

ENCODER_FILE = "scrape/encoder.onnx"
CALIBRATION_FILE = "scrape/calibration.json"
HEADS_OUTPUT = "heads"
#: Two values stand apart where the text between them has one of these.
_APART = re.compile(r"[,;/|·•&\n]|\b(?:and|or|und|oder|et|ou|y|o|e|en)\b", re.IGNORECASE)
_EDGES = " .,;:|/·•()\n"
#: "3:58" and "1,250.00" are one.
_WORD = re.compile(r"\d+(?:[.,:]\d+)+|[^\W_]+")
_NEARLY_ALL = 0.85
#: Where several values are asked for less likely than this, a text has one.
_SEVERAL = 0.5
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
    #: That an answer is right: weights of the log odds of its best candidate and of the best one
    #: beside it, and a constant.
    own: float
    rival: float
    constant: float
    #: That a set is meant rather than its best candidate: weights of the log odds that several are
    #: asked for, of the logarithms of the mean likelihood beside the best one's and of the size,
    #: and a constant.
    several: float
    beside: float
    size: float
    alone: float
    #: That a sign or an "and" parts two values: weights of the logit that it is in one, of that of
    #: the word pieces beside it, of the logit that several are asked for, and of a plural in the
    #: prompt, and a constant.
    sign: float
    near: float
    asked: float
    plural: float
    joined: float

    def candidate(self, likelihood: float, behind: float) -> float:
        """Return how likely a candidate is right, by the matcher and its place in the shortlist."""
        return likelihood_of(
            self.read * bounded_log_odds(likelihood) + self.listed * behind + self.offset
        )

    def confidence(self, own: float, rival: float) -> float:
        """Return how likely an answer is right: by the likelihoods of it and of a rival."""
        odds = self.own * bounded_log_odds(own) + self.rival * bounded_log_odds(rival)
        return likelihood_of(odds + self.constant)

    def is_parting(self, own: float, near: float, asked: float, *, plural: bool) -> bool:
        """Return whether a sign parts two values, by its logit and those around it."""
        odds = self.sign * own + self.near * near + self.asked * asked + self.plural * plural
        return odds + self.joined > 0

    def set(self, inputs: Sequence[float]) -> float:
        """Return the log odds that a set is meant, by its `set_inputs`."""
        weights = (self.several, self.beside, self.size, self.alone)
        return sum(one * weight for one, weight in zip((*inputs, 1.0), weights, strict=True))


class Reading(NamedTuple):
    """What the matcher says of a candidate."""

    #: That it answers the prompt, 0 to 1.
    likelihood: float
    #: Where in its text the values stand; all of it as a rule.
    spans: tuple[tuple[int, int], ...]
    #: The same, parted at commas and the like where those stand between two values.
    parts: tuple[tuple[int, int], ...]
    #: That the prompt asks for all that is like it, 0 to 1.
    several: float


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
    fitted, plural = calibration(), asks_for_several(prompt)
    readings = []
    for description, window, logits in zip(descriptions, windows, heads, strict=True):
        likelihood = likelihood_of(fitted.slope * float(logits[:, 0].mean()) + fitted.bias)
        inside = logits[-1 - len(window.places) : -1, 1]
        spans = _spans(description.text, window, (inside > 0).tolist())
        asked = float(logits[:, 2].mean())
        several = likelihood_of(asked)
        if len(spans) > 1 and several < _SEVERAL and not plural:
            spans = (_one_of(spans, description.text, window, inside),)
        parting = [
            sign
            for sign, own, near in signs(description.text, window, inside)
            if fitted.is_parting(own, near, asked, plural=plural)
        ]
        readings.append(Reading(likelihood, spans, tuple(_parted(spans, parting)), several))
    return readings


def signs(
    text: str, window: Input, inside: NDArray[np.float32]
) -> Iterator[tuple[tuple[int, int], float, float]]:
    """Yield what may part two values: where it stands, its score, and the mean of those beside it.

    Scores are logits of being in a value.
    """
    starts = [start for start, _ in window.places]
    # A text may be much longer than what is read of it.
    end = window.places[-1][1] if starts else 0
    for sign in _APART.finditer(text, 0, end):
        first = bisect_left(starts, sign.start())
        last = bisect_left(starts, sign.end()) - 1
        if 0 < first <= last < len(inside) - 1:
            near = (float(inside[first - 1]) + float(inside[last + 1])) / 2
            yield sign.span(), float(inside[first]), near


def _parted(
    spans: Iterable[tuple[int, int]], signs: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield spans without the signs in them, each in as many parts."""
    for start, end in spans:
        for first, last in signs:
            if start < first and last < end:
                yield start, first
                start = last
        yield start, end


def _spans(text: str, window: Input, inside: Sequence[bool]) -> tuple[tuple[int, int], ...]:
    """Return the characters of the values in a text, by which of its word pieces are in one."""
    whole = ((0, len(text)),)
    if not any(inside) or sum(inside) >= _NEARLY_ALL * len(inside):
        return whole
    spans: list[tuple[int, int]] = []
    for (start, end), within in zip(window.places, inside, strict=True):
        if not within:
            continue
        if spans and not _APART.search(text, spans[-1][1], start):
            spans[-1] = spans[-1][0], end
        else:
            spans.append((start, end))
    if spans[-1][1] == window.places[-1][1]:
        # The text may go on behind the last piece that was read.
        spans[-1] = spans[-1][0], len(text)
    words = dict.fromkeys(_closed(text, *_to_words(text, *span)) for span in spans)
    return tuple(span for span in words if text[slice(*span)].strip(_EDGES)) or whole


def _one_of(
    spans: Sequence[tuple[int, int]], text: str, window: Input, inside: NDArray[np.float32]
) -> tuple[int, int]:
    """Return the one value of a text: all spans where only signs part them, else the likeliest."""
    between = (text[one[1] : other[0]] for one, other in pairwise(spans))
    if all(len(signs.strip()) <= 1 for signs in between):
        return spans[0][0], spans[-1][1]

    def likelihood(span: tuple[int, int]) -> float:
        pieces = [
            logit
            for (start, end), logit in zip(window.places, inside, strict=True)
            if start < span[1] and end > span[0]
        ]
        return float(np.mean(pieces)) if pieces else 0.0

    return max(spans, key=likelihood)


def _to_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span that begins and ends with a whole word or number."""
    words = [word.span() for word in _WORD.finditer(text)]
    start = next((first for first, last in words if first < start < last), start)
    return start, next((last for first, last in words if first < end < last), end)


def _closed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with the bracket that closes one in it, or without what is not closed."""
    if text.count("(", start, end) <= text.count(")", start, end):
        return start, end
    return start, end + 1 if text[end : end + 1] == ")" else text.rindex("(", start, end)


def texts_of(text: str, spans: Iterable[tuple[int, int]]) -> list[str]:
    """Return the values that stand at some places of a text."""
    return [text[start:end].strip(" ,;:|\n") for start, end in spans]
