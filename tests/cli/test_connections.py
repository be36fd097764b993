"""Connections of `triptych serve` that take too long, or are too many, on real sockets."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator

import psutil
import pytest

from triptych.cli.connections import LONGEST_HEADER

from .replicas import KEY, LIMIT, Replica, serving, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the server is sent SIGTERM")

HEADER = (
    b"POST /v1/validate/profanity HTTP/1.1\r\nhost: a\r\nx-api-key: k\r\n"
    b"content-type: application/json\r\ncontent-length: 1000\r\n"
)
MOST = 20


@pytest.fixture(scope="module")
def impatient() -> Iterator[Replica]:
    with serving(
        TRIPTYCH_HEADER_TIMEOUT="1",
        TRIPTYCH_BODY_TIMEOUT="1",
        TRIPTYCH_IDLE_TIMEOUT="1",
        TRIPTYCH_MAX_CONNECTIONS=str(MOST),
    ) as replica:
        yield replica


def _connected(replica: Replica) -> socket.socket:
    return socket.create_connection(("127.0.0.1", replica.port), timeout=LIMIT)


def _to_the_end(connection: socket.socket) -> bytes:
    """Return what is sent until the other side closes the connection."""
    return b"".join(iter(lambda: connection.recv(65_536), b""))


def _error(response: bytes) -> str:
    body = json.loads(response.partition(b"\r\n\r\n")[2])
    assert body["success"] is False
    assert body["log_id"]
    return str(body["error"]["code"])


@pytest.mark.parametrize("sent", [b"", HEADER], ids=["nothing", "half a header"])
def test_connection_without_a_whole_header_is_closed(impatient: Replica, sent: bytes) -> None:
    with _connected(impatient) as connection:
        connection.sendall(sent)
        response = _to_the_end(connection)
    assert response.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert _error(response) == "request_timeout"


def test_connection_with_a_header_without_end_is_closed(impatient: Replica) -> None:
    with _connected(impatient) as connection:
        connection.sendall(HEADER + b"x-long: " + b"a" * LONGEST_HEADER)
        response = _to_the_end(connection)
    assert response.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
    assert _error(response) == "header_too_large"


def test_bodies_and_pipelined_requests_longer_than_a_header_are_read(impatient: Replica) -> None:
    body = b'{"text": "%s"}' % (b"tea " * LONGEST_HEADER)
    request = (
        b"POST /v1/validate/profanity HTTP/1.1\r\nhost: a\r\nx-api-key: %s\r\n"
        b"content-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
        % (KEY["x-api-key"].encode(), len(body), body)
    )
    small = b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n"
    with _connected(impatient) as connection:
        connection.sendall(request + small * 2_000)
        response = _to_the_end(connection)
    assert response.count(b"HTTP/1.1 200 OK") == response.count(b"HTTP/1.1") == 2_001


def test_connection_without_a_whole_body_is_closed(impatient: Replica) -> None:
    with _connected(impatient) as connection:
        connection.sendall(HEADER + b'\r\n{"text"')
        response = _to_the_end(connection)
    assert response.startswith(b"HTTP/1.1 408 ")
    assert _error(response) == "request_timeout"


def test_connection_that_sends_no_further_request_is_closed(impatient: Replica) -> None:
    with _connected(impatient) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n")
        response = _to_the_end(connection)
    assert response.startswith(b"HTTP/1.1 200 OK\r\n")
    assert response.count(b"HTTP/1.1") == 1


def test_connection_that_does_not_read_its_response_is_closed(impatient: Replica) -> None:
    process = psutil.Process(impatient.process.pid)

    def is_connected() -> bool:
        return any(one.raddr and one.raddr.port == port for one in process.net_connections("tcp"))

    with _connected(impatient) as connection:
        port = connection.getsockname()[1]
        # More than the buffers of the system hold.
        request = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: a\r\n\r\n"
        connection.sendall(request * 30)
        until(is_connected)
        until(lambda: not is_connected())


def test_connections_that_are_too_many_are_refused(impatient: Replica) -> None:
    connections = [_connected(impatient) for _ in range(MOST + 1)]
    try:
        response = _to_the_end(connections[-1])
        assert response.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"\r\nretry-after: 1\r\n" in response
        assert _error(response) == "too_many_connections"
    finally:
        for connection in connections:
            connection.close()
    until(lambda: impatient.status("/healthz") == 200)


def test_connection_whose_engine_takes_longer_is_not_closed(impatient: Replica) -> None:
    body = json.dumps({"text": "The tea was warm, and nobody knew why. " * 4_000})
    with _connected(impatient) as connection:
        connection.sendall(
            b"POST /v1/ai/sentiment HTTP/1.1\r\nhost: a\r\nconnection: close\r\n"
            b"content-type: application/json\r\nx-api-key: %s\r\ncontent-length: %d\r\n\r\n%s"
            % (KEY["x-api-key"].encode(), len(body), body.encode())
        )
        response = _to_the_end(connection)
    assert response.startswith(b"HTTP/1.1 200 OK\r\n")
