"""`triptych serve`: the service behind uvicorn, in one process or several."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory
from types import FrameType
from typing import cast

import uvicorn
from pydantic import SecretStr
from rich.console import Console
from uvicorn.supervisors import multiprocess as supervisor

from triptych._disk import DiskFullError
from triptych.cli.connections import Config, Connection
from triptych.cli.heap import limit_heaps, return_free_memory
from triptych.cli.listening import address, listen_or_report
from triptych.service import ServiceSettings, create_app
from triptych.service.readiness import Readiness

#: Seconds between SIGTERM and the end of listening, for those who look at `/readyz`.
_NOTICE = 2.0
#: Seconds that idle connections stay open after that.
_IDLE = 0.5
#: Ticks of the server, of .1 s, after which free memory is returned to the system.
_TRIM_TICKS = 100
#: Ticks of the server after which connections are looked at.
_LOOK_TICKS = 10
#: Seconds without a sign of life after which a worker is restarted; loading its packages counts.
_HUNG = 120


def run(
    host: str,
    port: int,
    keys: list[str],
    requests_per_minute: int | None,
    *,
    warm: str = "",
    workers: int = 1,
    drain_seconds: int = 30,
) -> int:
    """Serve until interrupted; return the exit status."""
    console = Console(stderr=True, highlight=False)
    try:
        settings = ServiceSettings.from_environment(
            *keys, requests_per_minute=requests_per_minute, warm=warm
        )
        # Workers make their own; here it shows whether the settings are right.
        create_app(settings)
    except (ValueError, DiskFullError) as error:
        console.print(str(error))
        return 1
    listener = listen_or_report(host, port, console)
    if listener is None:
        return 1
    url = address(host, listener)
    console.print(f"Serving {url} (operations at {url}/docs); press Ctrl+C to stop.")
    if not settings.server_keys:
        console.print("Any non-empty x-api-key is accepted; limit this with --api-key.")

    def config(settings: ServiceSettings) -> uvicorn.Config:
        return Config(
            # uvicorn hands it to workers through a pipe: no key appears in a command line.
            partial(create_app, settings),
            settings,
            factory=True,
            workers=workers,
            timeout_worker_healthcheck=_HUNG,
            timeout_graceful_shutdown=drain_seconds,
            log_level="warning",
            access_log=False,
        )

    if workers == 1:
        # uvicorn raises the signal again at its end. Engines that still work then do not count:
        # their requests were cancelled.
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
        Server(config(settings)).run(sockets=[listener])
        return 0
    with _shared(settings) as shared:
        processes = Workers(config(shared), [listener], console)
        processes.run()
    return 1 if processes.has_failed else 0


class Server(uvicorn.Server):
    """Stops without losing a request: it says so first, and answers every connection it has."""

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start, with heaps that all threads share."""
        limit_heaps()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Close what is late, and return free memory to the system; return whether to stop."""
        if counter % _LOOK_TICKS == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                assert isinstance(connection, Connection)
                connection.close_if_late(now)
        if counter % _TRIM_TICKS == _TRIM_TICKS - 1:
            await asyncio.to_thread(return_free_memory)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; on SIGTERM only some seconds later, unless it comes again."""
        if sig != signal.SIGTERM or not self.started or self._readiness.is_draining:
            super().handle_exit(sig, frame)
            return
        self._readiness.is_draining = True
        notice = min(_NOTICE, self.config.timeout_graceful_shutdown or 0)
        loop = asyncio.get_running_loop()
        loop.call_soon_threadsafe(loop.call_later, notice, super().handle_exit, sig, frame)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Stop listening, and finish the requests of all connections."""
        self._readiness.is_draining = True
        # Closing a listener resets the connections that wait to be accepted.
        waiting = []
        for listener in sockets or ():
            with suppress(BlockingIOError):
                while True:
                    waiting.append(listener.accept()[0])
        for server in self.servers:
            server.close()
        loop = asyncio.get_running_loop()
        for connection in waiting:
            await loop.connect_accepted_socket(self._protocol, connection)
        # Idle connections would be closed next, although a request may be on its way.
        await asyncio.sleep(_IDLE)
        await super().shutdown(sockets)

    def _protocol(self) -> asyncio.Protocol:
        return self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )

    @property
    def _readiness(self) -> Readiness:
        readiness: Readiness = self.lifespan.state["readiness"]
        return readiness


class Worker(supervisor.Process):
    """A process with such a server."""

    @property
    def server(self) -> Server:
        """The server; made in the process itself."""
        if self._server is None:
            self._server = Server(self.config)
        return cast("Server", self._server)

    def target(self, sockets: list[socket] | None = None) -> None:
        """Serve, in the process itself, no longer than the process that watches over it."""
        threading.Thread(target=_stop_with_parent, daemon=True).start()
        super().target(sockets)

    def start(self) -> None:
        """Start the process."""
        super().start()
        # So that its end is noticed by who waits for a sign of life from it.
        self.child_conn.close()


def _stop_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


# uvicorn's supervisor has no parameter for the class of its processes.
supervisor.Process = Worker  # type: ignore[misc]


@contextmanager
def _shared(settings: ServiceSettings) -> Iterator[ServiceSettings]:
    """Yield settings with which workers accept each other's addresses, and count together."""
    with TemporaryDirectory(prefix="triptych-") as folder:
        metrics = Path(folder, "metrics")
        metrics.mkdir()
        # prometheus-client reads it when a worker imports it.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(metrics)
        yield settings.model_copy(
            update={
                "shared_folder": settings.shared_folder or folder,
                "secret": settings.secret or SecretStr(secrets.token_urlsafe()),
            }
        )


class Workers(supervisor.Multiprocess):
    """Starts the workers, and another one for each that has ended unexpectedly.

    Attributes
    ----------
    has_failed : bool
        Whether it has stopped because no worker could start.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket], console: Console) -> None:
        super().__init__(config, sockets)
        self.has_failed = False
        self._has_served = False
        self._console = console
        self._pids: set[int | None] = set()

    def keep_subprocess_alive(self) -> None:
        """Replace the workers that have ended; stop if none can start."""
        if not self._has_served:
            living = [process for process in self.processes if process.process.is_alive()]
            self._has_served = any(process.is_ready(timeout=1) for process in living)
            if not self._has_served and len(living) < len(self.processes):
                self._console.print("The workers cannot start.")
                self.has_failed = True
                self.should_exit.set()
                return
        self._pids |= {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        pids = {process.pid for process in self.processes}
        for pid in self._pids - pids:
            from prometheus_client.multiprocess import mark_process_dead

            self._console.print(f"Worker {pid} ended; another one replaces it.")
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
        self._pids = pids

    def terminate_all(self) -> None:
        """Let the workers finish; the port is closed when the last one has stopped listening."""
        for listener in self.sockets:
            listener.close()
        super().terminate_all()
