"""An operation on a column of a table: the run, its joined frame, its code and its files."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from triptych.client import AsyncClient
from triptych.panels.base.browser import File
from triptych.panels.base.code import Expression, call_code
from triptych.panels.base.export import MissingParquetError
from triptych.panels.base.tables import TableSource
from triptych.views.base.units import count

if TYPE_CHECKING:
    import pandas

    from triptych.columns import ColumnRun

Outcome = Literal["running", "done", "failed", "cancelled"]
#: The column of vectors, which code and files spell out.
VECTOR = "vector"


@dataclass(slots=True, eq=False)
class TableRun:
    """One run of an operation over a column.

    Parameters
    ----------
    method : str
        Of the accessor, such as "sentiment".
    table : TableSource
        The table as it was when the run began.
    column : int
        Place of the column in it.
    options : mapping
        Of the method.
    base_url : str or None
        Where calls go, without a login; None for the embedded default.
    readable : callable, optional
        Takes the result, and returns it as a person reads it.

    Attributes
    ----------
    frame : pandas.DataFrame or None
        The table with the result beside it, from the end of the run; a cancelled one has what was
        done.
    shown : pandas.DataFrame or None
        The same as a person reads it.
    outcome : str
        running, done, failed or cancelled.
    is_clash : bool
        Whether the table has columns of the same names as the result.
    """

    method: str
    table: TableSource
    column: int
    options: Mapping[str, Any]
    base_url: str | None
    readable: Callable[[pandas.DataFrame], pandas.DataFrame] = lambda result: result
    frame: pandas.DataFrame | None = None
    shown: pandas.DataFrame | None = None
    outcome: Outcome = "running"
    error: str = ""
    task: asyncio.Task[Any] | None = None
    began: float = field(default_factory=time.perf_counter)
    seconds: float = 0.0
    is_clash: bool = False
    _run: ColumnRun | None = None

    async def work(self, client: AsyncClient) -> None:
        """Do it; what is done when the task is cancelled, or all rows fail, is in the frame.

        Raises what concerns all rows, such as a wrong key, and `asyncio.CancelledError`.
        """
        from triptych.columns import ColumnRun

        values = self.table.frame.iloc[:, self.column].reset_index(drop=True)
        self._run = run = await asyncio.to_thread(
            ColumnRun, self.method, values, **dict(self.options)
        )
        try:
            results = client.map(run.operation, run.items(), **run.members)
            # Its end cancels what is under way.
            async with aclosing(results) as replies:
                async for place, outcome in replies:
                    run.add(place, outcome)
        except (Exception, asyncio.CancelledError) as error:
            # Frames of many rows take a moment: not on the kernel's loop.
            await asyncio.to_thread(self._interrupt, run, error)
            raise
        await asyncio.to_thread(lambda: self._take(run.frame()))

    def _interrupt(self, run: ColumnRun, error: BaseException) -> None:
        """Take what is done."""
        run.interrupt(error, has_journal=False)
        partial: pandas.DataFrame | None = getattr(error, "partial", None)
        if partial is not None:
            self._take(partial)

    def _take(self, result: pandas.DataFrame) -> None:
        self.is_clash = not set(map(str, self.table.frame.columns)).isdisjoint(result.columns)
        self.frame = self.shown = joined(self.table.frame, result)
        readable = self.readable(result)
        if readable is not result:
            self.shown = joined(self.table.frame, readable)

    def end(self, outcome: Outcome, error: str = "") -> None:
        """Record how it ended."""
        self.outcome, self.error = outcome, error
        self.seconds = time.perf_counter() - self.began
        self.task = None

    @property
    def done(self) -> int:
        """Rows that are done."""
        return 0 if self._run is None else self._run.done

    @property
    def errors(self) -> int:
        """Rows that failed."""
        return 0 if self._run is None else self._run.errors

    @property
    def total(self) -> int:
        """Rows that have a value."""
        return len(self.table.frame) if self._run is None else self._run.rows

    @property
    def summary(self) -> str:
        """The run on one line."""
        rows = count(len(self.table.frame), "row")
        return f"{self.table.column_code(self.table.frame.columns[self.column])}, {rows}"

    @property
    def code(self) -> str:
        """Python that does the same."""
        return as_accessor(self)

    def file(self, kind: str, frame: pandas.DataFrame) -> File:
        """Return rows of its frame as a file: csv or parquet; raise MissingParquetError."""
        stem = self.table.name.rpartition(".")[0] or self.table.name
        name = f"{stem}-{self.method}.{kind}"
        buffer = io.BytesIO()
        if kind == "parquet":
            try:
                frame.to_parquet(buffer, engine="pyarrow", index=False)
            except ImportError:
                raise MissingParquetError(
                    "A Parquet file needs an extra: pip install 'triptych[parquet]'."
                ) from None
            return File(name, "application/vnd.apache.parquet", buffer.getvalue())
        if VECTOR in frame.columns:
            import pandas

            vectors = pandas.DataFrame(frame[VECTOR].tolist(), index=frame.index).add_prefix("e")
            frame = pandas.concat([frame.drop(columns=VECTOR), vectors], axis=1)
        # Texts stay as they are, also those that a spreadsheet takes for a formula: the file is
        # data for the next program.
        frame.to_csv(buffer, index=False, encoding="utf-8-sig")
        return File(name, "text/csv", buffer.getvalue())


def joined(frame: pandas.DataFrame, result: pandas.DataFrame) -> pandas.DataFrame:
    """Return a table with a result beside it, by the position of its rows.

    An index that is more than numbers becomes the first column; result columns whose names are
    taken get another; vectors become one column.

    Examples
    --------
    >>> import pandas
    >>> table = pandas.DataFrame({"text": ["tea", "rain"], "score": [1, 2]})
    >>> joined(table, pandas.DataFrame({"score": [0.5, 0.7]})).columns.tolist()
    ['text', 'score', 'score_2']
    """
    import pandas

    plain = frame.reset_index(drop=True)
    plain.columns = _unique([str(name) for name in plain.columns], ())
    if not isinstance(frame.index, pandas.RangeIndex):
        index = frame.index.to_frame(index=False)
        names = [name or "index" for name in map(str, index.columns)]
        names = ["index" if name == "0" else name for name in names]
        index.columns = _unique(names, plain.columns)
        plain = pandas.concat([index, plain], axis=1)
    if result.columns.dtype.kind == "i":
        errors = pandas.Series(result.attrs.get("errors", {}), dtype=object)
        vectors = pandas.Series(list(result.to_numpy()), index=result.index, dtype=object)
        result = pandas.DataFrame({VECTOR: vectors, "error": errors.reindex(result.index)})
    result = result.copy(deep=False)
    result.columns = _unique([str(name) for name in result.columns], plain.columns)
    return plain.join(result).reset_index(drop=True)


def _unique(names: list[str], taken: Any) -> list[str]:
    """Return names with numbers behind those that are taken."""
    used = set(taken)
    unique = []
    for name in names:
        number, one = 1, name
        while one in used:
            number += 1
            one = f"{name}_{number}"
        used.add(one)
        unique.append(one)
    return unique


def as_accessor(run: TableRun) -> str:
    """Return Python that reads the table and calls the accessor; the key is never written out."""
    table, options = run.table, [(f"{name}=", value) for name, value in run.options.items()]
    lines = ["import os", ""] if run.base_url else []
    lines += ["import pandas"] if table.code else []
    # It brings `triptych` itself.
    lines += ["import triptych.pandas  # registers .triptych", ""]
    if table.code:
        is_sample = "triptych.samples" in table.code
        folder = f"# in the folder that holds {' '.join(table.name.split())}"
        lines += [table.code] if is_sample else [folder, table.code]
    if run.base_url:
        key = Expression('os.environ["TRIPTYCH_API_KEY"]')
        arguments = [("api_key=", key), ("base_url=", run.base_url)]
        lines.append(call_code("client = triptych.Client", arguments))
        options.append(("client=", Expression("client")))
    column = table.column_code(table.frame.columns[run.column])
    lines.append(call_code(f"result = {column}.triptych.{run.method}", options))
    if run.method == "embed":
        lines.append("result.to_numpy()  # float32, a vector for each row")
    elif not table.is_series:
        suffix = f', rsuffix="_{run.method}"' if run.is_clash else ""
        lines.append(f"{table.variable}.join(result{suffix})")
    return "\n".join(lines)
