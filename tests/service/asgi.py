"""Plain HTTP against an app inside this process."""

from __future__ import annotations

import httpx
from starlette.applications import Starlette

from triptych.service import ServiceSettings, create_app

URL = "http://service"


def asgi_client(
    served: ServiceSettings | Starlette | None = None, *, url: str = URL, key: str = "k"
) -> httpx.AsyncClient:
    """Return a client that sends a key, unless it is empty, to a new app or to the one given."""
    app = served if isinstance(served, Starlette) else create_app(served)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app, raise_app_exceptions=False),
        base_url=url,
        headers={"x-api-key": key} if key else {},
        # Models may have to be loaded.
        timeout=60,
    )
