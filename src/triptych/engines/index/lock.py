"""One writer at a time, over processes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from triptych.engines.index.errors import IndexFileError

LOCK_FILE = "writer.lock"


@contextmanager
def writer_lock(folder: Path, *, read_only: bool = False, wait: bool = True) -> Iterator[bool]:
    """Be the only writer of a folder's index, within.

    The lock is SQLite's, on a file of its own: it works on every system, holds between threads
    and processes, and goes with the process that held it.

    Parameters
    ----------
    folder : Path
        Of the index.
    read_only : bool
        Whether nobody may write.
    wait : bool
        Whether it matters: if not, go on without the lock when somebody else has it.

    Yields
    ------
    bool
        Whether the lock is held.

    Raises
    ------
    IndexFileError
        If it matters and somebody else writes, or the folder cannot be written.
    """
    if read_only:
        raise IndexFileError(f"The index in {folder} is read-only: give the folder of another.")
    connection = None
    try:
        connection = sqlite3.connect(folder / LOCK_FILE, timeout=0, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        held = True
    except sqlite3.OperationalError as error:
        if wait:
            if connection is not None:
                connection.close()
            busy = error.sqlite_errorname in {"SQLITE_BUSY", "SQLITE_LOCKED"}
            raise IndexFileError(
                f"The index in {folder} is being written by somebody else: try again later."
                if busy
                else f"The index in {folder} cannot be written ({error}): choose another folder."
            ) from error
        held = False
    try:
        yield held
    finally:
        if connection is not None:
            connection.close()
