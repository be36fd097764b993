"""When to retry a call, and how long to wait before.

Every operation is stateless, so each can be repeated. The wait is exponential backoff with full
jitter: a uniform draw from zero to the ceiling, as in M. Brooker, "Exponential Backoff And
Jitter", AWS Architecture Blog, 2015.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import httpx

from triptych.client.body import BodyDecodingError
from triptych.client.events import EventStreamError
from triptych.contract.errors import retry_after

#: Without 501: an operation that is not offered will not be offered a second later.
_RETRIED = {429, 500, 502, 503, 504}


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to retry, and how long to wait before.

    Parameters
    ----------
    max_retries : int, default 2
        Tries after the first.
    base : float, default 0.5
        Ceiling of the first wait in seconds; it doubles with each try.
    ceiling : float, default 8
        Largest ceiling in seconds.
    longest_retry_after : float, default 60
        Longest `Retry-After` in seconds to wait for; with a longer one the error is raised at once,
        with its `retry_after`.

    Examples
    --------
    >>> policy = RetryPolicy(max_retries=1)
    >>> policy.delay(0, httpx.Response(503)) <= 0.5
    True
    >>> policy.delay(1, httpx.Response(503)) is None
    True
    >>> policy.delay(0, httpx.Response(429, headers={"retry-after": "3"}))
    3.0
    """

    max_retries: int = 2
    base: float = 0.5
    ceiling: float = 8.0
    longest_retry_after: float = 60.0

    def delay(self, retries: int, outcome: httpx.Response | httpx.TransportError) -> float | None:
        """Return the seconds to wait before another try, or None for no more tries.

        Parameters
        ----------
        retries : int
            Tries made after the first.
        outcome : httpx.Response or httpx.TransportError
            How the last try ended.
        """
        if retries >= self.max_retries or not _is_temporary(outcome):
            return None
        if isinstance(outcome, httpx.Response):
            pause = retry_after(outcome.headers)
            if pause is not None:
                return pause if pause <= self.longest_retry_after else None
        return random.uniform(0, min(self.ceiling, self.base * 2**retries))  # noqa: S311


def _is_temporary(outcome: httpx.Response | httpx.TransportError) -> bool:
    if isinstance(outcome, httpx.Response):
        return outcome.status_code in _RETRIED
    # A slow call would be slow again, a wrong address stays wrong, a body that cannot be decoded is
    # sent again as it is, and work that had begun would start over.
    return not isinstance(
        outcome,
        httpx.ReadTimeout | httpx.UnsupportedProtocol | EventStreamError | BodyDecodingError,
    )
