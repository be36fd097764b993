"""A proxy server that the caller names, reached by its checked address like any other host."""

from __future__ import annotations

import ssl
from base64 import b64encode
from dataclasses import dataclass, field

import httpx

from triptych.contract.scrape import Proxy
from triptych.service.fetch.guard import Guard
from triptych.service.refusal import Refusal


@dataclass(frozen=True, slots=True)
class ProxyServer:
    """Where a proxy is, and the login it wants; no repr or message shows the login.

    Parameters
    ----------
    scheme : {"http", "https"}
        How it is spoken to, whatever the scheme of what is asked for.
    host : str
        As `Guard.target` returns it.
    port : int
        From 1 to 65535.
    login : tuple of str, optional
        User name and password.
    """

    scheme: str
    host: str
    port: int
    login: tuple[str, str] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, proxy: Proxy) -> ProxyServer:
        """Read what a request says of its proxy; `auth` counts before the login in the address.

        Raises
        ------
        Refusal
            400 if it is no address of an http or https proxy.

        Examples
        --------
        >>> ProxyServer.of(Proxy(server="http://me:secret@proxy.example:3128"))
        ProxyServer(scheme='http', host='proxy.example', port=3128)
        """
        try:
            url = httpx.URL(proxy.server.strip())
            if url.scheme not in {"http", "https"}:
                raise _malformed()
            host, port = Guard().target(url.copy_with(userinfo=b""))
        except (httpx.InvalidURL, Refusal):
            # Neither error is passed on: its text may hold the password.
            raise _malformed() from None
        login = (url.username, url.password) if url.userinfo else None
        if proxy.auth is not None:
            login = (proxy.auth.username, proxy.auth.password.get_secret_value())
        return cls(url.scheme, host, port, login)

    @property
    def authorization(self) -> str | None:
        """Value of the header `Proxy-Authorization` (RFC 7617)."""
        if self.login is None:
            return None
        return "Basic " + b64encode(":".join(self.login).encode()).decode()

    async def addresses(self, guard: Guard) -> list[str]:
        """Return the addresses to connect to, checked like those of any url.

        Raises
        ------
        Refusal
            403 or 424, as `Guard.addresses` does.
        """
        try:
            return await guard.addresses(self.host, self.port)
        except Refusal as refusal:
            if refusal.status == 403:
                raise Refusal(
                    403,
                    "The proxy's address is private, local or reserved: give another proxy, or let "
                    "whoever runs the service name its host in TRIPTYCH_FETCH_ALLOW.",
                    code="refused_address",
                    field="byo_proxy",
                ) from None
            raise proxy_failed("its host is not known") from None

    def at(self, address: str) -> httpx.Proxy:
        """Return it for httpx, by one of its addresses; its certificate is still for its name."""
        authority = f"[{address}]" if ":" in address else address
        return httpx.Proxy(
            f"{self.scheme}://{authority}:{self.port}",
            auth=self.login,
            ssl_context=NamedContext.of(self.host) if self.scheme == "https" else None,
        )


class NamedContext(ssl.SSLContext):
    """Checks certificates for one name, whatever address was connected to."""

    name: str

    @classmethod
    def of(cls, name: str) -> NamedContext:
        """Return a context for a host, which trusts the authorities that httpx trusts."""
        context = cls(ssl.PROTOCOL_TLS_CLIENT)
        context.name = name
        context.load_verify_locations(cadata=_authorities())
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


def _authorities() -> bytes:
    from triptych.service.fetch.transport import certificates

    return b"".join(certificates().get_ca_certs(binary_form=True))


def proxy_failed(reason: str) -> Refusal:
    """424: the proxy did not do its part."""
    return Refusal(424, f"The proxy cannot be used, check byo_proxy: {reason}.", field="byo_proxy")


def _malformed() -> Refusal:
    return Refusal(
        400,
        "Give byo_proxy.server as http://host:port or https://host:port; SOCKS is not spoken here.",
        code="invalid_request",
        field="byo_proxy",
    )
