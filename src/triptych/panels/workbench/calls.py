"""The calls of all panels: the client that records them, and their table."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import anywidget
import httpx
import traitlets

from triptych import views
from triptych.client import APIError, AsyncClient, AuthenticationError
from triptych.contract import Operation, Reply, ReplyT, Request
from triptych.panels.base.shareable import brief, without_logins
from triptych.panels.base.stale import CURRENT_RUN, Run
from triptych.panels.base.table_run import TableRun
from triptych.panels.workbench.connections import THIS_MACHINE, Connection
from triptych.views.base.units import count, duration, shortened

if TYPE_CHECKING:
    import pandas

Outcome = Literal["running", "done", "failed", "cancelled"]
#: Pinned ones are kept beside these. A reply may hold megabytes.
_MOST = 200
#: Characters of what came of a call.
_LONGEST = 80


@dataclass(slots=True, eq=False, repr=False)
class RecordedCall:
    """One call, or one run over a table.

    Attributes
    ----------
    number : int
        From 1, in the order of their start.
    began : datetime
        Local time with its zone.
    request : Request or None
        What was sent; a run over a table has none of its own.
    summary : str
        The request on one line.
    where, base_url : str
        "embedded" or the host; its address without a login, None for the embedded default.
    outcome : str
        running, done, failed or cancelled.
    error : str
        Why it failed, without logins.
    pinned : bool
        Whether it is kept when older calls are removed.
    table : TableRun or None
        The run over a table.
    run : Run or None
        The run of a panel that made the call, perhaps among others, with its inputs.
    headline : str
        What came of it, in a few words.
    """

    number: int
    began: datetime
    operation: Operation[Any, Any]
    request: Request | None
    summary: str
    where: str
    base_url: str | None
    outcome: Outcome = "running"
    seconds: float = 0.0
    reply: Reply | None = None
    error: str = ""
    pinned: bool = False
    table: TableRun | None = None
    run: Run | None = None
    headline: str = ""
    #: Only while it runs: a connection holds a key, which must not outlive it here.
    connection: Connection | None = None
    task: asyncio.Task[Any] | None = None

    @property
    def place(self) -> str:
        """Where it was made, as people read it."""
        return THIS_MACHINE if self.base_url is None else self.where

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
    """The calls, oldest first; `on_change` is called whenever one begins, ends, or changes."""

    def __init__(self, on_change: Callable[[], object]) -> None:
        self._on_change = on_change
        self._calls: list[RecordedCall] = []
        self._numbers = 0

    def begin(
        self, operation: Operation[Any, Any], request: Request, connection: Connection
    ) -> RecordedCall:
        """Record a call that begins now, in the task that waits for it."""
        # Made once, since a page's source or a book takes a while to go through.
        return self._begin(operation, request, brief(request), connection)

    def begin_table(
        self, operation: Operation[Any, Any], run: TableRun, connection: Connection
    ) -> RecordedCall:
        """Record a run over a table that begins now, in its task."""
        call = self._begin(operation, None, run.summary, connection)
        call.table = run
        return call

    def _begin(
        self,
        operation: Operation[Any, Any],
        request: Request | None,
        summary: str,
        connection: Connection,
    ) -> RecordedCall:
        self._numbers += 1
        call = RecordedCall(
            self._numbers,
            datetime.now().astimezone(),
            operation,
            request,
            summary,
            connection.name,
            connection.base_url,
            run=CURRENT_RUN.get(),
            connection=connection,
            task=asyncio.current_task(),
        )
        self._calls.append(call)
        self._remove_oldest()
        self._on_change()
        return call

    def end(self, call: RecordedCall, outcome: Outcome, seconds: float) -> None:
        """Record how a call ended; its reply or error has been filled in."""
        call.outcome, call.seconds = outcome, seconds
        call.headline = _headline(call)
        call.connection = call.task = None
        self._remove_oldest()
        self._on_change()

    def pin(self, call: RecordedCall, *, pinned: bool) -> None:
        """Pin a call, so that it is not removed, or unpin it."""
        call.pinned = pinned
        self._remove_oldest()
        self._on_change()

    def clear(self) -> list[RecordedCall]:
        """Remove all calls but the pinned ones and those that run, and return the removed ones."""
        removed = [call for call in self._calls if not call.pinned and call.outcome != "running"]
        self._calls = [call for call in self._calls if call not in removed]
        self._on_change()
        return removed

    def restore(self, calls: Iterable[RecordedCall]) -> None:
        """Put back calls that were removed."""
        self._calls = sorted([*self._calls, *calls], key=lambda call: call.number)
        self._remove_oldest()
        self._on_change()

    def _remove_oldest(self) -> None:
        loose = [call for call in self._calls if not call.pinned and call.outcome != "running"]
        gone = set(map(id, loose[: max(0, len(loose) - _MOST)]))
        self._calls = [call for call in self._calls if id(call) not in gone]

    def __getitem__(self, number: int) -> RecordedCall:
        """Return a call by its number.

        Raises
        ------
        KeyError
            If there is none, or it has been removed.
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


