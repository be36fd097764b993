"""An httpx transport that connects to checked addresses only, also through a caller's proxy."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field

import httpx

from triptych.contract.scrape import Proxy
from triptych.service.fetch import certificates
from triptych.service.fetch.guard import Guard, parsed_url
from triptych.service.refusal import Refusal


@dataclass(frozen=True, slots=True)
class ProxyServer:
    """Where a proxy is, and the login it wants; no repr or message shows the login.

    Parameters
    ----------
    scheme : {"http", "https"}
        Of the connection to the proxy, whatever the scheme of the url.
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
        """Return the proxy of a request; `auth` counts before the login in the address.

        Raises
        ------
        Refusal
            400 unless it is the address of an http or https proxy.

        Examples
        --------
        >>> ProxyServer.of(Proxy(server="http://me:secret@proxy.example:3128"))
        ProxyServer(scheme='http', host='proxy.example', port=3128)
        """
        try:
            url = parsed_url(proxy.server)
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
            raise proxy_failed("its host cannot be resolved") from None

    def at(self, address: str) -> httpx.Proxy:
        """Return it for httpx, by one of its addresses; its certificate is still for its name."""
        authority = f"[{address}]" if ":" in address else address
        return httpx.Proxy(
            f"{self.scheme}://{authority}:{self.port}",
            auth=self.login,
            ssl_context=certificates.NamedContext.of(self.host) if self.scheme == "https" else None,
        )


def proxy_failed(reason: str) -> Refusal:
    """424: the proxy failed."""
    return Refusal(424, f"The proxy cannot be used, check byo_proxy: {reason}.", field="byo_proxy")


def _malformed() -> Refusal:
    return Refusal(
        400,
        "Give byo_proxy.server as http://host:port or https://host:port; SOCKS is not supported.",
        code="invalid_request",
        field="byo_proxy",
    )


#: Addresses of one host that are tried, and the seconds given to each.
_TRIES, _CONNECT = 4, 5.0
_ONCE = httpx.Limits(max_keepalive_connections=0)


class GuardedTransport(httpx.AsyncBaseTransport):
    """Checks each request, redirected ones too, and connects to the very address it checked.

    The request keeps the host's name: in the header `Host`, and for the certificate.

    Parameters
    ----------
    guard : Guard
        Says what may be reached.
    proxy : ProxyServer, optional
        Passes the requests on. Its own address is checked, and so is each that is asked for; the
        latter's name is then looked up once more, by the proxy.

    Examples
    --------
    >>> import asyncio
    >>> async def ask() -> None:
    ...     async with httpx.AsyncClient(transport=GuardedTransport(Guard())) as http:
    ...         await http.get("http://localhost/")
    >>> asyncio.run(ask())
    Traceback (most recent call last):
    triptych.service.refusal.Refusal: This address is private, local or reserved...
    """

    def __init__(self, guard: Guard, proxy: ProxyServer | None = None) -> None:
        self._guard = guard
        self._proxy = proxy
        # No connection is used twice: by its address alone, another name's would be taken for it.
        self._direct = httpx.AsyncHTTPTransport(verify=certificates.authorities(), limits=_ONCE)
        self._through: dict[str, httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request.

        Raises
        ------
        Refusal
            400, 403 or 424, as `Guard` does.
        httpx.TransportError
            If none of the host's addresses can be connected to, or the connection breaks.
        """
        host, port = self._guard.target(request.url)
        error: httpx.TransportError | None = None
        addresses = await self._guard.addresses(host, port)
        if self._proxy is not None:
            return await self._passed_on(request, self._proxy)
        for address in addresses[:_TRIES]:
            pinned = httpx.Request(
                request.method,
                request.url.copy_with(host=address),
                headers=request.headers,
                stream=request.stream,
                extensions=request.extensions | {"sni_hostname": host},
            )
            pinned.extensions["timeout"] = pinned.extensions.get("timeout", {}) | {
                "connect": _CONNECT
            }
            try:
                return await self._direct.handle_async_request(pinned)
            except (httpx.ConnectError, httpx.ConnectTimeout) as failure:
                error = failure
        assert error is not None
        raise error

    async def _passed_on(self, request: httpx.Request, proxy: ProxyServer) -> httpx.Response:
        for address in (await proxy.addresses(self._guard))[:_TRIES]:
            through = self._through.setdefault(
                address,
                httpx.AsyncHTTPTransport(
                    verify=certificates.authorities(), limits=_ONCE, proxy=proxy.at(address)
                ),
            )
            request.extensions["timeout"] = request.extensions.get("timeout", {}) | {
                "connect": _CONNECT
            }
            try:
                response = await through.handle_async_request(request)
            except (httpx.ConnectError, httpx.ConnectTimeout):
                continue
            except httpx.ProxyError as failure:
                raise proxy_failed(f"it answers {failure}") from None
            if response.status_code == httpx.codes.PROXY_AUTHENTICATION_REQUIRED:
                await response.aclose()
                raise proxy_failed("it answers 407 Proxy Authentication Required")
            return response
        raise proxy_failed("it cannot be connected to")

    async def aclose(self) -> None:
        """Close what is open."""
        for transport in (self._direct, *self._through.values()):
            await transport.aclose()
