"""All operations in one widget."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

import ipywidgets

from triptych.client import AsyncClient
from triptych.contract import OPERATIONS, Operation, Reply
from triptych.panels.base.arguments import CheckedArguments
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.panel import Call, Panel, descendants
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.shareable import without_logins
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.base.table_run import TableRun
from triptych.panels.workbench import area, export
from triptych.panels.workbench.area import Area
from triptych.panels.workbench.calls import Calls, RecordedCall, RecordingClient, table_of
from triptych.panels.workbench.comparing import Comparison, comparable
from triptych.panels.workbench.connections import Used
from triptych.panels.workbench.history_page import HistoryPage
from triptych.panels.workbench.home import Home
from triptych.panels.workbench.switchboard import Switchboard
from triptych.views.base.units import count

if TYPE_CHECKING:
    import pandas

_AREAS = {"text": "Text", "vision": "Vision", "web": "Web"}
#: Of the tabs before the history.
_TITLES = ("Home", *_AREAS.values())


class Workbench(CheckedArguments, ipywidgets.VBox):
    """All operations in one place: a panel for each, the connection, and the history of calls.

    It opens on a home with a tile for each operation: a picture of what it does, and a button that
    opens its panel with a sample filled in.

    Calls go to the API inside this process, or to a server whose address and key are entered in
    the menu at the top; the key is held by the connection alone, and no saved notebook has it. Each
    call of any panel is listed in the history, from which it can be shown, made again, here or on
    the other connection, pinned, compared with another one, and saved.

    Parameters
    ----------
    client : AsyncClient, optional
        Client used at first; by default the server that `TRIPTYCH_BASE_URL` and `TRIPTYCH_API_KEY`
        name, else the API inside this process. It is not closed with the workbench.

    Attributes
    ----------
    history : Calls
        The calls of all panels, oldest first; `history[3]` is the one with that number.

    Examples
    --------
    >>> workbench = Workbench()
    >>> workbench
    <Workbench: embedded, 0 calls>
    >>> workbench.panel("sentiment")
    <SentimentPanel: empty>
    >>> workbench.close()
    """

    def __init__(self, client: AsyncClient | None = None) -> None:
        self._loop = EventLoop(self._fail)
        self.history = Calls(self._on_change)
        self._switchboard = Switchboard(client, self._on_switch, self._loop)
        self.areas = {name: Area(name, self._make, self._loop) for name in _AREAS}
        self.home = Home(lambda name: self._loop.call(lambda: self._try(name)))
        self._trying: asyncio.Task[None] | None = None
        self._history_page: HistoryPage | None = None
        self._history_place = ipywidgets.VBox()
        self.tabs = ipywidgets.Tab(
            [self.home, *self.areas.values(), self._history_place],
            titles=[*_TITLES, "History"],
            selected_index=0,
        )
        super().__init__([self._switchboard.bar, self.tabs])
        self.add_class("triptych-workbench")
        self.tabs.observe(lambda _: self._loop.call(self._on_tab), "selected_index")

    # Where calls go

    def connect(self, base_url: str | None = None, api_key: str | None = None) -> None:
        """Send calls to a server; the connection to an earlier one is closed.

        Parameters
        ----------
        base_url : str, optional
            Its address; by default `TRIPTYCH_BASE_URL`.
        api_key : str, optional
            Its key; by default `TRIPTYCH_API_KEY`, if that is the key to this address. A key in a
            cell is saved with the notebook: enter it in the menu.

        Raises
        ------
        ConfigurationError
            If the address is invalid, or the key is missing.
        """
        address = base_url or os.environ.get("TRIPTYCH_BASE_URL", "")
        self._switchboard.connect(address, api_key or "")

    def disconnect(self) -> None:
        """Close the connection, forget its key, and send calls to the API inside this process."""
        self._switchboard.disconnect()

    def _on_switch(self) -> None:
        """Point all panels to the current connection; running calls are cancelled."""
        here = self._switchboard.here
        for call in self.history:
            if call.connection is not here:
                call.cancel()
        for name, panel in self.panels.items():
            if not (isinstance(panel.client, RecordingClient) and panel.client.connection is here):
                panel.use_client(self._client(name))
        for one in self.areas.values():
            one.explain()
        if self._history_page is not None:
            self._history_page.refresh()

    @property
    def used(self) -> dict[str, Used]:
        """Calls and tokens of the open connections so far, by where they lead."""
        return {connection.name: connection.used for connection in self._switchboard.all}

    # Panels

    def _client(self, name: str) -> RecordingClient:
        return RecordingClient(self._switchboard.here, self.history, OPERATIONS[name])

    def _make(self, name: str) -> Panel:
        panel = area.make(name, self._client(name))
        if isinstance(panel, TablePanel):
            panel.on_table_run = partial(self._record_table, OPERATIONS[name])
        if name == "suggest":
            # Loaded by now.
            from triptych.panels import SuggestPanel

            assert isinstance(panel, SuggestPanel)
            panel.on_search = self._search
            panel.box.complete = self._completions
        return panel

    async def _completions(self, typed: str) -> Sequence[str]:
        # Not with the panel's client, which would record a call for each pause in typing.
        return (await self._client("search").suggest(typed)).suggestions

    def _record_table(self, operation: Operation[Any, Any], run: TableRun) -> None:
        """Record the begin of a run over a table, and its end."""
        if run.outcome == "running":
            self.history.begin_table(operation, run, self._switchboard.here)
        for call in self.history:
            if call.table is run and run.outcome != "running":
                call.error = without_logins(run.error)
                self.history.end(call, run.outcome, run.seconds)

    def panel(self, name: str) -> Panel:
        """Return the panel of an operation; it is created on first use.

        Parameters
        ----------
        name : str
            Of the operation, such as "sentiment"; `triptych.OPERATIONS` has them all.

        Raises
        ------
        KeyError
            If there is no such operation.
        """
        if name not in OPERATIONS:
            known = ", ".join(OPERATIONS)
            raise KeyError(f"There is no operation {name!r}: choose one of {known}.")
        return self.areas[OPERATIONS[name].area].panel(name)

    def show(self, name: str) -> Panel:
        """Show the panel of an operation, and return it; see `panel`."""
        panel = self.panel(name)
        self._select(name)
        return panel

    def _select(self, name: str) -> None:
        """Select the tab of an operation, and the operation in it."""
        self.areas[OPERATIONS[name].area].list.chosen = name
        title = _AREAS[OPERATIONS[name].area]
        self.tabs.selected_index = _TITLES.index(title)

    def _try(self, name: str) -> None:
        """Open the panel of an operation, with a sample if nothing is in it yet."""
        self._stop_trying()
        self._select(name)
        self._trying = self._loop.start(self._fill(name))

    def _search(self, query: str) -> None:
        """Open the search panel, and search for a query."""
        self._stop_trying()
        self._select("search")
        self._trying = self._loop.start(self._fill("search", query))

    async def _fill(self, name: str, query: str = "") -> None:
        """Fill in a sample, or run with a query."""
        try:
            # As when an area opens a panel: not on the kernel's loop.
            await asyncio.to_thread(area.load, name)
            panel = self.panel(name)
            if query:
                panel.fill({"query": query})
                panel.run()
            elif panel.state == "empty":
                panel.fill(panel.samples[0].values)
        except Exception as error:
            # Nobody awaits this task.
            self._fail(error)

    def _stop_trying(self) -> None:
        if self._trying is not None:
            self._trying.cancel()

    @property
    def panels(self) -> Mapping[str, Panel]:
        """The panels that have been opened, by operation."""
        return {name: panel for area in self.areas.values() for name, panel in area.panels.items()}

    def _on_tab(self) -> None:
        """Fill a tab when it is first opened."""
        page = self.tabs.children[self.tabs.selected_index or 0]
        if page is self._history_place:
            self.history_page.refresh()
        elif isinstance(page, Area):
            page.show()

    # The history

    @property
    def history_page(self) -> HistoryPage:
        """The page of the history."""
        if self._history_page is None:
            self._history_page = HistoryPage(
                self.history,
                self._displayed_reply,
                self._open_inputs,
                self._switchboard,
                self._loop,
            )
            self._history_page.front.on_search(
                lambda query: self._loop.call(partial(self._search, query))
            )
            self._history_place.children = [self._history_page]
        return self._history_page

    def _displayed_reply(self, call: RecordedCall) -> DisplayedReply:
        assert call.reply is not None
        assert call.request is not None
        done = Call(call.request, call.reply, call.seconds)
        return self.panel(call.operation.name).displayed_reply(done, call.base_url)

    def _open_inputs(self, call: RecordedCall) -> bool:
        """Show the panel of a call with the inputs of its run; return False while it runs."""
        if (panel := self.panel(call.operation.name)).state == "running":
            return False
        panel.restore_inputs(call.run)
        self._select(call.operation.name)
        return True

    def _on_change(self) -> None:
        titles = [*_TITLES, f"History ({len(self.history)})"]
        self.tabs.titles = titles
        self._switchboard.show()
        if self._history_page is not None:
            self._history_page.refresh()

    @property
    def replies(self) -> list[Reply]:
        """The replies of the history, oldest first."""
        return [call.reply for call in self.history if call.reply is not None]

    @property
    def frame(self) -> pandas.DataFrame:
        """The history as a table, a row per call: when, what, where, and its outcome."""
        return table_of(self.history)

    def compare(self, left: int, right: int) -> Comparison:
        """Return two calls of an operation side by side, with what differs.

        Parameters
        ----------
        left, right : int
            Their numbers in the history.

        Returns
        -------
        Comparison
            Shows itself as the last line of a cell; `to_frame()` has the differences.

        Raises
        ------
        KeyError
            If there is no such call.
        ValueError
            If one has no reply, or they are of different operations.
        """
        calls = [self.history[left], self.history[right]]
        if reason := comparable(calls):
            raise ValueError(f"{reason}.")
        one, other = ((call, self._displayed_reply(call)) for call in calls)
        return Comparison(one, other)

    def save(self, path: str | PathLike[str], calls: Iterable[int] | None = None) -> None:
        """Write calls into a file, as the history's buttons do.

        JSON (`.json`) has requests and replies; a script (`.py`) makes the calls again, with keys
        from the environment. Neither holds a key, a login or a cookie that was sent; cookies that
        a scrape was to return are part of its reply.

        Parameters
        ----------
        path : str or path
            File to write; an existing one is replaced.
        calls : iterable of int, optional
            Their numbers in the history; by default all.

        Raises
        ------
        ValueError
            If the name ends in neither.
        KeyError
            If there is no such call.
        """
        chosen = self.history if calls is None else [self.history[number] for number in calls]
        export.save(chosen, path)

    # Ends

    def _fail(self, error: Exception) -> None:
        self._switchboard.bar.problem = f"{type(error).__name__}: {error}"

    def close(self) -> None:
        """Cancel what runs, close the connections and every widget."""
        self._stop_trying()
        for panel in self.panels.values():
            panel.close()
        for call in self.history:
            call.cancel()
        if self._history_page is not None:
            self._history_page.stop()
        self._switchboard.close()
        for widget in descendants(self):
            widget.close()
        super().close()

    def __repr__(self) -> str:
        return f"<Workbench: {self._switchboard.here.name}, {count(len(self.history), 'call')}>"
