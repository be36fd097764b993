"""The calls in a table, to choose some from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.panels.workbench.calls import RecordedCall
from triptych.views.base.units import duration

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
