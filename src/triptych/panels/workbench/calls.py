"""The calls of all panels: what was asked, where, and what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from triptych.contract import Operation, Reply, Request
from triptych.panels.workbench.connections import Connection
from triptych.panels.workbench.shareable import brief
from triptych.views.base.units import count, duration

if TYPE_CHECKING:
    import pandas

Outcome = Literal["running", "done", "failed", "cancelled"]
#: Pinned ones are kept beside these. A reply may hold megabytes.
_MOST = 200


@dataclass(slots=True, eq=False, repr=False)
class RecordedCall:
    """One call.

    Attributes
    ----------
    number : int
        From 1, in the order of their beginning.
    began : datetime
        In the time of this machine, with its zone.
    operation, request
        What was asked.
    asked : str
        The same in short.
    where : str
        "embedded", or the host it went to.
    base_url : str or None
        Its address without a login; None for the embedded default.
    outcome : str
        running, done, failed or cancelled.
    seconds : float
        Until it ended.
    reply : Reply or None
        What came.
    error : str
        Why it failed, without logins.
    pinned : bool
        Whether it is kept when older calls are forgotten.
    """

    number: int
    began: datetime
    operation: Operation[Any, Any]
    request: Request
    asked: str
    where: str
    base_url: str | None
    outcome: Outcome = "running"
    seconds: float = 0.0
    reply: Reply | None = None
    error: str = ""
    pinned: bool = False
    #: Only while it runs: a connection holds a key, which shall go when it is left.
    connection: Connection | None = None
    task: asyncio.Task[Any] | None = None

    @property
    def tokens(self) -> int | None:
        """Tokens of the reply, where the service counts them."""
        usage = None if self.reply is None else self.reply.usage
        return None if usage is None else round(usage.total_tokens)

    def cancel(self) -> None:
        """Stop waiting for the reply; called on the loop of the call."""
        if self.task is not None and self.outcome == "running":
            self.task.cancel()

    def __repr__(self) -> str:
        # The request may hold what nobody else should read.
        time = "" if self.outcome == "running" else f" after {duration(self.seconds)}"
        return f"<call {self.number}: {self.operation.name}, {self.where}, {self.outcome}{time}>"


class Calls:
    """The calls in their order, oldest first.

    Parameters
    ----------
    changed : callable
        Told whenever a call begins, ends, is pinned or is forgotten.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._calls: list[RecordedCall] = []
        self._numbers = 0

    def begin(
        self, operation: Operation[Any, Any], request: Request, connection: Connection
    ) -> RecordedCall:
        """Record a call that begins now, in the task that waits for it."""
        self._numbers += 1
        call = RecordedCall(
            self._numbers,
            datetime.now().astimezone(),
            operation,
            request,
            # Kept, since a page's source or a book takes a while to go through.
            brief(request),
            connection.name,
            connection.base_url,
            connection=connection,
            task=asyncio.current_task(),
        )
        self._calls.append(call)
        self._forget()
        self._changed()
        return call

    def end(self, call: RecordedCall, outcome: Outcome, seconds: float) -> None:
        """Record how a call ended; its reply or error has been filled in."""
        call.outcome, call.seconds = outcome, seconds
        call.connection = call.task = None
        self._forget()
        self._changed()

    def pin(self, call: RecordedCall, *, pinned: bool) -> None:
        """Keep a call, or let it be forgotten like the others."""
        call.pinned = pinned
        self._forget()
        self._changed()

    def clear(self) -> None:
        """Forget all calls but the pinned ones and those that run."""
        self._calls = [call for call in self._calls if call.pinned or call.outcome == "running"]
        self._changed()

    def _forget(self) -> None:
        loose = [call for call in self._calls if not call.pinned and call.outcome != "running"]
        gone = set(map(id, loose[: max(0, len(loose) - _MOST)]))
        self._calls = [call for call in self._calls if id(call) not in gone]

    def __getitem__(self, number: int) -> RecordedCall:
        """Return a call by its number.

        Raises
        ------
        KeyError
            If there is none, or it has been forgotten.
        """
        for call in self._calls:
            if call.number == number:
                return call
        numbers = ", ".join(str(call.number) for call in self._calls) or "none"
        raise KeyError(f"There is no call {number}: the history has {numbers}.")

    def __iter__(self) -> Iterator[RecordedCall]:
        return iter([*self._calls])

    def __len__(self) -> int:
        return len(self._calls)

    def __repr__(self) -> str:
        return f"<{count(len(self), 'call')}>"


def table_of(calls: Calls) -> pandas.DataFrame:
    """Return a row per call: when, what, where, and what came of it."""
    import pandas

    columns = ("began", "operation", "asked", "where", "outcome", "seconds", "tokens", "pinned")
    rows = [
        {name: getattr(call, name) for name in columns} | {"operation": call.operation.name}
        for call in calls
    ]
    numbers = pandas.Index([call.number for call in calls], name="number", dtype="int64")
    return pandas.DataFrame(rows, columns=columns, index=numbers)
