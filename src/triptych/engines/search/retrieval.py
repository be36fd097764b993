"""Find pages of indexes, or order given pages, by their words and their meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np

from triptych._cancellation import check_cancelled
from triptych.engines.embedding import embed_texts
from triptych.engines.index.passages import Passages
from triptych.engines.index.postings import Field, Words
from triptych.engines.index.records import IndexFileError, Meanings
from triptych.engines.page import WebPage
from triptych.engines.search.evidence import evidence
from triptych.engines.search.query import Query, parse

if TYPE_CHECKING:
    import tantivy
    from numpy.typing import NDArray

By = Literal["fused", "words", "meaning"]

#: Rank from which reciprocal ranks are counted, as its authors chose.
_RANK = 60
#: Pages of each kind that are fused; more where some are refused afterwards.
_DEPTH, _RESTRICTED_DEPTH = 200, 1_000
#: What a word in the title counts beside one in the text. Of .3, .5, 1 and 2, the best on every
#: second query of the Cranfield collection.
_FIELDS: Mapping[Field, float] = {"text": 1.0, "title": 0.5}
#: The spread of cosines of queries that make no sense and passages; measured .066 around 0, with
#: longer tails than a normal distribution has.
_SPREAD = 0.08
_LEAST = 0.2
#: How much nearer a passage must be where no word of the query is on any page: the model has
#: only pieces of words to go by, and "fnord" is near to gonorrhea. On the shipped pages "aardwolf"
#: finds the aardvark at .49, and made-up words what they look like, at .28 to .42.
_UNKNOWN = 0.13


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that answers a query."""

    page: WebPage
    #: Larger is better; comparable within one search alone.
    score: float
    #: HTML: about 200 characters of the page's best passage, escaped, with ``<em>`` around the
    #: words of the query.
    description: str
    #: Plain text: up to five passages that support the query, best first.
    passages: tuple[str, ...]


class Searchable(Protocol):
    """What can be searched: an index, or given pages."""

    def searcher(self) -> tantivy.Searcher:
        """Return tantivy's view of the words."""

    def meanings(self) -> Meanings:
        """Return the vectors of all passages."""

    def sites_of_pages(self) -> Sequence[tuple[int, str, str]]:
        """Return the number, the site and the address of each page."""

    def pages(self, numbers: Iterable[int]) -> Mapping[int, WebPage]:
        """Return pages by number."""

    def passages(self, number: int) -> Passages | None:
        """Return the passages of a page, if it has vectors."""


class Place(NamedTuple):
    """A page, by its index's place among the indexes and its number there."""

    source: int
    number: int


def search(
    indexes: Sequence[Searchable], query: str, *, limit: int = 10, by: By = "fused"
) -> list[Hit]:
    """Find the pages of indexes that answer a query best: at most `limit`, the best first.

    By words: BM25 over stems, in the text and half as much in the title. By meaning: the largest
    cosine of the query and a passage, by all-MiniLM-L6-v2. Both lists are fused by reciprocal
    rank (G. Cormack, C. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and
    individual rank learning methods", 2009). Several indexes are searched as one: a word is as
    rare as it is in all of them together. Of an address in several, the best page is returned, of
    equal ones the first.

    The list is empty where no word occurs and nothing is near in meaning. A query (see `parse`) of
    nothing but ``site:`` returns the site's pages, the shortest addresses first.

    Raises
    ------
    triptych.engines.index.IndexFileError
        If an index cannot be read.

    Examples
    --------
    >>> from triptych.engines.index import shipped_index
    >>> [hit.page.title for hit in search([shipped_index()], "who painted the mona lisa", limit=1)]
    ['Mona Lisa']
    """
    try:
        return _Search(indexes, parse(query), limit).hits(by)
    except BaseException as error:
        # tantivy ends in this way where its files are damaged; the class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise IndexFileError(
            "The postings of an index are damaged: run 'triptych index rebuild'."
        ) from None


def nearness(passages: int) -> float:
    """Return the least cosine of a query and one of so many passages that is near it in meaning.

    The largest of n cosines that mean nothing is about the square root of 2 ln n times their
    spread: the more there is to compare with, the nearer the nearest is by chance. Of 30
    questions in words that their pages do not use, the nearest of 10,652 passages was at .42 or
    more.

    Examples
    --------
    >>> [round(nearness(count), 2) for count in (5, 1_000, 10_000)]
    [0.2, 0.3, 0.34]
    """
    return max(_LEAST, _SPREAD * sqrt(2 * log(max(1, passages))))


