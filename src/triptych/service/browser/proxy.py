"""A proxy that lets a browser reach what the fetcher may reach, and nothing else.

A browser looks up names, follows redirects and opens frames, workers and sockets without asking;
what all of them have in common is the proxy. Each target is looked up here, once, and connected to
by the address that was checked.
"""

from __future__ import annotations

import asyncio
import hmac
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import suppress

import h11
import httpx

from triptych.service.browser.passage import Passage
from triptych.service.browser.tunnel import connected, relay
from triptych.service.fetch.guard import Guard
from triptych.service.fetch.refusals import malformed
from triptych.service.fetch.transport import GuardedTransport
from triptych.service.refusal import Refusal

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
    """An HTTP proxy on loopback for the pages that have a passage.

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
        self._passages: dict[bytes, Passage] = {}
        self.port = 0

    async def start(self) -> None:
        """Begin to listen, on a port that the system chooses."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End everything."""
        self._server.close()
        for passage in self._passages.values():
            passage.close()

    def admit(self, passage: Passage) -> None:
        """Let a page through from now on."""
        self._passages[_login(passage)] = passage

    def dismiss(self, passage: Passage) -> None:
        """End what a page has under way, and let it through no more."""
        self._passages.pop(_login(passage), None)
        passage.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        exchange = _Exchange(reader, writer)
        try:
            # One request for each connection: the next may be meant for another host.
            async with asyncio.timeout(_HEAD_SECONDS):
                request = await exchange.request()
            passage = self._passage(request)
            task = asyncio.current_task()
            if passage is None or task is None:
                challenge = [(b"Proxy-Authenticate", b'Basic realm="Triptych"')]
                await exchange.answer(407, headers=challenge)
            elif not passage.enter(task):
                await exchange.answer(503)
            elif request.method == b"CONNECT":
                await self._tunnel(exchange, request, passage)
            else:
                await self._forward(exchange, request, passage)
        except (h11.ProtocolError, OSError, EOFError, TimeoutError, asyncio.CancelledError):
            # Whoever waits for the page learns it from the browser; here is nobody to tell.
            pass
        finally:
            writer.close()

    def _passage(self, request: h11.Request) -> Passage | None:
        given = dict(request.headers).get(b"proxy-authorization", b"")
        # Each login takes the same time to compare, so none can be guessed piece by piece.
        found = [
            passage
            for login, passage in self._passages.items()
            if hmac.compare_digest(login, given)
        ]
        return found[0] if found else None

    async def _tunnel(self, exchange: _Exchange, request: h11.Request, passage: Passage) -> None:
        try:
            url = _url(b"https://" + request.target + b"/")
            async with asyncio.timeout(_ANSWER_SECONDS):
                reader, writer = await connected(self._guard, url, passage.upstream)
        except (Refusal, OSError, TimeoutError, h11.ProtocolError, EOFError) as failure:
            await self._refuse(exchange, request, passage, failure)
            return
        try:
            await exchange.open_tunnel()
            await relay(exchange.reader, exchange.writer, reader, writer, passage)
        finally:
            writer.close()

    async def _forward(self, exchange: _Exchange, request: h11.Request, passage: Passage) -> None:
        try:
            url = _url(request.target)
            if url.scheme != "http" or request.target.count(b"/") < 3:
                raise malformed("Only http: is passed on as it is.")
            headers = [(n, v) for n, v in request.headers if n not in _HOP and n != b"host"]
            async with GuardedTransport(self._guard, passage.upstream) as transport:
                asked = httpx.Request(
                    request.method.decode("ascii"),
                    url,
                    headers=[(b"Host", url.netloc), *headers, (b"Connection", b"close")],
                    stream=_Body(exchange, passage),
                    extensions=_extensions(request.target, passage),
                )
                response = await transport.handle_async_request(asked)
                try:
                    await exchange.pass_on(response, passage)
                finally:
                    await response.aclose()
        except (Refusal, httpx.HTTPError, httpx.InvalidURL, UnicodeError) as failure:
            await self._refuse(exchange, request, passage, failure)

    async def _refuse(
        self, exchange: _Exchange, request: h11.Request, passage: Passage, failure: Exception
    ) -> None:
        if isinstance(failure, Refusal):
            with suppress(Refusal):
                tunnel = request.method == b"CONNECT"
                passage.refuse(
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

    async def pass_on(self, response: httpx.Response, passage: Passage) -> None:
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
            if not passage.count(len(chunk)):
                return
            await self._send(h11.Data(data=chunk))
        await self._send(h11.EndOfMessage())


class _Body(httpx.AsyncByteStream):
    """What a page sends, counted."""

    def __init__(self, exchange: _Exchange, passage: Passage) -> None:
        self._exchange, self._passage = exchange, passage

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._exchange.body():
            self._passage.count(len(chunk))
            yield chunk


def _extensions(target: bytes, passage: Passage) -> dict[str, object]:
    extensions: dict[str, object] = {"timeout": {"read": _ANSWER_SECONDS, "write": _ANSWER_SECONDS}}
    if passage.upstream is None:
        # The path as the page wrote it: httpx escapes more than browsers do.
        extensions["target"] = b"/" + target.split(b"/", 3)[-1]
    return extensions


def _login(passage: Passage) -> bytes:
    return b"Basic " + b64encode(f"{passage.username}:{passage.password}".encode())


def _url(target: bytes) -> httpx.URL:
    try:
        return httpx.URL(target.decode("ascii"))
    except (httpx.InvalidURL, UnicodeError):
        raise malformed("This is no address to pass anything on to.") from None
