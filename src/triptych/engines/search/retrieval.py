"""Find pages by their words and their meaning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import numpy as np

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
#: How much nearer a passage must be where no word of the query stands on any page: the model has
#: only pieces of words to go by, and "fnord" is near to gonorrhea. On the shipped pages "aardwolf"
#: finds the aardvark at .49, and made-up words what they look like, at .28 to .42.
_UNKNOWN = 0.13


@dataclass(frozen=True, slots=True)
class Hit:
    """A page that was found."""

    page: WebPage
    #: Larger is better; comparable within one search alone.
    score: float
    #: HTML: about 200 characters of the page's best passage, escaped, with ``<em>`` around the
    #: words of the query.
    description: str
    #: Plain text: up to five passages that support the query, best first.
    passages: tuple[str, ...]


class Searchable(Protocol):
    """What can be searched: an index, or pages at hand."""

    def searcher(self) -> tantivy.Searcher:
        """Return which words stand where."""

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
    """Find the pages of indexes that answer a query best.

    By words: BM25 over stems, in the text and half as much in the title. By meaning: the largest
    cosine of the query and a passage, by all-MiniLM-L6-v2. Both lists are fused by reciprocal
    rank (G. Cormack, C. Clarke, S. Büttcher, "Reciprocal rank fusion outperforms Condorcet and
    individual rank learning methods", 2009). Several indexes are searched as one: a word is as
    rare as it is in all of them together.

    Parameters
    ----------
    indexes : sequence of Index
        Where one address is in several, the best is returned, of equal ones the first.
    query : str
        See `triptych.engines.search.parse`.
    limit : int, default 10
        Hits at most, 1 or more.
    by : {"fused", "words", "meaning"}
        What counts.

    Returns
    -------
    list of Hit
        Best first. Empty where no word stands anywhere and nothing is near in meaning. A query of
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
        return _found(indexes, parse(query), limit, by)
    except BaseException as error:
        # So tantivy ends where its files are damaged; the class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise IndexFileError(
            "The postings of an index are damaged: make them anew with 'triptych index rebuild'."
        ) from None


def _found(indexes: Sequence[Searchable], asked: Query, limit: int, by: By) -> list[Hit]:
    if not asked.stems:
        return _listed(indexes, asked, limit) if asked.sites else []
    lists = []
    if by != "meaning":
        lists.append(_by_words(indexes, asked))
    vector, near = None, 1.0
    if by != "words":
        vector = embed_texts([asked.text]).vectors[0]
        near = nearness(sum(len(index.meanings().vectors) for index in indexes))
        if not _any_stands(indexes, asked):
            near += _UNKNOWN
        lists.append(_by_meaning(indexes, asked, vector, near))
    scores: dict[Place, float] = {}
    for found in lists:
        for rank, place in enumerate(found, 1):
            scores[place] = scores.get(place, 0.0) + 1 / (_RANK + rank)
    best = sorted(scores, key=lambda place: (-scores[place], place))
    weights = _weights(indexes, asked)
    return [
        _hit(indexes, place, page, scores[place], weights, vector, near)
        for place, page in _admitted(indexes, asked, best, limit)
    ]


def _any_stands(indexes: Sequence[Searchable], asked: Query) -> bool:
    """Return whether a word of the query stands on any page."""
    searchers = [index.searcher() for index in indexes]
    return any(
        searcher.doc_freq(field, stem)
        for searcher in searchers
        for stem in asked.stems
        for field in _FIELDS
    )


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


def _hit(
    indexes: Sequence[Searchable],
    place: Place,
    page: WebPage,
    score: float,
    weights: Mapping[str, float],
    vector: NDArray[np.float32] | None,
    near: float,
) -> Hit:
    passages = indexes[place.source].passages(place.number)
    description, supporting = evidence(page, passages, weights, vector, near)
    return Hit(page, score, description, supporting)


