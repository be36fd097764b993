"""Where results come from: the index on this machine, or a search engine of the web."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from triptych.contract import ReplyWarning, SearchRequest, SearchResult


class ProviderError(Exception):
    """A search engine did not deliver; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Findings:
    """The pages that a provider returns."""

    #: The query as it was searched for.
    query: str
    #: Best first, without reference numbers.
    results: list[SearchResult]
    #: Whether the query's spelling was corrected.
    spell_fixed: bool = False
    #: For instance, which pages could not be read.
    warnings: Sequence[ReplyWarning] = ()


class SearchProvider(Protocol):
    """Finds pages; `name` is that of requests and settings."""

    name: str

    async def search(self, request: SearchRequest) -> Findings:
        """Return pages that fit the query; raise `ProviderError` if a search engine fails."""
        ...
