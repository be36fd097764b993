"""Calls that are cancelled, hung up or out of time leave no engine at work."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import triptych
from triptych import APITimeoutError, AsyncClient, Client
from triptych.engines.text import encoder
from triptych.service import ServiceSettings
from triptych.service.threads import engine_threads

CALLS = 8
#: Some hundred batches of the encoder, of a tenth of a second each.
TEXT = " ".join(
    f"The tea of day {number} was warm, the milk was cold, and nobody knew why."
    for number in range(3_000)
)
#: Of all batches of one such text, more than are read before a call is cancelled.
MANY = 100
ENGINES = str(Path(triptych.__file__).parent / "engines")


def threads_in_engines() -> list[str]:
    """Return where the threads are that an engine works in."""
    stacks = [traceback.extract_stack(frame) for frame in sys._current_frames().values()]
    return [
        f"{stack[-1].filename}:{stack[-1].lineno}"
        for stack in stacks
        if any(place.filename.startswith(ENGINES) for place in stack)
    ]


async def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, threads_in_engines()
        await asyncio.sleep(0.01)


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The sizes of the batches that the encoder has read."""
    sizes: list[int] = []
    run = encoder._run

    def counted(graph: Any, table: Any, outputs: Any, windows: Any) -> Any:
        sizes.append(len(windows))
        return run(graph, table, outputs, windows)

    # Loaded before, as a model is loaded to its end.
    Client().sentiment("It is loaded.")
    Client().embed(text="It is loaded.")
    monkeypatch.setattr(encoder, "_run", counted)
    yield sizes
    assert not threads_in_engines()


@pytest.mark.parametrize("operation", ["sentiment", "embed", "embed_v2"])
async def test_cancelled_calls_leave_no_engine_at_work(operation: str, batches: list[int]) -> None:
    async with AsyncClient() as client:
        calls = [
            asyncio.create_task(getattr(client, operation)(text=f"{number} {TEXT}"))
            for number in range(CALLS)
        ]
        await until(lambda: len(batches) > 2)
        for call in calls:
            call.cancel()
        await until(lambda: not threads_in_engines())
        assert len(batches) < MANY
        batches.clear()
        reply = await getattr(client, operation)(text="The tea was good.")
        assert reply.success
        # None of those calls is taken up again.
        assert len(batches) <= 1


def test_calls_that_time_out_in_the_client_leave_no_engine_at_work(batches: list[int]) -> None:
    client = Client()
    for _ in range(2):
        with pytest.raises(APITimeoutError):
            client.sentiment(TEXT, timeout=0.5)
    asyncio.run(until(lambda: not threads_in_engines()))
    assert len(batches) < MANY
    assert client.sentiment("The tea was good.").sentiment.sentences


async def test_calls_that_hang_up_leave_no_engine_at_work(server: str, batches: list[int]) -> None:
    async with httpx.AsyncClient(base_url=server, headers={"x-api-key": "k"}) as http:

        async def send(number: int) -> None:
            await http.post("/v1/ai/sentiment", json={"text": f"{number} {TEXT}"}, timeout=60)

        calls = [asyncio.create_task(send(number)) for number in range(CALLS)]
        await until(lambda: len(batches) > 2)
        # httpx closes their connections.
        for call in calls:
            call.cancel()
        await until(lambda: not threads_in_engines())
        assert len(batches) < MANY
        response = await http.post("/v1/ai/sentiment", json={"text": "The tea was good."})
        assert response.status_code == 200


async def test_calls_that_the_service_ends_in_time_leave_no_engine_at_work(
    serve: Callable[[ServiceSettings], str], batches: list[int]
) -> None:
    url = serve(ServiceSettings(work_timeout=0.5))
    async with httpx.AsyncClient(base_url=url, headers={"x-api-key": "k"}, timeout=60) as http:
        responses = await asyncio.gather(
            *(http.post("/v1/ai/sentiment", json={"text": TEXT}) for _ in range(CALLS))
        )
        assert {response.status_code for response in responses} == {504}
        await until(lambda: not threads_in_engines())
    assert len(batches) < MANY


async def test_work_in_one_step_keeps_its_thread_until_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from triptych.service import app
    from triptych.service.handler import Context, Outcome

    go_on, working = threading.Event(), []

    async def handler(request: Any, context: Context) -> Outcome:
        def work() -> Outcome:
            working.append(threading.get_ident())
            assert go_on.wait(60)
            return Outcome({})

        return await context.run(work)

    monkeypatch.setattr(app, "HANDLERS", {"generate_image": handler})
    served = app.create_app(ServiceSettings(work_timeout=0.05))
    limit = int(engine_threads().total_tokens)
    transport = httpx.ASGITransport(served)
    headers = {"x-api-key": "k"}
    async with httpx.AsyncClient(transport=transport, base_url="http://s", headers=headers) as http:
        try:
            responses = await asyncio.gather(
                *(
                    http.post("/v1/ai/image_generation", json={"prompt": "tea"})
                    for _ in range(CALLS)
                )
            )
            assert {response.status_code for response in responses} == {504}
            assert len(working) <= limit
        finally:
            go_on.set()
