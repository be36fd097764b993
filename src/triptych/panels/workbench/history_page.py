"""The page of the history: choose calls, show them, make them again, compare two."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from html import escape

import ipywidgets

from triptych.panels.base.browser import Download, File, Front
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.layout import set_visible
from triptych.panels.base.result import Result, Shown
from triptych.panels.workbench import export
from triptych.panels.workbench.calls import Calls, CallTable, RecordedCall, RecordingClient
from triptych.panels.workbench.comparing import Comparison, comparable
from triptych.panels.workbench.connections import Connection
from triptych.panels.workbench.switchboard import Switchboard
from triptych.views.base.units import duration

_TICK = 0.1


class HistoryPage(ipywidgets.VBox):
    """The calls of all panels, and what can be done with them.

    Parameters
    ----------
    calls : Calls
        What to list.
    shown_of : callable
        Returns what to show of a call that is done.
    switchboard : Switchboard
        Knows where calls go, and the other connection, if there is one.
    loop : EventLoop
        The loop of the workbench.
    """

    def __init__(
        self,
        calls: Calls,
        shown_of: Callable[[RecordedCall], Shown],
        switchboard: Switchboard,
        loop: EventLoop,
    ) -> None:
        self._calls = calls
        self._shown_of = shown_of
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
        self.status = ipywidgets.HTML()
        self.result = Result("Select a call to show its reply here.", "", loop)
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
                *(self.table, self._actions, self._exports, self.board, self.result),
                *(self.download, self.front),
            ]
        )
        self.add_class("triptych-panel")
        self.add_class("triptych-history")
        self.result.add_class("triptych-result")
        self.board.add_class("triptych-comparison")
        self.status.add_class("triptych-status")
        self._wire()
        self.refresh()

    def _wire(self) -> None:
        call = self._loop.call
        self.table.observe(lambda _: call(self._offer), "chosen")
        for button, act in (
            (self.show_button, lambda: self.show(self._chosen[0])),
            (self.again, lambda: self.run(self._chosen[0], self._switchboard.here)),
            (self.elsewhere, self._run_elsewhere),
            (self.compare_button, lambda: self.compare(*self._ordered)),
            (self.pin, self._turn_pins),
            (self.cancel_button, self._cancel),
            (self.to_json, lambda: self._save(export.as_json)),
            (self.to_python, lambda: self._save(export.as_script)),
            (self.clear, self._calls.clear),
        ):
            button.on_click(lambda button, act=act: call(lambda: self._press(button, act)))

    def _press(self, button: ipywidgets.Button, act: Callable[[], object]) -> None:
        # It may be pressed before the browser has heard that it is disabled.
        self._offer()
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
        self._offer()

    def _offer(self) -> None:
        """Let what can be done with the chosen calls be done."""
        chosen = self._chosen
        one = chosen[0] if len(chosen) == 1 else None
        ended = one is not None and one.outcome != "running"
        busy = self.task is not None and not self.task.done()
        self.show_button.disabled = not ended
        self.again.disabled = not ended or busy
        there = self._switchboard.other
        set_visible(self.elsewhere, there is not None)
        if there is not None:
            self.elsewhere.description = f"Run on {there.name} and compare"
            self.elsewhere.tooltip = f"Run the same request on {there.name} and compare the replies"
        self.elsewhere.disabled = not ended or busy
        refused = comparable(chosen)
        self.compare_button.disabled = bool(refused)
        self.compare_button.tooltip = refused or "Show both calls side by side"
        self.pin.disabled = not chosen
        pinned = bool(chosen) and all(call.pinned for call in chosen)
        self.pin.description = "Unpin" if pinned else "Pin"
        self.cancel_button.disabled = not any(call.outcome == "running" for call in self._calls)
        for button in (self.to_json, self.to_python, self.clear):
            button.disabled = not len(self._calls)

    # What can be done

    def show(self, call: RecordedCall) -> None:
        """Show what came of a call."""
        self._leave_comparing()
        done = call.reply is not None
        set_visible(self.result, done)
        set_visible(self.board, not done)
        if done:
            self.result.show(self._shown_of(call))
        else:
            why = call.error or "Cancelled before a reply arrived."
            self.board.value = _card(f"Call {call.number} {call.outcome}", why)
        self._say(f"Call {call.number}: {call.operation.title}, {call.outcome}")

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
        client = RecordingClient(connection, self._calls, call.operation)
        ticking = self._loop.start(self._tick(f"{call.operation.title} on {connection.name} …"))
        # How it ended, and why, is in the history.
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await client.call(call.operation, call.request)
        ticking.cancel()
        made = client.last
        self.task = None
        self._offer()
        if made is None or made.outcome == "cancelled":
            self._say("Cancelled")
        else:
            self.table.chosen = [made.number]
            self._loop.call(lambda: then(made))

    def _run_elsewhere(self) -> None:
        call, there = self._chosen[0], self._switchboard.other
        if there is not None:
            self.run(call, there, lambda made: self._beside(call, made))

    def _beside(self, call: RecordedCall, made: RecordedCall) -> None:
        refused = comparable([call, made])
        if refused:
            self.show(made)
        else:
            self.table.chosen = [call.number, made.number]
            self.compare(call, made)

    def compare(self, left: RecordedCall, right: RecordedCall) -> asyncio.Task[None]:
        """Show two calls side by side; to be called on the panel's loop."""
        self._leave_comparing()
        self._comparing = self._loop.start(self._draw_both(left, right))
        return self._comparing

    def _leave_comparing(self) -> None:
        # What takes seconds to draw would cover what was asked for since.
        if self._comparing is not None:
            self._comparing.cancel()

    async def _draw_both(self, left: RecordedCall, right: RecordedCall) -> None:
        set_visible(self.result, False)
        set_visible(self.board, True)
        self.board.value = '<p class="triptych-empty">Drawing both …</p>'
        one, other = ((call, self._shown_of(call)) for call in (left, right))
        try:
            # What takes seconds is not drawn on the kernel's loop.
            self.board.value = await asyncio.to_thread(Comparison(one, other).html)
        except Exception as error:
            self.board.value = _card("These calls cannot be compared", str(error))
        self._say(f"Calls {left.number} and {right.number} side by side")

    def _turn_pins(self) -> None:
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
        self._say("Writing the file …")
        try:
            # Replies with many numbers take seconds.
            file = await asyncio.to_thread(make, calls)
        except Exception as error:
            # Nobody awaits this task.
            self._say(f"These calls could not be saved: {error}")
            return
        self.download.save(file)
        self._say(f"Saved {file.name}")

    async def _tick(self, words: str) -> None:
        began = time.perf_counter()
        while True:
            # The number is not for screen readers: they hear what is done, once.
            self._say(words, duration(time.perf_counter() - began))
            await asyncio.sleep(_TICK)

    def _say(self, words: str, aside: str = "") -> None:
        extra = f' <span aria-hidden="true">{escape(aside)}</span>' if aside else ""
        self.status.value = f"{escape(words)}{extra}"

    def stop(self) -> None:
        """Stop what runs and what is being drawn."""
        for task in (self.task, self._saving, self._comparing):
            if task is not None:
                task.cancel()
        self.result.stop()


def _button(description: str, tooltip: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=description, tooltip=tooltip)


def _line(*parts: ipywidgets.Widget) -> ipywidgets.Box:
    line = ipywidgets.Box(parts)
    line.add_class("triptych-actions")
    return line


def _card(happened: str, why: str) -> str:
    return (
        f'<div class="triptych-card" role="alert"><p><b>{escape(happened)}</b></p>'
        f"<p>{escape(why)}</p></div>"
    )
