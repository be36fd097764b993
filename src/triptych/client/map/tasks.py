"""The driver of `AsyncClient.map`: a task for each chunk under way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable, Iterable, Iterator
from typing import Any

from triptych.client.map.replies import Chunk, ChunkResult
from triptych.client.map.scheduler import Result, Scheduler

#: Seconds of work after which other tasks of the loop have their turn.
_TURN = 0.01

Send = Callable[[Chunk], Awaitable[ChunkResult[Any]]]


class _Source:
    """The items, from an iterable of either kind."""

    def __init__(self, items: Iterable[Any] | AsyncIterable[Any]) -> None:
        self._awaited = aiter(items) if isinstance(items, AsyncIterable) else None
        self._source = None if isinstance(items, AsyncIterable) else iter(items)
        self._next: asyncio.Task[Any] | None = None

    def read(self, scheduler: Scheduler[Any]) -> asyncio.Task[Any] | None:
        """Take the items that are there; return what to wait for, if more are to come."""
        if self._source is not None:
            self._read_now(self._source, scheduler)
            return None
        while scheduler.wants_items:
            if self._next is None:
                self._next = asyncio.ensure_future(self._awaited_item())
            if not self._next.done():
                return self._next
            done, self._next = self._next, None
            try:
                scheduler.add(done.result())
            except StopAsyncIteration:
                scheduler.end()
            except Exception as error:
                scheduler.end(error)
        return None

    def _read_now(self, source: Iterator[Any], scheduler: Scheduler[Any]) -> None:
        deadline = time.monotonic() + _TURN
        while scheduler.wants_items and time.monotonic() < deadline:
            try:
                item = next(source)
            except StopIteration:
                scheduler.end()
            except Exception as error:
                scheduler.end(error)
            else:
                scheduler.add(item)

    async def _awaited_item(self) -> Any:
        assert self._awaited is not None
        return await anext(self._awaited)

    async def close(self) -> None:
        if self._next is not None:
            self._next.cancel()
            await asyncio.gather(self._next, return_exceptions=True)


async def run(
    scheduler: Scheduler[Any], items: Iterable[Any] | AsyncIterable[Any], send: Send
) -> AsyncGenerator[Result, None]:
    """Yield the results of all items as they are completed."""
    source = _Source(items)
    under_way: dict[asyncio.Task[ChunkResult[Any]], Chunk] = {}
    turn = time.monotonic()
    try:
        while True:
            if time.monotonic() - turn > _TURN:
                await asyncio.sleep(0)
                turn = time.monotonic()
            for task in [task for task in under_way if task.done()]:
                _finish(scheduler, under_way.pop(task), task)
            coming = source.read(scheduler)
            while (chunk := scheduler.chunk(time.monotonic())) is not None:
                under_way[asyncio.ensure_future(send(chunk))] = chunk
            if (result := scheduler.result()) is not None:
                yield result
            elif scheduler.is_done:
                break
            elif coming is not None or not scheduler.wants_items:
                awaited = {*under_way} if coming is None else {*under_way, coming}
                delay = scheduler.delay(time.monotonic())
                if awaited:
                    await asyncio.wait(awaited, timeout=delay, return_when=asyncio.FIRST_COMPLETED)
                else:
                    await asyncio.sleep(delay or 0)
                turn = time.monotonic()
        scheduler.raise_failure()
    finally:
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        await source.close()


def _finish(scheduler: Scheduler[Any], chunk: Chunk, task: asyncio.Task[ChunkResult[Any]]) -> None:
    error = task.exception()
    if error is not None:
        scheduler.under_way -= 1
        scheduler.fail(error)
    else:
        scheduler.finish(chunk, task.result(), time.monotonic())
