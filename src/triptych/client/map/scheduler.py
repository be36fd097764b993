"""What to send next and what a result means for the rest, without input and output.

The drivers of both clients ask it: `threads` for `Client`, `tasks` for `AsyncClient`.
"""

from __future__ import annotations

import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable
from typing import Any, Generic

import httpx

from triptych.client.errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    InvalidInputError,
)
from triptych.client.map.items import Entry, Items, takes_address
from triptych.client.map.pace import Pace
from triptych.client.map.replies import Chunk, ChunkResult, is_unusable_batch
from triptych.client.map.store import Row, Store
from triptych.client.retry import RetryPolicy
from triptych.contract import ReplyT

#: Items that a yielded one may be ahead of the first that is not yielded, at least.
_WINDOW = 1_000
#: Bytes of JSON in one request, at most.
_MOST_BYTES = 4_000_000
#: Texts in one spam call without a route for batches.
_MOST_TEXTS = 256
#: Seconds in which nothing but refusals (429) came, after which the work ends.
_MOST_REFUSED = 600.0
#: Seconds without a connection, after which the work ends.
_MOST_UNREACHABLE = 30.0
#: Broken connections in a row, after which the work ends.
_MOST_BROKEN = 8
#: Errors of a connection that was never made.
NOT_CONNECTED = (httpx.ConnectError, httpx.ConnectTimeout)

#: A place among the items, and what became of it.
Result = tuple[int, Any]


