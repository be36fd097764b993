"""AI web search."""

from __future__ import annotations

import time
from typing import Any

from triptych.contract import SearchRequest, SearchResult
from triptych.contract.web import MOST_RESULTS
from triptych.service.handler import Context, Outcome
from triptych.service.operations.search.overview import overview
from triptych.service.operations.search.safety import filtered, is_safe_query
from triptych.service.providers import Findings, ProviderError, SearchProvider
from triptych.service.providers.pages import with_contents
from triptych.service.providers.registry import search_provider
from triptych.service.refusal import Refusal

#: Asked for beyond what is wanted, where safe search holds results back.
SPARE = 10


async def search(request: SearchRequest, context: Context) -> Outcome:
    """Answer `POST /v1/web/search`."""
    provider = search_provider(request, context.settings, context.indexes, context.fetcher)
    began = time.perf_counter()
    findings, results = await _search(provider, request, context)
    # Who waits for the web does not work.
    worked = time.perf_counter() - began if provider.name == "index" else 0.0
    warnings = [*findings.warnings]
    safe = is_safe_query(request.query)
    if request.auto_scrape:
        results, failed = await with_contents(results, context.fetcher)
        warnings += failed
    for number, result in enumerate(results, 1):
        result.reference_number = number
    members: dict[str, Any] = {
        "query": findings.query,
        "ai_overview": "",
        "spell_fixed": findings.spell_fixed,
        "is_safe": safe,
        "provider": provider.name,
    }
    if request.ai_overview:
        began = time.perf_counter()
        written = await overview(findings.query, results, context.settings)
        worked += time.perf_counter() - began
        answer = written.answer and written.answer.model_dump(mode="json")
        members |= {"ai_overview": written.text, "answer": answer, "overview_by": written.by}
        for result in results:
            number = result.reference_number or 0
            result.description = written.descriptions.get(number, result.description)
        warnings += written.warnings
    if results and safe:
        context.indexes.remember(findings.query)
    members["results"] = [_member(result, request) for result in results]
    if warnings:
        members["warnings"] = [warning.model_dump(mode="json") for warning in warnings]
    # The contents are the pages' own; what is written here is the overview and what is shown.
    shown = [result.description or "" for result in results]
    return Outcome(members, [request.query], [members["ai_overview"], *shown], model_seconds=worked)


async def _search(
    provider: SearchProvider, request: SearchRequest, context: Context
) -> tuple[Findings, list[SearchResult]]:
    """Return a provider's findings, and of them the results that safe search lets through.

    Where it holds some back, more are asked for, once, to take their places.
    """
    wanted, most = request.max_results, min(MOST_RESULTS, request.max_results + SPARE)
    for attempt in (request, request.model_copy(update={"max_results": most})):
        try:
            findings = await provider.search(attempt)
        except ProviderError as error:
            raise Refusal(424, str(error), code="provider_failed") from None
        results = await context.run(filtered, findings.results, request.safe_search)
        # A provider that gave fewer, or more, has given all it has.
        if (
            len(results) == len(findings.results)
            or len(findings.results) != wanted
            or most == wanted
        ):
            break
    return findings, results[:wanted]


def _member(result: SearchResult, request: SearchRequest) -> dict[str, Any]:
    member = result.model_dump(mode="json", exclude_none=True)
    member["content"] = result.content if request.auto_scrape else None
    return member
