"""Texts about a research."""

from __future__ import annotations

from collections.abc import Sequence

from triptych.contract import ReplyWarning, ResearchReply, ResearchRequest, SearchResult
from triptych.views.base.units import count, shortened
from triptych.views.search.wording import date, site

#: As `written_by` names what no language model wrote.
EXTRACTION = "extraction"
#: Failures that do not come between the question and its answer; more are set apart.
_FEW = 3
_NOT_READ, _NOT_SEARCHED = "page_not_read", "search_failed"


def web_link(url: str) -> str | None:
    """Return an address of the web, or None: scripts hide in addresses of other kinds.

    Nor may a report that someone else wrote lead to files of this machine.

    Examples
    --------
    >>> web_link("https://example.org/"), web_link("javascript:alert(1)"), web_link("file:///a")
    ('https://example.org/', None, None)
    """
    url = url.strip()
    return url if url.lower().startswith(("http://", "https://")) else None


def summary(reply: ResearchReply, cited: int) -> str:
    """Return the length of the answer, and its cost in rounds, searches and pages.

    `cited` is the number of sentences of the text that cite something, for replies without
    statements.

    Examples
    --------
    >>> summary(ResearchReply(query="tea", results="", rounds=2, pages_read=7), 0)
    'Nothing was found · 2 rounds · 7 pages read'
    """
    parts = [_length(reply, len(reply.statements) or cited)]
    if reply.rounds:
        parts.append(count(reply.rounds, "round"))
    if reply.questions:
        parts.append(count(len(reply.questions), "search", "searches"))
    if reply.pages_read is not None:
        parts.append(f"{count(reply.pages_read, 'page')} read")
    return " · ".join(parts)


def _length(reply: ResearchReply, cited: int) -> str:
    sources = count(len(reply.sources), "source")
    if cited and reply.sources:
        return (
            f"{count(cited, 'sentence' if reply.statements else 'cited sentence')} from {sources}"
        )
    if not reply.results.strip() or (reply.not_found and not reply.sources):
        return "Nothing was found"
    return (
        f"An answer that cites none of its {sources}"
        if reply.sources
        else "An answer without sources"
    )


def author(reply: ResearchReply) -> str:
    """Return who wrote the report; empty if unknown."""
    if not reply.written_by or not reply.sources:
        return ""
    if reply.written_by == EXTRACTION:
        return "Extracted from the pages"
    return f"Written by {reply.written_by}, each sentence checked"


def corrected(reply: ResearchReply) -> str:
    """Return how the question was corrected; empty if it was not."""
    if not reply.spell_fixed:
        return ""
    query = reply.request.query if isinstance(reply.request, ResearchRequest) else ""
    return f"Spelling corrected from “{query}”." if query else "Spelling corrected."


def left_unsaid(reply: ResearchReply) -> list[str]:
    """Return what was not found and the report itself does not mention."""
    return [words for words in reply.not_found if words not in reply.results]


def set_apart(reply: ResearchReply) -> tuple[list[ReplyWarning], list[ReplyWarning]]:
    """Return the warnings to show before the report and, apart, failures if there are many.

    Examples
    --------
    >>> lost = [{"code": "page_not_read", "message": f"{n} was not read"} for n in range(9)]
    >>> notes, failures = set_apart(ResearchReply(query="tea", results="", warnings=lost))
    >>> notes, failed(failures)
    ([], '9 pages were not read')
    """
    failures = [one for one in reply.warnings if one.code in (_NOT_READ, _NOT_SEARCHED)]
    if len(failures) <= _FEW:
        failures = []
    return [one for one in reply.warnings if one not in failures], failures


def failed(failures: Sequence[ReplyWarning]) -> str:
    """Return how many pages were not read, and how many searches failed."""
    pages = sum(one.code == _NOT_READ for one in failures)
    searches = len(failures) - pages
    parts = [f"{count(pages, 'page')} {'was' if pages == 1 else 'were'} not read"] if pages else []
    if searches:
        parts.append(f"{count(searches, 'search', 'searches')} failed")
    return " and ".join(parts)


def facts(result: SearchResult) -> str:
    """Return the site of a page, its date, and its author and licence.

    Examples
    --------
    >>> facts(SearchResult(title="", url="http://a.org/", age="2024-05-01T09:00"))
    'a.org · 2024-05-01'
    """
    # Author and licence have to be named where their words are shown.
    named = shortened(result.attribution or "", 200)
    return " · ".join(filter(None, (shortened(site(result), 60), date(result), named)))


def advice(reply: ResearchReply) -> list[str]:
    """Return what to try if nothing was found."""
    request = reply.request if isinstance(reply.request, ResearchRequest) else None
    tries = ["Ask for less at once, or name the subject in other words."]
    if request and request.max_depth < 3:
        tries.append(f"Search more rounds: max_depth was {request.max_depth}.")
    if request and request.byo_urls:
        tries.append("Check the addresses of your pages.")
    elif reply.provider == "index":
        tries.append("Add pages to the index: triptych index add FOLDER, or an address.")
    return tries
