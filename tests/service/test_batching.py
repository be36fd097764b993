"""Requests that wait together are answered together, and none depends on its neighbours."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence

import anyio
import pytest
from anyio import CapacityLimiter

from triptych._cancellation import check_cancelled, counted_steps, steps_done
from triptych.service.batching import Batcher


class Engine:
    """Returns the texts in capitals, once it may; fails for `bad`, and alone for `worse`."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.threads: list[int] = []
        self.started = threading.Semaphore(0)
        self.may_go_on = threading.Semaphore(0)

    def __call__(self, texts: Sequence[str]) -> list[str | Exception]:
        self.batches.append(list(texts))
        self.threads.append(threading.get_ident())
        self.started.release()
        assert self.may_go_on.acquire(timeout=60)
        if "worse" in texts:
            raise RuntimeError("the engine failed")
        return [ValueError(text) if text == "bad" else text.upper() for text in texts]

    def batcher(
        self,
        *,
        most: int = 100,
        threads: int = 1,
        on_batch: Callable[[int], None] = lambda requests: None,
        inline: int = 0,
    ) -> Batcher[str, str]:
        return Batcher(self, len, most, CapacityLimiter(threads), on_batch, inline)

    async def begun(self) -> None:
        assert await anyio.to_thread.run_sync(self.started.acquire, True, 60)

    def go_on(self, batches: int = 1_000) -> None:
        self.may_go_on.release(batches)


async def texts_of(batcher: Batcher[str, str], *requests: str) -> list[str]:
    return [str(result) for result, _ in await batcher.answer(requests)]


async def test_batcher_with_a_request_alone_answers_it_at_once() -> None:
    engine = Engine()
    engine.go_on()
    assert await texts_of(engine.batcher(), "tea") == ["TEA"]
    assert engine.batches == [["tea"]]


async def test_batcher_with_no_requests_answers_nothing() -> None:
    engine = Engine()
    assert await engine.batcher().answer([]) == []
    assert engine.batches == []


async def test_batcher_with_requests_that_wait_answers_them_together() -> None:
    engine = Engine()
    sizes: list[int] = []
    batcher = engine.batcher(on_batch=sizes.append)
    async with asyncio.TaskGroup() as group:
        first = group.create_task(texts_of(batcher, "a"))
        await engine.begun()
        others = [group.create_task(texts_of(batcher, text)) for text in "bcd"]
        await anyio.wait_all_tasks_blocked()
        engine.go_on()
    assert [first.result(), *(task.result() for task in others)] == [["A"], ["B"], ["C"], ["D"]]
    assert engine.batches == [["a"], ["b", "c", "d"]]
    assert sizes == [1, 3]


async def test_batcher_with_more_than_fits_answers_the_rest_next() -> None:
    engine = Engine()
    batcher = engine.batcher(most=5)
    async with asyncio.TaskGroup() as group:
        group.create_task(texts_of(batcher, "a"))
        await engine.begun()
        for text in ("bb", "cc", "dd", "longer than five", "e"):
            group.create_task(texts_of(batcher, text))
        await anyio.wait_all_tasks_blocked()
        engine.go_on()
    assert engine.batches == [["a"], ["bb", "cc"], ["dd"], ["longer than five"], ["e"]]


async def test_batcher_with_a_long_call_lets_a_short_one_pass() -> None:
    engine = Engine()
    batcher = engine.batcher(most=100)
    async with asyncio.TaskGroup() as group:
        long = group.create_task(texts_of(batcher, *"x" * 1_000))
        await engine.begun()
        short = group.create_task(texts_of(batcher, "y"))
        await anyio.wait_all_tasks_blocked()
        engine.go_on(2)
        assert await short == ["Y"]
        assert not long.done()
        engine.go_on()
    assert long.result() == ["X"] * 1_000


async def test_batcher_cancelled_call_leaves_the_queue() -> None:
    engine = Engine()
    batcher = engine.batcher()
    async with asyncio.TaskGroup() as group:
        group.create_task(texts_of(batcher, "a"))
        await engine.begun()
        cancelled = group.create_task(texts_of(batcher, "b"))
        neighbour = group.create_task(texts_of(batcher, "c"))
        await anyio.wait_all_tasks_blocked()
        cancelled.cancel()
        await anyio.wait_all_tasks_blocked()
        engine.go_on()
    assert neighbour.result() == ["C"]
    assert engine.batches == [["a"], ["c"]]


async def test_batcher_call_cancelled_during_its_batch_leaves_its_neighbour() -> None:
    engine = Engine()
    batcher = engine.batcher()
    async with asyncio.TaskGroup() as group:
        group.create_task(texts_of(batcher, "a"))
        await engine.begun()
        cancelled = group.create_task(texts_of(batcher, "b"))
        neighbour = group.create_task(texts_of(batcher, "c"))
        await anyio.wait_all_tasks_blocked()
        engine.go_on(1)
        await engine.begun()
        cancelled.cancel()
        engine.go_on()
    assert neighbour.result() == ["C"]
    assert await texts_of(batcher, "d") == ["D"]


