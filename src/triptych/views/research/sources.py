"""What a report claims, source by source, and the table of sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triptych.contract import ResearchReply, SearchResult
from triptych.views.base.markup import escape, spoken, table
from triptych.views.base.units import count, shortened
from triptych.views.research.prose import Prose
from triptych.views.research.wording import facts, web_link
from triptych.views.search.citing import supporting
from triptych.views.search.wording import date, site

_LONGEST = 600


class Claim(NamedTuple):
    """A sentence of the report, and what supports it: empty if the page is not known."""

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

    They are the service's own statements, or else the sentences of the text, each with the part of
    the page's snippets that shares most of its words.
    """
    claims_of: dict[int, list[Claim]] = {}
    if reply.statements:
        for one in reply.statements:
            claim = Claim(one.text, one.support, one.heading)
            claims_of.setdefault(one.reference_number, []).append(claim)
        return claims_of
    sources = references(reply)
    for sentence in prose.cited:
        for number in dict.fromkeys(citation.number for citation in sentence.citations):
            support = supporting(sources[number], sentence.text) if number in sources else ""
            claim = Claim(sentence.text, support, sentence.heading)
            claims_of.setdefault(number, []).append(claim)
    return claims_of


def support_of(claims: Sequence[Claim], sentence: str) -> str:
    """Return what supports a sentence among the claims that cite a source.

    The text before a marker may begin with sentences that cite nothing. "A guide says 1990" rests
    on the support of the sentence with that number.
    """
    words = _line(sentence)
    for claim in claims:
        if claim.text and words.endswith(_line(claim.text)):
            return claim.support
    value = words.rpartition(" says ")[2].rstrip(" ,.") if " says " in words else ""
    return next((claim.support for claim in claims if value and value in claim.support), "")


def tip(
    number: int,
    sentence: str,
    sources: Mapping[int, SearchResult],
    claims_of: Mapping[int, Sequence[Claim]],
    heading: str,
) -> str:
    """Return the tooltip of a marker: its source, and the supporting words quoted in their page."""
    support = shortened(support_of(claims_of.get(number, ()), sentence), _LONGEST)
    result = sources.get(number)
    around = supporting(result, support or sentence) if result else ""
    if support and support in around:
        before, _, behind = around.partition(support)
        return f"{heading}\n{before}“{support}”{behind}"
    shown = support or around
    return f"{heading}\n“{shown}”" if shown else heading


def _line(text: str) -> str:
    return " ".join(text.split())


#: Of a source that more sentences cite, the frame has the others.
_MOST_CLAIMS = 40


def sources_table(
    sources: Mapping[int, SearchResult], claims_of: Mapping[int, Sequence[Claim]]
) -> str:
    """Return the table of sources, given the sources and the claims by number."""
    most = max((len(claims_of.get(number, ())) for number in sources), default=0)
    rows = [
        [
            # The mark lets the style sheet find the row.
            f'<span class="triptych-tight triptych-t{number}">{number}</span>',
            _page(result) + _claims(claims_of.get(number, ())),
            _bar(len(claims_of.get(number, ())), most),
        ]
        for number, result in sources.items()
    ]
    download = [
        [
            number,
            result.title,
            result.url,
            site(result),
            date(result),
            result.attribution or "",
            len(claims_of.get(number, ())),
            " ".join(claim.text for claim in claims_of.get(number, ())),
        ]
        for number, result in sources.items()
    ]
    columns = ["number", "title", "url", "site", "date", "attribution", "sentences", "cited_for"]
    return table(
        ["number", "page", "sentences"],
        rows,
        download=download,
        download_columns=columns,
        name="sources",
        numbers={0},
    )


def linked_title(result: SearchResult) -> str:
    """Return the title of a source as a link to its page, if the address is on the web."""
    words = f"<bdi>{escape(shortened(result.title or result.url, 200))}</bdi>"
    address = web_link(result.url)
    if address is None:
        return words
    return f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer">{words}</a>'


def _page(result: SearchResult) -> str:
    unsafe = ' · <b class="triptych-unsafe">not safe</b>' if result.is_safe is False else ""
    return (
        f'<div class="triptych-page">{linked_title(result)}</div>'
        f'<div class="triptych-facts">{escape(facts(result))}{unsafe}</div>'
    )


def _claims(claims: Sequence[Claim]) -> str:
    if not claims:
        return ""
    parts = "".join(_claim(claim) for claim in claims[:_MOST_CLAIMS])
    if (left := len(claims) - _MOST_CLAIMS) > 0:
        parts += f"<li>… and {left} more: to_frame() has them all</li>"
    words = "what it is cited for"
    return f'<details class="triptych-fold"><summary>{words}</summary><ul>{parts}</ul></details>'


def _claim(claim: Claim) -> str:
    text, support = " ".join(claim.text.split()), " ".join(claim.support.split())
    if not support:
        shown = "no words of the page are known"
    elif text in support or support in text:
        shown = "in these words" if text == support else f"“{escape(shortened(support, 600))}”"
    else:
        shown = f"rests on “{escape(shortened(support, 600))}”"
    return (
        f'<li dir="auto">{escape(shortened(text, 600))}'
        f'<div class="triptych-facts" dir="auto">{shown}</div></li>'
    )


def _bar(times: int, most: int) -> str:
    """Return how many sentences cite a source, as a bar with a number."""
    share = 100 * times / most if most else 0
    return (
        f'<div class="triptych-coverage"><i aria-hidden="true" style="width: {share:.0f}%"></i>'
        f"<span>{times}{spoken(' ' + count(times, 'sentence').partition(' ')[2])}</span></div>"
    )
