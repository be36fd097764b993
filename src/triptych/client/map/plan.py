"""The arguments of `map`, checked before anything is sent, and what is made from them."""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import httpx

from triptych.client.errors import (
    APIError,
    APIStatusError,
    InvalidInputError,
    InvalidReplyError,
)
from triptych.client.map.items import Items, operation_of
from triptych.client.map.replies import ChunkCodec
from triptych.client.map.scheduler import NOT_CONNECTED, Scheduler
from triptych.client.map.store import Recent, Store
from triptych.client.retry import RetryPolicy
from triptych.client.timeouts import CallTimeout
from triptych.contract import Operation, Problem
from triptych.contract.batch import BatchOperation

if TYPE_CHECKING:
    from triptych.client.clients import AsyncClient, Client

#: Requests under way by default: batches in this process (one is read while the next is computed),
#: other calls in this process, batches to a server, and other calls to one.
_EMBEDDED_BATCHES, _EMBEDDED, _BATCHES, _SINGLE = 2, 4, 8, 32
#: Statuses of a service that has no health endpoint.
_NO_HEALTH = {401, 403, 404, 405}


@dataclass(frozen=True, slots=True)
class Plan:
    """One call of `map`.

    Attributes
    ----------
    items : Items
        Makes the requests.
    concurrency : int or None
        Requests under way, at most.
    journal : Path or None
        File of the journal.
    timeout : CallTimeout or None
        The limits of each request; None for those of the client.
    """

    items: Items
    concurrency: int | None
    journal: Path | None
    timeout: CallTimeout | None

    @classmethod
    def of(
        cls,
        operation: str | Operation[Any, Any],
        items: object,
        options: Mapping[str, Any],
        *,
        concurrency: int | None,
        journal: str | os.PathLike[str] | None,
        timeout: CallTimeout | None,
    ) -> Plan:
        """Check the arguments.

        Raises
        ------
        InvalidInputError
            If one of them is wrong for all items.
        """
        if isinstance(items, str | bytes | Mapping) or not isinstance(
            items, Iterable | AsyncIterable
        ):
            message = "items: give an iterable of items, such as a list or a column of a frame."
            raise InvalidInputError([Problem("items", message)])
        if concurrency is not None and (
            isinstance(concurrency, bool) or not isinstance(concurrency, int) or concurrency < 1
        ):
            message = "concurrency: give a whole number of 1 or more."
            raise InvalidInputError([Problem("concurrency", message)])
        row = operation_of(operation)
        made = Items(row, options)
        if row.deprecated:
            message = f"{row.name} is deprecated. {row.instead}"
            warnings.warn(message, DeprecationWarning, stacklevel=3)
        path = None if journal is None else Path(journal).expanduser()
        return cls(made, concurrency, path, timeout)

    @property
    def may_be_batched(self) -> bool:
        """Whether the operation is one of those of the route for batches."""
        return self.items.operation.name in get_args(BatchOperation)

    def needs_health(self, *, embedded: bool) -> bool:
        """Return whether the health of the service has to be known."""
        return self.journal is not None or (self.may_be_batched and not embedded)

    def health_delay(self, error: APIError, retries: int, policy: RetryPolicy) -> float | None:
        """Return the seconds until another try of a health request that failed.

        None where its health is not needed: a service without a health endpoint has neither
        batches nor models that it names.

        Raises
        ------
        APIError
            If the service cannot be reached, or a journal cannot be compared with it.
        """
        outcome: httpx.Response | httpx.TransportError | None = None
        if isinstance(error, APIStatusError):
            outcome = httpx.Response(error.status_code, headers=error.headers)
        elif isinstance(error.__cause__, httpx.TransportError):
            outcome = error.__cause__
        delay = None if outcome is None else policy.delay(retries, outcome)
        if delay is None:
            is_missing = isinstance(error, InvalidReplyError) or (
                isinstance(error, APIStatusError) and error.status_code in _NO_HEALTH
            )
            if isinstance(outcome, NOT_CONNECTED) or (self.journal is not None and not is_missing):
                raise error
        return delay

    def store(self, client: Client | AsyncClient, health: Mapping[str, Any]) -> Store:
        """Open the journal, or make a store in memory.

        Raises
        ------
        JournalError
            If the journal is refused.
        """
        if self.journal is None:
            return Recent()
        from triptych.client.map.journal import Journal

        service = "embedded" if client.embedded else str(client.base_url)
        call = {
            "operation": self.items.operation.name,
            "options": self.items.options_digest,
            "service": service.rstrip("/"),
        }
        call |= {
            part: str(health[part])
            for part in ("version", "models")
            if isinstance(health.get(part), str)
        }
        return Journal(self.journal, call)

    def scheduler(
        self, client: Client | AsyncClient, codec: ChunkCodec[Any], health: Mapping[str, Any]
    ) -> Scheduler[Any]:
        """Return the scheduler of the call."""
        offered = health.get("batch")
        has_batches = self.may_be_batched and (
            client.embedded or (isinstance(offered, list) and self.items.operation.name in offered)
        )
        default = (_BATCHES, _SINGLE)
        if client.embedded:
            default = (_EMBEDDED_BATCHES, _EMBEDDED)
        return Scheduler(
            self.items,
            codec.store,
            codec.stored,
            most=self.concurrency or default[0 if has_batches else 1],
            has_batches=has_batches,
            policy=client._retries,
        )
