"""Where replies are kept, to be given to equal items: in memory, or in a journal."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol

#: A digest of a request, the HTTP status and the JSON body.
Row = tuple[bytes, int, bytes]

#: Bytes of JSON and number of replies that are reused without a journal.
_MOST_BYTES = 8_000_000
_MOST_REPLIES = 10_000


class Store(Protocol):
    """Holds replies by the digest of their requests; safe to use from several threads."""

    def get(self, digest: bytes) -> tuple[int, bytes] | None:
        """Return status and body of a reply."""

    def add(self, rows: Iterable[Row]) -> None:
        """Add replies."""

    def close(self) -> None:
        """Release the file."""


class Recent:
    """The newest replies, bounded in number and size.

    Examples
    --------
    >>> recent = Recent()
    >>> recent.add([(b"digest", 200, b"{}")])
    >>> recent.get(b"digest")
    (200, b'{}')
    """

    def __init__(self) -> None:
        self._rows: OrderedDict[bytes, tuple[int, bytes]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, digest: bytes) -> tuple[int, bytes] | None:
        """Return status and body of a reply."""
        return self._rows.get(digest)

    def add(self, rows: Iterable[Row]) -> None:
        """Add replies, and drop the oldest."""
        with self._lock:
            for digest, status, body in rows:
                self._rows[digest] = status, body
                self._bytes += len(body)
            while self._bytes > _MOST_BYTES or len(self._rows) > _MOST_REPLIES:
                _, (_, body) = self._rows.popitem(last=False)
                self._bytes -= len(body)

    def close(self) -> None:
        """Do nothing: there is no file."""
