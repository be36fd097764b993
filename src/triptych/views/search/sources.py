"""The table of citations: each result, and the passages that what the overview says rests on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from triptych.contract import SearchResult
from triptych.views.base.markup import escape, foldable, nowrap, table
from triptych.views.base.units import shortened
from triptych.views.search.citing import supporting
from triptych.views.search.wording import date, link, site

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
