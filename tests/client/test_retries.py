"""What is tried again, how often, and after how long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from triptych.client import (
    APIConnectionError,
    APITimeoutError,
    AsyncClient,
    BadRequestError,
    Client,
    NotImplementedByServerError,
    RateLimitError,
    RetryPolicy,
    ServerError,
)

OK = {"check": {"score": 0.1, "is_spam": False}}
Answer = httpx.Response | Exception


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds slept, without the sleeping."""
    slept: list[float] = []

    async def asleep(seconds: float) -> None:
        slept.append(seconds)

    # The client's names alone: a server still running in another thread sleeps by asyncio's.
    clock = SimpleNamespace(sleep=slept.append, monotonic=time.monotonic)
    monkeypatch.setattr("triptych.client.clients.time", clock)
    loop = SimpleNamespace(sleep=asleep, timeout=asyncio.timeout)
    monkeypatch.setattr("triptych.client.clients.asyncio", loop)
    return slept


def _script(*answers: Answer) -> tuple[httpx.MockTransport, Callable[[], int]]:
    """A server that gives these answers in turn, and how many it has given."""
    left: Iterator[Answer] = iter(answers)
    given = 0

    def handler(request: httpx.Request) -> httpx.Response:
        nonlocal given
        given += 1
        answer = next(left)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return httpx.MockTransport(handler), lambda: given


@pytest.mark.parametrize(
    "failure",
    [httpx.ConnectError("refused"), httpx.RemoteProtocolError("gone"), httpx.ConnectTimeout("t")]
    + [httpx.Response(status) for status in (429, 500, 502, 503, 504)],
)
def test_a_passing_failure_is_tried_again(failure: Answer, waits: list[float]) -> None:
    transport, given = _script(failure, httpx.Response(200, json=OK))
    assert Client(api_key="k", transport=transport).spam("a").checks[0].score == 0.1
    assert given() == 2
    assert len(waits) == 1


async def test_the_async_client_tries_again_too(waits: list[float]) -> None:
    transport, given = _script(
        httpx.ConnectError("x"), httpx.Response(503), httpx.Response(200, json=OK)
    )
    await AsyncClient(api_key="k", transport=transport).spam("a")
    assert given() == 3
    assert len(waits) == 2


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        (httpx.Response(400), BadRequestError),
        (httpx.Response(501), NotImplementedByServerError),
        (httpx.ReadTimeout("slow"), APITimeoutError),
    ],
)
def test_a_lasting_failure_is_not(
    failure: Answer, error: type[Exception], waits: list[float]
) -> None:
    transport, given = _script(failure)
    with pytest.raises(error):
        Client(api_key="k", transport=transport).spam("a")
    assert given() == 1
    assert not waits


@pytest.mark.parametrize(
    ("failure", "error"),
    [(httpx.Response(500), ServerError), (httpx.ConnectError("x"), APIConnectionError)],
)
def test_it_gives_up_after_the_retries(
    failure: Answer, error: type[Exception], waits: list[float]
) -> None:
    transport, given = _script(*[failure] * 4)
    with pytest.raises(error):
        Client(api_key="k", transport=transport, retries=RetryPolicy(max_retries=3)).spam("a")
    assert given() == 4


def test_waits_are_full_jitter_under_a_doubling_ceiling(waits: list[float]) -> None:
    policy = RetryPolicy(max_retries=20, base=1, ceiling=4)
    drawn = [[policy.delay(n, httpx.Response(503)) or 0 for _ in range(400)] for n in range(5)]
    for ceiling, draws in zip([1, 2, 4, 4, 4], drawn, strict=True):
        assert 0 <= min(draws) < ceiling * 0.1
        assert ceiling * 0.9 < max(draws) <= ceiling


def test_retry_after_in_seconds_and_as_a_date_is_honoured(waits: list[float]) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    transport, _ = _script(
        httpx.Response(429, headers={"retry-after": "3"}),
        httpx.Response(503, headers={"retry-after": date}),
        httpx.Response(200, json=OK),
    )
    Client(api_key="k", transport=transport).spam("a")
    assert waits[0] == 3
    assert 17 < waits[1] <= 20


def test_a_pause_too_long_to_wait_is_told(waits: list[float]) -> None:
    transport, given = _script(httpx.Response(429, headers={"retry-after": "3600"}))
    with pytest.raises(RateLimitError) as caught:
        Client(api_key="k", transport=transport).spam("a")
    assert caught.value.retry_after == 3600
    assert given() == 1
    assert not waits


@pytest.mark.parametrize("nonsense", ["soon", "", "nan", "-5", "inf"])
def test_a_nonsensical_retry_after_does_no_harm(nonsense: str, waits: list[float]) -> None:
    transport, _ = _script(
        httpx.Response(503, headers={"retry-after": nonsense}), httpx.Response(200, json=OK)
    )
    Client(api_key="k", transport=transport).spam("a")
    assert 0 <= waits[0] <= 0.5


class _BrokenStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """An event, and then a connection that breaks."""

    def __iter__(self) -> Iterator[bytes]:
        yield b'event: progress\ndata: {"step": "planned"}\n\n'
        raise httpx.ReadError("reset by peer")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


def _events(body: httpx.SyncByteStream | httpx.AsyncByteStream | bytes) -> httpx.Response:
    stream: dict[str, Any] = {"content": body} if isinstance(body, bytes) else {"stream": body}
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, **stream)


@pytest.mark.parametrize(
    "answer",
    [
        _events(_BrokenStream()),
        _events(b'event: progress\ndata: {"step": "planned"}\n\n'),
        _events(b"event: progress\ndata: 3\n\n"),
    ],
    ids=["reset", "ended early", "malformed"],
)
def test_a_stream_that_breaks_after_an_event_is_not_tried_again(
    answer: httpx.Response, waits: list[float]
) -> None:
    transport, given = _script(answer, answer)
    with pytest.raises(APIConnectionError):
        Client(api_key="k", transport=transport).research("tea", on_progress=lambda step: None)
    assert given() == 1
    assert not waits


async def test_async_stream_that_breaks_after_an_event_is_not_tried_again(
    waits: list[float],
) -> None:
    transport, given = _script(_events(_BrokenStream()), httpx.Response(503))
    with pytest.raises(APIConnectionError, match="reset by peer"):
        await AsyncClient(api_key="k", transport=transport).research(
            "tea", on_progress=lambda step: None
        )
    assert given() == 1
    assert not waits
