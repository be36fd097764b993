"""`with_raw_response`: the same methods, returning the HTTP response with the reply."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, cast

import httpx

from triptych.client.events import OnStep
from triptych.client.exchange import from_http
from triptych.client.operations import Operations
from triptych.client.operations_async import AsyncOperations
from triptych.contract import Operation, ReplyT, Request

if TYPE_CHECKING:
    from triptych.client.clients import AsyncClient, Client

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class RawResponse(Generic[ReplyT]):
    """An HTTP response, whatever its status, which can be parsed into its reply.

    Attributes
    ----------
    operation : Operation
        The operation that was called.
    request : Request
        The request that was sent.
    http_response : httpx.Response
        Status, headers (rate limits, `x-request-id`) and body; its request is without the key.
    """

    operation: Operation[Any, ReplyT]
    request: Request
    http_response: httpx.Response

    def parse(self) -> ReplyT:
        """Return the typed reply, or raise the error of the status."""
        return from_http(self.operation, self.request, self.http_response)


def _raw(
    method: Callable[Concatenate[Any, P], ReplyT],
) -> Callable[Concatenate[Any, P], RawResponse[ReplyT]]:
    # The method returns what `call` returns; RawOperations.call returns a RawResponse.
    return cast("Callable[Concatenate[Any, P], RawResponse[ReplyT]]", method)


def _raw_async(
    method: Callable[Concatenate[Any, P], Awaitable[ReplyT]],
) -> Callable[Concatenate[Any, P], Awaitable[RawResponse[ReplyT]]]:
    return cast("Callable[Concatenate[Any, P], Awaitable[RawResponse[ReplyT]]]", method)


class RawOperations:
    """The sync client's methods, each returning a `RawResponse`.

    Examples
    --------
    >>> import triptych
    >>> response = triptych.Client().with_raw_response.profanity("fine")
    >>> response.http_response.status_code, response.parse().profanities_found
    (200, False)
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> RawResponse[ReplyT]:
        """Send a validated request and return the response without parsing it."""
        response = self._client.send(operation, request, on_step=on_step, timeout=timeout)
        return RawResponse(operation, request, response)

    profanity = _raw(Operations.profanity)
    spam = _raw(Operations.spam)
    suggest = _raw(Operations.suggest)
    search = _raw(Operations.search)
    research = _raw(Operations.research)
    scrape = _raw(Operations.scrape)
    detect = _raw(Operations.detect)
    sentiment = _raw(Operations.sentiment)
    embed = _raw(Operations.embed)
    embed_v2 = _raw(Operations.embed_v2)
    generate_image = _raw(Operations.generate_image)


class AsyncRawOperations:
    """The async client's methods, each returning a `RawResponse`."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> RawResponse[ReplyT]:
        """Send a validated request and return the response without parsing it."""
        response = await self._client.send(operation, request, on_step=on_step, timeout=timeout)
        return RawResponse(operation, request, response)

    profanity = _raw_async(AsyncOperations.profanity)
    spam = _raw_async(AsyncOperations.spam)
    suggest = _raw_async(AsyncOperations.suggest)
    search = _raw_async(AsyncOperations.search)
    research = _raw_async(AsyncOperations.research)
    scrape = _raw_async(AsyncOperations.scrape)
    detect = _raw_async(AsyncOperations.detect)
    sentiment = _raw_async(AsyncOperations.sentiment)
    embed = _raw_async(AsyncOperations.embed)
    embed_v2 = _raw_async(AsyncOperations.embed_v2)
    generate_image = _raw_async(AsyncOperations.generate_image)
