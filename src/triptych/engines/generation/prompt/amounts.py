"""How many: numbers and the words for them."""

from __future__ import annotations

from typing import NamedTuple


def _listed(words: str) -> list[str]:
    return words.split()


#: No kind of thing is drawn more often than this.
MOST = 24

_ONES = _listed(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen
    """
)
_TENS = dict(
    zip(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
        range(20, 100, 10),
        strict=True,
    )
)
_NUMBERS = {word: value for value, word in enumerate(_ONES)} | _TENS
#: What vague amounts are drawn as.
_VAGUE = {
    "a dozen": 12,
    "half a dozen": 6,
    "a half dozen": 6,
    "two dozen": 24,
    "dozen": 12,
    "dozens": 24,
    "a couple": 2,
    "couple of": 2,
    "a pair": 2,
    "pair of": 2,
    "pairs of": 2,
    "a trio": 3,
    "trio of": 3,
    "a duo": 2,
    "a quartet": 4,
    "both": 2,
    "a few": 3,
    "few": 3,
    "some": 3,
    "a handful": 4,
    "several": 5,
    "various": 4,
    "multiple": 4,
    "a number of": 5,
    "a variety of": 4,
    "a group": 5,
    "group of": 5,
    "groups of": 8,
    "a bunch": 5,
    "a lot": 8,
    "lots of": 8,
    "plenty of": 8,
    "loads of": 8,
    "many": 8,
    "numerous": 8,
    "a herd": 6,
    "herd of": 6,
    "a flock": 6,
    "flock of": 6,
    "a school of": 6,
    "a swarm": 8,
    "swarm of": 8,
    "a pack of": 5,
    "a crowd of": 8,
    "crowd of": 8,
    "a team of": 5,
    "a family of": 4,
    "family of": 4,
    "a pile": 5,
    "pile of": 5,
    "a stack of": 4,
    "a heap of": 5,
    "a row of": 5,
    "rows of": 8,
    "row of": 5,
    "a line of": 5,
    "a circle of": 6,
    "a ring of": 6,
    "a collection of": 5,
    "a set of": 4,
    "a cluster of": 5,
    "a colony of": 6,
    "a litter of": 4,
    "a hundred": MOST,
    "hundred": MOST,
    "hundreds": MOST,
    "a thousand": MOST,
    "thousands": MOST,
    "thousand": MOST,
    "countless": MOST,
    "field of": 8,
    "a field of": 8,
    "fields of": 10,
    "forest of": 8,
    "a forest of": 8,
    "a slice of": 1,
    "slice of": 1,
    "a piece of": 1,
    "a single": 1,
}
_LONGEST = 3


class Amount(NamedTuple):
    """An amount that was read.

    Attributes
    ----------
    words : int
        How many words it takes.
    number : int
        From 0 to `MOST`.
    """

    words: int
    number: int


def amount(words: list[str], place: int) -> Amount | None:
    """Read the amount that begins at a word, if one does.

    Examples
    --------
    >>> amount("twenty one cats".split(), 0)
    Amount(words=2, number=21)
    >>> amount("a couple of dogs".split(), 0)
    Amount(words=3, number=2)
    """
    for length in range(min(_LONGEST, len(words) - place), 0, -1):
        count = _VAGUE.get(" ".join(words[place : place + length]))
        if count is None:
            continue
        following = place + length
        if words[following - 1] != "of" and words[following : following + 1] == ["of"]:
            length += 1
        return Amount(length, count)
    word = words[place]
    if word.isdigit() and word.isascii():
        # Years and pixels count nothing.
        return Amount(1, min(int(word), MOST)) if len(word) < 4 else None
    if word not in _NUMBERS:
        return None
    value, length = _NUMBERS[word], 1
    unit = _NUMBERS.get(words[place + 1], 0) if place + 1 < len(words) else 0
    if word in _TENS and 0 < unit < 10:
        value, length = value + unit, 2
    following = place + length
    if words[following : following + 1] == ["dozen"]:
        value, length = value * 12, length + 1
    if words[place + length : place + length + 1] == ["of"]:
        length += 1
    return Amount(length, min(value, MOST))
