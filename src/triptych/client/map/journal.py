"""A file that holds the reply of each item, so that a call can go on after the end of a process."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic_core import from_json, to_json

from triptych._disk import is_full
from triptych.client.errors import JournalError
from triptych.client.map.store import Row

#: Marks the file as a journal (SQLite's `application_id`): "TRIP".
_APPLICATION_ID = 0x54524950
_FORMAT = "1"
#: Seconds to wait for a process that is just ending.
_PATIENCE = 1.0
_PARTS = {
    "format": "the format of the journal",
    "operation": "the operation",
    "options": "the options",
    "service": "the service",
    "version": "the service's version",
    "models": "the service's models",
}


class Journal:
    """A SQLite file with a row for each distinct item that has its reply.

    What has been added survives the end of the process, also by `kill -9`. The file is locked:
    a second process cannot use it at the same time.

    Parameters
    ----------
    path : path
        The file; made if there is none.
    call : mapping of str to str
        What identifies the call: the operation, the digest of its options, the service, its version
        and models. It contains no key.

    Raises
    ------
    JournalError
        If the file is no journal, or one of another call, or in use.
    """

    def __init__(self, path: Path, call: Mapping[str, str]) -> None:
        self._path = path
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False)
        except sqlite3.Error as error:
            raise JournalError(
                f"Cannot open the journal {str(path)!r} ({error}): check the path."
            ) from None
        try:
            self._open({"format": _FORMAT, **call})
        except sqlite3.Error as error:
            self._database.close()
            raise self._error(error) from None
        except BaseException:
            self._database.close()
            raise

    def _open(self, call: Mapping[str, str]) -> None:
        database = self._database
        (identifier,) = database.execute("PRAGMA application_id").fetchone()
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if identifier != _APPLICATION_ID and tables:
            raise JournalError(
                f"{str(self._path)!r} is a database but not a journal: give another path."
            )
        # Held from the first write until the connection is closed or the process ends.
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = WAL")
        # A commit survives the end of the process; after a power failure the last may be missing.
        database.execute("PRAGMA synchronous = NORMAL")
        with database:
            database.execute("BEGIN IMMEDIATE")
            if not tables:
                database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                database.execute("CREATE TABLE call (part TEXT PRIMARY KEY, value TEXT NOT NULL)")
                database.execute(
                    "CREATE TABLE replies "
                    "(digest BLOB PRIMARY KEY, status INTEGER NOT NULL, body BLOB NOT NULL)"
                )
                database.executemany("INSERT INTO call VALUES (?, ?)", call.items())
        self._refuse_other_call(dict(database.execute("SELECT part, value FROM call")), call)

    def _refuse_other_call(self, before: Mapping[str, str], now: Mapping[str, str]) -> None:
        parts = [part for part in _PARTS if before.get(part) != now.get(part)]
        if parts:
            differences = ", ".join(
                f"{_PARTS[part]} (before {_shown(before.get(part))}, now {_shown(now.get(part))})"
                for part in parts
            )
            raise JournalError(
                f"The journal {str(self._path)!r} is of another call; different: {differences}. "
                "Give another path, or delete the file to start again."
            )

    def _error(self, error: sqlite3.Error) -> JournalError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            return JournalError(
                f"The journal {str(self._path)!r} is in use by another call: wait for its end, or "
                "give another path."
            )
        if code == sqlite3.SQLITE_NOTADB:
            return JournalError(f"{str(self._path)!r} is not a journal: give another path.")
        if is_full(error, self._path.parent):
            return JournalError(
                f"The disk of the journal {str(self._path)!r} is full: free some space and start "
                "again, which goes on where it ended."
            )
        return JournalError(f"Cannot use the journal {str(self._path)!r}: {error}.")

    def get(self, digest: bytes) -> Row | None:
        """Return the reply to a request.

        Raises
        ------
        JournalError
            If the file cannot be read.
        """
        try:
            with self._lock:
                row = self._database.execute(
                    "SELECT status, body FROM replies WHERE digest = ?", (digest,)
                ).fetchone()
        except sqlite3.Error as error:
            raise self._error(error) from None
        try:
            return None if row is None else Row(digest, row[0], from_json(row[1]))
        except ValueError:
            raise JournalError(
                f"The journal {str(self._path)!r} is damaged: delete the file to start again."
            ) from None

    def add(self, rows: Iterable[Row]) -> None:
        """Add replies in one transaction.

        Raises
        ------
        JournalError
            If the file cannot be written.
        """
        written = [(row.digest, row.status, to_json(row.members)) for row in rows]
        try:
            with self._lock, self._database:
                self._database.executemany(
                    "INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", written
                )
        except sqlite3.ProgrammingError:
            # Closed: the call has been given up, and this reply came late.
            return
        except sqlite3.Error as error:
            raise self._error(error) from None

    def close(self) -> None:
        """Close the file and release its lock."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._database.close()


def _shown(value: str | None) -> str:
    if value is None:
        return "none"
    return value if len(value) < 50 else f"{value[:12]}…"
