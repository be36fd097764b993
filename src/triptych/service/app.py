"""The ASGI app: the operations, health, the documentation, errors, and identifiers of requests."""

from __future__ import annotations

import os
import uuid
from base64 import b64encode
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import cast

import anyio
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from swagger_ui_bundle import swagger_ui_path

from triptych import __version__
from triptych.contract import BATCH_PATH, OPERATIONS
from triptych.models.files import digest_of_all
from triptych.service.endpoint import Endpoints
from triptych.service.metrics import HUNG_UP, Measure, Metrics, PrometheusMetrics
from triptych.service.openapi import openapi
from triptych.service.operations import HANDLERS, MANY_HANDLERS
from triptych.service.readiness import CloseConnections, Readiness
from triptych.service.refusal import Refusal, fault
from triptych.service.settings import ServiceSettings
from triptych.service.warm import warm_up

_MESSAGES = {
    404: "Unknown path: see /docs for the operations.",
    405: "The path does not accept this method: see /docs for the operations.",
}


def create_app(settings: ServiceSettings | None = None) -> Starlette:
    """Return the Text, Vision and Web Intelligence API as an ASGI app.

    Parameters
    ----------
    settings : ServiceSettings, optional
        By default those of the environment.

    Examples
    --------
    >>> import httpx
    >>> app = create_app()
    >>> [route.path for route in app.routes][:2]
    ['/v1/validate/profanity', '/v1/validate/spam_check']
    """
    settings = settings or ServiceSettings()
    metrics = PrometheusMetrics() if settings.metrics else Metrics()
    endpoints = Endpoints(settings, metrics)
    warming = partial(warm_up, settings.warm, endpoints.context) if settings.warm else None
    readiness = Readiness(warming)
    routes: list[BaseRoute] = [
        Route(
            OPERATIONS[name].path,
            endpoints.endpoint(OPERATIONS[name], handler),
            methods=[OPERATIONS[name].method],
        )
        for name, handler in HANDLERS.items()
    ]
    batch = Route(BATCH_PATH, endpoints.batch_endpoint(MANY_HANDLERS), methods=["POST"])
    routes += [batch, endpoints.publisher.route(), readiness.route()]
    routes += pages(HANDLERS, MANY_HANDLERS)
    middleware = [
        Middleware(RequestID),
        Middleware(PageHeaders),
        Middleware(CloseConnections, readiness),
    ]
    if isinstance(metrics, PrometheusMetrics):
        routes.append(metrics.route())
        middleware.append(Middleware(Measure, metrics))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Readiness]]:
        async with anyio.create_task_group() as group:
            group.start_soon(readiness.warm_up)
            # What runs the app can say here that it stops.
            yield {"readiness": readiness}
            group.cancel_scope.cancel()
        await anyio.to_thread.run_sync(endpoints.close)

    app = Starlette(
        routes=routes,
        middleware=middleware,
        lifespan=lifespan,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http_error,
            ClientDisconnect: _hung_up,
            Exception: _fault,
        },
    )
    app.state.context = endpoints.context
    app.state.readiness = readiness
    return app


async def _refused(request: Request, error: Exception) -> Response:
    return cast("Refusal", error).response(request.scope["triptych.log_id"])


async def _http_error(request: Request, error: Exception) -> Response:
    raised = cast("HTTPException", error)
    message = _MESSAGES.get(raised.status_code, raised.detail)
    return await _refused(request, Refusal(raised.status_code, message, headers=raised.headers))


async def _hung_up(request: Request, error: Exception) -> Response:
    # In the middle of the request: nobody reads the response, and nothing is at fault.
    return Response(status_code=HUNG_UP)


async def _fault(request: Request, error: Exception) -> Response:
    return fault(error, request).response(request.scope.get("triptych.log_id", ""))


_SCRIPT = """
window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  // Any key opens a local service without keys of its own; Authorize replaces it.
  onComplete: () => window.ui.preauthorizeApiKey("key", "local"),
});
"""
_DOCS = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Text, Vision and Web Intelligence API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" href="docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script>{_SCRIPT}</script>
</body>
</html>
"""
#: What that page loads. The package has other pages, such as one for OAuth 2, which nobody needs.
_DOCS_FILES = {"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"}
#: No page of the service is shown in a frame of another (CSP 3; RFC 7034 for older browsers).
_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
}
_SCRIPT_DIGEST = b64encode(sha256(_SCRIPT.encode()).digest()).decode()
#: What the documentation needs: its own files, the one script in it, and, of Swagger UI, drawings
#: in its style sheet and pictures of replies.
_DOCS_POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{_SCRIPT_DIGEST}'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def pages(served: Iterable[str], batched: Iterable[str]) -> list[BaseRoute]:
    """Return the routes that need no key; health lists what is served, alone and in batches."""
    members = {
        "status": "ok",
        "version": __version__,
        "operations": sorted(served),
        "batch": sorted(batched),
        # Replies of a service with other models may differ: a journal of the client notes it.
        "models": digest_of_all(),
    }

    async def health(request: Request) -> Response:
        return JSONResponse(members)

    return [
        Route("/", _root),
        Route("/healthz", health),
        Route("/openapi.json", _openapi),
        Route("/docs", _docs),
        Mount("/docs", _DocsFiles(directory=swagger_ui_path)),
    ]


class _DocsFiles(StaticFiles):
    """The files of Swagger UI that the documentation loads, and no others."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the path of a file and what the system knows of it; None if there is none."""
        return super().lookup_path(path) if path in _DOCS_FILES else ("", None)


async def _root(request: Request) -> Response:
    return RedirectResponse("docs")


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi())


async def _docs(request: Request) -> Response:
    return HTMLResponse(_DOCS, headers={"content-security-policy": _DOCS_POLICY})


class RequestID:
    """ASGI middleware: `log_id` in the scope, the same value in the header `x-request-id`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its identifier."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        log_id = scope["triptych.log_id"] = uuid.uuid4().hex

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["x-request-id"] = log_id
            await send(message)

        await self._app(scope, receive, send_marked)


class PageHeaders:
    """ASGI middleware: headers for browsers, unless the response has a policy of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; its response says what a browser may do with it."""

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_guarded)
