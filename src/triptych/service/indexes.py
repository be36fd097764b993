"""The search indexes on this machine: which are searched, and the queries they complete."""

from __future__ import annotations

import os
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import ref

from triptych.service.settings import ServiceSettings
from triptych.service.user_index import user_index_folder

if TYPE_CHECKING:
    from triptych.engines.index import Index
    from triptych.engines.suggestions import Suggestions

_Made = TypeVar("_Made")
#: Past queries that are completed; the oldest go.
_MOST_REMEMBERED = 1000
#: Longer queries are pasted texts, which nobody types again.
_LONGEST_REMEMBERED = 200


class Indexes:
    """The indexes that are searched together, opened when they are first needed.

    The folder the settings name alone, if they name one; else the shipped pages and the user's own
    index, where there is one.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._folder = Path(settings.index) if settings.index else None
        self._remembers = settings.remember_queries
        self._past: OrderedDict[str, None] = OrderedDict()
        self._opened: dict[Path, Index] = {}
        self._made: dict[str, tuple[object, Any]] = {}
        self._lock = threading.RLock()

    def all(self) -> list[Index]:
        """Return the indexes, each open; raise `IndexFileError` if one of them is damaged."""
        from triptych.engines.index import PAGES_FILE, shipped_index

        with self._lock:
            if self._folder is not None:
                return [self._open(self._folder)]
            own = user_index_folder()
            # Where a home may not be read, pathlib raises, and this returns False.
            if os.path.isfile(own / PAGES_FILE):  # noqa: PTH113
                return [shipped_index(), self._open(own)]
            self._opened.pop(own, None)
            return [shipped_index()]

    def _open(self, folder: Path) -> Index:
        from triptych.engines.index import Index

        opened = self._opened.get(folder)
        if opened is None or not opened.is_current:
            # Not closed: who searches in it may finish, and then it closes itself.
            self._opened.pop(folder, None)
            opened = self._opened[folder] = Index(folder, read_only=True)
        return opened

    def vocabulary(self) -> Mapping[str, int]:
        """Return on how many pages each word occurs: the same object until an index changes."""

        def count(indexes: list[Index]) -> Mapping[str, int]:
            counts: Counter[str] = Counter()
            for index in indexes:
                counts.update(index.vocabulary())
            return counts

        return self._current("vocabulary", count)

    def suggestions(self) -> Suggestions:
        """Return what completes queries, anew after pages came or went."""
        from triptych.engines.suggestions import Suggestions

        def make(indexes: list[Index]) -> Suggestions:
            titles = dict.fromkeys(title for index in indexes for title in index.titles())
            suggestions = Suggestions(titles, self.vocabulary())
            for query in self._past:
                suggestions.remember(query)
            return suggestions

        return self._current("suggestions", make)

    def _current(self, name: str, make: Callable[[list[Index]], _Made]) -> _Made:
        """Return what was made of the indexes, or make it if they have changed since."""
        indexes = self.all()
        state = [(ref(index), index.generation) for index in indexes]
        with self._lock:
            known = self._made.get(name)
            if known is None or known[0] != state:
                known = self._made[name] = (state, make(indexes))
            made: _Made = known[1]
            return made

    def remember(self, query: str) -> None:
        """Let a query be suggested from now on, in this process."""
        if not self._remembers or len(query) > _LONGEST_REMEMBERED:
            return
        with self._lock:
            self._past[query] = None
            self._past.move_to_end(query)
            while len(self._past) > _MOST_REMEMBERED:
                self._past.popitem(last=False)
            made = self._made.get("suggestions")
        if made is not None:
            made[1].remember(query)
