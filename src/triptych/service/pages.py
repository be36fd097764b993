"""What the service offers beside the operations: health, the OpenAPI document, and /docs."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from swagger_ui_bundle import swagger_ui_path

from triptych import __version__
from triptych.service.openapi import openapi

_DOCS = """<!doctype html>
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
<script>
window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  // Any key opens a local service without keys of its own; Authorize replaces it.
  onComplete: () => window.ui.preauthorizeApiKey("key", "local"),
});
</script>
</body>
</html>
"""


def pages(served: Iterable[str]) -> list[BaseRoute]:
    """Return the routes, which ask for no key; health names the operations that are served."""
    operations = sorted(served)

    async def health(request: Request) -> Response:
        return JSONResponse({"status": "ok", "version": __version__, "operations": operations})

    return [
        Route("/", _root),
        Route("/healthz", health),
        Route("/openapi.json", _openapi),
        Route("/docs", _docs),
        Mount("/docs", StaticFiles(directory=swagger_ui_path)),
    ]


async def _root(request: Request) -> Response:
    return RedirectResponse("docs")


async def _openapi(request: Request) -> Response:
    return JSONResponse(openapi())


async def _docs(request: Request) -> Response:
    return HTMLResponse(_DOCS)
