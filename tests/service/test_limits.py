"""Texts with more tokens or sentences than a request may have."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import httpx
import pytest

from triptych import Client, InvalidInputError
from triptych.contract import BATCH_PATH
from triptych.contract.limits import MOST_CHARACTERS
from triptych.service import limits
from triptych.service.limits import check_tokens
from triptych.service.refusal import Refusal

TOO_LONG = "a" * (MOST_CHARACTERS + 1)


@pytest.fixture
def hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a request have 100 tokens and ten sentences."""
    monkeypatch.setattr(limits, "MOST_TOKENS", 100)
    # The package has the handler by this name.
    sentiment = import_module("triptych.service.operations.sentiment")
    monkeypatch.setattr(sentiment, "MOST_SENTENCES", 10)


@pytest.mark.usefixtures("hundred")
@pytest.mark.parametrize(
    ("texts", "read", "tokens"),
    [
        (["tea " * 100], None, None),
        (["tea " * 101], None, 101),
        (["tea " * 60, "tea " * 60], None, 120),
        (["tea " * 300, "tea " * 300], 50, None),
        (["tea " * 300, "tea " * 300], 51, 102),
        # A syllable of Hangul is up to three tokens.
        (["\ud55c " * 34], None, 102),
        ([" " * 10_000], None, None),
    ],
)
def test_texts_of_more_tokens_than_are_read_of_them_are_refused_with_the_number(
    texts: list[str], read: int | None, tokens: int | None
) -> None:
    if tokens is None:
        check_tokens(texts, read=read)
        return
    with pytest.raises(
        Refusal, match=f"^text: give at most 100 tokens, not {tokens}\\.$"
    ) as caught:
        check_tokens(texts, read=read)
    assert (caught.value.status, caught.value.members("")["error"]["code"]) == (
        400,
        "invalid_request",
    )


@pytest.mark.usefixtures("hundred")
@pytest.mark.parametrize(
    ("path", "members", "message"),
    [
        ("/v1/ai/sentiment", {"text": "tea " * 101}, "text: give at most 100 tokens, not 101."),
        ("/v1/ai/sentiment", {"text": "We ran. " * 11}, "text: give at most 10 sentences, not 11."),
        ("/v1/embedding", {"text": "tea " * 101}, "text: give at most 100 tokens, not 101."),
        (
            "/v2/embedding",
            {"text": ["tea " * 51] * 2, "token_overflow_mode": "truncate"},
            "text: give at most 100 tokens, not 102.",
        ),
        (
            "/v1/embedding",
            {"url": f"data:text/plain,{'tea%20' * 101}"},
            "file: give at most 100 tokens, not 101.",
        ),
    ],
)
async def test_request_of_too_many_tokens_or_sentences_is_answered_400(
    http: httpx.AsyncClient, path: str, members: dict[str, Any], message: str
) -> None:
    response = await http.post(path, json=members)
    body = response.json()
    assert (response.status_code, body["message"]) == (400, message)
    assert body["error"]["field"] == message.partition(":")[0]


async def test_text_of_more_profane_words_than_a_reply_lists_is_answered_400(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    profanity = import_module("triptych.service.operations.profanity")
    monkeypatch.setattr(profanity, "MOST_PROFANITIES", 3)
    statuses = {}
    for count in (3, 4):
        response = await http.post("/v1/validate/profanity", json={"text": "shit " * count})
        statuses[response.status_code] = response.json().get("message")
    assert statuses == {200: None, 400: "text: give at most 3 profane words, not 4."}


@pytest.mark.usefixtures("hundred")
async def test_text_of_exactly_the_limit_is_answered(http: httpx.AsyncClient) -> None:
    texts = ("tea " * 100, "We ran. " * 10)
    for text in texts:
        response = await http.post("/v1/ai/sentiment", json={"text": text})
        assert response.status_code == 200


@pytest.mark.usefixtures("hundred")
@pytest.mark.parametrize("operation", ["sentiment", "embed"])
async def test_too_long_text_in_a_batch_is_the_error_of_that_request_alone(
    http: httpx.AsyncClient, operation: str
) -> None:
    texts = ["A cup of tea.", "tea " * 101, TOO_LONG, "A late train."]
    body = {"operation": operation, "requests": [{"text": text} for text in texts]}
    replies = (await http.post(BATCH_PATH, json=body)).json()["replies"]
    assert [reply.get("status") for reply in replies] == [None, 400, 400, None]
    assert replies[1]["message"] == "text: give at most 100 tokens, not 101."
    assert replies[2]["message"] == "text: give at most 4,000,000 characters, not 4,000,001."


def test_too_long_text_in_a_map_is_the_error_of_that_item_alone() -> None:
    outcomes = dict(Client().map("spam", ["A cup of tea", TOO_LONG]))
    assert [type(outcomes[place]).__name__ for place in (0, 1)] == [
        "SpamReply",
        InvalidInputError.__name__,
    ]


async def test_client_and_service_refuse_a_too_long_text_in_the_same_words(
    http: httpx.AsyncClient,
) -> None:
    response = await http.post("/v1/validate/profanity", json={"text": TOO_LONG})
    with pytest.raises(InvalidInputError) as caught:
        Client().profanity(TOO_LONG)
    assert response.status_code == 400
    assert response.json()["message"] == str(caught.value)
