"""Calls that report their progress, calls that take long, and how either ends before its end."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import anyio
import httpx
import pytest

from triptych.client import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncClient,
    Client,
    ConfigurationError,
    InvalidInputError,
    RetryPolicy,
    embedded,
    in_process,
)
from triptych.client.exchange import build
from triptych.contract import ResearchStep
from triptych.contract.operations import EMBED, RESEARCH
from triptych.service import ServiceSettings, app
from triptych.service.handler import Context, Outcome, ignore_progress
from triptych.service.refusal import Refusal

QUESTION = build(RESEARCH, {"query": "tea"})


class Work:
    """What the service does: steps, one of them held until it is let go on."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.ended = threading.Event()
        self.told: list[str] = []

    async def __call__(self, request: Any, context: Context) -> Outcome:
        try:
            for name in ("plan", "search"):
                await context.on_progress({"step": name})
                self.told.append(name)
            while not self.go_on.is_set():  # noqa: ASYNC110
                await anyio.sleep(0.005)
            if request.query == "refuse":
                raise Refusal(424, "No page can be read: try again.", field="query")
            if request.query == "break":
                raise RuntimeError("a fault")
            return Outcome({"query": request.query, "results": "Tea."})
        finally:
            self.ended.set()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    work = Work()

    async def embed(request: Any, context: Context) -> Outcome:
        await work(build(RESEARCH, {"query": "embed"}), context.for_request(ignore_progress))
        return Outcome({"embeddings": [[1.0]]})

    monkeypatch.setattr(app, "HANDLERS", {"research": work, "embed": embed})
    monkeypatch.setattr(embedded, "_service", embedded._Service())
    yield work
    work.go_on.set()


@pytest.fixture(params=["embedded", "served"])
def client(
    request: pytest.FixtureRequest, work: Work, serve: Callable[[ServiceSettings], str]
) -> Client:
    return (
        Client()
        if request.param == "embedded"
        else Client(api_key="k", base_url=serve(ServiceSettings()))
    )


def test_steps_come_while_the_work_is_under_way(client: Client, work: Work) -> None:
    steps: list[dict[str, Any]] = []

    def on_step(step: dict[str, Any]) -> None:
        steps.append(step)
        assert not work.ended.is_set()
        if len(steps) == 2:
            work.go_on.set()

    reply = client.call(RESEARCH, QUESTION, on_step=on_step)
    assert steps == [{"step": "plan"}, {"step": "search"}]
    assert reply.results == "Tea."
    assert reply.log_id
    assert reply.usage is not None


async def test_awaited(work: Work) -> None:
    steps: list[dict[str, Any]] = []

    def on_step(step: dict[str, Any]) -> None:
        steps.append(step)
        work.go_on.set()

    async with AsyncClient() as client:
        reply = await client.call(RESEARCH, QUESTION, on_step=on_step)
    assert reply.results == "Tea."
    assert steps == [{"step": "plan"}, {"step": "search"}]


def test_who_does_not_watch_gets_the_reply_alone(client: Client, work: Work) -> None:
    work.go_on.set()
    assert client.call(RESEARCH, QUESTION).results == "Tea."


