"""A proxy that lets a browser reach what the fetcher may reach, and nothing else.

A browser looks up names, follows redirects and opens frames, workers and sockets without asking;
what all of them have in common is the proxy. Each target is looked up here, once, and connected to
by the address that was checked.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field

import h11
import httpx

from triptych.service.fetch.certificates import NamedContext
from triptych.service.fetch.guard import Guard, parsed_url
from triptych.service.fetch.refusals import failed, malformed
from triptych.service.fetch.transport import GuardedTransport, ProxyServer, proxy_failed
from triptych.service.refusal import Refusal

#: Connections that one page may have at once, and all in all.
MOST_AT_ONCE, MOST_CONNECTIONS = 64, 2_000
#: Refused places that are remembered.
_MOST_REFUSED = 100


@dataclass(eq=False)
class ProxyAccess:
    """One page's way through the proxy.

    Parameters
    ----------
    bytes_left : int
        Bytes that may still pass, both ways together.
    upstream : ProxyServer, optional
        The caller's own proxy, through which everything goes.

    Examples
    --------
    >>> access = ProxyAccess(10)
    >>> access.count(10)
    True
    >>> access.count(1), access.spent
    (False, True)
    """

    bytes_left: int
    upstream: ProxyServer | None = None
    #: Nobody else on this machine knows them, so nobody else gets through.
    username: str = field(default_factory=lambda: secrets.token_hex(8), repr=False)
    password: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    spent: bool = False
    connections: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set, repr=False)
    limit: int = field(init=False)
    _refused: dict[tuple[str, int | None], Refusal] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.limit = self.bytes_left

    def enter(self, task: asyncio.Task[None]) -> bool:
        """Take in a connection; False if there are too many."""
        if self.spent or len(self.tasks) >= MOST_AT_ONCE or self.connections >= MOST_CONNECTIONS:
            return False
        self.connections += 1
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return True

    def count(self, passed: int) -> bool:
        """Count bytes that pass; False, and the end of all connections, if they are too many."""
        self.bytes_left -= passed
        if self.bytes_left < 0:
            self.spent = True
            self.close()
        return not self.spent

    def close(self) -> None:
        """End what is under way."""
        for task in [*self.tasks]:
            task.cancel()

    def refuse(self, url: httpx.URL, refusal: Refusal) -> None:
        """Remember why an address was not reached."""
        if len(self._refused) < _MOST_REFUSED:
            self._refused[_place(url)] = refusal

    def refused(self, address: str) -> Refusal | None:
        """Return why an address was not reached, if it was not."""
        try:
            return self._refused.get(_place(parsed_url(address)))
        except httpx.InvalidURL:
            return None


def _place(url: httpx.URL) -> tuple[str, int | None]:
    return url.host.lower().rstrip("."), url.port or {"http": 80, "https": 443}.get(url.scheme)


#: Bytes of a request's line and headers, and the seconds they may take.
_HEAD_BYTES, _HEAD_SECONDS = 64 * 1024, 20.0
#: Seconds until a server has answered, and between two pieces of what it sends.
_ANSWER_SECONDS = 60.0
_CHUNK = 64 * 1024
#: Headers of one connection, which are not passed on (RFC 9110, 7.6.1).
_HOP = frozenset(
    {b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"te", b"trailer"}
    | {b"proxy-authenticate", b"upgrade"}
)


class FilteringProxy:
    """An HTTP proxy on loopback for the pages that have a access.

    Parameters
    ----------
    guard : Guard
        Says what may be reached.

    Attributes
    ----------
    port : int
        Where it listens, once started.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._accesses: dict[bytes, ProxyAccess] = {}
        self.port = 0

    async def start(self) -> None:
        """Begin to listen, on a port that the system chooses."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End everything."""
        self._server.close()
        for access in self._accesses.values():
            access.close()

    def admit(self, access: ProxyAccess) -> None:
        """Let a page through from now on."""
        self._accesses[_login(access)] = access

    def dismiss(self, access: ProxyAccess) -> None:
        """End what a page has under way, and let it through no more."""
        self._accesses.pop(_login(access), None)
        access.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        exchange = _Exchange(reader, writer)
        try:
            # One request for each connection: the next may be meant for another host.
            async with asyncio.timeout(_HEAD_SECONDS):
                request = await exchange.request()
            access = self._access(request)
            task = asyncio.current_task()
            if access is None or task is None:
                challenge = [(b"Proxy-Authenticate", b'Basic realm="Triptych"')]
                await exchange.answer(407, headers=challenge)
            elif not access.enter(task):
                await exchange.answer(503)
            elif request.method == b"CONNECT":
                await self._tunnel(exchange, request, access)
            else:
                await self._forward(exchange, request, access)
        except (h11.ProtocolError, OSError, EOFError, TimeoutError, asyncio.CancelledError):
            # The browser reports it to whoever waits for the page.
            pass
        finally:
            writer.close()

    def _access(self, request: h11.Request) -> ProxyAccess | None:
        given = dict(request.headers).get(b"proxy-authorization", b"")
        # Each login takes the same time to compare, so none can be guessed piece by piece.
        matches = [
            access for login, access in self._accesses.items() if hmac.compare_digest(login, given)
        ]
        return matches[0] if matches else None

    async def _tunnel(self, exchange: _Exchange, request: h11.Request, access: ProxyAccess) -> None:
        try:
            url = _url(b"https://" + request.target + b"/")
            async with asyncio.timeout(_ANSWER_SECONDS):
                reader, writer = await connected(self._guard, url, access.upstream)
        except (Refusal, OSError, TimeoutError, h11.ProtocolError, EOFError) as failure:
            await self._refuse(exchange, request, access, failure)
            return
        try:
            await exchange.open_tunnel()
            await relay(exchange.reader, exchange.writer, reader, writer, access)
        finally:
            writer.close()

    async def _forward(
        self, exchange: _Exchange, request: h11.Request, access: ProxyAccess
    ) -> None:
        try:
            url = _url(request.target)
            if url.scheme != "http" or request.target.count(b"/") < 3:
                raise malformed("Only http: is passed on as it is.")
            headers = [(n, v) for n, v in request.headers if n not in _HOP and n != b"host"]
            async with GuardedTransport(self._guard, access.upstream) as transport:
                forwarded = httpx.Request(
                    request.method.decode("ascii"),
                    url,
                    headers=[(b"Host", url.netloc), *headers, (b"Connection", b"close")],
                    stream=_Body(exchange, access),
                    extensions=_extensions(request.target, access),
                )
                response = await transport.handle_async_request(forwarded)
                try:
                    await exchange.pass_on(response, access)
                finally:
                    await response.aclose()
        except (Refusal, httpx.HTTPError, httpx.InvalidURL, UnicodeError) as failure:
            await self._refuse(exchange, request, access, failure)

    async def _refuse(
        self, exchange: _Exchange, request: h11.Request, access: ProxyAccess, failure: Exception
    ) -> None:
        if isinstance(failure, Refusal):
            with suppress(Refusal):
                tunnel = request.method == b"CONNECT"
                access.refuse(
                    _url(b"https://" + request.target if tunnel else request.target), failure
                )
        await exchange.answer(403 if isinstance(failure, Refusal) else 502)


