"""What an overview is made from, and what it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

#: The mark of an item of a list, at the beginning of its line.
ITEM = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+(?=\S)")
#: Sources that are read.
SOURCES = 10


class Source(NamedTuple):
    """A page an overview may cite."""

    #: What it is cited by, from 1.
    number: int
    url: str
    title: str
    #: Whole as far as it is known: paragraphs, headings and list items, each on its own line.
    text: str
    #: Parts of the text that fit the query, best first, where they are known.
    passages: tuple[str, ...] = ()


class Claim(NamedTuple):
    """One sentence of an overview, without its marker."""

    text: str
    #: The source that is cited.
    number: int
    #: The words of that source that support it; of an extracted sentence, the sentence.
    support: str


class DirectAnswer(NamedTuple):
    """The words of an overview that answer the question."""

    text: str
    #: The sentence that they are in, without its marker.
    sentence: str
    #: The source that is cited.
    number: int
    #: Where the words begin and end in the overview's text, in code points.
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Overview:
    """A short answer in which every sentence is cited."""

    #: Sentences, each followed by ``[[number](url)]``; a list's items begin with "- " on lines of
    #: their own, and code is between lines of three backticks. Empty when no source answers.
    text: str
    #: Its sentences in order.
    claims: tuple[Claim, ...]
    #: None where no words of it are sure to be the answer.
    answer: DirectAnswer | None = None
    #: Of each source that answers, by its number, the sentence that answers best and what follows
    #: it, some 240 characters as HTML, with ``<em>`` around the words of the question.
    descriptions: Mapping[int, str] = field(default_factory=dict)


def set_claims(
    claims: Sequence[Claim],
    urls: Mapping[int, str],
    items: Collection[int] = (),
    *,
    code: Collection[int] = (),
    answer: tuple[int, int, int] | None = None,
    descriptions: Mapping[int, str] | None = None,
) -> Overview:
    """Return claims in the order of reading as an overview, each followed by its marker.

    `urls` are the sources' addresses by number, `items` the claims that are items of a list, `code`
    those that are lines of a program. `answer` is the claim with the direct answer, and where that
    begins and ends in it.

    Examples
    --------
    >>> claim = Claim("Tea is hot.", 1, "Tea is hot.")
    >>> overview = set_claims([claim], {1: "https://example.org/"}, answer=(0, 7, 10))
    >>> overview.text
    'Tea is hot. [[1](https://example.org/)]'
    >>> overview.text[overview.answer.start : overview.answer.end]
    'hot'
    """
    text, direct = "", None
    for place, claim in enumerate(claims):
        if place in items:
            text += "\n- " if text else "- "
        elif place in code:
            text += "\n```\n" if text else "```\n"
        elif text:
            # What follows a list begins a paragraph.
            text += "\n\n" if place - 1 in items or place - 1 in code else " "
        if answer is not None and answer[0] == place:
            _, start, end = answer
            words = claim.text[start:end]
            direct = DirectAnswer(
                words, claim.text, claim.number, len(text) + start, len(text) + end
            )
        text += claim.text + ("\n```\n" if place in code else " ")
        text += f"[[{claim.number}]({escaped(urls[claim.number])})]"
    return Overview(text, tuple(claims), direct, descriptions or {})


def escaped(url: str) -> str:
    """Return an address whose brackets do not end the marker."""
    return url.replace("(", "%28").replace(")", "%29")
