"""The parts of pages that may answer a question, cut into windows of a few sentences."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.page import WebPage
from triptych.engines.search.evidence import evidence
from triptych.engines.search.overview.context import (
    Needs,
    can_open_page,
    is_statement,
    needed_before,
    needs_before,
)
from triptych.engines.search.overview.overview import ITEM, SOURCES, Source
from triptych.engines.search.query import Query, parse
from triptych.engines.text.sentences import blocks, split_sentences
from triptych.engines.text.words import stems

#: Of a page that is longer, the beginning is read.
_LONGEST_PAGE = 40_000
#: A longer sentence fills an overview alone.
_LONGEST_SENTENCE = 600
_LONGEST_HEADING = 120
#: Characters at the beginning of a page that its title introduces.
_LEAD = 600
#: Items that follow the end of a passage.
_ITEMS = re.compile(r"(?:\n\s*(?:[-*•‣–]|\d{1,2}[.)])\s+\S[^\n]*){1,10}")
#: Passages that are split into sentences, which takes most of the time here. On 219 development
#: questions, 12 hold the answer as often as 24 do.
_PASSAGES = 12
#: Sentences of a window at most.
_WINDOW = 6
#: The share of the best window's worth that others have to reach. Up to a half, the same 217 hold
#: the answer, in a third fewer characters.
_LEAST_WORTH = 0.5
#: What a result's rank and a passage's count beside the share of the question's words.
_RANK = 0.3


@dataclass(frozen=True)
class Sentence:
    """A sentence, an item of a list, or a line of code or of a table, known by where it begins."""

    source: Source
    start: int
    end: int = field(compare=False)
    #: Where its paragraph begins, and its section, as far as that is in its passage.
    line: int = field(compare=False)
    section: int = field(compare=False)
    #: As it is there, with white space made single spaces.
    text: str = field(compare=False)
    is_item: bool = field(compare=False)
    #: The sentences of its passage in order, itself among them, and its place there.
    passage: list[Sentence] = field(repr=False, compare=False)
    place: int = field(compare=False)

    @cached_property
    def needs(self) -> Needs:
        """What it needs before it to be understood."""
        if self.start == 0 and can_open_page(self.text):
            return Needs.NONE
        return needs_before(self.text, self.source.title)

    @cached_property
    def usable(self) -> bool:
        """Whether it is a statement of a length that can be shown."""
        return len(self.text) <= _LONGEST_SENTENCE and is_statement(self.text)

    @cached_property
    def introduces(self) -> bool:
        """Whether it is words that what follows completes; "else:" is code."""
        return self.text.endswith(":") and self.text[0].isupper() and " " in self.text

    @property
    def is_prose(self) -> bool:
        """Whether it is neither an item of a list nor a line of code or of a table."""
        return not self.is_item and (self.usable or self.introduces)

    @property
    def is_code(self) -> bool:
        """Whether it is a line of code or of a table; a page's title is in no passage."""
        return bool(self.passage) and not self.is_item and not self.is_prose

    @cached_property
    def words(self) -> frozenset[str]:
        """Its stems."""
        return frozenset(stems(self.text))

    def before(self) -> list[Sentence] | None:
        """Return what has to be shown before it; None where nothing makes it clear."""
        section = [one for one in self.passage if one.section == self.section]
        needed = needed_before(section, section.index(self))
        if needed is not None:
            return [section[at] for at in needed]
        title = self.source.title
        if self.start < _LEAD and " — " in title and self.source.text.startswith(title):
            # "This module" after "bisect — Array bisection algorithm".
            return [Sentence(self.source, 0, len(title), 0, 0, title, False, [], 0)]
        return None


class Window(NamedTuple):
    """A few sentences in a row."""

    source: Source
    #: The page's title, and the heading that they are under.
    title: str
    sentences: tuple[Sentence, ...]
    #: How likely it holds the answer, as far as words and ranks show; 0 to about 1.6.
    worth: float


def read_windows(question: str, sources: Sequence[Source], *, longest: int) -> list[Window]:
    r"""Return the windows of the first ten sources that may answer, best first.

    Together they have at most `longest` characters. They are of the passages that a search found
    nearest, or of those that hold most of the question's words where a source has none. Pages
    without a number of the question are left out: another year is another fact.

    Examples
    --------
    >>> page = Source(1, "https://example.org/", "Kettle", "Use\n\nIt boils. It is loud.")
    >>> [window] = read_windows("kettle", [page], longest=100)
    >>> window.title, [sentence.text for sentence in window.sentences]
    ('Kettle - Use', ['It boils.', 'It is loud.'])
    """
    query = parse(question)
    wanted = frozenset(query.stems)
    numbers = [re.compile(rf"\b{word}\b") for word in wanted if word.isdigit()]
    parts: list[tuple[Source, int, int, int, frozenset[str]]] = []
    for source in sources[:SOURCES] if wanted else ():
        whole = f"{source.title}\n{source.text[:_LONGEST_PAGE]}"
        if not all(number.search(whole) for number in numbers):
            continue
        about = frozenset(stems(source.title))
        parts += [
            (source, rank, start, end, about.union(stems(source.text[start:end])))
            for rank, (start, end) in enumerate(_passages(source, query))
        ]
    counts = Counter(word for *_, words in parts for word in wanted & words)
    weights = {
        word: math.log1p((len(parts) + 0.5) / (counts[word] + 0.5)) for word in sorted(wanted)
    }
    total = sum(weights.values()) or 1.0

    def worth(source: Source, rank: int, words: frozenset[str]) -> float:
        # A page names its subject in the title and says "it" afterwards.
        share = sum(weights[word] for word in wanted & words) / total
        return share + _RANK / source.number + _RANK / (1 + rank)

    parts.sort(key=lambda part: -worth(part[0], part[1], part[4]))
    windows = []
    for source, rank, start, end, _ in parts[:_PASSAGES]:
        check_cancelled()
        for title, sentences in _windows(source, start, end):
            words = frozenset(stems(title)).union(*(sentence.words for sentence in sentences))
            windows.append(Window(source, title, sentences, worth(source, rank, words)))
    windows.sort(key=lambda window: -window.worth)
    chosen = []
    for window in windows:
        longest -= sum(len(sentence.text) for sentence in window.sentences)
        if longest < 0 or window.worth < _LEAST_WORTH * windows[0].worth:
            break
        chosen.append(window)
    return chosen


