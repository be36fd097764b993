"""The page of the history: choose calls, show them, make them again, compare two."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from html import escape

import ipywidgets

from triptych.panels.base.browser import Download, File, Front
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.layout import StatusLine, set_visible
from triptych.panels.base.result import DisplayedReply, Result
from triptych.panels.base.stale import CURRENT_RUN
from triptych.panels.base.table_result import TableResult
from triptych.panels.workbench import export
from triptych.panels.workbench.calls import Calls, CallTable, RecordedCall, RecordingClient
from triptych.panels.workbench.comparing import Comparison, comparable
from triptych.panels.workbench.connections import Connection
from triptych.panels.workbench.switchboard import Switchboard
from triptych.views.base.units import count


class HistoryPage(ipywidgets.VBox):
    """The calls of all panels, and what can be done with them.

    `displayed_reply` returns what to show of a call that is done. `open_inputs` opens the panel of
    a call with its inputs, and returns whether it could: not while that panel runs.
    """

    def __init__(
        self,
        calls: Calls,
        displayed_reply: Callable[[RecordedCall], DisplayedReply],
        open_inputs: Callable[[RecordedCall], bool],
        switchboard: Switchboard,
        loop: EventLoop,
    ) -> None:
        self._calls = calls
        self._displayed_reply = displayed_reply
        self._open_inputs = open_inputs
        #: What was removed last.
        self._removed: list[RecordedCall] = []
        self._switchboard = switchboard
        self._loop = loop
        self.task: asyncio.Task[None] | None = None
        self._saving: asyncio.Task[None] | None = None
        self._comparing: asyncio.Task[None] | None = None
        self.table = CallTable(lambda name, calls: loop.call(lambda: self._act(name, calls)))
        self.status = StatusLine()
        self.result = Result("Click on a call to show its reply here.", "", loop)
        self.rows = TableResult("", loop)
        self.board = ipywidgets.HTML()
        self.download = Download()
        self.front = Front(label="History of calls")
        shown = [self.status, self.board, self.result, self.rows]
        super().__init__([self.table, *shown, self.download, self.front])
        self.add_class("triptych-panel")
        self.add_class("triptych-history")
        self.result.add_class("triptych-result")
        self.rows.add_class("triptych-result")
        set_visible(self.rows, False)
        self.board.add_class("triptych-comparison")
        self._actions: dict[str, Callable[[list[RecordedCall]], object]] = {
            "show": self._show_one,
            "again": self._run_here,
            "elsewhere": self._run_elsewhere,
            "compare": self._compare_two,
            "pin": lambda chosen: self._pin(chosen, pinned=True),
            "unpin": lambda chosen: self._pin(chosen, pinned=False),
            "cancel": self._cancel,
            "json": lambda chosen: self._save(export.as_json, chosen),
            "python": lambda chosen: self._save(export.as_script, chosen),
            "open": self._open,
            "clear": lambda _: self._clear(),
            "undo": lambda _: self._undo(),
        }
        self.refresh()

    def _act(self, name: str, numbers: Sequence[int]) -> None:
        """Do what was clicked with the calls of these numbers; some may be gone."""
        if name in self._actions:
            self._actions[name]([call for call in self._calls if call.number in numbers])

    def refresh(self) -> None:
        """Show the calls as they are now, and where they can be made again."""
        there = self._switchboard.other
        with self.table.hold_sync():
            self.table.show(self._calls)
            self.table.there = "" if there is None else there.title
            self.table.removed = len(self._removed)
            self.table.busy = self.task is not None and not self.task.done()

    # What can be done

    def _show_one(self, chosen: Sequence[RecordedCall]) -> None:
        if len(chosen) == 1 and chosen[0].outcome != "running":
            self.show(chosen[0])

    def show(self, call: RecordedCall) -> None:
        """Show the reply of a call, the rows of a table, or why there is neither."""
        self._cancel_comparing()
        done = call.reply is not None
        has_rows = call.table is not None and call.table.frame is not None
        set_visible(self.result, done)
        set_visible(self.rows, has_rows)
        set_visible(self.board, not done and not has_rows)
        if call.table is not None and has_rows:
            self.rows.show(call.table)
        elif done:
            self.result.show(self._displayed_reply(call))
        else:
            reason = call.error or "Cancelled before a reply arrived."
            self.board.value = _card(f"Call {call.number} {call.outcome}", reason)
        self.status.show(f"Call {call.number}: {call.operation.title}, {call.outcome}")

    def _open(self, chosen: Sequence[RecordedCall]) -> None:
        # Those of a batch have the same inputs.
        call = next((call for call in chosen if call.run is not None), None)
        if call is not None and not self._open_inputs(call):
            title = call.operation.title
            self.status.show(f"{title} is running: open the inputs when it has finished")

    def _clear(self) -> None:
        if removed := self._calls.clear():
            self._removed = removed
            self.refresh()
            self.status.show(f"{count(len(removed), 'call')} removed")

    def _undo(self) -> None:
        if removed := self._removed:
            self._removed = []
            self._calls.restore(removed)
            self.status.show(f"{count(len(removed), 'call')} put back")

    def _can_repeat(self, chosen: Sequence[RecordedCall]) -> bool:
        # A second click may come before the browser knows of the first.
        busy = self.task is not None and not self.task.done()
        return not busy and len(chosen) == 1 and chosen[0].request is not None

    def _run_here(self, chosen: Sequence[RecordedCall]) -> None:
        if self._can_repeat(chosen):
            self.run(chosen[0], self._switchboard.here)

    def _run_elsewhere(self, chosen: Sequence[RecordedCall]) -> None:
        there = self._switchboard.other
        if there is not None and self._can_repeat(chosen):
            [call] = chosen
            self.run(call, there, lambda repeated: self._compare_with(call, repeated))

    def run(
        self,
        call: RecordedCall,
        connection: Connection,
        then: Callable[[RecordedCall], object] | None = None,
    ) -> asyncio.Task[None]:
        """Make the same call again, and show it; to be called on the panel's loop."""
        self.task = self._loop.start(self._run(call, connection, then or self.show))
        self.refresh()
        return self.task

    async def _run(
        self, call: RecordedCall, connection: Connection, then: Callable[[RecordedCall], object]
    ) -> None:
        assert call.request is not None
        if call.run is not None:
            # A run of its own, with the same inputs.
            CURRENT_RUN.set(replace(call.run))
        client = RecordingClient(connection, self._calls, call.operation)
        activity = f"{call.operation.title} on {connection.title} …"
        ticking = self._loop.start(self.status.tick(lambda: (activity, None)))
        # How it ended, and why, is in the history.
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await client.call(call.operation, call.request)
        ticking.cancel()
        repeated = client.last
        self.task = None
        self.refresh()
        if repeated is None or repeated.outcome == "cancelled":
            self.status.show("Cancelled")
        else:
            self.table.chosen = [repeated.number]
            self._loop.call(lambda: then(repeated))

    def _compare_with(self, call: RecordedCall, repeated: RecordedCall) -> None:
        if comparable([call, repeated]):
            self.show(repeated)
        else:
            self.table.chosen = [call.number, repeated.number]
            self.compare(call, repeated)

    def _compare_two(self, chosen: Sequence[RecordedCall]) -> None:
        if reason := comparable(chosen):
            self.status.show(reason)
        else:
            self.compare(*chosen)

    def compare(self, left: RecordedCall, right: RecordedCall) -> asyncio.Task[None]:
        """Show two calls side by side; to be called on the panel's loop."""
        self._cancel_comparing()
        self._comparing = self._loop.start(self._draw_both(left, right))
        return self._comparing

    def _cancel_comparing(self) -> None:
        # A slow drawing would cover what was opened since.
        if self._comparing is not None:
            self._comparing.cancel()

    async def _draw_both(self, left: RecordedCall, right: RecordedCall) -> None:
        for part in (self.result, self.rows):
            set_visible(part, False)
        set_visible(self.board, True)
        self.board.value = '<p class="triptych-empty">Drawing both …</p>'
        one, other = ((call, self._displayed_reply(call)) for call in (left, right))
        try:
            # What takes seconds is not drawn on the kernel's loop.
            self.board.value = await asyncio.to_thread(Comparison(one, other).html)
        except Exception as error:
            self.board.value = _card("These calls cannot be compared", str(error))
        self.status.show(f"Calls {left.number} and {right.number} side by side")

    def _pin(self, chosen: Sequence[RecordedCall], *, pinned: bool) -> None:
        for call in chosen:
            self._calls.pin(call, pinned=pinned)

    def _cancel(self, chosen: Sequence[RecordedCall]) -> None:
        running = [call for call in self._calls if call.outcome == "running"]
        for call in [one for one in running if one in chosen] or running:
            call.cancel()

    def _save(
        self, make: Callable[[Iterable[RecordedCall]], File], chosen: Sequence[RecordedCall]
    ) -> None:
        self._saving = self._loop.start(self._save_later(make, chosen or [*self._calls]))

    async def _save_later(
        self, make: Callable[[Iterable[RecordedCall]], File], calls: Sequence[RecordedCall]
    ) -> None:
        self.status.show("Writing the file …")
        try:
            # Replies with many numbers take seconds.
            file = await asyncio.to_thread(make, calls)
        except Exception as error:
            # Nobody awaits this task.
            self.status.show(f"These calls could not be saved: {error}")
            return
        self.download.save(file)
        self.status.show(f"Saved {file.name}")

    def stop(self) -> None:
        """Stop what runs and what is being drawn."""
        for task in (self.task, self._saving, self._comparing):
            if task is not None:
                task.cancel()
        self.result.stop()
        self.rows.stop()


def _card(title: str, reason: str) -> str:
    return (
        f'<div class="triptych-card" role="alert"><p><b>{escape(title)}</b></p>'
        f"<p>{escape(reason)}</p></div>"
    )