def test_what_the_watcher_raises_ends_the_work(client: Client, work: Work) -> None:
    def stop(step: dict[str, Any]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        client.call(RESEARCH, QUESTION, on_step=stop)
    assert work.ended.wait(60)
    assert not work.go_on.is_set()


@pytest.mark.parametrize("watched", [True, False])
@pytest.mark.parametrize("where", ["embedded", "served"])
async def test_a_cancelled_call_ends_the_work(
    where: str, watched: bool, work: Work, serve: Callable[[ServiceSettings], str]
) -> None:
    client = (
        AsyncClient()
        if where == "embedded"
        else AsyncClient(api_key="k", base_url=serve(ServiceSettings()))
    )
    on_step = (lambda step: None) if watched else None
    async with client:
        call = asyncio.create_task(client.call(RESEARCH, QUESTION, on_step=on_step))
        while "search" not in work.told:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await asyncio.to_thread(work.ended.wait, 60)
    assert not work.go_on.is_set()


@pytest.mark.parametrize("watched", [True, False])
async def test_a_call_cancelled_as_its_answer_comes_ends_the_work(
    watched: bool, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit, submitted = embedded._service.submit, asyncio.Event()

    def noted(request: httpx.Request) -> Any:
        submitted.set()
        return submit(request)

    monkeypatch.setattr(embedded._service, "submit", noted)
    async with AsyncClient() as client:
        on_step = (lambda step: None) if watched else None
        call = asyncio.create_task(client.call(RESEARCH, QUESTION, on_step=on_step))
        await submitted.wait()
        # This loop stands still, so what the service sends by then has not been taken.
        while "search" not in work.told:
            time.sleep(0.005)  # noqa: ASYNC251
        time.sleep(0.05)  # noqa: ASYNC251
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await asyncio.to_thread(work.ended.wait, 60)
    assert not work.go_on.is_set()


async def test_a_call_cancelled_before_its_answer_is_handed_over_ends_the_work(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[asyncio.Task[Any]] = []
    handed_over = in_process.Exchange.response

    async def cancelled(exchange: in_process.Exchange) -> httpx.Response:
        response = await handed_over(exchange)
        calls[0].get_loop().call_soon_threadsafe(calls[0].cancel)
        # This loop stands still, and with it the response, until the caller's has taken note.
        while not calls[0].cancelling() or not calls[0].done():
            time.sleep(0.005)  # noqa: ASYNC251
        return response

    monkeypatch.setattr(in_process.Exchange, "response", cancelled)
    async with AsyncClient() as client:
        calls.append(asyncio.create_task(client.call(RESEARCH, QUESTION)))
        with pytest.raises(asyncio.CancelledError):
            await calls[0]
        assert await asyncio.to_thread(work.ended.wait, 60)
    assert not work.go_on.is_set()


@pytest.mark.parametrize(("query", "status"), [("refuse", 424), ("break", 500)])
def test_why_there_is_no_reply_is_an_error_like_others(
    query: str, status: int, client: Client, work: Work
) -> None:
    work.go_on.set()
    with pytest.raises(APIStatusError) as raised:
        client.call(RESEARCH, build(RESEARCH, {"query": query}), on_step=lambda step: None)
    assert raised.value.status_code == status
    assert raised.value.log_id
    assert "Unexpected error" in raised.value.message or raised.value.field == "query"


@pytest.mark.parametrize("timeout", [0.2, 1.5, httpx.Timeout(0.2)])
def test_timeout_of_a_call_is_raised_and_the_work_is_cancelled(
    client: Client, work: Work, timeout: Any
) -> None:
    with pytest.raises(APITimeoutError, match="longer timeout="):
        client.call(EMBED, build(EMBED, {"text": "tea"}), timeout=timeout)
    assert work.ended.wait(60)
    assert not work.go_on.is_set()


@pytest.mark.parametrize("timeout", [0.2, 1.5])
@pytest.mark.parametrize("where", ["embedded", "served"])
async def test_timeout_awaited_is_raised_and_the_work_is_cancelled(
    where: str, timeout: float, work: Work, serve: Callable[[ServiceSettings], str]
) -> None:
    client = (
        AsyncClient()
        if where == "embedded"
        else AsyncClient(api_key="k", base_url=serve(ServiceSettings()))
    )
    async with client.with_options(timeout=timeout) as limited:
        with pytest.raises(APITimeoutError):
            await limited.embed("tea")
        assert await asyncio.to_thread(work.ended.wait, 60)
    assert not work.go_on.is_set()
    await client.close()


def test_timeout_of_silence_is_not_that_of_long_work(client: Client, work: Work) -> None:
    """A service at work sends a byte a second, so silence is what the limit of bytes is about."""
    threading.Timer(2.5, work.go_on.set).start()
    reply = client.call(EMBED, build(EMBED, {"text": "tea"}), timeout=httpx.Timeout(2))
    assert reply.embeddings == [[1.0]]


async def test_timeout_does_not_hide_an_error_of_the_callback(work: Work) -> None:
    def on_step(step: dict[str, Any]) -> None:
        raise TimeoutError("mine")

    async with AsyncClient() as client:
        with pytest.raises(TimeoutError, match="mine"):
            await client.call(RESEARCH, QUESTION, on_step=on_step, timeout=30)


@pytest.mark.parametrize("timeout", [0, -1, "soon", float("nan"), float("inf"), 1e300])
def test_timeout_that_is_not_positive_is_refused(timeout: Any) -> None:
    for call in (lambda: Client(timeout=timeout), lambda: Client().spam("a", timeout=timeout)):
        with pytest.raises(InvalidInputError, match="more than 0 seconds"):
            call()


def test_timeout_of_a_call_wins_over_that_of_the_client() -> None:
    seen: list[dict[str, float]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.extensions["timeout"])
        return httpx.Response(200, json={"check": []})

    transport = httpx.MockTransport(answer)
    client = Client(api_key="k", transport=transport)
    client.spam([])
    client.with_options(timeout=20).spam([])
    client.with_options(timeout=20).spam([], timeout=3)
    client.spam([], timeout=httpx.Timeout(None))
    with httpx.Client(transport=transport, timeout=7) as http:
        Client(api_key="k", http_client=http).spam([])
    assert [limits["read"] for limits in seen] == [60, 20, 3, None, 7]
    assert [limits["connect"] for limits in seen] == [5, 5, 3, None, 7]


def test_with_options_shares_the_connections(work: Work) -> None:
    work.go_on.set()
    client = Client()
    with client.with_options(retries=RetryPolicy(max_retries=5)) as other:
        assert other._http is client._http
        assert other._retries.max_retries == 5
    assert client.embed("tea").embeddings == [[1.0]]
    client.close()
    with pytest.raises(ConfigurationError, match="closed"):
        other.embed("tea")


def answering(*events: str, media_type: str = "text/event-stream") -> Client:
    def answer(request: httpx.Request) -> httpx.Response:
        assert "text/event-stream" in request.headers["accept"]
        return httpx.Response(
            200, headers={"content-type": media_type}, content="".join(events).encode()
        )

    return Client(api_key="k", base_url="http://h", transport=httpx.MockTransport(answer))


def test_a_service_that_tells_nothing_answers_as_ever() -> None:
    client = answering('{"success": true, "query": "tea", "results": "x"}',
                       media_type="application/json")  # fmt: skip
    steps: list[Any] = []
    assert client.call(RESEARCH, QUESTION, on_step=steps.append).results == "x"
    assert steps == []


@pytest.mark.parametrize(
    "events",
    [
        'event: progress\ndata: {"step": "plan"}\n\n',
        "",
        "event: progress\ndata: 3\n\n",
        'event: error\ndata: {"no": "status"}\n\n',
        "event: reply\ndata: {\n\n",
    ],
)
def test_a_stream_without_a_reply_is_a_failed_connection(events: str) -> None:
    client = answering(events)
    with pytest.raises(APIConnectionError):
        client.call(RESEARCH, QUESTION, on_step=lambda step: None)


def test_comments_and_events_of_other_kinds_are_passed_over() -> None:
    client = answering(
        ": still at work\n\n", "event: other\ndata: {}\n\n",
        'event: reply\ndata: {"success": true, "query": "tea", "results": "x"}\n\n',
    )  # fmt: skip
    assert client.call(RESEARCH, QUESTION, on_step=lambda step: None).results == "x"


def test_steps_that_are_not_as_agreed_cost_no_report() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        told = 'event: progress\ndata: {"step": "planned", "message": "2 parts"}\n\n'
        odd = 'event: progress\ndata: {"phase": 3}\n\n'
        reply = 'event: reply\ndata: {"success": true, "query": "tea", "results": "Tea."}\n\n'
        headers = {"content-type": "text/event-stream"}
        return httpx.Response(200, headers=headers, text=odd + told + reply)

    seen: list[ResearchStep] = []
    client = Client(api_key="k", base_url="http://service", transport=httpx.MockTransport(answer))
    assert client.research("tea", on_progress=seen.append).results == "Tea."
    assert [step.message for step in seen] == ["2 parts"]
