"""What one page may do through the proxy: its login there, its limits, and what was refused."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, field

import httpx

from triptych.service.fetch.proxies import ProxyServer
from triptych.service.refusal import Refusal

#: Connections that one page may have at once, and all in all.
MOST_AT_ONCE, MOST_CONNECTIONS = 64, 2_000
#: Refused places that are remembered.
_MOST_REFUSED = 100


@dataclass(eq=False)
class Passage:
    """One page's way through the proxy.

    Parameters
    ----------
    bytes_left : int
        Bytes that may still pass, both ways together.
    upstream : ProxyServer, optional
        The caller's own proxy, through which everything goes.

    Examples
    --------
    >>> passage = Passage(10)
    >>> passage.count(10)
    True
    >>> passage.count(1), passage.spent
    (False, True)
    """

    bytes_left: int
    upstream: ProxyServer | None = None
    #: Nobody else on this machine knows them, so nobody else gets through.
    username: str = field(default_factory=lambda: secrets.token_hex(8), repr=False)
    password: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    spent: bool = False
    connections: int = 0
    tasks: set[asyncio.Task[None]] = field(default_factory=set, repr=False)
    limit: int = field(init=False)
    _refused: dict[tuple[str, int | None], Refusal] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self.limit = self.bytes_left

    def enter(self, task: asyncio.Task[None]) -> bool:
        """Take in a connection; False if there are too many."""
        if self.spent or len(self.tasks) >= MOST_AT_ONCE or self.connections >= MOST_CONNECTIONS:
            return False
        self.connections += 1
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return True

    def count(self, passed: int) -> bool:
        """Count bytes that pass; False, and the end of all connections, if they are too many."""
        self.bytes_left -= passed
        if self.bytes_left < 0:
            self.spent = True
            self.close()
        return not self.spent

    def close(self) -> None:
        """End what is under way."""
        for task in [*self.tasks]:
            task.cancel()

    def refuse(self, url: httpx.URL, refusal: Refusal) -> None:
        """Remember why an address was not reached."""
        if len(self._refused) < _MOST_REFUSED:
            self._refused[_place(url)] = refusal

    def refused(self, address: str) -> Refusal | None:
        """Return why an address was not reached, if it was not."""
        try:
            return self._refused.get(_place(httpx.URL(address)))
        except httpx.InvalidURL:
            return None


def _place(url: httpx.URL) -> tuple[str, int | None]:
    return url.host.lower().rstrip("."), url.port or {"http": 80, "https": 443}.get(url.scheme)
