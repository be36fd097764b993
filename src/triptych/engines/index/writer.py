"""Change an index: its pages first, and what is made from them after."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from triptych.engines.index.fingerprint import Fingerprints, fingerprint
from triptych.engines.index.passages import Passages, embed_pages
from triptych.engines.index.postings import Postings, write
from triptych.engines.index.records import Added, IndexFileError
from triptych.engines.index.store import Store
from triptych.engines.page import WebPage
from triptych.engines.page.addresses import site_of
from triptych.engines.text.words import counted, words

LOCK_FILE = "writer.lock"


@contextmanager
def writer_lock(folder: Path, *, read_only: bool = False, wait: bool = True) -> Iterator[bool]:
    """Hold the lock of the only writer of a folder's index; yield whether it is held.

    The lock is SQLite's, on a file of its own: it works on every system, holds between threads and
    processes, and ends with the process that held it. With `wait` a lock that is not free raises
    IndexFileError.
    """
    if read_only:
        raise IndexFileError(f"The index in {folder} is read-only: choose a different folder.")
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
                f"The index in {folder} is being written by another process: try again later."
                if busy
                else f"The index in {folder} cannot be written ({error}): choose another folder."
            ) from error
        held = False
    try:
        yield held
    finally:
        if connection is not None:
            connection.close()


#: Seconds after which a batch is full, so that little is lost where pages come slowly.
_LONGEST_WAIT = 5.0


def cleaned(page: WebPage) -> WebPage:
    """Return a page that can be stored.

    Half of a surrogate pair is not a character; a page without a site gets that of its address.
    """
    if not page.site_name:
        page = replace(page, site_name=site_of(page.url))
    values: dict[str, Any] = {
        field.name: value.encode("utf-8", "replace").decode("utf-8")
        for field in fields(page)
        if isinstance(value := getattr(page, field.name), str)
    }
    return replace(page, **values)


def batches(pages: Iterable[WebPage], most: int, longest: int) -> Iterator[list[WebPage]]:
    """Yield lists of at most `most` pages and about `longest` characters, at least every 5 s."""
    batch: list[WebPage] = []
    characters, began = 0, time.monotonic()
    for page in pages:
        batch.append(cleaned(page))
        characters += len(page.text)
        full = len(batch) >= most or characters >= longest
        if full or time.monotonic() - began > _LONGEST_WAIT:
            yield batch
            batch, characters, began = [], 0, time.monotonic()
    if batch:
        yield batch


def cut(numbers: Sequence[int], longest: int) -> list[Sequence[int]]:
    """Return parts of a sequence, in order.

    Examples
    --------
    >>> cut([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    return [numbers[start : start + longest] for start in range(0, len(numbers), longest)]


#: Pages read at once, and pages embedded at once.
_AT_ONCE, _EMBEDDED_AT_ONCE = 2_000, 64


class Writer:
    """Changes the pages of an index; only the holder of its lock may use it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[int, Fingerprints] | None = None

    def put(self, batch: Sequence[WebPage], *, vectors: bool) -> Added:
        """Commit a batch of pages."""
        fingerprints = self._fingerprints()
        batched: dict[str, tuple[WebPage, int, int]] = {}
        difference: Counter[str] = Counter()
        added = replaced = duplicates = 0
        # Until the batch is committed, what is known is wrong.
        self._known = None
        for page in batch:
            its_words = _words(page)
            bits = fingerprint(its_words)
            if page.url in fingerprints:
                replaced += 1
                before = batched[page.url][0] if page.url in batched else self._store.page(page.url)
                difference.subtract(counted(_words(before)) if before else ())
            elif fingerprints.near(bits):
                duplicates += 1
                continue
            else:
                added += 1
            fingerprints.put(page.url, bits)
            difference.update(counted(its_words))
            batched[page.url] = (page, len(its_words), bits)
        passages = self._passages([page for page, _, _ in batched.values()], vectors=vectors)
        with self._store.changes():
            revision = self._store.next_revision()
            for (page, count, bits), its in zip(batched.values(), passages, strict=True):
                number = self._store.put(page, count, bits, revision)
                self._store.put_passages(number, its)
            self._store.count_words(difference)
        self._known = (revision, fingerprints)
        return Added(added, replaced, duplicates)

    def remove(self, prefix: str) -> int:
        """Remove the pages whose addresses begin so; return how many."""
        rows = "SELECT id FROM page WHERE substr(url, 1, length(?1)) = ?1"
        return self._drop(lambda: self._store.numbers(rows, prefix))

    def discard(self, addresses: Iterable[str]) -> int:
        """Remove the pages of these very addresses; return how many."""
        row = "SELECT id FROM page WHERE url = ?"
        wanted = set(addresses)
        return self._drop(
            lambda: [number for url in wanted for number in self._store.numbers(row, url)]
        )

    def _drop(self, select: Callable[[], list[int]]) -> int:
        with self._store.changes():
            numbers = select()
            revision = self._store.next_revision() if numbers else 0
            difference: Counter[str] = Counter()
            for some in cut(numbers, _AT_ONCE):
                for number, page in self._store.pages(some).items():
                    difference.subtract(counted(_words(page)))
                    self._store.drop(number, revision)
            self._store.count_words(difference)
        return len(numbers)

    def recount(self) -> int:
        """Count words and take fingerprints again; return how many pages there are."""
        numbers = self._store.numbers("SELECT id FROM page ORDER BY id")
        with self._store.changes():
            self._store.forget_words()
            revision = self._store.next_revision()
            for some in cut(numbers, _AT_ONCE):
                counts: Counter[str] = Counter()
                for page in self._store.pages(some).values():
                    its_words = _words(page)
                    counts.update(counted(its_words))
                    self._store.put(page, len(its_words), fingerprint(its_words), revision)
                self._store.count_words(counts)
        return len(numbers)

    def embed_missing(self, on_progress: Callable[[int], None] | None) -> None:
        """Make the vectors of pages that have none."""
        missing = self._store.numbers(
            "SELECT id FROM page WHERE id NOT IN (SELECT page FROM passages) ORDER BY id"
        )
        done = self._store.all("SELECT count(*) FROM passages")[0][0]
        for some in cut(missing, _EMBEDDED_AT_ONCE):
            pages = self._store.pages(some)
            made = embed_pages(list(pages.values()))
            with self._store.changes():
                self._store.next_revision()
                for number, passages in zip(pages, made, strict=True):
                    self._store.put_passages(number, passages)
            done += len(some)
            if on_progress:
                on_progress(done)

    def follow(self, postings: Postings) -> None:
        """Bring the postings to the generation of the pages."""
        have, want = postings.generation, self._store.generation
        if have == want:
            return
        if have is None or have > want:
            postings.clear()
            have = -1
        gone = self._store.numbers("SELECT page FROM gone WHERE revision > ?", have)
        changed = self._store.numbers("SELECT id FROM page WHERE revision > ? ORDER BY id", have)
        with postings.writing(want) as writer:
            if have >= 0:
                # A page that an interrupted writer got to already is written once more.
                for number in [*gone, *changed]:
                    writer.delete_documents_by_term("id", number)
            for some in cut(changed, _AT_ONCE):
                write(writer, sorted(self._store.pages(some).items()))

    def _passages(self, pages: Sequence[WebPage], *, vectors: bool) -> list[Passages | None]:
        """Return the passages of pages; those of unchanged pages are reused."""
        passages: list[Passages | None] = []
        for page in pages:
            old = self._store.page(page.url)
            same = old is not None and (old.title, old.text) == (page.title, page.text)
            passages.append(self._store.passages_of(page.url) if same else None)
        if vectors:
            missing = [place for place, one in enumerate(passages) if one is None]
            made = embed_pages([pages[place] for place in missing])
            for place, one in zip(missing, made, strict=True):
                passages[place] = one
        return passages

    def _fingerprints(self) -> Fingerprints:
        if self._known is None or self._known[0] != self._store.generation:
            rows = self._store.all("SELECT url, fingerprint FROM page")
            return Fingerprints(rows)
        return self._known[1]


def _words(page: WebPage) -> list[str]:
    return words(f"{page.title}\n{page.text}")
