"""What an index reports, and the error it raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class IndexFileError(RuntimeError):
    """An index cannot be opened, is damaged, or is being written by somebody else."""


@dataclass(frozen=True, slots=True)
class Added:
    """What became of pages that were added.

    Attributes
    ----------
    added, replaced : int
        Pages of new addresses, and of addresses that were there.
    duplicates : int
        Pages left out because another page says the same.
    """

    added: int
    replaced: int
    duplicates: int


@dataclass(frozen=True, slots=True)
class IndexedSite:
    """A site in an index.

    Attributes
    ----------
    name : str
        Its host.
    pages, words : int
        How many it has.
    newest : str
        When the page changed last changed, ISO 8601; empty where none tells.
    """

    name: str
    pages: int
    words: int
    newest: str


class Meanings(NamedTuple):
    """The vectors of all passages of an index.

    Attributes
    ----------
    pages : ndarray of int64, (m,)
        The numbers of the pages that have vectors.
    starts : ndarray of int64, (m,)
        Where the vectors of each begin.
    vectors : ndarray of float32, (n, 384)
        Of a length near 1.
    """

    pages: NDArray[np.int64]
    starts: NDArray[np.int64]
    vectors: NDArray[np.float32]
