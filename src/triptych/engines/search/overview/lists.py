"""Lists in a page, where the answer is several things."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from triptych.engines.search.overview.context import Needs, needs_before
from triptych.engines.search.overview.overview import ITEM, Claim, Source
from triptych.engines.search.overview.question import Question
from triptych.engines.text.words import stems

_MOST_ITEMS = 6
_LONGEST_ITEM = 160
_LONGEST = 700
_LONGEST_INTRODUCTION = 300
_BEGINNING = 400


def find_list(question: Question, sources: Iterable[Source]) -> tuple[list[Claim], bool]:
    r"""Return a list that answers, and whether the first claim is the line that introduces it.

    Up to six items without their marks; empty where no page has a list whose introduction, with the
    page's title and beginning, holds every word of the question. The introduction is left out where
    it cannot stand alone.

    Examples
    --------
    >>> from triptych.engines.search.overview.question import read_question
    >>> page = Source(1, "https://example.org/", "Tea", "Types of tea are:\n- green\n- black")
    >>> claims, introduced = find_list(read_question("What types of tea are there?"), [page])
    >>> [claim.text for claim in claims]
    ['Types of tea are:', 'green', 'black']
    """
    if not question.wants_list:
        return [], False
    # "Types", "examples": what the items are.
    sort = question.asking.difference(stems("list"))
    for source in sources:
        # What a page is about, it says at its beginning.
        title = set(stems(f"{source.title} {source.text[:_BEGINNING]}"))
        for introduction, items in _lists(source.text):
            stated = set(stems(introduction))
            # What is asked of the page's subject must be said right before the list.
            if not (
                question.words <= stated | title
                and (stated & sort if sort else stated & question.words)
                and question.words - title <= stated
            ):
                continue
            introduced = _introduces(introduction, source.title)
            shown = [introduction] if introduced else []
            for item in items[:_MOST_ITEMS]:
                if sum(map(len, [*shown, item])) <= _LONGEST:
                    shown.append(item)
            return [Claim(text, source.number, text) for text in shown], introduced
    return [], False


def _introduces(line: str, title: str) -> bool:
    return (
        line.endswith((":", "."))
        and len(line) <= _LONGEST_INTRODUCTION
        and needs_before(line, title) is Needs.NONE
    )


def _lists(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the lists of a text of two items or more: the line before each, and its items."""
    before, items = "", list[str]()
    for line in [*text.splitlines(), "end"]:
        plain = " ".join(line.split())
        if not plain:
            continue
        mark = ITEM.match(plain)
        if mark:
            item = plain[mark.end() :]
            if len(item) <= _LONGEST_ITEM:
                items.append(item)
            continue
        if len(items) > 1 and before:
            yield before, items
        before, items = plain, []
