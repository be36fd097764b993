"""`POST /v1/batch`: requests of one operation, each answered as it would be alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from triptych.contract import OPERATIONS, BatchRequest, FileRequest, Request
from triptych.service.handler import Context, ManyHandler, Outcome
from triptych.service.reading import validated
from triptych.service.refusal import Refusal


async def answer_batch(
    batch: BatchRequest,
    handler: ManyHandler,
    context: Context,
    members: Callable[[Outcome, str], dict[str, Any]],
    refusal: Callable[[Exception], Refusal],
    log_id: str,
) -> list[dict[str, Any]]:
    """Return the JSON body that each request would get alone; that of an error with its `status`.

    Parameters
    ----------
    batch : BatchRequest
        The requests, not validated yet.
    handler : ManyHandler
        Answers the valid ones together.
    context : Context
        Of the HTTP request.
    members : callable
        Returns the body of an outcome with its identifier.
    refusal : callable
        Returns what stands for an error.
    log_id : str
        Of the HTTP request; each reply has its own, which begins with it.
    """
    log_ids = [f"{log_id}-{place}" for place in range(len(batch.requests))]
    results: list[Request | Outcome | Exception] = [
        _request(batch.operation, body) for body in batch.requests
    ]
    valid = [place for place, result in enumerate(results) if isinstance(result, Request)]
    outcomes = await context.answer(handler, [results[place] for place in valid])
    for place, outcome in zip(valid, outcomes, strict=True):
        results[place] = outcome
    replies = []
    for result, identifier in zip(results, log_ids, strict=True):
        if isinstance(result, Outcome):
            replies.append(members(result, identifier))
        else:
            assert isinstance(result, Exception)
            error = refusal(result)
            replies.append({**error.members(identifier), "status": error.status})
    return replies


def _request(name: str, body: Mapping[str, Any]) -> Request | Refusal:
    """Return a request of the operation, or why it is none."""
    operation = OPERATIONS[name]
    try:
        request: Request = validated(operation.request, body)
        if isinstance(request, FileRequest) and request.sources:
            raise Refusal(
                400,
                f"{request.sources[0]}: a batch takes texts only; send this request alone to "
                f"{operation.path}.",
                code="not_in_batch",
                field=request.sources[0],
            )
    except Refusal as refusal:
        return refusal
    return request


def total_usage(replies: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the usage of all replies together.

    Examples
    --------
    >>> total_usage([{"_usage": {"total_tokens": 2}}, {"success": False}])["total_tokens"]
    2
    """
    names = ("input_tokens", "output_tokens", "inference_time_tokens", "total_tokens")
    usages = [reply["_usage"] for reply in replies if "_usage" in reply]
    return {name: sum(usage.get(name, 0) for usage in usages) for name in names}
