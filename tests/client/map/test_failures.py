"""`client.map` when requests fail: what is an item's error, what is retried, what is raised."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

import httpx
import pytest
from tests.client.map.service import Script, Service, texts

from triptych.client import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    ConfigurationError,
    InvalidReplyError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    RetryPolicy,
    ServerError,
)

#: Runs a map with either client and returns the results.
Mapped = Callable[..., Coroutine[Any, Any, dict[int, Any]]]


@pytest.fixture(params=["sync", "async"])
def mapped(request: pytest.FixtureRequest) -> Mapped:
    """Both clients, one after the other."""

    async def run(
        service: Service, items: Any, operation: str = "profanity", **options: Any
    ) -> dict[int, Any]:
        client_options = options.pop("client", {})
        if request.param == "sync":
            with service.client(**client_options) as client:
                return dict(client.map(operation, items, **options))
        async with service.async_client(**client_options) as other:
            return {index: value async for index, value in other.map(operation, items, **options)}

    return run


def first(count: int, make: Callable[[], httpx.Response]) -> Script:
    """Return a script that responds so to the first requests."""

    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return make() if number < count else None

    return script


def of_text(text: str, make: Callable[[], httpx.Response]) -> Script:
    """Return a script that responds so to every request that contains a text."""

    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return make() if f'"{text}"'.encode() in request.content else None

    return script


def _raise(error: httpx.TransportError) -> httpx.Response:
    raise error


@pytest.mark.parametrize("has_batches", [True, False])
@pytest.mark.parametrize("headers", [{"retry-after": "0.05"}, {}])
async def test_map_after_a_refusal_sends_everything_again(
    mapped: Mapped, headers: dict[str, str], has_batches: bool
) -> None:
    # More often than a single call is retried.
    script = first(12, lambda: httpx.Response(429, headers=headers))
    service = Service(has_batches=has_batches, script=script)
    results = await mapped(service, texts(100))
    assert sorted(results) == list(range(100))
    assert not any(isinstance(value, Exception) for value in results.values())
    assert sorted(service.texts) == sorted(texts(100))


async def test_map_sends_nothing_while_the_server_asks_to_wait(mapped: Mapped) -> None:
    moments: list[float] = []

    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        moments.append(time.monotonic())
        return httpx.Response(429, headers={"retry-after": "0.3"}) if number == 0 else None

    await mapped(Service(has_batches=False, script=script), texts(20), concurrency=1)
    assert moments[1] - moments[0] >= 0.3


async def test_map_with_a_longer_wait_than_the_policy_allows_raises(mapped: Mapped) -> None:
    service = Service(
        script=first(10**6, lambda: httpx.Response(429, headers={"retry-after": "99"}))
    )
    with pytest.raises(RateLimitError) as raised:
        await mapped(service, texts(20))
    assert raised.value.retry_after == 99


async def test_map_with_a_wrong_key_raises(mapped: Mapped) -> None:
    service = Service(script=first(10**6, lambda: httpx.Response(401)))
    with pytest.raises(AuthenticationError):
        await mapped(service, texts(20))


async def test_map_with_a_key_that_is_not_allowed_raises(mapped: Mapped) -> None:
    service = Service(has_batches=False, script=first(10**6, lambda: httpx.Response(403)))
    with pytest.raises(PermissionDeniedError):
        await mapped(service, texts(20))


async def test_map_of_an_address_that_is_not_allowed_yields_the_error(mapped: Mapped) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response:
        status = 403 if b"private" in request.content else 200
        return httpx.Response(status, json={"success": status == 200})

    items = ["https://example.com/", "http://private/"]
    service = Service(has_batches=False, script=script)
    results = await mapped(service, items, "scrape", element_prompts=["title"])
    assert results[0].success
    assert isinstance(results[1], PermissionDeniedError)


async def test_map_at_a_wrong_address_raises(mapped: Mapped) -> None:
    service = Service(has_batches=False, script=first(10**6, lambda: httpx.Response(404)))
    with pytest.raises(NotFoundError):
        await mapped(service, texts(20))


@pytest.mark.parametrize("has_batches", [True, False])
@pytest.mark.parametrize("count", [1, 2])
async def test_map_after_a_passing_fault_sends_the_request_again(
    mapped: Mapped, count: int, has_batches: bool
) -> None:
    service = Service(has_batches=has_batches, script=first(count, lambda: httpx.Response(500)))
    results = await mapped(service, texts(20), concurrency=1)
    assert not any(isinstance(value, Exception) for value in results.values())
    assert sorted(service.texts) == sorted(texts(20))


@pytest.mark.parametrize("has_batches", [True, False])
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: httpx.Response(500), ServerError),
        (lambda: httpx.Response(504), APIStatusError),
        (lambda: _raise(httpx.ReadTimeout("slow")), APITimeoutError),
        (lambda: _raise(httpx.RemoteProtocolError("gone")), APIConnectionError),
        (lambda: httpx.Response(422, json={"message": "No."}), APIStatusError),
    ],
)
async def test_map_of_one_item_that_always_fails_yields_its_error_alone(
    mapped: Mapped, make: Callable[[], httpx.Response], kind: type[APIError], has_batches: bool
) -> None:
    service = Service(has_batches=has_batches, script=of_text("text 33", make))
    results = await mapped(service, texts(100))
    errors = {index: value for index, value in results.items() if isinstance(value, Exception)}
    assert list(errors) == [33]
    assert isinstance(errors[33], kind)
    assert len(results) == 100


async def test_map_with_a_faulty_element_of_a_batch_retries_it_alone(mapped: Mapped) -> None:
    failures = 0

    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        nonlocal failures
        if b'"text 3"' not in request.content or failures == 2:
            return None
        failures += 1
        replies = [
            {"success": False, "message": "Oops.", "status": 500, "error": {"code": "fault"}}
            if one["text"] == "text 3"
            else {"success": True, "profanities_found": False, "clean_text": one["text"]}
            for one in json.loads(request.content).get("requests", [])
        ]
        if not replies:
            return httpx.Response(500)
        return httpx.Response(200, json={"success": True, "replies": replies})

    results = await mapped(Service(script=script), texts(10))
    assert failures == 2
    assert results[3].clean_text == "text 3"


@pytest.mark.parametrize("body", [{"replies": []}, {"replies": 3}, {}, [], "text"])
async def test_map_with_a_batch_that_is_none_falls_back_to_single_calls(
    mapped: Mapped, body: Any
) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(200, json=body) if request.url.path == "/v1/batch" else None

    assert len(await mapped(Service(script=script), texts(20))) == 20


async def test_map_with_an_element_that_is_no_reply_yields_an_error(mapped: Mapped) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(200, json={"replies": [{"clean_text": 3}, 7]})

    results = await mapped(Service(script=script), texts(2))
    assert [type(results[index]) for index in range(2)] == [InvalidReplyError] * 2


async def test_map_with_too_large_a_batch_sends_smaller_ones(mapped: Mapped) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return httpx.Response(413) if request.content.count(b"text ") > 5 else None

    service = Service(script=script)
    results = await mapped(service, texts(50))
    assert not any(isinstance(value, Exception) for value in results.values())
    assert 1 < max(service.sizes) <= 5


async def test_map_of_a_key_that_allows_few_requests_sends_no_larger_batches(
    mapped: Mapped,
) -> None:
    refused = 0

    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        nonlocal refused
        if request.content.count(b"text ") <= 20:
            return None
        refused += 1
        return httpx.Response(400, json={"error": {"code": "batch_too_large"}})

    service = Service(script=script)
    results = await mapped(service, texts(2_000), concurrency=1)
    assert not any(isinstance(value, Exception) for value in results.values())
    assert max(service.sizes) > 10
    assert refused == 1


async def test_map_without_a_server_raises(mapped: Mapped) -> None:
    service = Service(script=first(10**6, lambda: _raise(httpx.ConnectError("refused"))))
    with pytest.raises(APIConnectionError, match="Cannot reach"):
        await mapped(service, texts(2_000))


async def test_map_while_the_server_starts_again_waits_for_it(mapped: Mapped) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return _raise(httpx.ConnectError("refused")) if 3 <= number < 12 else None

    results = await mapped(Service(has_batches=False, script=script), texts(20), concurrency=2)
    assert not any(isinstance(value, Exception) for value in results.values())


async def test_map_with_broken_connections_in_a_row_raises_after_the_results(
    mapped: Mapped,
) -> None:
    def script(number: int, request: httpx.Request) -> httpx.Response | None:
        return _raise(httpx.ReadError("broken")) if number >= 5 else None

    service = Service(has_batches=False, script=script)
    results: dict[int, Any] = {}
    with service.client() as client, pytest.raises(APIConnectionError):
        results.update(client.map("profanity", texts(500), concurrency=1))
    with pytest.raises(APIConnectionError):
        await mapped(Service(has_batches=False, script=script), texts(500), concurrency=1)


async def test_map_of_a_closed_client_raises(mapped: Mapped) -> None:
    service = Service()
    client, other = service.client(), service.async_client()
    client.close()
    await other.close()
    with pytest.raises(ConfigurationError, match="closed"):
        list(client.map("profanity", ["a"]))
    with pytest.raises(ConfigurationError, match="closed"):
        [item async for item in other.map("profanity", ["a"])]


async def test_map_of_items_that_raise_yields_those_before_and_raises() -> None:
    def items() -> Iterator[str]:
        yield from texts(3)
        raise OSError("the file is gone")

    async def awaited_items() -> AsyncIterator[str]:
        for text in items():
            yield text

    results: list[int] = []
    with pytest.raises(OSError, match="gone"):
        results.extend(index for index, _ in Service().client().map("profanity", items()))
    assert results == [0, 1, 2]
    for source in (items(), awaited_items()):
        awaited = Service().async_client().map("profanity", source)
        assert [(await anext(awaited))[0] for _ in range(3)] == [0, 1, 2]
        with pytest.raises(OSError, match="gone"):
            await anext(awaited)


async def test_map_without_retries_still_waits_when_refused(mapped: Mapped) -> None:
    script = first(2, lambda: httpx.Response(429, headers={"retry-after": "0"}))
    client = {"retries": RetryPolicy(max_retries=0)}
    results = await mapped(Service(script=script), texts(5), client=client)
    assert len(results) == 5


@pytest.mark.parametrize("has_batches", [True, False])
async def test_map_reply_with_a_number_that_is_not_finite_is_an_error_of_its_item(
    mapped: Mapped, has_batches: bool
) -> None:
    reply = b'{"check": {"score": NaN, "is_spam": false}, "replies": [NaN]}'
    script = of_text("text 3", lambda: httpx.Response(200, content=reply))
    service = Service(has_batches=has_batches, script=script)
    results = await mapped(service, texts(6), "spam")
    assert sorted(results) == [*range(6)]
    assert [index for index in results if isinstance(results[index], InvalidReplyError)] == [3]
