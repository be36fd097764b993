"""The completion of queries."""

from __future__ import annotations

from triptych.contract import SuggestRequest
from triptych.service.handler import Context, Outcome
from triptych.service.indexes import Indexes
from triptych.service.refusal import Refusal


async def suggest(request: SuggestRequest, context: Context) -> Outcome:
    """Answer `GET /v1/web/search/suggest`."""
    suggestions = await context.run(_suggestions, request.query, context.indexes)
    return Outcome({"suggestions": suggestions}, [request.query], suggestions)


def _suggestions(query: str, indexes: Indexes) -> list[str]:
    from triptych.engines.index import IndexFileError

    try:
        return indexes.suggestions().suggest(query)
    except IndexFileError as error:
        raise Refusal(424, str(error), code="provider_failed") from None
