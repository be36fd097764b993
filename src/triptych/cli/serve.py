"""`triptych serve`: the service behind uvicorn."""

from __future__ import annotations

import socket

import uvicorn
from rich.console import Console

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
    try:
        # Bound here, so that a taken port is one line and port 0 is known before serving.
        listener = listen(host, port)
    except OSError as error:
        console.print(f"Cannot listen on {host}:{port} ({error.strerror}): choose another --port.")
        return 1
    address = f"[{host}]" if ":" in host else host
    url = f"http://{address}:{listener.getsockname()[1]}"
    console.print(f"Serving {url} (operations at {url}/docs), Ctrl+C ends it.")
    if not settings.api_keys:
        console.print("Any non-empty x-api-key is let in; --api-key names those that are.")
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one.

    It says that it is TCP: asyncio sets TCP_NODELAY on no other, and without it every answer waits
    some 40 ms for the acknowledgement of its own header.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
