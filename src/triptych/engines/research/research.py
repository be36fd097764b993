"""The rounds of a research: what to search for next, until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triptych.engines.research.evidence import Reading
from triptych.engines.research.outline import Outline, outline
from triptych.engines.research.passages import Page, Passage, is_about, passages
from triptych.engines.research.plan import SubQuestion, guided, normal, plan
from triptych.engines.research.report import Report
from triptych.engines.research.terms import terms
from triptych.engines.research.writing import write

#: Sentences that the matcher reads for a search.
_MOST_READ = 100


class Research:
    """A research in progress.

    Search for each of `next_queries`, `add` the pages found, and repeat until `finished`; then
    `report`. The report of what was found so far can be had at any time.

    Parameters
    ----------
    question : str
        In any form.
    max_depth, max_breadth : int, default 3
        Rounds of searching, and sub-questions a round, 1 or more.
    sub_questions : sequence of str
        Searched for first, in addition to those of the question; see `guided`.

    Raises
    ------
    ValueError
        If the question is blank, or a bound is less than 1.

    Examples
    --------
    >>> kettle = Page("https://example.org/", "Kettle", "A kettle is a pot with a lid.")
    >>> research = Research("What is a kettle?", max_depth=1)
    >>> while not research.finished:
    ...     for query in research.next_queries():
    ...         added = research.add(query, [kettle])
    >>> [one.text for one in research.report().sentences]
    ['A kettle is a pot with a lid.']
    """

    def __init__(
        self,
        question: str,
        *,
        max_depth: int = 3,
        max_breadth: int = 3,
        sub_questions: Sequence[str] = (),
    ) -> None:
        if max_depth < 1:
            raise ValueError(f"max_depth is {max_depth}: give at least 1.")
        #: How the question is understood.
        self.plan = guided(plan(question, breadth=max_breadth), sub_questions)
        self._max_depth = max_depth
        #: Rounds that were begun.
        self.depth = 0
        self._sent: set[frozenset[str]] = set()
        self._read: dict[str, Page] = {}
        self._reading = Reading(self.plan)
        #: Sentences that belonged when the round began.
        self._before_round = 0
        self._next: list[SubQuestion] | None = list(self.plan.sub_questions)

    @property
    def passages(self) -> Sequence[Passage]:
        """Everything found so far."""
        return self._reading.passages

    @property
    def read(self) -> Sequence[str]:
        """Addresses of the pages that were read, in order."""
        return tuple(self._read)

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to search for."""
        return not self._upcoming()

    def next_queries(self) -> list[SubQuestion]:
        """Return the sub-questions of the next round, none of which was searched for before.

        At most `max_breadth`; empty when finished.
        """
        queries = self._upcoming()
        if queries:
            self.depth += 1
            self._before_round = len(self._reading.evidence)
            self._sent.update(normal(one.query) for one in queries)
        self._next = None
        return queries

    def add(self, query: SubQuestion, pages: Iterable[Page]) -> int:
        """Add the pages found for one of `next_queries`; return the number of new passages.

        `pages` are best first; none if nothing was found or the search failed. Of a page known
        already only further passages are added, from its text as first read.
        """
        known = {(one.url, one.place) for one in self.passages}
        read = [
            self._read.setdefault(page.url, page)._replace(snippets=page.snippets) for page in pages
        ]
        new = passages(
            read,
            f"{self.plan.question} {query.text}",
            most=_MOST_READ,
            known=known,
        )
        self._reading.add(new)
        self._next = None
        return len(new)

    def outline(self) -> Outline:
        """Return everything found so far, laid out in sections."""
        return outline(self.plan, self._reading)

    def report(self, *, target_tokens: int | None = None, max_tokens: int | None = None) -> Report:
        """Write a report of everything found so far; see `write`."""
        return write(self.outline(), target_tokens=target_tokens, max_tokens=max_tokens)

    def _upcoming(self) -> list[SubQuestion]:
        if self._next is None:
            is_last = self.depth >= self._max_depth or (
                self.depth > 1 and len(self._reading.evidence) <= self._before_round
            )
            self._next = [] if is_last else self._open()
        return self._next

    def _open(self) -> list[SubQuestion]:
        """Return what to search for next: what is open, then what the pages name."""
        titles = {one.title for one in self._read.values()}
        open_ = {self.plan.parts[at] for at in self._reading.open_parts}
        unread = [
            one
            for one in self.plan.waiting
            if not one.asked and not any(is_about(title, one.subject) for title in titles)
        ]
        candidates = [
            *(one for one in self.plan.waiting if one in open_),
            *unread,
            *terms(self.plan, self._reading.evidence, titles),
        ]
        different = {normal(one.query): one for one in reversed(candidates)}
        return [one for form, one in reversed(different.items()) if form not in self._sent][
            : self.plan.breadth
        ]
