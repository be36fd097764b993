"""`Client` and `AsyncClient`: the same calls, blocking or awaited."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import itertools
import threading
import time
from collections.abc import AsyncIterable, Iterable
from typing import Any, Self

import httpx

from triptych.client.body import MAX_REPLY_BYTES, checked_limit, limit_body, without_body
from triptych.client.deadline import shorten, until
from triptych.client.embedded import EmbeddedTransport
from triptych.client.errors import APIError
from triptych.client.events import OnStep, events_of, handle_event, is_event_stream, stream_errors
from triptych.client.exchange import (
    KeyAuth,
    connection_error,
    from_http,
    health_of,
    health_request,
    redirect_errors,
    to_http,
    without_secrets,
)
from triptych.client.map import (
    AsyncMapMethod,
    AsyncResults,
    MapMethod,
    Plan,
    Results,
    tasks,
    threads,
)
from triptych.client.map.replies import Chunk, ChunkCodec, ChunkResult
from triptych.client.operations import Operations
from triptych.client.operations_async import AsyncOperations
from triptych.client.raw import AsyncRawOperations, RawOperations
from triptych.client.retry import RetryPolicy
from triptych.client.settings import Settings
from triptych.client.timeouts import DEFAULT_TIMEOUT, CallTimeout, LimitedStream
from triptych.contract import Operation, ReplyT, Request


class _Common:
    """State and options of both clients; their repr shows neither key nor password."""

    def __init__(
        self,
        settings: Settings,
        timeout: float | httpx.Timeout | None,
        retries: RetryPolicy | None,
        max_reply_bytes: int,
        *,
        own_http: bool,
    ) -> None:
        self._settings = settings
        self._max_reply_bytes = checked_limit(max_reply_bytes)
        self._auth = KeyAuth(settings.api_key, settings.login)
        # The health of a service needs no key.
        self._health_auth = KeyAuth(None, settings.login)
        # In this process no failure is temporary: the same call fails the same way.
        self._retries = retries or RetryPolicy(max_retries=0 if settings.embedded else 2)
        self._timeout = CallTimeout.of(timeout)
        self._own_http = own_http

    @property
    def base_url(self) -> httpx.URL:
        """Address the calls go to, without the user and the password that it was given with."""
        return self._settings.base_url

    @property
    def embedded(self) -> bool:
        """Whether calls are answered inside this process."""
        return self._settings.embedded

    def with_options(
        self,
        *,
        timeout: float | httpx.Timeout | None = None,
        retries: RetryPolicy | None = None,
    ) -> Self:
        """Return a client with other options, which shares this one's connections.

        Parameters
        ----------
        timeout : float or httpx.Timeout, optional
            As for the client; by default this one's.
        retries : RetryPolicy, optional
            As for the client; by default this one's.

        Returns
        -------
        Self
            Closing it does nothing: it ends with this one.

        Examples
        --------
        >>> import triptych
        >>> client = triptych.Client()
        >>> client.with_options(timeout=10).spam("See you at six").check.is_spam
        False
        """
        other = copy.copy(self)
        other._own_http = False
        if timeout is not None:
            other._timeout = CallTimeout.of(timeout)
        if retries is not None:
            other._retries = retries
        return other

    def __repr__(self) -> str:
        where = "embedded" if self.embedded else repr(str(self.base_url))
        return f"<triptych.{type(self).__name__} {where}>"

    def _delay(
        self,
        retries: int,
        outcome: httpx.Response | httpx.TransportError,
        began: float,
        deadline: float | None,
    ) -> float | None:
        """Return the seconds to wait before another try; None for no more tries.

        There is none for which no time is left. After a 504 the work would take as long again.
        """
        delay = self._retries.delay(retries, outcome)
        if delay is None or deadline is None:
            return delay
        now = time.monotonic()
        is_slow = isinstance(outcome, httpx.Response) and outcome.status_code == 504
        work = now - began if is_slow else 0.0
        return delay if now + delay + work < deadline else None


class Client(_Common, Operations, MapMethod):
    """A client of the Text, Vision and Web Intelligence API.

    With neither key nor base URL, given or in the environment, the API itself runs inside this
    process: same code, same bytes, no port, no network.

    Parameters
    ----------
    api_key : str, optional
        Sent as `x-api-key`; by default `TRIPTYCH_API_KEY`. No repr, log or error shows it.
    base_url : str, optional
        Address of a server; by default `TRIPTYCH_BASE_URL`.
    timeout : float or httpx.Timeout, optional
        A number limits a whole call in seconds: all tries with the pauses between them, each to the
        last byte of its response. When it is over the service stops the work; a try for which no
        time is left is not made, and the last error is raised. By default a call ends with the
        service's own limit, after five seconds without a connection, or after 60 without any byte:
        while it works, the service sends one every second. An `httpx.Timeout` sets these limits,
        which do not limit the whole; `httpx.Timeout(None)` waits for ever.
    retries : RetryPolicy, optional
        How often to retry after connection errors, 429 and 5xx; twice by default.
    max_reply_bytes : int, default 268,435,456
        Bytes that the body of a response, decoded, may have. A longer one raises `ReplySizeError`,
        and no more of it is read. Calls inside this process have no such limit.
    transport : httpx.BaseTransport, optional
        Your own transport (a proxy, a test double).
    http_client : httpx.Client, optional
        Your own httpx client; closing it is up to you. Its `follow_redirects` does not count:
        redirects are never followed, since the key would be sent to the host that they name.

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
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | httpx.Timeout | None = None,
        retries: RetryPolicy | None = None,
        max_reply_bytes: int = MAX_REPLY_BYTES,
        transport: httpx.BaseTransport | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        own = transport is not None or http_client is not None
        settings = Settings.resolve(api_key, base_url, own_transport=own)
        super().__init__(settings, timeout, retries, max_reply_bytes, own_http=http_client is None)
        if settings.embedded:
            transport = EmbeddedTransport()
        self._http = http_client or httpx.Client(transport=transport, timeout=DEFAULT_TIMEOUT)
        if not settings.embedded:
            # It takes a part of httpx that calls inside this process do without.
            from triptych.client.connections import limit_waits

            limit_waits(self._http)

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
        timeout: float | httpx.Timeout | None = None,
    ) -> ReplyT:
        """Send a validated request and return the reply.

        Parameters
        ----------
        operation : Operation
            A row of `triptych.OPERATIONS`.
        request : Request
            An instance of the operation's request class.
        on_step : callable, optional
            Called with each step of the work as the service reports it.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Raises
        ------
        APIError
            If the call fails; the subclass names the kind of failure.
        """
        response = self.send(operation, request, on_step=on_step, timeout=timeout)
        return from_http(operation, request, response)

    def send(
        self,
        operation: Operation[Any, Any],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> httpx.Response:
        """Send a validated request, with retries, and return the response whatever its status.

        Parameters
        ----------
        operation, request, on_step, timeout
            As for `call`.

        Returns
        -------
        httpx.Response
            Its request is without the key.

        Raises
        ------
        APIConnectionError
            If there was no response.
        InvalidReplyError
            If the body of a successful response cannot be decoded.
        ConfigurationError
            If the client has been closed.
        """
        limits = self._timeout if timeout is None else CallTimeout.of(timeout)
        deadline = limits.deadline
        http_request = to_http(self._http, self.base_url, operation, request, limits.http)
        retries = 0
        while True:
            began = time.monotonic()
            outcome = self._attempt(http_request, on_step, deadline)
            delay = self._delay(retries, outcome, began, deadline)
            if delay is not None:
                retries += 1
                time.sleep(delay)
                shorten(http_request, deadline)
            elif isinstance(outcome, httpx.Response):
                return outcome
            else:
                raise connection_error(outcome, http_request) from outcome

    def _attempt(
        self,
        http_request: httpx.Request,
        on_step: OnStep | None,
        deadline: float | None,
        cancelled: threading.Event | None = None,
        auth: KeyAuth | None = None,
    ) -> httpx.Response | httpx.TransportError:
        try:
            with until(deadline):
                return without_secrets(
                    self._exchange(http_request, on_step, deadline, cancelled, auth or self._auth)
                )
        except httpx.TransportError as error:
            error.request = http_request
            return error

    def _exchange(
        self,
        http_request: httpx.Request,
        on_step: OnStep | None,
        deadline: float | None,
        cancelled: threading.Event | None,
        auth: KeyAuth,
    ) -> httpx.Response:
        # A client that follows redirects would send the key along: httpx removes no header but
        # authorization.
        with redirect_errors():
            response = self._http.send(http_request, auth=auth, stream=True, follow_redirects=False)
        try:
            if not self.embedded:
                limit_body(response, self._max_reply_bytes)
            is_stream = is_event_stream(response)
            if deadline is not None or (cancelled is not None and is_stream):
                assert isinstance(response.stream, httpx.SyncByteStream)
                response.stream = LimitedStream(response.stream, deadline, cancelled)
            if not is_stream:
                response.read()
                return response
            with stream_errors():
                for event in events_of(response).iter_sse():
                    if (last := handle_event(event, response, on_step)) is not None:
                        return last
                raise httpx.RemoteProtocolError("the events ended before the reply")
        except httpx.DecodingError as error:
            return without_body(response, error)
        finally:
            # Before the end of a stream, this makes the service stop the work too.
            response.close()

    def health(self, *, timeout: float | httpx.Timeout | None = None) -> dict[str, Any]:
        """Return the health of the service; this needs no key and costs no tokens.

        Parameters
        ----------
        timeout : float or httpx.Timeout, optional
            As for `Client`, for this call alone.

        Returns
        -------
        dict
            `status` ("ok"), `version` and `operations`, the names of those it offers. The local
            service adds `batch`, the operations it answers in batches, and `models`, a digest of
            its models.

        Raises
        ------
        APIError
            If it does not respond, or has no health endpoint (404).

        Examples
        --------
        >>> with Client() as client:
        ...     client.health()["status"]
        'ok'
        """
        return self._health(self._timeout if timeout is None else CallTimeout.of(timeout))

    def _health(self, limits: CallTimeout) -> dict[str, Any]:
        request = health_request(self._http, self.base_url, limits.http)
        outcome = self._attempt(request, None, limits.deadline, auth=self._health_auth)
        if isinstance(outcome, httpx.Response):
            return health_of(outcome)
        raise connection_error(outcome, request) from outcome

    def _map(self, plan: Plan, items: Iterable[Any]) -> Results[Any]:
        limits = plan.timeout or self._timeout
        health: dict[str, Any] = {}
        retries = itertools.count() if plan.needs_health(embedded=self.embedded) else ()
        for retry in retries:
            try:
                health = self._health(limits)
                break
            except APIError as error:
                delay = plan.health_delay(error, retry, self._retries)
            if delay is None:
                break
            time.sleep(delay)
        with contextlib.closing(plan.store(self, health)) as store:
            codec = ChunkCodec(plan.items.operation, self._http, self.base_url, limits.http, store)

            def send(chunk: Chunk, cancelled: threading.Event) -> ChunkResult[Any]:
                request = codec.request(chunk)
                began = time.monotonic()
                outcome = self._attempt(request, None, limits.deadline, cancelled)
                return codec.decode(chunk, outcome, time.monotonic() - began)

            yield from threads.run(plan.scheduler(self, codec, health), items, send)

    def close(self) -> None:
        """Close the connections, unless they belong to your own httpx client."""
        if self._own_http:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()


class AsyncClient(_Common, AsyncOperations, AsyncMapMethod):
    """The same client for `await`; parameters and behaviour are those of `Client`.

    Cancelling an awaited call ends the request; an engine that is already running finishes, and
    its result is discarded.

    Parameters
    ----------
    api_key, base_url, timeout, retries, max_reply_bytes
        As for `Client`.
    transport : httpx.AsyncBaseTransport, optional
        Your own transport.
    http_client : httpx.AsyncClient, optional
        Your own httpx client, used as by `Client`; closing it is up to you.

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
        *,
        api_key: str | None = None,
        base_url: str | None = None,
        timeout: float | httpx.Timeout | None = None,
        retries: RetryPolicy | None = None,
        max_reply_bytes: int = MAX_REPLY_BYTES,
        transport: httpx.AsyncBaseTransport | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        own = transport is not None or http_client is not None
        settings = Settings.resolve(api_key, base_url, own_transport=own)
        super().__init__(settings, timeout, retries, max_reply_bytes, own_http=http_client is None)
        if settings.embedded:
            transport = EmbeddedTransport()
        self._http = http_client or httpx.AsyncClient(transport=transport, timeout=DEFAULT_TIMEOUT)

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
        timeout: float | httpx.Timeout | None = None,
    ) -> ReplyT:
        """Send a validated request and return the reply; see `Client.call`."""
        response = await self.send(operation, request, on_step=on_step, timeout=timeout)
        return from_http(operation, request, response)

    async def send(
        self,
        operation: Operation[Any, Any],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> httpx.Response:
        """Send a validated request and return the response; see `Client.send`."""
        limits = self._timeout if timeout is None else CallTimeout.of(timeout)
        deadline = limits.deadline
        http_request = to_http(self._http, self.base_url, operation, request, limits.http)
        retries = 0
        while True:
            began = time.monotonic()
            outcome = await self._attempt(http_request, on_step, deadline)
            delay = self._delay(retries, outcome, began, deadline)
            if delay is not None:
                retries += 1
                await asyncio.sleep(delay)
                shorten(http_request, deadline)
            elif isinstance(outcome, httpx.Response):
                return outcome
            else:
                raise connection_error(outcome, http_request) from outcome

    async def _attempt(
        self,
        http_request: httpx.Request,
        on_step: OnStep | None,
        deadline: float | None,
        auth: KeyAuth | None = None,
    ) -> httpx.Response | httpx.TransportError:
        left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
        try:
            async with asyncio.timeout(left) as limit:
                return without_secrets(
                    await self._exchange(http_request, on_step, auth or self._auth)
                )
        except httpx.TransportError as error:
            error.request = http_request
            return error
        except TimeoutError:
            # Another one is an error of the callback.
            if limit.expired():
                message = "the call took longer than its timeout"
                return httpx.ReadTimeout(message, request=http_request)
            raise

    async def _exchange(
        self, http_request: httpx.Request, on_step: OnStep | None, auth: KeyAuth
    ) -> httpx.Response:
        with redirect_errors():
            response = await self._http.send(
                http_request, auth=auth, stream=True, follow_redirects=False
            )
        try:
            if not self.embedded:
                limit_body(response, self._max_reply_bytes)
            if not is_event_stream(response):
                await response.aread()
                return response
            with stream_errors():
                async for event in events_of(response).aiter_sse():
                    if (last := handle_event(event, response, on_step)) is not None:
                        return last
                raise httpx.RemoteProtocolError("the events ended before the reply")
        except httpx.DecodingError as error:
            return without_body(response, error)
        finally:
            # Before the end of a stream, this makes the service stop the work too.
            await response.aclose()

    async def health(self, *, timeout: float | httpx.Timeout | None = None) -> dict[str, Any]:
        """Return the health of the service; see `Client.health`."""
        return await self._health(self._timeout if timeout is None else CallTimeout.of(timeout))

    async def _health(self, limits: CallTimeout) -> dict[str, Any]:
        request = health_request(self._http, self.base_url, limits.http)
        outcome = await self._attempt(request, None, limits.deadline, self._health_auth)
        if isinstance(outcome, httpx.Response):
            return health_of(outcome)
        raise connection_error(outcome, request) from outcome

    async def _map(
        self, plan: Plan, items: Iterable[Any] | AsyncIterable[Any]
    ) -> AsyncResults[Any]:
        limits = plan.timeout or self._timeout
        health: dict[str, Any] = {}
        retries = itertools.count() if plan.needs_health(embedded=self.embedded) else ()
        for retry in retries:
            try:
                health = await self._health(limits)
                break
            except APIError as error:
                delay = plan.health_delay(error, retry, self._retries)
            if delay is None:
                break
            await asyncio.sleep(delay)
        with contextlib.closing(plan.store(self, health)) as store:
            codec = ChunkCodec(plan.items.operation, self._http, self.base_url, limits.http, store)

            async def send(chunk: Chunk) -> ChunkResult[Any]:
                request = codec.request(chunk)
                began = time.monotonic()
                outcome = await self._attempt(request, None, limits.deadline)
                latency = time.monotonic() - began
                # Decoding takes a while, and a journal is written: a cancelled call waits for it.
                decoding = asyncio.create_task(
                    asyncio.to_thread(codec.decode, chunk, outcome, latency)
                )
                try:
                    return await asyncio.shield(decoding)
                finally:
                    await asyncio.wait([decoding])

            results = tasks.run(plan.scheduler(self, codec, health), items, send)
            async with contextlib.aclosing(results):
                async for result in results:
                    yield result

    async def close(self) -> None:
        """Close the connections, unless they belong to your own httpx client."""
        if self._own_http:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.close()
