"""An httpx transport that connects to checked addresses only."""

from __future__ import annotations

from functools import cache
from ssl import SSLContext

import httpx

from triptych.service.fetch.guard import Guard
from triptych.service.fetch.proxies import ProxyServer, proxy_failed

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
        self._direct = httpx.AsyncHTTPTransport(verify=certificates(), limits=_ONCE)
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
                    verify=certificates(), limits=_ONCE, proxy=proxy.at(address)
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


@cache
def certificates() -> SSLContext:
    """Return the authorities that are trusted: those of `SSL_CERT_FILE` if it is set."""
    return httpx.create_ssl_context()
