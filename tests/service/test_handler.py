"""What handlers share: one limit of worker threads, the time engines take, and progress."""

from __future__ import annotations

import threading
from typing import Any

import anyio
import pytest

from triptych._cores import usable_cores
from triptych.contract.operations import OPERATIONS
from triptych.service import ServiceSettings, app
from triptych.service.handler import Context, Outcome, ignore_progress

from .asgi import asgi_client

LIMIT = max(2, usable_cores())


async def test_work_of_several_requests_shares_one_limit_of_threads() -> None:
    shared = Context.of(ServiceSettings())
    started, go_on = threading.Semaphore(0), threading.Event()
    running = 0

    def work() -> None:
        nonlocal running
        running += 1
        started.release()
        assert go_on.wait(20)
        running -= 1

    async with anyio.create_task_group() as group:
        for _ in range(LIMIT + 3):
            group.start_soon(shared.for_request(ignore_progress).run, work)
        for _ in range(LIMIT):
            assert await anyio.to_thread.run_sync(started.acquire, True, 20)
        await anyio.wait_all_tasks_blocked()
        assert running == LIMIT
        go_on.set()


async def test_engine_seconds_of_a_request_are_those_of_its_own_work() -> None:
    shared = Context.of(ServiceSettings())
    one, other = shared.for_request(ignore_progress), shared.for_request(ignore_progress)
    await one.run(threading.Event().wait, 0.05)
    await one.run(threading.Event().wait, 0.05)
    assert one.engine_seconds >= 0.1
    assert other.engine_seconds == shared.engine_seconds == 0


@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.method == "POST"])
async def test_progress_of_any_operation_is_sent_as_events(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async def handler(request: Any, context: Context) -> Outcome:
        await context.on_progress({"step": "half"})
        return Outcome({"tea": True})

    monkeypatch.setattr(app, "HANDLERS", {name: handler})
    requests: dict[str, dict[str, Any]] = {
        "search": {"query": "a"},
        "research": {"query": "a"},
        "scrape": {"html": "<p>a</p>", "element_prompts": ["a"]},
        "detect": {"url": "data:,a"},
        "embed": {"type": "text", "text": "a"},
        "embed_v2": {"type": "text", "text": "a"},
        "generate_image": {"prompt": "a"},
    }
    async with asgi_client() as http:
        response = await http.post(
            OPERATIONS[name].path,
            json=requests.get(name, {"text": "a"}),
            headers={"accept": "text/event-stream"},
        )
    assert response.status_code == 200, response.text
    events = [block.partition("\n")[0] for block in response.text.split("\n\n")]
    assert [event for event in events if event and event[0] != ":"] == [
        "event: progress",
        "event: reply",
    ]


async def test_progress_is_not_sent_unless_events_are_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def handler(request: Any, context: Context) -> Outcome:
        await context.on_progress({"step": "half"})
        return Outcome({"tea": True})

    monkeypatch.setattr(app, "HANDLERS", {"spam": handler})
    async with asgi_client() as http:
        response = await http.post(OPERATIONS["spam"].path, json={"text": "a"})
    assert response.json()["tea"] is True
