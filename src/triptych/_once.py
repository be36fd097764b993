"""Load what many threads share once, also where two ask for it at the same time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class once(Generic[_P, _T]):  # noqa: N801
    """Decorator: the function is called once for each arguments, and its result kept.

    `functools.cache` would call it in every thread that comes before the first is done: a model of
    several megabytes would be read and held twice. After a fork the child loads nothing anew.

    Examples
    --------
    >>> @once
    ... def load(name):
    ...     print("reading", name)
    ...     return name.upper()
    >>> load("tea"), load("tea")
    reading tea
    ('TEA', 'TEA')
    """

    def __init__(self, load: Callable[_P, _T]) -> None:
        self._load = load
        self._results: dict[tuple[object, ...], _T] = {}
        self._unlock()
        update_wrapper(self, load)
        if hasattr(os, "register_at_fork"):
            # Another thread may have held the lock: it does not run in the child.
            os.register_at_fork(after_in_child=self._unlock)

    def _unlock(self) -> None:
        # A loader may call others that are loaded once, or itself with other arguments.
        self._lock = threading.RLock()

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return the result for these arguments."""
        key = (*args, *sorted(kwargs.items()))
        try:
            return self._results[key]
        except KeyError:
            pass
        with self._lock:
            if key in self._results:
                return self._results[key]
            result = self._results[key] = self._load(*args, **kwargs)
        return result

    def cache_clear(self) -> None:
        """Forget the results."""
        self._results.clear()
