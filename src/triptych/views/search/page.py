"""A search reply as a page: the overview, the results as cards, and the table of citations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from triptych.contract import SearchReply, SearchResult
from triptych.views.base.markup import (
    card,
    escape,
    foldable,
    heading,
    more,
    nowrap,
    table,
    warnings,
)
from triptych.views.base.units import count, shortened
from triptych.views.search.citing import (
    Citation,
    Sentence,
    blocks,
    cited,
    parted,
    passages,
    references,
    supporting,
)
from triptych.views.search.style import rooted, style
from triptych.views.search.wording import (
    advice,
    author,
    badge,
    corrected_words,
    date,
    emphasised,
    facts,
    link,
    no_overview,
    plain,
    request_of,
    site,
    summary,
    times_cited,
)

#: Characters of a description, of a passage, and of a content's beginning.
_LONG, _PASSAGE, _BEGINNING = 420, 600, 1_500
#: Snippets of a result, and sentences that cite the same page.
_MOST_SNIPPETS, _MOST_SENTENCES = 5, 5

_Results = Mapping[int, SearchResult]


def page(reply: SearchReply) -> str:
    """Return the whole as HTML; what came from outside is escaped in it."""
    results = references(reply)
    parts = [_cards(reply, results), _sources(reply, results)] if results else [_nothing(reply)]
    return card(
        heading(summary(reply)),
        style(results),
        rooted(_notes(reply), warnings(reply.warnings), _overview(reply, results), *parts),
    )


# Above the results


def _notes(reply: SearchReply) -> str:
    notes = ""
    if reply.spell_fixed:
        words = " ".join(
            f"<mark>{escape(word)}</mark>" if new else escape(word)
            for word, new in corrected_words(reply)
        )
        request = request_of(reply)
        instead = f" in place of “{escape(request.query)}”" if request else ""
        notes += f'<p class="triptych-fixed">Showing results for <b>{words}</b>{instead}.</p>'
    if not reply.is_safe:
        notes += '<p class="triptych-fixed triptych-unsafe">The query itself is not safe.</p>'
    return notes


def _overview(reply: SearchReply, results: _Results) -> str:
    if not reply.ai_overview:
        words = no_overview(reply)
        return f'<p class="triptych-fixed">{escape(words)}</p>' if words else ""
    parts = []
    for is_item, group in groupby(blocks(reply.ai_overview), key=lambda block: block.is_item):
        tag, items = "li" if is_item else "p", ""
        for block in group:
            prose = " ".join(_sentence(reply, sentence, results) for sentence in block.sentences)
            items += (
                f'<pre dir="ltr" tabindex="0">{prose}</pre>'
                if block.is_code
                else f'<{tag} dir="auto">{prose}</{tag}>'
            )
        parts.append(f"<ul>{items}</ul>" if is_item else items)
    by = author(reply)
    signed = f'<p class="triptych-by">{escape(by)}</p>' if by else ""
    return (
        f'<div class="triptych-overview" role="group" aria-label="Overview">{"".join(parts)}'
        f"{signed}</div>"
    )


def _sentence(reply: SearchReply, sentence: Sentence, results: _Results) -> str:
    cites = " ".join(f"triptych-s{citation.number}" for citation in sentence.citations)
    markers = "".join(
        _marker(citation, sentence.text, results.get(citation.number))
        for citation in sentence.citations
    )
    before, answer, after = map(escape, parted(reply, sentence))
    direct = f'<strong class="triptych-answer">{answer}</strong>' if answer else ""
    return f'<span class="{cites}">{before}{direct}{after}{markers}</span>'


def _marker(citation: Citation, sentence: str, result: SearchResult | None) -> str:
    """Return the number as a link, with what supports the sentence in an attribute.

    Only a style sheet shows that, so places without one keep their prose.
    """
    number, url = citation
    title, where = (result.title, site(result)) if result else (url, "")
    named = ", ".join(filter(None, (f"Source {number}: {shortened(title, 120)}", where)))
    tip = " · ".join(filter(None, (f"{number}", shortened(title, 120), where)))
    if result and (passage := supporting(result, sentence)):
        tip += f"\n“{passage}”"
    same = f'class="triptych-marker triptych-m{number}" aria-label="{escape(named)}"'
    address = link(result.url if result else url)
    inner = (
        f'<a {same} href="{escape(address)}" target="_blank" rel="noopener noreferrer">{number}</a>'
        if address
        else f'<span {same} role="note" tabindex="0">{number}</span>'
    )
    return f'<sup data-tip="{escape(tip)}">{inner}</sup>'


# The results


def _cards(reply: SearchReply, results: _Results) -> str:
    citing = cited(reply)
    items = (_card(number, one, len(citing.get(number, ()))) for number, one in results.items())
    return f'<ol class="triptych-hits" aria-label="Results">{"".join(items)}</ol>'


def _card(number: int, result: SearchResult, times: int) -> str:
    initial, colour, ink = badge(result)
    uses = f" · <b>{times_cited(times)}</b>" if times else ""
    unsafe = ' · <b class="triptych-unsafe">not safe</b>' if result.is_safe is False else ""
    # Author and licence have to be named where their words are shown.
    named = f" · {escape(shortened(result.attribution, 200))}" if result.attribution else ""
    return (
        f'<li class="triptych-hit triptych-r{number}" value="{number}">'
        f'<div class="triptych-badge" aria-hidden="true" data-number="{number}">'
        f'<i data-initial="{escape(initial)}" style="background: {colour}; '
        f'color: {ink}"></i></div><div>'
        f'<div class="triptych-title" dir="auto">{_linked_title(result)}</div>'
        f'<div class="triptych-facts">{escape(facts(result))}{named}{uses}{unsafe}</div>'
        f"{_description(result)}{_folded(result)}</div></li>"
    )


def _description(result: SearchResult) -> str:
    left, parts = _LONG, []
    for piece, strong in emphasised(result.description or ""):
        shown = piece[:left]
        left -= len(shown)
        parts.append(f"<em>{escape(shown)}</em>" if strong else escape(shown))
        if left <= 0:
            parts.append("…")
            break
    return f'<p class="triptych-said" dir="auto">{"".join(parts)}</p>' if parts else ""


def _folded(result: SearchResult) -> str:
    """Return passages and the beginning of the page, folded."""
    description = plain(result.description or "").strip(" …")
    snippets = [text for text in result.snippets if text.strip() not in {"", description}]
    body = "".join(
        f'<blockquote dir="auto">{escape(_passage(text))}</blockquote>'
        for text in snippets[:_MOST_SNIPPETS]
    )
    if content := (result.content or "").strip():
        rest = more(len(content) - _BEGINNING)
        body += (
            f'<div class="triptych-content" dir="auto" tabindex="0">'
            f"{escape(content[:_BEGINNING])}{rest}</div>"
        )
    return f"<details><summary>more</summary>{body}</details>" if body else ""


def _passage(text: str) -> str:
    """Return a passage with its lines, which are those of code too, cut where it is long."""
    text = re.sub(r"\n{3,}", "\n\n", text.strip())
    return text if len(text) <= _PASSAGE else f"{text[:_PASSAGE].rstrip()}…"


def _nothing(reply: SearchReply) -> str:
    tries = "".join(f"<li>{escape(words)}</li>" for words in advice(reply))
    return f'<p>What to try:</p><ul style="padding-left: 1.3em">{tries}</ul>'


# The table of citations


def _sources(reply: SearchReply, results: _Results) -> str:
    citing = cited(reply)
    number = sum(number in citing for number in results)
    title = f"{number} of {count(len(results), 'result')} cited" if citing else "Results as a table"
    return (
        f'<details class="triptych-sources"{" open" if citing else ""}><summary>{title}</summary>'
        f"{_citations_table(reply)}</details>"
    )


def _citations_table(reply: SearchReply) -> str:
    """Return the table of results with the passages that support what cites them, cited first."""
    results, citing, passage = references(reply), cited(reply), passages(reply)
    order = sorted(results, key=lambda number: (number not in citing, number))
    rows = [
        [
            # The mark lets the style sheet find the row.
            f'<span class="triptych-t{number}">{number}</span>',
            _where(results[number]),
            _support(results[number], citing.get(number, ()), passage[number]),
        ]
        for number in order
    ]
    plain_rows = [
        [
            number,
            results[number].title,
            results[number].url,
            site(results[number]),
            date(results[number]),
            passage[number],
            " ".join(citing.get(number, ())),
        ]
        for number in order
    ]
    return table(
        ["number", "page", "passage that supports" if citing else "passage"],
        rows,
        download=plain_rows,
        download_columns=["number", "title", "url", "site", "date", "passage", "cited_for"],
        name="citations",
        numbers={0},
    )


def _linked_title(result: SearchResult) -> str:
    """Return the title of a result as a link to its page, where that may be linked to."""
    title = escape(shortened(result.title or result.url, 200))
    address = link(result.url)
    if address is None:
        return title
    return f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer">{title}</a>'


def _where(result: SearchResult) -> str:
    where = [escape(shortened(site(result), 60)), nowrap(date(result)) if date(result) else ""]
    facts = " · ".join(filter(None, where))
    return f'{_linked_title(result)}<div class="triptych-facts">{facts}</div>'


def _support(result: SearchResult, sentences: Sequence[str], passage: str) -> str:
    """Return the passages that support the sentences citing a page, each once, or its best one."""
    if not sentences:
        return foldable(passage)
    supported: dict[str, list[str]] = {}
    for sentence in dict.fromkeys(sentences[:_MOST_SENTENCES]):
        words = " ".join(sentence.split())
        holding = (support for support in supported if words in support)
        support = next(holding, None) or supporting(result, sentence)
        supported.setdefault(support, []).append(words)
    return "".join(
        f'<div dir="auto" class="triptych-support">{_marked(support, its)}</div>'
        for support, its in supported.items()
    )


def _marked(passage: str, sentences: Sequence[str]) -> str:
    """Return a passage with the sentences marked that it contains; the others are named below."""
    contained = [words for words in sentences if words and words in passage and words != passage]
    pieces = [passage]
    if contained:
        longest_first = sorted(contained, key=len, reverse=True)
        pieces = re.split(f"({'|'.join(map(re.escape, longest_first))})", passage)
    shown = "".join(
        f"<b>{escape(piece)}</b>" if place % 2 else escape(piece)
        for place, piece in enumerate(pieces)
    )
    return shown + "".join(
        f'<div class="triptych-facts">for: {escape(shortened(words, 300))}</div>'
        for words in sentences
        if words not in passage
    )
