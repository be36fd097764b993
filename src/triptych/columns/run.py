"""A column goes through `client.map` and comes back as a frame."""

from __future__ import annotations

import os
import sys
import time
import warnings
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Iterator
from contextlib import AsyncExitStack, ExitStack, aclosing, closing, contextmanager
from os import PathLike
from typing import Any, Literal, cast

import httpx
import numpy as np
import pandas

from triptych.client import APIError, AsyncClient, Client, InvalidInputError
from triptych.columns.table import column_operation

OnError = Literal["keep", "raise"]
#: Called with the rows that are done, those of them with an error, and all that are to be done.
OnProgress = Callable[[int, int, int], None]

#: The error of rows that an interrupted run did not come to.
NOT_DONE = "not done: the run was interrupted"

#: Seconds between two calls of `on_progress`, and before a progress bar appears by itself.
_INTERVAL, _DELAY = 0.1, 1.0


class ColumnRun:
    """A column on its way through an operation: what is sent, and the frame of what came back.

    `run` and `run_async` are made of it; it sends nothing itself.

    Parameters
    ----------
    operation : str
        A name in `columns.TABLE`.
    values : pandas.Series or iterable
        The column.
    **options
        As of the client's method, such as `dimensions`.

    Attributes
    ----------
    name : str
        Of the operation, in `columns.TABLE`.
    operation : Operation
        What to call.
    members : dict
        Options of every call.
    rows, done, errors : int
        Rows that have a value, those of them that are done, and those of these with an error.

    Raises
    ------
    TypeError
        If the column holds values of another kind, or there is no such option.
    InvalidInputError
        If an option breaks a rule of the specification.

    Examples
    --------
    >>> column = ColumnRun("spam", ["See you at six", None, "See you at six"])
    >>> list(column.items()), column.rows
    (['See you at six'], 2)
    """

    def __init__(self, operation: str, values: Iterable[Any], **options: Any) -> None:
        row = column_operation(operation)
        request = row.request(options)
        source = row.source_for(options)
        self.name = operation
        self.operation = row.operation
        self.members = row.members(request)
        self._item = source.item
        self._values = source.read(values, operation)
        size = len(self._values.distinct)
        self._results = row.results(request, size)
        places = self._values.places
        self._rows_of = np.bincount(places[places >= 0], minlength=size)
        self._is_done = np.zeros(size, bool)
        self.rows = int(self._rows_of.sum())
        self.done = self.errors = 0

    def items(self) -> Iterator[Any]:
        """Yield each distinct value as `client.map` takes it."""
        return map(self._item, self._values.distinct)

    def add(self, place: int, outcome: Any, on_error: OnError = "keep") -> None:
        """Store a reply or an error for the value at a place among the distinct ones.

        Raises
        ------
        APIError or InvalidInputError
            The error, with a note that names its row, if `on_error` is "raise".
        """
        message: str | None
        if isinstance(outcome, APIError | InvalidInputError):
            message = str(outcome)
            if on_error == "raise":
                outcome.add_note(f"In row {self._values.row_of(place)!r} of the column.")
                raise outcome
        else:
            message = self._results.put(place, outcome)
        self.done += int(self._rows_of[place])
        self._is_done[place] = True
        if message is not None:
            self.errors += int(self._rows_of[place])
            self._results.fail(place, message)

    def frame(self) -> pandas.DataFrame:
        """Return the frame of the column; what is not done yet is missing."""
        return self._results.frame(self._values)

    def interrupt(self, error: BaseException, *, has_journal: bool) -> None:
        """Attach the frame of what is done to the exception that ended the run, as `partial`.

        Its rows that are not done have the error `NOT_DONE`.
        """
        if not self.done:
            return
        for place in np.flatnonzero(~self._is_done):
            self._results.fail(int(place), NOT_DONE)
        error.partial = self.frame()  # type: ignore[attr-defined]
        goes_on = ", and the same call with the same journal goes on from here" * has_journal
        error.add_note(
            f"{self.done:,} of {self.rows:,} rows were done: this exception's attribute `partial` "
            f"(in a notebook sys.last_value.partial) has the frame with them{goes_on}."
        )


