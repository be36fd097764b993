"""Connections that end when nothing comes of them, and no more of them than the service allows.

Requests are parsed in C: by uvicorn's other parser a small call takes a third of a millisecond of
processor time more.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from http import HTTPStatus
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from triptych.service import ServiceSettings
from triptych.service.refusal import Refusal

#: Bytes of a request's first line and header fields.
LONGEST_HEADER = 65_536


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


class Connection(HttpToolsProtocol):
    """A connection that is closed if its request or its reader takes too long, or is too large.

    uvicorn closes a connection that waits for its next request; the body's time is limited where it
    is read. The rest is seen from outside, once a second: requests pay nothing for it.
    """

    #: What the connection does, as far as it can be seen, and since when.
    _state: tuple[object, ...] | None = None
    _since = 0.0
    #: Bytes of the header that is arriving; None where none is.
    _header: int | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, or answer 503 if there are too many."""
        super().connection_made(transport)
        most = self._limits.max_connections
        if len(self.connections) > most:
            self._refuse(
                Refusal(
                    503,
                    f"The service has {most:,} connections, and takes no more: try again later.",
                    code="too_many_connections",
                    headers={"retry-after": "1"},
                )
            )

    @property
    def _limits(self) -> ServiceSettings:
        limits: ServiceSettings = self.config.limits  # type: ignore[attr-defined]
        return limits

    def on_message_begin(self) -> None:
        """Count the bytes of a header from here on."""
        self._header = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Count no further: what follows is the body, which is limited where it is read."""
        self._header = None
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Take what was sent, or answer 431 to a header without end: the parser would keep it."""
        super().data_received(data)
        if self._header is None:
            return
        self._header += len(data)
        if self._header > LONGEST_HEADER:
            self._header = None
            message = f"The header has over {LONGEST_HEADER:,} bytes: send a shorter one."
            self._refuse(Refusal(431, message, code="header_too_large"))

    def close_if_late(self, now: float) -> None:
        """Close the connection if it does the same for too long; called again and again."""
        limits = self._limits
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
        phrase = HTTPStatus(refusal.status).phrase
        headers = refusal.headers | {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
        }
        lines = [f"HTTP/1.1 {refusal.status} {phrase}", *(f"{k}: {v}" for k, v in headers.items())]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()
