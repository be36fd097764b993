"""A caller's own proxy on loopback: tunnels, forwards, and wants a login."""

from __future__ import annotations

import base64
import select
import socket
import ssl
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

from .web import Web


class Upstream(Web):
    """Notes what it is asked for as `asked`; `login` is "user:password", if it wants one.

    Every name means this machine to it.
    """

    def __init__(self, login: str = "", tls: ssl.SSLContext | None = None) -> None:
        super().__init__(tls)
        self.RequestHandlerClass = _Handler
        self.login = login
        self.asked: list[tuple[str, str]] = []


class _Handler(BaseHTTPRequestHandler):
    server: Upstream

    def _let_in(self) -> bool:
        self.close_connection = True
        given = self.headers.get("proxy-authorization", "")
        wanted = "Basic " + base64.b64encode(self.server.login.encode()).decode()
        if self.server.login and given != wanted:
            self.send_response(407)
            self.send_header("Proxy-Authenticate", "Basic realm=x")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return False
        self.server.asked.append((self.command, self.path))
        return True

    def do_CONNECT(self) -> None:
        if not self._let_in():
            return
        port = self.path.rpartition(":")[2]
        with socket.create_connection(("127.0.0.1", int(port)), 10) as to:
            self.send_response(200)
            self.end_headers()
            self._relay(to)

    def do_GET(self) -> None:
        if not self._let_in():
            return
        url = urlsplit(self.path)
        with socket.create_connection(("127.0.0.1", url.port or 80), 10) as to:
            kept = {n: v for n, v in self.headers.items() if not n.lower().startswith("proxy-")}
            lines = [f"GET {url.path or '/'} HTTP/1.1", *(f"{n}: {v}" for n, v in kept.items())]
            to.sendall("\r\n".join([*lines, "", ""]).encode())
            while chunk := to.recv(65536):
                self.wfile.write(chunk)

    def _relay(self, to: socket.socket) -> None:
        ends = {self.connection: to, to: self.connection}
        while True:
            for end in select.select(list(ends), [], [], 10)[0]:
                chunk = end.recv(65536)
                if not chunk:
                    return
                ends[end].sendall(chunk)

    def log_message(self, *args: object) -> None:
        pass
