"""Processes that are killed (`kill -9`) while they write what lasts longer than they do.

Attacked are all files that outlive a process: a search index, what a crawler remembers beside it,
the journal of `Client.map`, a table that replaces another one, and the folder that replicas of a
server share (pictures and counts of requests). A process writes, and reports each entry once it is
confirmed; it is killed at a random moment, what it left is read, and the next process goes on with
it.

Broken is an entry that was confirmed and is lost or changed, one that is there by half, and a file
that cannot be read or gone on with. What was not confirmed may be lost, or be there as a whole.
"""

from __future__ import annotations

import multiprocessing
import random
import sqlite3
import sys
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path

import anyio
from journal import LOST, SENT_AGAIN, measure

from attacks import Outcome
from triptych.columns.tables import TableReader, TableWriter, replacing
from triptych.engines.index import Index
from triptych.engines.page import WebPage
from triptych.service import ServiceSettings
from triptych.service.access import Windows
from triptych.service.crawl import IndexReport, Options, add_all, state
from triptych.service.files import Store

KILLS, KILLS_QUICK = 50, 4
#: Confirmed entries before a kill, at most, and seconds after the last of them.
ENTRIES, SECONDS = 8, 0.1
#: Seconds for a process that hangs.
LIMIT = 300.0
#: Rows of the mapped column for each kill.
ROWS = 100
#: Processes are copies of one that has loaded everything and has no threads.
_START = multiprocessing.get_context("forkserver")
_START.set_forkserver_preload([__name__])
#: Called with each entry, or entries, once confirmed.
Confirm = Callable[[str], None]


