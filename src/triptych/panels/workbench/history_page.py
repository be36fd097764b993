"""The page of the history: choose calls, show them, make them again, compare two."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from html import escape

import ipywidgets

from triptych.panels.base.browser import Download, File, Front
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.layout import StatusLine, set_visible
from triptych.panels.base.result import DisplayedReply, Result
from triptych.panels.base.table_result import TableResult
from triptych.panels.workbench import export
from triptych.panels.workbench.calls import Calls, CallTable, RecordedCall, RecordingClient
from triptych.panels.workbench.comparing import Comparison, comparable
from triptych.panels.workbench.connections import Connection
from triptych.panels.workbench.switchboard import Switchboard


class HistoryPage(ipywidgets.VBox):
    """The calls of all panels, and what can be done with them.

    `displayed_reply` returns what to show of a call that is done.
    """

    def __init__(
        self,
        calls: Calls,
        displayed_reply: Callable[[RecordedCall], DisplayedReply],
        switchboard: Switchboard,
        loop: EventLoop,
    ) -> None:
        self._calls = calls
        self._displayed_reply = displayed_reply
        self._switchboard = switchboard
        self._loop = loop
        self.task: asyncio.Task[None] | None = None
        self._saving: asyncio.Task[None] | None = None
        self._comparing: asyncio.Task[None] | None = None
        self.table = CallTable()
        self.show_button = _button("Show", "Show the reply of this call")
        self.again = _button("Re-run", "Run this request again on the current connection")
        self.elsewhere = _button("Run there", "")
        self.compare_button = _button("Compare", "Show two calls of an operation side by side")
        self.pin = _button("Pin", "Keep this call when older calls are removed")
        self.cancel_button = _button("Cancel", "Stop waiting for the reply")
        self.to_json = _button("JSON", "Save requests and replies of the selected calls, or all")
        self.to_python = _button("Python", "Save a script that repeats the selected calls, or all")
        self.clear = _button("Clear", "Remove all calls that are not pinned")
        self.status = StatusLine()
        self.result = Result("Select a call to show its reply here.", "", loop)
        self.rows = TableResult("", loop)
        self.board = ipywidgets.HTML()
        self.download = Download()
        self.front = Front(label="History of calls")
        self._actions = _line(
            *(self.show_button, self.again, self.elsewhere, self.compare_button),
            *(self.pin, self.cancel_button, self.clear, self.status),
        )
        self._exports = _line(ipywidgets.Label("Save:"), self.to_json, self.to_python)
        super().__init__(
            [
                *(self.table, self._actions, self._exports, self.board, self.result, self.rows),
                *(self.download, self.front),
            ]
        )
        self.add_class("triptych-panel")
        self.add_class("triptych-history")
        self.result.add_class("triptych-result")
        self.rows.add_class("triptych-result")
        set_visible(self.rows, False)
        self.board.add_class("triptych-comparison")
        self._wire()
        self.refresh()

    def _wire(self) -> None:
        call = self._loop.call
        self.table.observe(lambda _: call(self._update_buttons), "chosen")
        for button, act in (
            (self.show_button, lambda: self.show(self._chosen[0])),
            (self.again, lambda: self.run(self._chosen[0], self._switchboard.here)),
            (self.elsewhere, self._run_elsewhere),
            (self.compare_button, lambda: self.compare(*self._ordered)),
            (self.pin, self._toggle_pins),
            (self.cancel_button, self._cancel),
            (self.to_json, lambda: self._save(export.as_json)),
            (self.to_python, lambda: self._save(export.as_script)),
            (self.clear, self._calls.clear),
        ):
            button.on_click(lambda button, act=act: call(lambda: self._press(button, act)))

    def _press(self, button: ipywidgets.Button, act: Callable[[], object]) -> None:
        # It may be pressed before the browser knows that it is disabled.
        self._update_buttons()
        if not button.disabled:
            act()

    # What is chosen

    @property
    def _chosen(self) -> list[RecordedCall]:
        numbers = self.table.chosen
        return [call for number in numbers for call in self._calls if call.number == number]

    @property
    def _ordered(self) -> list[RecordedCall]:
        return sorted(self._chosen, key=lambda call: call.number)

    def refresh(self) -> None:
        """Show the calls as they are now."""
        self.table.show(self._calls)
        self._update_buttons()

    def _update_buttons(self) -> None:
        """Enable the buttons that apply to the chosen calls."""
        chosen = self._chosen
        one = chosen[0] if len(chosen) == 1 else None
        ended = one is not None and one.outcome != "running"
        busy = self.task is not None and not self.task.done()
        self.show_button.disabled = not ended
        # A table is run again in its panel, where it can be chosen.
        has_request = one is not None and one.request is not None
        self.again.disabled = not ended or busy or not has_request
        there = self._switchboard.other
        set_visible(self.elsewhere, there is not None)
        if there is not None:
            self.elsewhere.description = f"Run on {there.name} and compare"
            self.elsewhere.tooltip = f"Run the same request on {there.name} and compare the replies"
        self.elsewhere.disabled = self.again.disabled
        reason = comparable(chosen)
        self.compare_button.disabled = bool(reason)
        self.compare_button.tooltip = reason or "Show both calls side by side"
        self.pin.disabled = not chosen
        pinned = bool(chosen) and all(call.pinned for call in chosen)
        self.pin.description = "Unpin" if pinned else "Pin"
        self.cancel_button.disabled = not any(call.outcome == "running" for call in self._calls)
        for button in (self.to_json, self.to_python, self.clear):
            button.disabled = not len(self._calls)

    # What can be done

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

    def run(
        self,
        call: RecordedCall,
        connection: Connection,
        then: Callable[[RecordedCall], object] | None = None,
    ) -> asyncio.Task[None]:
        """Make the same call again, and show it; to be called on the panel's loop."""
        self.task = self._loop.start(self._run(call, connection, then or self.show))
        return self.task

    async def _run(
        self, call: RecordedCall, connection: Connection, then: Callable[[RecordedCall], object]
    ) -> None:
        assert call.request is not None
        client = RecordingClient(connection, self._calls, call.operation)
        activity = f"{call.operation.title} on {connection.name} …"
        ticking = self._loop.start(self.status.tick(lambda: activity))
        # How it ended, and why, is in the history.
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await client.call(call.operation, call.request)
        ticking.cancel()
        repeated = client.last
        self.task = None
        self._update_buttons()
        if repeated is None or repeated.outcome == "cancelled":
            self.status.show("Cancelled")
        else:
            self.table.chosen = [repeated.number]
            self._loop.call(lambda: then(repeated))

    def _run_elsewhere(self) -> None:
        call, there = self._chosen[0], self._switchboard.other
        if there is not None:
            self.run(call, there, lambda repeated: self._compare_with(call, repeated))

    def _compare_with(self, call: RecordedCall, repeated: RecordedCall) -> None:
        if comparable([call, repeated]):
            self.show(repeated)
        else:
            self.table.chosen = [call.number, repeated.number]
            self.compare(call, repeated)

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

    def _toggle_pins(self) -> None:
        chosen = self._chosen
        pinned = all(call.pinned for call in chosen)
        for call in chosen:
            self._calls.pin(call, pinned=not pinned)

    def _cancel(self) -> None:
        running = [call for call in self._calls if call.outcome == "running"]
        for call in [one for one in running if one in self._chosen] or running:
            call.cancel()

    def _save(self, make: Callable[[Iterable[RecordedCall]], File]) -> None:
        self._saving = self._loop.start(self._save_later(make, self._chosen or [*self._calls]))

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


def _button(description: str, tooltip: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=description, tooltip=tooltip)


def _line(*parts: ipywidgets.Widget) -> ipywidgets.Box:
    line = ipywidgets.Box(parts)
    line.add_class("triptych-actions")
    return line


def _card(title: str, reason: str) -> str:
    return (
        f'<div class="triptych-card" role="alert"><p><b>{escape(title)}</b></p>'
        f"<p>{escape(reason)}</p></div>"
    )
