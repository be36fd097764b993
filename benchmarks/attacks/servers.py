"""The service in a process of its own, and small servers on loopback that it may or must not reach.

Nothing is attacked here; the parts share it.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

#: The key of every call.
KEY = "attack"
#: Seconds after which a server that does not start is given up.
START = 180
#: Starts the service with names of its own: the first argument is a JSON object with the addresses
#: of each name, one list for each time that it is looked up; the last list stays.
_PROGRAM = """
import json, sys
from triptych.cli import main
from triptych.service.fetch import guard
names = json.loads(sys.argv.pop(1))
look_up = guard.getaddrinfo
async def getaddrinfo(host, port, **options):
    answers = names.get(host)
    if answers is None:
        return await look_up(host, port, **options)
    addresses = answers.pop(0) if len(answers) > 1 else answers[0]
    return [entry for each in addresses for entry in await look_up(each, port, **options)]
if names:
    guard.getaddrinfo = getaddrinfo
main()
"""


@dataclass(frozen=True)
class Service:
    """A running service.

    Parameters
    ----------
    url
        Its base URL.
    process
        Its process.
    log
        The file of what it writes on standard error.
    """

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def exceptions(self) -> list[str]:
        """Return the exceptions that it has logged, each as the last line of its traceback."""
        written = self.log.read_text(encoding="utf-8", errors="replace")
        # After the header and the indented lines of a traceback there is its exception.
        return re.findall(r"^Traceback \(most.*\n(?:[ \t].*\n|\n)*(.*)$", written, re.MULTILINE)


@contextmanager
def serving(
    names: Mapping[str, Sequence[Sequence[str]]] | None = None,
    *,
    arguments: Sequence[str] = (),
    **settings: str,
) -> Iterator[Service]:
    """Serve in a process of its own, on a free port of loopback.

    Parameters
    ----------
    names
        Host names that only this service knows: their addresses, one list for each time that a
        name is looked up; the last list stays.
    arguments
        More arguments of `triptych serve`.
    settings
        Settings of the service by their name in the environment without `TRIPTYCH_`, in any case.
    """
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("TRIPTYCH_")
    } | {f"TRIPTYCH_{name.upper()}": value for name, value in settings.items()}
    command = [sys.executable, "-c", _PROGRAM, json.dumps(names or {}), "serve", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        # No index of whoever runs this.
        environment["XDG_DATA_HOME"] = folder
        with log.open("wb") as stream:
            process = subprocess.Popen([*command, *arguments], env=environment, stderr=stream)
        try:
            yield Service(_url(process, log), process, log)
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _url(process: subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + START
    while True:
        written = log.read_text(encoding="utf-8", errors="replace")
        match = re.search(r"http://\S+:\d+", written)
        # It listens before it writes this.
        if match:
            return match.group()
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"the service did not start:\n{written}")
        time.sleep(0.05)


class Listener:
    """A server on loopback that must not be reached; counts every connection.

    It listens on one port of several addresses of loopback, IPv6 too where there is any, and
    answers each request with `SECRET`.
    """

    SECRET = b"what-only-this-machine-sees"
    HOSTS = ("127.0.0.1", "127.0.0.2", "127.255.255.254", "::1")

    def __init__(self) -> None:
        self.connections = 0
        self.port = 0
        self._sockets: list[socket.socket] = []
        for host in self.HOSTS:
            try:
                self._sockets.append(self._bound(host))
            except OSError:
                # Not every machine has IPv6, nor more than one address of loopback.
                if not self.port:
                    raise
        for listening in self._sockets:
            threading.Thread(target=self._accept, args=(listening,), daemon=True).start()

    def _bound(self, host: str) -> socket.socket:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.bind((host, self.port))
        listening.listen(64)
        self.port = listening.getsockname()[1]
        return listening

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            self.connections += 1
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
            with connection:
                try:
                    connection.sendall(head + b"<p>" + self.SECRET)
                except OSError:
                    continue

    def close(self) -> None:
        """Stop listening."""
        for listening in self._sockets:
            # A thread that waits in accept() is not woken by closing alone.
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
            listening.close()


class Pages(ThreadingHTTPServer):
    """A server on loopback that the service may reach.

    `pages` are HTML by path; `redirects` are `Location` headers by path, sent with a 302.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, str] = {}
        self.redirects: dict[str, str] = {}
        self.host = f"127.0.0.1:{self.server_port}"
        self.url = f"http://{self.host}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients hang up on purpose here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Pages

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        redirect, html = self.server.redirects.get(path), self.server.pages.get(path)
        content = (html or "").encode("utf-8", "surrogatepass")
        self.send_response(302 if redirect else 404 if html is None else 200)
        if redirect:
            # As it is: servers send raw bytes too.
            self.send_header("Location", redirect.encode("utf-8", "replace").decode("latin-1"))
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def small_web() -> Iterator[tuple[Pages, Listener]]:
    """Serve pages that may be reached, beside a listener that must not."""
    with ExitStack() as stack:
        pages = stack.enter_context(Pages())
        thread = threading.Thread(target=pages.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        stack.callback(pages.shutdown)
        listener = Listener()
        stack.callback(listener.close)
        yield pages, listener