class Files(ABC):
    """What is written to a folder.

    Parameters
    ----------
    folder
        Where it is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def prepare(self) -> None:  # noqa: B027
        """Do what has to be done before the process starts, if anything."""

    @abstractmethod
    def write(self, start: int, confirm: Confirm) -> None:
        """Write without end, from a number on; confirm what is written."""

    @abstractmethod
    def read(self, confirmed: list[str]) -> Iterator[str]:
        """Read what a killed process left; yield what is broken.

        Parameters
        ----------
        confirmed
            All that was confirmed so far, by all processes.
        """


def _text(number: int) -> str:
    draw = random.Random(number)
    words = ["".join(draw.choices("abdefgiklmnoprstu", k=8)) for _ in range(40)]
    return f"word{number}x " + " ".join(words)


class IndexFiles(Files):
    """A search index: pages are added in batches, and one of ten batches is removed again."""

    #: Pages of a batch.
    BATCH = 7

    def write(self, start: int, confirm: Confirm) -> None:
        """Add, and remove."""
        with Index(self.folder) as index:
            for number in range(start, sys.maxsize):
                index.add(map(self.page, self.numbers(number)), vectors=False)
                confirm(str(number))
                if number % 10 == 5:
                    index.discard(self.page(one).url for one in self.numbers(number))
                    confirm(f"-{number}")

    def numbers(self, batch: int) -> range:
        """Return the numbers of the pages of a batch."""
        return range(batch * self.BATCH, (batch + 1) * self.BATCH)

    def page(self, number: int) -> WebPage:
        """Return a page."""
        return WebPage(f"https://many.example/{number}", f"Page {number}", _text(number))

    def read(self, confirmed: list[str]) -> Iterator[str]:
        """Compare every page with the one that was added, and search some of them."""
        with closing(sqlite3.connect(self.folder / "pages.sqlite3")) as database:
            (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            yield f"index: {verdict}"
        removed = {int(line[1:]) for line in confirmed if line.startswith("-")}
        added = {int(line) for line in confirmed if not line.startswith("-")}
        # What a process was doing when it was killed: batches that may be there, or not.
        is_open = {number for number in added if number % 10 == 5} - removed
        with Index(self.folder) as index:
            for batch in range(max(added, default=0) + 2):
                pages = [index.page(self.page(one).url) for one in self.numbers(batch)]
                count = sum(page is not None for page in pages)
                if batch in removed:
                    expected = {0}
                elif batch in added and batch not in is_open:
                    expected = {self.BATCH}
                else:
                    expected = {0, self.BATCH}
                if count not in expected:
                    yield f"index: {count} of {self.BATCH} pages of batch {batch}"
                for number, page in zip(self.numbers(batch), pages, strict=True):
                    if page is not None and page.text != _text(number):
                        yield f"index: page {number} is another one"
            # The words are in files of their own, which follow the pages.
            vocabulary = index.vocabulary()
            for url in index.addresses():
                word = f"word{url.rpartition('/')[2]}x"
                if vocabulary.get(word) != 1:
                    yield f"index: {word} is on {vocabulary.get(word)} pages"
            if index.searcher().num_docs != len(index):
                yield f"index: {index.searcher().num_docs} of {len(index)} pages can be searched"


class CrawlFiles(Files):
    """An index of a folder of files, with what the crawler remembers of them."""

    #: Files that are new for each process, and pages that are written together.
    NEW, BATCH = 60, 6

    def prepare(self) -> None:
        """Write files that the next run will find."""
        pages = self.folder / "pages"
        pages.mkdir(exist_ok=True)
        first = len(list(pages.iterdir()))
        for number in range(first, first + self.NEW):
            (pages / f"{number}.txt").write_text(_text(number))

    def write(self, start: int, confirm: Confirm) -> None:
        """Read the folder again and again; confirm each batch that is remembered."""
        state._PAGES = self.BATCH
        save = state.CrawlState.save

        def saved(self: state.CrawlState, changes: object) -> None:
            every = list(changes)  # type: ignore[call-overload]
            save(self, every)
            confirm(" ".join(change[1] for change in every if change[0] == "page"))

        state.CrawlState.save = saved  # type: ignore[method-assign]
        while True:
            self.run()
            self.prepare()

    def run(self) -> IndexReport:
        """Read the folder once."""

        async def add() -> IndexReport:
            with Index(self.folder / "index") as index:
                return await add_all(
                    [str(self.folder / "pages")],
                    index,
                    settings=ServiceSettings(),
                    options=Options(vectors=False, limit=10**6),
                )

        return anyio.run(add)

    def read(self, confirmed: list[str]) -> Iterator[str]:
        """Compare the index with the files, and with what is remembered."""
        remembered = {address for line in confirmed for address in line.split()}
        with Index(self.folder / "index") as index, state.CrawlState(index.folder) as memory:
            for address in remembered:
                number = int(Path(address).stem)
                page = index.page(address)
                if page is None:
                    yield f"crawler: {address} is remembered and not in the index"
                elif _text(number) not in page.text:
                    yield f"crawler: {address} is another page"
                if memory.known(address) is None:
                    yield f"crawler: {address} is forgotten"


class TableFiles(Files):
    """A table that is replaced by the next version of it, as `triptych map --out` does."""

    ROWS = 3_000

    def write(self, start: int, confirm: Confirm) -> None:
        """Replace the table."""
        import pandas

        for number in range(start, sys.maxsize):
            frame = pandas.DataFrame({"number": [number] * self.ROWS, "text": "tea"})
            with replacing(self._path) as file, TableWriter(file, "csv") as writer:
                for first in range(0, self.ROWS, 500):
                    writer.write(frame[first : first + 500])
            confirm(str(number))

    @property
    def _path(self) -> Path:
        return self.folder / "table.csv"

    def read(self, confirmed: list[str]) -> Iterator[str]:
        """Compare the table with the last one that was confirmed, or the one after it."""
        if not self._path.exists():
            if confirmed:
                yield "table: it is gone"
            return
        with self._path.open("rb") as file:
            numbers = [
                int(value)
                for chunk in TableReader(file, "csv").chunks(self.ROWS)
                for value in chunk["number"]
            ]
        last = int(confirmed[-1]) if confirmed else -1
        if len(numbers) != self.ROWS or set(numbers) not in ({last}, {last + 1}):
            yield f"table: {len(numbers)} rows of {sorted(set(numbers))} after {last}"


class SharedFiles(Files):
    """Pictures, and the counts of the requests of a key, as replicas of a server share them."""

    SIZE = 300_000

    def write(self, start: int, confirm: Confirm) -> None:
        """Count requests of a key of this process, and write pictures."""
        windows, store = Windows(self.folder), self._store()
        for number in range(start, sys.maxsize):
            count, _, _ = windows.add(f"key {start}", 1, most=10**9)
            content = random.Random(number).randbytes(self.SIZE)
            name = store.add(content, ".png")
            confirm(f"{start} {count} {name} {sha256(content).hexdigest()}")

    def _store(self) -> Store:
        return Store(lifetime=3600, max_bytes=10**12, folder=self.folder / "files")

    def read(self, confirmed: list[str]) -> Iterator[str]:
        """Compare pictures and counts."""
        store = self._store()
        for line in confirmed:
            _, _, name, digest = line.split()
            path = store.path(name)
            if path is None:
                yield f"pictures: {name} is lost"
            elif sha256(path.read_bytes()).hexdigest() != digest:
                yield f"pictures: {name} is another one"
        if confirmed:
            start, count, _, _ = confirmed[-1].split()
            key = sha256(f"key {start}".encode()).digest()
            # So does the process that goes on.
            Windows(self.folder)
            with closing(sqlite3.connect(self.folder / "limits.sqlite3")) as database:
                rows = database.execute("SELECT count FROM window WHERE key = ?", (key,)).fetchall()
            # One more may have been counted, for which there is no picture yet.
            if rows not in ([(int(count),)], [(int(count) + 1,)]):
                yield f"counts: {rows} instead of {count} requests"


FILES: dict[str, type[Files]] = {
    "index": IndexFiles,
    "crawler": CrawlFiles,
    "table": TableFiles,
    "shared folder": SharedFiles,
}


def _write(name: str, folder: Path, start: int, sender: Connection[str, None]) -> None:
    FILES[name](folder).write(start, sender.send)


class Killer:
    """Starts the process that writes, and kills it.

    Parameters
    ----------
    name
        What is written.
    folder
        Where it is.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self._name, self._folder = name, folder
        self.confirmed: list[str] = []
        self._started = 0

    def kill(self, draw: random.Random) -> Iterator[str]:
        """Start, kill at a random moment, and read; yield what is broken."""
        files = FILES[self._name](self._folder)
        files.prepare()
        before, entries = len(self.confirmed), draw.randint(0, ENTRIES)
        receiver, sender = _START.Pipe(duplex=False)
        process = _START.Process(
            target=_write, args=(self._name, self._folder, self._started, sender), daemon=True
        )
        process.start()
        sender.close()
        reader = threading.Thread(target=self._receive, args=(receiver,))
        reader.start()
        deadline = time.monotonic() + LIMIT
        while len(self.confirmed) - before < entries and process.is_alive():
            if time.monotonic() > deadline:
                yield f"{self._name}: the process hangs"
                break
            time.sleep(0.001)
        time.sleep(draw.uniform(0, SECONDS))
        if not process.is_alive():
            yield f"{self._name}: the process ended with {process.exitcode}"
        process.kill()
        process.join()
        reader.join()
        receiver.close()
        try:
            yield from files.read(self.confirmed)
        except Exception as error:
            yield f"{self._name}: cannot be read: {type(error).__name__}: {error}"
        # What was begun and not confirmed is done again.
        numbers = [int(line.split()[0]) for line in self.confirmed if line[0].isdigit()]
        self._started = max(numbers, default=-1) + 1

    def _receive(self, receiver: Connection[None, str]) -> None:
        # The last message may be cut.
        with suppress(EOFError, OSError):
            while True:
                self.confirmed.append(receiver.recv())


