"""What a server has done, in Prometheus' format: numbers by operation, never texts or keys."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triptych.contract import BATCH_PATH, OPERATIONS

#: The label `operation` of a path; requests for other paths are not measured.
_LABELS = {row.path: name for name, row in OPERATIONS.items()} | {BATCH_PATH: "batch"}
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
#: The status of a request whose caller hung up before the response, as in nginx's logs.
HUNG_UP = 499


class Metrics:
    """Records nothing, as in the embedded default; `PrometheusMetrics` does."""

    def observe_work(self, operation: str, engine_seconds: float, usage: Mapping[str, Any]) -> None:
        """Record the seconds that engines worked for a request, and its tokens.

        Parameters
        ----------
        operation : str
            Name of the operation.
        engine_seconds : float
            Seconds without waiting for a thread.
        usage : mapping
            The member `_usage` of the reply.
        """

    def observe_batch(self, operation: str, size: int) -> None:
        """Record how many requests an engine worked on together.

        Parameters
        ----------
        operation : str
            Name of the operation.
        size : int
            Requests in the batch, at least 1.
        """


class PrometheusMetrics(Metrics):
    """Metrics of one app, in a registry of its own.

    Where `PROMETHEUS_MULTIPROC_DIR` names a folder, prometheus-client writes the numbers of each
    process there, and every process answers with the sum of all.

    Examples
    --------
    >>> metrics = PrometheusMetrics()
    >>> metrics.observe_batch("spam", 3)
    >>> 'triptych_batch_size_sum{operation="spam"} 3.0' in metrics.text()[0].decode()
    True
    """

    def __init__(self) -> None:
        # The embedded default need not load it.
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        registry = self._registry = CollectorRegistry()
        # Of these labels there are few; prometheus-client would check them at every call.
        self._of: Callable[..., Any] = cache(lambda metric, *labels: metric.labels(*labels))
        one = ["operation"]
        self._requests = Counter(
            "triptych_requests",
            "Requests by operation and HTTP status; 499 if the caller hung up.",
            ["operation", "status"],
            registry=registry,
        )
        self._seconds = Histogram(
            "triptych_request_seconds",
            "Seconds from a request's header to the end of its response.",
            one,
            buckets=_SECONDS,
            registry=registry,
        )
        self._in_flight = Gauge(
            "triptych_requests_in_flight",
            "Requests that are being answered.",
            one,
            # Of the processes that live: others have no requests any more.
            multiprocess_mode="livesum",
            registry=registry,
        )
        self._engine_seconds = Counter(
            "triptych_engine_seconds",
            "Seconds that engines worked, without waiting for a thread.",
            one,
            registry=registry,
        )
        self._tokens = Counter(
            "triptych_tokens",
            "Tokens that were read (input) and written (output).",
            ["operation", "direction"],
            registry=registry,
        )
        self._batches = Histogram(
            "triptych_batch_size",
            "Requests that an engine worked on together.",
            one,
            buckets=_SIZES,
            registry=registry,
        )

    def observe_work(self, operation: str, engine_seconds: float, usage: Mapping[str, Any]) -> None:
        """Record the seconds that engines worked for a request, and its tokens."""
        self._of(self._engine_seconds, operation).inc(engine_seconds)
        self._of(self._tokens, operation, "input").inc(usage["input_tokens"])
        self._of(self._tokens, operation, "output").inc(usage["output_tokens"])

    def observe_batch(self, operation: str, size: int) -> None:
        """Record how many requests an engine worked on together."""
        self._of(self._batches, operation).observe(size)

    def in_flight(self, operation: str) -> AbstractContextManager[None]:
        """Return a context in which a request counts as being answered."""
        context: AbstractContextManager[None]
        context = self._of(self._in_flight, operation).track_inprogress()
        return context

    def observe_request(self, operation: str, status: str, seconds: float) -> None:
        """Record a request that has ended."""
        self._of(self._requests, operation, status).inc()
        self._of(self._seconds, operation).observe(seconds)

    def text(self) -> tuple[bytes, str]:
        """Return the metrics in Prometheus' text format, and its media type."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST

    def route(self) -> Route:
        """Return the route `/metrics`, which needs no key."""
        return Route("/metrics", self._answer)

    async def _answer(self, request: Request) -> Response:
        content, media_type = await to_thread.run_sync(self.text)
        return Response(content, media_type=media_type)


class Measure:
    """ASGI middleware: records the requests to operations."""

    def __init__(self, app: ASGIApp, metrics: PrometheusMetrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and record how it ended."""
        operation = _LABELS.get(scope["path"]) if scope["type"] == "http" else None
        if operation is None:
            await self._app(scope, receive, send)
            return
        # What raises is answered with 500, outside of this.
        status = "500"
        is_complete = False

        async def observed_send(message: Message) -> None:
            nonlocal status, is_complete
            if message["type"] == "http.response.start":
                status = str(message["status"])
            else:
                is_complete = not message.get("more_body", False)
            await send(message)

        began = time.perf_counter()
        try:
            with self._metrics.in_flight(operation):
                await self._app(scope, receive, observed_send)
            if not is_complete:
                status = str(HUNG_UP)
        finally:
            self._metrics.observe_request(operation, status, time.perf_counter() - began)
