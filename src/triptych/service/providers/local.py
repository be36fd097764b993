"""Search in the indexes on this machine, and in pages that a request names."""

from __future__ import annotations

from collections.abc import Sequence

from triptych.contract import ReplyWarning, SearchRequest
from triptych.engines.page import WebPage
from triptych.service.fetch import Fetcher
from triptych.service.indexes import Indexes
from triptych.service.providers.pages import read_pages
from triptych.service.providers.provider import Findings, ProviderError
from triptych.service.providers.results import result_of
from triptych.service.threads import run_in_thread


class IndexProvider:
    """Finds pages in the shipped index and the user's own."""

    name = "index"

    def __init__(self, indexes: Indexes) -> None:
        self._indexes = indexes

    async def search(self, request: SearchRequest) -> Findings:
        """Return the pages that fit best by words and meaning, with their whole text."""
        return await run_in_thread(None, self._search, request)

    def _search(self, request: SearchRequest) -> Findings:
        from triptych.engines.index import IndexFileError
        from triptych.engines.search import search
        from triptych.engines.text.spelling import corrected

        try:
            indexes = self._indexes.all()
            query = request.query
            if request.spell_check:
                query = corrected(query, self._indexes.vocabulary())
            hits = search(indexes, query, limit=request.max_results)
        except IndexFileError as error:
            raise ProviderError(str(error)) from None
        return Findings(query, [result_of(hit) for hit in hits], spell_fixed=query != request.query)


class GivenPages:
    """The pages of `byo_urls`: read once, and all of them ordered by each query.

    `warnings` say which of them could not be read.
    """

    name = "byo_urls"

    def __init__(self, urls: Sequence[str], fetcher: Fetcher) -> None:
        self._urls, self._fetcher = urls, fetcher
        self._pages: list[WebPage] | None = None
        self.warnings: list[ReplyWarning] = []

    async def read(self) -> list[WebPage]:
        """Return the pages, fetched the first time; raise `Refusal` if none can be read."""
        if self._pages is None:
            self._pages, self.warnings = await read_pages(self._urls, self._fetcher)
        return self._pages

    async def search(self, request: SearchRequest) -> Findings:
        """Return the pages, however many, those that fit first; errors are those of `read`."""
        pages = await self.read()
        return await run_in_thread(None, self._ranked, request.query, pages)

    def _ranked(self, query: str, pages: list[WebPage]) -> Findings:
        from triptych.engines.search import rank

        hits = rank(pages, query, limit=len(pages))
        return Findings(query, [result_of(hit) for hit in hits], warnings=self.warnings)
