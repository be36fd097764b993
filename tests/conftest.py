"""Fixtures that more than one room needs."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import uvicorn

if TYPE_CHECKING:
    from triptych.service import ServiceSettings


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [*os.environ]:
        if name.startswith(("TRIPTYCH_", "DDGS_")) and name != "TRIPTYCH_SCREENSHOTS":
            monkeypatch.delenv(name)
    # Nor pages that whoever runs the tests has indexed.
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(autouse=True)
def _main_module() -> Iterator[None]:
    """Put back the main module: an IPython shell takes its place, and no process starts from it."""
    main = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = main


@contextmanager
def _serving(settings: ServiceSettings) -> Iterator[str]:
    from triptych.cli.listening import listen
    from triptych.service import create_app

    listener = listen("127.0.0.1", 0)
    config = uvicorn.Config(create_app(settings), log_level="error", access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    # A limit for what hangs, not for a machine that is busy with other work.
    deadline = time.monotonic() + 180
    while not server.started:
        assert time.monotonic() < deadline, "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def serve() -> Iterator[Callable[[ServiceSettings], str]]:
    """Start the service behind a real uvicorn on loopback; returns its base URL."""
    with ExitStack() as stack:
        yield lambda settings: stack.enter_context(_serving(settings))


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Base URL of a service with the default settings, behind a real uvicorn."""
    from triptych.service import ServiceSettings

    with _serving(ServiceSettings()) as url:
        yield url
