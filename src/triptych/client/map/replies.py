"""A chunk of items as one HTTP request, and its response as a reply or error for each item."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

import httpx
from pydantic import ValidationError
from pydantic_core import from_json

from triptych.client.errors import (
    APIError,
    APIStatusError,
    InvalidReplyError,
    JournalError,
)
from triptych.client.exchange import (
    batch_to_http,
    connection_error,
    error_of,
    from_http,
    invalid_reply,
    reply_of,
    to_http,
)
from triptych.client.map.items import Entry, takes_address
from triptych.client.map.store import Row, Store
from triptych.contract import GenerationReply, Operation, ReplyT, SpamRequest

#: Headers of a batch's response that are not those of its elements.
_OF_THE_BATCH = (
    "content-type", "content-length", "content-encoding", "transfer-encoding", "x-request-id"
)  # fmt: skip


@dataclass(slots=True)
class Chunk:
    """Items that are sent together.

    Attributes
    ----------
    entries : list of Entry
        The items.
    is_batch : bool
        Whether they go to the route for batches; several others are texts of one spam call.
    sent_at : float
        When, by the scheduler's clock.
    """

    entries: list[Entry]
    is_batch: bool
    sent_at: float


@dataclass(slots=True)
class ChunkResult(Generic[ReplyT]):
    """How sending a chunk ended.

    Attributes
    ----------
    values : list of Reply or APIError
        One for each item, unless the chunk failed as a whole.
    error : APIError or None
        Why the chunk failed as a whole.
    outcome : httpx.Response or httpx.TransportError
        How the HTTP request ended.
    latency : float
        Seconds that it took.
    """

    values: list[ReplyT | APIError]
    error: APIError | None
    outcome: httpx.Response | httpx.TransportError
    latency: float


@dataclass(frozen=True, slots=True)
class ChunkCodec(Generic[ReplyT]):
    """Writes chunks as HTTP requests and reads the responses; both clients use it.

    Attributes
    ----------
    operation : Operation
        The operation.
    http : httpx.Client or httpx.AsyncClient
        Builds the requests.
    base_url : httpx.URL
        Address of the service.
    timeout : httpx.Timeout or None
        The limits of each request.
    store : Store
        Where replies are kept before they are yielded.
    """

    operation: Operation[Any, ReplyT]
    http: httpx.Client | httpx.AsyncClient
    base_url: httpx.URL
    timeout: httpx.Timeout | None
    store: Store = field(repr=False)

    def request(self, chunk: Chunk) -> httpx.Request:
        """Return the HTTP request of a chunk, without the key."""
        entries = chunk.entries
        if chunk.is_batch:
            # Each body is JSON already.
            bodies = b",".join(entry.body for entry in entries)
            name = self.operation.name.encode()
            content = b'{"operation":"%b","requests":[%b]}' % (name, bodies)
            return batch_to_http(self.http, self.base_url, content, self.timeout)
        request = entries[0].request
        if len(entries) > 1:
            texts = [entry.request.text for entry in entries]  # type: ignore[attr-defined]
            request = SpamRequest.model_construct(text=texts)
        return to_http(self.http, self.base_url, self.operation, request, self.timeout)

    def decode(
        self, chunk: Chunk, outcome: httpx.Response | httpx.TransportError, latency: float
    ) -> ChunkResult[ReplyT]:
        """Read the outcome of a request, and store what is final."""
        result = self._read(chunk, outcome, latency)
        if result.values and isinstance(outcome, httpx.Response):
            size = len(outcome.content) // len(result.values)
            rows = [
                row
                for entry, value in zip(chunk.entries, result.values, strict=True)
                if (row := _row(entry, value, size)) is not None
            ]
            self.store.add(rows)
        return result

    def _read(
        self, chunk: Chunk, outcome: httpx.Response | httpx.TransportError, latency: float
    ) -> ChunkResult[ReplyT]:
        if isinstance(outcome, httpx.TransportError):
            error = connection_error(outcome, outcome.request)
            error.__cause__ = outcome
            return ChunkResult([], error, outcome, latency)
        values: list[ReplyT | APIError]
        try:
            if len(chunk.entries) == 1 and not chunk.is_batch:
                values = [from_http(self.operation, chunk.entries[0].request, outcome)]
            elif not outcome.is_success:
                raise error_of(outcome)
            elif chunk.is_batch:
                values = self._of_batch(chunk.entries, outcome)
            else:
                values = self._of_list(chunk.entries, outcome)
        except APIError as raised:
            # A single item's final error is a result like a reply.
            values = [raised] if len(chunk.entries) == 1 and not chunk.is_batch else []
            return ChunkResult(values, raised, outcome, latency)
        return ChunkResult(values, None, outcome, latency)

    def _of_batch(
        self, entries: Sequence[Entry], response: httpx.Response
    ) -> list[ReplyT | APIError]:
        try:
            elements = from_json(response.content, allow_inf_nan=False)["replies"]
            if len(elements) != len(entries):
                raise ValueError(len(elements))
        except (ValueError, TypeError, KeyError):
            reason = "it is no batch of as many replies as requests"
            raise invalid_reply(self.operation, response, reason) from None
        return [
            self._of_element(entry, element, response)
            for entry, element in zip(entries, elements, strict=True)
        ]

    def _of_element(
        self, entry: Entry, element: Any, response: httpx.Response
    ) -> ReplyT | APIError:
        if not isinstance(element, dict):
            return invalid_reply(self.operation, response, "an element is not an object")
        if element.get("success") is False:
            return _error_of_element(element, response)
        try:
            return reply_of(self.operation, element, entry.request)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            return invalid_reply(self.operation, response, f"{where}: {first['msg']}")

    def _of_list(
        self, entries: Sequence[Entry], response: httpx.Response
    ) -> list[ReplyT | APIError]:
        """Return the replies to the texts of one spam call, which counts its tokens for all."""
        whole = from_http(self.operation, entries[0].request, response)
        checks = whole.raw["check"]
        if not isinstance(checks, list) or len(checks) != len(entries):
            reason = "check: it is no list with an element for each text"
            raise invalid_reply(self.operation, response, reason)
        return [
            self._of_element(
                entry, {"success": True, "check": check, "log_id": whole.log_id}, response
            )
            for entry, check in zip(entries, checks, strict=True)
        ]

    def stored(self, entry: Entry, row: Row) -> ReplyT | APIError:
        """Return the reply or error of a stored row."""
        if row.status != 200:
            request = httpx.Request(self.operation.method, self.base_url)
            return _error_of_members(row.members, row.status, httpx.Headers(), request)
        try:
            return reply_of(self.operation, row.members, entry.request)
        except ValidationError:
            raise JournalError(
                "The journal contains a reply that does not match the API schema: delete the file "
                "to start again."
            ) from None


def is_final(error: APIStatusError, entry: Entry) -> bool:
    """Return whether the same request would get the same error again.

    A missing path may be there tomorrow, and so may the page of a 424.
    """
    if error.status_code == 403:
        return takes_address(entry.request)
    return 400 <= error.status_code < 500 and error.status_code not in {
        401, 404, 405, 408, 424, 429
    }  # fmt: skip


def _row(entry: Entry, value: Any, size: int) -> Row | None:
    """Return what to store of a reply or error; None if another try may end otherwise."""
    if isinstance(value, APIStatusError):
        if not is_final(value, entry):
            return None
        body = {
            "success": False,
            "message": value.message,
            "error": {"code": value.code, "field": value.field, "detail": value.detail},
            "log_id": value.log_id,
        }
        return Row(entry.digest, value.status_code, body, size)
    if isinstance(value, APIError):
        return None
    raw = value.raw
    if isinstance(value, GenerationReply) and value.content and "url" not in raw:
        # The image was the body: as an address it can be read again.
        raw = raw | {"url": _data_url(value)}
    if value.log_id is not None and "log_id" not in raw:
        raw = raw | {"log_id": value.log_id}
    return Row(entry.digest, 200, raw, size)


def _data_url(reply: GenerationReply) -> str:
    return f"data:{reply.media_type};base64,{base64.b64encode(reply.content).decode()}"


def _error_of_element(element: dict[str, Any], batch: httpx.Response) -> APIStatusError:
    status = element.get("status")
    members = {name: value for name, value in element.items() if name != "status"}
    headers = batch.headers.copy()
    for name in _OF_THE_BATCH:
        headers.pop(name, None)
    return _error_of_members(
        members, status if isinstance(status, int) else 500, headers, batch.request
    )


def _error_of_members(
    members: dict[str, Any], status: int, headers: httpx.Headers, request: httpx.Request
) -> APIStatusError:
    """Return the error that a response with this JSON body would raise."""
    return error_of(httpx.Response(status, headers=headers, json=members, request=request))


def is_unusable_batch(error: APIError) -> bool:
    """Return whether an error shows that the service has no route for batches, or another one."""
    if isinstance(error, InvalidReplyError):
        return True
    return isinstance(error, APIStatusError) and error.status_code in {404, 405, 501}
