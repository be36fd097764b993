"""`POST /v1/batch`: each request is answered as it would be alone."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from triptych.contract import BATCH_PATH, MOST_IN_BATCH, OPERATIONS, BatchReply
from triptych.service import ServiceSettings, app
from triptych.service.handler import ManyHandler
from triptych.service.operations import MANY_HANDLERS

from .asgi import asgi_client

TEXTS = ("The tea was lovely.", "WIN a free prize NOW!!!", "What a sh1tty day. But the bus came.")
REQUESTS: dict[str, list[dict[str, Any]]] = {
    "profanity": [{"text": text, "censor_replacement": "#"} for text in (*TEXTS, "")],
    "spam": [*({"text": text} for text in (*TEXTS, "")), {"text": list(TEXTS)}, {"text": []}],
    "sentiment": [{"text": text} for text in (*TEXTS, "Das Essen war kalt und leider teuer.")],
    "embed": [{"text": text} for text in TEXTS] + [{"text": list(TEXTS)}],
    "embed_v2": [
        {"text": TEXTS[0], "dimensions": 8},
        {"text": TEXTS[1], "query": True, "instruction": "Compare"},
        {"text": "tea " * 300, "token_overflow_mode": "truncate"},
        {"text": "tea " * 300},
    ],
}


async def send(http: httpx.AsyncClient, operation: str, *requests: Any) -> list[dict[str, Any]]:
    body = {"operation": operation, "requests": requests}
    response = await http.post(BATCH_PATH, json=body)
    assert response.status_code == 200, response.text
    replies: list[dict[str, Any]] = response.json()["replies"]
    return replies


def without_identity(reply: dict[str, Any]) -> dict[str, Any]:
    """Return a reply without what differs from call to call: its identifier and times."""
    usage = {
        name: tokens
        for name, tokens in reply.get("_usage", {}).items()
        if name.startswith(("input", "output"))
    }
    return {**reply, "log_id": None, "_usage": usage, "status": None}


def nearly(value: Any) -> Any:
    """Return what equals a value whose numbers are almost the same.

    Beside other texts the last digits of a vector may differ and, rarely, the third of a score.
    """
    if isinstance(value, float):
        return pytest.approx(value, abs=0.005)
    if isinstance(value, dict):
        return {name: nearly(member) for name, member in value.items()}
    if isinstance(value, list):
        return pytest.approx(value, abs=1e-6) if _are_numbers(value) else [*map(nearly, value)]
    return value


def _are_numbers(values: list[Any]) -> bool:
    return bool(values) and all(isinstance(value, float) for value in values)


@pytest.mark.parametrize("operation", MANY_HANDLERS)
async def test_replies_of_a_batch_equal_those_of_single_calls(
    http: httpx.AsyncClient, operation: str
) -> None:
    path = OPERATIONS[operation].path
    alone = [(await http.post(path, json=request)).json() for request in REQUESTS[operation]]
    replies = await send(http, operation, *REQUESTS[operation])
    assert all(reply["success"] for reply in alone)
    assert [*map(without_identity, replies)] == [nearly(without_identity(one)) for one in alone]
    assert [reply.keys() for reply in replies] == [reply.keys() for reply in alone]
    usage = replies[0]["_usage"]
    assert usage["total_tokens"] == sum(usage.values()) - usage["total_tokens"]


async def test_batch_with_invalid_requests_answers_the_others(http: httpx.AsyncClient) -> None:
    requests = [{"text": "Lovely."}, {"text": " "}, {}, {"text": 7}, {"text": "Awful."}]
    path = OPERATIONS["sentiment"].path
    singles = [await http.post(path, json=request) for request in requests]
    replies = await send(http, "sentiment", *requests)
    assert [reply["success"] for reply in replies] == [True, False, False, False, True]
    for reply, single in zip(replies, singles, strict=True):
        assert without_identity(reply) == without_identity(single.json())
        assert reply.get("status", 200) == single.status_code


async def test_batch_refused_by_a_handler_answers_the_others(http: httpx.AsyncClient) -> None:
    unknown, known = await send(
        http, "profanity", {"text": "damn", "languages": ["tlh"]}, {"text": "damn"}
    )
    assert (unknown["status"], unknown["error"]["field"]) == (400, "languages")
    assert known["profanities_found"] is True


@pytest.mark.parametrize("member", ["url", "file_store_key"])
async def test_batch_with_a_file_is_refused_for_that_request(
    http: httpx.AsyncClient, member: str
) -> None:
    file, text = await send(http, "embed", {member: "data:,tea"}, {"text": "tea"})
    assert (file["status"], file["error"]["field"]) == (400, member)
    assert text["success"] is True


async def test_batch_with_a_failing_request_reports_it_with_its_log_id(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(request: Any) -> Any:
        raise RuntimeError("no more tea")

    monkeypatch.setattr(
        app, "MANY_HANDLERS", {"spam": ManyHandler("spam", fail, lambda request: 1, 10)}
    )
    async with asgi_client() as http:
        [reply] = await send(http, "spam", {"text": "tea"})
    assert (reply["success"], reply["status"]) == (False, 500)
    assert reply["log_id"].partition("-")[0] in caplog.text
    assert "no more tea" not in str(reply)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"operation": "scrape", "requests": [{}]}, "operation"),
        ({"operation": "spam", "requests": []}, "requests"),
        ({"operation": "spam", "requests": [{}] * (MOST_IN_BATCH + 1)}, "requests"),
        ({"operation": "spam", "requests": ["tea"]}, "requests[0]"),
    ],
)
async def test_batch_itself_invalid_is_refused(
    http: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    response = await http.post(BATCH_PATH, json=body)
    assert response.status_code == 400
    assert response.json()["error"]["field"] == field


async def test_batch_identifiers_are_distinct_and_begin_with_that_of_the_call(
    http: httpx.AsyncClient,
) -> None:
    response = await http.post(
        BATCH_PATH, json={"operation": "spam", "requests": [{"text": "a"}, {"text": "a"}]}
    )
    reply = BatchReply.from_json(response.json())
    identifiers = {one["log_id"] for one in reply.replies}
    assert len(identifiers) == 2
    assert reply.log_id == response.headers["x-request-id"]
    assert all(one.startswith(f"{reply.log_id}-") for one in identifiers)
    assert reply.usage is not None
    assert reply.usage.input_tokens == 2


async def test_batch_counts_each_request_against_the_rate_limit() -> None:
    settings = ServiceSettings(requests_per_minute=5)
    body = {"operation": "spam", "requests": [{"text": "tea"}] * 3}
    async with asgi_client(settings) as http:
        first = await http.post(BATCH_PATH, json=body)
        assert first.headers["x-ratelimit-remaining"] == "2"
        second = await http.post(BATCH_PATH, json=body)
        assert second.status_code == 429
        assert int(second.headers["retry-after"]) > 0
        # The refused batch has used up nothing.
        body["requests"] = body["requests"][:2]
        assert (await http.post(BATCH_PATH, json=body)).headers["x-ratelimit-remaining"] == "0"


async def test_batch_larger_than_the_rate_limit_is_refused_for_good() -> None:
    async with asgi_client(ServiceSettings(requests_per_minute=1)) as http:
        response = await http.post(
            BATCH_PATH, json={"operation": "spam", "requests": [{"text": "tea"}] * 2}
        )
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "batch_too_large"
    assert response.headers["x-ratelimit-limit"] == "1"


async def test_batch_without_an_accepted_key_is_refused_before_it_is_read() -> None:
    async with asgi_client(ServiceSettings(server_keys=("tea",))) as http:
        response = await http.post(BATCH_PATH, content=b"no JSON")
    assert response.status_code == 401


async def test_health_lists_the_operations_of_batches(http: httpx.AsyncClient) -> None:
    listed = (await http.get("/healthz")).json()["batch"]
    assert listed == sorted(MANY_HANDLERS)
