"""Whether a claim turns what a passage says into its opposite."""

from __future__ import annotations

import re
from functools import cache

from triptych.engines.text.words import STOP_WORDS, listed, stems
from triptych.models.files import rows

_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|without|cannot|hardly|rarely|barely"
    r"|fails? to|failed to|lacks?|lacking|non|unable|isn|wasn|aren|weren|don|doesn|didn|can|won"
    r"|hasn|haven|hadn|shouldn|wouldn|couldn)\b(?P<contracted>[’']t\b)?",
    re.I,
)
_NEEDS_T = listed(
    "isn wasn aren weren don doesn didn can won hasn haven hadn shouldn wouldn couldn"
)
#: "not only": nothing is denied.
_NO_NEGATION = re.compile(r"\bnot only\b|\bno longer\b|\bno\. ?\d|\bwithout doubt\b", re.I)
_WORDS_DENIED = 2
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non")
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


def turns_around(claim: str, passage: str) -> bool:
    """Return whether a claim denies what a passage says, says the opposite or says more.

    Examples
    --------
    >>> turns_around("It can be cured.", "It cannot be cured, but treated.")
    True
    >>> turns_around("It can be treated.", "It cannot be cured, but treated.")
    False
    """
    return (
        _denies(claim, passage)
        or _says_opposite(claim, passage)
        or _says_opposite_by_prefix(claim, passage)
        or _outranks(claim, passage)
        or _lies_elsewhere(claim, passage)
    )


def _denials(text: str) -> list[re.Match[str]]:
    plain = _NO_NEGATION.sub(lambda match: "x" * len(match[0]), text)
    return [
        match
        for match in _NEGATION.finditer(plain)
        if (match[0].casefold().split("'")[0].split("’")[0] not in _NEEDS_T) or match["contracted"]
    ]


def _denied(text: str) -> set[str]:
    """Return the stems of the words right after each negation."""
    denied: set[str] = set()
    for match in _denials(text):
        clause = re.split(r"[,;:.]| (?:but|and|although|while) ", text[match.end() :])[0]
        denied.update(stems(clause)[:_WORDS_DENIED])
    return denied


def _denies(claim: str, passage: str) -> bool:
    in_claim, in_passage = _denied(claim), _denied(passage)
    if bool(_denials(claim)) and not _denials(passage):
        return True
    claimed = stems(claim)
    stated = stems(passage)
    # Denied here, and stated there; a word that occurs there twice may be denied once.
    if any(word in stated and word not in in_passage for word in in_claim):
        return True
    return any(
        word in claimed and word not in in_claim and stated.count(word) == 1 for word in in_passage
    )


def _says_opposite(claim: str, passage: str) -> bool:
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


def _says_opposite_by_prefix(claim: str, passage: str) -> bool:
    claimed, stated = _words(claim) - STOP_WORDS, _words(passage) - STOP_WORDS
    return any(
        prefix + word in mine and prefix + word not in theirs and word not in mine
        for mine, theirs in ((claimed, stated), (stated, claimed))
        for word in theirs
        if len(word) > 4
        for prefix in _PREFIXES
    )


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
