"""A reply as server-sent events: progress, then the reply or an error.

The format is that of the HTML standard (section 9.2): `event` is "progress", "reply" or "error",
and `data` one line of JSON. A comment every few seconds keeps the connection alive. Callers that
accept events get them only where the work takes longer than that, or reports its progress.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import anyio
from pydantic_core import from_json, to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from triptych.contract import BINARY_REPLY_HEADERS, Attachment
from triptych.service.files import data_address
from triptych.service.handler import OnProgress

MEDIA_TYPE = "text/event-stream"
#: Seconds between two comments, and before the stream begins.
_BEAT = 1.0
_COMMENT = b": still at work\n\n"
#: More progress than that waits for its reader, and the work with it.
_UNREAD = 1_000
#: Seconds of work after which its caller is watched: a task costs more than much of the work does.
_WATCHED_AFTER = 0.05

_T = TypeVar("_T")


def wants_events(request: Request) -> bool:
    """Return whether the caller asks for server-sent events.

    Examples
    --------
    >>> scope = {"type": "http", "headers": [(b"accept", b"text/event-stream, */*;q=0.1")]}
    >>> wants_events(Request(scope))
    True
    """
    accepted = request.headers.get("accept", "").lower().split(",")
    return any(kind.partition(";")[0].strip() == MEDIA_TYPE for kind in accepted)


class EventResponse(Response):
    """Sends the work's own response, or a stream of events where the work takes longer.

    The stream begins with the first progress, or after a few seconds without a response; comments
    keep it alive. A caller that hangs up ends the work.

    Parameters
    ----------
    work : callable
        Takes `on_progress` and returns the response.
    headers : mapping of str to str
        Further headers of the stream.
    """

    media_type = MEDIA_TYPE

    def __init__(
        self, work: Callable[[OnProgress], Awaitable[Response]], headers: Mapping[str, str]
    ) -> None:
        # nginx, if it speaks HTTP/1.0 to its servers, would hold events back to fill its buffer.
        unbuffered = {"cache-control": "no-cache", "x-accel-buffering": "no"}
        super().__init__(None, 200, {**unbuffered, **headers}, MEDIA_TYPE)
        del self.headers["content-length"]
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response, or the events as they come."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[bytes | Response] = asyncio.Queue(_UNREAD)
        streaming: asyncio.Task[None] | None = None
        response = None
        has_ended = False
        with anyio.CancelScope() as work:

            def begin() -> None:
                nonlocal streaming
                streaming = loop.create_task(self._stream(events, send))
                # One that cannot send any more ends the work.
                streaming.add_done_callback(lambda _: work.cancel())

            def comment() -> None:
                if streaming is None:
                    events.put_nowait(_COMMENT)
                    begin()

            async def on_progress(step: Mapping[str, Any]) -> None:
                if has_ended:
                    # A thread reports what it did before it saw that its caller is gone.
                    return
                if streaming is None:
                    begin()
                await events.put(_event("progress", to_json(dict(step))))

            # Most work is done by then, without a further task.
            timer = loop.call_later(_BEAT, comment)
            try:
                response = await unless_hung_up(receive, partial(self._work, on_progress))
            finally:
                has_ended = True
                timer.cancel()
                if response is None and streaming is not None:
                    # Nobody reads it, unless it has failed itself.
                    streaming.cancel()
        if streaming is None:
            if response is not None:
                await response(scope, receive, send)
        elif response is not None or streaming.done():
            # Whether it is being cancelled says nothing: each of its time-outs cancels it, too.
            if response is not None and not streaming.done():
                await events.put(response)
            await streaming

    async def _stream(self, events: asyncio.Queue[bytes | Response], send: Send) -> None:
        """Send events as they come, the last of which is a response."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        is_last = False
        while not is_last:
            try:
                async with asyncio.timeout(_BEAT):
                    event = await events.get()
            except TimeoutError:
                event = _COMMENT
            is_last = isinstance(event, Response)
            body = _last_event(event) if isinstance(event, Response) else event
            await send({"type": "http.response.body", "body": body, "more_body": not is_last})


def _event(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)


def _last_event(response: Response) -> bytes:
    """Return the event for the response that would have been sent without a stream."""
    body = bytes(response.body)
    if response.status_code != 200:
        return _event("error", to_json({"status": response.status_code, **from_json(body)}))
    if response.media_type == "application/json":
        return _event("reply", body)
    # An event is text: the image itself becomes a data URL.
    members = {
        member: from_json(response.headers[header])
        for member, header in BINARY_REPLY_HEADERS.items()
        if header in response.headers
    }
    image = Attachment(body, media_type=str(response.media_type))
    return _event("reply", to_json({"success": True, "url": data_address(image), **members}))


async def until_hung_up(receive: Receive, work: anyio.CancelScope) -> None:
    """Cancel the work once the caller hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    work.cancel()


async def unless_hung_up(receive: Receive, work: Callable[[], Awaitable[_T]]) -> _T | None:
    """Return what the work returns, or None if the caller hung up before."""
    loop = asyncio.get_running_loop()
    watching: asyncio.Task[None] | None = None
    with anyio.CancelScope() as scope:

        def watch() -> None:
            nonlocal watching
            watching = loop.create_task(until_hung_up(receive, scope))

        timer = loop.call_later(_WATCHED_AFTER, watch)
        try:
            return await work()
        finally:
            timer.cancel()
            if watching is not None:
                watching.cancel()
    return None
