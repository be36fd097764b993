"""The rounds of a research: their progress is reported, and they end in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import anyio

from triptych.contract import ReplyWarning, ResearchQuestion, ResearchRequest, SearchResult
from triptych.service.handler import Context
from triptych.service.operations.research import steps
from triptych.service.operations.research.library import Library, Unread

if TYPE_CHECKING:
    from triptych.engines.research import Page, Research, SubQuestion


@dataclass
class Work:
    """Runs the rounds of a research, and reports its progress."""

    #: What is asked.
    request: ResearchRequest
    #: Finds pages.
    library: Library
    #: Of the request; receives each step.
    context: Context
    #: Everything searched for.
    questions: list[ResearchQuestion] = field(default_factory=list)
    #: Searched for in this round, but not yet added to the research.
    _open: list[SubQuestion] = field(default_factory=list)

    async def investigate(
        self, query: str, seconds: float, model_questions: Sequence[str] = ()
    ) -> Research:
        """Search round after round until nothing new is found, or the time is over.

        `seconds` are for all rounds together; `model_questions` are searched for first.
        """
        from triptych.engines.research import Research

        research = await self.context.run(
            Research,
            query,
            max_depth=self.request.max_depth,
            max_breadth=self.request.max_breadth,
            sub_questions=model_questions,
        )
        await self.context.on_progress(
            steps.planned([sub.text for sub in research.plan.sub_questions])
        )
        # Of pages that the request names, before any is searched for.
        for warning in self.library.warnings:
            await self.context.on_progress(steps.not_read(warning))
        with anyio.move_on_after(seconds) as limit:
            while queries := await self.context.run(research.next_queries):
                await self._round(research, queries)
        # When the time is over, what has been read by then still counts.
        await self._take_all(research)
        if limit.cancelled_caught:
            self.library.warnings.append(
                ReplyWarning(
                    code="time_limit",
                    message=f"After {seconds:.3g} s the search was ended: this is what was found "
                    "so far.",
                )
            )
        return research

    async def _round(self, research: Research, queries: list[SubQuestion]) -> None:
        """Search for all sub-questions of a round at once; take in what they bring in turn."""
        number = research.depth

        async def search(sub: SubQuestion) -> None:
            await self.context.on_progress(steps.searching(number, sub.text, sub.query))

            async def on_page(one: SearchResult | Unread) -> None:
                await self.context.on_progress(steps.brought(number, sub.text, one))

            await self.library.search(sub.query, on_page)

        self._open = list(queries)
        async with anyio.create_task_group() as group:
            for sub in queries:
                group.start_soon(search, sub)
        await self._take_all(research)

    async def _take_all(self, research: Research) -> None:
        while self._open:
            sub = self._open[0]
            pages = self.library.brought(sub.query)
            passages = await self.context.run(research.add, sub, [_page(one) for one in pages])
            self._open.pop(0)
            self.questions.append(
                ResearchQuestion(
                    text=sub.text,
                    query=sub.query,
                    round=research.depth,
                    urls=[page.url for page in pages],
                    term=sub.term or None,
                )
            )
            await self.context.on_progress(steps.found(research.depth, sub.text, pages, passages))


def _page(result: SearchResult) -> Page:
    from triptych.engines.research import Page

    return Page(result.url, result.title, result.content or "", tuple(result.snippets))
