"""Which keys are accepted, and how many requests each may send."""

from __future__ import annotations

import hmac
import math
import sqlite3
import time
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request

from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

_MINUTE = 60.0


class Access:
    """Checks the header `x-api-key`, and limits the requests of a key in windows of a minute."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._keys = [key.get_secret_value().encode() for key in settings.server_keys]
        self._limit = settings.requests_per_minute
        shared = settings.shared_folder
        self._windows = None
        if self._limit is not None:
            self._windows = Windows(Path(shared) if shared else None)

    def check(self, request: Request) -> dict[str, str]:
        """Return the rate-limit headers of the response to a request that is accepted.

        Raises
        ------
        Refusal
            401 if the key is missing or wrong, 429 if it has sent too many requests.
        """
        return self.count(self.key(request))

    def key(self, request: Request) -> str:
        """Return the key of a request, which is not counted yet.

        Raises
        ------
        Refusal
            401 if the key is missing or wrong.
        """
        key = request.headers.get("x-api-key", "").strip()
        if not key:
            raise Refusal(401, "Send your key in the header x-api-key.", code="missing_key")
        # Every key is compared, each in constant time, so that timing reveals nothing.
        matches = [hmac.compare_digest(key.encode(), known) for known in self._keys]
        if self._keys and not any(matches):
            raise Refusal(
                401, "The key in the header x-api-key is not accepted: check it.", code="wrong_key"
            )
        return key

    def count(self, key: str, requests: int = 1) -> dict[str, str]:
        """Return the rate-limit headers after counting so many requests of a key.

        Several are counted all together or, where they are too many, not at all.

        Raises
        ------
        Refusal
            429 if they are too many for this minute, 400 if they are for any.
        """
        if self._windows is None:
            return {}
        assert self._limit is not None
        count, seconds, is_accepted = self._windows.add(key, requests, self._limit)
        reset = math.ceil(seconds)
        remaining = max(0, self._limit - count)
        headers = {
            f"x-{prefix}-{name}": str(value)
            for prefix in ("ratelimit", "jigsaw-rate-limit")
            for name, value in (("limit", self._limit), ("remaining", remaining), ("reset", reset))
        }
        if requests > self._limit:
            raise Refusal(
                400,
                f"This key may send {self._limit} requests per minute: send at most as many in one "
                "batch.",
                code="batch_too_large",
                headers=headers,
            )
        if not is_accepted:
            raise Refusal(
                429,
                f"This key may send {self._limit} requests per minute: wait {reset} s.",
                headers=headers | {"retry-after": str(reset)},
            )
        return headers


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
        with self._database:
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