def _headline(call: RecordedCall) -> str:
    if call.table is not None:
        failed = f", {call.table.errors:,} failed" if call.table.errors else ""
        return f"{count(call.table.done, 'row')} done{failed}"
    if call.reply is None:
        return call.outcome
    try:
        return shortened(views.headline(call.reply), _LONGEST)
    except Exception:
        # What a view cannot put into words is shown by the panel, and is no failure of the call.
        return call.outcome


def table_of(calls: Calls) -> pandas.DataFrame:
    """Return a row per call: when, what, where, and its outcome."""
    import pandas

    columns = ("began", "operation", "summary", "where", "outcome", "seconds", "tokens", "pinned")
    rows = [
        {name: getattr(call, name) for name in columns} | {"operation": call.operation.name}
        for call in calls
    ]
    numbers = pandas.Index([call.number for call in calls], name="number", dtype="int64")
    return pandas.DataFrame(rows, columns=columns, index=numbers)


_HERE = Path(__file__).parent


class CallTable(anywidget.AnyWidget):
    """A row for each run, newest first, with a box to tick, and what can be done with the ticked.

    Parameters
    ----------
    on_action : callable
        Called with the name of what to do, and the numbers of the calls to do it with.

    Attributes
    ----------
    rows : list of dict
        What is shown of each run: a call, or several, which are its `calls`.
    chosen : list of int
        Numbers of the calls that are ticked; those of calls that are gone count for nothing.
    there : str
        Name of the other connection, if there is one.
    busy : bool
        Whether a call is being made again.
    removed : int
        How many calls have been removed, and can be put back.
    """

    _esm = (_HERE / "call_table.js").read_text(encoding="utf-8")

    rows: Any = traitlets.List([]).tag(sync=True)
    chosen: Any = traitlets.List([]).tag(sync=True)
    there = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    removed = traitlets.Int(0).tag(sync=True)

    def __init__(self, on_action: Callable[[str, list[int]], object]) -> None:
        super().__init__()
        self._on_action = on_action
        self.on_msg(self._receive)

    def _receive(self, _: object, message: Any, __: object) -> None:
        match message:
            case {"action": str(name), "calls": list(numbers)}:
                self._on_action(name, numbers)

    def show(self, calls: Iterable[RecordedCall]) -> None:
        """Show these calls."""
        runs: dict[object, list[RecordedCall]] = {}
        for call in calls:
            runs.setdefault(call.run or call, []).append(call)
        self.rows = [_row(batch) for batch in runs.values()][::-1]


