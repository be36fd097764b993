"""Pages on their way into the index, and what is to be remembered once they are there."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import anyio
from anyio import to_thread

from triptych.engines.index import Index
from triptych.engines.page import WebPage
from triptych.service.crawl.report import IndexReport
from triptych.service.crawl.state import CrawlState

#: Pages, and seconds, after which what was read is made safe.
_PAGES, _SECONDS = 64, 15.0


class Writer:
    """Writes pages into the index in batches, and only then what is remembered of them.

    So a run that ends at any moment, even killed, has forgotten a batch at most, and remembers
    nothing that is not in the index.

    Parameters
    ----------
    index : Index
        Where pages are added.
    state : CrawlState
        Remembers.
    report : IndexReport
        Counts.
    vectors : bool
        Whether pages are embedded.
    tell : callable, optional
        Called before pages are written, which takes a while.
    """

    def __init__(
        self,
        index: Index,
        state: CrawlState,
        report: IndexReport,
        *,
        vectors: bool,
        tell: Callable[[], None] | None = None,
    ) -> None:
        self._index, self._state, self._report = index, state, report
        self._vectors = vectors
        self._tell = tell
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
            if pages and self._tell is not None:
                self._tell()
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
