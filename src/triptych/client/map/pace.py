"""How many requests to have under way, and how many items to put into one."""

from __future__ import annotations

from triptych.contract.batch import MOST_IN_BATCH

#: Requests under way at first, where the limit allows them.
_FIRST_LIMIT = 4
#: Items of the first batch.
_FIRST_SIZE = 16
#: Seconds that one batch should take.
_TARGET = 0.5
#: How many times the lowest latency is taken as a sign of a queue at the server.
_TOLERANCE = 2.0
#: Weight of the newest latency in the mean.
_WEIGHT = 0.2
#: The lowest latency is raised by this with each sample, so that a lasting change is followed.
_DRIFT = 1.0001


class Pace:
    """The limit of requests under way, the size of batches, and pauses.

    The limit doubles with each round until the first sign of congestion, then rises by one a
    round; a refusal (429, 503) or a time-out halves it: additive increase, multiplicative decrease
    (D.-M. Chiu and R. Jain, "Analysis of the increase and decrease algorithms for congestion
    avoidance in computer networks", 1989). While the mean latency is more than twice the lowest,
    requests wait in the server's queue, and the limit falls by one a round, as in TCP Vegas
    (L. S. Brakmo and L. L. Peterson, 1995), though not below the first limit: items may differ.

    Parameters
    ----------
    most : int
        Upper bound of the limit.

    Examples
    --------
    >>> pace = Pace(8)
    >>> pace.on_refusal(sent_at=0, now=1, retry_after=2)
    >>> pace.limit, pace.paused_until
    (2, 3)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = float(min(_FIRST_LIMIT, most))
        self._is_starting = True
        self._lowest: float | None = None
        self._mean = 0.0
        self._decreased_at = float("-inf")
        self._most_in_batch = MOST_IN_BATCH
        #: Items of a batch.
        self.size = _FIRST_SIZE
        #: Nothing is sent before.
        self.paused_until = float("-inf")

    @property
    def limit(self) -> int:
        """Requests that may be under way."""
        return int(self._limit)

    def on_reply(self, latency: float, items: int, *, is_typical: bool = True) -> None:
        """Adapt to a reply that took so many seconds.

        Parameters
        ----------
        latency : float
            Seconds.
        items : int
            Items of the request.
        is_typical : bool
            False for a batch that is much smaller than others: its latency says little.
        """
        if is_typical:
            sample = latency / items
            if self._lowest is None:
                self._lowest = self._mean = sample
            self._lowest = min(self._lowest * _DRIFT, sample)
            self._mean += _WEIGHT * (sample - self._mean)
        if self._lowest is not None and self._mean > _TOLERANCE * self._lowest:
            self._is_starting = False
            if self._limit > _FIRST_LIMIT:
                self._limit = max(self._limit - 1 / self._limit, float(_FIRST_LIMIT))
        else:
            change = 1.0 if self._is_starting else 1 / self._limit
            self._limit = min(self._limit + change, float(self._most))
        if items > 1 and (is_typical or latency > 2 * _TARGET):
            wanted = int(items * _TARGET / max(latency, 1e-6))
            if items >= self.size or wanted < self.size:
                most = min(self.size * 2, self._most_in_batch)
                self.size = max(min(wanted, most), self.size // 2, 1)

    def on_refusal(self, *, sent_at: float, now: float, retry_after: float | None = None) -> None:
        """Halve the limit, once for all that was sent before, and pause if the server asks to."""
        if sent_at >= self._decreased_at:
            self._limit = max(1.0, self._limit / 2)
            self._is_starting = False
            self._decreased_at = now
        if retry_after is not None:
            self.paused_until = max(self.paused_until, now + retry_after)

    def on_too_large(self, most: int) -> None:
        """Take the largest number of items that the server accepts in one request."""
        self._most_in_batch = max(most, 1)
        self.size = min(self.size, self._most_in_batch)
