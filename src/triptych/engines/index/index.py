"""An index of pages in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from triptych._disk import writing_to
from triptych.engines.index.passages import Passages, restored
from triptych.engines.index.postings import Postings, in_memory
from triptych.engines.index.records import Added, IndexedSite, IndexFileError, Meanings
from triptych.engines.index.store import Store
from triptych.engines.index.writer import Writer, batches, cut, writer_lock
from triptych.engines.page import WebPage
from triptych.models.files import verified_folder

if TYPE_CHECKING:
    import tantivy

_Made = TypeVar("_Made")
#: Pages and characters committed at once.
_BATCH, _EMBEDDED_BATCH = (2_000, 8_000_000), (64, 100_000)


class Index:
    """Pages in a folder, searchable by their words and their meaning.

    The pages are in one SQLite file, ``pages.sqlite3``; the postings beside it are made from that
    file and follow it, so an interrupted change never harms what was committed. Threads and
    processes may read while one writes. Methods that write raise `IndexFileError` if the index is
    read-only, or is being written by another process.

    Parameters
    ----------
    folder : Path
        Created if it does not exist.
    read_only : bool, default False
        Whether the index must exist and is not changed. Others may change it.
    sealed : bool, default False
        Whether others do not change it either, as in a folder where nobody may write. Implies
        `read_only`.

    Raises
    ------
    IndexFileError
        If there is no index to read, or one that cannot be read.
    OSError
        If the disk is full, here and with every change; the message names the folder.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Index(Path(folder)) as index:
    ...     index.add([WebPage("https://a.example/tea", "Tea", "How to make tea.")], vectors=False)
    ...     [site.name for site in index.sites()], list(index.addresses())
    Added(added=1, replaced=0, duplicates=0)
    (['a.example'], ['https://a.example/tea'])
    """

    def __init__(self, folder: Path, *, read_only: bool = False, sealed: bool = False) -> None:
        self.folder = Path(folder)
        if not read_only and not sealed:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise IndexFileError(
                    f"The index folder {folder} cannot be made ({error.strerror}): choose another "
                    "folder."
                ) from error
        # SQLite and tantivy need locks, and those need files.
        self._sealed = sealed or (read_only and not os.access(self.folder, os.W_OK))
        self.read_only = read_only or self._sealed
        with writing_to(self.folder):
            self._store = Store(self.folder, read_only=self.read_only, sealed=self._sealed)
        self._writer = Writer(self._store)
        self._postings: Postings | None = None
        self._lock = RLock()
        self._made: dict[str, tuple[int, Any]] = {}

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._store.close()
        self._postings = None

    @property
    def is_current(self) -> bool:
        """Whether the folder still holds what was opened: it may have been removed or replaced."""
        return self._store.is_current()

    # Content

    def __len__(self) -> int:
        """Return how many pages there are."""
        count: int = self._store.all("SELECT count(*) FROM page")[0][0]
        return count

    @property
    def generation(self) -> int:
        """A number that grows with every change, also by another process."""
        return self._store.generation

    def page(self, url: str) -> WebPage | None:
        """Return the page of an address, if it is there."""
        return self._store.page(url)

    def addresses(self) -> Iterator[str]:
        """Yield the addresses of all pages, in the order in which they came."""
        for (url,) in self._store.all("SELECT url FROM page ORDER BY id"):
            yield url

    def sites(self) -> list[IndexedSite]:
        """Return the sites the pages are of, the largest first."""
        rows = self._store.all(
            "SELECT site_name, count(*), sum(words), max(published) FROM page "
            "GROUP BY site_name ORDER BY count(*) DESC, site_name"
        )
        return [IndexedSite(*row) for row in rows]

    def titles(self) -> list[str]:
        """Return the titles of all pages, in the order in which they came."""
        query = "SELECT title FROM page ORDER BY id"
        return self._remembered("titles", lambda: [title for (title,) in self._store.all(query)])

    def vocabulary(self) -> Mapping[str, int]:
        """Return on how many pages each word occurs, lower-cased, in the title or the text."""
        query = "SELECT word, pages FROM word"
        return self._remembered("vocabulary", lambda: dict(self._store.all(query)))

    # For searches

    def meanings(self) -> Meanings:
        """Return the vectors of all passages."""

        def load() -> Meanings:
            rows = self._store.all("SELECT page, vectors FROM passages ORDER BY page")
            try:
                vectors = restored(row[1] for row in rows)
            except ValueError:
                raise self._store.damaged("vectors are cut short") from None
            ends = np.cumsum([len(row[1]) // vectors.shape[1] for row in rows], dtype=np.int64)
            starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])[: len(rows)]
            return Meanings(np.array([row[0] for row in rows], np.int64), starts, vectors)

        return self._remembered("meanings", load)

    def sites_of_pages(self) -> list[tuple[int, str, str]]:
        """Return the number, the site and the address of each page."""
        query = "SELECT id, site_name, url FROM page"
        return self._remembered("sites", lambda: self._store.all(query))

    def pages(self, numbers: Iterable[int]) -> dict[int, WebPage]:
        """Return pages by number; those that are gone are left out."""
        return self._store.pages(numbers)

    def passages(self, number: int) -> Passages | None:
        """Return a page's passages with their vectors, where it has vectors."""
        return self._store.passages(number)

    def searcher(self) -> tantivy.Searcher:
        """Return tantivy's view of the newest postings.

        If an index that may not be changed has none that this version of tantivy can read, they are
        made in memory: of 10,000 pages, in seconds.
        """
        searcher = self._opened().searcher()
        if searcher is not None:
            return searcher

        def make() -> tantivy.Searcher:
            numbers = self._store.numbers("SELECT id FROM page ORDER BY id")
            return in_memory(
                page for some in cut(numbers, _BATCH[0]) for page in self.pages(some).items()
            )

        return self._remembered("searcher", make)

    def _opened(self) -> Postings:
        with self._lock:
            if self._postings is None:
                postings = Postings(self.folder, read_only=self.read_only, sealed=self._sealed)
                self._postings = postings
                if not self.read_only and postings.generation != self.generation:
                    # A writer was interrupted, or writes just now and will finish.
                    with writing_to(self.folder), writer_lock(self.folder, wait=False) as held:
                        if held:
                            self._writer.follow(postings)
            return self._postings

    # Changes

    def add(
        self,
        pages: Iterable[WebPage],
        *,
        vectors: bool = True,
        on_progress: Callable[[int], None] | None = None,
    ) -> Added:
        """Add pages; a page whose address is in the index replaces that page.

        Pages are committed in batches, at the latest every few seconds; an interruption loses only
        the last batch.

        Parameters
        ----------
        pages : iterable of WebPage
            A page whose fingerprint is within 3 bits of that of another address is left out.
        vectors : bool, default True
            Whether the pages can be found by meaning too; that takes most of the time.
        on_progress : callable, optional
            Called after each batch with how many of `pages` are done.
        """
        added = replaced = duplicates = done = 0
        with self._changing() as writer:
            writer.follow(self._opened())
            for batch in batches(pages, *(_EMBEDDED_BATCH if vectors else _BATCH)):
                result = writer.put(batch, vectors=vectors)
                writer.follow(self._opened())
                added += result.added
                replaced += result.replaced
                duplicates += result.duplicates
                done += len(batch)
                if on_progress:
                    on_progress(done)
        return Added(added, replaced, duplicates)

    def remove(self, prefix: str) -> int:
        """Remove the pages whose addresses begin with `prefix`, and return how many.

        Raises
        ------
        ValueError
            If `prefix` is empty.
        """
        if not prefix:
            raise ValueError("Give the beginning of the addresses to remove.")
        with self._changing() as writer:
            return writer.remove(prefix)

    def discard(self, addresses: Iterable[str]) -> int:
        """Remove the pages of exactly these addresses, and return how many."""
        with self._changing() as writer:
            return writer.discard(addresses)

    def rebuild(
        self, on_progress: Callable[[int], None] | None = None, *, vectors: bool = True
    ) -> None:
        """Make again everything that is made from the pages, whatever state it is in.

        `on_progress` is called with how many pages are done; pages without vectors get them with
        `vectors`.
        """
        with self._changing() as writer:
            self._opened().clear()
            pages = writer.recount()
            writer.follow(self._opened())
            if vectors:
                writer.embed_missing(on_progress)
        if on_progress:
            on_progress(pages)

    def compact(self) -> None:
        """Make the files as small as possible, to be shipped and opened as sealed."""
        self.rebuild(vectors=False)
        self._store.compact()

    @contextmanager
    def _changing(self) -> Iterator[Writer]:
        """Hold the lock of the only writer, whose changes the postings follow at the end."""
        with writing_to(self.folder), writer_lock(self.folder, read_only=self.read_only):
            yield self._writer
            self._writer.follow(self._opened())

    def _remembered(self, name: str, make: Callable[[], _Made]) -> _Made:
        """Return what was made in this generation, or make it."""
        with self._lock:
            generation = self.generation
            known = self._made.get(name)
            if known is None or known[0] != generation:
                known = self._made[name] = (generation, make())
            made: _Made = known[1]
            return made


@cache
def shipped_index() -> Index:
    """Return the index of the mini web, read-only: about 10,000 pages, verified once.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a shipped file is missing or damaged.

    Examples
    --------
    >>> page = shipped_index().page("https://en.wikipedia.org/wiki/Tea")
    >>> page.title, page.attribution
    ('Tea', 'Wikipedia contributors, CC BY-SA 4.0')
    """
    return Index(verified_folder("mini_web/index"), sealed=True)
