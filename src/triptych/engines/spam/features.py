"""Hashed word and character n-grams of a batch of texts, in numpy alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BITS = 18
BUCKETS = 1 << BITS
WORD_ORDERS = (1, 2, 3)
CHARACTER_ORDERS = (3, 4, 5)

# Odd, hence invertible modulo 2**64: the hash of any slice then follows from two prefix sums.
_BASE = 0x9E3779B97F4A7C15
_MODULUS = 1 << 64
_INVERSE = pow(_BASE, -1, _MODULUS)

_SPACE, _LETTER, _DIGIT, _SYMBOL = 0, 1, 2, 3
_BMP = 0x10000

Integers = NDArray[np.int64]
Hashes = NDArray[np.uint64]
# Thermometer steps: every step that a quantity reaches switches one feature on, which lets a
# linear model bend without a scale being chosen for it.
STEPS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("characters", (1, 10, 20, 40, 60, 80, 100, 120, 140, 160, 200, 300, 500, 1000, 2000, 4000)),
    ("tokens", (1, 2, 4, 8, 12, 16, 24, 32, 64, 128, 256, 512)),
    ("upper share", (0.001, 0.02, 0.05, 0.1, 0.15, 0.25, 0.4, 0.6, 0.9)),
    ("digit share", (0.001, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3)),
    ("symbol share", (0.001, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3)),
    ("foreign share", (0.001, 0.02, 0.1, 0.3, 0.6)),
    ("exclamation marks", (1, 2, 3, 5, 8)),
    ("question marks", (1, 2, 3, 5)),
    ("currency signs", (1, 2, 3, 5)),
    ("percent signs", (1, 2, 4)),
    ("asterisks", (1, 3, 8)),
    ("links", (1, 2, 3, 5)),
    ("addresses", (1, 2, 4)),
    ("mentions", (1, 2)),
    ("shouted words", (1, 2, 3, 5, 8, 16)),
    ("numbers of 3 or 4 digits", (1, 2, 4, 8)),
    ("numbers of 5 or 6 digits", (1, 2, 4)),
    ("numbers of 7 to 9 digits", (1, 2)),
    ("numbers of 10 to 12 digits", (1, 2)),
    ("numbers of 13 and more digits", (1,)),
    ("letter and digit words", (1, 2, 4, 8)),
    ("long words", (1, 2, 4)),
)
WIDTH = sum(len(steps) for _, steps in STEPS)
# The n-grams of a text have length one together. A step that says little alone is kept small
# beside them; a link or a telephone number may count as much as a word.
_TELLING = {"links", "addresses", "numbers of 10 to 12 digits", "currency signs"}
SCALES = np.array(
    [0.5 if name in _TELLING else 0.1 for name, steps in STEPS for _ in steps], np.float32
)


class Tables(NamedTuple):
    """Properties of the code points of the basic plane."""

    kind: NDArray[np.uint8]
    lower: NDArray[np.uint32]
    upper: NDArray[np.bool_]
    leet: NDArray[np.uint32]


@cache
def tables() -> Tables:
    """Build the character tables once (some milliseconds)."""
    kind = np.full(_BMP + 1, _SYMBOL, np.uint8)
    lower = np.arange(_BMP + 1, dtype=np.uint32)
    upper = np.zeros(_BMP + 1, np.bool_)
    for point in range(_BMP):
        character = chr(point)
        if character.isalpha():
            kind[point] = _LETTER
            low = character.lower()
            if low != character:
                upper[point] = True
                if len(low) == 1:
                    lower[point] = ord(low)
        elif character.isdigit():
            kind[point] = _DIGIT
        elif character.isspace():
            kind[point] = _SPACE
    kind[0] = _SPACE
    leet = lower.copy()
    for digit, letter in zip("01345789", "oieastbg", strict=True):
        leet[ord(digit)] = ord(letter)
    return Tables(kind, lower, upper, leet)


@cache
def _powers(bits: int) -> tuple[Hashes, Hashes]:
    def powers(base: int) -> Hashes:
        row = np.full(1 << bits, base, np.uint64)
        row[0] = 1
        return np.multiply.accumulate(row)

    return powers(_BASE), powers(_INVERSE)


def _mix(value: Hashes, salt: int) -> Hashes:
    """Spread the hash over all bits (the finaliser of MurmurHash3, public domain)."""
    value = value ^ np.uint64(salt * 0x9E3779B97F4A7C15 % _MODULUS)
    value ^= value >> np.uint64(33)
    value *= np.uint64(0xFF51AFD7ED558CCD)
    value ^= value >> np.uint64(33)
    value *= np.uint64(0xC4CEB9FE1A85EC53)
    value ^= value >> np.uint64(33)
    return value


class Tokens(NamedTuple):
    """A batch as one row of lower-case tokens, each followed by one space."""

    codes: NDArray[np.uint32]
    text_of_code: Integers
    start: Integers
    end: Integers
    text: Integers
    kind: NDArray[np.uint8]
    has_digit: NDArray[np.bool_]
    original: NDArray[np.uint32]
    original_text: Integers


def tokenize(texts: Sequence[str]) -> Tokens:
    """Split cleaned texts at every change between word and symbol.

    Runs of letters and digits are one token, every other visible character is one of its own, so
    that ``don't`` and ``don ' t`` give the same tokens.
    """
    table = tables()
    joined = "\0".join(texts) + "\0"
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    lengths = np.fromiter((len(t) + 1 for t in texts), np.int64, len(texts))
    text_of = np.repeat(np.arange(len(texts), dtype=np.int64), lengths)
    points = np.minimum(codes, _BMP)
    kind = table.kind[points]
    word = (kind == _LETTER) | (kind == _DIGIT)
    before = np.concatenate(([False], word[:-1]))
    symbol = kind == _SYMBOL
    begins = (word & ~before) | symbol
    visible = word | symbol
    lower = np.where(codes < _BMP, table.lower[points], codes)
    # Long digit runs keep their length and lose their value: a number identifies one sender.
    digit = kind == _DIGIT
    edges = np.flatnonzero(np.diff(np.concatenate(([False], digit, [False])).astype(np.int8)))
    for_runs = edges.reshape(-1, 2)
    long_runs = for_runs[(for_runs[:, 1] - for_runs[:, 0]) >= 3]
    if len(long_runs):
        marks = np.zeros(len(codes) + 1, np.int32)
        marks[long_runs[:, 0]] += 1
        marks[long_runs[:, 1]] -= 1
        lower = np.where(np.cumsum(marks[:-1]) > 0, np.uint32(ord("0")), lower)
    shown = np.flatnonzero(visible)
    begin_shown = begins[shown]
    token_of = np.cumsum(begin_shown) - 1
    # Each token but the first is moved by one more place, which leaves room for the spaces.
    place = np.arange(len(shown)) + token_of + 1
    row = np.full((len(shown) + int(begin_shown.sum()) + 1) if len(shown) else 1, 32, np.uint32)
    row[place] = lower[shown]
    first = np.flatnonzero(begin_shown)
    start = place[first]
    last = np.concatenate((first[1:], [len(shown)])) - 1 if len(first) else first
    end = place[last] + 1 if len(first) else start
    text = text_of[shown[first]]
    row_text = np.repeat(text, end - start + 1)
    # The space before the first token belongs to no text: a text must not know its place.
    row_text = np.concatenate((np.full(1, -1, np.int64), row_text))
    has_digit = np.zeros(len(first), np.bool_)
    has_digit[token_of[digit[shown]]] = True
    token_kind = kind[shown[first]]
    mixed = np.zeros(len(first), np.bool_)
    mixed[token_of[kind[shown] == _LETTER]] = True
    return Tokens(row, row_text, start, end, text, token_kind, has_digit & mixed, points, text_of)


def _slices(prefix: Hashes, start: Integers, end: Integers, inverse: Hashes) -> Hashes:
    return (prefix[end] - prefix[start]) * inverse[start]


def _prefix(codes: NDArray[np.uint32], forward: Hashes) -> Hashes:
    prefix = np.zeros(len(codes) + 1, np.uint64)
    np.cumsum((codes.astype(np.uint64) + np.uint64(1)) * forward[: len(codes)], out=prefix[1:])
    return prefix


def grams(
    tokens: Tokens,
    word_orders: Sequence[int] = WORD_ORDERS,
    character_orders: Sequence[int] = CHARACTER_ORDERS,
) -> tuple[Integers, Hashes, Integers, Hashes]:
    """Return (text, hash) of every word n-gram, then of every character n-gram."""
    size = max(10, len(tokens.codes).bit_length())
    forward, inverse = _powers(size)
    prefix = _prefix(tokens.codes, forward)
    words = _mix(_slices(prefix, tokens.start, tokens.end, inverse), 1)
    texts, hashes = [], []
    chain = words
    for order in range(1, max(word_orders) + 1):
        if order > 1:
            chain = chain[:-1] * np.uint64(0xD6E8FEB86659FD93) + words[order - 1 :]
        if order in word_orders:
            where = tokens.text[order - 1 :]
            inside = tokens.text[: len(where)] == where
            texts.append(where[inside])
            hashes.append(_mix(chain[inside], 100 + order))
    mixed = np.flatnonzero(tokens.has_digit)
    if len(mixed):
        # Words that mix letters and digits count as what they are read as, too ("fr33").
        leet = tables().leet[np.minimum(tokens.codes, _BMP)]
        disguised = _prefix(leet, forward)
        seen = _slices(disguised, tokens.start[mixed], tokens.end[mixed], inverse)
        texts.append(tokens.text[mixed])
        hashes.append(_mix(_mix(seen, 1), 101))
    letters_text, letters = [], []
    total = len(tokens.codes)
    for order in character_orders:
        if total <= order:
            continue
        at = np.arange(total - order + 1)
        inside = tokens.text_of_code[at] == tokens.text_of_code[at + order - 1]
        at = at[inside]
        letters_text.append(tokens.text_of_code[at])
        letters.append(_mix(_slices(prefix, at, at + order, inverse), 200 + order))
    empty = np.zeros(0, np.int64)
    return (
        np.concatenate([empty, *texts]),
        np.concatenate([empty.astype(np.uint64), *hashes]),
        np.concatenate([empty, *letters_text]),
        np.concatenate([empty.astype(np.uint64), *letters]),
    )


def counted(
    text: Integers, hashes: Hashes, bits: int = BITS
) -> tuple[Integers, Integers, Integers]:
    """Return (text, bucket, count) of every bucket that a text holds, ordered by both."""
    key = (text.astype(np.uint64) << np.uint64(bits)) | (hashes >> np.uint64(64 - bits))
    unique, count = np.unique(key, return_counts=True)
    return (
        (unique >> np.uint64(bits)).astype(np.int64),
        (unique & np.uint64((1 << bits) - 1)).astype(np.int64),
        count,
    )


def surface(tokens: Tokens, texts: int) -> NDArray[np.float32]:
    """Return one row of switched steps for each text, 0 or 1."""
    table = tables()
    points, of = tokens.original, tokens.original_text
    kind = table.kind[points]

    def count(mask: NDArray[np.bool_], where: NDArray[np.int64] = of) -> NDArray[np.float64]:
        return np.bincount(where[mask], minlength=texts).astype(np.float64)

    upper = table.upper[points]
    letters = count(kind == _LETTER)
    visible = count(kind != 0)
    size = tokens.end - tokens.start
    first = tokens.codes[tokens.start]
    second = tokens.codes[np.minimum(tokens.start + 1, len(tokens.codes) - 1)]
    third = tokens.codes[np.minimum(tokens.start + 2, len(tokens.codes) - 1)]
    marks = {name: _marks(tokens, name) for name in ("linkmark", "mailmark", "mentionmark")}
    number = (first == 48) & (second == 48) & (third == 48)
    # A shouted word: three capitals in a row that no capital precedes.
    run = upper[:-2] & upper[1:-1] & upper[2:] if len(upper) > 2 else np.zeros(0, np.bool_)
    opens = run & ~np.concatenate(([False], upper[: max(len(run) - 1, 0)]))[: len(run)]

    def token_count(mask: NDArray[np.bool_]) -> NDArray[np.float64]:
        return count(mask, tokens.text)

    quantities = (
        count(kind >= 0) - 1,
        token_count(size > 0),
        count(upper) / np.maximum(letters, 1),
        count(kind == _DIGIT) / np.maximum(visible, 1),
        count(kind == _SYMBOL) / np.maximum(visible, 1),
        count((kind == _LETTER) & (points > 127)) / np.maximum(letters, 1),
        count(points == ord("!")),
        count(points == ord("?")),
        count(np.isin(points, np.array([ord(sign) for sign in "$£€¥₹"], np.uint32))),
        count(points == ord("%")),
        count(points == ord("*")),
        token_count(marks["linkmark"]),
        token_count(marks["mailmark"]),
        token_count(marks["mentionmark"]),
        np.bincount(of[: len(run)][opens], minlength=texts).astype(np.float64),
        token_count(number & (size <= 4)),
        token_count(number & (size >= 5) & (size <= 6)),
        token_count(number & (size >= 7) & (size <= 9)),
        token_count(number & (size >= 10) & (size <= 12)),
        token_count(number & (size >= 13)),
        token_count(tokens.has_digit),
        token_count((size >= 18) & ~number),
    )
    columns = [
        quantity >= step
        for quantity, (_, steps) in zip(quantities, STEPS, strict=True)
        for step in steps
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _marks(tokens: Tokens, word: str) -> NDArray[np.bool_]:
    """Return which tokens are the given mark."""
    at = np.flatnonzero((tokens.end - tokens.start) == len(word))
    for offset, character in enumerate(word):
        at = at[tokens.codes[tokens.start[at] + offset] == ord(character)]
    marked = np.zeros(len(tokens.start), np.bool_)
    marked[at] = True
    return marked
