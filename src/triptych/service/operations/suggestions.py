"""The completion of queries."""

from __future__ import annotations

from triptych.contract import SuggestRequest
from triptych.service.indexes import Indexes
from triptych.service.outcome import Outcome
from triptych.service.refusal import Refusal


def suggest(request: SuggestRequest, *, indexes: Indexes) -> Outcome:
    """Answer `GET /v1/web/search/suggest`."""
    from triptych.engines.index import IndexFileError

    try:
        suggestions = indexes.suggestions().suggest(request.query)
    except IndexFileError as error:
        raise Refusal(424, str(error), code="provider_failed") from None
    return Outcome({"suggestions": suggestions}, [request.query], suggestions)
