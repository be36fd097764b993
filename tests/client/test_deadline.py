"""A call's `timeout` limits it as a whole, whatever the server does."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from tests.client.faulty_server import Exchange, Serve, response

from triptych.client import (
    APIConnectionError,
    APITimeoutError,
    AsyncClient,
    Client,
    GatewayTimeoutError,
    RateLimitError,
    RetryPolicy,
    ServerError,
)
from triptych.client.connections import limit_waits
from triptych.client.deadline import time_left

BODY = b'{"check": {"score": 0.1, "is_spam": false}}'
#: Of what keeps coming, and stays a part of a valid response: its beginning, the piece that is
#: repeated, and its end.
DRIPS = {
    "headers": (
        b"HTTP/1.1 200 OK\r\nx-drops: ",
        b"a",
        b"\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n" + BODY,
    ),
    "body": (b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n", b" ", BODY),
    "chunks": (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        b"1\r\n \r\n",
        b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY),
    ),
    # Bytes of which httpx gives no piece of the body.
    "a chunk's head": (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n%x;drops=" % len(BODY),
        b"a",
        b"\r\n%b\r\n0\r\n\r\n" % BODY,
    ),
    "events": (
        b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
        b": at work\n\n",
        b"event: reply\ndata: %b\n\n" % BODY,
    ),
}


def dripping(name: str) -> Callable[[Exchange], None]:
    """Return a function that sends one of `DRIPS`."""
    start, drop, end = DRIPS[name]

    def respond(exchange: Exchange) -> None:
        exchange.read()
        exchange.send(start)
        exchange.drip(drop)
        exchange.send(end)

    return respond


def called(
    kind: str, base_url: str, call: Callable[[Any], Any], **options: Any
) -> Callable[[], Awaitable[Any]]:
    """Return a coroutine function that makes a call with either client."""

    async def run() -> Any:
        if kind == "sync":
            with Client(api_key="k", base_url=base_url, **options) as client:
                return await asyncio.to_thread(call, client)
        async with AsyncClient(api_key="k", base_url=base_url, **options) as other:
            return await call(other)

    return run


both = pytest.mark.parametrize("kind", ["sync", "async"])


@both
@pytest.mark.parametrize("name", DRIPS)
async def test_call_to_a_server_that_drips_ends_with_its_timeout(
    kind: str, name: str, faulty: Serve
) -> None:
    server = faulty(dripping(name))
    with pytest.raises(APITimeoutError, match="longer timeout="):
        await called(kind, server.base_url, lambda client: client.spam("a", timeout=0.5))()
    # The connection is closed, so that the server can stop its work.
    assert await asyncio.to_thread(server.hung_up.wait, 60)
    assert server.count == 1


@both
async def test_timeout_of_the_client_counts_for_steps_and_for_health(
    kind: str, faulty: Serve
) -> None:
    server = faulty(dripping("events"))
    for call in (lambda client: client.research("tea"), lambda client: client.health()):
        with pytest.raises(APITimeoutError):
            await called(kind, server.base_url, call, timeout=0.5)()


@both
async def test_call_to_a_server_that_reads_slowly_ends_with_its_timeout(
    kind: str, faulty: Serve
) -> None:
    # The server takes the whole request in seconds, and never lets a single write wait for long.
    server = faulty(response(BODY, pause=0.02))
    page = "a" * 30_000_000
    with pytest.raises(APITimeoutError):
        await called(
            kind,
            server.base_url,
            lambda client: client.scrape(html=page, element_prompts=["price"], timeout=2),
        )()
    # The request was not sent to its end.
    assert await asyncio.to_thread(server.hung_up.wait, 60)


@both
async def test_map_with_a_timeout_ends_each_request_to_a_server_that_drips(
    kind: str, faulty: Serve
) -> None:
    server = faulty(dripping("headers"))

    def mapped(client: Any) -> Any:
        results = client.map("profanity", ["a", "b"], timeout=0.5)
        if kind == "sync":
            return dict(results)

        async def read() -> dict[int, Any]:
            return {index: value async for index, value in results}

        return read()

    replies = await called(kind, server.base_url, mapped)()
    assert {index: type(reply) for index, reply in replies.items()} == {
        0: APITimeoutError,
        1: APITimeoutError,
    }


def test_embed_many_to_a_server_that_drips_ends_with_its_timeout(faulty: Serve) -> None:
    server = faulty(dripping("body"))
    with (
        Client(api_key="k", base_url=server.base_url, timeout=0.5) as client,
        pytest.raises(APITimeoutError),
    ):
        client.embed_many(["a"])


def test_timeout_of_a_call_limits_nothing_after_it(faulty: Serve) -> None:
    server = faulty(response(BODY))
    with Client(api_key="k", base_url=server.base_url) as client:
        client.spam("a", timeout=60)
        assert time_left(7) == 7


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no Unix sockets here")
def test_your_own_httpx_client_is_limited_as_well(faulty: Serve, tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    server = faulty(dripping("headers"), path)
    with httpx.Client(transport=httpx.HTTPTransport(uds=path)) as http:
        client = Client(api_key="k", base_url=server.base_url, http_client=http)
        with pytest.raises(APITimeoutError):
            client.spam("a", timeout=0.5)
    assert server.hung_up.wait(60)


def test_a_transport_of_your_own_is_limited_between_pieces() -> None:
    class Endless(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for _ in range(10_000_000):
                yield b" "
            yield BODY

    transport = httpx.MockTransport(lambda request: httpx.Response(200, stream=Endless()))
    with pytest.raises(APITimeoutError):
        Client(api_key="k", transport=transport).spam("a", timeout=0.1)


def test_handshake_that_drips_ends_with_the_timeout(faulty: Serve) -> None:
    def respond(exchange: Exchange) -> None:
        exchange.send(b"\x16\x03\x03\x40\x00")
        exchange.drip(b"\x02")

    server = faulty(respond)
    address = server.base_url.replace("http:", "https:")
    with Client(api_key="k", base_url=address) as client, pytest.raises(APITimeoutError):
        client.spam("a", timeout=0.5)
    assert server.hung_up.wait(60)


def test_every_address_of_a_host_is_tried(faulty: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    server = faulty(response(BODY))
    look_up = socket.getaddrinfo

    def of_host(host: Any, port: Any, *arguments: Any, **options: Any) -> Any:
        if host != "service.test":
            return look_up(host, port, *arguments, **options)
        # Nobody listens at the first.
        return [
            (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in ("127.0.0.2", "127.0.0.1")
        ]

    monkeypatch.setattr(socket, "getaddrinfo", of_host)
    address = server.base_url.replace("127.0.0.1", "service.test")
    with Client(api_key="k", base_url=address) as client:
        assert client.spam("a", timeout=60).checks[0].score == 0.1


def test_name_of_no_host_is_a_connection_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*arguments: Any, **options: Any) -> Any:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    once = RetryPolicy(max_retries=0)
    with Client(api_key="k", base_url="http://service.test", retries=once) as client:
        for timeout in (60, None):
            with pytest.raises(APIConnectionError, match="Name or service not known"):
                client.spam("a", timeout=timeout)


def test_transport_that_connects_again_waits_no_longer_than_the_timeout() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    listener.close()
    transport = httpx.HTTPTransport(retries=100)
    client = Client(api_key="k", base_url=f"http://127.0.0.1:{port}", transport=transport)
    with client, pytest.raises(APITimeoutError):
        client.spam("a", timeout=1)


def test_limits_are_set_once() -> None:
    with httpx.Client() as http:
        limit_waits(http)
        backend = http._transport._pool._network_backend  # type: ignore[attr-defined]
        limit_waits(http)
        assert http._transport._pool._network_backend is backend  # type: ignore[attr-defined]


class Clock:
    """A clock that only tries and pauses move on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def asleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    for module in ("clients", "deadline", "timeouts"):
        monkeypatch.setattr(f"triptych.client.{module}.time", clock)
    loop = SimpleNamespace(sleep=clock.asleep, timeout=asyncio.timeout)
    monkeypatch.setattr("triptych.client.clients.asyncio", loop)
    return clock


