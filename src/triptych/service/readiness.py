"""Whether this process should be sent requests: not before it is warm, not while it stops."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triptych.service.refusal import Refusal

_log = logging.getLogger("triptych.service")


class Readiness:
    """What `/readyz` answers: 200, or 503 while the process warms up and while it stops.

    A process that is not ready still answers requests: readiness is for whoever distributes them.

    Parameters
    ----------
    warm_up : callable, optional
        Loads what the first requests would wait for.

    Attributes
    ----------
    is_warm : bool
        Whether the first requests need not wait.
    is_draining : bool
        Whether the process stops: it finishes the requests it has, and keeps no connection.

    Examples
    --------
    >>> readiness = Readiness()
    >>> readiness.is_warm, readiness.is_draining
    (True, False)
    """

    def __init__(self, warm_up: Callable[[], Awaitable[None]] | None = None) -> None:
        self._warm_up = warm_up
        self.is_warm = warm_up is None
        self.is_draining = False

    async def warm_up(self) -> None:
        """Warm up, if there is something to; if that fails, the process never gets ready."""
        if self._warm_up is None:
            return
        try:
            await self._warm_up()
        except Exception:
            _log.exception("The warm-up failed: this process reports that it is not ready.")
        else:
            self.is_warm = True

    def route(self) -> Route:
        """Return the route `/readyz`, which needs no key."""
        return Route("/readyz", self._answer)

    async def _answer(self, request: Request) -> Response:
        if self.is_draining:
            raise Refusal(503, "The service is stopping: try again later.", code="draining")
        if not self.is_warm:
            raise Refusal(503, "The service is warming up: try again later.", code="warming_up")
        return JSONResponse({"status": "ready"})


class CloseConnections:
    """ASGI middleware: while the process stops, each response is the last of its connection."""

    def __init__(self, app: ASGIApp, readiness: Readiness) -> None:
        self._app = app
        self._readiness = readiness

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; its response says whether the connection is closed."""

        async def send_last(message: Message) -> None:
            if self._readiness.is_draining and message["type"] == "http.response.start":
                MutableHeaders(scope=message)["connection"] = "close"
            await send(message)

        await self._app(scope, receive, send_last)
