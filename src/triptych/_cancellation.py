"""Let work in a thread end early once nobody waits for its result.

A thread cannot be stopped from outside. Whoever starts the work keeps a `Cancellation`, and the
work looks at it between its steps (a sentence, a batch, a page): it calls `check_cancelled`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

_T = TypeVar("_T")
_P = ParamSpec("_P")


class Cancelled(BaseException):
    """Nobody waits for the result of this work any more.

    It is not an `Exception`: what handles the errors of a step must not go on with the next.
    """


class Cancellation:
    """Whether work that was started is still waited for.

    Attributes
    ----------
    is_cancelled : bool
        Whether `cancel` was called.

    Examples
    --------
    >>> cancellation = Cancellation()
    >>> cancellation.run(check_cancelled)
    >>> cancellation.cancel()
    >>> cancellation.run(check_cancelled)
    Traceback (most recent call last):
    triptych._cancellation.Cancelled
    """

    def __init__(self) -> None:
        self.is_cancelled = False
        self._lock = threading.Lock()
        self._interrupts: list[Callable[[], None]] = []

    def cancel(self) -> None:
        """Let the work end at its next step, and interrupt the one it is at, where it can be."""
        with self._lock:
            self.is_cancelled = True
            interrupts = list(self._interrupts)
        for interrupt in interrupts:
            interrupt()

    def run(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return what the work returns, which ends with `Cancelled` once this is cancelled."""
        token = _current.set(self)
        try:
            return work(*args, **kwargs)
        finally:
            _current.reset(token)

    @contextmanager
    def interrupting(self, interrupt: Callable[[], None]) -> Iterator[None]:
        """Call something if this is cancelled before the block ends, from another thread."""
        with self._lock:
            self._interrupts.append(interrupt)
        try:
            yield
        finally:
            with self._lock:
                self._interrupts.remove(interrupt)


#: Threads that a call starts have it by a copy of the call's context.
_current: ContextVar[Cancellation | None] = ContextVar("triptych_cancellation", default=None)


def check_cancelled() -> None:
    """Raise `Cancelled` if nobody waits for the work of this thread any more.

    Engines call it in every loop whose length follows from the input, at least every 100 ms. It
    takes a tenth of a microsecond, and does nothing where nobody can cancel.

    Raises
    ------
    Cancelled
        If the work was cancelled.
    """
    current = _current.get()
    if current is not None and current.is_cancelled:
        raise Cancelled


def current_cancellation() -> Cancellation | None:
    """Return what `check_cancelled` looks at in this thread."""
    return _current.get()
