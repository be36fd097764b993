"""The rounds of a research: what to search for next, until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from triptych.engines.research.gaps import gaps, novelty
from triptych.engines.research.outline import Outline, outline
from triptych.engines.research.passages import Page, Passage, passages
from triptych.engines.research.plan import SubQuestion, guided, normal, plan
from triptych.engines.research.report import Report
from triptych.engines.research.writing import write

#: Less new in a round is not worth another.
_LEAST_NEW = 0.1


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
        #: How the question is understood, and everything that was searched for.
        self.plan = guided(plan(question, breadth=max_breadth), sub_questions)
        self._max_depth = max_depth
        #: Rounds that were begun.
        self.depth = 0
        self._sent: set[frozenset[str]] = set()
        self._read: dict[str, Page] = {}
        #: The best rank of each page, and how many searches found it.
        self._ranks: dict[str, tuple[int, int]] = {}
        #: Everything found so far.
        self.passages: list[Passage] = []
        self._before_round = 0
        self._next: list[SubQuestion] | None = list(self.plan.sub_questions)

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
            self._before_round = len(self.passages)
            self._sent.update(normal(one.query) for one in queries)
            known = {normal(one.query) for one in self.plan.all}
            mined = tuple(one for one in queries if normal(one.query) not in known)
            self.plan = replace(self.plan, waiting=(*self.plan.waiting, *mined))
        self._next = None
        return queries

    def add(self, query: SubQuestion, pages: Iterable[Page]) -> int:
        """Add the pages found for one of `next_queries`; return the number of new passages.

        `pages` are best first; none if nothing was found or the search failed. Of a page known
        already only further passages are added, from its text as first read.
        """
        about = f"{self.plan.question} {query.text}"
        known = {(one.url, one.place) for one in self.passages}
        read = [
            self._read.setdefault(page.url, page)._replace(snippets=page.snippets) for page in pages
        ]
        for rank, page in enumerate(read):
            before = self._ranks.get(page.url, (rank, 0))
            self._ranks[page.url] = min(rank, before[0]), before[1] + 1
        new = [one for one in passages(read, about) if (one.url, one.place) not in known]
        # What is known of a page counts for all its passages.
        self.passages = [
            replace(one, rank=self._ranks[one.url][0], found=self._ranks[one.url][1])
            for one in (*self.passages, *new)
        ]
        self._next = None
        return len(new)

    def outline(self) -> Outline:
        """Return everything found so far, laid out in sections."""
        return outline(self.plan, self.passages)

    def report(self, *, target_tokens: int | None = None, max_tokens: int | None = None) -> Report:
        """Write a report of everything found so far; see `write`."""
        return write(self.outline(), target_tokens=target_tokens, max_tokens=max_tokens)

    def _upcoming(self) -> list[SubQuestion]:
        if self._next is None:
            old, new = self.passages[: self._before_round], self.passages[self._before_round :]
            is_last = self.depth >= self._max_depth or (
                self.depth > 1 and novelty(self.plan, new, old) < _LEAST_NEW
            )
            self._next = [] if is_last else gaps(self.plan, self.passages, self._sent)
        return self._next
