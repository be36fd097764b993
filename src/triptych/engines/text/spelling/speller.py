"""Find the word of an index that a misspelt word stands for."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from triptych.engines.text.spelling.costs import cost
from triptych.engines.text.spelling.letters import letters_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Longest word that is looked up: longer ones are addresses, keys, or chemistry.
LONGEST = 28
#: What a word pays, in units of slips, for every tenfold rarer it is than the commonest.
_RARITY = 0.22
#: What a word pays that only this index knows: often a name, or a slip of the page's author.
_UNLISTED = 0.3
#: Highest score of a word that is taken for the one meant, by the number of letters typed. Short
#: words have many neighbours, and many an unknown short word is a name.
_TOLERATED = {3: 1.0, 4: 1.4, 5: 1.65, 6: 1.85, 7: 2.05, 8: 2.15, 9: 2.25, 10: 2.4, 11: 2.5}
_TOLERATED_BEYOND = 2.6
#: Candidates that are compared letter by letter.
_COMPARED = 24


class Speller:
    """The words of an index, laid out for finding those near another.

    Parameters
    ----------
    vocabulary : mapping of str to int
        For each word, in small letters, on how many pages it stands.
    """

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        import numpy as np

        self.vocabulary = vocabulary
        usable = [word for word in vocabulary if word.isalpha() and 2 < len(word) <= LONGEST]
        self._words = np.array(usable, dtype=object)
        self._lengths = np.fromiter(map(len, usable), dtype=np.int8, count=len(usable))
        self._letters = np.fromiter(map(letters_of, usable), dtype=np.uint32, count=len(usable))
        self._most = max(vocabulary.values(), default=1)

    def nearest(self, typed: str, listed: frozenset[str], strictness: float = 1.0) -> str | None:
        """Return the word that is probably meant, or None where none is near enough.

        A word's score is the cost of the slips and of its rarity together.

        Parameters
        ----------
        typed : str
            A word in small letters.
        listed : frozenset of str
            Words that are known to be right whatever the index holds.
        strictness : float
            What the tolerated score is multiplied with.
        """
        limit = strictness * tolerated(len(typed))
        best = None
        near = self._near(typed, most_edits(len(typed)))
        # The commonest first: once one is found, others need only be compared as far.
        for price, word in sorted((self._price(word, listed), word) for word in near):
            score = price + cost(typed, word, limit - price) if price < limit else limit
            if score < limit:
                best, limit = word, score
        return best

    def _price(self, word: str, listed: frozenset[str]) -> float:
        rarity = math.log10(self._most / max(1, self.vocabulary[word]))
        return _RARITY * rarity + (0 if word in listed else _UNLISTED)

    def _near(self, typed: str, edits: int) -> list[str]:
        """Return the words within so many edits."""
        import numpy as np
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        # An edit changes at most two of the letters that a word is made of, and its length by
        # one: most words are ruled out without a look at them.
        near = np.abs(self._lengths - len(typed)) <= edits
        near &= np.bitwise_count(self._letters ^ np.uint32(letters_of(typed))) <= 2 * edits
        words: NDArray[np.object_] = self._words[near]
        if not len(words):
            return []
        distances = process.cdist(
            [typed], words, scorer=OSA.distance, score_cutoff=edits, dtype=np.uint8
        )[0]
        kept = np.flatnonzero(distances <= edits)
        if len(kept) > _COMPARED:
            counts = np.array([self.vocabulary[word] for word in words[kept]])
            order = np.lexsort((-counts, distances[kept]))
            kept = kept[order[:_COMPARED]]
        return list(words[kept])


def most_edits(length: int) -> int:
    """Return how many letters of a word may be wrong."""
    return 1 if length <= 4 else 2 if length <= 8 else 3


def tolerated(length: int) -> float:
    """Return the highest score at which a word of this length may still be meant."""
    return _TOLERATED.get(length, _TOLERATED_BEYOND)
