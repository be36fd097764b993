"""A table of any length, sorted and filtered in Python, of which the browser has one page."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import numpy
import traitlets
from numpy.typing import NDArray

from triptych.panels.base.event_loop import EventLoop
from triptych.views.base.markup import harmless

if TYPE_CHECKING:
    import pandas

_HERE = Path(__file__).parent

#: Rows in the browser.
PAGE = 100
#: Characters of a cell in the browser; files have them all.
_LONGEST = 2_000
#: A column with more different values, or longer ones, is searched, not chosen from.
_MOST_CHOICES, _LONGEST_CHOICE = 30, 40
#: More texts are sorted letter by letter, which is quicker.
_MOST_NATURAL = 20_000
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")
#: A comma that parts thousands.
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
#: Rows that are looked at to tell columns apart quickly.
_LOOK = 1_000
_FAILED, _NO_ERROR = "only errors", "no errors"


class TableView(anywidget.AnyWidget):
    """A table to sort, filter, resize and page through: the one that all panels show.

    Only the rows of one page are sent, as text: nothing in a cell is taken for HTML, a saved
    notebook holds a page, and a million rows are as quick to open as ten.

    Attributes
    ----------
    frame : pandas.DataFrame or None
        The whole table.
    columns : list of dict
        Of each column name, kind ("text", "number" or "vector"), decimals and choices.
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
        self._shown: pandas.DataFrame | None = None
        self.task: asyncio.Task[None] | None = None
        self._loop = loop
        self._places: NDArray[numpy.intp] = numpy.empty(0, numpy.intp)
        self._order: tuple[object, ...] = ()
        self.observe(lambda _: loop.call(self._start), "query")
        self.on_msg(lambda *_: loop.call(lambda: loop.start(self._copy())))

    def show(
        self, frame: pandas.DataFrame, shown: pandas.DataFrame | None = None
    ) -> asyncio.Task[None]:
        """Show a table from its first row, unsorted; in place of its cells those of `shown`."""
        shown = frame if shown is None else shown
        self.frame, self._shown, self._order = frame, shown, ()
        # Emptied first: controls are drawn anew even where the columns are those of the last table.
        self.page, self.columns, self.query = {}, [], {}
        if self.task is not None:
            self.task.cancel()
        self.task = self._loop.start(self._show(shown))
        return self.task

    async def _show(self, frame: pandas.DataFrame) -> None:
        # Choices are looked for in all rows.
        self.columns = await asyncio.to_thread(_described, frame)
        await self._answer({})

    def _start(self) -> asyncio.Task[None]:
        # Of several requests the last is answered.
        if self.task is not None:
            self.task.cancel()
        self.task = self._loop.start(self._answer(dict(self.query)))
        return self.task

    async def _answer(self, query: dict[str, Any]) -> None:
        frame = self._shown
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

    async def _copy(self) -> None:
        """Send the rows that match as a spreadsheet takes them from the clipboard."""
        if self._shown is not None:
            rows = self._shown.iloc[self._places]
            self.send({"rows": await asyncio.to_thread(_tab_separated, rows)})

    @property
    def selected(self) -> pandas.DataFrame | None:
        """The rows that match, in the order in which they are shown."""
        return None if self.frame is None else self.frame.iloc[self._places]

    def close(self) -> None:
        """Stop what runs, and close."""
        if self.task is not None:
            self._loop.call(self.task.cancel)
        super().close()


def _described(frame: pandas.DataFrame) -> list[dict[str, Any]]:
    """Return what is to be known of each column."""
    return [
        {"name": str(name), **_kind(str(name), frame.iloc[:, place])}
        for place, name in enumerate(frame.columns)
    ]


def _kind(name: str, values: pandas.Series) -> dict[str, Any]:
    from pandas.api.types import is_bool_dtype, is_float_dtype, is_numeric_dtype

    if name == "error":
        choices = [_NO_ERROR, _FAILED] if values.notna().any() else []
        return {"kind": "text", "choices": choices}
    if len(values) and isinstance(values.iloc[0], numpy.ndarray):
        return {"kind": "vector", "choices": []}
    if is_bool_dtype(values):
        choices = sorted(map(_cell, values.dropna().unique()))
        return {"kind": "text", "choices": choices if len(choices) > 1 else []}
    if is_numeric_dtype(values):
        decimals = _decimals(values) if is_float_dtype(values) else 0
        return {"kind": "number", "decimals": decimals, "choices": []}
    return {"kind": "text", "choices": _choices(values)}


def _choices(values: pandas.Series) -> list[str]:
    """Return the values to choose from, where they repeat and are few."""
    try:
        if values.iloc[:_LOOK].nunique() > _MOST_CHOICES:
            return []
        choices = [str(value) for value in values.dropna().unique()]
    except TypeError:
        # Lists and dicts cannot be compared.
        return []
    is_few = 1 < len(choices) <= _MOST_CHOICES and 2 * len(choices) <= len(values)
    return sorted(choices) if is_few and max(map(len, choices)) <= _LONGEST_CHOICE else []


