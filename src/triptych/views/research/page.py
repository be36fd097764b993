"""A research reply as a page: the report beside its contents, its sources, and the graph."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from triptych.contract import ResearchReply, SearchResult
from triptych.views.base.markup import card, escape, heading, warnings
from triptych.views.base.units import shortened
from triptych.views.research.diagram import diagram
from triptych.views.research.graph import sub_questions
from triptych.views.research.prose import Prose, Setting
from triptych.views.research.sources import Claim, claims, references, sources_table, tip
from triptych.views.research.wording import (
    advice,
    author,
    corrected,
    failed,
    left_unsaid,
    set_apart,
    summary,
    web_link,
)
from triptych.views.search import style as search
from triptych.views.search.citing import Citation
from triptych.views.search.wording import site

_ROOT = ".triptych-research"


def rooted(*parts: str) -> str:
    """Return parts in the frame that both style sheets are for."""
    return search.rooted(f'<div class="{_ROOT[1:]}">{"".join(parts)}</div>')


def style(numbers: Iterable[int], questions: int) -> str:
    """Return the style sheet of a report with these sources and so many sub-questions."""
    numbers = list(numbers)
    rules = [search.style(()), f"<style>{style_sheet('look.css')}"]
    rules += map(_paired, numbers)
    rules += [_traced(f"e{number}", f"r{number}") for number in numbers]
    rules += [_traced(f"q{place}", f"asked.triptych-q{place}") for place in range(questions)]
    return " ".join(rules) + "</style>"


def _paired(number: int) -> str:
    """Return what lights up together: a source in table and graph, and the sentences citing it.

    A marker lights up its source; its own sentence needs no number.
    """
    marker = f".triptych-m{number}:is(:hover, :focus-visible)"
    source = f".triptych-r{number}:hover, tr:hover .triptych-t{number}"
    row, node = f"tr:has(.triptych-t{number}) td", f".triptych-r{number}"
    return (
        f"{_ROOT}:has({marker}, {source}) :is({row}, {node}), "
        f"{_ROOT}:has({source}) .triptych-s{number} {{ {search.LIT} }}"
    )


def _traced(edges: str, node: str) -> str:
    """Return the rule that highlights the edges of a node, and their other ends, on hover."""
    pointed = f"{_ROOT} .triptych-graph:has(.triptych-{node}:hover)"
    return (
        f"{pointed} path.triptych-{edges} {{ stroke: var(--score); stroke-opacity: 1; "
        f"stroke-width: 2.5px }} {pointed} div.triptych-{edges} {{ opacity: 1; "
        f"background: var(--chip) }}"
    )


@cache
def style_sheet(name: str) -> str:
    """Return one of this room's style sheets, without line breaks."""
    sheet = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return " ".join(sheet.split())


def bullets(texts: Iterable[str]) -> str:
    """Return texts as the items of a list; empty if there are none."""
    items = "".join(f'<li dir="auto">{escape(text)}</li>' for text in texts)
    return f"<ul>{items}</ul>" if items else ""


def not_found(reply: ResearchReply, name: str) -> str:
    """Return what was not found and the report does not mention, in a block of a class."""
    missing = bullets(left_unsaid(reply))
    return f'<div class="{name}">Nothing was found about:{missing}</div>' if missing else ""


#: A shorter report needs no contents.
_LEAST_HEADINGS = 2
_MOST_HEADINGS = 60


def page(reply: ResearchReply) -> str:
    """Return the whole as HTML; what came from outside is escaped in it."""
    prose = Prose(reply)
    sources = references(reply)
    claims_of = claims(reply, prose)
    prefix = anchors(reply)
    graph = diagram(reply, sources)
    title = escape(shortened(reply.query, 2_000))
    parts = [
        f'<div class="triptych-title" dir="auto"><b>{title}</b></div>',
        _notes(reply),
        _warnings(reply),
        _report(reply, prose, sources, claims_of, prefix),
    ]
    if sources:
        parts += [_section("Sources", f"{prefix}-sources"), sources_table(sources, claims_of)]
    if graph:
        parts += [_section("How it was found", f"{prefix}-graph"), graph]
    return card(
        heading(summary(reply, len(prose.cited))),
        style(sources, len(sub_questions(reply))),
        rooted(*parts),
    )


