"""Replies as server-sent events: when they become a stream, and what it says."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
from httpx_sse import EventSource
from starlette.responses import Response
from starlette.types import Message

from triptych.client import AsyncClient, EmbeddedTransport, embedded
from triptych.contract import OPERATIONS, Attachment, SentimentRequest
from triptych.service import app, events
from triptych.service.handler import Context, OnProgress, Outcome
from triptych.service.refusal import Refusal

HEADERS = {"x-api-key": "k", "accept": "text/event-stream, application/json;q=0.9"}
Work = Callable[[], Outcome]


@pytest.fixture
def go_on() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
async def post(
    monkeypatch: pytest.MonkeyPatch, go_on: threading.Event
) -> AsyncIterator[Callable[[Work], AsyncIterator[httpx.Response]]]:
    """Send a request whose work waits for `go_on`."""
    monkeypatch.setattr(embedded, "_service", embedded._Service())
    work: list[Work] = []

    async def handler(request: Any, context: Context) -> Outcome:
        assert await context.run(go_on.wait, 20)
        return work[0]()

    monkeypatch.setattr(app, "HANDLERS", {"generate_image": handler})
    async with httpx.AsyncClient(transport=EmbeddedTransport(), headers=HEADERS) as client:

        def send(given: Work) -> Any:
            work.append(given)
            return client.stream(
                "POST", "http://s/v1/ai/image_generation", json={"prompt": "a cat"}
            )

        yield send


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let streams begin after 10 ms."""
    monkeypatch.setattr(events, "_BEAT", 0.01)


def image() -> Outcome:
    return Outcome({"seed": 7}, body=Attachment(b"\x89PNG", "image.png", "image/png"))


def refuse() -> Outcome:
    raise Refusal(424, "The model cannot be loaded.", field="prompt")


def fail() -> Outcome:
    raise RuntimeError("inner workings")


async def test_events_quick_work_sends_the_plain_response(post: Any, go_on: Any) -> None:
    go_on.set()
    async with post(image) as response:
        assert response.headers["content-type"] == "image/png"
        assert await response.aread() == b"\x89PNG"
        assert response.headers["x-seed"] == "7"


async def test_events_quick_refusal_has_its_status(post: Any, go_on: Any) -> None:
    go_on.set()
    async with post(refuse) as response:
        await response.aread()
        assert response.status_code == 424
        assert response.json()["error"]["field"] == "prompt"


@pytest.mark.usefixtures("slow")
async def test_events_slow_image_is_a_data_url_after_comments(post: Any, go_on: Any) -> None:
    async with post(image) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        assert response.headers["deprecation"] == "@0"
        lines = response.aiter_lines()
        assert (await anext(lines)).startswith(":")
        go_on.set()
        [data] = [line async for line in lines if line.startswith("data:")]
    reply = json.loads(data.removeprefix("data: "))
    assert reply["url"] == "data:image/png;base64,iVBORw=="
    assert (reply["success"], reply["seed"]) == (True, 7)
    assert reply["_usage"]["total_tokens"] >= 0


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(("work", "status"), [(refuse, 424), (fail, 500)])
async def test_events_slow_error_is_an_event_with_its_status(
    post: Any, go_on: Any, work: Work, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "triptych.service")
    async with post(work) as response:
        assert response.status_code == 200
        go_on.set()
        [event] = [event async for event in EventSource(response).aiter_sse()]
    body = json.loads(event.data)
    assert (event.event, body["status"], body["success"]) == ("error", status, False)
    assert "inner workings" not in event.data


@pytest.mark.usefixtures("slow")
async def test_events_are_not_sent_to_a_caller_that_does_not_accept_them(
    post: Any, go_on: Any
) -> None:
    go_on.set()
    post(image)
    async with httpx.AsyncClient(transport=EmbeddedTransport(), headers={"x-api-key": "k"}) as http:
        response = await http.post("http://s/v1/ai/image_generation", json={"prompt": "a cat"})
    assert response.headers["content-type"] == "image/png"


async def test_unless_hung_up_with_work_done_at_once_does_not_watch_the_caller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # However slow the machine is.
    monkeypatch.setattr(events, "_WATCHED_AFTER", 60)

    async def receive() -> Message:
        # Work that is cancelled returns nothing.
        return {"type": "http.disconnect"}

    async def work() -> str:
        for _ in range(5):
            await asyncio.sleep(0)
        return "tea"

    assert await events.unless_hung_up(receive, work) == "tea"


