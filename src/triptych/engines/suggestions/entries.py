"""Titles, laid out for finding those that begin with something."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice, product
from typing import TYPE_CHECKING

from triptych.engines.text.spelling.letters import letters_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Starts = tuple[NDArray[np.object_], NDArray[np.uint32], dict[str, list[int]]]

#: Above every letter that text may have.
_ABOVE = "\U0010ffff"
#: A phrase is frequent from so many titles on, and has two to four words.
_FREQUENT = 3
#: These neither begin nor end a phrase that means something.
_LINKING = frozenset(
    (
        *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "of", "on", "or"),
        *("the", "to", "with", "de", "la", "le", "el", "du", "von", "van"),
    )
)
#: Begins of fewer letters are right often enough as they are.
_FEWEST_WITH_SLIPS = 4
#: Longer begins are few titles' only.
_MOST_WITH_SLIPS = 24


def key(text: str) -> str:
    """Return a text without regard to case and spacing."""
    return " ".join(text.casefold().split())


def phrases(titles: Iterable[str]) -> dict[str, int]:
    """Return the runs of two to four words that several titles share, with how many do.

    They are written as in the first of these.

    Examples
    --------
    >>> phrases(["History of art", "history of art in Rome", "The history of art"])
    {'History of art': 3}
    """
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    for title in titles:
        words = title.split()
        found = set()
        for start, length in product(range(len(words) - 1), (2, 3, 4)):
            run = words[start : start + length]
            if len(run) == length and _LINKING.isdisjoint((run[0].lower(), run[-1].lower())):
                phrase = " ".join(run)
                found.add(key(phrase))
                written.setdefault(key(phrase), phrase)
        counts.update(found)
    return {
        written[phrase]: count
        for phrase, count in counts.items()
        if count >= _FREQUENT and all(map(_is_word, phrase.split()))
    }


def _is_word(text: str) -> bool:
    return text.replace("-", "").replace("'", "").isalpha()


class Entries:
    """What may be suggested, sorted by its begin and by the begins of its later words.

    Parameters
    ----------
    written : mapping of str to str
        By its `key`, each entry as it is shown.
    """

    def __init__(self, written: Mapping[str, str]) -> None:
        self._written = dict(written)
        self._sorted = sorted(self._written)
        later = [
            (entry[place + 1 :], number)
            for number, entry in enumerate(self._sorted)
            for place, letter in enumerate(entry)
            if letter in " -(" and entry[place + 1 :]
        ]
        later.sort()
        self._later = [begin for begin, _ in later]
        self._of_later = [number for _, number in later]
        self._begins: dict[int, _Starts] = {}

    def __contains__(self, entry: str) -> bool:
        return entry in self._written

    def written(self, entry: str) -> str:
        """Return an entry as it is shown."""
        return self._written[entry]

    def beginning(self, begin: str, most: int) -> list[str]:
        """Return entries that begin so, the shortest first."""
        found = self._sorted[
            bisect_left(self._sorted, begin) : bisect_left(self._sorted, begin + _ABOVE)
        ]
        return sorted(found, key=len)[:most]

    def within(self, begin: str, most: int) -> list[str]:
        """Return entries of which a later word begins so, the shortest first."""
        first = bisect_left(self._later, begin)
        end = bisect_left(self._later, begin + _ABOVE)
        found = {self._sorted[number] for number in islice(self._of_later, first, end)}
        return sorted(found, key=lambda entry: (len(entry), entry))[:most]

    def slipped(self, begin: str, most: int) -> list[tuple[str, int]]:
        """Return entries that begin so but for one or two slips, with how many.

        A slip is a letter more, less or other, or two neighbours changed (Damerau 1964); one is
        allowed from four letters on, two from seven.
        """
        if not _FEWEST_WITH_SLIPS <= len(begin) <= _MOST_WITH_SLIPS:
            return []
        import numpy as np
        from rapidfuzz.distance import OSA

        slips = 1 if len(begin) < 7 else 2
        best: dict[int, int] = {}
        # A letter left out or slipped in makes the begin of the entry longer or shorter.
        for length in (len(begin) - 1, len(begin), len(begin) + 1):
            starts, letters, numbers = self._starts(length)
            near = np.bitwise_count(letters ^ np.uint32(letters_of(begin))) <= 2 * slips
            for start in starts[near]:
                # What ends the last word is no slip.
                if begin[-1] == " " != start[-1:]:
                    continue
                distance = OSA.distance(begin, start, score_cutoff=slips)
                if distance <= slips:
                    for number in numbers[start][:most]:
                        best[number] = min(best.get(number, distance), distance)
        ranked = sorted(best, key=lambda number: (best[number], len(self._sorted[number])))
        return [(self._sorted[number], best[number]) for number in ranked[:most]]

    def _starts(self, length: int) -> _Starts:
        """Return the different begins of this length, their letters, and the entries of each.

        They are laid out once.
        """
        import numpy as np

        if length in self._begins:
            return self._begins[length]
        numbers: dict[str, list[int]] = {}
        for number, entry in enumerate(self._sorted):
            numbers.setdefault(entry[:length], []).append(number)
        starts = list(numbers)
        self._begins[length] = (
            np.array(starts, dtype=object),
            np.fromiter(map(letters_of, starts), dtype=np.uint32, count=len(starts)),
            numbers,
        )
        return self._begins[length]