def anchors(reply: ResearchReply) -> str:
    """Return the prefix of a report's ids: different for two reports, the same for the same one."""
    text = f"{reply.query}\n{reply.results}"
    return f"research-{zlib.crc32(text.encode('utf-8', 'replace')):08x}"


def marked(
    sources: Mapping[int, SearchResult],
    claims_of: Mapping[int, Sequence[Claim]],
    citation: Citation,
    sentence: str,
) -> str:
    """Return a citation as a number that leads to its page.

    The supporting words are in an attribute that only a style sheet shows.
    """
    number, url = citation
    result = sources.get(number)
    title, where = (result.title or result.url, site(result)) if result else (url, "")
    title, where = shortened(title, 120), shortened(where, 60)
    shown = tip(
        number, sentence, sources, claims_of, " · ".join(filter(None, (str(number), title, where)))
    )
    named = ", ".join(filter(None, (f"Source {number}: {title}", where)))
    same = f'class="triptych-marker triptych-m{number}" aria-label="{escape(named)}"'
    address = web_link(result.url if result else url)
    inner = (
        f'<a {same} href="{escape(address)}" target="_blank" rel="noopener noreferrer">{number}</a>'
        if address
        else f'<span {same} role="note" tabindex="0">{number}</span>'
    )
    return f'<sup data-tip="{escape(shown)}">{inner}</sup>'


def _notes(reply: ResearchReply) -> str:
    words = " · ".join(filter(None, (author(reply), corrected(reply))))
    return f'<p class="triptych-took" dir="auto">{escape(words)}</p>' if words else ""


def _warnings(reply: ResearchReply) -> str:
    """Return the warnings; many failures are folded."""
    notes, failures = set_apart(reply)
    shown = warnings(notes)
    if not failures:
        return shown
    return (
        f'{shown}<details class="triptych-fold triptych-failed"><summary>{failed(failures)}'
        f"</summary>{bullets(one.message for one in failures)}</details>"
    )


def _report(
    reply: ResearchReply,
    prose: Prose,
    sources: Mapping[int, SearchResult],
    claims_of: Mapping[int, Sequence[Claim]],
    prefix: str,
) -> str:
    setting = Setting(
        marker=lambda citation, sentence: marked(sources, claims_of, citation, sentence),
        anchor=lambda place: f"{prefix}-{place}",
    )
    text = prose.html(setting) + not_found(reply, "triptych-missing")
    if not sources:
        text += f"<p>What to try:</p>{bullets(advice(reply))}"
    contents = _contents(reply, prose, prefix)
    return f'<div class="triptych-report">{contents}<div class="triptych-text">{text}</div></div>'


def _contents(reply: ResearchReply, prose: Prose, prefix: str) -> str:
    """Return the table of contents; empty if the report has hardly any headings."""
    if len(prose.headings) < _LEAST_HEADINGS:
        return ""
    highest = min(heading.level for heading in prose.headings)
    items = "".join(
        f"<li{' class=triptych-deeper' if heading.level > highest else ''}>"
        f'<a href="#{prefix}-{heading.place}"><bdi>{escape(shortened(heading.text, 120))}</bdi></a>'
        "</li>"
        for heading in prose.headings[:_MOST_HEADINGS]
    )
    if reply.sources:
        items += f'<li class="triptych-apart"><a href="#{prefix}-sources">Sources</a></li>'
    if reply.questions:
        items += f'<li><a href="#{prefix}-graph">How it was found</a></li>'
    return (
        '<nav class="triptych-contents" aria-label="Contents"><b>Contents</b>'
        f"<ol>{items}</ol></nav>"
    )


def _section(title: str, name: str) -> str:
    return (
        f'<div class="triptych-section" role="heading" aria-level="3" id="{name}">'
        f"<b>{title}</b></div>"
    )
