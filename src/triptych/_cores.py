"""Work side by side on the processor cores that this process may use."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import TypeVar

from triptych._cancellation import check_cancelled
from triptych._once import once

_T = TypeVar("_T")
_R = TypeVar("_R")


#: A process started by Dask has it from its start. Dask also sets it in the process that starts
#: others and leaves it there, which must not slow that one down: it is read once.
_LIMIT = os.environ.get("OMP_NUM_THREADS", "")
#: One for each call that works now; a list, for its methods are atomic.
_calls: list[None] = []


def usable_cores() -> int:
    """Return the number of cores this process may use, at least 1.

    A process may be bound to some of the machine's cores (by `taskset`, a container, a cluster's
    worker): more threads than these would only take turns. `OMP_NUM_THREADS`, which Dask sets to 1
    for its workers, limits them further; what it is when this module is loaded counts.

    Examples
    --------
    >>> 1 <= usable_cores() <= os.cpu_count()
    True
    """
    bound = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if bound else os.cpu_count() or 1
    # It may be a list, with a number for each level of nested threads.
    limit = _LIMIT.partition(",")[0].strip()
    return min(cores, int(limit)) if limit.isdecimal() and int(limit) else cores


def map_on_cores(work: Callable[[_T], _R], items: Sequence[_T]) -> list[_R]:
    """Return what the work returns for each item; several items are worked on at once.

    The calling thread does its part, and threads that all calls share help where they are free: a
    call never waits for another's items. Worth it where the work releases the interpreter's lock,
    as onnxruntime does. The first exception of the work is raised, and `Cancelled` before an item
    once nobody waits for the result.

    Examples
    --------
    >>> map_on_cores(len, ["tea", "milk"])
    [3, 4]
    """
    waiting = deque(enumerate(items))
    results: dict[int, _R] = {}

    def take() -> None:
        try:
            while place_and_item := _next(waiting):
                check_cancelled()
                place, item = place_and_item
                results[place] = work(item)
        except BaseException:
            waiting.clear()
            raise

    # Calls that work at the same time have the cores together.
    _calls.append(None)
    free = min(usable_cores() - len(_calls) + 1, len(items)) - 1
    helpers = [_threads().submit(copy_context().run, take) for _ in range(free)]
    try:
        take()
    finally:
        _calls.pop()
        # One that has not begun by now has nothing left to do.
        begun = [helper for helper in helpers if not helper.cancel()]
        wait(begun)
    for helper in begun:
        helper.result()
    return [results[place] for place in range(len(items))]


def _next(waiting: deque[_T]) -> _T | None:
    try:
        return waiting.popleft()
    except IndexError:
        return None


@once
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(usable_cores(), thread_name_prefix="triptych-core")


if hasattr(os, "register_at_fork"):
    # The threads do not run in a forked child.
    os.register_at_fork(after_in_child=_threads.cache_clear)
    os.register_at_fork(after_in_child=_calls.clear)
