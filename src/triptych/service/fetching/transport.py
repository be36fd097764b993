"""An httpx transport that connects to checked addresses only."""

from __future__ import annotations

from functools import cache
from ssl import SSLContext

import httpx

from triptych.service.fetching.guard import Guard

#: Addresses of one host that are tried, and the seconds given to each.
_TRIES, _CONNECT = 4, 5.0


class GuardedTransport(httpx.AsyncBaseTransport):
    """Checks each request, redirected ones too, and connects to the very address it checked.

    The request keeps the host's name: in the header `Host`, and for the certificate.

    Parameters
    ----------
    guard : Guard
        Says what may be reached.

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

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        # No connection is used twice: by its address alone, another name's would be taken for it.
        self._direct = httpx.AsyncHTTPTransport(
            verify=_certificates(), limits=httpx.Limits(max_keepalive_connections=0)
        )

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
        for address in (await self._guard.addresses(host, port))[:_TRIES]:
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

    async def aclose(self) -> None:
        """Close what is open."""
        await self._direct.aclose()


@cache
def _certificates() -> SSLContext:
    """Return the authorities that are trusted: those of `SSL_CERT_FILE` if it is set."""
    return httpx.create_ssl_context()
