"""What a run over a table gives: its progress, the table, files and code."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from html import escape

import ipywidgets

from triptych.panels.base.browser import File
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.failure import error_card
from triptych.panels.base.layout import progress_bar, set_visible
from triptych.panels.base.result import code_part
from triptych.panels.base.result_box import ResultBox
from triptych.panels.base.save_menu import Saveable
from triptych.panels.base.table_run import TableRun
from triptych.panels.base.table_view import TableView
from triptych.views.base.units import count, duration

#: Seconds between two updates of the progress.
_TICK = 0.2
_FORMATS = {"csv": "CSV", "parquet": "Parquet"}


class TableResult(ResultBox):
    """The last run over a table.

    Parameters
    ----------
    empty : str
        What is shown before the first run.
    loop : EventLoop
        The panel's loop.
    """

    def __init__(self, empty: str, loop: EventLoop) -> None:
        self.run: TableRun | None = None
        self.task: asyncio.Task[None] | None = None
        self._empty = ipywidgets.HTML(f'<div class="triptych-empty">{escape(empty)}</div>')
        self.card = ipywidgets.HTML()
        self.progress = ipywidgets.HTML()
        self.view = TableView(loop)
        self._title = ipywidgets.HTML()
        self._head = ipywidgets.Box([self._title])
        self._head.add_class("triptych-table-head")
        self.code = ipywidgets.HTML()
        super().__init__(loop)
        self._order()
        self._arrange()

    def _order(self) -> None:
        menu = self._menu
        if menu is not None:
            self._head.children = [self._title, menu]
        self.children = [
            *(self._empty, self.card, self._stale_place, self.progress, self._head),
            *(self._message_place, self.view, self.code),
            *([] if menu is None else [menu.download]),
        ]

    def _arrange(self) -> None:
        run = self.run
        has_rows = run is not None and run.frame is not None
        set_visible(self._empty, run is None)
        set_visible(self.card, bool(self.card.value))
        set_visible(self.progress, bool(self.progress.value))
        for part in (self._head, self.view, self.code):
            set_visible(part, has_rows)

    async def follow(self, run: TableRun) -> None:
        """Show how far a run is, until cancelled."""
        self.card.value = ""
        while True:
            self.progress.value = progress_html(run, time.perf_counter() - run.began)
            self._arrange()
            set_visible(self._empty, False)
            await asyncio.sleep(_TICK)

    def show(self, run: TableRun, error: Exception | None = None) -> None:
        """Show a run that has ended; where it has no rows, the last one that has some stays."""
        self.progress.value = ""
        self.card.value = "" if error is None else error_card(error)
        if run.frame is not None:
            self.run = run
            self._title.value = f"<b>{escape(run.summary)}</b>"
            what = "the rows that match, in this order"
            self.menu.offer(
                {
                    kind: Saveable(label, what, partial(self._file, run, kind))
                    for kind, label in _FORMATS.items()
                },
                "",
            )
            self.code.value = code_part("as Python", run.code, "panel.table_run.code")
            self.task = self.view.show(run.frame, run.shown)
        self._arrange()
        set_visible(self._empty, self.run is None and error is None)

    def fail(self, error: Exception) -> None:
        """Show what went wrong, above the last table if there is one."""
        self.card.value = error_card(error)
        self._arrange()
        set_visible(self._empty, False)

    def clear_failure(self) -> None:
        """Remove the error card; the last table stays."""
        self.card.value = ""
        self._arrange()

    def dim(self, *, dimmed: bool) -> None:
        """Dim the shown table while it is not, or soon will not be, that of the inputs."""
        (self.view.add_class if dimmed else self.view.remove_class)("triptych-dimmed")

    def _file(self, run: TableRun, kind: str) -> File:
        rows = self.view.selected
        assert rows is not None
        return run.file(kind, rows)

    def stop(self) -> None:
        """Cancel what is being drawn or made."""
        if self._menu is not None:
            self._menu.stop()
        if self.task is not None:
            self.task.cancel()


def progress_html(run: TableRun, seconds: float) -> str:
    """Return a bar, and how many rows are done, failed, and left for how long."""
    done, total = run.done, run.total
    parts = [f"{done:,} of {count(total, 'row')}"]
    if run.errors:
        parts.append(f"{run.errors:,} failed")
    if done and seconds > 0:
        rate = done / seconds
        parts.append(f"{rate:,.0f} rows/s" if rate >= 10 else f"{rate:.1f} rows/s")
        if done < total:
            parts.append(f"{duration((total - done) / rate)} left")
    return progress_bar(done, total, "Rows done", " · ".join(parts))
