"""Search among the pages that a request names."""

from __future__ import annotations

from anyio import to_thread

from triptych.contract import ReplyWarning, SearchRequest
from triptych.engines.page import WebPage
from triptych.service.fetch import Fetcher
from triptych.service.operations.search.pages import read_pages
from triptych.service.providers.provider import Found
from triptych.service.providers.record import record


class OwnPagesProvider:
    """Reads the pages of `byo_urls` and orders them by the query; all that could be read stay.

    Parameters
    ----------
    fetcher : Fetcher
        Reaches them, where it may.
    """

    name = "byo_urls"

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    async def search(self, asked: SearchRequest) -> Found:
        """Return the pages, those that fit first.

        Raises
        ------
        triptych.service.refusal.Refusal
            If none of them can be read.
        """
        pages, warnings = await read_pages(asked.byo_urls or [], self._fetcher)
        return await to_thread.run_sync(_ranked, asked, pages, warnings)


def _ranked(asked: SearchRequest, pages: list[WebPage], warnings: list[ReplyWarning]) -> Found:
    from triptych.engines.search import rank

    results = [record(hit) for hit in rank(pages, asked.query, limit=len(pages))]
    return Found(asked.query, results, warnings=warnings)
