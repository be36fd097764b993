"""What an overview is made from, and what it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
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


class Claim(NamedTuple):
    """One sentence of an overview, without its marker."""

    text: str
    #: The source that is cited.
    number: int
    #: The words of that source that support it; of an extracted sentence, the sentence.
    support: str


@dataclass(frozen=True, slots=True)
class Overview:
    """A short answer in which every sentence is cited."""

    #: Sentences, each followed by ``[[number](url)]``; a list's items begin with "- " on lines of
    #: their own. Empty when no source answers.
    text: str
    #: Its sentences in order.
    claims: tuple[Claim, ...]


def set_claims(
    claims: Sequence[Claim], urls: Mapping[int, str], items: Collection[int] = ()
) -> Overview:
    """Return claims in the order of reading as an overview, each followed by its marker.

    `urls` are the sources' addresses by number, `items` the claims that are items of a list.

    Examples
    --------
    >>> set_claims([Claim("Tea is hot.", 1, "Tea is hot.")], {1: "https://example.org/"}).text
    'Tea is hot. [[1](https://example.org/)]'
    """
    text = ""
    for place, claim in enumerate(claims):
        # What follows a list begins a paragraph.
        between = "\n- " if place in items else "\n\n" if place - 1 in items else " "
        text += f"{between}{claim.text} [[{claim.number}]({escaped(urls[claim.number])})]"
    return Overview(text.strip(), tuple(claims))


def escaped(url: str) -> str:
    """Return an address whose brackets do not end the marker."""
    return url.replace("(", "%28").replace(")", "%29")
