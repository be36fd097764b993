"""Answer the requests that wait for one model together.

Continuous batching, after the adaptive batches of Clipper (D. Crankshaw et al., NSDI 2017) and the
scheduling of Orca (G.-I. Yu et al., OSDI 2022): nothing waits for a batch to fill. A thread that
becomes free takes what waits by then, so that batches grow with the load, and a request that comes
alone is answered at once.

Small requests to a fast engine are answered on the event loop itself, those together that came in
with one look at the sockets. A thread costs them several times the work: it is woken, and then
waits for the interpreter's lock, which the event loop may keep for 5 ms.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from anyio import CapacityLimiter, to_thread

from triptych._cancellation import Cancellation, Cancelled, OnSteps

_R = TypeVar("_R")
_T = TypeVar("_T")

#: Requests taken of one call before the next call has its turn.
_TURN = 64
_UNANSWERED = (RuntimeError("not answered"), 0.0)


@dataclass(eq=False, slots=True)
class _Call(Generic[_R, _T]):
    """Requests that came together, and their results so far."""

    requests: Sequence[_R]
    results: list[tuple[_T | Exception, float]]
    future: asyncio.Future[None]
    #: Follows the steps of a request that is answered alone.
    on_steps: OnSteps | None = None
    #: How many are answered or being answered, and how many are answered.
    taken: int = 0
    answered: int = 0


@dataclass(frozen=True, slots=True)
class _Part(Generic[_R, _T]):
    """Requests of a call, from one place to another."""

    call: _Call[_R, _T]
    start: int
    end: int

    @property
    def requests(self) -> Sequence[_R]:
        return self.call.requests[self.start : self.end]


@dataclass(eq=False, frozen=True, slots=True)
class _Batch(Generic[_R, _T]):
    """What is answered together in a thread."""

    parts: Sequence[_Part[_R, _T]]
    cancellation: Cancellation

    def cancel_if_unwanted(self) -> None:
        """Let the thread end early if all these calls were cancelled."""
        if all(part.call.future.done() for part in self.parts):
            self.cancellation.cancel()


class Batcher(Generic[_R, _T]):
    """Answers requests in worker threads or, if they are small, on the event loop: all together.

    Of each call that waits some requests are taken in turn, so that a single one does not wait for
    a thousand. Requests of a call that is cancelled are not taken any more, and a batch that nobody
    waits for any more ends at the engine's next step.

    Parameters
    ----------
    answer : callable
        Takes requests and returns a result or an exception for each; called in a worker thread.
        Where it raises, the requests are answered one by one, so that one of them does not fail
        its neighbours.
    size : callable
        Returns the size of a request, such as its characters.
    most : int
        Size of requests that are answered at once; one that is larger is answered alone.
    threads : anyio.CapacityLimiter
        Limits the worker threads of all that share it.
    on_batch : callable, optional
        Called with the number of requests that were answered at once.
    inline : int, default 0
        Size of requests that are answered at once on the event loop, once a thread has answered
        others: by then models are loaded. The event loop does nothing else meanwhile, so that so
        much must take about a millisecond, whatever it is.

    Examples
    --------
    >>> async def lengths():
    ...     batcher = Batcher(lambda texts: [*map(len, texts)], len, 1_000, CapacityLimiter(2))
    ...     return [length for length, seconds in await batcher.answer(["tea", "milk"])]
    >>> asyncio.run(lengths())
    [3, 4]
    """

    def __init__(
        self,
        answer: Callable[[Sequence[_R]], Sequence[_T | Exception]],
        size: Callable[[_R], int],
        most: int,
        threads: CapacityLimiter,
        on_batch: Callable[[int], None] = lambda requests: None,
        inline: int = 0,
    ) -> None:
        self._answer = answer
        self._size = size
        self._most = most
        self._threads = threads
        self._on_batch = on_batch
        self._inline = inline
        self._waiting: deque[_Call[_R, _T]] = deque()
        # Those that the event loop answers itself.
        self._small: deque[_Call[_R, _T]] = deque()
        self._is_loaded = False
        # A list, for its methods are atomic: threads change it.
        self._running: list[_Batch[_R, _T]] = []
        self._workers = 0
        # The event loop does not hold on to tasks.
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(
        self, requests: Sequence[_R], on_steps: OnSteps | None = None
    ) -> list[tuple[_T | Exception, float]]:
        """Return a result or an exception for each request, and its share of the thread's seconds.

        Requests that are answered together share the time by size. `on_steps` follows a request
        that is answered alone, as a large one is; it is called from another thread.
        """
        if not requests:
            return []
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        call = _Call[_R, _T](requests, [_UNANSWERED] * len(requests), future, on_steps)
        if self._is_loaded and self._is_small(requests):
            if not self._small:
                # Behind what is ready now: others may come with it.
                future.get_loop().call_soon(self._answer_small)
            self._small.append(call)
            await future
            return call.results
        future.add_done_callback(self._on_done)
        self._waiting.append(call)
        # As many workers as there are turns in the call, if there are threads for them.
        turns = -(-len(requests) // _TURN)
        for _ in range(min(turns, int(self._threads.total_tokens) - self._workers)):
            self._workers += 1
            task = asyncio.create_task(self._work())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await future
        return call.results

    def _is_small(self, requests: Sequence[_R]) -> bool:
        return len(requests) <= _TURN and sum(map(self._size, requests)) <= self._inline

    def _answer_small(self) -> None:
        """Answer what fits into one step of the event loop, and the rest in the next ones."""
        parts = self._take(self._small, self._inline)
        requests = [request for part in parts for request in part.requests]
        if requests:
            _deliver(parts, self._results(requests))
        if self._small:
            asyncio.get_running_loop().call_soon(self._answer_small)

    def _on_done(self, future: asyncio.Future[None]) -> None:
        if future.cancelled():
            for batch in self._running.copy():
                batch.cancel_if_unwanted()

    async def _work(self) -> None:
        """Answer batch after batch, as long as requests wait."""
        try:
            while self._waiting:
                # What is answered is decided in the thread: more may wait until one is free.
                parts, results = await to_thread.run_sync(
                    self._answer_waiting, abandon_on_cancel=True, limiter=self._threads
                )
                _deliver(parts, results)
        finally:
            self._workers -= 1

    def _answer_waiting(self) -> tuple[list[_Part[_R, _T]], list[tuple[_T | Exception, float]]]:
        """Return what was answered next, together, and the results; in a worker thread."""
        parts = self._take(self._waiting, self._most)
        requests = [request for part in parts for request in part.requests]
        if not requests:
            return parts, []
        is_alone = len(requests) == 1
        batch = _Batch(parts, Cancellation(parts[0].call.on_steps if is_alone else None))
        self._running.append(batch)
        # The calls may have been cancelled just before.
        batch.cancel_if_unwanted()
        try:
            results = batch.cancellation.run(self._results, requests)
            self._is_loaded = True
            return parts, results
        except Cancelled:
            return [], []
        finally:
            self._running.remove(batch)

    def _take(self, waiting: deque[_Call[_R, _T]], room: int) -> list[_Part[_R, _T]]:
        """Return what is to be answered together."""
        parts: list[_Part[_R, _T]] = []
        while room > 0:
            # Other threads take, too; a call is in the hands of one at a time.
            try:
                call = waiting.popleft()
            except IndexError:
                break
            if call.future.done():
                # It was cancelled.
                continue
            start = call.taken
            for request in call.requests[start : start + _TURN]:
                size = self._size(request)
                if size > room and (parts or call.taken > start):
                    room = 0
                    break
                room -= size
                call.taken += 1
            if call.taken > start:
                parts.append(_Part(call, start, call.taken))
            if call.taken < len(call.requests):
                # Now it is the turn of others, unless this call has had none.
                (waiting.append if call.taken > start else waiting.appendleft)(call)
        return parts

    def _results(self, requests: Sequence[_R]) -> list[tuple[_T | Exception, float]]:
        """Return the result of each request, and its share of the time."""
        began = time.perf_counter()
        results: Sequence[_T | Exception]
        try:
            results = self._answer(requests)
        except Exception as error:
            if len(requests) > 1:
                return [result for request in requests for result in self._results([request])]
            results = [error]
        seconds = time.perf_counter() - began
        self._on_batch(len(requests))
        sizes = [self._size(request) for request in requests]
        share = seconds / max(1, sum(sizes))
        return [(result, size * share) for result, size in zip(results, sizes, strict=True)]


def _deliver(
    parts: Sequence[_Part[_R, _T]], results: Sequence[tuple[_T | Exception, float]]
) -> None:
    """Give the calls their results, and wake those that have all."""
    place = 0
    for part in parts:
        count = part.end - part.start
        part.call.results[part.start : part.end] = results[place : place + count]
        place += count
        part.call.answered += count
        if part.call.answered == len(part.call.requests) and not part.call.future.done():
            part.call.future.set_result(None)
