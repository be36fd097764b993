"""The pages that a research finds, each read once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from anyio import to_thread

from triptych.contract import ReplyWarning, ResearchRequest, SearchRequest, SearchResult
from triptych.engines.web_page import WebPage
from triptych.service.fetching import Fetcher
from triptych.service.searching import ProviderError, SearchProvider
from triptych.service.searching.contents import with_contents
from triptych.service.searching.pages import read_pages
from triptych.service.searching.provider import Found
from triptych.service.searching.record import record
from triptych.service.searching.safety import filtered

#: Results of each search that are read.
MOST_RESULTS = 6


@dataclass
class Library:
    """Searches for a research and reads what is found; no page twice.

    Parameters
    ----------
    provider : SearchProvider
        Where pages come from.
    fetcher : Fetcher
        Reads those whose content the provider does not know.
    request : ResearchRequest
        How results are filtered.

    Attributes
    ----------
    pages : dict of str to SearchResult
        Everything that was read, by address.
    warnings : list of ReplyWarning
        What could not be read, or not be searched for.
    searches, failures : int
        Searches made, and those of them that failed.
    """

    provider: SearchProvider
    fetcher: Fetcher
    request: ResearchRequest
    pages: dict[str, SearchResult] = field(default_factory=dict)
    warnings: list[ReplyWarning] = field(default_factory=list)
    searches: int = 0
    failures: int = 0
    _asked_for: set[str] = field(default_factory=set)

    async def search(self, query: str) -> tuple[list[SearchResult], list[ReplyWarning]]:
        """Return pages that fit a query, best first, with their content.

        Returns
        -------
        list of SearchResult
            Those read before are among them.
        list of ReplyWarning
            Why others are not; they are kept in `warnings` too.
        """
        self.searches += 1
        asked = SearchRequest(
            query=query,
            max_results=MOST_RESULTS,
            safe_search=self.request.safe_search,
            # The question was corrected; what is searched for next is made of pages' own words.
            spell_check=False,
        )
        try:
            found = await self.provider.search(asked)
        except ProviderError as error:
            self.failures += 1
            return [], self._warned([ReplyWarning(code="search_failed", message=str(error))])
        safe = await to_thread.run_sync(filtered, found.results, self.request.safe_search)
        unread = [one for one in safe if one.url not in self._asked_for]
        # Taken at once: another search of the same round must not fetch them too.
        self._asked_for.update(one.url for one in unread)
        read, warnings = await with_contents(unread, self.fetcher)
        for one in read:
            if (one.content or "").strip():
                self.pages[one.url] = one
        known = [self.pages[one.url] for one in safe if one.url in self.pages]
        return known, self._warned([*found.warnings, *warnings])

    def _warned(self, warnings: Sequence[ReplyWarning]) -> list[ReplyWarning]:
        new = [warning for warning in warnings if warning not in self.warnings]
        self.warnings += new
        return new


class OwnPages:
    """A provider of the pages that a request names: read once, and ranked by every query.

    Parameters
    ----------
    urls : sequence of str
        Their addresses.
    fetcher : Fetcher
        Reads them.
    """

    name = "byo_urls"

    def __init__(self, urls: Sequence[str], fetcher: Fetcher) -> None:
        self._urls = urls
        self._fetcher = fetcher
        self._pages: list[WebPage] = []
        self.warnings: list[ReplyWarning] = []

    async def read(self) -> None:
        """Read them all.

        Raises
        ------
        triptych.service.refusal.Refusal
            If none can be read.
        """
        self._pages, self.warnings = await read_pages(self._urls, self._fetcher)

    async def search(self, asked: SearchRequest) -> Found:
        """Return the pages that fit best."""
        return await to_thread.run_sync(self._ranked, asked)

    def _ranked(self, asked: SearchRequest) -> Found:
        from triptych.engines.search import rank

        hits = rank(self._pages, asked.query, limit=asked.max_results)
        return Found(asked.query, [record(hit) for hit in hits])
