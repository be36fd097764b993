"""`Client` and `AsyncClient`: the same calls, waiting or awaited."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Self

import httpx
from httpx_sse import EventSource

from triptych.client.embedded import EmbeddedTransport
from triptych.client.exchange import (
    KeyAuth,
    connection_error,
    from_http,
    health_of,
    health_request,
    redacted,
    to_http,
)
from triptych.client.operations import Operations
from triptych.client.operations_async import AsyncOperations
from triptych.client.raw import AsyncRawOperations, RawOperations
from triptych.client.retry import RetryPolicy
from triptych.client.settings import Settings
from triptych.client.watching import ACCEPT, EventStreamError, OnStep, taken, tells
from triptych.contract import Operation, ReplyT, Request

#: Seconds: a minute for an answer, five for a connection.
DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=5.0)


class _Common:
    """What both clients hold, and how they show themselves: never with the key."""

    def __init__(self, settings: Settings, retries: RetryPolicy | None, *, own_http: bool) -> None:
        self._settings = settings
        self._auth = KeyAuth(settings.api_key, settings.base_url)
        # In this process a failure is no passing one: the same call fails the same way.
        self._retries = retries or RetryPolicy(max_retries=0 if settings.embedded else 2)
        self._own_http = own_http

    @property
    def base_url(self) -> httpx.URL:
        """Address the calls go to."""
        return self._settings.base_url

    @property
    def embedded(self) -> bool:
        """Whether calls are answered inside this process."""
        return self._settings.embedded

    def __repr__(self) -> str:
        where = "embedded" if self.embedded else repr(self.base_url)[len("URL(") : -1]
        return f"<triptych.{type(self).__name__} {where}>"


class Client(_Common, Operations):
    """A client of the Text, Vision and Web Intelligence API.

    With neither key nor base URL, given or in the environment, the API itself runs inside this
    process: same code, same bytes, no port, no network.

    Parameters
    ----------
    api_key : str, optional
        Sent as `x-api-key`; else `TRIPTYCH_API_KEY`. It shows in no repr, log or error.
    base_url : str, optional
        Address of a server; else `TRIPTYCH_BASE_URL`.
    timeout : float or httpx.Timeout, optional
        Seconds to wait; a minute for an answer and five seconds for a connection by default.
    retries : RetryPolicy, optional
        How often to try again after connection errors, 429 and 5xx; twice by default.
    transport : httpx.BaseTransport, optional
        Your own transport (a proxy, a test double).
    http_client : httpx.Client, optional
        Your own httpx client; you keep the closing of it.

    Raises
    ------
    ConfigurationError
        If only one of key and base URL is known.

    Examples
    --------
    >>> with Client() as client:
    ...     client.profanity("All is well").profanities_found
    False
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | httpx.Timeout = DEFAULT_TIMEOUT,
        retries: RetryPolicy | None = None,
        transport: httpx.BaseTransport | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        own = transport is not None or http_client is not None
        settings = Settings.resolve(api_key, base_url, own_transport=own)
        super().__init__(settings, retries, own_http=http_client is None)
        if settings.embedded:
            transport = EmbeddedTransport()
        self._http = http_client or httpx.Client(transport=transport, timeout=timeout)

    @property
    def with_raw_response(self) -> RawOperations:
        """The same methods, returning the HTTP response beside the reply."""
        return RawOperations(self)

    def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
    ) -> ReplyT:
        """Send a validated request and return the reply.

        Parameters
        ----------
        operation : Operation
            A row of `triptych.OPERATIONS`.
        request : Request
            An instance of the operation's request class.
        on_step : callable, optional
            Told of each step of the work, where the service tells of it.

        Raises
        ------
        APIError
            If the call fails; its subclass says how.
        """
        return from_http(operation, request, self.send(operation, request, on_step=on_step))

    def send(
        self, operation: Operation[Any, Any], request: Request, *, on_step: OnStep | None = None
    ) -> httpx.Response:
        """Send a validated request, trying again where that may help; return any response.

        Parameters
        ----------
        operation, request, on_step
            As for `call`.

        Returns
        -------
        httpx.Response
            Of whatever status; its request is without the key.

        Raises
        ------
        APIConnectionError
            If there was no answer.
        ConfigurationError
            If the client has been closed.
        """
        http_request = to_http(self._http, self.base_url, operation, request)
        retries = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = self._exchange(http_request, on_step)
                outcome.request = redacted(outcome.request)
            except httpx.TransportError as error:
                outcome = error
            delay = self._retries.delay(retries, outcome)
            if delay is not None:
                retries += 1
                time.sleep(delay)
            elif isinstance(outcome, httpx.Response):
                return outcome
            else:
                raise connection_error(outcome, http_request) from outcome

    def _exchange(self, http_request: httpx.Request, on_step: OnStep | None) -> httpx.Response:
        if on_step is None:
            return self._http.send(http_request, auth=self._auth)
        http_request.headers["accept"] = ACCEPT
        response = self._http.send(http_request, auth=self._auth, stream=True)
        if not tells(response):
            try:
                response.read()
            finally:
                response.close()
            return response
        try:
            for event in EventSource(response).iter_sse():
                if (last := taken(event, response, on_step)) is not None:
                    return last
            raise EventStreamError("the events ended before the reply")
        except (httpx.NetworkError, httpx.ProtocolError) as error:
            # The work has begun: trying again would begin it anew.
            raise EventStreamError(str(error)) from error
        finally:
            # Before its end, this ends the work too.
            response.close()

    def health(self) -> dict[str, Any]:
        """Return what the service says of itself; neither key nor tokens are spent.

        Returns
        -------
        dict
            `status` ("ok"), `version` and `operations`, the names of those it offers.

        Raises
        ------
        APIError
            If it does not answer, or tells nothing of its health (404).

        Examples
        --------
        >>> with Client() as client:
        ...     client.health()["status"]
        'ok'
        """
        request = health_request(self._http, self.base_url)
        auth = KeyAuth(None, self.base_url)
        try:
            response = self._http.send(request, auth=auth)
        except httpx.TransportError as error:
            raise connection_error(error, request) from error
        return health_of(response)

    def close(self) -> None:
        """Close the connections, unless they belong to your own httpx client."""
        if self._own_http:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


