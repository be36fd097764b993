"""Complete what somebody types from titles, earlier queries and the words of an index."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Lock

from triptych.engines.suggestions.entries import Entries, key, phrases

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
#: A query that was asked before is worth more than any match alone.
_USED = 6.0
_LAST = re.compile(r"(.*?)([^\W_]+(?:['’][^\W_]*)*)$", re.S)


class Suggestions:
    """Completions of what somebody types.

    Parameters
    ----------
    titles : iterable of str
        Titles of the pages of an index; phrases that several of them share are suggested too.
    vocabulary : mapping of str to int
        The words of the index, in small letters, with the number of pages each stands on.

    Examples
    --------
    >>> found = Suggestions(["History of photography", "Photosynthesis"], {"photograph": 9})
    >>> found.suggest("phot")
    ['Photosynthesis', 'History of photography']
    >>> found.suggest("a phot")
    ['a photograph']
    >>> found.suggest("fotosyn"), found.suggest("recipes for photog")
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
        """Count a query that was asked, to suggest it to whoever types its begin.

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
        """Return completions, the best first.

        Ranked by use, then by how what was typed is matched (as the begin of the whole, of a
        later word, with one or two slips), then by how common the completion is.

        Parameters
        ----------
        typed : str
            What has been typed so far; a space at its end ends the last word.
        limit : int
            Most completions, 1 or more.

        Returns
        -------
        list of str
            At most `limit`, written as in the title, each once, ignoring case.

        Raises
        ------
        ValueError
            If `limit` is less than 1.
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
        found = _LAST.fullmatch(begin)
        if found is None or len(found[2]) < 2:
            return []
        first = bisect_left(self._words, found[2])
        end = bisect_left(self._words, found[2] + "\U0010ffff")
        # What begins with two letters is thousands of words; their commonest are needed only.
        some = self._words[first : min(end, first + 5_000)]
        some.sort(key=self._worth.__getitem__, reverse=True)
        return [found[1] + word for word in some[:limit] if word != found[2]]

    @staticmethod
    def _as_typed(typed: str, entry: str) -> str:
        """Return a completion with the letters that were typed as they were typed."""
        start = " ".join(typed.split())
        return start + entry[len(start) :] if entry.startswith(start.casefold()) else entry
