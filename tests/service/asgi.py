"""Plain HTTP against an app inside this process."""

from __future__ import annotations

import httpx
from starlette.applications import Starlette

from triptych.service import ServiceSettings, create_app
from triptych.service.openapi import openapi

#: With a port, as every address of a TCP connection has one.
URL = "http://service:8000"


def asgi_client(
    served: ServiceSettings | Starlette | None = None, *, url: str = URL, key: str = "k"
) -> httpx.AsyncClient:
    """Return a client that sends a key, unless it is empty, to a new app or to the one given.

    Every response has a status that the OpenAPI document names for its path.
    """
    app = served if isinstance(served, Starlette) else create_app(served)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app, raise_app_exceptions=False),
        base_url=url,
        headers={"x-api-key": key} if key else {},
        event_hooks={"response": [_check_status]},
        # Models may have to be loaded.
        timeout=60,
    )


async def _check_status(response: httpx.Response) -> None:
    paths, path = openapi()["paths"], response.request.url.path
    for described in paths.get(path, {}).values():
        assert str(response.status_code) in described["responses"], (path, response.status_code)
