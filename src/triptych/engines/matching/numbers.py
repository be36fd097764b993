"""The numbers of a text as values, so that "1.5 million" is 1,500,000."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from triptych.models.files import lines, rows, word_list

_UNITS, _TENS, _ORDINALS = (line.split() for line in lines("matching/number_words.txt"))
_FULL_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_WORDS: dict[str, float] = (
    {word: float(value) for value, word in enumerate(_UNITS)}
    | {word: 10.0 * value for value, word in enumerate(_TENS, 2)}
    | {word: float(value) for value, word in enumerate(_ORDINALS)}
    | {
        f"{ten}-{unit}": 10.0 * value + digit
        for value, ten in enumerate(_TENS, 2)
        for names in (_UNITS, _ORDINALS)
        for digit, unit in enumerate(names[1:10], 1)
    }
    | {"half": 0.5, "dozen": 12.0, "twice": 2.0, "thrice": 3.0}
    | _FULL_SCALES
)
_SCALES = _FULL_SCALES | {"mn": 1e6, "bn": 1e9}
#: Names of units, each with the one that stands for all of the same unit.
_UNIT = {name: names[0] for names in rows("matching/units.tsv") for name in names}
# "in" after a number is mostly a preposition.
del _UNIT["in"]
_ANY_UNIT = "|".join(sorted(map(re.escape, _UNIT), key=len, reverse=True))
_NUMBER = re.compile(
    r"(?<![\w.])(?P<currency>[$€£¥])?"
    r"(?:(?P<digits>\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d)"
    r"(?P<ordinal>st|nd|rd|th|s)?(?!(?![kmgt]ib\b)[a-zA-Z]{3})"
    rf"|(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})\b)"
    rf"(?:[\s\u00a0-](?P<scale>{'|'.join(_SCALES)})\b)?"
    rf"(?:[\s\u00a0-]?(?P<unit>{_ANY_UNIT})(?!\w))?",
    re.I,
)

#: "First" and "two" may be said in other words where no small number is named.
_FEW, _SMALL = 2, 20
_ORDINAL = re.compile(rf"\d(?:st|nd|rd|th|s)\b|\b(?:{'|'.join(_ORDINALS[1:])})\b", re.I)


class Number(NamedTuple):
    """A number of a text."""

    value: float
    #: In one spelling; empty where none that is known follows.
    unit: str
    #: Where it is in the text, in code points.
    start: int
    end: int


def numbers(text: str) -> list[Number]:
    """Return the numbers of a text in order: digits, words, ordinals, centuries, with their units.

    A lone "one", which is mostly a pronoun, is left out.

    Examples
    --------
    >>> [(one.value, one.unit) for one in numbers("1.5 million people, twelve miles, 5%")]
    [(1500000.0, ''), (12.0, 'mi'), (5.0, '%')]
    >>> numbers("1,500,000")[0].value == numbers("1.5 million")[0].value
    True
    """
    every = []
    for match in _NUMBER.finditer(text):
        word = (match["word"] or "").casefold()
        if word == "one" and not (match["scale"] or match["unit"]):
            continue
        value = _WORDS[word] if word else float(re.sub(r"[,\s\u00a0\u202f]", "", match["digits"]))
        if match["scale"]:
            value *= _SCALES[match["scale"].casefold()]
        unit = _UNIT.get((match["unit"] or "").casefold(), "") or (match["currency"] or "")
        every.append(Number(value, unit, match.start(), match.end()))
    return every


def numbers_hold(claim: str, passage: str) -> bool:
    """Return whether a passage holds every number of a claim, with its unit and beside its noun.

    Examples
    --------
    >>> numbers_hold("It is 3 km long.", "The bridge, three kilometres long, has 12 arches.")
    True
    >>> numbers_hold("It has 3 arches.", "The bridge, three kilometres long, has 12 arches.")
    False
    """
    there = numbers(passage)
    for one in numbers(claim):
        fitting = [
            other
            for other in there
            if abs(one.value - other.value) <= 1e-9 * abs(one.value)
            # Of a range, "10 to 20 km", the first has no unit.
            and (not one.unit or not other.unit or one.unit == other.unit)
        ]
        if any(_same_noun(one, claim, other, passage, there) for other in fitting):
            continue
        if not _may_be_in_other_words(one, claim, there):
            return False
    return _years_hold(claim, passage)


def written_alike(claim: str, passage: str) -> str:
    """Return a claim with its numbers written as a passage writes them.

    So that who compares the words need not know that 3.9 million is 3,900,000.

    Examples
    --------
    >>> written_alike("It has 3,900,000 people.", "Some 3.9 million people live there.")
    'It has 3.9 million people.'
    """
    there = numbers(passage)
    for one in reversed(numbers(claim)):
        own = claim[one.start : one.end]
        for other in there:
            new = passage[other.start : other.end]
            if (
                abs(one.value - other.value) <= 1e-9 * abs(one.value)
                and one.unit == other.unit
                # "18" is not written "eighteenth".
                and bool(_ORDINAL.search(own)) == bool(_ORDINAL.search(new))
            ):
                claim = claim[: one.start] + new + claim[one.end :]
                break
    return claim


def _may_be_in_other_words(one: Number, claim: str, there: Sequence[Number]) -> bool:
    """Return whether what a claim counts need not be counted: "originally", "both" or "the former".

    It is written in letters, and nothing that contradicts it is counted in the passage.
    """
    return (
        one.value <= _FEW
        and claim[one.start : one.end].isalpha()
        and not any(other.value <= _SMALL and not other.unit for other in there)
    )


def _years_hold(claim: str, passage: str) -> bool:
    """Return whether an amount and a year of a claim go together in the passage, too.

    Of "660 million came in 2025, up from 240 million in 2019" each amount has its nearest year.
    """
    there = numbers(passage)
    years = [one for one in there if is_year(one, passage)]
    claimed = numbers(claim)
    claimed_years = {one.value for one in claimed if is_year(one, claim)}
    amounts = [one for one in claimed if not is_year(one, claim)]
    if len(claimed_years) != 1 or len(years) < 2:
        return True
    for amount in amounts:
        same = [one for one in there if one.value == amount.value and one not in years]
        if len(there) - len(years) > 1 and same:
            nearest = {min(years, key=lambda year: _gap(one, year)).value for one in same}
            if not nearest & claimed_years:
                return False
    return True


def _gap(one: Number, other: Number) -> int:
    return max(one.start - other.end, other.start - one.end)


def is_year(one: Number, text: str) -> bool:
    """Return whether a number is written as a year from 1000 to 2099."""
    return bool(re.fullmatch(r"1\d{3}|20\d\d", text[one.start : one.end].strip()))


def _same_noun(
    one: Number, claim: str, other: Number, passage: str, there: Sequence[Number]
) -> bool:
    """Return whether what is counted in one text is near the number in the other, too."""
    if one.unit:
        # "3 km" may be measured without saying the unit again: "3 to 5 km".
        return bool(other.unit) or one.unit in _units_after(passage[other.end : other.end + 30])
    counted = _counted(claim[one.end :])
    if not counted:
        return True
    # What numbers are followed by that noun there?
    near = [
        [each for each in there if noun.start() - 40 < each.end <= noun.start()][-1:]
        for noun in re.finditer(rf"\b{re.escape(counted)}", passage.casefold())
    ]
    return not any(near) or [other] in near


def _units_after(text: str) -> set[str]:
    return {_UNIT[name.casefold()] for name in re.findall(rf"(?:{_ANY_UNIT})(?!\w)", text, re.I)}


def _counted(after: str) -> str:
    """Return the beginning of the noun right after a number: "arch" of " stone arches"."""
    match = re.match(r"[\s\u00a0-]+([a-z]{3,})(?:[\s-]+([a-z]{3,}))?", after)
    if not match or match[1] in word_list("matching/not_counted.txt"):
        return ""
    return match[1][:5]
