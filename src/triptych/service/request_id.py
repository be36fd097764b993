"""Gives every request its identifier, and every response the header that names it."""

from __future__ import annotations

import uuid

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class RequestID:
    """ASGI middleware: `log_id` in the scope, the same value in the header `x-request-id`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, marked."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        log_id = scope["triptych.log_id"] = uuid.uuid4().hex

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["x-request-id"] = log_id
            await send(message)

        await self._app(scope, receive, send_marked)
