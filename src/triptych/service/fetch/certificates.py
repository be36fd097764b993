"""The authorities that are trusted, and certificates of hosts connected to by their address."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def authorities() -> ssl.SSLContext:
    """Return the authorities that are trusted: those of `SSL_CERT_FILE` if it is set."""
    return httpx.create_ssl_context()


class NamedContext(ssl.SSLContext):
    """Checks certificates for one name, whatever address was connected to."""

    name: str

    @classmethod
    def of(cls, name: str) -> NamedContext:
        """Return a context for a host, which trusts the authorities that httpx trusts."""
        context = cls(ssl.PROTOCOL_TLS_CLIENT)
        context.name = name
        context.load_verify_locations(cadata=b"".join(authorities().get_ca_certs(binary_form=True)))
        return context

    def wrap_bio(
        self,
        incoming: ssl.MemoryBIO,
        outgoing: ssl.MemoryBIO,
        server_side: bool = False,
        server_hostname: str | bytes | None = None,
        session: ssl.SSLSession | None = None,
    ) -> ssl.SSLObject:
        """Begin a connection as ssl does, but under the name."""
        return super().wrap_bio(incoming, outgoing, server_side, self.name, session)
