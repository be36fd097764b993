"""Connections that end when nothing comes of them, and no more of them than the service allows."""

from __future__ import annotations

import asyncio
import json
import uuid
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from triptych.service import ServiceSettings
from triptych.service.refusal import Refusal


class Config(uvicorn.Config):
    """uvicorn's configuration, with the limits of connections.

    Parameters
    ----------
    limits : ServiceSettings
        `max_connections`, `header_timeout` and `idle_timeout`.
    """

    def __init__(self, app: Any, limits: ServiceSettings, **options: Any) -> None:
        super().__init__(
            app, http=Connection, timeout_keep_alive=round(limits.idle_timeout) or 1, **options
        )
        self.limits = limits


class Connection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """A connection that is closed if its request or its reader takes too long.

    uvicorn closes a connection that waits for its next request; the body's time is limited where it
    is read. The rest is seen from outside, once a second: requests pay nothing for it.
    """

    #: What the connection does, as far as it can be seen, and since when.
    _state: tuple[object, ...] | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Take a connection, or answer 503 if there are too many."""
        super().connection_made(transport)
        most = self.config.limits.max_connections
        if len(self.connections) > most:
            self._refuse(
                Refusal(
                    503,
                    f"The service has {most:,} connections, and takes no more: try again later.",
                    code="too_many_connections",
                    headers={"retry-after": "1"},
                )
            )

    def close_if_late(self, now: float) -> None:
        """Close the connection if it does the same for too long; called again and again."""
        limits: ServiceSettings = self.config.limits
        unread = self.transport.get_write_buffer_size()
        state: tuple[object, ...]
        if unread:
            # As long as the reader takes something, it may take its time.
            state, most = ("response", self.cycle, unread), limits.idle_timeout
        elif self._is_working or self.timeout_keep_alive_task is not None:
            self._state = None
            return
        else:
            state, most = ("header", self.cycle), limits.header_timeout
        if state != self._state:
            self._state, self._since = state, now
        elif now - self._since < most:
            return
        elif unread:
            self.transport.abort()
        else:
            self._refuse(
                Refusal(408, f"The header took longer than {most:g} s to arrive: send it again.")
            )

    @property
    def _is_working(self) -> bool:
        """Whether a request, its header at least, has come that is not answered yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def _refuse(self, refusal: Refusal) -> None:
        """Send an answer for which there is no request, and close the connection."""
        body = json.dumps(refusal.members(uuid.uuid4().hex)).encode()
        phrase = {408: "Request Timeout", 503: "Service Unavailable"}[refusal.status]
        headers = refusal.headers | {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
        }
        lines = [f"HTTP/1.1 {refusal.status} {phrase}", *(f"{k}: {v}" for k, v in headers.items())]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()
