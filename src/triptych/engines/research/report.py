"""A report and its Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from triptych.engines.search.overview.overview import escaped

#: The heading over contradictions between pages.
DIFFERENCES = "Where the sources differ"
#: A longer sentence is not repeated where its number differs.
_LONGEST_QUOTED = 200


class ReportSentence(NamedTuple):
    """A sentence of a report."""

    #: Without its marker.
    text: str
    #: The reference that is cited, from 1.
    number: int
    #: Its address.
    url: str
    #: The very words of that page that support it; of an extracted sentence, the sentence.
    support: str


class Difference(NamedTuple):
    """Two pages with different numbers for the same thing."""

    #: As the pages write them.
    values: tuple[str, str]
    #: Where they say so, one of each page.
    sentences: tuple[ReportSentence, ReportSentence]
    #: A clause for each: "Tea says 1657".
    texts: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A section of a report."""

    #: Empty of an untitled one.
    heading: str
    #: In the order of reading.
    paragraphs: tuple[tuple[ReportSentence, ...], ...]
    #: Which paragraphs are items of a list.
    items: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Report:
    """A long answer in which every sentence is cited."""

    #: Sections with headings; every sentence is followed by ``[[number](url)]``.
    markdown: str
    #: The same as values.
    sections: tuple[ReportSection, ...]
    #: Where pages differ.
    differences: tuple[Difference, ...]
    #: Parts of the question without an answer.
    unanswered: tuple[str, ...]
    #: The number and the address of each page that is cited, in order of first citation.
    references: tuple[tuple[int, str], ...]

    @property
    def sentences(self) -> tuple[ReportSentence, ...]:
        """All sentences in the order of reading."""
        return tuple(
            sentence
            for section in self.sections
            for paragraph in section.paragraphs
            for sentence in paragraph
        )


#: A sentence before it is numbered: its text, the page's address, the words that support it.
Unnumbered = tuple[str, str, str]


class Paragraph(NamedTuple):
    """Sentences before they are numbered."""

    #: In the order of reading.
    sentences: Sequence[Unnumbered]
    #: Whether they are an item of a list.
    is_item: bool = False


def numbered(
    sections: Sequence[tuple[str, Sequence[Paragraph]]],
    differences: Sequence[tuple[tuple[str, str], tuple[Unnumbered, Unnumbered]]] = (),
    unanswered: Sequence[str] = (),
    titles: Mapping[str, str] | None = None,
) -> Report:
    """Return a report as Markdown, its pages numbered in order of first citation.

    `differences` are pairs of values with their sentences; `titles` are those of pages, by address.

    Examples
    --------
    >>> url = "https://example.org/Tea_(drink)"
    >>> made = numbered([("Tea", [Paragraph([("Tea is hot.", url, "Tea is hot.")])])])
    >>> print(made.markdown)
    ## Tea
    <BLANKLINE>
    Tea is hot. [[1](https://example.org/Tea_%28drink%29)]
    """
    numbers: dict[str, int] = {}

    def cite(one: Unnumbered) -> ReportSentence:
        text, url, support = one
        return ReportSentence(text, numbers.setdefault(url, len(numbers) + 1), url, support)

    laid_out = tuple(
        ReportSection(
            heading,
            tuple(tuple(map(cite, one.sentences)) for one in paragraphs),
            frozenset(at for at, one in enumerate(paragraphs) if one.is_item),
        )
        for heading, paragraphs in sections
        if paragraphs
    )
    contradictions = tuple(
        _difference(values, (cite(one), cite(two)), titles or {})
        for values, (one, two) in differences
    )
    blocks: list[str] = []
    for section in laid_out:
        if section.heading:
            blocks.append(f"## {section.heading}")
        for at, paragraph in enumerate(section.paragraphs):
            if at in section.items and at - 1 in section.items:
                blocks[-1] += f"\n- {_set(paragraph)}"
            else:
                blocks.append(f"{'- ' * (at in section.items)}{_set(paragraph)}")
    if contradictions:
        blocks.append(f"## {DIFFERENCES}")
        blocks += map(_set_difference, contradictions)
    if unanswered:
        if laid_out:
            blocks.append("## Not found")
        blocks += [f"Nothing was found about: {one.rstrip(' ?!.')}." for one in unanswered]
    references = tuple((number, url) for url, number in numbers.items())
    return Report("\n\n".join(blocks), laid_out, contradictions, tuple(unanswered), references)


def marker(number: int, url: str) -> str:
    """Return the marker of a citation; brackets in the address do not end it.

    Examples
    --------
    >>> marker(1, "https://example.org/a_(b)")
    '[[1](https://example.org/a_%28b%29)]'
    """
    return f"[[{number}]({escaped(url)})]"


def _set(paragraph: Sequence[ReportSentence]) -> str:
    return " ".join(f"{one.text} {marker(one.number, one.url)}" for one in paragraph)


def _difference(
    values: tuple[str, str],
    sentences: tuple[ReportSentence, ReportSentence],
    titles: Mapping[str, str],
) -> Difference:
    one, two = (
        f"{titles.get(sentence.url, sentence.url)} says {value}"
        for value, sentence in zip(values, sentences, strict=True)
    )
    return Difference(values, sentences, (one, two))


def _set_difference(difference: Difference) -> str:
    one, two = (
        f"{text} {marker(*sentence[1:3])}"
        for text, sentence in zip(difference.texts, difference.sentences, strict=True)
    )
    return f"{_open(difference)}{one}, {two}."


def _open(difference: Difference) -> str:
    """Return the first sentence with a gap for the number that differs."""
    value, text = difference.values[0], difference.sentences[0].text
    if not value[:1].isdigit() or text.count(value) != 1 or len(text) > _LONGEST_QUOTED:
        return ""
    return f"“{text.replace(value, '…').rstrip('.')}”: "
