"""The calls of all panels: the client that records them, and their table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import anywidget
import httpx
import traitlets

from triptych.client import APIError, AsyncClient, AuthenticationError
from triptych.client.events import OnStep
from triptych.contract import Operation, Reply, ReplyT, Request
from triptych.panels.workbench.connections import Connection
from triptych.panels.workbench.shareable import brief, without_logins
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


_HERE = Path(__file__).parent


class CallTable(anywidget.AnyWidget):
    """A row for each call, newest first, with a box to tick.

    Attributes
    ----------
    rows : list of dict
        What is shown of each call.
    chosen : list of int
        Numbers of the calls that are ticked.
    """

    _esm = (_HERE / "call_table.js").read_text(encoding="utf-8")

    rows: Any = traitlets.List([]).tag(sync=True)
    chosen: Any = traitlets.List([]).tag(sync=True)

    def show(self, calls: Iterable[RecordedCall]) -> None:
        """Show these calls."""
        rows = [_row(call) for call in calls][::-1]
        there = {row["number"] for row in rows}
        with self.hold_sync():
            self.rows = rows
            self.chosen = [number for number in self.chosen if number in there]


def _row(call: RecordedCall) -> dict[str, Any]:
    running = call.outcome == "running"
    return {
        "number": call.number,
        "time": f"{call.began:%H:%M:%S}",
        "operation": call.operation.title,
        "asked": call.asked,
        "where": call.where,
        "outcome": call.outcome,
        "error": call.error,
        "seconds": "" if running else duration(call.seconds),
        "tokens": "" if call.tokens is None else f"{call.tokens:,}",
        "pinned": call.pinned,
    }


class RecordingClient(AsyncClient):
    """Makes calls through a connection's client; it holds no key of its own.

    Parameters
    ----------
    connection : Connection
        Where the calls go.
    calls : Calls
        Where they are recorded.
    operation : Operation
        Only its calls are recorded: what a search box asks while someone types is used, but
        nobody made that call.

    Attributes
    ----------
    connection : Connection
        Where the calls go.
    last : RecordedCall or None
        The last call that was recorded.
    """

    def __init__(
        self, connection: Connection, calls: Calls, operation: Operation[Any, Any]
    ) -> None:
        # Not the base's: address, key and connections are those of the connection's client.
        self.connection = connection
        self._calls = calls
        self._operation = operation
        self.last: RecordedCall | None = None

    @property
    def base_url(self) -> httpx.URL:
        """Address the calls go to."""
        return self.connection.client.base_url

    @property
    def embedded(self) -> bool:
        """Whether calls are answered inside this process."""
        return self.connection.embedded

    async def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ReplyT:
        """Make a call, and record it; see `Client.call`."""
        here = self.connection
        here.used.calls += 1
        if operation is not self._operation:
            reply = await here.client.call(operation, request, on_step=on_step, timeout=timeout)
            here.used.add(reply.usage)
            return reply
        call = self.last = self._calls.begin(operation, request, here)
        began = time.perf_counter()
        try:
            reply = await here.client.call(operation, request, on_step=on_step, timeout=timeout)
        except BaseException as error:
            cancelled = isinstance(error, asyncio.CancelledError)
            here.refused |= isinstance(error, AuthenticationError)
            call.error = "" if cancelled else _why(error)
            self._calls.end(
                call, "cancelled" if cancelled else "failed", time.perf_counter() - began
            )
            raise
        here.used.add(reply.usage)
        here.refused = False
        call.reply = reply
        self._calls.end(call, "done", time.perf_counter() - began)
        return reply

    async def send(
        self,
        operation: Operation[Any, Any],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> httpx.Response:
        """Make a call and return any response; see `Client.send`."""
        return await self.connection.client.send(
            operation, request, on_step=on_step, timeout=timeout
        )

    async def health(self, *, timeout: float | httpx.Timeout | None = None) -> dict[str, Any]:
        """Return the health of the service; see `Client.health`."""
        return await self.connection.client.health(timeout=timeout)

    async def close(self) -> None:
        """Leave the connection to whoever opened it."""


def _why(error: BaseException) -> str:
    # A service may quote what was asked.
    return without_logins(
        error.message if isinstance(error, APIError) else f"{type(error).__name__}: {error}"
    )
