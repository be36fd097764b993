"""Search in given pages, without an index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from triptych.engines.index.passages import Passages, embed_pages, restored
from triptych.engines.index.postings import in_memory
from triptych.engines.index.records import Meanings
from triptych.engines.index.writer import cleaned
from triptych.engines.page import WebPage
from triptych.engines.search.evidence import evidence
from triptych.engines.search.query import parse
from triptych.engines.search.retrieval import By, Hit, search

if TYPE_CHECKING:
    import tantivy

#: Characters of a page that are read; to embed more would take seconds a page.
_MOST = 40_000


def rank(pages: Sequence[WebPage], query: str, *, limit: int = 10, by: By = "fused") -> list[Hit]:
    """Order given pages by how well they answer a query, as `search` does.

    A page in which nothing matches is not left out: it comes last, with score 0. Pages that the
    query refuses are left out; of one address the first page counts. Of a very long page the first
    40,000 characters are read.

    Examples
    --------
    >>> tea = WebPage("https://a.example/tea", "Tea", "Pour boiling water over the leaves.")
    >>> car = WebPage("https://a.example/car", "Cars", "A car has four wheels.")
    >>> [hit.page.title for hit in rank([car, tea], "how do I brew a hot drink")]
    ['Tea', 'Cars']
    """
    given = _GivenPages(list({page.url: page for page in reversed(pages)}.values())[::-1])
    hits = search([given], query, limit=limit, by=by)
    parsed, matching = parse(query), {hit.page.url for hit in hits}
    others = [
        Hit(page, 0.0, *evidence(page, None, {}, None, 0.0))
        for page in given.pages(range(len(pages))).values()
        if page.url not in matching and parsed.admits(page)
    ]
    return [*hits, *others][:limit]


class _GivenPages:
    """Pages that are searched as an index is, by their places."""

    def __init__(self, pages: Sequence[WebPage]) -> None:
        self._pages = [cleaned(page) for page in pages]
        self._read = [replace(page, text=page.text[:_MOST]) for page in self._pages]

    @cached_property
    def _searcher(self) -> tantivy.Searcher:
        return in_memory(enumerate(self._read))

    @cached_property
    def _passages(self) -> list[Passages]:
        return embed_pages(self._read)

    def searcher(self) -> tantivy.Searcher:
        return self._searcher

    def meanings(self) -> Meanings:
        counts = [len(passages.spans) for passages in self._passages]
        ends = np.cumsum(counts, dtype=np.int64)
        vectors = restored(passages.vectors.tobytes() for passages in self._passages)
        return Meanings(np.arange(len(counts), dtype=np.int64), ends - counts, vectors)

    def sites_of_pages(self) -> list[tuple[int, str, str]]:
        return [(at, page.site_name, page.url) for at, page in enumerate(self._pages)]

    def pages(self, numbers: Iterable[int]) -> Mapping[int, WebPage]:
        return {at: self._pages[at] for at in numbers if at < len(self._pages)}

    def passages(self, number: int) -> Passages | None:
        return self._passages[number]
