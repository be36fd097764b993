"""What a crawler remembers between runs, and which pages it still has to read."""

from __future__ import annotations

import heapq
import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from anyio import to_thread

from triptych._disk import writing_to
from triptych.engines.index import Index
from triptych.engines.page import WebPage

if TYPE_CHECKING:
    from triptych.service.crawl.run import IndexReport

FILE = "crawl.sqlite"
_TABLES = """
CREATE TABLE IF NOT EXISTS pages (
    address TEXT PRIMARY KEY, target TEXT, depth INTEGER, etag TEXT, modified TEXT, digest TEXT,
    links TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS frontier (
    place INTEGER PRIMARY KEY, target TEXT, address TEXT, depth INTEGER, done INTEGER DEFAULT 0,
    UNIQUE (target, address));
CREATE TABLE IF NOT EXISTS runs (target TEXT PRIMARY KEY, scope TEXT) WITHOUT ROWID;
"""
_CHANGES = {
    "begin": ["DELETE FROM frontier WHERE target = ?"],
    "scope": ["INSERT OR REPLACE INTO runs VALUES (?, ?)"],
    "waiting": ["INSERT OR IGNORE INTO frontier (target, address, depth) VALUES (?, ?, ?)"],
    "done": ["UPDATE frontier SET done = 1 WHERE target = ? AND address = ?"],
    "page": ["INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?, ?)"],
    "gone": ["DELETE FROM pages WHERE address = ?"],
    "end": ["DELETE FROM frontier WHERE target = ?1", "DELETE FROM runs WHERE target = ?1"],
}


class CrawlError(RuntimeError):
    """A run cannot begin or go on; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is remembered of a page that was read."""

    address: str
    #: What the run was asked to add when it was found, and how many links led from there to it.
    target: str
    depth: int = 0
    #: Its validators (RFC 9110, 8.8): the headers `ETag` and `Last-Modified`.
    etag: str = ""
    modified: str = ""
    #: Of its content; of a file, its size and time.
    digest: str = ""
    #: Addresses it leads to.
    links: tuple[str, ...] = ()

    @property
    def conditions(self) -> dict[str, str]:
        """Headers that let a server answer that nothing has changed (RFC 9110, 13)."""
        headers = {"if-none-match": self.etag, "if-modified-since": self.modified}
        return {name: value for name, value in headers.items() if value}

    @property
    def row(self) -> tuple[Any, ...]:
        """Its columns; addresses hold no white space."""
        return (*astuple(self)[:-1], "\n".join(self.links))