async def tries(
    kind: str, clock: Clock, seconds: float, refusal: httpx.Response, timeout: float | None
) -> tuple[list[float], Any]:
    """Return the read limit of each try of a call, which all end so, and how the call ends."""
    limits: list[float] = []

    def respond(request: httpx.Request) -> httpx.Response:
        limits.append(request.extensions["timeout"]["read"])
        clock.now += seconds
        return httpx.Response(refusal.status_code, headers=refusal.headers)

    transport = httpx.MockTransport(respond)
    retries = RetryPolicy(max_retries=4, base=0)
    client: Any = (Client if kind == "sync" else AsyncClient)(
        api_key="k", transport=transport, retries=retries
    )
    try:
        reply = client.spam("a", timeout=timeout)
        await reply
    except Exception as error:
        return limits, error
    raise AssertionError("the call did not fail")


@both
async def test_retries_and_pauses_are_a_part_of_the_timeout(kind: str, clock: Clock) -> None:
    busy = httpx.Response(503, headers={"retry-after": "3"})
    limits, error = await tries(kind, clock, 2, busy, timeout=10)
    # At 0, at 5, and none at 10.
    assert limits == [10, 5]
    assert type(error) is ServerError


@both
async def test_pause_longer_than_the_timeout_is_not_waited_for(kind: str, clock: Clock) -> None:
    refused = httpx.Response(429, headers={"retry-after": "30"})
    limits, error = await tries(kind, clock, 0, refused, timeout=20)
    assert len(limits) == 1
    assert isinstance(error, RateLimitError)
    assert error.retry_after == 30


@both
@pytest.mark.parametrize(("seconds", "count"), [(11, 1), (9, 2), (4, 4)])
async def test_gateway_timeout_is_retried_only_if_as_much_time_is_left(
    kind: str, seconds: float, count: int, clock: Clock
) -> None:
    limits, error = await tries(kind, clock, seconds, httpx.Response(504), timeout=20)
    assert len(limits) == count
    assert type(error) is GatewayTimeoutError


@both
async def test_without_a_timeout_every_retry_is_made(kind: str, clock: Clock) -> None:
    limits, error = await tries(kind, clock, 1_000, httpx.Response(504), timeout=None)
    assert limits == [60] * 5
    assert type(error) is GatewayTimeoutError
