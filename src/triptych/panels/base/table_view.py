"""A table of any length, sorted and filtered in Python, of which the browser has one page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import numpy
import traitlets
from numpy.typing import NDArray

from triptych.panels.base.event_loop import EventLoop

if TYPE_CHECKING:
    import pandas

_HERE = Path(__file__).parent

#: Rows in the browser.
PAGE = 25
#: Characters of a cell in the browser; files have them all.
_LONGEST = 2_000
#: A column with more different values is searched, not chosen from.
_MOST_CHOICES = 30
_FAILED, _NO_ERROR = "only errors", "no errors"


class TableView(anywidget.AnyWidget):
    """A table to sort, filter and page through.

    Only the rows of one page are sent, as text: nothing in a cell is taken for HTML, a saved
    notebook holds a page, and a million rows are as quick to open as ten.

    Attributes
    ----------
    frame : pandas.DataFrame or None
        The whole table.
    columns : list of dict
        Name, kind ("text", "number" or "vector") and choices of each column.
    query : dict
        What a person asks for: `search`, `choices` by column, `sort` (column and direction), and
        `start`, the first row.
    page : dict
        The answer: `rows`, `start`, and the numbers of `matching` and of all rows.
    """

    _esm = (_HERE / "table.js").read_text(encoding="utf-8")
    _css = (_HERE / "table.css").read_text(encoding="utf-8")

    label = traitlets.Unicode("Result").tag(sync=True)
    columns: Any = traitlets.List([]).tag(sync=True)
    query: Any = traitlets.Dict({}).tag(sync=True)
    page: Any = traitlets.Dict({}).tag(sync=True)

    def __init__(self, loop: EventLoop) -> None:
        super().__init__()
        self.frame: pandas.DataFrame | None = None
        self.task: asyncio.Task[None] | None = None
        self._loop = loop
        self._places: NDArray[numpy.intp] = numpy.empty(0, numpy.intp)
        self._order: tuple[object, ...] = ()
        self.observe(lambda _: loop.call(self._start), "query")

    def show(self, frame: pandas.DataFrame) -> asyncio.Task[None]:
        """Show a table from its first row, unsorted."""
        self.frame, self._order = frame, ()
        # Emptied first: controls are drawn anew even where the columns are those of the last table.
        self.page, self.columns, self.query = {}, [], {}
        self.columns = [_described(frame, place) for place in range(frame.shape[1])]
        return self._start()

    def _start(self) -> asyncio.Task[None]:
        # Of several requests the last is answered.
        if self.task is not None:
            self.task.cancel()
        self.task = self._loop.start(self._answer(dict(self.query)))
        return self.task

    async def _answer(self, query: dict[str, Any]) -> None:
        frame = self.frame
        if frame is None:
            return
        order = (id(frame), repr({**query, "start": None}))
        if order != self._order:
            # A hundred thousand texts take a moment to sort or to search.
            self._places = await asyncio.to_thread(_selected, frame, self.columns, query)
            self._order = order
        last = max(0, len(self._places) - 1) // PAGE * PAGE
        start = min(max(0, int(query.get("start") or 0)) // PAGE * PAGE, last)
        self.page = {
            "rows": _cells(frame, self.columns, self._places[start : start + PAGE]),
            "start": start,
            "size": PAGE,
            "matching": len(self._places),
            "total": len(frame),
        }

    @property
    def selected(self) -> pandas.DataFrame | None:
        """The rows that match, in the order in which they are shown."""
        return None if self.frame is None else self.frame.iloc[self._places]

    def close(self) -> None:
        """Stop what runs, and close."""
        if self.task is not None:
            self._loop.call(self.task.cancel)
        super().close()


def _described(frame: pandas.DataFrame, place: int) -> dict[str, Any]:
    """Return what the browser needs to know of a column."""
    import pandas

    name, values = str(frame.columns[place]), frame.iloc[:, place]
    choices: list[str] = []
    kind = "text"
    if name == "error":
        choices = [_NO_ERROR, _FAILED] if values.notna().any() else []
    elif isinstance(values.dtype, pandas.CategoricalDtype) or _is_bool(values):
        categories = values.dropna().unique()
        choices = sorted(str(value) for value in categories)
    elif pandas.api.types.is_numeric_dtype(values):
        kind = "number"
    elif len(values) and isinstance(values.iloc[0], numpy.ndarray):
        kind = "vector"
    return {"name": name, "kind": kind, "choices": choices if len(choices) <= _MOST_CHOICES else []}


def _is_bool(values: pandas.Series) -> bool:
    import pandas

    return bool(pandas.api.types.is_bool_dtype(values))


def _selected(
    frame: pandas.DataFrame, columns: Sequence[Mapping[str, Any]], query: Mapping[str, Any]
) -> NDArray[numpy.intp]:
    """Return the places of the rows that match, in order."""
    matches = numpy.ones(len(frame), bool)
    for column, choice in (query.get("choices") or {}).items():
        place = int(column)
        if not choice or not 0 <= place < len(columns):
            continue
        values = frame.iloc[:, place]
        if choice in (_FAILED, _NO_ERROR) and columns[place]["name"] == "error":
            matches &= (values.notna() if choice == _FAILED else values.isna()).to_numpy()
        else:
            matches &= (values.astype(str) == choice).to_numpy(bool)
    if words := str(query.get("search") or "").strip():
        found = numpy.zeros(len(frame), bool)
        for place, column in enumerate(columns):
            if column["kind"] == "text":
                texts = frame.iloc[:, place].astype(str)
                found |= texts.str.contains(words, case=False, regex=False).to_numpy(bool)
        matches &= found
    places = numpy.flatnonzero(matches)
    sort = query.get("sort")
    if sort and 0 <= int(sort[0]) < len(columns) and columns[int(sort[0])]["kind"] != "vector":
        values = frame.iloc[places, int(sort[0])].reset_index(drop=True)
        upwards = sort[1] != "descending"
        try:
            ordered = values.sort_values(ascending=upwards, kind="stable", na_position="last")
        except TypeError:
            # Values of several types have no order of their own.
            texts = values.astype(str)
            ordered = texts.sort_values(ascending=upwards, kind="stable", na_position="last")
        places = places[ordered.index.to_numpy()]
    return places


def _cells(
    frame: pandas.DataFrame, columns: Sequence[Mapping[str, Any]], places: NDArray[numpy.intp]
) -> list[list[str]]:
    """Return the rows at places as texts."""
    rows = frame.iloc[places]
    by_column = [
        [_cell(value, column["kind"]) for value in rows.iloc[:, place].tolist()]
        for place, column in enumerate(columns)
    ]
    return [list(row) for row in zip(*by_column, strict=True)]


def _cell(value: Any, kind: str) -> str:
    """Return what is shown of a value.

    Examples
    --------
    >>> _cell(0.123456, "number"), _cell(None, "text"), _cell(True, "text"), _cell(2000, "number")
    ('0.123', '', 'yes', '2000')
    """
    import pandas

    if kind == "vector" and isinstance(value, numpy.ndarray):
        if not numpy.isfinite(value).any():
            return ""
        return f"{', '.join(f'{number:.3f}' for number in value[:3])}, … ({len(value)} numbers)"
    if value is None or (pandas.api.types.is_scalar(value) and pandas.isna(value)):
        return ""
    if isinstance(value, bool | numpy.bool_):
        return "yes" if value else "no"
    if isinstance(value, float | numpy.floating):
        number = float(value)
        return f"{number:.3f}" if abs(number) < 10 else f"{number:.5g}"
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