async def test_batcher_whose_calls_of_a_batch_are_all_cancelled_ends_it() -> None:
    engine = Engine()

    def stepwise(texts: Sequence[str]) -> list[str | Exception]:
        if texts == ["d"]:
            return ["D"]
        engine.batches.append(list(texts))
        engine.started.release()
        while not engine.may_go_on.acquire(timeout=0.01):
            check_cancelled()
        return list(texts)

    batcher = Batcher[str, str](stepwise, len, 100, CapacityLimiter(1))
    blocker = asyncio.create_task(texts_of(batcher, "a"))
    await engine.begun()
    calls = [asyncio.create_task(texts_of(batcher, text)) for text in "bc"]
    await anyio.wait_all_tasks_blocked()
    engine.go_on(1)
    await engine.begun()
    assert engine.batches == [["a"], ["b", "c"]]
    calls[0].cancel()
    # Its neighbour still waits for the batch.
    await anyio.wait_all_tasks_blocked()
    calls[1].cancel()
    # The one thread is free for the next call, although the batch was never let go on.
    assert await texts_of(batcher, "d") == ["D"]
    assert await blocker == ["a"]


async def test_batcher_with_an_error_of_one_request_answers_its_neighbours() -> None:
    engine = Engine()
    engine.go_on()
    results = await engine.batcher().answer(["tea", "bad", "milk"])
    assert [str(result) for result, _ in results] == ["TEA", "bad", "MILK"]
    assert isinstance(results[1][0], ValueError)


async def test_batcher_with_a_request_that_fails_the_engine_answers_its_neighbours() -> None:
    engine = Engine()
    engine.go_on()
    results = await engine.batcher().answer(["tea", "worse", "milk"])
    assert [str(result) for result, _ in results] == ["TEA", "the engine failed", "MILK"]
    assert engine.batches == [["tea", "worse", "milk"], ["tea"], ["worse"], ["milk"]]


async def test_batcher_shares_the_seconds_by_size() -> None:
    engine = Engine()
    engine.go_on()
    [(_, one), (_, three)] = await engine.batcher().answer(["a", "bcd"])
    assert one > 0
    assert three == pytest.approx(3 * one)


async def test_batcher_with_two_threads_answers_two_batches_at_once() -> None:
    engine = Engine()
    batcher = engine.batcher(threads=2)
    async with asyncio.TaskGroup() as group:
        group.create_task(texts_of(batcher, "a"))
        await engine.begun()
        group.create_task(texts_of(batcher, "b"))
        await engine.begun()
        waiting = group.create_task(texts_of(batcher, "c"))
        await anyio.wait_all_tasks_blocked()
        assert engine.batches == [["a"], ["b"]]
        engine.go_on()
    assert waiting.result() == ["C"]


async def test_batcher_keeps_answering_calls_that_come_one_after_the_other() -> None:
    engine = Engine()
    engine.go_on()
    batcher = engine.batcher()
    for _ in range(300):
        assert await texts_of(batcher, "a") == ["A"]


async def test_batcher_with_small_requests_answers_them_on_the_event_loop_once_loaded() -> None:
    engine = Engine()
    engine.go_on()
    batcher = engine.batcher(inline=3)
    assert await texts_of(batcher, "a") == ["A"]
    assert await texts_of(batcher, "abc") == ["ABC"]
    assert await texts_of(batcher, "abcd") == ["ABCD"]
    here = threading.get_ident()
    assert [thread == here for thread in engine.threads] == [False, True, False]


async def test_batcher_with_small_requests_answers_those_that_come_together_in_steps() -> None:
    engine = Engine()
    engine.go_on()
    sizes: list[int] = []
    batcher = engine.batcher(inline=3, on_batch=sizes.append)
    await batcher.answer(["z"])
    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(texts_of(batcher, text)) for text in ("a", "bc", "de", "f")]
    assert [call.result() for call in calls] == [["A"], ["BC"], ["DE"], ["F"]]
    assert engine.batches == [["z"], ["a", "bc"], ["de", "f"]]
    assert sizes == [1, 2, 2]


async def test_batcher_with_a_small_request_that_is_cancelled_answers_its_neighbours() -> None:
    engine = Engine()
    engine.go_on()
    batcher = engine.batcher(inline=3)
    await batcher.answer(["z"])

    async def cancel(call: asyncio.Task[list[str]]) -> None:
        call.cancel()

    async with asyncio.TaskGroup() as group:
        cancelled, bad = (group.create_task(texts_of(batcher, text)) for text in "ab")
        group.create_task(cancel(cancelled))
    assert cancelled.cancelled()
    assert bad.result() == ["B"]
    assert engine.batches == [["z"], ["b"]]


async def test_batcher_with_small_requests_that_fail_the_engine_answers_their_neighbours() -> None:
    engine = Engine()
    engine.go_on()
    batcher = engine.batcher(inline=20)
    await batcher.answer(["z"])
    async with asyncio.TaskGroup() as group:
        calls = [group.create_task(texts_of(batcher, text)) for text in ("tea", "worse", "milk")]
    assert [call.result() for call in calls] == [["TEA"], ["the engine failed"], ["MILK"]]


async def test_batcher_reports_the_steps_of_a_request_alone_and_of_no_others() -> None:
    def lengths(texts: Sequence[str]) -> list[int]:
        with counted_steps(len(texts[0]), "letter"):
            steps_done(2)
            steps_done(5)
        steps_done(1)
        return [*map(len, texts)]

    steps: list[tuple[int, int, str]] = []
    batcher = Batcher[str, int](lengths, len, 100, CapacityLimiter(1))
    await batcher.answer(["tea"], lambda *step: steps.append(step))
    assert steps == [(2, 3, "letter"), (3, 3, "letter")]
    await batcher.answer(["tea", "milk"], lambda *step: steps.append(step))
    assert len(steps) == 2
