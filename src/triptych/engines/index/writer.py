"""Change an index: its pages first, and what is made from them after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from triptych.engines.index.batches import cut
from triptych.engines.index.fingerprint import Fingerprints, fingerprint
from triptych.engines.index.passages import Passages, embed_pages
from triptych.engines.index.postings import Postings, write
from triptych.engines.index.records import Added
from triptych.engines.index.store import Store
from triptych.engines.page import WebPage
from triptych.engines.text.words import counted, words

#: Pages read at once, and pages embedded at once.
_AT_ONCE, _EMBEDDED_AT_ONCE = 2_000, 64


class Writer:
    """What changes an index, to be used by the holder of its lock alone.

    Parameters
    ----------
    store : Store
        The pages.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: tuple[int, Fingerprints] | None = None

    def put(self, batch: Sequence[WebPage], *, vectors: bool) -> Added:
        """Commit a batch of pages."""
        known = self._fingerprints()
        kept: dict[str, tuple[WebPage, int, int]] = {}
        difference: Counter[str] = Counter()
        added = replaced = duplicates = 0
        # Until the batch is committed, what is known is wrong.
        self._known = None
        for page in batch:
            found = _words(page)
            bits = fingerprint(found)
            if page.url in known:
                replaced += 1
                before = kept[page.url][0] if page.url in kept else self._store.page(page.url)
                difference.subtract(counted(_words(before)) if before else ())
            elif known.near(bits):
                duplicates += 1
                continue
            else:
                added += 1
            known.put(page.url, bits)
            difference.update(counted(found))
            kept[page.url] = (page, len(found), bits)
        passages = self._passages([page for page, _, _ in kept.values()], vectors=vectors)
        with self._store.changes():
            revision = self._store.next_revision()
            for (page, count, bits), its in zip(kept.values(), passages, strict=True):
                number = self._store.put(page, count, bits, revision)
                self._store.put_passages(number, its)
            self._store.count_words(difference)
        self._known = (revision, known)
        return Added(added, replaced, duplicates)

    def remove(self, prefix: str) -> int:
        """Remove the pages whose addresses begin so; return how many."""
        rows = "SELECT id FROM page WHERE substr(url, 1, length(?1)) = ?1"
        return self._drop(lambda: self._store.all(rows, prefix))

    def discard(self, addresses: Iterable[str]) -> int:
        """Remove the pages of these very addresses; return how many."""
        row = "SELECT id FROM page WHERE url = ?"
        wanted = set(addresses)
        return self._drop(lambda: [one for url in wanted for one in self._store.all(row, url)])

    def _drop(self, found: Callable[[], list[Any]]) -> int:
        with self._store.changes():
            rows = found()
            revision = self._store.next_revision() if rows else 0
            difference: Counter[str] = Counter()
            for some in cut([number for (number,) in rows], _AT_ONCE):
                for number, page in self._store.pages(some).items():
                    difference.subtract(counted(_words(page)))
                    self._store.drop(number, revision)
            self._store.count_words(difference)
        return len(rows)

    def recount(self) -> int:
        """Count words and take fingerprints anew; return how many pages there are."""
        numbers = [row[0] for row in self._store.all("SELECT id FROM page ORDER BY id")]
        with self._store.changes():
            self._store.forget_words()
            revision = self._store.next_revision()
            for some in cut(numbers, _AT_ONCE):
                counts: Counter[str] = Counter()
                for page in self._store.pages(some).values():
                    found = _words(page)
                    counts.update(counted(found))
                    self._store.put(page, len(found), fingerprint(found), revision)
                self._store.count_words(counts)
        return len(numbers)

    def embed_missing(self, on_progress: Callable[[int], None] | None) -> None:
        """Make the vectors of pages that have none."""
        missing = [
            row[0]
            for row in self._store.all(
                "SELECT id FROM page WHERE id NOT IN (SELECT page FROM passages) ORDER BY id"
            )
        ]
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
        """Bring the postings to the state of the pages."""
        have, want = postings.generation, self._store.generation
        if have == want:
            return
        if have is None or have > want:
            postings.clear()
            have = -1
        gone = self._store.all("SELECT page FROM gone WHERE revision > ?", have)
        changed = self._store.all("SELECT id FROM page WHERE revision > ? ORDER BY id", have)
        with postings.writing(want) as writer:
            if have >= 0:
                # A page that an interrupted writer got to already is written once more.
                for (number,) in [*gone, *changed]:
                    writer.delete_documents_by_term("id", number)
            for some in cut([number for (number,) in changed], _AT_ONCE):
                write(writer, sorted(self._store.pages(some).items()))

    def _passages(self, pages: Sequence[WebPage], *, vectors: bool) -> list[Passages | None]:
        """Return the passages of pages: as they are where a page says what it said before."""
        found: list[Passages | None] = []
        for page in pages:
            old = self._store.page(page.url)
            same = old is not None and (old.title, old.text) == (page.title, page.text)
            found.append(self._store.passages_of(page.url) if same else None)
        if vectors:
            missing = [place for place, passages in enumerate(found) if passages is None]
            made = embed_pages([pages[place] for place in missing])
            for place, passages in zip(missing, made, strict=True):
                found[place] = passages
        return found

    def _fingerprints(self) -> Fingerprints:
        if self._known is None or self._known[0] != self._store.generation:
            rows = self._store.all("SELECT url, fingerprint FROM page")
            return Fingerprints(rows)
        return self._known[1]


def _words(page: WebPage) -> list[str]:
    return words(f"{page.title}\n{page.text}")
