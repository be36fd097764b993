"""Complete what somebody types from titles, earlier queries and the words of an index."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice, product
from threading import Lock
from typing import TYPE_CHECKING

from triptych.engines.text.spelling import letters_of

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
        runs = set()
        for start, length in product(range(len(words) - 1), (2, 3, 4)):
            run = words[start : start + length]
            if len(run) == length and _LINKING.isdisjoint((run[0].lower(), run[-1].lower())):
                phrase = " ".join(run)
                runs.add(key(phrase))
                written.setdefault(key(phrase), phrase)
        counts.update(runs)
    return {
        written[phrase]: count
        for phrase, count in counts.items()
        if count >= _FREQUENT and all(map(_is_word, phrase.split()))
    }


def _is_word(text: str) -> bool:
    return text.replace("-", "").replace("'", "").isalpha()


class Entries:
    """What may be suggested, by its `key`, sorted by its start and by those of its later words."""

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
        entries = self._sorted[
            bisect_left(self._sorted, begin) : bisect_left(self._sorted, begin + _ABOVE)
        ]
        return sorted(entries, key=len)[:most]

    def within(self, begin: str, most: int) -> list[str]:
        """Return entries of which a later word begins so, the shortest first."""
        first = bisect_left(self._later, begin)
        end = bisect_left(self._later, begin + _ABOVE)
        entries = {self._sorted[number] for number in islice(self._of_later, first, end)}
        return sorted(entries, key=lambda entry: (len(entry), entry))[:most]

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
                # What ends the last word is not a slip.
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


#: Most earlier queries that are kept; the least used go first.
_MOST_REMEMBERED = 2_000
_LONGEST_QUERY = 200
#: Completions that are looked at for each way of matching.
_LOOKED_AT = 200
#: What a match is worth, in the order of how much of what was typed it keeps: the begin of the
#: whole, of its later words, the begin with slips, the last word alone.
_BEGIN, _WITHIN, _SLIPPED, _LAST_WORD = 4.0, 3.0, 2.5, 1.4
#: A word of a title is worth so many pages when the last word is completed.
_IN_TITLE = 30
#: An earlier query is worth more than any match alone.
_USED = 6.0
_LAST = re.compile(r"(.*?)([^\W_]+(?:['’][^\W_]*)*)$", re.S)


class Suggestions:
    """Completions of what somebody types.

    They are the `titles` of an index's pages, phrases that several titles share, earlier queries,
    and words of its `vocabulary`: in small letters, each with the number of pages that have it.

    Examples
    --------
    >>> completions = Suggestions(["History of photography", "Photosynthesis"], {"photograph": 9})
    >>> completions.suggest("phot")
    ['Photosynthesis', 'History of photography']
    >>> completions.suggest("a phot")
    ['a photograph']
    >>> completions.suggest("fotosyn"), completions.suggest("recipes for photog")
    (['Photosynthesis'], ['recipes for photograph'])
    """

    def __init__(self, titles: Iterable[str], vocabulary: Mapping[str, int]) -> None:
        shown: dict[str, str] = {}
        for title in titles:
            if title.strip():
                shown.setdefault(key(title), title.strip())
        common = phrases(shown.values())
        self._titles = Entries({**{key(one): one for one in common}, **shown})
        self._frequency = {key(one): count for one, count in common.items()}
        self._words = sorted(word for word in vocabulary if len(word) > 2 and word.isalpha())
        worth = Counter({word: vocabulary[word] for word in self._words})
        worth.update(
            {word: _IN_TITLE for title in shown for word in title.split() if word in vocabulary}
        )
        self._worth = worth
        self._used: Counter[str] = Counter()
        self._written: dict[str, str] = {}
        self._lock = Lock()

    def remember(self, query: str) -> None:
        """Count a query, to suggest it to whoever types its beginning.

        It is kept in this object only, until it is among the least used of more than 2,000.
        """
        query = " ".join(query.split())
        if not query or len(query) > _LONGEST_QUERY:
            return
        with self._lock:
            self._used[key(query)] += 1
            self._written[key(query)] = query
            if len(self._used) > _MOST_REMEMBERED:
                self._used = Counter(dict(self._used.most_common(_MOST_REMEMBERED * 3 // 4)))
                self._written = {one: self._written[one] for one in self._used}

    def suggest(self, typed: str, limit: int = 10) -> list[str]:
        """Return at most `limit` (1 or more) completions, best first, as their titles are written.

        Ranked by use, then by how what was typed is matched (as the begin of the whole, of a later
        word, with one or two slips), then by how common the completion is. A space at the end of
        what was typed ends its last word.
        """
        if limit < 1:
            raise ValueError("The limit of suggestions must be 1 or more.")
        begin = key(typed[:_LONGEST_QUERY])
        if not begin:
            return []
        if typed[-1:].isspace():
            begin += " "
        with self._lock:
            used = dict(self._used)
            written = dict(self._written)
        scores: dict[str, float] = {}
        shown: dict[str, str] = {}

        def add(entry: str, as_written: str, worth: float) -> None:
            # Shorter ones are nearer to being complete.
            worth += _USED * math.log2(1 + used.get(entry, 0)) - 0.004 * min(100, len(entry))
            worth += 0.1 * math.log10(1 + self._frequency.get(entry, 0))
            if worth > scores.get(entry, -math.inf):
                scores[entry], shown[entry] = worth, as_written

        for entry in used:
            # A query that is a title is written as the title.
            as_written = self._titles.written(entry) if entry in self._titles else written[entry]
            if entry.startswith(begin):
                add(entry, as_written, _BEGIN)
            elif f" {begin}" in entry:
                add(entry, as_written, _WITHIN)
        for entry in self._titles.beginning(begin, _LOOKED_AT):
            add(entry, self._titles.written(entry), _BEGIN)
        for entry in self._titles.within(begin, _LOOKED_AT):
            add(entry, self._titles.written(entry), _WITHIN)
        if not scores:
            # Who finds what begins as typed does not want what is merely like it.
            for entry, slips in self._titles.slipped(begin, _LOOKED_AT):
                add(entry, self._titles.written(entry), _SLIPPED - slips)
            for place, entry in enumerate(self._last_word(begin, limit)):
                if entry not in self._titles:
                    add(entry, self._as_typed(typed, entry), _LAST_WORD - 0.1 * place)
        best = sorted(scores, key=lambda entry: (-scores[entry], entry))
        return [shown[entry] for entry in best[:limit]]

    def _last_word(self, begin: str, limit: int) -> list[str]:
        """Return what was typed with its last word completed by the commonest words."""
        parts = _LAST.fullmatch(begin)
        if parts is None or len(parts[2]) < 2:
            return []
        first = bisect_left(self._words, parts[2])
        end = bisect_left(self._words, parts[2] + "\U0010ffff")
        # What begins with two letters is thousands of words; their commonest are needed only.
        some = self._words[first : min(end, first + 5_000)]
        some.sort(key=self._worth.__getitem__, reverse=True)
        return [parts[1] + word for word in some[:limit] if word != parts[2]]

    @staticmethod
    def _as_typed(typed: str, entry: str) -> str:
        """Return a completion with the letters that were typed as they were typed."""
        start = " ".join(typed.split())
        return start + entry[len(start) :] if entry.startswith(start.casefold()) else entry
