"""Words that are right although an index may lack them; see README.md beside this file."""

from __future__ import annotations

import lzma
from functools import lru_cache

from triptych.models.files import verified

SHA256 = "63a3d3a8101fd04918e85d7f64c21740f5d35319aff62b77731b93eac1bd7926"


@lru_cache(maxsize=1)
def listed_words() -> frozenset[str]:
    """Return English words and names of programs, libraries and brands, read and checked once.

    Returns
    -------
    frozenset of str
        Some 130,000 words in small letters.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped file is missing or is not the one of the release.

    Examples
    --------
    >>> {"kubectl", "numpy", "rhythm"} <= listed_words()
    True
    """
    content = lzma.decompress(verified("dictionary/words.txt.xz", SHA256))
    return frozenset(content.decode().split("\n"))
