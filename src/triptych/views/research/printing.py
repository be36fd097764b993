"""A research as a page of its own, which reads on a screen and prints well."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from triptych.contract import ResearchReply, SearchResult
from triptych.views.base.markup import escape
from triptych.views.base.units import count, shortened
from triptych.views.research.citing import claims, references, tip
from triptych.views.research.diagram import graph_alone
from triptych.views.research.graph import asked
from triptych.views.research.prose import Prose, Setting
from triptych.views.research.sources import linked_title
from triptych.views.research.style import rooted, style
from triptych.views.research.wording import (
    author,
    corrected,
    facts,
    failed,
    left_unsaid,
    set_apart,
    summary,
)
from triptych.views.search.citing import Citation

# Nothing is loaded and nothing runs, whatever a report says.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_ANCHOR = "section"


def html(reply: ResearchReply) -> str:
    """Return the report as a page of its own, in one file without scripts.

    Parameters
    ----------
    reply : ResearchReply
        Of any service.

    Returns
    -------
    str
        HTML: the question, the report with numbers that lead to the list of sources, the list
        with addresses, dates and licences, and the graph of how they were found. On paper it is
        black on white, and headings stay with what follows them.

    Examples
    --------
    >>> html(ResearchReply(query="What is <tea>?", results="")).startswith("<!doctype html>")
    True
    """
    prose, known = Prose(reply), references(reply)
    said = claims(reply, prose)

    def marker(citation: Citation, sentence: str) -> str:
        number = citation.number
        title = known[number].title if number in known else citation.url
        told = tip(number, sentence, known, said, f"{number} · {shortened(title, 120)}")
        same = f'class="triptych-marker triptych-m{number}"'
        inner = f'<span {same} tabindex="0">{number}</span>'
        if number in known:
            inner = f'<a {same} href="#source-{number}">{number}</a>'
        return f'<sup data-tip="{escape(told)}">{inner}</sup>'

    text = prose.html(Setting(marker, lambda place: f"{_ANCHOR}-{place}", headings=True))
    title = escape(shortened(reply.query, 300))
    took = " · ".join(
        filter(None, (summary(reply, len(prose.cited)), author(reply), corrected(reply)))
    )
    body = rooted(
        f'<h1 dir="auto">{title}</h1><p class="took" dir="auto">{escape(took)}</p>',
        "".join(f'<p class="noted" dir="auto">{escape(words)}</p>' for words in _noted(reply)),
        _contents(prose),
        f'<article class="triptych-text">{text}{_missing(reply)}</article>',
        _sources(known, {number: len(own) for number, own in said.items()}),
        _found(reply),
    )
    return (
        '<!doctype html>\n<html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title>{style(known, len(asked(reply)))}<style>{_look()}</style></head>"
        f"<body>{body}</body></html>\n"
    )


def _contents(prose: Prose) -> str:
    if len(prose.headings) < 2:
        return ""
    items = "".join(
        f'<li><a href="#{_ANCHOR}-{heading.place}">'
        f"<bdi>{escape(shortened(heading.text, 120))}</bdi></a></li>"
        for heading in prose.headings
    )
    return f'<nav aria-label="Contents"><b>Contents</b><ul>{items}</ul></nav>'


def _missing(reply: ResearchReply) -> str:
    listed = "".join(f'<li dir="auto">{escape(words)}</li>' for words in left_unsaid(reply))
    return f'<div class="missing">Nothing was found about:<ul>{listed}</ul></div>' if listed else ""


def _sources(known: dict[int, SearchResult], times: dict[int, int]) -> str:
    if not known:
        return ""
    items = []
    for number, result in known.items():
        cites = f" · cited in {count(times[number], 'sentence')}" if times.get(number) else ""
        items.append(
            f'<li id="source-{number}" value="{number}" class="triptych-r{number}">'
            f"{linked_title(result)}<small>{escape(facts(result))}{cites}</small>"
            f'<small class="address" dir="ltr">{escape(result.url)}</small></li>'
        )
    return f'<section><h2>Sources</h2><ol class="sources">{"".join(items)}</ol></section>'


def _noted(reply: ResearchReply) -> list[str]:
    """Return what is said before the report: of many failures only how many there were."""
    known, failures = set_apart(reply)
    notes = [one.message for one in known]
    if failures:
        notes.append(f"{failed(failures)}: they are listed at the end.")
    return notes


def _found(reply: ResearchReply) -> str:
    drawn = graph_alone(reply, references(reply))
    if drawn:
        drawn = f'<div class="whole">{drawn}</div>'
    if failures := set_apart(reply)[1]:
        listed = "".join(f'<li dir="auto">{escape(one.message)}</li>' for one in failures)
        drawn += f'<div class="failed"><b>{failed(failures)}</b><ul>{listed}</ul></div>'
    return f"<section><h2>How it was found</h2>{drawn}</section>" if drawn else ""


@cache
def _look() -> str:
    sheet = (Path(__file__).parent / "print.css").read_text(encoding="utf-8")
    return " ".join(sheet.split())