def killed(name: str, kills: int, seed: int = 1) -> tuple[list[str | None], int]:
    """Kill a process so many times.

    Returns
    -------
    list of str or None
        For each kill, what is broken.
    int
        How many entries were confirmed.
    """
    draw = random.Random(seed)
    results: list[str | None] = []
    with tempfile.TemporaryDirectory() as folder:
        killer = Killer(name, Path(folder))
        for _ in range(kills):
            broken = list(killer.kill(draw))
            results.append("; ".join(broken[:3]) or None)
        # Without a kill, all that was left over is done.
        files = FILES[name](Path(folder))
        if isinstance(files, CrawlFiles):
            files.run()
            with Index(Path(folder) / "index") as index:
                missing = len(list((Path(folder) / "pages").iterdir())) - len(index)
            results.append(f"crawler: {missing} files are not in the index" if missing else None)
        return results, len(killer.confirmed)


def _journal(kills: int) -> tuple[list[str | None], int]:
    rows = ROWS * kills
    figures = measure("profanity", rows, kills)
    broken = {name: figures[name] for name in (LOST, SENT_AGAIN) if figures[name]}
    return [None] * (figures["kills"] - 1) + [f"journal: {broken}" if broken else None], rows


def run(quick: bool) -> Outcome:
    """Kill each process 50 times; quick, 4 times."""
    kills = KILLS_QUICK if quick else KILLS
    results: list[str | None] = []
    figures: dict[str, float] = {}
    for name in (*FILES, "journal"):
        its, confirmed = _journal(kills) if name == "journal" else killed(name, kills)
        results += its
        figures[f"{name}, confirmed entries"] = confirmed
    return Outcome.of(results, **figures)