class CrawlState:
    """The memory of a crawler, in a file beside the index; one process at a time holds it.

    Nothing of the index depends on it: without it, all pages are read again. Raises `CrawlError`
    if another process holds it, or the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        try:
            with writing_to(folder):
                folder.mkdir(parents=True, exist_ok=True)
                self._open()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname == "SQLITE_BUSY":
                raise CrawlError(
                    f"Another run is adding to {folder}: wait until it ends."
                ) from None
            if isinstance(error, sqlite3.OperationalError):
                raise CrawlError(
                    f"The folder {folder} cannot be written ({error}): choose another one."
                ) from None
            # Broken, it is worth nothing, and nothing depends on it.
            self._path.unlink()
            self._open()

    def _open(self) -> None:
        self._database = sqlite3.connect(self._path, timeout=0.5, isolation_level=None)
        # Held until it is closed, or the process ends in whatever way.
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._database.execute("BEGIN EXCLUSIVE")
        self._database.execute("COMMIT")
        self._database.executescript(_TABLES)

    def __enter__(self) -> CrawlState:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def known(self, address: str) -> Known | None:
        """Return what is remembered of a page."""
        rows = self._all("SELECT * FROM pages WHERE address = ?", address)
        return _known(rows[0]) if rows else None

    def known_of(self, target: str) -> list[Known]:
        """Return what is remembered of the pages found for a target, nearest first."""
        rows = self._all("SELECT * FROM pages WHERE target = ? ORDER BY depth, address", target)
        return [_known(row) for row in rows]

    def unfinished(self, target: str) -> tuple[dict[str, Any], list[tuple[str, int, bool]]] | None:
        """Return scope and frontier of a run that did not end: address, depth, whether read."""
        scope = self._all("SELECT scope FROM runs WHERE target = ?", target)
        if not scope:
            return None
        rows = self._all(
            "SELECT address, depth, done FROM frontier WHERE target = ? ORDER BY place", target
        )
        return json.loads(scope[0][0]), [(at, depth, bool(done)) for at, depth, done in rows]

    def save(self, changes: Iterable[tuple[Any, ...]]) -> None:
        """Write changes down, all of them or none: each is its kind (see `_CHANGES`) and values."""
        execute = self._database.execute
        execute("BEGIN")
        try:
            for kind, *values in changes:
                for statement in _CHANGES[kind]:
                    execute(statement, values)
            execute("COMMIT")
        except sqlite3.Error as error:
            if self._database.in_transaction:
                execute("ROLLBACK")
            raise CrawlError(
                f"{self._path} cannot be written ({error}): free some space."
            ) from None

    def _all(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall()


def targets_of_files(folder: Path) -> dict[str, str]:
    """Return what each file in an index was found for; nothing while a run holds the memory."""
    try:
        uri = f"{(folder / FILE).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=0.5)) as database:
            query = "SELECT address, target FROM pages WHERE target LIKE 'file:%'"
            return dict(database.execute(query).fetchall())
    except sqlite3.Error:
        return {}


def _known(row: tuple[Any, ...]) -> Known:
    address, target, depth, etag, modified, digest, links = row
    return Known(address, target, depth, etag, modified, digest, tuple(links.splitlines()))


#: Pages, and seconds, after which what was read is made safe.
_PAGES, _SECONDS = 64, 15.0


class Writer:
    """Writes pages into the index in batches, and only then what is remembered of them.

    So a run that ends at any moment, even killed, has forgotten a batch at most, and remembers
    nothing that is not in the index. `on_write` is called before pages are written, which takes a
    while.
    """

    def __init__(
        self,
        index: Index,
        state: CrawlState,
        report: IndexReport,
        *,
        vectors: bool,
        on_write: Callable[[], None] | None = None,
    ) -> None:
        self._index, self._state, self._report = index, state, report
        self._vectors = vectors
        self._on_write = on_write
        self._pages: list[WebPage] = []
        self._gone: set[str] = set()
        self._changes: list[tuple[Any, ...]] = []
        self._since = time.monotonic()
        self._one_at_a_time = anyio.Lock()

    def holds(self, address: str) -> bool:
        """Return whether the index holds a page of this address."""
        return self._index.page(address) is not None

    def note(self, *change: Any) -> None:
        """Remember a change, as `CrawlState.save` takes it, with the next batch."""
        self._changes.append(change)

    def remove(self, address: str) -> None:
        """Take a page out of the index, if it is there."""
        self.note("gone", address)
        if self.holds(address):
            self._gone.add(address)

    def add(self, page: WebPage) -> None:
        """Add a page to the index, in the place of one of the same address."""
        self._pages.append(page)

    async def rest(self) -> None:
        """Write the batch if it is large or old enough."""
        if len(self._pages) >= _PAGES or time.monotonic() - self._since > _SECONDS:
            await self.write()

    async def write(self) -> None:
        """Write what is waiting."""
        async with self._one_at_a_time:
            pages, gone, changes = self._pages, self._gone, self._changes
            self._pages, self._gone, self._changes = [], set(), []
            if pages and self._on_write is not None:
                self._on_write()
            # Not to be left half done: what is remembered must be what the index holds.
            with anyio.CancelScope(shield=True):
                await to_thread.run_sync(self._into_index, pages, gone)
                self._state.save(changes)
            self._since = time.monotonic()

    def _into_index(self, pages: list[WebPage], gone: set[str]) -> None:
        if gone:
            self._report.removed += self._index.discard(gone)
        if pages:
            added = self._index.add(pages, vectors=self._vectors)
            self._report.added += added.added
            self._report.replaced += added.replaced
            self._report.duplicates += added.duplicates


class Frontier:
    """Pages of a target that are known but not read yet, nearest first, then in order of discovery.

    The writer notes each change, so that the next run can go on from there. `done` counts the pages
    that were asked for.
    """

    def __init__(self, target: str, writer: Writer) -> None:
        self._target, self._writer = target, writer
        self._heap: list[tuple[int, int, str]] = []
        self._seen: set[str] = set()
        self.done = 0

    def __len__(self) -> int:
        return len(self._heap)

    def begin(self, scope: dict[str, Any]) -> None:
        """Begin again, with an empty frontier."""
        self._writer.note("begin", self._target)
        self.keep(scope)

    def keep(self, scope: dict[str, Any]) -> None:
        """Remember the scope of the run."""
        self._writer.note("scope", self._target, json.dumps(scope))

    def restore(self, rows: list[tuple[str, int, bool]]) -> None:
        """Take over what an unfinished run knew: address, depth, whether it was read."""
        for address, depth, done in rows:
            self._take(address, depth, done)

    def push(self, address: str, depth: int) -> None:
        """Add an address, unless it is known."""
        if address not in self._seen:
            self._take(address, depth, False)
            self._writer.note("waiting", self._target, address, depth)

    def pop(self) -> tuple[str, int]:
        """Take the nearest page out; it counts as read once `finish` is called."""
        depth, _, address = heapq.heappop(self._heap)
        return address, depth

    def again(self, address: str, depth: int) -> None:
        """Put a page back, behind the others of its depth."""
        heapq.heappush(self._heap, (depth, len(self._seen), address))

    def finish(self, address: str, *, counts: bool = True) -> None:
        """Note that a page was read, whatever came of it; `counts` unless it was not asked for."""
        self.done += counts
        self._writer.note("done", self._target, address)

    def end(self) -> None:
        """Forget the frontier: the run has ended, and the next one begins again."""
        self._writer.note("end", self._target)

    def _take(self, address: str, depth: int, done: bool) -> None:
        self._seen.add(address)
        if done:
            self.done += 1
        else:
            heapq.heappush(self._heap, (depth, len(self._seen), address))
