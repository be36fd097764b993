"""Tell pages that say the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

#: Words of a shingle, and bits in which the fingerprints of near-duplicates may differ.
_SHINGLE, NEAR = 3, 3
_PARTS = 4
#: The odd number next to 2**64 divided by the golden ratio: its multiples spread over all bits.
_MIXING = np.uint64(0x9E3779B97F4A7C15)


def fingerprint(words: Sequence[str]) -> int:
    """Return 64 bits, signed, that are nearly the same for texts that are nearly the same.

    SimHash (M. Charikar, "Similarity estimation techniques from rounding algorithms", 2002) over
    runs of three words; G. Manku, A. Jain and A. Das Sarma found that near-duplicates differ in at
    most 3 of 64 bits ("Detecting near-duplicates for web crawling", 2007). Include the words of the
    title: short pages often differ in nothing else.

    Examples
    --------
    >>> long = [str(number) for number in range(1000)]
    >>> (fingerprint(long) ^ fingerprint([*long, "more"])).bit_count() <= NEAR
    True
    """
    hashed = np.fromiter((_hashed(word) for word in words), np.uint64, len(words))
    hashed = np.pad(hashed, (0, max(0, _SHINGLE - len(words))))
    shingles = np.zeros(len(hashed) - _SHINGLE + 1, np.uint64)
    for place in range(_SHINGLE):
        # An odd number each, so that the order of the words counts.
        shingles = shingles * _MIXING + hashed[place : len(shingles) + place]
    shingles ^= shingles >> np.uint64(32)
    shingles *= _MIXING
    shingles ^= shingles >> np.uint64(29)
    bits = np.unpackbits(np.unique(shingles).view(np.uint8).reshape(-1, 8), axis=1)
    majority = 2 * bits.sum(axis=0, dtype=np.int64) > len(bits)
    return int.from_bytes(np.packbits(majority).tobytes(), "big", signed=True)


@lru_cache(100_000)
def _hashed(word: str) -> int:
    # Python's own hash differs from process to process.
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "big")


class Fingerprints:
    """The fingerprints of an index's pages, to find near-duplicates among.

    Two that differ in at most 3 of 64 bits share at least one of four parts of 16 bits, so only
    those that share a part are compared.
    """

    def __init__(self, pages: Iterable[tuple[str, int]]) -> None:
        self._pages: dict[str, int] = {}
        self._parts: dict[tuple[int, int], set[str]] = defaultdict(set)
        for url, bits in pages:
            self.put(url, bits)

    def __contains__(self, url: str) -> bool:
        """Return whether the page of an address is known."""
        return url in self._pages

    def put(self, url: str, bits: int) -> None:
        """Add a page, or replace the one of its address."""
        before = self._pages.get(url)
        if before is not None:
            for part in _parts(before):
                self._parts[part].discard(url)
        self._pages[url] = bits
        for part in _parts(bits):
            self._parts[part].add(url)

    def near(self, bits: int) -> str | None:
        """Return the address of a page with nearly the same text, if there is one."""
        for part in _parts(bits):
            for url in self._parts.get(part, ()):
                if ((bits ^ self._pages[url]) & (1 << 64) - 1).bit_count() <= NEAR:
                    return url
        return None


def _parts(bits: int) -> list[tuple[int, int]]:
    return [(part, bits >> 16 * part & 0xFFFF) for part in range(_PARTS)]
