"""What a message looks like before a word of it is read: length, capitals, numbers, marks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from triptych.engines.spam.features import Tokens, tables

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

_LETTER, _DIGIT, _SYMBOL = 1, 2, 3


def _code_mask(points: NDArray[np.uint32], characters: str) -> NDArray[np.bool_]:
    return np.asarray(np.isin(points, np.array([ord(c) for c in characters], np.uint32)))


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
        count(_code_mask(points, "$£€¥₹")),
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
    """Tell which tokens are the given mark."""
    found = (tokens.end - tokens.start) == len(word)
    at = np.flatnonzero(found)
    for offset, character in enumerate(word):
        at = at[tokens.codes[tokens.start[at] + offset] == ord(character)]
    found[:] = False
    found[at] = True
    return np.asarray(found)
