"""Find pages in indexes, by their words and their meaning."""

from triptych.engines.search.query import Query, parse
from triptych.engines.search.ranking import rank
from triptych.engines.search.retrieval import Hit, search

__all__ = ["Hit", "Query", "parse", "rank", "search"]
