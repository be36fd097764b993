"""Both clients against a real server on loopback."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from pydantic import SecretStr

from triptych.client import (
    APIConnectionError,
    AsyncClient,
    AuthenticationError,
    Client,
    RateLimitError,
    RetryPolicy,
)
from triptych.service import ServiceSettings


def test_sync(server: str) -> None:
    with Client(api_key="k", base_url=server) as client:
        assert client.profanity("sh1t").profanities[0].start_index == 0
        assert len(client.spam(["a", "b"]).checks) == 2


async def test_async(server: str) -> None:
    async with AsyncClient(api_key="k", base_url=server) as client:
        assert (await client.profanity("sh1t")).profanities_found


def test_a_key_that_is_not_let_in(serve: Callable[[ServiceSettings], str]) -> None:
    url = serve(ServiceSettings(server_keys=(SecretStr("right"),)))
    assert Client(api_key="right", base_url=url).spam("a").success
    with pytest.raises(AuthenticationError, match="is not accepted"):
        Client(api_key="wrong", base_url=url).spam("a")


def test_too_many_requests(serve: Callable[[ServiceSettings], str]) -> None:
    keys = (SecretStr("k"), SecretStr("another"))
    url = serve(ServiceSettings(requests_per_minute=2, server_keys=keys))
    client = Client(api_key="k", base_url=url, retries=RetryPolicy(longest_retry_after=0))
    headers = client.with_raw_response.spam("a").http_response.headers
    assert (headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]) == ("2", "1")
    assert headers["x-jigsaw-rate-limit-reset"] == headers["x-ratelimit-reset"]
    client.spam("b")
    with pytest.raises(RateLimitError) as caught:
        client.spam("c")
    assert caught.value.retry_after is not None
    assert 0 < caught.value.retry_after <= 60
    assert Client(api_key="another", base_url=url).spam("a").success


def test_nobody_there() -> None:
    client = Client(api_key="k", base_url="http://127.0.0.1:9", retries=RetryPolicy(max_retries=0))
    with pytest.raises(APIConnectionError, match=r"Cannot reach http://127\.0\.0\.1:9"):
        client.spam("a")


def test_your_own_httpx_client_is_used_and_left_open(server: str) -> None:
    with httpx.Client(headers={"x-extra": "1"}) as http:
        client = Client(api_key="k", base_url=server, http_client=http)
        assert client.spam("a").request is not None
        client.close()
        assert not http.is_closed
