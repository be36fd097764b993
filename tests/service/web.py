"""A small web on loopback for the fetcher: pages, and how often anybody connected."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Page = Callable[[BaseHTTPRequestHandler], None]


class Web(ThreadingHTTPServer):
    """Serves `pages` by path; `connections` counts every accepted connection."""

    daemon_threads = True

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, Page] = {}
        self.seen: list[dict[str, str]] = []
        self.connections = 0
        if tls is not None:
            self.socket = tls.wrap_socket(
                self.socket, server_side=True, do_handshake_on_connect=False
            )
        self.at = f"127.0.0.1:{self.server_port}"
        self.url = f"http://{self.at}"

    def get_request(self) -> tuple[object, object]:  # type: ignore[override]
        self.connections += 1
        return super().get_request()

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients hang up on purpose here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Web
    #: What was posted.
    body = b""

    def do_GET(self) -> None:
        self.server.seen.append({name.lower(): value for name, value in self.headers.items()})
        self.close_connection = True
        self.server.pages[self.path.partition("?")[0]](self)

    def do_POST(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.do_GET()

    def log_message(self, *args: object) -> None:
        pass


def page(body: bytes = b"", status: int = 200, **headers: str) -> Page:
    """Return a page that answers so; `_` in a header's name stands for `-`."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"content_length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def endless(piece: bytes, **headers: str) -> Page:
    """Return a page without an end, nor a declared length."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        while True:
            handler.wfile.write(piece)

    return answer


def hanging(released: threading.Event) -> Page:
    """Return a page that answers nothing until it is released."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        released.wait(20)

    return answer


@contextmanager
def serving(web: Web) -> Iterator[Web]:
    """Let it serve in a thread of its own."""
    thread = threading.Thread(target=web.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield web
    finally:
        web.shutdown()
        web.server_close()
        thread.join(10)
