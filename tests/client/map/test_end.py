"""`client.map` ended early: closed, interrupted, cancelled or left."""

from __future__ import annotations

import _thread
import asyncio
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.client.map.service import Service, texts

from triptych import AsyncClient, Client


def _threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "triptych-map"]


def _wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


class Gate:
    """A script that lets requests wait from a number on, until it is opened."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.waiting = threading.Event()
        self.open = threading.Event()

    def __call__(self, number: int, request: httpx.Request) -> httpx.Response | None:
        if number >= self._number:
            self.waiting.set()
            assert self.open.wait(60)
        return None


def test_map_that_is_closed_ends_its_threads_and_sends_nothing_more() -> None:
    service = Service(has_batches=False)
    results = service.client().map("profanity", texts(10_000))
    next(results)
    results.close()
    _wait_for(lambda: not _threads())
    count = len(service.texts)
    assert count < 1_000
    with pytest.raises(StopIteration):
        next(results)
    assert len(service.texts) == count


def test_map_that_is_left_in_a_loop_ends_its_threads() -> None:
    service = Service()
    for _ in service.client().map("profanity", texts(10_000)):
        break
    _wait_for(lambda: not _threads())


def test_map_that_is_never_begun_sends_nothing() -> None:
    service = Service()
    service.client().map("profanity", texts(3))
    assert service.texts == []


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let Python hear interrupts: what a shell starts in the background ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_map_that_is_interrupted_raises_and_ends(tmp_path: Path) -> None:
    gate = Gate(3)
    service = Service(has_batches=False, script=gate)

    def interrupt() -> None:
        gate.waiting.wait(60)
        _thread.interrupt_main()
        gate.open.set()

    thread = threading.Thread(target=interrupt)
    thread.start()
    results: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        results.extend(
            service.client().map(
                "profanity", texts(10_000), concurrency=1, journal=tmp_path / "journal"
            )
        )
    thread.join()
    _wait_for(lambda: not _threads())
    # At most the request that was under way is sent again.
    before = set(service.texts)
    again = Service(has_batches=False)
    assert len(dict(again.client().map("profanity", texts(50), journal=tmp_path / "journal"))) == 50
    assert {*texts(50)} - before <= set(again.texts)
    assert len(before.intersection(again.texts)) <= 1


async def test_map_that_is_cancelled_ends_its_tasks(tmp_path: Path) -> None:
    started = asyncio.Event()

    async def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/healthz":
            return httpx.Response(404)
        started.set()
        await asyncio.Event().wait()
        raise AssertionError

    client = AsyncClient(api_key="k", transport=httpx.MockTransport(respond))

    async def consume() -> None:
        async for _ in client.map("profanity", texts(100), journal=tmp_path / "journal"):
            pass

    consuming = asyncio.create_task(consume())
    await started.wait()
    consuming.cancel()
    with pytest.raises(asyncio.CancelledError):
        await consuming
    assert asyncio.all_tasks() == {asyncio.current_task()}
    # The journal is free again.
    again = Service(has_batches=False).async_client(base_url=str(client.base_url))
    assert [
        index async for index, _ in again.map("profanity", [], journal=tmp_path / "journal")
    ] == []


async def test_map_that_is_closed_while_an_item_is_awaited_ends() -> None:
    async def items() -> AsyncIterator[str]:
        yield "a"
        await asyncio.Event().wait()

    results = Service().async_client().map("profanity", items())
    assert (await anext(results))[0] == 0
    await results.aclose()
    assert asyncio.all_tasks() == {asyncio.current_task()}


def test_map_that_is_closed_ends_the_work_that_a_service_reports_on() -> None:
    started, ended = threading.Event(), threading.Event()

    class Events(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            started.set()
            for _ in range(10_000):
                time.sleep(0.01)
                yield b": still at work\n\n"

        def close(self) -> None:
            ended.set()

    def respond(request: httpx.Request) -> httpx.Response:
        if b"first" in request.content:
            assert started.wait(60)
            return httpx.Response(200, json={"success": True, "query": "", "results": ""})
        headers = {"content-type": "text/event-stream"}
        return httpx.Response(200, headers=headers, stream=Events())

    with Client(api_key="k", transport=httpx.MockTransport(respond)) as client:
        results = client.map("research", ["first", "second"])
        next(results)
        results.close()
    assert ended.wait(60)
    _wait_for(lambda: not _threads())


def test_map_of_slow_items_yields_replies_before_the_last_item() -> None:
    read: list[str] = []

    def items() -> Iterator[str]:
        for text in texts(1_000):
            time.sleep(0.06)
            read.append(text)
            yield text

    results = Service().client().map("profanity", items())
    next(results)
    results.close()
    assert len(read) < 1_000


def test_two_maps_of_one_client_at_once_do_not_disturb_each_other() -> None:
    with Service().client() as client:
        one, two = client.map("profanity", texts(200)), client.map("spam", texts(200))
        pairs = list(zip(one, two, strict=True))
    assert len(pairs) == 200


def test_map_in_this_process_that_is_left_can_be_followed_by_another() -> None:
    with Client() as client:
        for _ in client.map("profanity", texts(5_000)):
            break
        assert len(dict(client.map("profanity", texts(10)))) == 10
    _wait_for(lambda: not _threads())
