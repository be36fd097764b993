"""The rounds of a research: what to search for next, until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from triptych.engines.research.gaps import gaps, novelty
from triptych.engines.research.outline import Outline, outline
from triptych.engines.research.passages import Page, Passage, passages
from triptych.engines.research.plan import Plan, SubQuestion, guided, normal, plan
from triptych.engines.research.report import Report
from triptych.engines.research.writing import write

#: Less new in a round is not worth another.
_LEAST_NEW = 0.1


class Research:
    """A research under way.

    Ask `next_queries`, search for each, `add` what was found, and begin again until `finished`;
    then `report`. It may be asked for its report at any time.

    Parameters
    ----------
    question : str
        What is asked.
    max_depth, max_breadth : int, default 3
        Rounds of searching, and sub-questions a round, 1 or more.
    sub_questions : sequence of str
        Thought of by somebody else, to be searched for first; see `guided`.

    Raises
    ------
    ValueError
        If the question is blank, or a bound is less than 1.

    Examples
    --------
    >>> kettle = Page("https://example.org/", "Kettle", "A kettle is a pot with a lid.")
    >>> under_way = Research("What is a kettle?", max_depth=1)
    >>> while not under_way.finished:
    ...     for asked in under_way.next_queries():
    ...         found = under_way.add(asked, [kettle])
    >>> [one.text for one in under_way.report().sentences]
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
        self._plan = guided(plan(question, breadth=max_breadth), sub_questions)
        self._max_depth = max_depth
        self._depth = 0
        self._sent: list[frozenset[str]] = []
        self._read: dict[str, Page] = {}
        #: The best rank of each page, and how many searches found it.
        self._ranks: dict[str, tuple[int, int]] = {}
        self._passages: list[Passage] = []
        self._before_round = 0
        self._next: list[SubQuestion] | None = list(self._plan.sub_questions)

    @property
    def plan(self) -> Plan:
        """How the question is understood, and everything that was searched for."""
        return self._plan

    @property
    def depth(self) -> int:
        """Rounds that were begun."""
        return self._depth

    @property
    def passages(self) -> Sequence[Passage]:
        """What was found so far."""
        return tuple(self._passages)

    @property
    def read(self) -> Sequence[str]:
        """Addresses of the pages that were read, in order."""
        return tuple(self._read)

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to search for."""
        return not self._upcoming()

    def next_queries(self) -> list[SubQuestion]:
        """Return the sub-questions of the next round, none of which was asked before.

        Returns
        -------
        list of SubQuestion
            At most `max_breadth`; empty when finished.
        """
        found = self._upcoming()
        if found:
            self._depth += 1
            self._before_round = len(self._passages)
            self._sent += [normal(one.query) for one in found]
            known = {normal(one.query) for one in self._plan.all}
            mined = tuple(one for one in found if normal(one.query) not in known)
            self._plan = replace(self._plan, waiting=(*self._plan.waiting, *mined))
        self._next = None
        return found

    def add(self, asked: SubQuestion, pages: Iterable[Page]) -> int:
        """Take in the pages that were found for a sub-question.

        Of a page known already only further passages are taken, from what was read first.

        Parameters
        ----------
        asked : SubQuestion
            One of `next_queries`.
        pages : iterable of PageLike
            Best first; none where nothing was found or the search failed.

        Returns
        -------
        int
            Passages that may answer.
        """
        about = f"{self._plan.question} {asked.text}"
        known = {(one.url, one.place) for one in self._passages}
        read = [
            self._read.setdefault(page.url, page)._replace(snippets=page.snippets) for page in pages
        ]
        for rank, page in enumerate(read):
            before = self._ranks.get(page.url, (rank, 0))
            self._ranks[page.url] = min(rank, before[0]), before[1] + 1
        found = [one for one in passages(read, about) if (one.url, one.place) not in known]
        # What is known of a page counts for all its passages.
        self._passages = [
            replace(one, rank=self._ranks[one.url][0], found=self._ranks[one.url][1])
            for one in (*self._passages, *found)
        ]
        self._next = None
        return len(found)

    def outline(self) -> Outline:
        """Return what was found so far, laid out."""
        return outline(self._plan, self._passages)

    def report(self, *, target_tokens: int | None = None, max_tokens: int | None = None) -> Report:
        """Write what was found so far; see `write`."""
        return write(self.outline(), target_tokens=target_tokens, max_tokens=max_tokens)

    def _upcoming(self) -> list[SubQuestion]:
        if self._next is None:
            self._next = self._gaps()
        return list(self._next)

    def _gaps(self) -> list[SubQuestion]:
        if self._depth >= self._max_depth:
            return []
        old, new = self._passages[: self._before_round], self._passages[self._before_round :]
        if self._depth > 1 and novelty(self._plan, new, old) < _LEAST_NEW:
            return []
        return gaps(self._plan, self._passages, set(self._sent))
