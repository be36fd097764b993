"""Where two pages tell a number of the same thing differently."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from triptych.engines.matching.numbers import Number, numbers
from triptych.engines.research.relevance import Evidence
from triptych.engines.text.words import STOP_WORDS, stems

#: Least cosine of two sentences about the same, and least share of words that both say.
_LEAST_COSINE, _LEAST_SHARE = 0.8, 0.6
#: Of which share of all their words, and of how many, two sentences say the same whatever stands
#: around them.
_SAME_SHARE, _SAME_WORDS = 0.75, 3
#: Words before and after a number that tell what it counts.
_AROUND = 3
_YEAR = re.compile(r"1\d{3}|20\d\d")
_MOST = 5
_SMALL = 100
#: "The world's first programmable computer", but not "the second-longest".
_MOST_OF_ALL = re.compile(
    r"\b(?:the )?(?:world['’]s )?(?<!-)"
    r"(?P<most>first|(?:long|larg|old|earli|deep|high|tall|small|fast)est)"
    r"(?P<kind>(?:,? [\w-]+){1,6})",
    re.I,
)
#: Where what it calls so ends.
_ENDS = re.compile(
    r",? (?:although|though|which|that|an?|and|but|\w+ed|\w+ing|with|while|who|where|to|is|was)\b"
)
_DISPUTED = re.compile(r"\b(?:disput|debat|contest)\w*", re.I)
_NAME = re.compile(r"\b[A-Z]\w{2,}")


def differences(
    found: Sequence[Evidence],
) -> list[tuple[tuple[str, str], tuple[Evidence, Evidence]]]:
    """Return pairs of sentences of two pages that cannot both be right as they stand.

    Either both say the same but for one number: they are near in meaning, say mostly the same
    words, and have the number, of one unit or a year, beside the same words. Or each calls
    something else the first or the longest of its kind.

    Parameters
    ----------
    found : sequence of Evidence
        Sentences that are shown.

    Returns
    -------
    list of (values, sentences)
        The numbers, or what each calls its own, as they are written there, at most five pairs.
    """
    pairs = []
    told = [(one, numbers(one.text), claims(one.text)) for one in found]
    telling = [each for each in told if each[1] or each[2]]
    for (one, ours, mine), (other, theirs, their) in combinations(telling, 2):
        if one.passage.url == other.passage.url:
            continue
        values = _rival(one, mine, other, their)
        if not values and ours and theirs and _alike(one, other):
            values = _differing(one.text, ours, other.text, theirs)
        if values:
            pairs.append((values, (one, other)))
    return pairs[:_MOST]


def claims(sentence: str) -> list[tuple[str, str, frozenset[str]]]:
    """Return what a sentence calls the first or the most: the words, which most, and of what.

    Examples
    --------
    >>> [one[:2] for one in claims("It is the longest river in the world, and very old.")]
    [('the longest river in the world', 'longest')]
    """
    found = []
    for match in _MOST_OF_ALL.finditer(sentence):
        kind = _ENDS.split(match["kind"])[0]
        # A programmer is no computer that can be programmed: words count, not stems.
        words = {word.casefold().removesuffix("s") for word in re.findall(r"\w+", kind)}
        telling = frozenset(words - STOP_WORDS)
        if len(telling) > 1:
            told = sentence[match.start() : match.start("kind")] + kind
            found.append((told, match["most"].casefold(), telling))
    return found


def _rival(
    one: Evidence,
    ours: Sequence[tuple[str, str, frozenset[str]]],
    other: Evidence,
    theirs: Sequence[tuple[str, str, frozenset[str]]],
) -> tuple[str, str] | None:
    """Return what two pages claim for different things, as they write it."""
    for mine, most, kind in ours:
        for their, same, their_kind in theirs:
            if most != same or not (kind <= their_kind or their_kind <= kind):
                continue
            # "Created the first vaccine" and "is the first vaccine" agree.
            agree = _mentions(one, other) or _mentions(other, one)
            if not agree or _DISPUTED.search(f"{one.text} {other.text}"):
                return mine, their
    return None


def _mentions(one: Evidence, other: Evidence) -> bool:
    """Tell whether a sentence names what the other's page is about, or shares a name with it."""
    title = re.sub(r" \(.*?\)", "", other.passage.title).casefold()
    names = set(_NAME.findall(one.text[1:])) & set(_NAME.findall(other.text[1:]))
    return title in one.text.casefold() or bool(names)


def _alike(one: Evidence, other: Evidence) -> bool:
    """Tell whether two sentences say the same, numbers aside."""
    mine, theirs = (
        {word for word in stems(each.text) if not word.isdigit()} for each in (one, other)
    )
    both = len(mine & theirs)
    if both >= max(_SAME_WORDS, _SAME_SHARE * len(mine | theirs)):
        return True
    near = float(one.vector @ other.vector) >= _LEAST_COSINE
    return near and both >= _LEAST_SHARE * max(1, min(len(mine), len(theirs)))


def _differing(
    one: str, ours: Sequence[Number], other: str, theirs: Sequence[Number]
) -> tuple[str, str] | None:
    """Return two numbers that count the same and are not the same, as they are written."""
    for mine in ours:
        for their in theirs:
            same_kind = mine.unit == their.unit and _is_year(mine, one) == _is_year(their, other)
            if not same_kind or mine.value == their.value:
                continue
            # Small numbers without a unit number versions, days and parts.
            if not (mine.unit or their.unit) and min(mine.value, their.value) < _SMALL:
                continue
            if any(mine.value == each.value for each in theirs):
                continue
            if any(their.value == each.value for each in ours):
                continue
            # "About 8 million" and "8.1 million" do not differ.
            rounded = abs(mine.value - their.value) <= 0.05 * max(mine.value, their.value)
            if rounded and not _is_year(mine, one):
                continue
            if _beside(mine, one) & _beside(their, other):
                return one[mine.start : mine.end].strip(), other[their.start : their.end].strip()
    return None


def _is_year(number: Number, text: str) -> bool:
    return bool(_YEAR.fullmatch(text[number.start : number.end].strip()))


def _beside(number: Number, text: str) -> set[str]:
    """Return the stems around a number, those after it told apart from those before it."""
    before = stems(text[: number.start])[-_AROUND:]
    after = stems(text[number.end :])[:1]
    return {f"<{word}" for word in before} | {f">{word}" for word in after}
