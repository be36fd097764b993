"""The socket that a server listens on, and its address."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket

from rich.console import Console


def listen_or_report(host: str, port: int, console: Console) -> socket.socket | None:
    """Return a listening socket, or print in one line why there is none.

    It is bound before anything is served, so that the port is known, or its error reported.
    """
    try:
        return listen(host, port)
    except OSError as error:
        elsewhere = isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL
        option = "--host" if elsewhere else "--port"
        console.print(
            f"Cannot listen on {host}:{port} ({error.strerror}): choose another {option}."
        )
        return None


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one.

    Its protocol is given because asyncio sets TCP_NODELAY only on sockets that are explicitly TCP;
    without it every response waits some 40 ms for the acknowledgement of its own header.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            # Elsewhere it would let two servers listen on one port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def address(host: str, listener: socket.socket) -> str:
    """Return the address of a listening socket."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host.

    Examples
    --------
    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0")]
    [True, True, True, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