def _passages(source: Source, query: Query) -> list[tuple[int, int]]:
    """Return where the passages of a source are that fit a query, best first."""
    text = source.text[:_LONGEST_PAGE]
    spans = [
        (start, start + len(passage))
        for passage in source.passages
        if passage and (start := source.text.find(passage)) >= 0
    ]
    if spans:
        return spans
    page = WebPage(source.url, source.title, text)
    _, passages = evidence(page, None, dict.fromkeys(query.stems, 1.0), None, 0.0)
    starts = (text.find(passage) for passage in passages)
    return [(start, start + len(passage)) for start, passage in zip(starts, passages, strict=True)]


def _windows(source: Source, start: int, end: int) -> Iterator[tuple[str, tuple[Sentence, ...]]]:
    """Yield the windows of a part of a source, each with its title; none spans two headings."""
    heading, sentences = "", list[Sentence]()
    for sentence in _sentences(source, start, end):
        if isinstance(sentence, str):
            yield from _cut(source, heading, sentences)
            heading, sentences = sentence, []
        else:
            sentences.append(sentence)
    yield from _cut(source, heading, sentences)


def _cut(
    source: Source, heading: str, sentences: Sequence[Sentence]
) -> Iterator[tuple[str, tuple[Sentence, ...]]]:
    """Yield windows of whole paragraphs; those of more sentences than a window has are divided."""
    title = f"{source.title} - {heading}" if heading else source.title
    window: list[Sentence] = []
    for _, paragraph in groupby(sentences, key=lambda sentence: sentence.line):
        its = list(paragraph)
        if window and len(window) + len(its) > _WINDOW:
            yield title, tuple(window)
            window = []
        count = math.ceil(len(its) / _WINDOW)
        for at in range(count - 1):
            yield title, tuple(its[len(its) * at // count : len(its) * (at + 1) // count])
        window += its[len(its) * (count - 1) // count :]
    if window:
        yield title, tuple(window)


def _sentences(source: Source, start: int, end: int) -> Iterator[Sentence | str]:
    """Yield the sentences of a part of a source, and its headings as plain strings."""
    # A list is read to its end.
    end = after.end() if (after := _ITEMS.match(source.text, end)) else end
    part = source.text[start:end]
    passage: list[Sentence] = []
    section = start
    for begin, stop in blocks(part):
        block = part[begin:stop]
        mark = ITEM.match(block)
        if _is_heading(part, begin, stop) and not (mark and ITEM.match(part, stop)):
            section = start + begin
            yield " ".join(block.split())
            continue
        is_item = mark is not None
        line = start + begin
        for first, last in [(mark.end(), len(block))] if mark else split_sentences(block):
            text, place = " ".join(block[first:last].split()), len(passage)
            passage.append(
                Sentence(
                    source, line + first, line + last, line, section, text, is_item, passage, place
                )
            )
            yield passage[-1]


def _is_heading(part: str, begin: int, stop: int) -> bool:
    """Return whether a block is a short line between blank lines that is no sentence."""
    return (
        stop - begin < _LONGEST_HEADING
        and "\n" not in part[begin:stop]
        and part[stop - 1] not in ".!:;,"
        and part.startswith("\n\n", stop)
        and (begin == 0 or part.endswith("\n\n", 0, begin))
    )


def excerpts(
    query: str, sources: Sequence[Source], *, longest: int, longest_each: int
) -> list[Source]:
    """Return the sources with only the passages that fit a query best.

    At most ten sources, in order and in whole sentences, of so many characters together and each;
    pages of which nothing fits are left out.

    Examples
    --------
    >>> page = Source(1, "https://example.org/", "Kettle", "A kettle is a pot. It has a lid.")
    >>> [one.text for one in excerpts("kettle", [page], longest=20, longest_each=20)]
    ['A kettle is a pot.']
    """
    room = dict.fromkeys((source.number for source in sources), longest_each)
    chosen: dict[int, list[Sentence]] = {}
    for window in read_windows(query, sources, longest=2 * longest):
        number = window.source.number
        for sentence in window.sentences:
            cost = len(sentence.text) + bool(chosen.get(number))
            if cost > min(longest, room[number]):
                break
            longest -= cost
            room[number] -= cost
            chosen.setdefault(number, []).append(sentence)
    parts = []
    for source in sources:
        text, before = "", None
        for sentence in sorted(chosen.get(source.number, ()), key=lambda one: one.start):
            same = before is not None and sentence.line == before.line
            text += f"{' ' if same else chr(10) if text else ''}{sentence.text}"
            before = sentence
        if text:
            parts.append(source._replace(text=text))
    return parts
