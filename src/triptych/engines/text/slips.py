"""How unlikely it is that somebody who meant one word typed another."""

from __future__ import annotations

from functools import cache

from triptych.models.files import rows

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
#: Consonants that sound alike in some words.
_ALIKE = frozenset(
    frozenset(pair)
    for pair in ("ck", "cs", "ks", "sz", "kq", "cq", "fv", "mn", "dt", "gj", "bp", "vw", "xz", "xs")
)

#: A slip of the fingers is as likely at any letter; one of spelling has its places. The costs were
#: found by trying, on known misspellings and simulated slips, which rank the words meant first.
_SWAPPED = 0.62
_SWAPPED_VOWELS = 0.5
_DOUBLED = 0.72
_VOWEL_FOR_VOWEL = 0.85
_SOUNDS_ALIKE = 0.81
_NEXT_KEY = 0.84
_ANY_LETTER = 1.26
_VOWEL_LEFT_OUT = 0.61
_SILENT = 0.6
_LEFT_OUT = 0.62
_SLIPPED_IN = 1.04
#: The first letter of a word is seldom wrong (Pollock and Zamora 1983: 7.8 % of misspellings).
_FIRST_LETTER = 0.7


@cache
def _adjacent() -> frozenset[str]:
    pairs = set()
    for number, row in enumerate(_ROWS):
        for place, letter in enumerate(row):
            near = row[place + 1 : place + 2]
            if number + 1 < len(_ROWS):
                near += _ROWS[number + 1][max(0, place - 1) : place + 1]
            pairs |= {letter + other for other in near} | {other + letter for other in near}
    return frozenset(pairs)


@cache
def _sounds() -> dict[str, tuple[tuple[str, str, float], ...]]:
    """Return the replacements by the last letters of what is typed and of what is meant."""
    by_ends: dict[str, list[tuple[str, str, float]]] = {}
    for one, other, cost in rows("text/sounds.tsv"):
        for typed, meant in ((one, other), (other, one)):
            by_ends.setdefault(typed[-1] + meant[-1], []).append((typed, meant, float(cost)))
    return {ends: tuple(replacements) for ends, replacements in by_ends.items()}


@cache
def _for(typed: str, meant: str) -> float:
    """Return the cost of one letter for another."""
    if typed in _VOWELS and meant in _VOWELS:
        return _VOWEL_FOR_VOWEL
    if frozenset((typed, meant)) in _ALIKE:
        return _SOUNDS_ALIKE
    return _NEXT_KEY if typed + meant in _adjacent() else _ANY_LETTER


def cost(typed: str, meant: str, limit: float = 9.0) -> float:
    """Return the least cost of the slips that turn the word meant into the one typed.

    It is 0 for the same word, .4 to 1.6 for a single slip, and infinite above the limit; words are
    in small letters. It is a weighted Damerau distance (CACM 7(3), 1964) with replacements of
    several letters by others (E. Brill and R. C. Moore, "An improved error model for noisy channel
    spelling correction", ACL 2000): one letter for another, left out, slipped in, doubled, or
    changed with its neighbour; the letters of keys side by side and those that sound alike cost
    less than others.

    Examples
    --------
    >>> cost("fotograph", "photograph") < cost("motograph", "photograph")
    True
    """
    sounds = _sounds()
    above = [0.0]
    for column, letter in enumerate(meant):
        above.append(above[-1] + _left_out(meant, column, letter) + (not column) * _FIRST_LETTER)
    table = [above]
    for row, letter in enumerate(typed):
        previous = typed[row - 1] if row else ""
        extra = _DOUBLED if letter == previous else _SLIPPED_IN
        line = [above[0] + extra + (not row) * _FIRST_LETTER]
        for column, other in enumerate(meant):
            first = _FIRST_LETTER if not row or not column else 0.0
            other_letter = 0.0 if letter == other else _for(letter, other) + first
            best = above[column] + other_letter
            if (here := above[column + 1] + extra) < best:
                best = here
            if (here := line[column] + _left_out(meant, column, other)) < best:
                best = here
            if row and column and letter == meant[column - 1] and previous == other != letter:
                vowels = letter in _VOWELS and other in _VOWELS
                here = table[row - 1][column - 1] + (_SWAPPED_VOWELS if vowels else _SWAPPED)
                if row == 1 or column == 1:
                    here += _FIRST_LETTER / 2
                if here < best:
                    best = here
            for begin, end, price in sounds.get(letter + other, ()):
                if (
                    row + 1 >= len(begin)
                    and column + 1 >= len(end)
                    and typed.endswith(begin, 0, row + 1)
                    and meant.endswith(end, 0, column + 1)
                ):
                    here = table[row + 1 - len(begin)][column + 1 - len(end)] + price
                    if here < best:
                        best = here
            line.append(best)
        if min(line) > limit and min(above) > limit:
            return float("inf")
        table.append(line)
        above = line
    return above[-1] if above[-1] <= limit else float("inf")


def _left_out(meant: str, column: int, letter: str) -> float:
    """Return the cost of leaving a letter of the word meant out."""
    before = meant[column - 1] if column else ""
    if letter == before:
        return _DOUBLED
    if letter in _VOWELS:
        # A final e is silent.
        return _SILENT if letter == "e" and column + 1 == len(meant) else _VOWEL_LEFT_OUT
    # rhythm, whale, ghost, autumn, debt
    return _SILENT if letter == "h" and before and before in "rwgtcx" else _LEFT_OUT