class Scheduler(Generic[ReplyT]):
    """The state of one `map`.

    Parameters
    ----------
    items : Items
        Makes the requests.
    store : Store
        Replies of earlier items.
    stored : callable
        Returns the reply or error of a stored row.
    most : int
        Largest number of requests under way.
    has_batches : bool
        Whether the service has the route for batches.
    policy : RetryPolicy
        When to try a failed request again.
    """

    def __init__(
        self,
        items: Items,
        store: Store,
        stored: Callable[[Entry, Row], ReplyT | APIError],
        *,
        most: int,
        has_batches: bool,
        policy: RetryPolicy,
    ) -> None:
        self._items = items
        self._store = store
        self._stored = stored
        self._policy = policy
        self._has_batches = has_batches
        self._has_lists = items.operation.name == "spam"
        self._pace = Pace(most)
        self._open: dict[bytes, Entry] = {}
        self._waiting: deque[Entry] = deque()
        self._later: list[tuple[float, int, list[Entry]]] = []
        self._numbers = itertools.count()
        self._results: deque[Result] = deque()
        self._next = 0
        self._lowest = 0
        self._ahead: set[int] = set()
        self._ended = False
        self._items_error: Exception | None = None
        self._replied_at: float | None = None
        self._refused_since: float | None = None
        self._refusals = 0
        self._broken = 0
        #: Chunks under way.
        self.under_way = 0
        #: What ends the work.
        self.failure: BaseException | None = None

    @property
    def wants_items(self) -> bool:
        """Whether another item could be sent soon."""
        if self._ended or self.failure is not None:
            return False
        free = max(self._pace.limit - self.under_way, 0)
        if self._results and not free:
            return False
        size = self._size
        window = max(_WINDOW, 4 * self._pace.limit * size)
        return len(self._waiting) < size * (free + 1) and self._next - self._lowest < window

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to do and to yield."""
        if self._results:
            return False
        return self.failure is not None or (self._ended and not self._open)

    def add(self, item: Any) -> None:
        """Take the next item."""
        index = self._next
        self._next += 1
        try:
            entry = self._items.entry(index, item)
        except InvalidInputError as error:
            self._results.append((index, error))
            return
        same = self._open.get(entry.digest)
        if same is not None:
            same.indices.append(index)
            return
        row = self._store.get(entry.digest)
        if row is not None:
            self._results.append((index, self._stored(entry, row)))
            return
        self._open[entry.digest] = entry
        self._waiting.append(entry)

    def end(self, error: Exception | None = None) -> None:
        """Note that there are no more items, because of an error of the iterable if one is given.

        The error is raised after the results of the items before it.
        """
        self._ended = True
        self._items_error = error

    def raise_failure(self) -> None:
        """Raise what ended the work, if it did not end as it should."""
        error = self.failure or self._items_error
        if error is not None:
            raise error

    def fail(self, error: BaseException) -> None:
        """End the work with an error, after the results that are there."""
        self.failure = self.failure or error

    def chunk(self, now: float) -> Chunk | None:
        """Return what to send now, if anything."""
        if (
            self.failure is not None
            or now < self._pace.paused_until
            or self.under_way >= self._pace.limit
        ):
            return None
        while self._later and self._later[0][0] <= now:
            self._waiting.extendleft(reversed(heapq.heappop(self._later)[2]))
        if not self._waiting:
            return None
        entries = [self._waiting.popleft()]
        size, length = min(self._size, entries[0].most), len(entries[0].body)
        while self._waiting and len(entries) < size:
            entry = self._waiting[0]
            length += len(entry.body)
            if length > _MOST_BYTES or entry.most < size or not self._fits(entry):
                break
            entries.append(self._waiting.popleft())
        self.under_way += 1
        return Chunk(entries, self._has_batches and len(entries) > 1, now)

    def delay(self, now: float) -> float | None:
        """Return the seconds until something can be sent; None if that depends on replies."""
        if self.under_way >= self._pace.limit or not (self._waiting or self._later):
            return None
        due = self._pace.paused_until
        if not self._waiting:
            due = max(due, self._later[0][0])
        return max(due - now, 0.0)

    def finish(self, chunk: Chunk, chunk_result: ChunkResult[ReplyT], now: float) -> None:
        """Take the outcome of a chunk."""
        self.under_way -= 1
        if chunk_result.error is not None:
            if self.failure is None:
                self._failed(chunk, chunk_result, chunk_result.error, now)
            return
        self._note_response(now)
        self._replied_at = now
        count = len(chunk.entries)
        self._pace.on_reply(chunk_result.latency, count, is_typical=2 * count >= self._size)
        for entry, value in zip(chunk.entries, chunk_result.values, strict=False):
            if isinstance(value, APIStatusError) and value.status_code >= 500:
                self._failed_entry(entry, value, now)
            else:
                self._settle(entry, value)

    def result(self) -> Result | None:
        """Return the next place and its reply or error, if one is there."""
        if not self._results:
            return None
        result = self._results.popleft()
        self._ahead.add(result[0])
        while self._lowest in self._ahead:
            self._ahead.remove(self._lowest)
            self._lowest += 1
        return result

    @property
    def has_results(self) -> bool:
        """Whether there is a result to yield."""
        return bool(self._results)

    @property
    def _size(self) -> int:
        """Items in one request."""
        if self._has_batches:
            return self._pace.size
        return min(self._pace.size, _MOST_TEXTS) if self._has_lists else 1

    def _fits(self, entry: Entry) -> bool:
        """Return whether a request may be sent with others."""
        if self._has_batches:
            return True
        return isinstance(getattr(entry.request, "text", None), str)

    def _settle(self, entry: Entry, value: Any) -> None:
        self._open.pop(entry.digest, None)
        self._results.extend((index, value) for index in entry.indices)

    def _again(self, entries: list[Entry], at: float | None = None) -> None:
        """Send requests again: at once, or at a moment."""
        if at is None:
            self._waiting.extendleft(reversed(entries))
        else:
            heapq.heappush(self._later, (at, next(self._numbers), entries))

    def _halve(self, entries: list[Entry]) -> None:
        """Send requests again, in two parts."""
        most = max(len(entries) // 2, 1)
        for entry in entries:
            entry.most = most
        self._again(entries)

    def _note_response(self, now: float) -> None:
        self._refused_since = None
        self._refusals = self._broken = 0

    def _failed(
        self, chunk: Chunk, chunk_result: ChunkResult[ReplyT], error: APIError, now: float
    ) -> None:
        entries = chunk.entries
        if chunk.is_batch and is_unusable_batch(error):
            self._has_batches = False
            self._again(entries)
        elif isinstance(error, APITimeoutError) and not isinstance(
            chunk_result.outcome, httpx.ConnectTimeout
        ):
            self._pace.on_refusal(sent_at=chunk.sent_at, now=now)
            self._give_up(entries, error)
        elif isinstance(error, APIConnectionError):
            self._not_connected(entries, error, chunk_result.outcome, now)
        elif isinstance(error, APIStatusError):
            self._refused(chunk, error, chunk_result.outcome, now)
        else:
            self._give_up(entries, error)

    def _refused(
        self,
        chunk: Chunk,
        error: APIStatusError,
        outcome: httpx.Response | httpx.TransportError,
        now: float,
    ) -> None:
        entries, status = chunk.entries, error.status_code
        if status in {429, 503}:
            self._pace.on_refusal(sent_at=chunk.sent_at, now=now, retry_after=error.retry_after)
        if status == 429 or (status == 503 and error.retry_after is not None):
            self._wait(entries, error, now)
        elif status == 504 and len(entries) > 1:
            self._halve(entries)
        elif status >= 500 and status != 501:
            delay = self._policy.delay(max(entry.retries for entry in entries), outcome)
            if delay is None:
                self._give_up(entries, error)
            else:
                self._retry(entries, now, delay)
        elif self._concerns_all(error, entries[0]):
            self.fail(error)
        elif len(entries) == 1:
            self._note_response(now)
            self._replied_at = now
            self._settle(entries[0], error)
        elif status == 413:
            self._halve(entries)
        elif error.code == "batch_too_large":
            self._pace.on_too_large(len(entries) // 2)
            self._halve(entries)
        else:
            self._has_lists = self._has_lists and self._has_batches
            for entry in entries:
                entry.most = 1
            self._again(entries)

    def _concerns_all(self, error: APIStatusError, entry: Entry) -> bool:
        """Return whether other items would get the same error."""
        status = error.status_code
        if status == 401:
            return True
        if status == 403:
            return not takes_address(entry.request)
        names_file = getattr(entry.request, "file_store_key", None) is not None
        return status in {404, 405, 501} and self._replied_at is None and not names_file

    def _wait(self, entries: list[Entry], error: APIStatusError, now: float) -> None:
        """Send requests again when the server lets them in."""
        if self._refused_since is None:
            self._refused_since = now
        self._refusals += 1
        pause = error.retry_after
        if pause is None:
            ceiling = min(self._policy.ceiling, self._policy.base * 2 ** min(self._refusals, 16))
            pause = random.uniform(ceiling / 2, ceiling)  # noqa: S311
            self._pace.paused_until = max(self._pace.paused_until, now + pause)
        is_too_long = pause > self._policy.longest_retry_after
        if is_too_long or now + pause - self._refused_since > _MOST_REFUSED:
            self.fail(error)
        self._again(entries)

    def _retry(self, entries: list[Entry], now: float, delay: float) -> None:
        for entry in entries:
            entry.retries += 1
            if entry.failing_since is None:
                entry.failing_since = now
        self._again(entries, now + delay)

    def _failed_entry(self, entry: Entry, error: APIStatusError, now: float) -> None:
        """Take a fault of the service that concerns one element of a batch."""
        delay = self._policy.delay(entry.retries, httpx.Response(error.status_code))
        if delay is None or error.status_code == 501:
            self._settle(entry, error)
        else:
            self._retry([entry], now, delay)

    def _not_connected(
        self,
        entries: list[Entry],
        error: APIError,
        outcome: httpx.Response | httpx.TransportError,
        now: float,
    ) -> None:
        delay = self._policy.delay(max(entry.retries for entry in entries), outcome)
        if delay is not None:
            self._retry(entries, now, delay)
        elif self._replied_at is None:
            self.fail(error)
        elif isinstance(outcome, NOT_CONNECTED) and self._is_unreachable(entries[0], now):
            if now - self._replied_at > _MOST_UNREACHABLE:
                self.fail(error)
            self._retry(entries, now, random.uniform(0.5, 1.0))  # noqa: S311
        else:
            self._broken += 1
            if self._broken >= _MOST_BROKEN:
                self.fail(error)
            self._give_up(entries, error)

    def _is_unreachable(self, entry: Entry, now: float) -> bool:
        """Return whether nobody has had a reply since a request first failed."""
        since = entry.failing_since if entry.failing_since is not None else now
        return self._replied_at is None or self._replied_at <= since

    def _give_up(self, entries: list[Entry], error: APIError) -> None:
        """Make an error that of its item; of several items, find the one that causes it."""
        if len(entries) == 1:
            self._settle(entries[0], error)
        else:
            self._halve(entries)
