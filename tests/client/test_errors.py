"""A typed error per status, with the service's words; and answers that are none."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from triptych import client as room
from triptych.client import (
    APIStatusError,
    Client,
    InvalidInputError,
    InvalidReplyError,
    RetryPolicy,
)
from triptych.contract import ErrorBody

BODY = {
    "success": False,
    "message": "text: give a string.",
    "error": {"code": "invalid_request", "field": "text", "detail": [1]},
    "log_id": "abc",
}
EXPECTED = {
    400: room.BadRequestError,
    401: room.AuthenticationError,
    403: room.PermissionDeniedError,
    404: room.NotFoundError,
    405: room.MethodNotAllowedError,
    408: room.RequestTimeoutError,
    413: room.ContentTooLargeError,
    415: room.UnsupportedMediaTypeError,
    418: room.APIStatusError,
    422: room.UnprocessableContentError,
    424: room.FailedDependencyError,
    429: room.RateLimitError,
    500: room.ServerError,
    501: room.NotImplementedByServerError,
    503: room.ServerError,
    504: room.GatewayTimeoutError,
}


def _client(response: httpx.Response) -> Client:
    transport = httpx.MockTransport(lambda request: response)
    return Client(api_key="k", transport=transport, retries=RetryPolicy(max_retries=0))


@pytest.mark.parametrize(("status", "kind"), EXPECTED.items())
def test_a_class_per_status(status: int, kind: type[APIStatusError]) -> None:
    with pytest.raises(APIStatusError) as caught:
        _client(httpx.Response(status, json=BODY)).spam("a")
    error = caught.value
    assert type(error) is kind
    assert (error.status_code, error.code, error.field) == (status, "invalid_request", "text")
    assert str(error) == "text: give a string. (log_id abc)"
    assert error.request.url.path == "/v1/validate/spam_check"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<html>Bad gateway</html>", "502"),
        (b'{"message": "down for repairs", "error": "string"}', "down for repairs"),
        (b"[]", "502"),
        (b"", "502"),
    ],
)
def test_an_error_in_another_shape_is_still_readable(content: bytes, said: str) -> None:
    with pytest.raises(room.ServerError, match=said):
        _client(httpx.Response(502, content=content)).spam("a")


@pytest.mark.parametrize(
    "answer",
    [
        {"text": "<html>hello</html>"},
        {"json": [1]},
        {"json": {"success": True}},
        {"json": {"success": False, "message": "no"}},
        {"json": {"check": {"score": "high", "is_spam": 1}}},
        # JSON's numbers have no limit, and no use where they are beyond a float's.
        {"content": b'{"check": {"score": 0, "is_spam": 1}, "_usage": {"total_tokens": 1e400}}'},
        # Nor does JSON have these, which Python reads and pydantic makes of strings.
        {"content": b'{"check": {"score": NaN, "is_spam": true}}'},
        {
            "content": b'{"check": [{"score": 0.1, "is_spam": true}, '
            b'{"score": -Infinity, "is_spam": true}]}'
        },
        {"content": b'{"check": {"score": "NaN", "is_spam": true}}'},
        {"content": b'{"check": {"score": 1e999, "is_spam": true}}'},
        {"content": b'{"check": {"score": 0.1, "is_spam": true}, "more": {"of": [Infinity]}}'},
        {
            "content": b'event: reply\ndata: {"check": {"score": NaN, "is_spam": true}}\n\n',
            "headers": {"content-type": "text/event-stream"},
        },
        {"content": b"\x89PNG", "headers": {"content-type": "image/png"}},
    ],
)
def test_a_success_that_is_not_the_agreed_reply(answer: dict[str, Any]) -> None:
    with pytest.raises(InvalidReplyError, match="base_url leads to this API"):
        _client(httpx.Response(200, **answer)).spam("a")


@pytest.mark.parametrize("vector", ["[0.5, NaN]", "[0.5, 1e999]", '[0.5, "inf"]'])
def test_a_vector_with_a_number_that_is_not_finite_is_refused(vector: str) -> None:
    answer = httpx.Response(200, content=b'{"embeddings": [[0.5, 1], %b]}' % vector.encode())
    with pytest.raises(InvalidReplyError, match="does not match the API schema"):
        _client(answer).embed("a")


def test_steps_with_a_number_that_is_not_finite_are_no_events_of_this_api() -> None:
    events = b'event: progress\ndata: {"step": NaN}\n\n'
    answer = httpx.Response(200, content=events, headers={"content-type": "text/event-stream"})
    with pytest.raises(room.APIConnectionError, match="does not match the API schema"):
        _client(answer).research("tea")


def test_an_error_that_is_nested_too_deeply_is_still_one() -> None:
    with pytest.raises(room.BadRequestError, match="400"):
        _client(httpx.Response(400, content=b"[" * 200_000)).spam("a")


def test_a_number_that_is_not_finite_is_refused_before_anything_is_sent() -> None:
    cookies = [{"name": "a", "value": "b", "expires": float("inf")}]
    with pytest.raises(InvalidInputError, match=r"cookies\[0\].expires: give a finite number"):
        _client(httpx.Response(200)).scrape("http://a.test", ["price"], cookies=cookies)


def test_bad_input_is_refused_before_anything_is_sent() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise AssertionError("sent")

    client = Client(api_key="k", transport=httpx.MockTransport(handler))
    with pytest.raises(InvalidInputError, match="at most 200") as caught:
        client.suggest("x" * 201)
    assert caught.value.problems[0].field == "query"
    assert isinstance(caught.value, ValueError)


def test_the_log_id_of_the_header_is_used_where_the_body_has_none() -> None:
    headers = {"x-request-id": "from-header"}
    ok = httpx.Response(200, json={"check": []}, headers=headers)
    assert _client(ok).spam([]).log_id == "from-header"
    body = ErrorBody(message="no").model_dump(exclude_none=True)
    with pytest.raises(APIStatusError) as caught:
        _client(httpx.Response(400, json=body, headers=headers)).spam([])
    assert caught.value.log_id == "from-header"