def _row(calls: Sequence[RecordedCall]) -> dict[str, Any]:
    """Return the row of a run: of its only call, or of all."""
    first = calls[0]
    rows = [_row_of_one(call) for call in calls]
    if first.run is None or len(calls) == 1:
        return rows[0]
    outcomes = Counter(call.outcome for call in calls)
    tokens = [call.tokens for call in calls if call.tokens is not None]
    done = "; ".join(call.headline for call in calls if call.outcome == "done")
    counts = ", ".join(f"{number} {outcome}" for outcome, number in outcomes.items())
    running = outcomes["running"]
    return rows[0] | {
        "summary": first.run.subject,
        "outcome": "running" if running else "failed" if outcomes["failed"] else "done",
        "headline": counts,
        "why": shortened(done, 2 * _LONGEST),
        "seconds": "" if running else duration(sum(call.seconds for call in calls)),
        "tokens": f"{sum(tokens):,}" if tokens else "",
        "pinned": all(call.pinned for call in calls),
        "calls": rows,
    }


def _row_of_one(call: RecordedCall) -> dict[str, Any]:
    running = call.outcome == "running"
    return {
        "number": call.number,
        "time": f"{call.began:%H:%M:%S}",
        "operation": call.operation.title,
        "summary": call.summary,
        "where": call.place,
        "outcome": call.outcome,
        "headline": call.headline or call.outcome,
        "why": call.error,
        "seconds": "" if running else duration(call.seconds),
        "tokens": "" if call.tokens is None else f"{call.tokens:,}",
        "pinned": call.pinned,
        "has_request": call.request is not None,
        "has_inputs": call.run is not None,
        "calls": [],
    }


class RecordingClient(AsyncClient):
    """Makes calls through a connection's client and records those of one operation.

    It holds no key. Calls of other operations, such as the completions of a search box, are not
    recorded. `last` is the last call that was.
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
        **options: Any,
    ) -> ReplyT:
        """Make a call, and record it; see `Client.call`."""
        here = self.connection
        here.used.calls += 1
        if operation is not self._operation:
            reply = await here.client.call(operation, request, **options)
            here.used.add(reply.usage)
            return reply
        call = self.last = self._calls.begin(operation, request, here)
        began = time.perf_counter()
        try:
            reply = await here.client.call(operation, request, **options)
        except BaseException as error:
            cancelled = isinstance(error, asyncio.CancelledError)
            here.refused |= isinstance(error, AuthenticationError)
            call.error = "" if cancelled else _message(error)
            self._calls.end(
                call, "cancelled" if cancelled else "failed", time.perf_counter() - began
            )
            raise
        here.used.add(reply.usage)
        here.refused = False
        call.reply = reply
        self._calls.end(call, "done", time.perf_counter() - began)
        return reply

    def map(
        self, operation: str | Operation[Any, Any], items: Any, **options: Any
    ) -> AsyncGenerator[tuple[int, Any], None]:
        """Make many calls, and count them; see `AsyncClient.map`.

        The history has one entry for all of them, which the panel of the table makes.
        """
        return self._counted(self.connection.client.map(operation, items, **options))

    async def _counted(
        self, results: AsyncGenerator[tuple[int, Any], None]
    ) -> AsyncGenerator[tuple[int, Any], None]:
        here = self.connection
        try:
            async with aclosing(results) as each:
                async for place, outcome in each:
                    here.used.calls += 1
                    here.used.add(outcome.usage if isinstance(outcome, Reply) else None)
                    yield place, outcome
        except AuthenticationError:
            here.refused = True
            raise

    async def send(
        self, operation: Operation[Any, Any], request: Request, **options: Any
    ) -> httpx.Response:
        """Make a call and return any response; see `Client.send`."""
        return await self.connection.client.send(operation, request, **options)

    async def health(self, **options: Any) -> dict[str, Any]:
        """Return the health of the service; see `Client.health`."""
        return await self.connection.client.health(**options)

    async def close(self) -> None:
        """Leave the connection to whoever opened it."""


def _message(error: BaseException) -> str:
    # A service may quote the request.
    return without_logins(
        error.message if isinstance(error, APIError) else f"{type(error).__name__}: {error}"
    )
