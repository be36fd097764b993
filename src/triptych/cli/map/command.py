"""The command from its options to its exit status."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import pandas
import typer
from tqdm import tqdm

from triptych import columns
from triptych._disk import DiskFullError
from triptych.cli.map.chunks import Chunks, ClusterError, UsageError, here, on_cluster
from triptych.cli.map.rows import NewColumns
from triptych.client import JournalError, TriptychError
from triptych.columns.run import OnError
from triptych.columns.tables import (
    Format,
    TableError,
    TableReader,
    TableWriter,
    format_of,
    replacing,
)
from triptych.views.base.units import count

#: Exit statuses; the last three are what a shell reports of a program that a signal ended.
DONE, FAILED, WRONG_USAGE, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 130, 141, 143

#: Rows that are read, mapped and written at a time: in this process, and by a task of a cluster.
_ROWS, _ROWS_OF_TASK = 10_000, 2_000


@dataclass(frozen=True, slots=True)
class Job:
    """What to do: the arguments and options of the command, as they were given."""

    operation: str
    #: Names of files; "-" is standard input and output.
    table: str
    out: str
    column: str
    journal: Path | None = None
    #: Each `name=value`.
    options: tuple[str, ...] = ()
    concurrency: int | None = None
    on_error: OnError = "keep"
    input_format: Format | None = None
    output_format: Format | None = None
    overwrite: bool = False
    #: None shows it on terminals.
    progress: bool | None = None
    #: Address of a Dask scheduler.
    dask: str | None = None


class _Terminated(KeyboardInterrupt):
    """SIGTERM has come; what ends with Ctrl+C ends with it in the same way."""


def run(job: Job) -> int:
    """Do the job; return the exit status, after a line on standard error unless all went well."""
    try:
        with _raising_on_sigterm():
            rows, failed, column = _run(job)
    except (UsageError, TableError, JournalError) as error:
        return _end(WRONG_USAGE, str(error))
    except (TriptychError, ClusterError) as error:
        row = next((note for note in getattr(error, "__notes__", []) if "row" in note), "")
        return _end(FAILED, f"{error} {row if job.on_error == 'raise' else ''}", _advice(job))
    except KeyboardInterrupt as error:
        if isinstance(error, _Terminated):
            return _end(TERMINATED, "Terminated.", _advice(job))
        return _end(INTERRUPTED, "Interrupted.", _advice(job))
    except BrokenPipeError:
        # Nobody reads any more; what is left in the buffer must not be reported at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        if isinstance(error, DiskFullError):
            return _end(FAILED, str(error), _advice(job))
        return _end(FAILED, f"{error.filename or job.out}: {error.strerror or error}")
    if failed:
        where = f"the column {column!r} has the reasons"
        return _end(FAILED, f"{failed:,} of {count(rows, 'row')} failed: {where}.")
    return DONE


def _run(job: Job) -> tuple[int, int, str]:
    """Return how many rows there were, how many of them failed, and the column of the errors."""
    options = _checked_options(job)
    with ExitStack() as stack:
        reader = _reader(job, stack)
        output_format = _output_format(job, reader.kind)
        unread = stack.enter_context(closing(reader.chunks(_ROWS_OF_TASK if job.dask else _ROWS)))
        first = next(unread)
        _check_column(job, first)
        new = NewColumns(job.operation, options, list(first.columns))
        bar = stack.enter_context(_bar(job))
        rows = failed = 0

        def on_progress(done: int, errors: int) -> None:
            bar.total = reader.estimated_rows()
            if failed + errors:
                bar.set_postfix(errors=f"{failed + errors:,}", refresh=False)
            bar.update(rows + done - bar.n)

        chunks = Chunks(
            chain([first], unread),
            job.operation,
            job.column,
            options,
            {"concurrency": job.concurrency, "on_error": job.on_error, "journal": job.journal},
        )
        mapped = on_cluster(chunks, job.dask) if job.dask else here(chunks, on_progress)
        stack.enter_context(closing(mapped))
        writer = stack.enter_context(_writer(job, output_format))
        for chunk, result in mapped:
            table = new.beside(chunk, result, as_arrow=output_format == "parquet")
            writer.write(table)
            rows += len(chunk)
            failed += int(table[new.error].notna().sum())
            on_progress(0, 0)
    return rows, failed, new.error


def _checked_options(job: Job) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for option in job.options:
        name, sign, value = option.partition("=")
        if not sign:
            raise UsageError(f"--option {option}: write it as name=value.")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    try:
        columns.empty(job.operation, **options)
    except (TypeError, ValueError) as error:
        # Which operations and options there are, or what is wrong with a value.
        raise UsageError(str(error)) from None
    return options


def _reader(job: Job, stack: ExitStack) -> TableReader:
    if job.table == "-":
        return TableReader(sys.stdin.buffer, job.input_format or "csv")
    kind = job.input_format or format_of(job.table)
    try:
        file = Path(job.table).open("rb")  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"{job.table}: {error.strerror}.") from None
    return TableReader(stack.enter_context(file), kind, zipped=job.table.lower().endswith(".gz"))


def _output_format(job: Job, table_format: Format) -> Format:
    """Return the format to write, once it is clear that it can be written."""
    if job.out == "-":
        kind = job.output_format or ("csv" if table_format == "parquet" else table_format)
        if kind == "parquet":
            raise UsageError("Parquet is not written to standard output: give a file with --out.")
        return kind
    out = Path(job.out)
    kind = job.output_format or format_of(out)
    if out.is_dir():
        raise UsageError(f"{out} is a folder: give the name of a file with --out.")
    if not out.parent.is_dir():
        raise UsageError(f"There is no folder {out.parent}: make it, or change --out.")
    if out.is_file() and not job.overwrite:
        raise UsageError(f"{out} exists: add --overwrite to replace it, or change --out.")
    return kind


@contextmanager
def _writer(job: Job, kind: Format) -> Iterator[TableWriter]:
    with ExitStack() as stack:
        file: BinaryIO = (
            sys.stdout.buffer if job.out == "-" else stack.enter_context(replacing(Path(job.out)))
        )
        zipped = job.out.lower().endswith(".gz")
        yield stack.enter_context(TableWriter(file, kind, zipped=zipped))
        if job.out == "-":
            file.flush()


def _check_column(job: Job, first: pandas.DataFrame) -> None:
    # JSON lines without a line have no columns either.
    if job.column in first.columns or first.shape == (0, 0):
        return
    names = ", ".join(str(name) for name in first.columns)
    raise UsageError(f"There is no column {job.column!r} in {job.table}: it has {names}.")


def _bar(job: Job) -> tqdm[Any]:
    # By itself only on a terminal.
    is_disabled = None if job.progress is None else not job.progress
    return tqdm(desc=job.operation, unit=" rows", disable=is_disabled, file=sys.stderr)


@contextmanager
def _raising_on_sigterm() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def on_signal(*_: object) -> None:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, on_signal)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _advice(job: Job) -> str:
    """Return how to go on after an interruption."""
    if job.journal is not None:
        return f"What is done is in {job.journal}: run the same command again to continue."
    nothing = "" if job.out == "-" else f"{job.out} is not written. "
    return f"{nothing}With --journal FILE, the same command continues where it stopped."


def _end(status: int, *sentences: str) -> int:
    typer.echo("triptych: " + " ".join(" ".join(sentences).split()), err=True)
    return status
