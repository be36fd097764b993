"""What an index reports, and the error it raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class IndexFileError(RuntimeError):
    """An index cannot be opened, is damaged, or is being written by another process."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of pages that were added."""

    #: Pages of new addresses.
    added: int
    #: Pages of addresses that were there.
    replaced: int
    #: Pages left out because another page has the same text.
    duplicates: int


@dataclass(frozen=True, slots=True)
class IndexedSite:
    """A site in an index."""

    #: Its host.
    name: str
    pages: int
    words: int
    #: When the page changed last was changed, ISO 8601; empty where it is unknown.
    newest: str


class Meanings(NamedTuple):
    """The vectors of all passages of an index."""

    #: (m,): the numbers of the pages that have vectors.
    pages: NDArray[np.int64]
    #: (m,): where the vectors of each begin.
    starts: NDArray[np.int64]
    #: (n, 384), of a length near 1.
    vectors: NDArray[np.float32]
