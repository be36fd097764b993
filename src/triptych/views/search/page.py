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
from triptych.views.detection.classes import colour_of, ink_on
from triptych.views.search.citing import (
    Block,
    Citation,
    Sentence,
    blocks,
    cited,
    passages,
    references,
    supporting,
)
from triptych.views.search.style import rooted, style
from triptych.views.search.wording import (
    advice,
    asked,
    author,
    changed,
    date,
    emphasised,
    facts,
    link,
    no_overview,
    plain,
    site,
    summary,
    used,
)

#: Of those that cite the same page.
_MOST_SENTENCES = 5


def citations_table(
    found: Mapping[int, SearchResult],
    said: Mapping[int, Sequence[str]],
    own: Mapping[int, str],
) -> str:
    """Return the table, with what is cited first.

    Parameters
    ----------
    found : mapping
        The results by their numbers.
    said : mapping
        The sentences of the overview that cite a number.
    own : mapping
        A passage of each result.
    """
    order = sorted(found, key=lambda number: (number not in said, number))
    rows = [
        [
            # The mark lets the style sheet find the row.
            f'<span class="triptych-t{number}">{number}</span>',
            _where(found[number]),
            _support(found[number], said.get(number, ()), own[number]),
        ]
        for number in order
    ]
    plain_rows = [
        [
            number,
            found[number].title,
            found[number].url,
            site(found[number]),
            date(found[number]),
            own[number],
            " ".join(said.get(number, ())),
        ]
        for number in order
    ]
    return table(
        ["number", "page", "passage that supports" if said else "passage"],
        rows,
        download=plain_rows,
        download_columns=["number", "title", "url", "site", "date", "passage", "cited_for"],
        name="citations",
        numbers={0},
    )


def linked_title(result: SearchResult) -> str:
    """Return the title of a result as a link to its page, where that may be linked to."""
    words = escape(shortened(result.title or result.url, 200))
    address = link(result.url)
    if address is None:
        return words
    return f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer">{words}</a>'


def _where(result: SearchResult) -> str:
    where = [escape(shortened(site(result), 60)), nowrap(date(result)) if date(result) else ""]
    facts = " · ".join(filter(None, where))
    return f'{linked_title(result)}<div class="triptych-facts">{facts}</div>'


def _support(result: SearchResult, sentences: Sequence[str], passage: str) -> str:
    """Return the passages that support the sentences that cite a page, each passage once.

    Of a page that is not cited, its best passage.
    """
    if not sentences:
        return foldable(passage)
    resting: dict[str, list[str]] = {}
    for sentence in dict.fromkeys(sentences[:_MOST_SENTENCES]):
        words = " ".join(sentence.split())
        holding = (support for support in resting if words in support)
        support = next(holding, None) or supporting(result, sentence)
        resting.setdefault(support, []).append(words)
    return "".join(
        f'<div dir="auto" class="triptych-support">{_marked(support, held)}</div>'
        for support, held in resting.items()
    )


def _marked(passage: str, sentences: Sequence[str]) -> str:
    """Return a passage with the sentences marked that stand in it; the others are told below."""
    standing = [words for words in sentences if words and words in passage and words != passage]
    pieces = [passage]
    if standing:
        longest_first = sorted(standing, key=len, reverse=True)
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


#: Characters of a description, and of a content's beginning.
_LONG, _BEGINNING = 420, 1_500
_MOST_SNIPPETS = 5


def page(reply: SearchReply) -> str:
    """Return the whole as HTML; what came from outside is escaped in it."""
    said = cited(reply)
    found = references(reply)
    own = passages(reply)
    parts = [_cards(found, said), _sources(found, said, own)] if found else [_nothing(reply)]
    return card(
        heading(summary(reply)),
        style(found),
        rooted(_notes(reply), warnings(reply.warnings), _overview(reply, found), *parts),
    )


def citations(reply: SearchReply) -> str:
    """Return the table of citations alone."""
    found = references(reply)
    return card(rooted(citations_table(found, cited(reply), passages(reply))))


# Above the results


