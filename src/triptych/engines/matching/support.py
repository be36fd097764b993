"""The words of a page that support a claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from triptych.engines.matching.entailment import Verdict, verdicts
from triptych.engines.matching.model import calibration
from triptych.engines.matching.names import names_hold
from triptych.engines.matching.numbers import numbers_hold, written_alike
from triptych.engines.matching.opposites import says_opposite
from triptych.engines.text.sentences import split_sentences
from triptych.engines.text.words import stems

#: Lines of a page that are split into sentences, passages that are compared, and those of them
#: that the matcher reads.
_LINES = 6
_PASSAGES = 8
_READ = 3
#: Least likelihood where the words alone say the opposite.
_OPPOSED_FROM = 0.8
_LONGEST_LINE = 4_000
_LONGEST_PAGE = 60_000


def support(claim: str, text: str, title: str = "") -> str | None:
    """Return the sentence or two of a page that support a claim (one sentence without markers).

    Every number of the claim must be there with its unit, and every name; of the passages that
    hold them, the matcher has to find one that supports the claim (see `verdicts`), and surely
    where its words say the opposite. The page's title counts as part of each passage. The result
    is in the page's words, with white space made single spaces; None without support.

    Examples
    --------
    >>> page = "A kettle is a pot. It holds 2 litres."
    >>> support("The kettle holds two litres.", page, "Kettle")
    'It holds 2 litres.'
    >>> support("The kettle holds three litres.", page, "Kettle")
    """
    plain = " ".join(claim.split())
    passages = nearest(plain, text, title)
    for passage in passages:
        if is_quoted(written_alike(plain, passage), passage):
            return passage
    fitting = [one for one in passages if is_exact(plain, one, title)][:_READ]
    likelihoods = {
        passage: verdict.supported
        for passage, verdict in zip(fitting, verdicts(evidence(plain, fitting, title)), strict=True)
        if is_sure(verdict, plain, passage)
    }
    return max(likelihoods, key=likelihoods.__getitem__, default=None)


def nearest(claim: str, text: str, title: str) -> list[str]:
    """Return the passages that share most words with a claim, shorter ones first where equal."""
    claimed, named = set(stems(claim)), set(stems(title))
    ranked = sorted(
        (
            (len(claimed & (set(stems(passage)) | named)), -len(passage), passage)
            for passage in _passages(_lines_with(claimed, text))
        ),
        reverse=True,
    )
    return [passage for _, _, passage in ranked[:_PASSAGES]]


def is_quoted(claim: str, passage: str) -> bool:
    """Return whether a passage holds a claim word for word, up to a mark of punctuation."""
    return re.search(rf"(?<!\w){re.escape(claim.rstrip('.'))}(?=[.,;:!?)]|$)", passage) is not None


def is_exact(claim: str, passage: str, title: str) -> bool:
    """Return whether a passage holds every number and every name of a claim."""
    return numbers_hold(claim, passage) and names_hold(claim, f"{passage} ({title})")


def is_sure(verdict: Verdict, claim: str, passage: str) -> bool:
    """Return whether a verdict is enough to take a claim for supported by a passage."""
    least = calibration().supported_from
    if says_opposite(claim, passage):
        least = max(least, _OPPOSED_FROM)
    return verdict.supported >= least


def evidence(claim: str, passages: Sequence[str], title: str) -> list[tuple[str, str]]:
    """Return a claim with each passage as the matcher reads them: numbers written alike."""
    return [
        (written_alike(claim, passage), f"{title}: {passage}" if title else passage)
        for passage in passages
    ]


def _lines_with(words: set[str], text: str) -> tuple[str, ...]:
    """Return the lines of a page that hold most of the words."""
    every = [line for line in text[:_LONGEST_PAGE].splitlines() if line.strip()]
    if len(every) > _LINES:
        # To split all of a long page would take too long.
        every.sort(key=lambda line: -len(words.intersection(stems(line))))
    return tuple(every[:_LINES])


@lru_cache(maxsize=256)
def _passages(text: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences of lines, each alone and with the one after it."""
    passages: list[str] = []
    for line in text:
        plain = " ".join(line[:_LONGEST_LINE].split())
        sentences = [plain[start:end] for start, end in split_sentences(plain)]
        passages += sentences
        passages += [f"{one} {other}" for one, other in pairwise(sentences)]
    return tuple(passages)