def run(
    operation: str,
    values: Iterable[Any],
    *,
    client: Client | None = None,
    concurrency: int | None = None,
    journal: str | PathLike[str] | None = None,
    timeout: float | httpx.Timeout | None = None,
    on_error: OnError = "keep",
    progress: bool | None = None,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> pandas.DataFrame:
    """Return a column's frame of an operation.

    Parameters
    ----------
    operation : {"sentiment", "spam", "profanity", "embed", "detect", "scrape", "search"}
        What to do with each value.
    values : pandas.Series or iterable
        The column. Missing values are not sent, equal ones once.
    client : Client, optional
        Client for the calls; by default a new one, as `triptych.Client()`.
    concurrency, journal, timeout
        As for `Client.map`.
    on_error : {"keep", "raise"}
        Whether a row that fails has its error in the column `error`, or ends the run.
    progress : bool, optional
        Show a progress bar; by default in notebooks and terminals, if the run takes longer than
        a second.
    on_progress : callable, optional
        Called some ten times a second, and at the end, with the number of rows that are done, of
        those with an error, and of all that have a value.
    **options
        As of the client's method, such as `dimensions` of `embed`.

    Returns
    -------
    pandas.DataFrame
        With the index of the column; without one, rows are numbered from 0.

    Raises
    ------
    TypeError
        If the column holds values of another kind, or there is no such option.
    InvalidInputError
        If an option breaks a rule of the specification.
    APIError
        If the failure concerns all rows, such as a wrong key. What is done is in its attribute
        `partial`, as it is of a KeyboardInterrupt.

    Examples
    --------
    >>> texts = ["See you at six", None, "WIN a FREE prize, text CLAIM to 80080 now"]
    >>> run("spam", texts).round(2)
       is_spam  score error
    0    False    0.0  <NA>
    1     <NA>    NaN  <NA>
    2     True    1.0  <NA>
    """
    column = ColumnRun(operation, values, **options)
    if column.rows == 0:
        return column.frame()
    with ExitStack() as stack:
        if client is None:
            client = stack.enter_context(Client())
        report = stack.enter_context(_report(column, progress, on_progress))
        replies = client.map(
            column.operation,
            column.items(),
            concurrency=concurrency,
            journal=journal,
            timeout=timeout,
            **column.members,
        )
        # Closing it, as any generator, ends the work under way.
        stack.enter_context(closing(cast("Generator[Any]", replies)))
        try:
            for place, outcome in replies:
                column.add(place, outcome, on_error)
                report()
        except BaseException as error:
            column.interrupt(error, has_journal=journal is not None)
            raise
    return column.frame()


async def run_async(
    operation: str,
    values: Iterable[Any],
    *,
    client: AsyncClient | None = None,
    concurrency: int | None = None,
    journal: str | PathLike[str] | None = None,
    timeout: float | httpx.Timeout | None = None,
    on_error: OnError = "keep",
    progress: bool | None = None,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> pandas.DataFrame:
    """Return a column's frame as `run` does, without holding the event loop.

    Cancelling the task ends the requests under way; `ColumnRun` shows how to keep what is done.

    Examples
    --------
    >>> import asyncio
    >>> asyncio.run(run_async("spam", ["See you at six"]))["is_spam"].tolist()
    [False]
    """
    column = ColumnRun(operation, values, **options)
    if column.rows == 0:
        return column.frame()
    async with AsyncExitStack() as stack:
        if client is None:
            client = await stack.enter_async_context(AsyncClient())
        report = stack.enter_context(_report(column, progress, on_progress))
        replies = client.map(
            column.operation,
            column.items(),
            concurrency=concurrency,
            journal=journal,
            timeout=timeout,
            **column.members,
        )
        await stack.enter_async_context(aclosing(cast("AsyncGenerator[Any]", replies)))
        try:
            async for place, outcome in replies:
                column.add(place, outcome, on_error)
                report()
        except BaseException as error:
            column.interrupt(error, has_journal=journal is not None)
            raise
    return column.frame()


def empty(operation: str, **options: Any) -> pandas.DataFrame:
    """Return the frame of a column without rows: the exact columns and dtypes of any other.

    Parameters
    ----------
    operation : str
        As for `run`.
    **options
        As for `run`; `prompts` and `dimensions` decide which columns there are. Without
        `dimensions` vectors have the length of the embedded model's.

    Examples
    --------
    >>> empty("spam").dtypes
    is_spam    boolean
    score      float32
    error       string
    dtype: object
    >>> empty("embed", dimensions=64).shape
    (0, 64)
    """
    return ColumnRun(operation, [], **options).frame()


@contextmanager
def _report(
    column: ColumnRun, progress: bool | None, on_progress: OnProgress | None
) -> Iterator[Callable[[], None]]:
    """Give a function to call after each value, which shows how far the run is."""
    with _bar(column, progress) as bar:
        reported = 0.0

        def report() -> None:
            nonlocal reported
            now = time.monotonic()
            if now - reported < _INTERVAL and column.done < column.rows:
                return
            reported = now
            if column.errors:
                bar.set_postfix(errors=column.errors, refresh=False)
            bar.update(column.done - bar.n)
            if on_progress is not None:
                on_progress(column.done, column.errors, column.rows)

        yield report


def _bar(column: ColumnRun, progress: bool | None) -> Any:
    # It loads ipywidgets in a notebook, which a program has no use for.
    with warnings.catch_warnings(action="ignore"):
        # Without ipywidgets it warns that the bar is of text.
        from tqdm.auto import tqdm

    is_shown = (_is_notebook() or sys.stderr.isatty()) if progress is None else progress
    # In a notebook tqdm does not read its own variable.
    is_hidden = not is_shown or os.environ.get("TQDM_DISABLE", "0") != "0"
    delay = _DELAY if progress is None else 0
    return tqdm(total=column.rows, desc=column.name, unit=" rows", delay=delay, disable=is_hidden)


def _is_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")
