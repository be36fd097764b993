"""Deep research."""

from __future__ import annotations

import time
from typing import Any

from triptych.contract import ReplyWarning, ResearchRequest
from triptych.service.handler import Context, Outcome
from triptych.service.indexes import Indexes
from triptych.service.operations.research import steps
from triptych.service.operations.research.library import Library
from triptych.service.operations.research.planning import thought_of
from triptych.service.operations.research.statements import statements
from triptych.service.operations.research.work import Work
from triptych.service.operations.research.writing import report
from triptych.service.providers import SearchProvider
from triptych.service.providers.local import GivenPages
from triptych.service.providers.registry import search_provider
from triptych.service.refusal import Refusal

#: Of the time a request has, what searching may take: the rest is for writing.
_SHARE_OF_TIME = 0.7
#: Of that time, what a language model may take to plan.
_SHARE_OF_PLAN = 0.25


async def research(request: ResearchRequest, context: Context) -> Outcome:
    """Answer `POST /v1/web/deep_research`."""
    settings = context.settings
    provider = search_provider(request, settings, context.indexes, context.fetcher)
    if isinstance(provider, GivenPages):
        await provider.read()
    query = await context.run(_corrected, request, provider, context.indexes)
    library = Library(provider, context.fetcher, request)
    if isinstance(provider, GivenPages):
        library.warnings += provider.warnings
    work = Work(request, library, context)
    most = settings.work_timeout * _SHARE_OF_TIME
    seconds = min(request.time_limit or most, most)
    began = time.perf_counter()
    questions, unplanned = await thought_of(query, request, settings, seconds * _SHARE_OF_PLAN)
    seconds -= time.perf_counter() - began
    under_way = await work.investigate(query, seconds, questions)
    if library.failures and library.failures == library.searches:
        raise Refusal(424, library.warnings[-1].message, code="provider_failed")
    await context.on_progress(
        steps.outlined([s.heading for s in under_way.outline().sections if s.heading])
    )
    began = time.perf_counter()
    written, by, told = await report(under_way, request, settings)
    worked = context.engine_seconds + time.perf_counter() - began
    await context.on_progress(steps.written(len(written.sentences), len(written.references)))
    members: dict[str, Any] = {
        "query": query,
        "results": written.markdown,
        "sources": [
            library.pages[url]
            .model_copy(update={"reference_number": number})
            .model_dump(mode="json", exclude_none=True)
            for number, url in written.references
        ],
        "questions": [one.model_dump(mode="json", exclude_none=True) for one in work.questions],
        "statements": [one.model_dump(mode="json") for one in statements(written)],
        "not_found": list(written.unanswered),
        "pages_read": len(library.pages),
        "rounds": under_way.depth,
        "written_by": by,
        "spell_fixed": query != request.query,
        "provider": provider.name,
    }
    # A language model that is not there fails twice, and is told once.
    told += [warning for warning in unplanned if warning not in told]
    warnings: list[ReplyWarning] = [*library.warnings, *told]
    if request.time_limit and request.time_limit > most:
        warnings.append(
            ReplyWarning(
                code="time_limit_reduced",
                message=f"This service searches for {most:g} s at most: time_limit "
                f"{request.time_limit:g} was reduced to that.",
            )
        )
    if warnings:
        members["warnings"] = [warning.model_dump(mode="json") for warning in warnings]
    return Outcome(members, [request.query], [written.markdown], model_seconds=worked)


def _corrected(request: ResearchRequest, provider: SearchProvider, indexes: Indexes) -> str:
    """Return the question, corrected by the words of the pages where they are known."""
    if not request.spell_check or provider.name != "index":
        return request.query
    from triptych.engines.index import IndexFileError
    from triptych.engines.text.spelling import corrected

    try:
        return corrected(request.query, indexes.vocabulary())
    except IndexFileError as error:
        raise Refusal(424, str(error), code="provider_failed") from None
