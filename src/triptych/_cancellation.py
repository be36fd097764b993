"""Let work in a thread end early once nobody waits for its result, and report how far it is.

A thread cannot be stopped from outside. Whoever starts the work keeps a `Cancellation`, and the
work looks at it between its steps (a sentence, a batch, a page): it calls `check_cancelled`. Where
it knows how many steps there are, it also calls `steps_done`, within `counted_steps`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

_T = TypeVar("_T")
_P = ParamSpec("_P")
#: Called with how many steps are done, how many there are, and what one is; from any thread.
OnSteps = Callable[[int, int, str], None]


class Cancelled(BaseException):
    """Nobody waits for the result of this work any more.

    It is not an `Exception`: what handles the errors of a step must not go on with the next.
    """


class Cancellation:
    """Whether work that was started is still waited for.

    Parameters
    ----------
    on_steps : callable, optional
        Follows the work, where it counts its steps.

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

    def __init__(self, on_steps: OnSteps | None = None) -> None:
        self.is_cancelled = False
        self.on_steps = on_steps
        self._done = self._total = 0
        self._unit = ""
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

    @contextmanager
    def counting(self, total: int, unit: str) -> Iterator[None]:
        """Count the steps within; see `counted_steps`."""
        self._done, self._total, self._unit = 0, total, unit
        try:
            yield
        finally:
            self._total = 0

    def advance(self, number: int) -> None:
        """Count further steps, and report them; see `steps_done`."""
        if self.on_steps is None or not self._total:
            return
        with self._lock:
            self._done = min(self._total, self._done + number)
            self.on_steps(self._done, self._total, self._unit)


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


@contextmanager
def counted_steps(total: int, unit: str) -> Iterator[None]:
    """Let `steps_done` count up to a number of steps of the work within.

    Examples
    --------
    >>> def work():
    ...     with counted_steps(3, "sentence"):
    ...         steps_done(2)
    ...         steps_done(1)
    >>> Cancellation(print).run(work)
    2 3 sentence
    3 3 sentence
    """
    current = _current.get()
    if current is None:
        yield
        return
    with current.counting(total, unit):
        yield


def steps_done(number: int) -> None:
    """Report further steps of the work of this thread, where they are counted and followed."""
    current = _current.get()
    if current is not None:
        current.advance(number)
