"""The rounds of a research, told as they go and ended in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import anyio
from anyio import to_thread

from triptych.contract import ReplyWarning, ResearchQuestion, ResearchRequest, SearchResult
from triptych.service.events import Tell
from triptych.service.researching import steps
from triptych.service.researching.library import Library

if TYPE_CHECKING:
    from triptych.engines.research import Research, SubQuestion

_T = TypeVar("_T")


@dataclass
class Work:
    """A research under way.

    Parameters
    ----------
    request : ResearchRequest
        What is asked.
    library : Library
        Finds pages.
    tell : callable
        Told of each step.

    Attributes
    ----------
    questions : list of ResearchQuestion
        What was searched for.
    worked : float
        Seconds of work, without waiting for pages.
    """

    request: ResearchRequest
    library: Library
    tell: Tell
    questions: list[ResearchQuestion] = field(default_factory=list)
    worked: float = 0.0

    async def investigate(self, query: str, seconds: float) -> Research:
        """Search round after round until nothing new is found, or the time is over.

        Parameters
        ----------
        query : str
            The question, its spelling corrected.
        seconds : float
            For all rounds together.

        Returns
        -------
        Research
            As far as it came.
        """
        from triptych.engines.research import Research

        research = await self._timed(lambda: self._plan(Research, query))
        await self.tell(steps.planned([sub.text for sub in research.plan.sub_questions]))
        with anyio.move_on_after(seconds) as limit:
            while asked := await self._timed(research.next_queries):
                await self._round(research, asked)
        if limit.cancelled_caught:
            self.library.warnings.append(
                ReplyWarning(
                    code="time_limit",
                    message=f"After {seconds:g} s the search was ended: this is what was found "
                    "so far.",
                )
            )
        return research

    def _plan(self, research: type[Research], query: str) -> Research:
        request = self.request
        return research(query, max_depth=request.max_depth, max_breadth=request.max_breadth)

    async def _round(self, research: Research, asked: list[SubQuestion]) -> None:
        """Search for all sub-questions of a round at once; take in what they bring in turn."""
        number = research.depth
        brought: dict[int, list[SearchResult]] = {}

        async def search(place: int, sub: SubQuestion) -> None:
            await self.tell(steps.searching(number, sub.text, sub.query))
            brought[place], warnings = await self.library.search(sub.query)
            for warning in warnings:
                await self.tell(steps.not_read(number, sub.text, warning))

        try:
            async with anyio.create_task_group() as group:
                for place, sub in enumerate(asked):
                    group.start_soon(search, place, sub)
        finally:
            # When the time is over, what has been brought by then still counts.
            with anyio.CancelScope(shield=True):
                for place, sub in enumerate(asked):
                    await self._take(research, number, sub, brought.get(place, []))

    async def _take(
        self, research: Research, number: int, sub: SubQuestion, pages: list[SearchResult]
    ) -> None:
        self.questions.append(
            ResearchQuestion(
                text=sub.text,
                query=sub.query,
                round=number,
                urls=[page.url for page in pages],
                term=sub.term or None,
            )
        )
        from triptych.engines.research import Page

        readable = [
            Page(page.url, page.title, page.content or "", tuple(page.snippets)) for page in pages
        ]
        passages = await self._timed(lambda: research.add(sub, readable))
        await self.tell(steps.found(number, sub.text, pages, passages))

    async def _timed(self, work: Callable[[], _T]) -> _T:
        began = time.perf_counter()
        try:
            return await to_thread.run_sync(work)
        finally:
            self.worked += time.perf_counter() - began
