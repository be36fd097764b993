"""Redirects, which would take the key to another host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from tests.client.faulty_server import Serve, response

from triptych.client import APIStatusError, AsyncClient, Client

CALLS: dict[str, Callable[[Any], Any]] = {
    "post": lambda client: client.spam("a"),
    "get": lambda client: client.search("tea"),
    "health": lambda client: client.health(),
}


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("name", CALLS)
async def test_a_redirect_with_an_own_httpx_client_that_follows_them_is_not_followed(
    name: str, status: int, kind: str, faulty: Serve
) -> None:
    other = faulty(response(b"{}"))
    server = faulty(response(b"", f"location: {other.base_url}/elsewhere", status=status))
    options: dict[str, Any] = {"api_key": "k", "base_url": server.base_url}

    async def run() -> None:
        if kind == "sync":
            with httpx.Client(follow_redirects=True) as http:
                await asyncio.to_thread(CALLS[name], Client(http_client=http, **options))
        else:
            async with httpx.AsyncClient(follow_redirects=True) as http_async:
                await CALLS[name](AsyncClient(http_client=http_async, **options))

    with pytest.raises(APIStatusError, match="set base_url to the address") as raised:
        await run()
    assert raised.value.status_code == status
    assert other.base_url in str(raised.value)
    assert (server.count, other.count) == (1, 0)


@pytest.mark.parametrize("kind", ["sync", "async"])
async def test_a_redirect_of_a_map_with_an_own_httpx_client_is_not_followed(
    kind: str, faulty: Serve
) -> None:
    other = faulty(response(b"{}"))
    server = faulty(response(b"", f"location: {other.base_url}/elsewhere", status=307))
    options: dict[str, Any] = {"api_key": "k", "base_url": server.base_url}
    if kind == "sync":
        with httpx.Client(follow_redirects=True) as http:
            client = Client(http_client=http, **options)
            replies = await asyncio.to_thread(lambda: dict(client.map("spam", ["a"])))
    else:
        async with httpx.AsyncClient(follow_redirects=True) as http_async:
            mapped = AsyncClient(http_client=http_async, **options).map("spam", ["a"])
            replies = {index: reply async for index, reply in mapped}
    assert [type(reply) for reply in replies.values()] == [APIStatusError]
    assert other.count == 0
