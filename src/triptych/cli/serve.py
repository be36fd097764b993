"""`triptych serve`: the service behind uvicorn."""

from __future__ import annotations

import uvicorn
from rich.console import Console

from triptych.cli.listening import address, listen_or_report
from triptych.service import ServiceSettings, create_app


def run(host: str, port: int, keys: list[str], requests_per_minute: int | None) -> int:
    """Serve until interrupted; return the exit status."""
    console = Console(stderr=True, highlight=False)
    try:
        settings = ServiceSettings.from_environment(*keys, requests_per_minute=requests_per_minute)
        app = create_app(settings)
    except ValueError as error:
        console.print(str(error))
        return 1
    listener = listen_or_report(host, port, console)
    if listener is None:
        return 1
    url = address(host, listener)
    console.print(f"Serving {url} (operations at {url}/docs); press Ctrl+C to stop.")
    if not settings.server_keys:
        console.print("Any non-empty x-api-key is accepted; limit this with --api-key.")
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])
    return 0
