"""What is sent when: the scheduler of `client.map` with a clock of the test's own."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests.client.map.service import texts

from triptych.client import APIConnectionError, RateLimitError, RetryPolicy
from triptych.client.map.items import Items
from triptych.client.map.replies import Chunk, ChunkCodec, ChunkResult
from triptych.client.map.scheduler import Scheduler
from triptych.client.map.store import Recent
from triptych.contract.operations import SENTIMENT

REPLY = {"success": True, "sentiment": {"emotion": "joy", "sentiment": "positive", "score": 1.0}}


class Run:
    """A scheduler of single calls, whose requests the test answers.

    Parameters
    ----------
    number : int
        Items.
    most : int
        Requests at once.
    """

    def __init__(self, number: int, most: int = 1) -> None:
        self._http = httpx.Client()
        url = httpx.URL("http://service.test")
        self._codec: ChunkCodec[Any] = ChunkCodec(SENTIMENT, self._http, url, None, Recent())
        self.scheduler: Scheduler[Any] = Scheduler(
            Items(SENTIMENT, {}),
            self._codec.store,
            self._codec.stored,
            most=most,
            has_batches=False,
            policy=RetryPolicy(max_retries=1, base=1, ceiling=1),
        )
        self._items = iter(texts(number))
        self.fill()

    def fill(self) -> None:
        """Give the scheduler what it wants."""
        while self.scheduler.wants_items:
            item = next(self._items, None)
            if item is None:
                self.scheduler.end()
            else:
                self.scheduler.add(item)

    def send(self, now: float) -> Chunk:
        """Return what is sent; there must be something."""
        self.fill()
        chunk = self.scheduler.chunk(now)
        assert chunk is not None
        return chunk

    def answer(
        self, chunk: Chunk, outcome: httpx.Response | httpx.TransportError, now: float
    ) -> None:
        """Give the scheduler the outcome of a chunk."""
        outcome.request = self._codec.request(chunk)
        chunk_result: ChunkResult[Any] = self._codec.decode(chunk, outcome, now - chunk.sent_at)
        self.scheduler.finish(chunk, chunk_result, now)

    def results(self) -> list[Any]:
        """Take the results that are there."""
        results = []
        while (result := self.scheduler.result()) is not None:
            results.append(result)
        return results


def _ok() -> httpx.Response:
    return httpx.Response(200, json=REPLY)


def test_refusal_stops_all_requests_until_the_server_allows_them() -> None:
    run = Run(10, most=2)
    first, second = run.send(0), run.send(0)
    run.answer(first, httpx.Response(429, headers={"retry-after": "7"}), 1)
    run.answer(second, _ok(), 2)
    assert run.scheduler.chunk(7.9) is None
    assert run.scheduler.delay(2) == 6
    assert run.send(8).entries == first.entries


def test_refusals_alone_for_ten_minutes_end_the_work() -> None:
    run = Run(10)
    now = 0.0
    while run.scheduler.failure is None:
        run.answer(run.send(now), httpx.Response(429, headers={"retry-after": "60"}), now)
        now += 60
    assert 600 <= now <= 660
    with pytest.raises(RateLimitError):
        run.scheduler.raise_failure()


def test_refusals_between_replies_never_end_the_work() -> None:
    run = Run(50)
    for minute in range(0, 100, 2):
        run.answer(
            run.send(minute * 60), httpx.Response(429, headers={"retry-after": "60"}), minute * 60
        )
        run.answer(run.send(minute * 60 + 60), _ok(), minute * 60 + 61)
    assert run.scheduler.failure is None
    assert len(run.results()) == 50


def test_server_that_cannot_be_reached_for_half_a_minute_ends_the_work() -> None:
    run = Run(10)
    run.answer(run.send(0), _ok(), 0)
    now = 0.0
    while run.scheduler.failure is None:
        run.answer(run.send(now), httpx.ConnectError("refused"), now)
        now += 1.0
    assert 30 < now < 33
    assert [index for index, _ in run.results()] == [0]
    with pytest.raises(APIConnectionError):
        run.scheduler.raise_failure()


def test_item_without_a_connection_while_others_have_one_yields_its_error() -> None:
    run = Run(10, most=2)
    first, second = run.send(0), run.send(0)
    run.answer(second, _ok(), 0)
    run.answer(first, httpx.ConnectError("refused"), 1)
    run.answer(run.send(1), _ok(), 1.5)
    again = run.send(3)
    assert again.entries == first.entries
    run.answer(again, httpx.ConnectError("refused"), 3)
    assert isinstance(dict(run.results())[0], APIConnectionError)
    assert run.scheduler.failure is None


def test_fault_is_tried_again_after_the_wait_of_the_policy() -> None:
    run = Run(1)
    chunk = run.send(0)
    run.answer(chunk, httpx.Response(500), 0)
    wait = run.scheduler.delay(0)
    assert wait is not None
    assert 0 <= wait <= 1
    run.answer(run.send(1), _ok(), 2)
    assert run.scheduler.is_done is False
    assert len(run.results()) == 1
    assert run.scheduler.is_done


def test_items_are_taken_while_one_reply_is_late_up_to_the_window() -> None:
    run = Run(100_000, most=2)
    run.send(0)
    furthest = 0
    for _ in range(3_000):
        run.fill()
        chunk = run.scheduler.chunk(0)
        if chunk is None:
            break
        run.answer(chunk, _ok(), 0)
        furthest = max([furthest, *(index for index, _ in run.results())])
    assert chunk is None
    assert 900 <= furthest <= 1_000


def test_results_that_nobody_takes_stop_the_items() -> None:
    run = Run(100_000, most=2)
    count = 0
    while (chunk := run.scheduler.chunk(0)) is not None:
        run.answer(chunk, _ok(), 0)
        run.fill()
        count += 1
    assert count <= 1_000
