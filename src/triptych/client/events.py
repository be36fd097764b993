"""Responses as server-sent events: the steps they report, and the response they end with.

A service may answer any call with a stream of events while it works, which keeps the connection
alive; one that does not know events answers as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
from httpx_sse import EventSource
from pydantic import ValidationError
from pydantic_core import from_json

from triptych.contract import ResearchStep

if TYPE_CHECKING:
    from httpx_sse import ServerSentEvent

ACCEPT = "text/event-stream, application/json;q=0.9, */*;q=0.8"

#: Called with each step, a JSON object; what it raises ends the call, and the work.
OnStep = Callable[[dict[str, Any]], None]


class EventStreamError(httpx.RemoteProtocolError):
    """An event stream ended before the reply; the service had begun to work."""


def is_event_stream(response: httpx.Response) -> bool:
    """Return whether a response is a stream of events."""
    media_type: str = response.headers.get("content-type", "")
    return media_type.partition(";")[0].strip().lower() == "text/event-stream"


def events_of(response: httpx.Response) -> EventSource:
    """Return the events of a stream, which is UTF-8 whatever its header says (HTML, 9.2.5)."""
    response.encoding = "utf-8"
    return EventSource(response)


@contextmanager
def stream_errors() -> Iterator[None]:
    """Turn a broken connection into an `EventStreamError`, which is never retried."""
    try:
        yield
    except (httpx.NetworkError, httpx.ProtocolError) as error:
        raise EventStreamError(str(error)) from error


def handle_event(
    event: ServerSentEvent, response: httpx.Response, on_step: OnStep | None
) -> httpx.Response | None:
    """Pass a step to `on_step`, or return the response that the event holds.

    Raises
    ------
    httpx.RemoteProtocolError
        If the event does not match the API schema.
    """
    try:
        is_progress = event.event == "progress"
        # A reply with such numbers is refused where its members are read.
        data = from_json(event.data, allow_inf_nan=not is_progress)
        if is_progress:
            step = {**data}
        elif event.event in {"reply", "error"}:
            status = 200 if event.event == "reply" else _error_status(data)
            return httpx.Response(
                status,
                headers=[
                    (name, value)
                    for name, value in response.headers.multi_items()
                    if name not in {"content-type", "content-length", "transfer-encoding"}
                ],
                content=event.data.encode(),
                request=response.request,
            )
        else:
            return None
    except (ValueError, TypeError, KeyError, OverflowError):
        raise httpx.RemoteProtocolError(
            f"the event {event.event[:40]!r} does not match the API schema"
        ) from None
    if on_step is not None:
        on_step(step)
    return None


def _error_status(data: dict[str, Any]) -> int:
    """Return the status of an error; a success would be a reply that nobody sent."""
    status = int(data["status"])
    if not 400 <= status <= 599:
        raise ValueError(status)
    return status


def each_step(on_progress: Callable[[ResearchStep], None] | None) -> OnStep | None:
    """Return a callback that passes each step on as a `ResearchStep`; others are ignored."""
    if on_progress is None:
        return None

    def on_step(data: dict[str, Any]) -> None:
        # Progress is an extra: an unknown step must not cost the reply.
        try:
            step = ResearchStep.model_validate(data)
        except ValidationError:
            return
        on_progress(step)

    return on_step