def _notes(reply: SearchReply) -> str:
    notes = ""
    if reply.spell_fixed:
        words = " ".join(
            f"<mark>{escape(word)}</mark>" if new else escape(word) for word, new in changed(reply)
        )
        request = asked(reply)
        instead = f" in place of “{escape(request.query)}”" if request else ""
        notes += f'<p class="triptych-fixed">Showing results for <b>{words}</b>{instead}.</p>'
    if not reply.is_safe:
        notes += '<p class="triptych-fixed triptych-unsafe">The query itself is not safe.</p>'
    return notes


def _overview(reply: SearchReply, found: Mapping[int, SearchResult]) -> str:
    if not reply.ai_overview:
        words = no_overview(reply)
        return f'<p class="triptych-fixed">{escape(words)}</p>' if words else ""
    parts = []
    for is_item, group in groupby(blocks(reply.ai_overview), key=lambda block: block.is_item):
        tag = "li" if is_item else "p"
        body = "".join(f'<{tag} dir="auto">{_prose(block, found)}</{tag}>' for block in group)
        parts.append(f"<ul>{body}</ul>" if is_item else body)
    by = author(reply)
    signed = f'<p class="triptych-by">{escape(by)}</p>' if by else ""
    return (
        f'<div class="triptych-overview" role="group" aria-label="Overview">{"".join(parts)}'
        f"{signed}</div>"
    )


def _prose(block: Block, found: Mapping[int, SearchResult]) -> str:
    return " ".join(_sentence(sentence, found) for sentence in block.sentences)


def _sentence(sentence: Sentence, found: Mapping[int, SearchResult]) -> str:
    cites = " ".join(f"triptych-s{citation.number}" for citation in sentence.citations)
    markers = "".join(
        _marker(citation, sentence.text, found.get(citation.number))
        for citation in sentence.citations
    )
    return f'<span class="{cites}">{escape(sentence.text)}{markers}</span>'


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


def _cards(found: Mapping[int, SearchResult], said: Mapping[int, Sequence[str]]) -> str:
    listed = "".join(
        _card(number, result, len(said.get(number, ()))) for number, result in found.items()
    )
    return f'<ol class="triptych-hits" aria-label="Results">{listed}</ol>'


def _card(number: int, result: SearchResult, times: int) -> str:
    name = site(result)
    colour = colour_of(name)
    initial = next((letter for letter in name.upper() if letter.isalnum()), "?")
    uses = f" · <b>{used(times)}</b>" if times else ""
    unsafe = ' · <b class="triptych-unsafe">not safe</b>' if result.is_safe is False else ""
    # Author and licence have to be named where their words are shown.
    named = f" · {escape(shortened(result.attribution, 200))}" if result.attribution else ""
    return (
        f'<li class="triptych-hit triptych-r{number}" value="{number}">'
        f'<div class="triptych-badge" aria-hidden="true" data-number="{number}">'
        f'<i data-initial="{escape(initial)}" style="background: {colour}; '
        f'color: {ink_on(colour)}"></i></div><div>'
        f'<div class="triptych-title" dir="auto">{linked_title(result)}</div>'
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
    told = plain(result.description or "").strip(" …")
    snippets = [text for text in result.snippets if text.strip() and text.strip() != told]
    body = "".join(
        f'<blockquote dir="auto">{escape(shortened(text, 600))}</blockquote>'
        for text in snippets[:_MOST_SNIPPETS]
    )
    if content := (result.content or "").strip():
        rest = more(len(content) - _BEGINNING)
        body += (
            f'<div class="triptych-content" dir="auto" tabindex="0">'
            f"{escape(content[:_BEGINNING])}{rest}</div>"
        )
    return f"<details><summary>more</summary>{body}</details>" if body else ""


def _nothing(reply: SearchReply) -> str:
    tries = "".join(f"<li>{escape(words)}</li>" for words in advice(reply))
    return f'<p>What to try:</p><ul style="padding-left: 1.3em">{tries}</ul>'


# The table of citations


def _sources(
    found: Mapping[int, SearchResult],
    said: Mapping[int, Sequence[str]],
    own: Mapping[int, str],
) -> str:
    those = sum(number in said for number in found)
    title = f"{those} of {count(len(found), 'result')} cited" if said else "Results as a table"
    return (
        f'<details class="triptych-sources"{" open" if said else ""}><summary>{title}</summary>'
        f"{citations_table(found, said, own)}</details>"
    )
