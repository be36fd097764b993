"""The client that a panel of the workbench is given: it records what passes through it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx

from triptych.client import APIError, AsyncClient, AuthenticationError
from triptych.client.events import OnStep
from triptych.contract import Operation, ReplyT, Request
from triptych.panels.workbench.calls import Calls, RecordedCall
from triptych.panels.workbench.connections import Connection
from triptych.panels.workbench.shareable import without_logins


class RecordingClient(AsyncClient):
    """Makes calls through a connection's client; it holds no key of its own.

    Parameters
    ----------
    connection : Connection
        Where the calls go.
    calls : Calls
        Where they are recorded.
    operation : Operation
        Only its calls are recorded: what a search box asks while someone types is used, but
        nobody made that call.

    Attributes
    ----------
    connection : Connection
        Where the calls go.
    last : RecordedCall or None
        The last call that was recorded.
    """

    def __init__(
        self, connection: Connection, calls: Calls, operation: Operation[Any, Any]
    ) -> None:
        # Not the base's: address, key and connections are those of the connection's client.
        self.connection = connection
        self._calls = calls
        self._operation = operation
        self.last: RecordedCall | None = None

    @property
    def base_url(self) -> httpx.URL:
        """Address the calls go to."""
        return self.connection.client.base_url

    @property
    def embedded(self) -> bool:
        """Whether calls are answered inside this process."""
        return self.connection.embedded

    async def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ReplyT:
        """Make a call, and record it; see `Client.call`."""
        here = self.connection
        here.used.calls += 1
        if operation is not self._operation:
            reply = await here.client.call(operation, request, on_step=on_step, timeout=timeout)
            here.used.add(reply.usage)
            return reply
        call = self.last = self._calls.begin(operation, request, here)
        began = time.perf_counter()
        try:
            reply = await here.client.call(operation, request, on_step=on_step, timeout=timeout)
        except BaseException as error:
            cancelled = isinstance(error, asyncio.CancelledError)
            here.refused |= isinstance(error, AuthenticationError)
            call.error = "" if cancelled else _why(error)
            self._calls.end(
                call, "cancelled" if cancelled else "failed", time.perf_counter() - began
            )
            raise
        here.used.add(reply.usage)
        here.refused = False
        call.reply = reply
        self._calls.end(call, "done", time.perf_counter() - began)
        return reply

    async def send(
        self,
        operation: Operation[Any, Any],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> httpx.Response:
        """Make a call and return any response; see `Client.send`."""
        return await self.connection.client.send(
            operation, request, on_step=on_step, timeout=timeout
        )

    async def health(self, *, timeout: float | httpx.Timeout | None = None) -> dict[str, Any]:
        """Return the health of the service; see `Client.health`."""
        return await self.connection.client.health(timeout=timeout)

    async def close(self) -> None:
        """Leave the connection to whoever opened it."""


def _why(error: BaseException) -> str:
    # A service may quote what was asked.
    return without_logins(
        error.message if isinstance(error, APIError) else f"{type(error).__name__}: {error}"
    )