class _Search:
    """One query of several indexes, which are searched as one."""

    def __init__(self, indexes: Sequence[Searchable], query: Query, limit: int) -> None:
        self._indexes, self._query, self._limit = indexes, query, limit
        self._searchers = [index.searcher() for index in indexes] if query.stems else []
        self._sizes = [searcher.num_docs for searcher in self._searchers]
        self._depth = _RESTRICTED_DEPTH if query.restricted else _DEPTH
        #: Of the query, and the least cosine of a passage that counts as near it.
        self._vector: NDArray[np.float32] | None = None
        self._near = 1.0

    def hits(self, by: By) -> list[Hit]:
        """Return the pages that answer best, best first."""
        if not self._query.stems:
            return self._pages_of_sites() if self._query.sites else []
        rankings = [] if by == "meaning" else [self._by_words()]
        if by != "words":
            rankings.append(self._by_meaning())
        scores: dict[Place, float] = {}
        for ranking in rankings:
            for rank, place in enumerate(ranking, 1):
                scores[place] = scores.get(place, 0.0) + 1 / (_RANK + rank)
        pages = max(1, sum(self._sizes))
        weights = {stem: _idf(pages, self._holding("text", stem)) for stem in self._query.stems}
        best = sorted(scores, key=lambda place: (-scores[place], place))
        return [
            self._hit(place, page, scores[place], weights) for place, page in self._admitted(best)
        ]

    def _by_words(self) -> list[Place]:
        """Return pages by BM25, best first."""
        hits: list[tuple[float, Place]] = []
        for source, searcher in enumerate(self._searchers):
            weights: dict[tuple[Field, str], float] = {}
            for stem in self._query.stems:
                for field, boost in _FIELDS.items():
                    here = searcher.doc_freq(field, stem)
                    if here:
                        everywhere = _idf(sum(self._sizes), self._holding(field, stem))
                        weights[field, stem] = boost * everywhere / _idf(self._sizes[source], here)
            if weights:
                best = self._words(weights).best(searcher, self._depth)
                hits += [(score, Place(source, number)) for number, score in best]
        return self._best(hits)

    def _by_meaning(self) -> list[Place]:
        """Return pages whose best passage is near the query, nearest first."""
        self._vector = embed_texts([self._query.text]).vectors[0]
        self._near = nearness(sum(len(index.meanings().vectors) for index in self._indexes))
        if not any(self._holding(field, stem) for stem in self._query.stems for field in _FIELDS):
            self._near += _UNKNOWN
        hits: list[tuple[float, Place]] = []
        for source, index in enumerate(self._indexes):
            meanings = index.meanings()
            if not len(meanings.pages):
                continue
            cosines = np.maximum.reduceat(meanings.vectors @ self._vector, meanings.starts)
            if self._query.restricted:
                searcher = self._searchers[source]
                allowed = self._words({}).best(searcher, max(1, searcher.num_docs))
                numbers = np.array([number for number, _ in allowed], np.int64)
                cosines = np.where(np.isin(meanings.pages, numbers), cosines, -1.0)
            near = np.flatnonzero(cosines >= self._near)
            near = near[np.argsort(-cosines[near], kind="stable")][: self._depth]
            hits += [(float(cosines[at]), Place(source, int(meanings.pages[at]))) for at in near]
        return self._best(hits)

    def _best(self, hits: list[tuple[float, Place]]) -> list[Place]:
        hits.sort(key=lambda hit: (-hit[0], hit[1]))
        return [place for _, place in hits[: self._depth]]

    def _words(self, weights: Mapping[tuple[Field, str], float]) -> Words:
        return Words(
            weights,
            phrases=self._query.phrase_stems,
            excluded=self._query.excluded_stems,
            sites=[site.partition("/")[0] for site in self._query.sites],
            excluded_sites=[site for site in self._query.excluded_sites if "/" not in site],
        )

    def _holding(self, field: Field, stem: str) -> int:
        """Return how many pages of all indexes hold a stem."""
        return sum(searcher.doc_freq(field, stem) for searcher in self._searchers)

    def _admitted(self, best: Sequence[Place]) -> list[tuple[Place, WebPage]]:
        """Return the first pages that hold what they must, each address once."""
        admitted: dict[str, tuple[Place, WebPage]] = {}
        for start in range(0, len(best), 2 * self._limit):
            check_cancelled()
            places = best[start : start + 2 * self._limit]
            pages = {
                Place(source, number): page
                for source, index in enumerate(self._indexes)
                for number, page in index.pages(
                    place.number for place in places if place.source == source
                ).items()
            }
            for place in places:
                page = pages.get(place)
                if page is not None and page.url not in admitted and self._query.admits(page):
                    admitted[page.url] = (place, page)
                    if len(admitted) == self._limit:
                        return list(admitted.values())
        return list(admitted.values())

    def _pages_of_sites(self) -> list[Hit]:
        """Return the pages of the query's sites, those nearest a root first."""
        places = sorted(
            (url.rstrip("/").count("/"), Place(source, number))
            for source, index in enumerate(self._indexes)
            for number, site, url in index.sites_of_pages()
            if self._query.admits_address(site, url)
        )
        admitted = self._admitted([place for _, place in places])
        return [self._hit(place, page, 0.0, {}) for place, page in admitted]

    def _hit(self, place: Place, page: WebPage, score: float, weights: Mapping[str, float]) -> Hit:
        passages = self._indexes[place.source].passages(place.number)
        return Hit(page, score, *evidence(page, passages, weights, self._vector, self._near))


def _idf(pages: int, holding: int) -> float:
    """Return the inverse document frequency of a word, as BM25 has it."""
    holding = min(holding, pages)
    return log(1 + (pages - holding + 0.5) / (holding + 0.5))
