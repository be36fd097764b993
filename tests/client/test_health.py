"""What a service says of itself."""

from __future__ import annotations

import httpx
import pytest

from triptych import OPERATIONS, AsyncClient, Client
from triptych.client import (
    APIConnectionError,
    ConfigurationError,
    InvalidReplyError,
    NotFoundError,
)


async def test_the_embedded_service_and_one_behind_a_port_say_the_same(server: str) -> None:
    with Client() as embedded, Client(api_key="any", base_url=server) as outside:
        said = embedded.health()
        assert outside.health() == said
    async with AsyncClient(api_key="any", base_url=server) as client:
        assert await client.health() == said
    assert said["status"] == "ok"
    assert set(said["operations"]) == set(OPERATIONS)


def asking(answer: httpx.Response | Exception, asked: list[httpx.Request]) -> Client:
    """Return a client of a server that answers this."""

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, content=answer.content)

    return Client(
        api_key="sk-very-secret",
        base_url="https://api.example.com/base",
        transport=httpx.MockTransport(reply),
    )


async def test_a_client_that_has_been_closed_says_so() -> None:
    client, other = Client(), AsyncClient()
    client.close()
    await other.close()
    for call in (lambda: client.spam("hello"), client.health):
        with pytest.raises(ConfigurationError, match="closed: make a new one"):
            call()
    for later in (other.spam("hello"), other.health()):
        with pytest.raises(ConfigurationError, match="closed: make a new one"):
            await later


def test_the_key_does_not_travel() -> None:
    asked: list[httpx.Request] = []
    assert asking(httpx.Response(200, json={"status": "ok"}), asked).health() == {"status": "ok"}
    assert str(asked[0].url) == "https://api.example.com/base/healthz"
    assert "x-api-key" not in asked[0].headers


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (httpx.Response(404), NotFoundError),
        (httpx.Response(200, text="<html>"), InvalidReplyError),
        (httpx.Response(200, json=["ok"]), InvalidReplyError),
        (httpx.ConnectError("refused"), APIConnectionError),
    ],
)
async def test_what_is_no_health_is_an_error(
    answer: httpx.Response | Exception, kind: type[Exception]
) -> None:
    with pytest.raises(kind):
        asking(answer, []).health()
    client = asking(answer, [])
    transport = client._http._transport
    assert isinstance(transport, httpx.MockTransport)
    async with AsyncClient(
        api_key="k", base_url="https://api.example.com", transport=transport
    ) as other:
        with pytest.raises(kind):
            await other.health()