async def test_unless_hung_up_with_a_caller_that_hangs_up_cancels_the_work() -> None:
    messages: list[Message] = [{"type": "http.request"}, {"type": "http.disconnect"}]
    ended: list[str] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def work() -> str:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("the work")
        return "tea"

    assert await events.unless_hung_up(receive, work) is None
    assert ended == ["the work"]


async def test_unless_hung_up_that_is_cancelled_ends_the_work_and_the_watch() -> None:
    watched, ended = asyncio.Event(), asyncio.Event()

    async def receive() -> Message:
        watched.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()
        raise AssertionError

    call = asyncio.create_task(events.unless_hung_up(receive, asyncio.Event().wait))
    await watched.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await ended.wait()


async def until_cancelled(on_progress: OnProgress, ended: list[str]) -> Response:
    await on_progress({"step": "begun"})
    try:
        await asyncio.sleep(60)
    finally:
        ended.append("the work")
    raise AssertionError


async def test_events_whose_caller_hangs_up_end_the_work() -> None:
    ended: list[str] = []
    sent: list[Message] = []
    hung_up = asyncio.Event()

    async def receive() -> Message:
        await hung_up.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if "body" in message:
            hung_up.set()

    response = events.EventResponse(lambda step: until_cancelled(step, ended), {})
    await response({"type": "http"}, receive, send)
    assert ended == ["the work"]
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert b"begun" in sent[1]["body"]


async def test_events_progress_after_its_caller_has_hung_up_begins_no_stream() -> None:
    reports: list[OnProgress] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError

    async def work(on_progress: OnProgress) -> Response:
        reports.append(on_progress)
        await asyncio.sleep(60)
        raise AssertionError

    await events.EventResponse(work, {})({"type": "http"}, receive, send)
    await reports[0]({"step": "steps"})
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_events_that_cannot_be_sent_end_the_work() -> None:
    ended: list[str] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        raise OSError("the connection is gone")

    response = events.EventResponse(lambda step: until_cancelled(step, ended), {})
    with pytest.raises(OSError, match="gone"):
        await response({"type": "http"}, receive, send)
    assert ended == ["the work"]


async def test_events_of_work_that_is_cancelled_end_their_stream() -> None:
    ended: list[str] = []
    began = asyncio.Event()

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        began.set()

    response = events.EventResponse(lambda step: until_cancelled(step, ended), {})
    call = asyncio.create_task(response({"type": "http"}, receive, send))
    await began.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    await asyncio.sleep(0)
    assert ended == ["the work"]
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_events_of_a_reply_at_the_moment_of_a_comment_have_the_reply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "_BEAT", 0.05)
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    async def work(on_progress: OnProgress) -> Response:
        await on_progress({"step": "begun"})
        # The time-out until the next comment has cancelled the stream, which does not know it yet.
        while not any(task.cancelling() for task in asyncio.all_tasks()):  # noqa: ASYNC110
            await asyncio.sleep(0)
        return Response(b'{"success": true}', media_type="application/json")

    await events.EventResponse(work, {})({"type": "http"}, receive, send)
    assert sent[-1] == {
        "type": "http.response.body",
        "body": b'event: reply\ndata: {"success": true}\n\n',
        "more_body": False,
    }


async def test_events_of_a_long_text_report_its_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_service", embedded._Service())
    monkeypatch.setattr("triptych.service.handler._REPORTED_EVERY", 0.0)
    steps: list[dict[str, Any]] = []
    request = SentimentRequest(text="The room was lovely. The breakfast was cold. We left.")
    async with AsyncClient() as client:
        reply = await client.call(OPERATIONS["sentiment"], request, on_step=steps.append)
        assert len(reply.sentiment.sentences) == 3
    # Three sentences, and the text read once more as a whole.
    assert steps[-1] == {"step": "steps", "done": 4, "total": 4, "unit": "sentence"}


async def test_events_of_a_short_text_report_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "_service", embedded._Service())
    monkeypatch.setattr("triptych.service.handler._REPORTED_EVERY", 600.0)
    steps: list[dict[str, Any]] = []
    async with AsyncClient() as client:
        request = SentimentRequest(text="Lovely.")
        await client.call(OPERATIONS["sentiment"], request, on_step=steps.append)
    assert steps == []
