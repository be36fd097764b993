"""What a report claims, source by source, and the words of the page that support it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triptych.contract import ResearchReply, SearchResult
from triptych.views.base.units import shortened
from triptych.views.research.prose import Prose
from triptych.views.search.citing import supporting

_LONGEST = 600


class Claim(NamedTuple):
    """A sentence of the report, and what supports it: nothing where the page is not known."""

    text: str
    support: str
    heading: str


def references(reply: ResearchReply) -> dict[int, SearchResult]:
    """Return the sources by the numbers they are cited by; without one, by their places."""
    return {
        result.reference_number or place: result for place, result in enumerate(reply.sources, 1)
    }


def claims(reply: ResearchReply, prose: Prose) -> dict[int, list[Claim]]:
    """Return the claims that cite each number.

    The service's own statements, or else the sentences of the text with what of the page's
    snippets shares most of their words.
    """
    found: dict[int, list[Claim]] = {}
    if reply.statements:
        for one in reply.statements:
            claim = Claim(one.text, one.support, one.heading)
            found.setdefault(one.reference_number, []).append(claim)
        return found
    known = references(reply)
    for sentence in prose.cited:
        for number in dict.fromkeys(citation.number for citation in sentence.citations):
            support = supporting(known[number], sentence.text) if number in known else ""
            claim = Claim(sentence.text, support, sentence.heading)
            found.setdefault(number, []).append(claim)
    return found


def support_of(claims: Sequence[Claim], sentence: str) -> str:
    """Return what supports a sentence among the claims that cite a source.

    What stands before a marker may begin with sentences that cite nothing. "A guide says 1990"
    rests on what supports the sentence that told it.
    """
    words = _line(sentence)
    for claim in claims:
        if claim.text and words.endswith(_line(claim.text)):
            return claim.support
    told = words.rpartition(" says ")[2].rstrip(" ,.") if " says " in words else ""
    return next((claim.support for claim in claims if told and told in claim.support), "")


def tip(
    number: int,
    sentence: str,
    known: Mapping[int, SearchResult],
    said: Mapping[int, Sequence[Claim]],
    heading: str,
) -> str:
    """Return what a marker shows: its source, and the supporting words in quotes in their page."""
    support = shortened(support_of(said.get(number, ()), sentence), _LONGEST)
    result = known.get(number)
    around = supporting(result, support or sentence) if result else ""
    if support and support in around:
        before, _, behind = around.partition(support)
        return f"{heading}\n{before}“{support}”{behind}"
    shown = support or around
    return f"{heading}\n“{shown}”" if shown else heading


def _line(text: str) -> str:
    return " ".join(text.split())
