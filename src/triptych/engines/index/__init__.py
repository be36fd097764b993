"""An index of pages: their texts, words and vectors, kept in a folder."""

from triptych.engines.index.index import Index, shipped_index
from triptych.engines.index.records import Added, IndexedSite, IndexFileError, Meanings
from triptych.engines.index.store import PAGES_FILE

__all__ = [
    "PAGES_FILE",
    "Added",
    "Index",
    "IndexFileError",
    "IndexedSite",
    "Meanings",
    "shipped_index",
]