class _Exchange:
    """One request and its answer, as HTTP/1.1 frames them."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=_HEAD_BYTES)

    async def request(self) -> h11.Request:
        event = await self._next()
        if not isinstance(event, h11.Request):
            raise EOFError
        return event

    async def body(self) -> AsyncIterator[bytes]:
        while isinstance(event := await self._next(), h11.Data):
            yield bytes(event.data)

    async def _next(self) -> object:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._http.receive_data(await self.reader.read(_CHUNK))
        return event

    async def _send(self, *events: h11.Event) -> None:
        for event in events:
            self.writer.write(self._http.send(event) or b"")
        await self.writer.drain()

    async def answer(self, status: int, headers: list[tuple[bytes, bytes]] | None = None) -> None:
        """Answer for the proxy itself, unless an answer is under way."""
        if self._http.our_state is h11.SEND_RESPONSE or self._http.our_state is h11.IDLE:
            close = [(b"Content-Length", b"0"), (b"Connection", b"close")]
            response = h11.Response(status_code=status, headers=[*(headers or []), *close])
            await self._send(response, h11.EndOfMessage())

    async def open_tunnel(self) -> None:
        await self._send(h11.Response(status_code=200, headers=[]))

    async def pass_on(self, response: httpx.Response, access: ProxyAccess) -> None:
        # How the body was cut into chunks ends here too.
        dropped = _HOP | {b"transfer-encoding"}
        headers = [(n, v) for n, v in response.headers.raw if n.lower() not in dropped]
        await self._send(
            h11.Response(
                status_code=response.status_code,
                headers=[*headers, (b"Connection", b"close")],
                reason=response.extensions.get("reason_phrase", b""),
            )
        )
        async for chunk in response.aiter_raw():
            if not access.count(len(chunk)):
                return
            await self._send(h11.Data(data=chunk))
        await self._send(h11.EndOfMessage())


class _Body(httpx.AsyncByteStream):
    """What a page sends, counted."""

    def __init__(self, exchange: _Exchange, access: ProxyAccess) -> None:
        self._exchange, self._passage = exchange, access

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._exchange.body():
            self._passage.count(len(chunk))
            yield chunk


def _extensions(target: bytes, access: ProxyAccess) -> dict[str, object]:
    extensions: dict[str, object] = {"timeout": {"read": _ANSWER_SECONDS, "write": _ANSWER_SECONDS}}
    if access.upstream is None:
        # The path as the page wrote it: httpx escapes more than browsers do.
        extensions["target"] = b"/" + target.split(b"/", 3)[-1]
    return extensions


def _login(access: ProxyAccess) -> bytes:
    return b"Basic " + b64encode(f"{access.username}:{access.password}".encode())


def _url(target: bytes) -> httpx.URL:
    try:
        return parsed_url(target.decode("ascii"))
    except (httpx.InvalidURL, UnicodeError):
        raise malformed("The target of the request is not an address.") from None


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

#: Addresses of one host that are tried, and the seconds given to each.
_TRIES, _CONNECT_SECONDS = 4, 5.0
#: Seconds without a byte either way after which a tunnel is closed.
_IDLE_SECONDS = 120.0


async def connected(guard: Guard, url: httpx.URL, upstream: ProxyServer | None) -> Streams:
    """Return a connection to the host of an address, or through a proxy to it.

    Raises
    ------
    Refusal
        400, 403 or 424, as `Guard` does; 424 if nothing can be connected to.
    """
    host, port = guard.target(url)
    addresses = await guard.addresses(host, port)
    if upstream is None:
        return await _first(addresses, port)
    tls = NamedContext.of(upstream.host) if upstream.scheme == "https" else None
    streams = await _first(await upstream.addresses(guard), upstream.port, tls)
    try:
        await _ask(streams, f"[{host}]:{port}" if ":" in host else f"{host}:{port}", upstream)
    except BaseException:
        streams[1].close()
        raise
    return streams


async def _first(addresses: list[str], port: int, tls: NamedContext | None = None) -> Streams:
    for address in addresses[:_TRIES]:
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                name = tls.name if tls else None
                return await asyncio.open_connection(address, port, ssl=tls, server_hostname=name)
        except OSError:  # A timeout is one too.
            continue
    raise failed("The host cannot be connected to: check the url.")


async def _ask(streams: Streams, authority: str, upstream: ProxyServer) -> None:
    """Ask a proxy for a tunnel (RFC 9110, 9.3.6)."""
    reader, writer = streams
    http = h11.Connection(h11.CLIENT)
    headers = [("Host", authority)]
    if upstream.authorization:
        headers.append(("Proxy-Authorization", upstream.authorization))
    request = h11.Request(method="CONNECT", target=authority, headers=headers)
    writer.write((http.send(request) or b"") + (http.send(h11.EndOfMessage()) or b""))
    await writer.drain()
    while (event := http.next_event()) is h11.NEED_DATA:
        # Byte by byte, since what follows the answer belongs to the tunnel.
        http.receive_data(await reader.read(1))
    if not isinstance(event, h11.Response) or not 200 <= event.status_code < 300:
        raise proxy_failed(f"it answers {getattr(event, 'status_code', 'nothing')}")


async def relay(
    browser: asyncio.StreamReader,
    to_browser: asyncio.StreamWriter,
    server: asyncio.StreamReader,
    to_server: asyncio.StreamWriter,
    access: ProxyAccess,
) -> None:
    """Pass bytes both ways until one side ends, or the access is spent."""
    async with asyncio.TaskGroup() as group:
        up = group.create_task(_copy(browser, to_server, access))
        down = group.create_task(_copy(server, to_browser, access))
        await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        down.cancel()


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, access: ProxyAccess
) -> None:
    try:
        while True:
            async with asyncio.timeout(_IDLE_SECONDS):
                chunk = await reader.read(_CHUNK)
            if not chunk or not access.count(len(chunk)):
                return
            writer.write(chunk)
            async with asyncio.timeout(_IDLE_SECONDS):
                await writer.drain()
    except OSError:
        return
