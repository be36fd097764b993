"""Bodies that cannot be decoded as their content-encoding says."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from typing import Any

import pytest
from tests.client.faulty_server import Exchange, Serve, response

from triptych.client import (
    AsyncClient,
    Client,
    InvalidReplyError,
    RetryPolicy,
    ServerError,
    TriptychError,
)

BODY = b'{"check": {"score": 0.1, "is_spam": false}}'
WHOLE = gzip.compress(BODY)
#: Garbage, a body that ends early, one whose bytes were changed on the way, and one that was
#: never compressed.
BROKEN = {
    "gzip": b"\x1f\x8b garbage",
    "gzip ends early": WHOLE[:-20],
    "gzip changed": WHOLE[:-12] + b"\0\0\0\0" + WHOLE[-8:],
    "gzip of nothing": BODY,
    "deflate": BODY,
    "gzip, deflate": WHOLE,
}

both = pytest.mark.parametrize("kind", ["sync", "async"])


async def failure(
    kind: str, faulty: Serve, respond: Callable[[Exchange], None], call: Callable[[Any], Any]
) -> tuple[TriptychError, int]:
    """Return the error of a call of either client, and how many requests it made."""
    server = faulty(respond)
    options: dict[str, Any] = {
        "api_key": "k", "base_url": server.base_url, "retries": RetryPolicy(base=0)
    }  # fmt: skip

    async def run() -> None:
        if kind == "sync":
            with Client(**options) as client:
                await asyncio.to_thread(call, client)
        else:
            async with AsyncClient(**options) as other:
                await call(other)

    with pytest.raises(TriptychError) as raised:
        await run()
    return raised.value, server.count


@both
@pytest.mark.parametrize("name", BROKEN)
async def test_a_success_that_cannot_be_decoded_is_an_invalid_reply(
    name: str, kind: str, faulty: Serve
) -> None:
    encoding = name.split(" ")[0] if "," not in name else name
    respond = response(BROKEN[name], f"content-encoding: {encoding}", "x-request-id: abc")
    error, count = await failure(kind, faulty, respond, lambda client: client.spam("a"))
    assert type(error) is InvalidReplyError
    assert error.log_id == "abc"
    assert count == 1


@both
async def test_the_message_names_the_server_and_the_encoding(kind: str, faulty: Serve) -> None:
    respond = response(BODY, "content-encoding: gzip")
    for call in (lambda client: client.spam("a"), lambda client: client.health()):
        error, _ = await failure(kind, faulty, respond, call)
        assert type(error) is InvalidReplyError
        assert "127.0.0.1" in str(error)
        assert "cannot be decoded (content-encoding gzip" in str(error)


@both
async def test_events_that_cannot_be_decoded_are_an_invalid_reply(kind: str, faulty: Serve) -> None:
    respond = response(
        b"event: reply\n", "content-encoding: gzip", "content-type: text/event-stream"
    )
    error, count = await failure(kind, faulty, respond, lambda client: client.research("tea"))
    assert type(error) is InvalidReplyError
    assert count == 1


@both
async def test_an_error_status_whose_body_cannot_be_decoded_is_that_error(
    kind: str, faulty: Serve
) -> None:
    respond = response(BODY, "content-encoding: gzip", "x-request-id: abc", status=503)
    error, count = await failure(kind, faulty, respond, lambda client: client.spam("a"))
    assert type(error) is ServerError
    assert (error.status_code, error.log_id) == (503, "abc")
    # It is temporary, as with a body.
    assert count == 3


@both
async def test_items_of_a_map_whose_replies_cannot_be_decoded_have_an_error_each(
    kind: str, faulty: Serve
) -> None:
    server = faulty(response(BODY, "content-encoding: gzip"))
    options: dict[str, Any] = {"api_key": "k", "base_url": server.base_url}
    if kind == "sync":
        with Client(**options) as client:
            replies = await asyncio.to_thread(lambda: dict(client.map("spam", ["a", "b"])))
    else:
        async with AsyncClient(**options) as other:
            replies = {index: reply async for index, reply in other.map("spam", ["a", "b"])}
    assert {index: type(reply) for index, reply in replies.items()} == {
        0: InvalidReplyError,
        1: InvalidReplyError,
    }