class AsyncClient(_Common, AsyncOperations):
    """The same client for `await`; parameters and behaviour are those of `Client`.

    Cancelling an awaited call ends the request; an engine already at work on it ends unheard.

    Parameters
    ----------
    api_key, base_url, timeout, retries
        As for `Client`.
    transport : httpx.AsyncBaseTransport, optional
        Your own transport.
    http_client : httpx.AsyncClient, optional
        Your own httpx client; you keep the closing of it.

    Examples
    --------
    >>> import asyncio
    >>> async def check(text: str) -> bool:
    ...     async with AsyncClient() as client:
    ...         return (await client.profanity(text)).profanities_found
    >>> asyncio.run(check("All is well"))
    False
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float | httpx.Timeout = DEFAULT_TIMEOUT,
        retries: RetryPolicy | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        own = transport is not None or http_client is not None
        settings = Settings.resolve(api_key, base_url, own_transport=own)
        super().__init__(settings, retries, own_http=http_client is None)
        if settings.embedded:
            transport = EmbeddedTransport()
        self._http = http_client or httpx.AsyncClient(transport=transport, timeout=timeout)

    @property
    def with_raw_response(self) -> AsyncRawOperations:
        """The same methods, returning the HTTP response beside the reply."""
        return AsyncRawOperations(self)

    async def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
    ) -> ReplyT:
        """Send a validated request and return the reply; see `Client.call`."""
        return from_http(operation, request, await self.send(operation, request, on_step=on_step))

    async def send(
        self, operation: Operation[Any, Any], request: Request, *, on_step: OnStep | None = None
    ) -> httpx.Response:
        """Send a validated request and return any response; see `Client.send`."""
        http_request = to_http(self._http, self.base_url, operation, request)
        retries = 0
        while True:
            outcome: httpx.Response | httpx.TransportError
            try:
                outcome = await self._exchange(http_request, on_step)
                outcome.request = redacted(outcome.request)
            except httpx.TransportError as error:
                outcome = error
            delay = self._retries.delay(retries, outcome)
            if delay is not None:
                retries += 1
                await asyncio.sleep(delay)
            elif isinstance(outcome, httpx.Response):
                return outcome
            else:
                raise connection_error(outcome, http_request) from outcome

    async def _exchange(
        self, http_request: httpx.Request, on_step: OnStep | None
    ) -> httpx.Response:
        if on_step is None:
            return await self._http.send(http_request, auth=self._auth)
        http_request.headers["accept"] = ACCEPT
        response = await self._http.send(http_request, auth=self._auth, stream=True)
        if not tells(response):
            try:
                await response.aread()
            finally:
                await response.aclose()
            return response
        try:
            async for event in EventSource(response).aiter_sse():
                if (last := taken(event, response, on_step)) is not None:
                    return last
            raise EventStreamError("the events ended before the reply")
        except (httpx.NetworkError, httpx.ProtocolError) as error:
            # The work has begun: trying again would begin it anew.
            raise EventStreamError(str(error)) from error
        finally:
            # Before its end, this ends the work too.
            await response.aclose()

    async def health(self) -> dict[str, Any]:
        """Return what the service says of itself; see `Client.health`."""
        request = health_request(self._http, self.base_url)
        auth = KeyAuth(None, self.base_url)
        try:
            response = await self._http.send(request, auth=auth)
        except httpx.TransportError as error:
            raise connection_error(error, request) from error
        return health_of(response)

    async def close(self) -> None:
        """Close the connections, unless they belong to your own httpx client."""
        if self._own_http:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.close()
