"""Whether a claim says the opposite of what a passage says."""

from __future__ import annotations

import re
from functools import cache

from triptych.models.files import rows

_WORD = re.compile(r"[^\W\d_]+")
#: "Zambia to the west".
_SIDE = re.compile(
    r"(?P<name>[A-ZÀ-Þ][\w'’-]+) (?:to|on|in) (?:its|the) "
    r"(?P<sides>(?:(?:north|south)?(?:east|west)|north|south)(?:ern)?(?:,? (?:and )?"
    r"(?:(?:north|south)?(?:east|west)|north|south)(?:ern)?)*)"
)
_RANK = re.compile(
    r"\b(?:(?P<rank>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:nd|rd|th|st))"
    r"[- ]|(?P<among>one of (?:the|its|their)(?: \w+)? )|(?P<nearly>almost |nearly ))"
    r"(?P<top>(?:most|least)[- ]\w+|\w+est)\b(?:[- ](?P<noun>\w+))?",
    re.I,
)


def says_opposite(claim: str, passage: str) -> bool:
    """Return whether a claim names the opposite, another rank or another side than a passage.

    By words alone: where much else is the same, the matcher overlooks these. Negations it sees.

    Examples
    --------
    >>> says_opposite("Sales fell in May.", "In May sales rose.")
    True
    >>> says_opposite("It is the largest lake.", "It is the second-largest lake.")
    True
    >>> says_opposite("Sales fell in May.", "Sales rose in April and fell in May.")
    False
    """
    return (
        _names_opposite(claim, passage)
        or _outranks(claim, passage)
        or _lies_elsewhere(claim, passage)
    )


def _names_opposite(claim: str, passage: str) -> bool:
    opposites = _opposites()
    claimed, stated = _words(claim), _words(passage)
    return any(
        word not in stated and opposites[word] & stated and not opposites[word] & stated & claimed
        for word in claimed & opposites.keys()
    )


@cache
def _opposites() -> dict[str, set[str]]:
    """Return for each word those that say the opposite."""
    opposites: dict[str, set[str]] = {}
    for one, other in rows("matching/opposites.tsv"):
        for words, contrary in ((one.split(), other.split()), (other.split(), one.split())):
            for word in words:
                opposites.setdefault(word, set()).update(contrary)
    return opposites


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _outranks(claim: str, passage: str) -> bool:
    ranked = {match["top"].casefold().replace("-", " ") for match in _RANK.finditer(claim)}
    stated = [_rank(match) for match in _RANK.finditer(passage)]
    for match in _RANK.finditer(claim):
        rank, noun = _rank(match)
        nouns = {other for same, other in stated if same == rank}
        # The second-highest volcano may be the highest mountain.
        if not nouns or (noun not in nouns and re.search(rf"\b{re.escape(noun)}", passage, re.I)):
            return True
    for match in _RANK.finditer(passage):
        top = match["top"].casefold().replace("-", " ")
        plain = passage.casefold().replace("-", " ")
        if top in ranked or plain.count(top) > 1:
            continue
        if re.search(rf"\b{re.escape(top)}\b", claim.casefold().replace("-", " ")):
            return True
    return False


def _rank(match: re.Match[str]) -> tuple[str, str]:
    """Return "second highest" or "one of highest", and the beginning of the noun after it."""
    before = match["rank"] or ("one of" if match["among"] else "nearly")
    top = f"{before} {match['top']}".casefold().replace("-", " ")
    return top, (match["noun"] or "").casefold()[:5]


def _lies_elsewhere(claim: str, passage: str) -> bool:
    """Return whether a claim names another side than the passage for the same neighbour."""
    sides = {match["name"]: match["sides"] for match in _SIDE.finditer(passage)}
    return any(
        match["name"] in sides
        and not set(_WORD.findall(match["sides"])) <= set(_WORD.findall(sides[match["name"]]))
        for match in _SIDE.finditer(claim)
    )
