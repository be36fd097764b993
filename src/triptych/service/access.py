"""Which keys are accepted, and how many requests each may send."""

from __future__ import annotations

import hmac
import math
import sqlite3
import time
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv6Network, ip_address
from pathlib import Path

import anyio
from starlette.requests import Request

from triptych._disk import writing_to
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

_MINUTE = 60.0
#: Wrong keys that an address may send in a minute where no rate limit is set.
_WRONG_KEYS = 60
#: Seconds before the answer to the first wrong key of a minute, doubled with each that follows.
_DELAY, _LONGEST_DELAY = 0.1, 2.0


class Access:
    """Checks keys, and limits the requests of a key in windows of a minute.

    A key is sent in the header `x-api-key`, or as a bearer token (RFC 6750). Where no keys are
    configured any key is accepted, so that requests are counted by the caller's address: another
    key would be another window. Wrong keys are counted by address too, and each is answered later
    than the one before. An accepted key is never kept waiting because of them: behind one address
    there may be many callers.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._keys = [key.get_secret_value().encode() for key in settings.server_keys]
        self._limit = settings.requests_per_minute
        shared = settings.shared_folder
        self._windows = None
        if self._keys or self._limit is not None:
            self._windows = Windows(Path(shared) if shared else None)

    async def check(self, request: Request) -> dict[str, str]:
        """Return the rate-limit headers of the response to a request that is accepted.

        Raises
        ------
        Refusal
            401 if the key is missing or wrong, 429 if its caller has sent too many requests.
        """
        return self.count(await self.caller(request))

    async def caller(self, request: Request) -> str:
        """Return for whom a request is counted, which it is not yet: its key, or its address.

        Raises
        ------
        Refusal
            401 if the key is missing or wrong, 429 if there were too many wrong ones.
        """
        key = _key(request)
        if not key:
            raise Refusal(
                401,
                "Send your key in the header x-api-key.",
                code="missing_key",
                headers=_challenge(),
            )
        if not self._keys:
            return _address(request)
        # Every key is compared, each in constant time, so that timing reveals nothing.
        matches = [hmac.compare_digest(key.encode(), known) for known in self._keys]
        if any(matches):
            return key
        raise await self._wrong(_address(request))

    async def _wrong(self, address: str) -> Refusal:
        """Return, after a while, why a wrong key is refused."""
        assert self._windows is not None
        most = self._limit or _WRONG_KEYS
        count, seconds, is_counted = self._windows.add(f"wrong keys, {address}", 1, most)
        await anyio.sleep(min(_LONGEST_DELAY, _DELAY * 2 ** min(count - 1, 10)))
        if is_counted:
            return Refusal(
                401,
                "The key in the header x-api-key is not accepted: check it.",
                code="wrong_key",
                headers=_challenge("invalid_token"),
            )
        return Refusal(
            429,
            f"Too many wrong keys from this address: check the key, and wait {seconds:.0f} s.",
            code="too_many_wrong_keys",
            headers={"retry-after": str(math.ceil(seconds))},
        )

    def count(self, caller: str, requests: int = 1) -> dict[str, str]:
        """Return the rate-limit headers after counting so many requests of a caller.

        Several are counted all together or, where they are too many, not at all.

        Raises
        ------
        Refusal
            429 if they are too many for this minute, 400 if they are for any.
        """
        if self._limit is None:
            return {}
        assert self._windows is not None
        count, seconds, is_accepted = self._windows.add(caller, requests, self._limit)
        reset = math.ceil(seconds)
        remaining = max(0, self._limit - count)
        headers = {
            f"x-{prefix}-{name}": str(value)
            for prefix in ("ratelimit", "jigsaw-rate-limit")
            for name, value in (("limit", self._limit), ("remaining", remaining), ("reset", reset))
        }
        who = "This key" if self._keys else "This address"
        if requests > self._limit:
            raise Refusal(
                400,
                f"{who} may send {self._limit} requests per minute: send at most as many in one "
                "batch.",
                code="batch_too_large",
                headers=headers,
            )
        if not is_accepted:
            raise Refusal(
                429,
                f"{who} may send {self._limit} requests per minute: wait {reset} s.",
                headers=headers | {"retry-after": str(reset)},
            )
        return headers


def _key(request: Request) -> str:
    key = request.headers.get("x-api-key", "").strip()
    if key:
        return key
    scheme, _, token = request.headers.get("authorization", "").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _address(request: Request) -> str:
    """Return the caller's address; of IPv6 the network, since one caller has all of its hosts."""
    return _network(request.client.host if request.client else "")


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        # A socket of this machine, or a test.
        return host
    return host if address.version == 4 else str(IPv6Network((address.packed[:8] + bytes(8), 64)))


def _challenge(error: str = "") -> dict[str, str]:
    """Return the header that a 401 must have (RFC 9110, 11.6.1; RFC 6750, 3)."""
    reason = f', error="{error}"' if error else ""
    return {"www-authenticate": f'Bearer realm="triptych"{reason}'}


class Windows:
    """The requests of each key in fixed windows of a minute.

    They are counted in SQLite: it locks the file, so that several processes count together, and
    neither a server nor another package is needed. One count takes some tens of microseconds.

    Parameters
    ----------
    folder : Path, optional
        Shared by the processes that count together; by default the counts are in memory.

    Examples
    --------
    >>> windows = Windows()
    >>> [windows.add(key, 2, most=5)[0] for key in ("one", "one", "other")]
    [2, 4, 2]
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path()
        with writing_to(self._folder):
            if folder is not None:
                folder.mkdir(0o700, parents=True, exist_ok=True)
            self._database = sqlite3.connect(
                ":memory:" if folder is None else folder / "limits.sqlite3",
                timeout=30,
                isolation_level=None,
                check_same_thread=False,
            )
            # Counts of a minute need not survive a power cut.
            self._database.execute("PRAGMA synchronous = OFF")
            self._database.execute("PRAGMA journal_mode = TRUNCATE")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS window"
                " (key BLOB PRIMARY KEY, start REAL NOT NULL, count INTEGER NOT NULL) WITHOUT ROWID"
            )

    def add(self, key: str, requests: int, most: int) -> tuple[int, float, bool]:
        """Count requests of a key, unless they would be more than `most`.

        Returns
        -------
        count : int
            Requests in the window so far.
        seconds : float
            Until the window ends.
        is_accepted : bool
            Whether these requests were counted.
        """
        now = time.time()
        name = sha256(key.encode()).digest()
        run = self._database.execute
        # The transaction is committed at the end; others wait from its beginning on.
        with writing_to(self._folder), self._database:
            run("BEGIN IMMEDIATE")
            row = run(
                "SELECT start, count FROM window WHERE key = ? AND start BETWEEN ? AND ?",
                # A clock may have been ahead.
                (name, now - _MINUTE, now + 1),
            ).fetchone()
            if row is None:
                # So that many keys do not pile up.
                run("DELETE FROM window WHERE start < ?", (now - _MINUTE,))
            start, count = row or (now, 0)
            is_accepted = count + requests <= most
            if is_accepted:
                count += requests
                run("REPLACE INTO window VALUES (?, ?, ?)", (name, start, count))
        return count, start + _MINUTE - now, is_accepted
