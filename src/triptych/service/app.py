"""The ASGI app, made from the table of operations."""

from __future__ import annotations

from typing import cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from triptych.contract import OPERATIONS
from triptych.service.endpoint import Endpoints
from triptych.service.operations import HANDLERS
from triptych.service.pages import pages
from triptych.service.refusal import Refusal, fault
from triptych.service.request_id import RequestID
from triptych.service.settings import ServiceSettings

_SENTENCES = {
    404: "There is nothing at this path: see /docs for the operations.",
    405: "This path takes another method: see /docs for the operations.",
}


def create_app(settings: ServiceSettings | None = None) -> Starlette:
    """Return the Text, Vision and Web Intelligence API as an ASGI app.

    Parameters
    ----------
    settings : ServiceSettings, optional
        Keys and limits; by default any key is let in.

    Examples
    --------
    >>> import httpx
    >>> app = create_app()
    >>> [route.path for route in app.routes][:2]
    ['/v1/validate/profanity', '/v1/validate/spam_check']
    """
    settings = settings or ServiceSettings()
    endpoints = Endpoints(settings)
    routes: list[BaseRoute] = [
        Route(
            OPERATIONS[name].path,
            endpoints.endpoint(OPERATIONS[name], handler),
            methods=[OPERATIONS[name].method],
        )
        for name, handler in HANDLERS.items()
    ]
    app = Starlette(
        routes=[*routes, endpoints.publisher.route(), *pages(HANDLERS)],
        middleware=[Middleware(RequestID)],
        exception_handlers={
            Refusal: _refused,
            HTTPException: _http_error,
            Exception: _fault,
        },
    )
    app.state.context = endpoints.context
    return app


async def _refused(request: Request, error: Exception) -> Response:
    return cast("Refusal", error).response(request.scope["triptych.log_id"])


async def _http_error(request: Request, error: Exception) -> Response:
    raised = cast("HTTPException", error)
    message = _SENTENCES.get(raised.status_code, raised.detail)
    return await _refused(request, Refusal(raised.status_code, message, headers=raised.headers))


async def _fault(request: Request, error: Exception) -> Response:
    return fault(error, request).response(request.scope.get("triptych.log_id", ""))
