"""Bytes that pass between a browser and a checked address, unread."""

from __future__ import annotations

import asyncio

import h11
import httpx

from triptych.service.browser.passage import Passage
from triptych.service.fetch.guard import Guard
from triptych.service.fetch.proxies import NamedContext, ProxyServer, proxy_failed
from triptych.service.fetch.refusals import failed

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

#: Addresses of one host that are tried, and the seconds given to each.
_TRIES, _CONNECT_SECONDS = 4, 5.0
#: Seconds without a byte either way after which a tunnel is closed.
_IDLE_SECONDS = 120.0
_CHUNK = 64 * 1024


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
    passage: Passage,
) -> None:
    """Pass bytes both ways until one side ends, or the passage is spent."""
    async with asyncio.TaskGroup() as group:
        up = group.create_task(_copy(browser, to_server, passage))
        down = group.create_task(_copy(server, to_browser, passage))
        await asyncio.wait({up, down}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        down.cancel()


async def _copy(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passage: Passage
) -> None:
    try:
        while True:
            async with asyncio.timeout(_IDLE_SECONDS):
                chunk = await reader.read(_CHUNK)
            if not chunk or not passage.count(len(chunk)):
                return
            writer.write(chunk)
            async with asyncio.timeout(_IDLE_SECONDS):
                await writer.drain()
    except OSError:
        return
