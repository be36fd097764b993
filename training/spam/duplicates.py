"""Drop duplicates before anything is split, and tell which texts nearly equal one another."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.spam.clean import clean
from triptych.engines.spam.features import grams, tokenize

_HASHES, _BANDS = 32, 8
_SIMILAR = 0.75
_SHORTEST = 25
_NOT_WORDS = re.compile(r"\W+")
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def _signatures(texts: Sequence[str]) -> NDArray[np.uint64]:
    """Return MinHash signatures (Broder, 1997) over character 5-grams."""
    factors = np.random.default_rng(0).integers(1, 2**63, _HASHES, dtype=np.uint64)
    factors |= np.uint64(1)
    result = np.full((len(texts), _HASHES), np.iinfo(np.uint64).max, np.uint64)
    for begin in range(0, len(texts), 200):
        batch = texts[begin : begin + 200]
        _, _, row, hashes = grams(tokenize(batch), (1,), (5,))
        if not len(row):
            continue
        # The character n-grams of one order come ordered by text.
        first = np.flatnonzero(np.diff(row, prepend=-1))
        for column, factor in enumerate(factors):
            result[begin + row[first], column] = np.minimum.reduceat(hashes * factor, first)
    return result


def distinct(texts: Sequence[str]) -> list[int]:
    """Return the indices of the texts that no earlier text equals, but for case and signs."""
    first: dict[str, int] = {}
    for index, text in enumerate(texts):
        first.setdefault(_NOT_WORDS.sub("", text.lower()) or text, index)
    return list(first.values())


def groups(texts: Sequence[str]) -> NDArray[np.int64]:
    """Return for each text the index of the first text that it equals or nearly equals.

    Equal means the same letters in the same order; digits, case, spaces and signs do not count.
    Nearly equal means that an estimated three quarters of the character 5-grams are shared.
    """
    cleaned = [clean(text) for text in texts]
    signatures = _signatures(cleaned)
    band = _HASHES // _BANDS
    leader = np.arange(len(texts), dtype=np.int64)
    same_letters: dict[str, int] = {}
    buckets: dict[tuple[int, bytes], list[int]] = {}
    for index, text in enumerate(cleaned):
        first = same_letters.setdefault(_NOT_LETTERS.sub("", text.lower()) or text, index)
        if first != index:
            leader[index] = leader[first]
        elif len(text) >= _SHORTEST:
            mine = signatures[index]
            keys = [(b, mine[b * band : (b + 1) * band].tobytes()) for b in range(_BANDS)]
            near = sorted({other for key in keys for other in buckets.get(key, ())})
            alike = next((o for o in near if (signatures[o] == mine).mean() >= _SIMILAR), None)
            if alike is None:
                for key in keys:
                    buckets.setdefault(key, []).append(index)
            else:
                leader[index] = alike
    return leader
