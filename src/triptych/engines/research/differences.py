"""Where two pages contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from triptych.engines.matching.entailment import verdicts
from triptych.engines.matching.names import names_hold
from triptych.engines.matching.numbers import Number, is_year, numbers
from triptych.engines.research.evidence import Evidence
from triptych.engines.text.words import stems

#: Least cosine of two sentences that may contradict each other, and how many pairs are judged.
_LEAST_COSINE = 0.65
_MOST_PAIRS = 40
#: Least likelihood, on average of both ways, that one sentence contradicts the other; where a
#: number differs, most likelihood that one leaves the other open.
_CONTRADICTED, _OPEN = 0.9, 0.25
_MOST = 5
#: Words before and after a number that tell what it counts.
_AROUND = 3
#: Small numbers without a unit number versions, days and parts.
_SMALL = 100


def differences(
    sentences: Sequence[Evidence],
) -> list[tuple[tuple[str, str], tuple[Evidence, Evidence]]]:
    """Return what differs and the sentences of pairs of pages that contradict each other.

    At most five pairs of sentences that are near in meaning: either both are about the same, and
    have different numbers of one kind beside the same words; or each contradicts the other.
    """
    if len({one.passage.url for one in sentences}) < 2:
        return []
    vectors = np.stack([one.vector for one in sentences])
    near = vectors @ vectors.T
    pairs = [
        (sentences[one], sentences[other])
        for one, other in sorted(
            combinations(range(len(sentences)), 2), key=lambda pair: -near[pair]
        )
        if near[one, other] >= _LEAST_COSINE and _may_differ(sentences[one], sentences[other])
    ][:_MOST_PAIRS]
    judged = verdicts(
        [
            (claim.text, _titled(evidence))
            for one, other in pairs
            for claim, evidence in ((one, other), (other, one))
        ]
    )
    found = []
    for pair, forth, back in zip(pairs, judged[::2], judged[1::2], strict=True):
        one, other = (sentence.text for sentence in pair)
        values = _differing(one, other)
        if values and (forth.open + back.open) / 2 <= _OPEN:
            found.append((values, pair))
        elif (forth.contradicted + back.contradicted) / 2 >= _CONTRADICTED:
            found.append(((_quoted(one), _quoted(other)), pair))
    return found[:_MOST]


def _may_differ(one: Evidence, other: Evidence) -> bool:
    """Return whether sentences are of two pages, and one names nothing that the other does not."""
    return one.passage.url != other.passage.url and (
        names_hold(one.text, _titled(other)) or names_hold(other.text, _titled(one))
    )


def _titled(one: Evidence) -> str:
    return f"{one.passage.title}: {one.text}"


def _quoted(sentence: str) -> str:
    return f"“{sentence.rstrip('.')}”"


def _differing(one: str, other: str) -> tuple[str, str] | None:
    """Return the first two numbers of one kind beside the same words of which neither is in both.

    As they are written.
    """
    ours, theirs = numbers(one), numbers(other)
    for mine in ours:
        for their in theirs:
            if (
                mine.unit == their.unit
                and is_year(mine, one) == is_year(their, other)
                and (mine.unit or min(mine.value, their.value) >= _SMALL)
                and not _is_in(mine, one, theirs)
                and not _is_in(their, other, ours)
                and _beside(mine, one) & _beside(their, other)
            ):
                return one[mine.start : mine.end].strip(), other[their.start : their.end].strip()
    return None


def _is_in(number: Number, text: str, others: Sequence[Number]) -> bool:
    """Return whether a number is among others; "about 8 million" is "8.1 million"."""
    apart = 0.0 if is_year(number, text) else 0.05
    return any(
        abs(number.value - one.value) <= apart * max(number.value, one.value) for one in others
    )


def _beside(number: Number, text: str) -> set[str]:
    """Return the stems around a number, marked as before or after it."""
    before = stems(text[: number.start])[-_AROUND:]
    after = stems(text[number.end :])[:1]
    return {f"<{word}" for word in before} | {f">{word}" for word in after}
