"""`triptych app`: the workbench as a page of its own, served by Voila."""

from __future__ import annotations

import secrets
from importlib.util import find_spec

from rich.console import Console

from triptych.cli.listening import address, is_loopback, listen_or_report

__all__ = ["run"]


def run(host: str, port: int, *, browser: bool) -> int:
    """Serve the workbench until interrupted; return the exit status."""
    console = Console(stderr=True, highlight=False)
    if find_spec("voila") is None:
        console.print("Voila is not installed: pip install 'triptych[lab]'", markup=False)
        return 1
    listener = listen_or_report(host, port, console)
    if listener is None:
        return 1
    from triptych.cli.dashboard.server import serve

    # The environment's key is used, and other users of this machine can connect too.
    token = secrets.token_urlsafe() if is_loopback(host) else ""
    url = address(host, listener) + (f"/?token={token}" if token else "")
    # Unwrapped, so that the address can be copied.
    console.print(f"The workbench is at {url} (press Ctrl+C to stop)", soft_wrap=True)
    if not is_loopback(host):
        console.print("Anyone who reaches it can use the API of this machine; its key is ignored.")
    serve(listener, host, token, url if browser else None)
    return 0
