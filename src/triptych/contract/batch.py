"""Several requests of one operation in one HTTP call.

The specification has no such call: `POST /v1/batch` is this service's own. A column of short texts
is answered several times as fast by it, for HTTP costs more than a model needs for a text.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from triptych.contract.model import Reply, Request

#: Of the service, beside the paths of the operations.
BATCH_PATH = "/v1/batch"
#: Operations that take a text, of which a model reads many at once.
BatchOperation = Literal["profanity", "spam", "sentiment", "embed", "embed_v2"]
#: Requests in one call.
MOST_IN_BATCH = 1_000


class BatchRequest(Request):
    """Requests of one operation, answered together.

    Examples
    --------
    >>> batch = BatchRequest(operation="spam", requests=[{"text": "See you"}, {"text": "Win!"}])
    >>> len(batch.requests)
    2
    """

    operation: BatchOperation = Field(description="Name of the operation.")
    requests: list[dict[str, Any]] = Field(
        min_length=1,
        max_length=MOST_IN_BATCH,
        description="The JSON body of each request, as it would be sent alone.",
    )


class BatchReply(Reply):
    """The replies in the order of the requests."""

    replies: list[dict[str, Any]] = Field(
        description="For each request the JSON body that it would get alone: the operation's "
        "reply, or the body of an error with its HTTP status in `status`. One request that fails "
        "leaves the others as they are."
    )
