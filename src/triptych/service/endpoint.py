"""The way of one request: let in, read, fetched, worked on off the event loop, answered."""

from __future__ import annotations

import inspect
import json
import os
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast

import anyio
from anyio import CapacityLimiter, to_thread
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from triptych.contract import BINARY_REPLY_HEADERS, Operation
from triptych.service.access import Access
from triptych.service.events import (
    EventResponse,
    Progressive,
    Tell,
    tell_nobody,
    unless_hung_up,
    wants_events,
)
from triptych.service.fetch import Fetcher
from triptych.service.files import Publisher
from triptych.service.outcome import AsyncHandler, Handler, Outcome, finished, work
from triptych.service.reading import read
from triptych.service.refusal import Refusal, fault
from triptych.service.settings import ServiceSettings

DEPRECATION_HEADERS = {
    # RFC 9745: the moment it was deprecated is not known, so the epoch stands for "already".
    "deprecation": "@0",
    "warning": '299 - "This operation is deprecated and no longer maintained."',
}


class Endpoints:
    """Makes an endpoint for each operation; all share what they are checked and served with.

    Attributes
    ----------
    publisher : Publisher
        Gives addresses to the files of replies.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        self._access = Access(settings)
        self._fetcher = Fetcher(settings)
        self.publisher = Publisher(reachable=settings.publish)
        # More threads than cores would only take turns.
        self._workers = CapacityLimiter(max(2, os.cpu_count() or 1))

    def endpoint(
        self,
        operation: Operation[Any, Any],
        handler: Handler | AsyncHandler | Progressive,
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the ASGI endpoint of an operation."""

        async def answer(request: Request) -> Response:
            headers = self._access.check(request)
            if operation.deprecated:
                headers |= DEPRECATION_HEADERS
            asked = await read(request, operation, self._settings.max_body_bytes)
            if wants_events(request):
                return self._events(handler, asked, request, headers)

            async def respond() -> Response:
                outcome = await self._work(handler, asked, _log_id(request), tell_nobody)
                return await self._response(outcome, request, headers)

            # Who hangs up does not want the answer any more, and hears no other.
            return await unless_hung_up(request.receive, respond) or Response()

        return answer

    def _events(
        self,
        handler: Handler | AsyncHandler | Progressive,
        asked: Any,
        request: Request,
        headers: dict[str, str],
    ) -> Response:
        """Return a response that becomes a stream of events where the work takes long."""
        log_id = _log_id(request)

        async def respond(tell: Tell) -> Response:
            try:
                outcome = await self._work(handler, asked, log_id, tell)
                return await self._response(outcome, request, dict(headers))
            except Refusal as refusal:
                return refusal.response(log_id)
            except Exception as error:
                # The status may be sent by now: then this is an event like others.
                return fault(error, request).response(log_id)

        return EventResponse(respond, headers)

    async def _response(
        self, outcome: Outcome, request: Request, headers: dict[str, str]
    ) -> Response:
        if outcome.body is not None:
            for member, header in BINARY_REPLY_HEADERS.items():
                if member in outcome.members:
                    # Headers are ASCII, and so is this JSON: other characters are escaped.
                    headers[header] = json.dumps(outcome.members[member], separators=(",", ":"))
            return Response(outcome.body.content, 200, headers, outcome.body.media_type)
        members = dict(outcome.members)
        for name, file in outcome.published.items():
            members[name] = await to_thread.run_sync(self.publisher.address, file, request)
        # Several times as fast as the standard library with long lists of numbers.
        return Response(to_json(members), 200, headers, "application/json")

    async def _work(
        self, handler: Handler | AsyncHandler | Progressive, asked: Any, log_id: str, tell: Tell
    ) -> Outcome:
        try:
            with anyio.fail_after(self._settings.work_timeout):
                asked = await self._fetcher.with_content(asked)
                if isinstance(handler, Progressive) or inspect.iscoroutinefunction(handler):
                    began = time.perf_counter()
                    if isinstance(handler, Progressive):
                        outcome = await handler.handler(asked, tell)
                    else:
                        outcome = await handler(asked)
                    return await to_thread.run_sync(
                        finished, outcome, log_id, time.perf_counter() - began
                    )
                # A thread cannot be stopped; when nobody waits any more it ends unheard.
                return await to_thread.run_sync(
                    work,
                    cast("Handler", handler),
                    asked,
                    log_id,
                    abandon_on_cancel=True,
                    limiter=self._workers,
                )
        except TimeoutError:
            raise Refusal(
                504,
                f"The work took longer than {self._settings.work_timeout:g} s: send less at once.",
            ) from None


def _log_id(request: Request) -> str:
    log_id: str = request.scope["triptych.log_id"]
    return log_id
