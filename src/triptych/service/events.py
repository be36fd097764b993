"""A reply as server-sent events: how the work goes on, then the reply, or why there is none.

The format is that of the HTML standard (section 9.2): `event` is "progress", "reply" or "error",
and `data` one line of JSON. While nothing happens a comment is sent, so that nothing on the way
takes the connection for dead.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio
from anyio.streams.memory import MemoryObjectSendStream
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from triptych.service.outcome import Outcome

MEDIA_TYPE = "text/event-stream"
#: Seconds between two comments.
_BEAT = 5.0
_COMMENT = b": still at work\n\n"
#: More progress than that waits for its reader, and the work with it.
_UNREAD = 1_000

_T = TypeVar("_T")
#: Says how far the work is; a JSON object.
Tell = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Progressive:
    """A handler that tells of its progress while it works.

    Parameters
    ----------
    handler : callable
        Takes the request and `tell`, to be awaited with each step.
    """

    handler: Callable[[Any, Tell], Awaitable[Outcome]]


async def tell_nobody(step: Mapping[str, Any]) -> None:
    """Take a step that nobody watches."""


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
    """Works while it is sent; a caller that hangs up ends the work.

    Parameters
    ----------
    work : callable
        Takes `tell` and returns the name of the last event and its data.
    headers : mapping of str to str
        Further headers.
    """

    media_type = MEDIA_TYPE

    def __init__(
        self,
        work: Callable[[Tell], Awaitable[tuple[str, bytes]]],
        headers: Mapping[str, str],
    ) -> None:
        super().__init__(None, 200, {"cache-control": "no-cache", **headers}, MEDIA_TYPE)
        del self.headers["content-length"]
        self._work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events as they come."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        waiting, events = anyio.create_memory_object_stream[bytes](_UNREAD)
        async with events, anyio.create_task_group() as group:
            group.start_soon(until_hung_up, receive, group.cancel_scope)
            group.start_soon(self._do, waiting)
            more = True
            while more:
                text = _COMMENT
                with anyio.move_on_after(_BEAT):
                    try:
                        text = await events.receive()
                    except anyio.EndOfStream:
                        text, more = b"", False
                await send({"type": "http.response.body", "body": text, "more_body": more})
            group.cancel_scope.cancel()

    async def _do(self, waiting: MemoryObjectSendStream[bytes]) -> None:
        async def tell(step: Mapping[str, Any]) -> None:
            await waiting.send(_event("progress", to_json(dict(step))))

        async with waiting:
            await waiting.send(_event(*await self._work(tell)))


def _event(name: str, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), data)


async def until_hung_up(receive: Receive, work: anyio.CancelScope) -> None:
    """Cancel the work once the caller hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    work.cancel()


async def unless_hung_up(receive: Receive, work: Callable[[], Awaitable[_T]]) -> _T | None:
    """Return what the work gives, or None if the caller hung up before.

    Raises
    ------
    Exception
        What the work raises, not in a group.
    """
    done: list[_T] = []
    failed: Exception | None = None
    async with anyio.create_task_group() as group:
        group.start_soon(until_hung_up, receive, group.cancel_scope)
        try:
            done.append(await work())
        except Exception as error:
            failed = error
        group.cancel_scope.cancel()
    if failed is not None:
        raise failed
    return done[0] if done else None
