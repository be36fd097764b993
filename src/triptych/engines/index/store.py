"""Pages in one SQLite file: what an index is made of."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np

from triptych.engines.index.passages import Passages
from triptych.engines.index.records import IndexFileError
from triptych.engines.page import WebPage

PAGES_FILE = "pages.sqlite3"
#: What helps where the file itself is sound, by SQLite's name of what went wrong.
_ADVICE = {
    "BUSY": "try again later",
    "LOCKED": "try again later",
    "CANTOPEN": "let this account read the folder",
    "PERM": "let this account read the folder",
    "READONLY": "let this account write to the folder",
}
_FORMAT = 1
_FIELDS = [field.name for field in fields(WebPage)]
_COLUMNS = ", ".join(_FIELDS)
#: Lists of addresses are kept one a line.
_LISTS = {_FIELDS.index("image_urls"), _FIELDS.index("links")}
# The names of columns come from the class, never from outside.
_TABLES = f"""
CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;
CREATE TABLE page (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  {", ".join(f"{name} TEXT NOT NULL" for name in _FIELDS)},
  words INTEGER NOT NULL, fingerprint INTEGER NOT NULL, revision INTEGER NOT NULL
);
CREATE UNIQUE INDEX page_url ON page (url);
CREATE INDEX page_revision ON page (revision);
CREATE TABLE passages (page INTEGER PRIMARY KEY, spans BLOB NOT NULL, vectors BLOB NOT NULL);
CREATE TABLE gone (page INTEGER PRIMARY KEY, revision INTEGER NOT NULL);
CREATE TABLE word (word TEXT PRIMARY KEY, pages INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO fact VALUES ('format', {_FORMAT}), ('generation', 0);
"""  # noqa: S608
_SELECT_ONE = f"SELECT {_COLUMNS}, id FROM page WHERE url = ?"  # noqa: S608
_SELECT_SEVERAL = (
    f"SELECT {_COLUMNS}, id FROM page "  # noqa: S608
    "WHERE id IN (SELECT value FROM json_each(?))"
)
_UPDATED = [*_FIELDS[1:], "words", "fingerprint", "revision"]
_PUT = (
    f"INSERT INTO page ({_COLUMNS}, words, fingerprint, revision) "  # noqa: S608
    f"VALUES ({','.join('?' * (len(_FIELDS) + 3))}) ON CONFLICT (url) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _UPDATED)} RETURNING id"
)


class Store:
    """The SQLite file of an index, read by any number of threads and processes.

    If it is sealed, nobody else changes it either, so that not even a lock is needed.
    """

    def __init__(self, folder: Path, *, read_only: bool, sealed: bool) -> None:
        self.path = folder / PAGES_FILE
        # Where a folder may not be looked into, pathlib raises, and this says no.
        if read_only and not os.path.isfile(self.path):  # noqa: PTH113
            raise IndexFileError(
                f"There is no index in {folder}: make one with 'triptych index add'."
            )
        self._sealed = sealed
        # A writer that is at work, or was killed, leaves changes that a sealed file has not.
        still = sealed and not self._unmerged()
        mode = "immutable=1" if still else "mode=ro" if read_only else "mode=rwc"
        # One connection serves all threads, one statement at a time.
        self._lock = RLock()
        try:
            self._database = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?{mode}",
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                timeout=30,
            )
            if not read_only:
                self._prepare()
            version = self._fact("format")
            self._identity = self._identified()
        except (sqlite3.Error, OSError) as error:
            raise self.damaged(error) from error
        if version != _FORMAT:
            raise IndexFileError(
                f"The index file {self.path} is of format {version}, and this version of triptych "
                f"reads format {_FORMAT}: remove it and index the pages again."
            )

    def _prepare(self) -> None:
        run = self._database.execute
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        if not run("SELECT 1 FROM sqlite_master WHERE name = 'fact'").fetchone():
            with self.changes():
                # Another process may have been faster.
                if not run("SELECT 1 FROM sqlite_master WHERE name = 'fact'").fetchone():
                    for statement in _TABLES.split(";\n"):
                        run(statement)

    def damaged(self, error: Exception | str) -> IndexFileError:
        """Return the exception for a file that cannot be read."""
        kind = getattr(error, "sqlite_errorname", "").removeprefix("SQLITE_").partition("_")[0]
        advice = _ADVICE.get(kind, "remove it and index the pages again")
        return IndexFileError(f"The index file {self.path} cannot be read ({error}): {advice}.")

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def is_current(self) -> bool:
        """Return whether the file that was opened is still the one of this name."""
        try:
            return self._identified() == self._identity
        except OSError:
            return False

    def _identified(self) -> tuple[int, ...]:
        status = self.path.stat()
        # As long as it is open, no other file has its number. Of what somebody else changes
        # SQLite keeps track, but not where it was promised that nobody does.
        changes = [status.st_mtime_ns, self._unmerged()] if self._sealed else []
        return (status.st_dev, status.st_ino, *changes)

    def _unmerged(self) -> int:
        """Return when changes were last put beside the file, to be merged into it; 0 if none."""
        try:
            return Path(f"{self.path}-wal").stat().st_mtime_ns
        except OSError:
            return 0

    @contextmanager
    def changes(self) -> Iterator[None]:
        """Make the changes within happen together or, on any exception, not at all."""
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                # SQLite has rolled it back where the disk is full.
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def all(self, query: str, *values: Any) -> list[Any]:
        """Return the rows of a query; raise IndexFileError if the file is damaged."""
        try:
            with self._lock:
                return self._database.execute(query, values).fetchall()
        except sqlite3.ProgrammingError:
            raise
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self.damaged(error) from error

    def numbers(self, query: str, *values: Any) -> list[int]:
        """Return the first column of a query's rows."""
        return [row[0] for row in self.all(query, *values)]

    def _fact(self, name: str) -> int | None:
        rows = self.all("SELECT value FROM fact WHERE name = ?", name)
        return rows[0][0] if rows else None

    @property
    def generation(self) -> int:
        """How often the pages were changed."""
        return self._fact("generation") or 0

    # Reading

    def page(self, url: str) -> WebPage | None:
        """Return the page of an address."""
        rows = self.all(_SELECT_ONE, url)
        return _page(rows[0]) if rows else None

    def pages(self, ids: Iterable[int]) -> dict[int, WebPage]:
        """Return pages by their numbers; those that are gone are left out."""
        wanted = json.dumps([int(number) for number in ids])
        rows = self.all(_SELECT_SEVERAL, wanted)
        return {row[-1]: _page(row) for row in rows}

    def passages(self, page: int) -> Passages | None:
        """Return a page's passages, where their vectors were made."""
        rows = self.all("SELECT spans, vectors FROM passages WHERE page = ?", page)
        if not rows:
            return None
        spans = np.frombuffer(rows[0][0], np.dtype("<i4")).reshape(-1, 2)
        return Passages(spans, np.frombuffer(rows[0][1], np.int8).reshape(len(spans), -1))

    def passages_of(self, url: str) -> Passages | None:
        """Return the passages of the page of an address, where their vectors were made."""
        rows = self.all("SELECT id FROM page WHERE url = ?", url)
        return self.passages(rows[0][0]) if rows else None

    # Writing, within `changes`

    def next_revision(self) -> int:
        """Begin a generation and return its number."""
        self._database.execute("UPDATE fact SET value = value + 1 WHERE name = 'generation'")
        return self.generation

    def put(self, page: WebPage, count: int, fingerprint: int, revision: int) -> int:
        """Store a page, replacing one of the same address; return its number."""
        values = (*_row(page), count, fingerprint, revision)
        number: int = self._database.execute(_PUT, values).fetchone()[0]
        return number

    def put_passages(self, number: int, passages: Passages | None) -> None:
        """Store a page's passages, or that it has none."""
        self._database.execute("DELETE FROM passages WHERE page = ?", (number,))
        if passages is not None:
            spans = passages.spans.astype("<i4").tobytes()
            self._database.execute(
                "INSERT INTO passages VALUES (?, ?, ?)", (number, spans, passages.vectors.tobytes())
            )

    def drop(self, number: int, revision: int) -> None:
        """Remove a page."""
        self._database.execute("DELETE FROM page WHERE id = ?", (number,))
        self._database.execute("DELETE FROM passages WHERE page = ?", (number,))
        self._database.execute("INSERT OR REPLACE INTO gone VALUES (?, ?)", (number, revision))

    def count_words(self, difference: Mapping[str, int]) -> None:
        """Bring up to date how many pages have each word."""
        self._database.executemany(
            "INSERT INTO word VALUES (?, ?) ON CONFLICT DO UPDATE SET pages = pages + ?2",
            sorted((word, change) for word, change in difference.items() if change),
        )
        if any(change < 0 for change in difference.values()):
            self._database.execute("DELETE FROM word WHERE pages <= 0")

    def forget_words(self) -> None:
        """Delete the counts of words, and which pages were removed."""
        self._database.execute("DELETE FROM word")
        self._database.execute("DELETE FROM gone")

    def compact(self) -> None:
        """Make one file without free space of it, to be copied."""
        self._database.execute("PRAGMA journal_mode = DELETE")
        self._database.execute("VACUUM")


def _row(page: WebPage) -> list[str]:
    return [
        "\n".join(getattr(page, name)) if place in _LISTS else getattr(page, name)
        for place, name in enumerate(_FIELDS)
    ]


def _page(row: Sequence[Any]) -> WebPage:
    values: list[Any] = [
        tuple(row[place].splitlines()) if place in _LISTS else row[place]
        for place in range(len(_FIELDS))
    ]
    return WebPage(*values)
