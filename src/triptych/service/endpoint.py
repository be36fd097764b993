"""The way of one request: let in, read, fetched, worked on off the event loop, answered."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from anyio import CapacityLimiter, to_thread
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from triptych.contract import Operation
from triptych.service.access import Access
from triptych.service.fetching import Fetcher
from triptych.service.outcome import Handler, reply_body
from triptych.service.reading import read
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

DEPRECATION_HEADERS = {
    # RFC 9745: the moment it was deprecated is not known, so the epoch stands for "already".
    "deprecation": "@0",
    "warning": '299 - "This operation is deprecated and no longer maintained."',
}


class Endpoints:
    """Makes an endpoint for each operation; all share the access check, fetcher and workers."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        self._access = Access(settings)
        self._fetcher = Fetcher(settings)
        # More threads than cores would only take turns.
        self._workers = CapacityLimiter(max(2, os.cpu_count() or 1))

    def endpoint(
        self, operation: Operation[Any, Any], handler: Handler | None
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return the ASGI endpoint of an operation; without a handler it answers 501."""

        async def answer(request: Request) -> Response:
            headers = self._access.check(request)
            if operation.deprecated:
                headers |= DEPRECATION_HEADERS
            asked = await read(request, operation, self._settings.max_body_bytes)
            if handler is None:
                raise Refusal(
                    501,
                    f"{operation.title} is not built into this version yet: "
                    "update triptych, or use a hosted service.",
                    headers=headers,
                )
            body = await self._work(handler, asked, request.scope["triptych.log_id"])
            # Several times as fast as the standard library with long lists of numbers.
            return Response(to_json(body), headers=headers, media_type="application/json")

        return answer

    async def _work(self, handler: Handler, asked: Any, log_id: str) -> dict[str, Any]:
        try:
            with anyio.fail_after(self._settings.work_timeout):
                asked = await self._fetcher.with_content(asked)
                # A thread cannot be stopped; when nobody waits any more it ends unheard.
                return await to_thread.run_sync(
                    reply_body,
                    handler,
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
