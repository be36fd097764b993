"""Search in the indexes on this machine."""

from __future__ import annotations

from anyio import to_thread

from triptych.contract import SearchRequest
from triptych.service.indexes import Indexes
from triptych.service.providers.provider import Found, ProviderError
from triptych.service.providers.record import record


class IndexProvider:
    """Finds pages in the shipped index and the user's own.

    Parameters
    ----------
    indexes : Indexes
        Where it looks.
    """

    name = "index"

    def __init__(self, indexes: Indexes) -> None:
        self._indexes = indexes

    async def search(self, asked: SearchRequest) -> Found:
        """Return the pages that fit best by words and meaning, with their whole text.

        Raises
        ------
        ProviderError
            If an index is damaged.
        """
        return await to_thread.run_sync(self._search, asked)

    def _search(self, asked: SearchRequest) -> Found:
        from triptych.engines.index import IndexFileError
        from triptych.engines.search import search
        from triptych.engines.text.spelling import corrected

        try:
            indexes = self._indexes.all()
            query = asked.query
            if asked.spell_check:
                query = corrected(query, self._indexes.vocabulary())
            hits = search(indexes, query, limit=asked.max_results)
        except IndexFileError as error:
            raise ProviderError(str(error)) from None
        return Found(query, [record(hit) for hit in hits], spell_fixed=query != asked.query)
