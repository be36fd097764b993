"""The chunks of a table with their results, made in this process or by a cluster."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas

from triptych import columns
from triptych.client import Client, TriptychError

#: A chunk, and the frame of its column, whose index holds positions in the chunk.
Mapped = tuple[pandas.DataFrame, pandas.DataFrame]


class UsageError(Exception):
    """The command cannot do what it was asked to; the message says what to change."""


class ClusterError(Exception):
    """A task of the cluster failed; the message says why."""


@dataclass(frozen=True, slots=True)
class Chunks:
    """The chunks of a table and what is done with one of its columns."""

    tables: Iterable[pandas.DataFrame]
    operation: str
    column: str
    #: Options of the operation, and of `columns.run`.
    options: Mapping[str, Any]
    settings: Mapping[str, Any]

    def __iter__(self) -> Iterator[tuple[pandas.DataFrame, pandas.Series[Any]]]:
        """Yield each chunk and its column, whose index holds the numbers of the table's rows.

        Raises
        ------
        UsageError
            If the column holds what the operation does not read, such as numbers.
        """
        first = 0
        for table in self.tables:
            rows = pandas.RangeIndex(first, first + len(table))
            first = rows.stop
            missing = pandas.Series(None, index=table.index, dtype=object)
            values = table.get(self.column, missing).set_axis(rows)
            try:
                columns.ColumnRun(self.operation, values, **self.options)
            except TypeError as error:
                raise UsageError(f"Column {self.column!r}: {error}") from None
            yield table, values


def here(chunks: Chunks, on_progress: Callable[[int, int], None]) -> Generator[Mapped, None, None]:
    """Yield the chunks with their results, made in this process one after the other.

    `on_progress` is called with the rows of the chunk that are done, and those with an error.
    """
    with Client() as client:
        for table, values in chunks:
            result = columns.run(
                chunks.operation,
                values,
                client=client,
                progress=False,
                on_progress=lambda done, errors, _: on_progress(done, errors),
                **chunks.settings,
                **chunks.options,
            )
            yield table, _by_position(result, values)


def on_cluster(chunks: Chunks, address: str) -> Generator[Mapped, None, None]:
    """Yield the chunks with their results, in order, made by the workers of a Dask cluster.

    This process reads and writes; only the column travels. A chunk whose worker is lost runs again.

    Raises
    ------
    UsageError
        If there is no scheduler at the address, or Dask is not installed.
    ClusterError
        If a task fails.
    """
    try:
        import distributed

        from triptych.dask import run_partition, settings_for_workers
    except ImportError as error:
        raise UsageError(str(error)) from None
    # Where calls go is as in this process; the key stays here, each worker has its own.
    own = {"client": os.environ.get("TRIPTYCH_BASE_URL") or None}
    try:
        settings = settings_for_workers({**chunks.settings, **own})
    except ValueError as error:
        raise UsageError(f"TRIPTYCH_BASE_URL: {error}") from None
    try:
        cluster = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"No Dask scheduler at {address} ({error}): check --dask.") from None
    waiting: deque[tuple[pandas.DataFrame, pandas.Series[Any], Any]] = deque()

    def next_result() -> Mapped:
        table, values, future = waiting[0]
        try:
            result = future.result()
        except TriptychError:
            raise
        except Exception as error:
            raise ClusterError(f"A task of the cluster failed: {error}") from None
        waiting.popleft()
        return table, _by_position(result, values)

    with cluster:
        try:
            for number, (table, values) in enumerate(chunks):
                future = cluster.submit(
                    run_partition,
                    values,
                    chunks.operation,
                    dict(chunks.options),
                    settings,
                    {"number": number},
                    # Equal chunks are tasks of their own, each with its journal.
                    pure=False,
                )
                waiting.append((table, values, future))
                # Enough for every thread to have one to go on with, whoever joins meanwhile.
                while len(waiting) > max(4, 2 * sum(cluster.nthreads().values())):
                    yield next_result()
            while waiting:
                yield next_result()
        finally:
            cluster.cancel([future for *_, future in waiting], reason="the command has ended")


def _by_position(result: pandas.DataFrame, values: pandas.Series[Any]) -> pandas.DataFrame:
    """Give a result the positions of its rows in the chunk instead of the numbers in the table."""
    if len(values):
        result.index = result.index - values.index[0]
    return result
