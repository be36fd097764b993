"""The parts of pages that may answer, and how well their sentences do."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from triptych.engines.research.statements import (
    GLOSS,
    ITEM,
    LONGEST_PARAGRAPH,
    Statement,
    statements,
)
from triptych.engines.text.words import stems

#: Of a longer page the beginning is read.
_LONGEST_PAGE = 60_000
_LONGEST_HEADING = 100
#: Paragraphs of the subject's own page that are read whatever they hold.
_FIRST = 3
#: Share of the words of a title that the question has where the page is about its subject.
_MOSTLY = 0.7
#: Passages of a page at most, by its rank in the search; of the subject's own as of the first.
_ROOM = (99, 6, 4, 2)
#: Characters compared to find a paragraph in a snippet.
_START = 60
#: A line by itself that is code, what a command prints, or a file's name is no heading.
_HEADING_OF_CODE = re.compile(
    r"^\W*(?:\d[\d.]*$|source code:)|[=<>{}$\\|;~#]|\s--?\w|\w/\w|^[a-z]+ -\w", re.I
)
#: What the heading of a single function, argument or option has.
_CODE_NAME = re.compile(r"^[a-z]|[_(]|\w\.\w")
#: "2.1. Concurrency": numbers of sections are left out.
_NUMBERED = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.)\s+(?=\w)")


class Page(NamedTuple):
    """A page that was found."""

    #: Its address and title.
    url: str
    title: str
    #: Its text: paragraphs, headings and list items, each a line of its own.
    text: str
    #: Parts of the text that fit the query, best first, if the search returns them.
    snippets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """A paragraph of a page."""

    #: Its page.
    url: str
    title: str
    #: What it stands under in its page; empty in the beginning of a page.
    heading: str
    #: Which paragraph of its page, from 0.
    place: int
    #: Its sentences.
    statements: tuple[Statement, ...]
    #: Whether it is an item of a list.
    is_item: bool

    @property
    def text(self) -> str:
        """Its sentences, one after the other."""
        return " ".join(one.text for one in self.statements)


def passages(
    pages: Sequence[Page], question: str, *, most: int = 200, known: Container[tuple[str, int]] = ()
) -> list[Passage]:
    r"""Split pages into passages, and return those that may answer a question, best first.

    They are ranked by whether the search found them to fit, by the share of the question's words in
    them, their heading and their page's title, weighted by rarity (K. Spärck Jones, 1972), by
    whether they begin a section, and by their page's rank. Passages without a sentence that can be
    shown are left out.

    Parameters
    ----------
    pages : sequence of Page
        Best first.
    question : str
        In any form.
    most : int
        Sentences that can be shown, of all passages together. Pages whose title is not in the
        question have 6 passages at most if second in the search, 4 if third, else 2.
    known : container of (str, int)
        Addresses and places of passages that are left out.

    Examples
    --------
    >>> page = Page("https://example.org/", "Kettle", "A kettle is a pot for water.\n\nHistory\n\n"
    ...     "The first kettle was made of bronze.")
    >>> [(one.heading, one.text) for one in passages([page], "first kettle")]
    [('History', 'The first kettle was made of bronze.'), ('', 'A kettle is a pot for water.')]
    """
    words = frozenset(stems(question))
    # A page that is called as the question's subject has more to tell.
    own = {
        page.url
        for page in pages
        if len((name := names_of(page.title)) & words) >= _MOSTLY * len(name) > 0
    }
    # "asyncio is a library" begins small.
    small = frozenset(re.findall(r"\b[a-z][\w.]+", question))
    paragraphs = [
        _Paragraph(page, rank, place, *part, _words(f"{page.title} {part[1]} {part[0]}"))
        for rank, page in enumerate(pages)
        for place, part in enumerate(_paragraphs(page.text, page.title))
    ]
    counts = Counter(word for one in paragraphs for word in words & one.words)
    weights = {
        word: math.log1p((len(paragraphs) + 0.5) / (counts[word] + 0.5)) for word in sorted(words)
    }
    total = sum(weights.values()) or 1.0
    fitting = {page.url: [" ".join(one.split()) for one in page.snippets] for page in pages}

    def worth(one: _Paragraph) -> float:
        text = " ".join(one.text.split())
        fits = (
            at
            for at, snippet in enumerate(fitting[one.page.url])
            if text[:_START] in snippet or snippet[:_START] in text
        )
        at = next(fits, None)
        return (
            sum(weights[word] for word in sorted(words & one.words)) / total
            + (0.0 if at is None else 1.0 - 0.05 * min(at, 5))
            + 0.3 / (1 + one.rank)
            # The beginning of a page defines its subject; a section on one function does not.
            + 0.35 * math.exp(-one.place / 20)
            + 0.5 * one.is_lead
            # The beginning of the subject's own page says most.
            + 1.0 * (one.page.url in own and one.place < _FIRST)
        )

    ranked = sorted(paragraphs, key=lambda one: (-worth(one), one.rank, one.place))
    chosen: list[Passage] = []
    each: Counter[str] = Counter()
    for one in ranked:
        url, title = one.page.url, one.page.title
        room = _ROOM[0] if url in own else _ROOM[min(one.rank, len(_ROOM) - 1)]
        if each[url] == room or (url, one.place) in known or not (words & one.words):
            continue
        if _CODE_NAME.search(one.heading):
            continue
        sentences = statements(one.text, title, small, first=one.place == 0)
        if not any(statement.usable for statement in sentences):
            continue
        most -= sum(statement.usable for statement in sentences)
        if most < 0:
            break
        each[url] += 1
        is_item = bool(ITEM.match(one.text))
        chosen.append(Passage(url, title, one.heading, one.place, sentences, is_item))
    return chosen


class _Paragraph(NamedTuple):
    """A paragraph before it is split into sentences."""

    page: Page
    rank: int
    place: int
    text: str
    heading: str
    is_lead: bool
    words: frozenset[str]


def _paragraphs(text: str, title: str) -> list[tuple[str, str, bool]]:
    """Return the lines of a page that are not headings.

    Each comes with the heading above it, and with whether it is the first there.
    """
    paragraphs: list[tuple[str, str, bool]] = []
    heading, is_lead = "", False
    for block in text[:_LONGEST_PAGE].split("\n\n"):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if len(lines) == 1 and len(block) < _LONGEST_HEADING and lines[0][-1] not in ".!?:;,":
            if _HEADING_OF_CODE.search(lines[0]):
                continue
            heading = _NUMBERED.sub("", lines[0])
            heading = "" if heading.casefold() == title.casefold() else heading
            is_lead = bool(heading)
            continue
        for line in lines:
            if len(line) > 20:
                paragraphs.append((line[:LONGEST_PARAGRAPH], heading, is_lead))
                is_lead = False
    return paragraphs


@lru_cache(maxsize=4_096)
def _words(text: str) -> frozenset[str]:
    """Return the stems of a text; each search finds pages that others found."""
    return frozenset(stems(text))


def names_of(title: str) -> frozenset[str]:
    """Return the stems of what a page is called, without what its title explains.

    Examples
    --------
    >>> sorted(names_of("bisect — Array bisection algorithm"))
    ['bisect']
    """
    bare = _NUMBERED.sub("", GLOSS.split(re.sub(r"\(.*?\)", " ", title))[0])
    return frozenset(stems(bare)) or frozenset(stems(title))


def is_about(title: str, subject: str) -> bool:
    """Return whether a page is called as a subject, whatever its number and its explanation.

    Examples
    --------
    >>> is_about("Tea (drink)", "tea"), is_about("Tea ceremony", "tea")
    (True, False)
    """
    name, words = names_of(title), frozenset(stems(subject))
    return bool(name) and holds_words(name, words) and holds_words(words, name)


def akin(one: str, other: str) -> bool:
    """Return whether one stem begins as another, as "volcan" and "volcano".

    Examples
    --------
    >>> akin("volcan", "volcano"), akin("form", "formula")
    (True, False)
    """
    return one == other or (
        min(len(one), len(other)) > 4
        and abs(len(one) - len(other)) < 4
        and (one.startswith(other) or other.startswith(one))
    )


def holds_words(words: frozenset[str], within: frozenset[str]) -> bool:
    """Return whether all words, or words with the same beginning, are within others."""
    return all(any(akin(word, other) for other in within) for word in words)