def _by_words(indexes: Sequence[Searchable], asked: Query) -> list[Place]:
    """Return pages by BM25, best first."""
    searchers = [index.searcher() for index in indexes]
    counts = [searcher.num_docs for searcher in searchers]
    found: list[tuple[float, Place]] = []
    for place, searcher in enumerate(searchers):
        weights: dict[tuple[Field, str], float] = {}
        for stem in asked.stems:
            for field, boost in _FIELDS.items():
                here = searcher.doc_freq(field, stem)
                if here:
                    all_ = sum(other.doc_freq(field, stem) for other in searchers)
                    rarity = _idf(sum(counts), all_) / _idf(counts[place], here)
                    weights[field, stem] = boost * rarity
        if weights:
            hits = _restricted(asked, weights).best(searcher, _depth(asked))
            found += [(score, Place(place, number)) for number, score in hits]
    found.sort(key=lambda hit: (-hit[0], hit[1]))
    return [place for _, place in found[: _depth(asked)]]


def _by_meaning(
    indexes: Sequence[Searchable], asked: Query, vector: NDArray[np.float32], least: float
) -> list[Place]:
    """Return pages whose best passage is near the query, nearest first."""
    found: list[tuple[float, Place]] = []
    for place, index in enumerate(indexes):
        meanings = index.meanings()
        if not len(meanings.pages):
            continue
        cosines = np.maximum.reduceat(meanings.vectors @ vector, meanings.starts)
        if asked.restricted:
            searcher = index.searcher()
            allowed = _restricted(asked, {}).best(searcher, max(1, searcher.num_docs))
            numbers = np.array([number for number, _ in allowed], np.int64)
            cosines = np.where(np.isin(meanings.pages, numbers), cosines, -1.0)
        near = np.flatnonzero(cosines >= least)
        near = near[np.argsort(-cosines[near], kind="stable")][: _depth(asked)]
        found += [(float(cosines[at]), Place(place, int(meanings.pages[at]))) for at in near]
    found.sort(key=lambda hit: (-hit[0], hit[1]))
    return [place for _, place in found[: _depth(asked)]]


def _restricted(asked: Query, weights: Mapping[tuple[Field, str], float]) -> Words:
    return Words(
        weights,
        phrases=asked.phrase_stems,
        excluded=asked.excluded_stems,
        sites=[site.partition("/")[0] for site in asked.sites],
        excluded_sites=[site for site in asked.excluded_sites if "/" not in site],
    )


def _depth(asked: Query) -> int:
    return _RESTRICTED_DEPTH if asked.restricted else _DEPTH


def _idf(pages: int, holding: int) -> float:
    """Return how much a word tells, as BM25 has it."""
    holding = min(holding, pages)
    return log(1 + (pages - holding + 0.5) / (holding + 0.5))


def _weights(indexes: Sequence[Searchable], asked: Query) -> dict[str, float]:
    """Return how much each stem tells, in all indexes together."""
    searchers = [index.searcher() for index in indexes]
    pages = max(1, sum(searcher.num_docs for searcher in searchers))
    return {
        stem: _idf(pages, sum(searcher.doc_freq("text", stem) for searcher in searchers))
        for stem in asked.stems
    }


def _admitted(
    indexes: Sequence[Searchable], asked: Query, best: Sequence[Place], limit: int
) -> list[tuple[Place, WebPage]]:
    """Return the first pages that hold what they must, each address once."""
    admitted: dict[str, tuple[Place, WebPage]] = {}
    for start in range(0, len(best), 2 * limit):
        some = best[start : start + 2 * limit]
        pages = _fetched(indexes, some)
        for place in some:
            page = pages.get(place)
            if (
                page is not None
                and page.url not in admitted
                and asked.admits_address(page.site_name, page.url)
                and asked.admits(page.title, page.text)
            ):
                admitted[page.url] = (place, page)
                if len(admitted) == limit:
                    return list(admitted.values())
    return list(admitted.values())


def _fetched(indexes: Sequence[Searchable], places: Sequence[Place]) -> dict[Place, WebPage]:
    return {
        Place(at, number): page
        for at, index in enumerate(indexes)
        for number, page in index.pages(
            place.number for place in places if place.source == at
        ).items()
    }


def _listed(indexes: Sequence[Searchable], asked: Query, limit: int) -> list[Hit]:
    """Return a site's pages, those nearest its root first."""
    found = [
        (url.rstrip("/").count("/"), Place(at, number))
        for at, index in enumerate(indexes)
        for number, site, url in index.sites_of_pages()
        if asked.admits_address(site, url)
    ]
    best = [place for _, place in sorted(found)]
    return [
        _hit(indexes, place, page, 0.0, {}, None, 1.0)
        for place, page in _admitted(indexes, asked, best, limit)
    ]
