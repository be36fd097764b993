"""The sentences that may answer a question, picked by their words from whole pages."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from triptych.engines.search.overview.context import (
    Needs,
    can_open_page,
    is_statement,
    needs_before,
)
from triptych.engines.search.overview.overview import ITEM, SOURCES, Source
from triptych.engines.search.overview.question import Question, read_question
from triptych.engines.text.sentences import split_sentences
from triptych.engines.text.words import stems

#: Paragraphs of a page whose sentences are looked at; splitting a page of 30 kB takes 50 ms.
_PARAGRAPHS = 6
#: More of a paragraph is not read; a page may be one line of megabytes.
_LONGEST_PARAGRAPH = 3_000
#: Of a page that is longer, the beginning is read.
_LONGEST_PAGE = 40_000
#: A longer sentence fills an overview alone.
LONGEST_SENTENCE = 600
_LONGEST_HEADING = 120
_SHORT_NAME = re.compile(r"\(([A-Z][A-Za-z]*[A-Z])s?\)")
#: A title that says what the page is about: "bisect — Array bisection algorithm".
_GLOSS = re.compile(r"(?<=\S) [—–] (?=\S)")

#: Adds to the stems of a text those of the question that are related to them.
_Related = Callable[[frozenset[str]], frozenset[str]]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a source."""

    source: Source
    #: Which paragraph of the page, and which sentence of that paragraph it is.
    paragraph: int
    place: int
    #: As it is there, with white space made single spaces.
    text: str
    #: Its stems, and those of the heading it is under.
    words: frozenset[str]
    heading: frozenset[str]
    #: What it needs before it.
    needs: Needs
    #: Whether it is a statement of a length that can be shown.
    usable: bool


@dataclass(frozen=True, slots=True)
class Page:
    """What was read of a source."""

    source: Source
    #: Stems of its title, and of the part that is its name: "bisect" of "bisect — Array
    #: bisection".
    title: frozenset[str]
    name: frozenset[str]
    #: Stems of all that was read of it.
    words: frozenset[str]
    #: Sentences of the paragraphs that may answer.
    paragraphs: dict[int, list[Sentence]]


def read_pages(
    question: Question, sources: Sequence[Source]
) -> tuple[list[Page], dict[str, float]]:
    """Pick the paragraphs that hold the question's words, and split them into sentences.

    The first ten sources are read. With the pages, in order, comes the inverse document frequency
    of each word of the question among the paragraphs (K. Spärck Jones, 1972): 0 for a word that is
    in all, and largest for one that is in none.
    """
    texts = [_paragraphs(source.text) for source in sources[:SOURCES]]
    every = [[frozenset(stems(" ".join(one))) for one in paragraphs] for paragraphs in texts]
    wanted = question.words | question.asking
    related = _related(wanted, frozenset().union(*(words for page in every for words in page)))
    every = [[related(words) for words in page] for page in every]
    counts = Counter(word for page in every for words in page for word in wanted & words)
    total = sum(map(len, every))
    weights = {word: math.log1p((total + 0.5) / (counts[word] + 0.5)) for word in sorted(wanted)}

    def worth(words: frozenset[str]) -> float:
        return sum(weights[word] for word in wanted & words)

    pages = []
    for source, paragraphs, words in zip(sources, texts, every, strict=False):
        # The lead goes before others as good.
        order = sorted(
            range(len(paragraphs)), key=lambda at: (-worth(words[at]) - 1.5 * (at == 0), at)
        )
        chosen = sorted(at for at in order[:_PARAGRAPHS] if at == 0 or wanted & words[at])
        # "European Union (EU)": a page goes by its short name, too.
        short = " ".join(_SHORT_NAME.findall(source.text[:300]))
        title = related(frozenset(stems(re.sub(r"\(.*?\)", " ", source.title) + " " + short)))
        name = related(frozenset(stems(_GLOSS.split(source.title)[0])))
        sentences = {at: _sentences(source, at, *paragraphs[at], related) for at in chosen}
        named = title & name if _GLOSS.search(source.title) else title
        pages.append(Page(source, title, named, title.union(*words), sentences))
    return pages, weights


def _related(wanted: Collection[str], there: Collection[str]) -> _Related:
    """Return what adds to words those of the question that they begin, or that begin them.

    So "rivalry" meets "rival", and "percentage" "percent", which stems keep apart.
    """
    relations = {
        word: one
        for one in wanted
        if len(one) > 4 and one.isalpha()
        for word in there
        if len(word) > 4 and word != one and (word.startswith(one) or one.startswith(word))
        if abs(len(word) - len(one)) < 5
    }
    return lambda words: words.union(relations[word] for word in words & relations.keys())


def _paragraphs(text: str) -> list[tuple[str, str]]:
    """Return the lines of a page that are not headings, each with the heading it is under."""
    paragraphs, heading = [], ""
    for block in text[:_LONGEST_PAGE].split("\n\n"):
        lines = list(filter(None, map(str.strip, block.splitlines())))
        if len(lines) == 1 and len(block) < _LONGEST_HEADING and lines[0][-1] not in ".!?:;,":
            heading = lines[0]
        paragraphs += [
            (line[:_LONGEST_PARAGRAPH], heading if line != heading else "")
            for line in lines
            if len(line) > 80 or (len(line) > 20 and line[-1] in '.!?:)"”’')
        ]
    return paragraphs


def _sentences(
    source: Source, paragraph: int, text: str, heading: str, related: _Related
) -> list[Sentence]:
    under = related(frozenset(stems(heading)))
    text = ITEM.sub("", text)
    texts = [" ".join(text[start:end].split()) for start, end in split_sentences(text)]
    needs = [needs_before(one, source.title) for one in texts]
    if paragraph == 0:
        if can_open_page(texts[0]):
            needs[0] = Needs.NONE
        elif _GLOSS.search(source.title) and source.text.lstrip().startswith(source.title):
            # "This module" after "bisect — Array bisection algorithm".
            texts.insert(0, source.title)
            needs.insert(0, Needs.NONE)
    return [
        Sentence(
            source,
            paragraph,
            place,
            one,
            related(frozenset(stems(one))),
            under,
            its_needs,
            (is_statement(one) or one == source.title) and len(one) <= LONGEST_SENTENCE,
        )
        for place, (one, its_needs) in enumerate(zip(texts, needs, strict=True))
    ]


def excerpts(
    query: str, sources: Sequence[Source], *, longest: int, longest_each: int
) -> list[Source]:
    """Return the sources with only the paragraphs that hold most of a query's words.

    At most ten sources, in order and in whole sentences, of so many characters together and each;
    pages of which nothing fits are left out.

    Examples
    --------
    >>> page = Source(1, "https://example.org/", "Kettle", "A kettle is a pot. It has a lid.")
    >>> [one.text for one in excerpts("kettle", [page], longest=20, longest_each=20)]
    ['A kettle is a pot.']
    """
    pages, _ = read_pages(read_question(query), sources)
    parts = []
    for page in pages:
        text = ""
        room = min(longest, longest_each)
        for paragraph in page.paragraphs.values():
            for place, sentence in enumerate(paragraph):
                between = " " if place else "\n" if text else ""
                if len(text) + len(between) + len(sentence.text) > room:
                    break
                text += between + sentence.text
        if text:
            longest -= len(text)
            parts.append(page.source._replace(text=text))
    return parts
