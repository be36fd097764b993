"""Where replies are kept, to be given to equal items: in memory, or in a journal."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

#: Bytes of JSON and number of replies that are reused without a journal.
_MOST_BYTES = 8_000_000
_MOST_REPLIES = 4_000


class Row(NamedTuple):
    """The reply to a request, or its final error."""

    #: Identifies the request.
    digest: bytes
    #: HTTP status.
    status: int
    #: The JSON object of the body.
    members: dict[str, Any]
    #: Bytes of its JSON, about.
    size: int = 0


class Store(Protocol):
    """Holds replies by the digest of their requests; safe to use from several threads."""

    def get(self, digest: bytes) -> Row | None:
        """Return the reply to a request."""

    def add(self, rows: Iterable[Row]) -> None:
        """Add replies."""

    def close(self) -> None:
        """Release the file."""


class Recent:
    """The newest replies, bounded in number and size.

    Examples
    --------
    >>> recent = Recent()
    >>> recent.add([Row(b"digest", 200, {"success": True})])
    >>> recent.get(b"digest").status
    200
    """

    def __init__(self) -> None:
        self._rows: OrderedDict[bytes, Row] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, digest: bytes) -> Row | None:
        """Return the reply to a request."""
        return self._rows.get(digest)

    def add(self, rows: Iterable[Row]) -> None:
        """Add replies, and drop the oldest."""
        with self._lock:
            for row in rows:
                self._rows[row.digest] = row
                self._bytes += row.size
            while self._bytes > _MOST_BYTES or len(self._rows) > _MOST_REPLIES:
                self._bytes -= self._rows.popitem(last=False)[1].size

    def close(self) -> None:
        """Do nothing: there is no file."""
