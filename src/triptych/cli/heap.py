"""Keep the memory of a process that serves for days near what it uses."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

#: The parameter of glibc's `mallopt` for the number of its heaps.
_M_ARENA_MAX = -8
_HEAPS = 2


def limit_heaps() -> None:
    """Let the C library share two heaps among all threads; it would make eight per core.

    Memory that one thread has freed in a heap is of no use to threads of another one. Called before
    there are threads; without effect where the C library is not glibc.
    """
    mallopt = _function("mallopt")
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, _HEAPS)


def return_free_memory() -> None:
    """Return memory to the system that the C library holds free; without effect but on glibc."""
    trim = _function("malloc_trim")
    if trim is not None:
        trim(0)


def _function(name: str) -> Callable[..., int] | None:
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    # Windows does not search the process; other C libraries have no such function.
    except (AttributeError, OSError, TypeError):
        return None
    return function
