"""Metrics: what was answered, by operation and status, and nothing of what was sent."""

from __future__ import annotations

from typing import Any

import anyio
import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from triptych.contract import BATCH_PATH, OPERATIONS
from triptych.service import ServiceSettings, app, create_app
from triptych.service.handler import Context, Outcome

from .asgi import asgi_client

PROFANITY = OPERATIONS["profanity"].path
TEXT = {"text": "What a sh1tty day"}


async def _samples(http: httpx.AsyncClient) -> dict[tuple[str, ...], float]:
    """Return the values by name and labels."""
    response = await http.get("/metrics", headers={"x-api-key": ""})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/plain; version=")
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


async def test_metrics_of_requests_are_counted_by_operation_and_status() -> None:
    async with asgi_client() as http:
        for body, key in ((TEXT, "k"), (TEXT, "k"), ({}, "k"), (TEXT, "")):
            await http.post(PROFANITY, json=body, headers={"x-api-key": key})
        await http.get("/healthz")
        samples = await _samples(http)
    requests = {
        key[1:]: value for key, value in samples.items() if key[0].endswith("requests_total")
    }
    assert requests == {("profanity", "200"): 2, ("profanity", "400"): 1, ("profanity", "401"): 1}
    assert samples["triptych_request_seconds_count", "profanity"] == 4
    assert samples["triptych_requests_in_flight", "profanity"] == 0
    assert samples["triptych_engine_seconds_total", "profanity"] > 0


async def test_metrics_of_tokens_are_those_of_the_replies() -> None:
    async with asgi_client() as http:
        usage = (await http.post(PROFANITY, json=TEXT)).json()["_usage"]
        samples = await _samples(http)
    assert samples["triptych_tokens_total", "input", "profanity"] == usage["input_tokens"] > 0
    assert samples["triptych_tokens_total", "output", "profanity"] == usage["output_tokens"] > 0


async def test_metrics_of_a_batch_are_one_request_and_the_work_of_its_operation() -> None:
    batch = {"operation": "profanity", "requests": [TEXT, TEXT]}
    async with asgi_client() as http:
        usage = (await http.post(BATCH_PATH, json=batch)).json()["_usage"]
        samples = await _samples(http)
    assert samples["triptych_requests_total", "batch", "200"] == 1
    assert samples["triptych_tokens_total", "input", "profanity"] == usage["input_tokens"] > 0


async def test_metrics_of_an_unexpected_error_count_it_as_500(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: Any) -> Any:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("triptych.service.endpoint.read", fail)
    async with asgi_client() as http:
        assert (await http.post(PROFANITY, json=TEXT)).status_code == 500
        samples = await _samples(http)
    assert samples["triptych_requests_total", "profanity", "500"] == 1


@pytest.mark.parametrize("accept", [b"application/json", b"text/event-stream"])
@pytest.mark.parametrize("is_sent", [True, False])
async def test_metrics_of_a_caller_that_hangs_up_count_it_as_499(
    monkeypatch: pytest.MonkeyPatch, accept: bytes, is_sent: bool
) -> None:
    async def hang(request: Any, context: Context) -> Outcome:
        await anyio.sleep_forever()
        raise AssertionError

    monkeypatch.setattr(app, "HANDLERS", {"profanity": hang})
    served = create_app(ServiceSettings())
    body = b'{"text": "a"}'
    messages = [
        {"type": "http.request", "body": body, "more_body": not is_sent},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Any:
        return messages.pop(0)

    async def send(message: Any) -> None:
        pass

    scope = {
        "type": "http",
        "method": "POST",
        "path": PROFANITY,
        "query_string": b"",
        "headers": [
            (b"x-api-key", b"k"),
            (b"content-type", b"application/json"),
            (b"accept", accept),
        ],
    }
    await served(scope, receive, send)
    async with asgi_client(served) as http:
        samples = await _samples(http)
    assert samples["triptych_requests_total", "profanity", "499"] == 1


async def test_metrics_hold_neither_texts_nor_keys() -> None:
    async with asgi_client(key="hush-hush") as http:
        await http.post(PROFANITY, json=TEXT)
        await http.get("/v1/sh1tty")
        text = (await http.get("/metrics")).text
    assert "sh1tty" not in text
    assert "hush" not in text


async def test_metrics_of_two_apps_are_apart() -> None:
    async with asgi_client() as one, asgi_client() as other:
        await one.post(PROFANITY, json=TEXT)
        assert ("triptych_requests_total", "profanity", "200") not in await _samples(other)


@pytest.mark.parametrize("settings", [ServiceSettings(metrics=False), ServiceSettings.embedded()])
async def test_metrics_that_are_off_are_not_served(settings: ServiceSettings) -> None:
    async with asgi_client(settings) as http:
        await http.post(PROFANITY, json=TEXT)
        assert (await http.get("/metrics")).status_code == 404
