"""The words and titles of several indexes together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock
from weakref import ReferenceType, WeakKeyDictionary, ref

from triptych.engines.index import Index

_State = list[tuple[ReferenceType[Index], int]]
#: Of the first of several indexes: the others and all generations, and what was made of them.
_merged: WeakKeyDictionary[Index, tuple[_State, Mapping[str, int]]] = WeakKeyDictionary()
_lock = Lock()


def vocabulary(indexes: Sequence[Index]) -> Mapping[str, int]:
    """Return on how many pages of indexes each word stands.

    Parameters
    ----------
    indexes : sequence of Index
        Any number.

    Returns
    -------
    mapping of str to int
        By word, lower-cased, unstemmed, numbers left out; not to be changed. The same object
        until an index changes.

    Examples
    --------
    >>> from triptych.engines.index import shipped_index
    >>> found = vocabulary([shipped_index()])
    >>> found["the"] > found["sqlite"] > found.get("teh", 0)
    True
    """
    if not indexes:
        return {}
    if len(indexes) == 1:
        return indexes[0].vocabulary()
    state = [(ref(index), index.generation) for index in indexes]
    with _lock:
        known = _merged.get(indexes[0])
        if known is None or known[0] != state:
            counts: Counter[str] = Counter()
            for index in indexes:
                counts.update(index.vocabulary())
            known = _merged[indexes[0]] = (state, counts)
        return known[1]


def titles(indexes: Sequence[Index]) -> list[str]:
    """Return the titles of all pages of indexes, each once."""
    return list(dict.fromkeys(title for index in indexes for title in index.titles()))
