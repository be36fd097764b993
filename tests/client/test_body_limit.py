"""Responses that would fill the memory, compressed or not."""

from __future__ import annotations

import asyncio
import gzip
import json
import threading
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.client.faulty_server import Exchange, Serve, response

from triptych.client import (
    AsyncClient,
    Client,
    InvalidInputError,
    InvalidReplyError,
    ReplySizeError,
    RetryPolicy,
    ServerError,
)
from triptych.contract import OPERATIONS

LIMIT = 1_000_000
#: 200 MB of spaces in 200 kB: what a server sends to a client that has no limit.
BOMB = gzip.compress(b" " * 200_000_000, 1)
REPLY = b'{"success": true, "check": {"score": 0.1, "is_spam": false}}'

both = pytest.mark.parametrize("kind", ["sync", "async"])


async def run(
    kind: str, base_url: str, call: Callable[[Any], Any], limit: int = LIMIT, **options: Any
) -> Any:
    """Return what a call of either client returns."""
    options |= {"api_key": "k", "base_url": base_url, "max_reply_bytes": limit}
    options |= {"retries": RetryPolicy(base=0)}
    if kind == "sync":
        with Client(**options) as client:
            return await asyncio.to_thread(call, client)
    async with AsyncClient(**options) as other:
        return await call(other)


def endless(*headers: str) -> Callable[[Exchange], None]:
    """Return a function that responds with spaces for as long as somebody reads."""
    head = "\r\n".join(["HTTP/1.1 200 OK", "connection: close", *headers, "", ""]).encode()

    def respond(exchange: Exchange) -> None:
        exchange.read()
        exchange.send(head)
        while True:
            exchange.send(b" " * 65_536)

    return respond


@both
async def test_a_compressed_reply_past_the_limit_raises_and_is_not_decoded_whole(
    kind: str, faulty: Serve
) -> None:
    server = faulty(response(BOMB, "content-encoding: gzip", "x-request-id: abc"))
    tracemalloc.start()
    try:
        with pytest.raises(ReplySizeError, match=r"1,000,000 bytes.*max_reply_bytes=") as raised:
            await run(kind, server.base_url, lambda client: client.spam("a"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(raised.value, InvalidReplyError)
    assert raised.value.log_id == "abc"
    # Sent again it would be as large.
    assert server.count == 1
    assert peak < 20_000_000


@both
@pytest.mark.parametrize("media_type", ["application/json", "text/event-stream"])
async def test_a_reply_without_end_raises_and_hangs_up(
    media_type: str, kind: str, faulty: Serve
) -> None:
    server = faulty(endless(f"content-type: {media_type}"))
    with pytest.raises(ReplySizeError):
        await run(kind, server.base_url, lambda client: client.spam("a"))
    assert server.hung_up.wait(60)


@both
async def test_an_error_status_with_a_body_past_the_limit_is_that_error(
    kind: str, faulty: Serve
) -> None:
    server = faulty(response(BOMB, "content-encoding: gzip", status=503))
    with pytest.raises(ServerError) as raised:
        await run(kind, server.base_url, lambda client: client.spam("a"))
    assert raised.value.status_code == 503
    assert server.count == 3


@both
async def test_items_of_a_map_past_the_limit_have_an_error_each(kind: str, faulty: Serve) -> None:
    server = faulty(response(BOMB, "content-encoding: gzip"))

    async def collect(client: AsyncClient) -> dict[int, Any]:
        return {index: reply async for index, reply in client.map("spam", ["a", "b"])}

    call = (lambda client: dict(client.map("spam", ["a", "b"]))) if kind == "sync" else collect
    replies = await run(kind, server.base_url, call)
    assert {index: type(reply) for index, reply in replies.items()} == dict.fromkeys(
        range(2), ReplySizeError
    )


@both
@pytest.mark.parametrize("limit", [len(REPLY), len(REPLY) - 1])
@pytest.mark.parametrize("compressed", [True, False])
async def test_a_reply_as_long_as_the_limit_is_read_and_one_byte_more_is_not(
    compressed: bool, limit: int, kind: str, faulty: Serve
) -> None:
    body = gzip.compress(REPLY) if compressed else REPLY
    server = faulty(response(body, *["content-encoding: gzip"][:compressed]))
    if limit == len(REPLY):
        reply = await run(kind, server.base_url, lambda client: client.spam("a"), limit)
        assert reply.check.score == 0.1
    else:
        with pytest.raises(ReplySizeError):
            await run(kind, server.base_url, lambda client: client.spam("a"), limit)


@both
async def test_compressed_events_are_read_as_they_arrive(kind: str, faulty: Serve) -> None:
    has_arrived = threading.Event()

    def respond(exchange: Exchange) -> None:
        compressor = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)

        def send(event: str, members: dict[str, Any]) -> None:
            text = f"event: {event}\ndata: {json.dumps(members)}\n\n"
            exchange.send(compressor.compress(text.encode()))
            exchange.send(compressor.flush(zlib.Z_SYNC_FLUSH))

        exchange.read()
        exchange.send(
            b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/event-stream\r\n"
            b"content-encoding: gzip\r\n\r\n"
        )
        send("progress", {"step": "plan"})
        # The reply is sent once the step has been reported.
        if has_arrived.wait(60):
            send("reply", {"success": True, "query": "tea", "results": "Tea."})

    server = faulty(respond)
    operation = OPERATIONS["research"]
    request = operation.request.model_validate({"query": "tea"})
    response = await run(
        kind,
        server.base_url,
        lambda client: client.send(operation, request, on_step=lambda _: has_arrived.set()),
    )
    assert response.json()["results"] == "Tea."


@both
async def test_only_gzip_is_accepted_also_with_an_own_httpx_client(kind: str) -> None:
    received: list[httpx.Request] = []

    def respond(request: httpx.Request) -> httpx.Response:
        received.append(request)
        return httpx.Response(200, content=REPLY)

    transport = httpx.MockTransport(respond)
    headers = {"accept-encoding": "br"}
    own: Any = (
        httpx.Client(transport=transport, headers=headers)
        if kind == "sync"
        else httpx.AsyncClient(transport=transport, headers=headers)
    )
    await run(kind, "http://test", lambda client: client.spam("a"), http_client=own)
    await run(kind, "http://test", lambda client: client.health(), http_client=own)
    assert [request.headers["accept-encoding"] for request in received] == ["gzip", "gzip"]


@pytest.mark.parametrize("limit", [0, -1, 1.5, None, "1"])
def test_a_limit_that_is_no_number_of_bytes_raises(limit: Any) -> None:
    with pytest.raises(InvalidInputError, match="max_reply_bytes: give"):
        Client(max_reply_bytes=limit)
    with pytest.raises(InvalidInputError, match="max_reply_bytes: give"):
        AsyncClient(max_reply_bytes=limit)
