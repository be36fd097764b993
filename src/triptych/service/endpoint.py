"""The way of one request: authorised, read, handled off the event loop, answered."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import anyio
from anyio import to_thread
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from triptych.contract import BINARY_REPLY_HEADERS, BatchRequest, Operation
from triptych.engines.decoder import Limits, limited
from triptych.service.access import Access
from triptych.service.batch import answer_batch, total_usage
from triptych.service.events import EventResponse, unless_hung_up, wants_events
from triptych.service.files import Publisher
from triptych.service.handler import (
    Context,
    Handler,
    ManyHandler,
    OnProgress,
    Outcome,
    count_tokens,
    ignore_progress,
)
from triptych.service.metrics import HUNG_UP, Metrics
from triptych.service.reading import read
from triptych.service.refusal import Refusal, fault
from triptych.service.settings import ServiceSettings

DEPRECATION_HEADERS = {
    # RFC 9745: the moment it was deprecated is unknown, so the epoch stands for "already".
    "deprecation": "@0",
    "warning": '299 - "This operation is deprecated and no longer maintained."',
}

#: Returns the outcome of a request, with all members of its reply.
_Work = Callable[[Context, str], Awaitable[Outcome]]


class Endpoints:
    """Makes an endpoint for each operation; all share one context.

    Attributes
    ----------
    context : Context
        Of all requests.
    publisher : Publisher
        Gives addresses to the files of replies.
    """

    def __init__(self, settings: ServiceSettings, metrics: Metrics) -> None:
        self._access = Access(settings)
        self.context = Context.of(settings, metrics)
        self.publisher = Publisher(settings)

    def close(self) -> None:
        """End the browser, and delete the files of replies, unless other processes share them."""
        self.context.browsers.close()
        self.publisher.close()

    def endpoint(
        self, operation: Operation[Any, Any], handler: Handler
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the ASGI endpoint of an operation."""

        async def answer(http: Request) -> Response:
            headers = await self._access.check(http)
            if operation.deprecated:
                headers |= DEPRECATION_HEADERS
            request = await read(http, operation.request, self.context.settings)

            async def work(context: Context, log_id: str) -> Outcome:
                outcome = await handler(await context.fetcher.with_content(request), context)
                seconds = context.engine_seconds
                if outcome.tokens is None:
                    await context.run(count_tokens, [outcome])
                outcome.members = _members(outcome, seconds, log_id)
                return outcome

            return await self._respond(operation.name, http, headers, work)

        return answer

    def batch_endpoint(
        self, handlers: Mapping[str, ManyHandler]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the ASGI endpoint of batches, for the operations with these handlers."""

        async def answer(http: Request) -> Response:
            caller = await self._access.caller(http)
            batch = await read(http, BatchRequest, self.context.settings)
            headers = self._access.count(caller, len(batch.requests))

            def members(outcome: Outcome, log_id: str) -> dict[str, Any]:
                return _members(outcome, 0.0, log_id)

            def refusal(error: Exception) -> Refusal:
                return error if isinstance(error, Refusal) else fault(error, http)

            async def work(context: Context, log_id: str) -> Outcome:
                handler = handlers[batch.operation]
                replies = await answer_batch(batch, handler, context, members, refusal, log_id)
                usage = total_usage(replies)
                return Outcome(
                    {"success": True, "replies": replies, "log_id": log_id, "_usage": usage}
                )

            return await self._respond(batch.operation, http, headers, work)

        return answer

    async def _respond(
        self, operation: str, http: Request, headers: dict[str, str], work: _Work
    ) -> Response:
        """Return the response that the work leads to, within the time that it may take."""
        settings = self.context.settings
        seconds = settings.work_timeout
        limits = Limits(settings.decode_timeout, settings.max_decode_bytes)

        async def respond(on_progress: OnProgress = ignore_progress) -> Response:
            context = self.context.for_request(on_progress)
            log_id: str = http.scope["triptych.log_id"]
            try:
                try:
                    with anyio.fail_after(seconds), limited(limits):
                        outcome = await work(context, log_id)
                except TimeoutError:
                    raise Refusal(
                        504, f"The work took longer than {seconds:g} s: send less at once."
                    ) from None
                usage = outcome.members["_usage"]
                context.metrics.observe_work(operation, context.engine_seconds, usage)
                return await self._response(outcome, http, dict(headers))
            except Refusal as refusal:
                return refusal.response(log_id)
            except Exception as error:
                # A stream may have begun by now: then this is an event like others.
                return fault(error, http).response(log_id)

        if wants_events(http):
            return EventResponse(respond, headers)
        # A caller that hangs up gets no response.
        return await unless_hung_up(http.receive, respond) or Response(status_code=HUNG_UP)

    async def _response(self, outcome: Outcome, http: Request, headers: dict[str, str]) -> Response:
        members = outcome.members
        if outcome.body is not None:
            for member, header in BINARY_REPLY_HEADERS.items():
                if member in members:
                    # Headers are ASCII, and so is this JSON: other characters are escaped.
                    headers[header] = json.dumps(members[member], separators=(",", ":"))
            return Response(outcome.body.content, 200, headers, outcome.body.media_type)
        for name, file in outcome.published.items():
            members[name] = await to_thread.run_sync(self.publisher.address, file, http)
        # Several times as fast as the standard library with long lists of numbers.
        return Response(to_json(members), 200, headers, "application/json")


def _members(outcome: Outcome, engine_seconds: float, log_id: str) -> dict[str, Any]:
    """Return the members of the outcome and those that every reply has."""
    seconds = engine_seconds if outcome.model_seconds is None else outcome.model_seconds
    milliseconds = round(seconds * 1000)
    assert outcome.tokens is not None
    read, written = outcome.tokens
    return {
        "success": True,
        **outcome.members,
        "log_id": log_id,
        "_usage": {
            "input_tokens": read,
            "output_tokens": written,
            "inference_time_tokens": milliseconds,
            "total_tokens": read + written + milliseconds,
        },
    }
