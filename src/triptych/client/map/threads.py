"""The driver of `Client.map`: chunks are sent by threads, results are yielded by the caller's."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from typing import Any

from triptych.client.map.replies import Chunk, ChunkResult
from triptych.client.map.scheduler import Result, Scheduler

#: Seconds of reading items after which what is there is sent.
_SLOW = 0.05
#: Seconds to wait for the threads, when the iterator is closed before its end: the service sends
#: something every second, which is when a thread notices. Otherwise it ends with its request.
_PATIENCE = 2.0

#: Sends a chunk; its second argument is set when the work is given up.
Send = Callable[[Chunk, threading.Event], ChunkResult[Any]]


class _Threads:
    """Daemon threads, as many as there are chunks under way: they never keep Python from ending."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._chunks: SimpleQueue[Chunk | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._cancelled = threading.Event()
        self.finished: SimpleQueue[tuple[Chunk, ChunkResult[Any] | BaseException]] = SimpleQueue()

    def submit(self, chunk: Chunk, under_way: int) -> None:
        """Send a chunk; with it, so many are under way."""
        if len(self._threads) < under_way:
            thread = threading.Thread(target=self._run, name="triptych-map", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._chunks.put(chunk)

    def close(self) -> None:
        """End what is under way."""
        self._cancelled.set()
        for _ in self._threads:
            self._chunks.put(None)
        deadline = time.monotonic() + _PATIENCE
        for thread in self._threads:
            thread.join(max(deadline - time.monotonic(), 0.0))

    def _run(self) -> None:
        while (chunk := self._chunks.get()) is not None:
            if self._cancelled.is_set():
                continue
            outcome: ChunkResult[Any] | BaseException
            try:
                outcome = self._send(chunk, self._cancelled)
            except BaseException as error:
                outcome = error
            self.finished.put((chunk, outcome))


def run(scheduler: Scheduler[Any], items: Iterable[Any], send: Send) -> Iterator[Result]:
    """Yield the results of all items as they are completed."""
    source = iter(items)
    threads = _Threads(send)
    is_slow = False
    try:
        while True:
            while not threads.finished.empty():
                _finish(scheduler, *threads.finished.get())
            if scheduler.wants_items and not (is_slow and scheduler.has_results):
                is_slow = _read(scheduler, source)
            _submit(scheduler, threads)
            if (result := scheduler.result()) is not None:
                yield result
            elif scheduler.is_done:
                break
            elif not scheduler.wants_items:
                _wait(scheduler, threads)
        scheduler.raise_failure()
    finally:
        threads.close()


def _read(scheduler: Scheduler[Any], source: Iterator[Any]) -> bool:
    """Take the next items; return whether they come slowly."""
    began = time.monotonic()
    while scheduler.wants_items:
        try:
            item = next(source)
        except StopIteration:
            scheduler.end()
            return False
        except Exception as error:
            scheduler.end(error)
            return False
        scheduler.add(item)
        if time.monotonic() - began > _SLOW:
            return True
    return False


def _submit(scheduler: Scheduler[Any], threads: _Threads) -> None:
    while (chunk := scheduler.chunk(time.monotonic())) is not None:
        threads.submit(chunk, scheduler.under_way)


def _wait(scheduler: Scheduler[Any], threads: _Threads) -> None:
    """Wait until a chunk is finished or another can be sent."""
    delay = scheduler.delay(time.monotonic())
    try:
        _finish(scheduler, *threads.finished.get(timeout=delay))
    except Empty:
        return


def _finish(
    scheduler: Scheduler[Any], chunk: Chunk, outcome: ChunkResult[Any] | BaseException
) -> None:
    if isinstance(outcome, BaseException):
        scheduler.under_way -= 1
        scheduler.fail(outcome)
    else:
        scheduler.finish(chunk, outcome, time.monotonic())
