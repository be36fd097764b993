"""A server on loopback that sends whatever bytes a test wants, as fast or slowly as it wants."""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator

#: Seconds after which a response that drips is completed: a call without a bound ends as well.
_LONG = 60.0


class Exchange:
    """One request to the server.

    Parameters
    ----------
    connection : socket.socket
        The connection to the client.

    Attributes
    ----------
    path : str
        What is asked for, without the query; empty until the request is read.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._ended = threading.Event()
        self.path = ""

    def read(self, *, pause: float = 0.0) -> None:
        """Read the request to its end, with a pause of so many seconds after each piece."""
        head = b""
        while b"\r\n\r\n" not in head:
            head += self._receive()
        head, _, body = head.partition(b"\r\n\r\n")
        self.path = head.split(b" ")[1].partition(b"?")[0].decode()
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or 0)
        missing = length - len(body)
        while missing > 0 and not self._ended.wait(pause):
            missing -= len(self._receive())

    def send(self, data: bytes) -> None:
        """Send bytes at once."""
        self._connection.sendall(data)

    def drip(self, drop: bytes) -> None:
        """Send the same bytes now and then, for a long time."""
        deadline = time.monotonic() + _LONG
        while time.monotonic() < deadline and not self._ended.wait(0.02):
            self.send(drop)

    def flood(self, data: bytes) -> None:
        """Send the same bytes as fast as the client reads them, for a long time."""
        deadline = time.monotonic() + _LONG
        while time.monotonic() < deadline and not self._ended.is_set():
            self.send(data)

    def wait(self) -> None:
        """Do nothing until the client closes the connection, or for a long time."""
        self._connection.settimeout(_LONG)
        with contextlib.suppress(TimeoutError):
            while self._connection.recv(131_072):
                pass

    def reset(self) -> None:
        """Break the connection: the client gets a reset instead of an end."""
        linger = struct.pack("ii", 1, 0)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._connection.close()

    def secure(self, context: ssl.SSLContext) -> None:
        """Shake hands: what follows is encrypted."""
        self._connection = context.wrap_socket(self._connection, server_side=True)

    def end(self) -> None:
        """End what goes on."""
        self._ended.set()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _receive(self) -> bytes:
        data = self._connection.recv(131_072)
        if not data:
            raise ConnectionResetError
        return data


class FaultyServer:
    """Handles each request by a function; closes the connection afterwards.

    Parameters
    ----------
    respond : callable
        Reads the request and responds.
    path : str, optional
        A Unix socket to listen on instead of a port of loopback.

    Attributes
    ----------
    base_url : str
        Its address.
    count : int
        Requests so far.
    hung_up : threading.Event
        Set when a client has closed a connection before the end of the response.
    """

    def __init__(self, respond: Callable[[Exchange], None], path: str | None = None) -> None:
        self._respond = respond
        if path is None:
            self._listener = socket.create_server(("127.0.0.1", 0))
            self.base_url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        else:
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(path)
            self._listener.listen()
            self.base_url = "http://faulty"
        self.count = 0
        self.hung_up = threading.Event()
        self._exchanges: list[Exchange] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                exchange = Exchange(connection)
                self._exchanges.append(exchange)
                self.count += 1
                arguments = (connection, exchange)
                threading.Thread(target=self._handle, args=arguments, daemon=True).start()

    def _handle(self, connection: socket.socket, exchange: Exchange) -> None:
        with connection:
            try:
                self._respond(exchange)
            except OSError:
                self.hung_up.set()
            finally:
                # Another one than the first where it is encrypted.
                exchange.close()

    def close(self) -> None:
        """End the server and what it is sending."""
        # Closing alone does not wake up who accepts.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for exchange in self._exchanges:
            exchange.end()


#: Starts a server with its function, and a path for one on a Unix socket.
Serve = Callable[..., FaultyServer]


@contextlib.contextmanager
def faulty_servers() -> Iterator[Serve]:
    """Start servers, which end with the block."""
    with contextlib.ExitStack() as stack:

        def start(respond: Callable[[Exchange], None], path: str | None = None) -> FaultyServer:
            server = FaultyServer(respond, path)
            stack.callback(server.close)
            return server

        yield start


def response(
    body: bytes, *headers: str, status: int = 200, pause: float = 0.0
) -> Callable[[Exchange], None]:
    """Return a function that reads with these pauses and responds with a body."""
    lines = [f"HTTP/1.1 {status} Status", f"content-length: {len(body)}", "connection: close"]
    if not any(header.startswith("content-type") for header in headers):
        lines.append("content-type: application/json")
    head = "\r\n".join([*lines, *headers, "", ""]).encode()

    def respond(exchange: Exchange) -> None:
        exchange.read(pause=pause)
        exchange.send(head + body)

    return respond
