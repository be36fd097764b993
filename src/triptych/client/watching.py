"""Watch a call while the service works: server-sent events, and the response they end with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import httpx
from pydantic import ValidationError
from pydantic_core import from_json

from triptych.contract import ResearchStep

if TYPE_CHECKING:
    from httpx_sse import ServerSentEvent

#: A service that tells no progress answers as ever.
ACCEPT = "text/event-stream, application/json;q=0.9"

#: Told of each step, a JSON object; what it raises ends the call, and the work.
OnStep = Callable[[dict[str, Any]], None]


class EventStreamError(httpx.RemoteProtocolError):
    """An event stream broke off before the reply; the work it told of had begun."""


def tells(response: httpx.Response) -> bool:
    """Return whether a response is a stream of events."""
    media_type: str = response.headers.get("content-type", "")
    return media_type.partition(";")[0].strip().lower() == "text/event-stream"


def taken(
    event: ServerSentEvent, response: httpx.Response, on_step: OnStep
) -> httpx.Response | None:
    """Hand a step on, or return the response that the event holds, as if it had come alone.

    Raises
    ------
    httpx.RemoteProtocolError
        If the event is not what was agreed.
    """
    try:
        data = from_json(event.data)
        if event.event == "progress":
            step = {**data}
        elif event.event in {"reply", "error"}:
            status = 200 if event.event == "reply" else int(data["status"])
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
    except (ValueError, TypeError, KeyError):
        raise httpx.RemoteProtocolError(
            f"an event of the kind {event.event[:40]!r} is not as agreed", request=response.request
        ) from None
    on_step(step)
    return None


def each_step(on_progress: Callable[[ResearchStep], None] | None) -> OnStep | None:
    """Return what hands each step on as the contract describes it; others are passed over."""
    if on_progress is None:
        return None

    def told(step: dict[str, Any]) -> None:
        # What goes on is told beside the answer: a step not as agreed must not cost it.
        try:
            known = ResearchStep.model_validate(step)
        except ValidationError:
            return
        on_progress(known)

    return told
