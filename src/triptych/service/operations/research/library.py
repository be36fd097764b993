"""The pages that a research finds, each read once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import anyio

from triptych.contract import ReplyWarning, ResearchRequest, SearchRequest, SearchResult
from triptych.service.fetch import Fetcher
from triptych.service.operations.search.safety import filtered
from triptych.service.providers import ProviderError, SearchProvider
from triptych.service.providers.pages import with_contents
from triptych.service.threads import run_in_thread

#: Results of each search that are read.
MOST_RESULTS = 10


@dataclass(frozen=True, slots=True)
class Unread:
    """A page that could not be read, or a search that failed, and why."""

    warning: ReplyWarning
    url: str | None = None


#: Called with each page or failure of a search.
OnPage = Callable[[SearchResult | Unread], Awaitable[None]]


@dataclass
class Library:
    """Searches for a research and reads the pages found, each once."""

    #: Where pages come from.
    provider: SearchProvider
    #: Reads those whose content the provider does not know.
    fetcher: Fetcher
    #: How results are filtered.
    request: ResearchRequest
    #: Everything that was read, by address.
    pages: dict[str, SearchResult] = field(default_factory=dict)
    warnings: list[ReplyWarning] = field(default_factory=list)
    #: Searches made, and those of them that failed.
    searches: int = 0
    failures: int = 0
    #: By address, set when a page was read or could not be.
    _read: dict[str, anyio.Event] = field(default_factory=dict)
    _found: dict[str, list[str]] = field(default_factory=dict)

    async def search(self, query: str, on_page: OnPage) -> None:
        """Search, and read the results; `brought` returns them.

        `on_page` is awaited with every page read for this search, and with every warning.
        """
        self.searches += 1
        request = SearchRequest(
            query=query,
            max_results=MOST_RESULTS,
            safe_search=self.request.safe_search,
            # The question was corrected; what is searched for next is made of pages' own words.
            spell_check=False,
        )
        try:
            reply = await self.provider.search(request)
        except ProviderError as error:
            self.failures += 1
            await self._warn(ReplyWarning(code="search_failed", message=str(error)), on_page)
            return
        for warning in reply.warnings:
            await self._warn(warning, on_page)
        safe = await run_in_thread(
            None, filtered, reply.results[:MOST_RESULTS], self.request.safe_search
        )
        self._found[query] = [one.url for one in safe]
        async with anyio.create_task_group() as group:
            for one in {one.url: one for one in safe}.values():
                if one.url not in self._read:
                    # Taken at once: another search of the same round must not fetch it too.
                    self._read[one.url] = anyio.Event()
                    group.start_soon(self._take, one, on_page)
        for one in safe:
            await self._read[one.url].wait()

    def brought(self, query: str) -> list[SearchResult]:
        """Return the pages read until now of those that a search found, best first."""
        return [self.pages[url] for url in self._found.get(query, []) if url in self.pages]

    async def _take(self, result: SearchResult, on_page: OnPage) -> None:
        try:
            [page], warnings = await with_contents([result], self.fetcher)
            if readable := bool((page.content or "").strip()):
                self.pages[page.url] = page
        finally:
            self._read[result.url].set()
        for warning in warnings:
            await self._warn(warning, on_page, result.url)
        if readable:
            await on_page(page)

    async def _warn(self, warning: ReplyWarning, on_page: OnPage, url: str | None = None) -> None:
        if warning not in self.warnings:
            self.warnings.append(warning)
            await on_page(Unread(warning, url))
