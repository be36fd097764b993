"""The connections of an httpx client, whose waits end with the deadline of the call."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx
from httpcore import NetworkBackend, NetworkStream

from triptych.client.deadline import time_left

#: Bytes written at once: the limit of a write counts anew for each part that the server takes.
_PIECE = 65_536


def limit_waits(http: httpx.Client) -> None:
    """Let the connections that a client will make observe the deadline of the call they serve.

    Without a deadline they do what they did before. Transports that are not httpx's own stay as
    they are.
    """
    # httpx has no public way to give its transports a backend of httpcore, which has one.
    for transport in (http._transport, *http._mounts.values()):
        pool: Any = getattr(transport, "_pool", None)
        backend = getattr(pool, "_network_backend", None)
        if isinstance(backend, NetworkBackend) and not isinstance(backend, _Backend):
            pool._network_backend = _Backend(backend)


def _limit(limit: float | None, error: type[httpcore.TimeoutException]) -> float | None:
    """Return the seconds that a wait may take, or raise the error if none are left."""
    left = time_left(limit)
    if left == 0 and limit != 0:
        raise error("the call took longer than its timeout")
    return left


class _Backend(NetworkBackend):
    def __init__(self, backend: NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        options = None if socket_options is None else [*socket_options]
        addresses = [host] if time_left() is None else _addresses(host, port)
        for address in addresses:
            limit = _limit(timeout, httpcore.ConnectTimeout)
            try:
                return _Stream(
                    self._backend.connect_tcp(address, port, limit, local_address, options)
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if address == addresses[-1]:
                    raise
        raise AssertionError("there is an address")

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> NetworkStream:
        limit = _limit(timeout, httpcore.ConnectTimeout)
        return _Stream(self._backend.connect_unix_socket(path, limit, socket_options))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(time_left(seconds) or 0.0)


def _addresses(host: str, port: int) -> list[str]:
    """Return the addresses of a host: a connection is tried with one after the other."""
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        # Connecting to the name raises the error that says what is wrong with it.
        return [host]
    return list(dict.fromkeys(_with_scope(*info[4]) for info in infos))


def _with_scope(address: Any, port: Any, flow: int = 0, scope: int = 0) -> str:
    return f"{address}%{scope}" if scope else str(address)


class _Stream(NetworkStream):
    def __init__(self, stream: NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _limit(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _PIECE):
            limit = _limit(timeout, httpcore.WriteTimeout)
            self._stream.write(buffer[start : start + _PIECE], limit)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> NetworkStream:
        limit = _limit(timeout, httpcore.ConnectTimeout)
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, limit))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
