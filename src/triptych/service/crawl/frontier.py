"""Pages that are known but not read yet, nearest first."""

from __future__ import annotations

import heapq
from typing import Any

from triptych.service.crawl.writing import Writer


class Frontier:
    """Pages that are known but not read yet, nearest first, and in the order they were found.

    Parameters
    ----------
    target : str
        What the run was asked to add.
    writer : Writer
        Notes each change, so that the next run can go on from here.

    Attributes
    ----------
    done : int
        Pages that were asked for.
    """

    def __init__(self, target: str, writer: Writer) -> None:
        self._target, self._writer = target, writer
        self._heap: list[tuple[int, int, str]] = []
        self._seen: set[str] = set()
        self.done = 0

    def __len__(self) -> int:
        return len(self._heap)

    def begin(self, scope: dict[str, Any]) -> None:
        """Begin anew."""
        self._writer.note("begin", self._target)
        self.keep(scope)

    def keep(self, scope: dict[str, Any]) -> None:
        """Remember what the run goes by."""
        self._writer.note("scope", self._target, scope)

    def restore(self, rows: list[tuple[str, int, bool]]) -> None:
        """Take over what an unfinished run knew: address, depth, whether it was read."""
        for address, depth, done in rows:
            self._take(address, depth, done)

    def push(self, address: str, depth: int) -> None:
        """Add an address, unless it is known."""
        if address not in self._seen:
            self._take(address, depth, False)
            self._writer.note("waiting", self._target, address, depth)

    def pop(self) -> tuple[str, int]:
        """Take the nearest page out; it counts as read once `finish` is called."""
        depth, _, address = heapq.heappop(self._heap)
        return address, depth

    def again(self, address: str, depth: int) -> None:
        """Put a page back, behind the others of its depth."""
        heapq.heappush(self._heap, (depth, len(self._seen), address))

    def finish(self, address: str, *, counts: bool = True) -> None:
        """Note that a page was read, whatever came of it; `counts` unless it was not asked for."""
        self.done += counts
        self._writer.note("done", self._target, address)

    def end(self) -> None:
        """Forget the frontier: the run has ended, and the next one begins anew."""
        self._writer.note("end", self._target)

    def _take(self, address: str, depth: int, done: bool) -> None:
        self._seen.add(address)
        if done:
            self.done += 1
        else:
            heapq.heappush(self._heap, (depth, len(self._seen), address))
