"""How a report came about: from the question over its sub-questions to the sources cited."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple
from urllib.parse import unquote

from triptych.contract import ResearchReply
from triptych.views.research.sources import references

#: More rows make a drawing that nobody follows; the table has them all.
MOST_SOURCES, MOST_QUESTIONS = 60, 40


class SubQuestion(NamedTuple):
    """A sub-question."""

    #: From 0.
    place: int
    #: As a person would put it, and what was searched for.
    text: str
    query: str
    #: In which round; 0 if unknown.
    round: int
    #: How many it brought.
    pages: int
    #: The numbers of those that are cited.
    sources: tuple[int, ...]
    #: The numbers of those that no sub-question before had brought: what the graph draws.
    new: tuple[int, ...]


class Row(NamedTuple):
    """Something with a place in a column: a round's name, a sub-question or a source."""

    #: The round's name, the sub-question, or the source's number.
    value: str | SubQuestion | int
    #: How far down its middle is.
    middle: float
    #: How much room it has, up and down of that.
    height: float


class Layout(NamedTuple):
    """Two columns, and what leads from the one to the other."""

    left: list[Row]
    right: list[Row]
    height: float

    @property
    def edges(self) -> list[tuple[SubQuestion, int, float, float]]:
        """Sub-question, source, and how far down the edge begins and ends."""
        ends = {row.value: row.middle for row in self.right}
        return [
            (row.value, number, row.middle, ends[number])
            for row in self.left
            if isinstance(row.value, SubQuestion)
            for number in row.value.new
            if number in ends
        ]


def sub_questions(reply: ResearchReply) -> list[SubQuestion]:
    """Return the sub-questions, by rounds, with the cited sources that each brought."""
    numbers: dict[str, int] = {}
    for number, result in references(reply).items():
        numbers.setdefault(_same(result.url), number)
    questions = []
    known: set[int] = set()
    for place, one in sorted(enumerate(reply.questions), key=lambda item: item[1].round):
        pages = list(dict.fromkeys(map(_same, one.urls)))
        cited = tuple(sorted(numbers[url] for url in pages if url in numbers))
        new = tuple(number for number in cited if number not in known)
        known.update(cited)
        asked = SubQuestion(place, one.text, one.query, one.round, len(pages), cited, new)
        questions.append(asked)
    return questions


def layout(
    questions: Sequence[SubQuestion],
    sources: Sequence[int],
    *,
    question_height: float,
    source_height: float,
    round_height: float,
) -> Layout:
    """Place sub-questions in rounds, and sources by their numbers; nothing overlaps.

    Examples
    --------
    >>> tea = SubQuestion(0, "What is tea?", "tea", 1, 3, (1, 2), (1, 2))
    >>> made = layout([tea], [1, 2], question_height=40, source_height=30, round_height=20)
    >>> [(row.value, row.middle) for row in made.right], made.height
    ([(1, 15.0), (2, 45.0)], 60)
    """
    left: list[tuple[str | SubQuestion | int, float]] = []
    for number, group in groupby(questions[:MOST_QUESTIONS], key=lambda one: one.round):
        if number:
            left.append((f"Round {number}", round_height))
        left += [(one, question_height) for one in group]
    right: list[tuple[str | SubQuestion | int, float]] = [
        (number, source_height) for number in sources[:MOST_SOURCES]
    ]
    height = max(sum(tall for _, tall in column) for column in (left, right))
    return Layout(_spread(left, height), _spread(right, height), height)


def _spread(column: Sequence[tuple[str | SubQuestion | int, float]], height: float) -> list[Row]:
    """Place rows below each other, with the room that is left above, between and below them."""
    wanted = sum(tall for _, tall in column)
    # Too far apart they are no column any more.
    between = min((height - wanted) / max(1, len(column)), wanted / max(1, len(column)))
    top = (height - wanted - between * len(column)) / 2
    rows = []
    for value, tall in column:
        rows.append(Row(value, top + (tall + between) / 2, tall))
        top += tall + between
    return rows


def _same(url: str) -> str:
    """Return an address so that two ways of writing the same one are equal."""
    return unquote(url).partition("#")[0].rstrip("/")
