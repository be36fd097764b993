"""Worker threads keep their place until their work has ended."""

from __future__ import annotations

import asyncio
import gc
import threading

import anyio
import pytest
from anyio import CapacityLimiter

from triptych._cancellation import Cancelled, check_cancelled
from triptych._cores import usable_cores
from triptych.service.threads import engine_threads, run_in_thread


class Work:
    """Something that works until it is cancelled, or until it is let go on."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.go_on = threading.Event()
        self.was_cancelled = False

    def in_steps(self) -> None:
        try:
            self.begun.set()
            while not self.go_on.wait(0.01):
                check_cancelled()
        except Cancelled:
            self.was_cancelled = True
            raise
        finally:
            self.ended.set()

    def in_one_step(self) -> None:
        self.begun.set()
        assert self.go_on.wait(60)
        self.ended.set()

    async def has(self, event: threading.Event) -> None:
        assert await anyio.to_thread.run_sync(event.wait, 60)


async def test_run_in_thread_that_is_cancelled_ends_its_work(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work()
    call = asyncio.create_task(run_in_thread(None, work.in_steps))
    await work.has(work.begun)
    call.cancel()
    await work.has(work.ended)
    assert work.was_cancelled
    assert call.cancelled()
    # After the thread its task ends; asyncio would log then that nobody asked for its error.
    assert await run_in_thread(None, lambda: 1) == 1
    await anyio.wait_all_tasks_blocked()
    del call
    gc.collect()
    assert not caplog.records


async def test_run_in_thread_in_a_scope_that_times_out_ends_its_work() -> None:
    work = Work()
    with pytest.raises(TimeoutError), anyio.fail_after(0.01):
        await run_in_thread(None, work.in_steps)
    # The work may not have begun by then; if it has, it ends.
    assert await run_in_thread(None, lambda: 1) == 1
    if work.begun.is_set():
        await work.has(work.ended)
        assert work.was_cancelled


async def test_run_in_thread_that_is_cancelled_keeps_its_place_until_its_work_ends() -> None:
    limiter, work = CapacityLimiter(1), Work()
    call = asyncio.create_task(run_in_thread(limiter, work.in_one_step))
    await work.has(work.begun)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    next_call = asyncio.create_task(run_in_thread(limiter, work.ended.is_set))
    await anyio.wait_all_tasks_blocked()
    assert limiter.borrowed_tokens == 1
    assert not next_call.done()
    work.go_on.set()
    assert await next_call
    assert limiter.borrowed_tokens == 0


async def test_run_in_thread_that_is_cancelled_while_it_waits_never_begins() -> None:
    limiter, first, second = CapacityLimiter(1), Work(), Work()
    calls = [
        asyncio.create_task(run_in_thread(limiter, work.in_one_step)) for work in (first, second)
    ]
    await first.has(first.begun)
    calls[1].cancel()
    first.go_on.set()
    await calls[0]
    assert await run_in_thread(limiter, lambda: 1) == 1
    assert not second.begun.is_set()


async def test_run_in_thread_raises_what_the_work_raises() -> None:
    limiter = CapacityLimiter(1)
    with pytest.raises(ValueError, match="invalid literal"):
        await run_in_thread(limiter, int, "tea")
    assert limiter.borrowed_tokens == 0


async def test_run_in_thread_without_a_limiter_works_in_as_many_threads_as_engines_have() -> None:
    most = int(engine_threads().total_tokens)
    assert most == max(2, usable_cores())
    works = [Work() for _ in range(most + 1)]
    calls = [asyncio.create_task(run_in_thread(None, work.in_one_step)) for work in works]
    for work in works[:most]:
        await work.has(work.begun)
    await anyio.wait_all_tasks_blocked()
    assert not works[most].begun.is_set()
    for work in works:
        work.go_on.set()
    await asyncio.gather(*calls)
    assert works[most].ended.is_set()