def _decimals(values: pandas.Series) -> int:
    """Return the decimals of all numbers of a column, so that their points stand in a line."""
    sizes = values.to_numpy("float64", na_value=numpy.nan)
    sizes = numpy.abs(sizes[numpy.isfinite(sizes)])
    if not len(sizes) or (sizes == numpy.floor(sizes)).all():
        return 0
    return 3 if sizes.max() < 10 else 1


def _selected(
    frame: pandas.DataFrame, columns: Sequence[Mapping[str, Any]], query: Mapping[str, Any]
) -> NDArray[numpy.intp]:
    """Return the places of the rows that match, in order."""
    from pandas.api.types import is_object_dtype, is_string_dtype

    matches = numpy.ones(len(frame), bool)
    for column, choice in (query.get("choices") or {}).items():
        place = int(column)
        if not choice or not 0 <= place < len(columns):
            continue
        values = frame.iloc[:, place]
        if choice in (_FAILED, _NO_ERROR) and columns[place]["name"] == "error":
            matches &= (values.notna() if choice == _FAILED else values.isna()).to_numpy()
        else:
            chosen = [value for value in values.dropna().unique() if _cell(value) == choice]
            matches &= values.isin(chosen).to_numpy(bool)
    if words := str(query.get("search") or "").strip():
        found = numpy.zeros(len(frame), bool)
        for place, column in enumerate(columns):
            if column["kind"] != "vector":
                texts = frame.iloc[:, place].astype(str)
                found |= texts.str.contains(words, case=False, regex=False).to_numpy(bool)
        matches &= found
    places = numpy.flatnonzero(matches)
    sort = query.get("sort")
    if sort and 0 <= int(sort[0]) < len(columns) and columns[int(sort[0])]["kind"] != "vector":
        values = frame.iloc[places, int(sort[0])].reset_index(drop=True)
        upwards = sort[1] != "descending"
        if is_object_dtype(values) or is_string_dtype(values):
            values = _ranks(values)
        ordered = values.sort_values(ascending=upwards, kind="stable", na_position="last")
        places = places[ordered.index.to_numpy()]
    return places


def _ranks(values: pandas.Series) -> pandas.Series:
    """Return the places of texts in the order in which a person expects them, 9 before 10.

    Examples
    --------
    >>> import pandas
    >>> _ranks(pandas.Series(["£10", None, "£9.50", "£1,200"])).tolist()
    [1.0, nan, 0.0, 2.0]
    """
    key = _natural if len(values) <= _MOST_NATURAL else str
    keys = values.dropna().map(key)
    ranks = {one: rank for rank, one in enumerate(sorted(set(keys)))}
    return keys.map(ranks).astype("float64").reindex(values.index)


def _natural(value: object) -> tuple[tuple[str, float], ...]:
    """Return a value as its words, each with the number that follows it."""
    parts = _NUMBER.split(_THOUSANDS.sub("", str(value).casefold()))
    words, numbers = parts[::2], [*map(float, parts[1::2]), -1.0]
    return tuple(zip(words, numbers, strict=True))


def _cells(
    frame: pandas.DataFrame, columns: Sequence[Mapping[str, Any]], places: NDArray[numpy.intp]
) -> list[list[str]]:
    """Return the rows at places as texts."""
    rows = frame.iloc[places]
    by_column = [
        [_cell(value, column.get("decimals")) for value in rows.iloc[:, place].tolist()]
        for place, column in enumerate(columns)
    ]
    return [list(row) for row in zip(*by_column, strict=True)]


def _tab_separated(rows: pandas.DataFrame) -> str:
    lists = (list, tuple, numpy.ndarray)
    shown = rows.map(lambda value: _cell(value) if isinstance(value, lists) else harmless(value))
    text: str = shown.to_csv(sep="\t", index=False)
    return text


def _cell(value: Any, decimals: int | None = None) -> str:
    """Return what is shown of a value.

    Examples
    --------
    >>> _cell(0.123456, 3), _cell(None), _cell(True), _cell(2000, 0), _cell(12.0, 0)
    ('0.123', '', 'yes', '2000', '12')
    """
    import pandas

    if isinstance(value, numpy.ndarray):
        if not numpy.isfinite(value).any():
            return ""
        return f"{', '.join(f'{number:.3f}' for number in value[:3])}, … ({len(value)} numbers)"
    if value is None or (pandas.api.types.is_scalar(value) and pandas.isna(value)):
        return ""
    if isinstance(value, list | tuple):
        value = "; ".join(map(str, value))
    if isinstance(value, bool | numpy.bool_):
        return "yes" if value else "no"
    if isinstance(value, float | numpy.floating) and decimals is not None:
        return f"{float(value):.{decimals}f}"
    text = str(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
