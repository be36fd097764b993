"""Every operation over plain HTTP: what is built answers, what is not says so."""

from __future__ import annotations

import httpx

from triptych.contract import OPERATIONS
from triptych.service.operations import HANDLERS

PROFANITY = "/v1/validate/profanity"
SPAM = "/v1/validate/spam_check"
SENTIMENT = "/v1/ai/sentiment"


async def test_profanity(http: httpx.AsyncClient) -> None:
    text = "Grüße 😀 from a sh1tty bus"
    response = await http.post(PROFANITY, json={"text": text, "censor_replacement": "#"})
    body = response.json()
    assert response.status_code == 200
    assert body["success"] is True
    assert body["profanities_found"] is True
    [found] = body["profanities"]
    assert text[found["startIndex"] : found["endIndex"]] == found["profanity"] == "sh1tty"
    assert body["clean_text"] == "Grüße 😀 from a ###### bus"
    assert body["log_id"] == response.headers["x-request-id"]


async def test_profanity_options(http: httpx.AsyncClient) -> None:
    async def clean(**members: object) -> str:
        response = await http.post(PROFANITY, json={"text": "shit happens, Scheiße", **members})
        return str(response.json()["clean_text"])

    assert await clean(censor_replacement="[bleep]") == "[bleep] happens, [bleep]"
    assert await clean(languages=["en"]) == "**** happens, Scheiße"
    assert await clean(languages=["de"]) == "shit happens, *******"
    assert await clean(allow=["SHIT"]) == "shit happens, *******"


async def test_spam_takes_a_text_or_a_list(http: httpx.AsyncClient) -> None:
    one = (await http.post(SPAM, json={"text": "See you at six"})).json()["check"]
    many = (await http.post(SPAM, json={"text": ["See you at six"] * 2})).json()["check"]
    assert many == [one, one]
    assert 0 <= one["score"] < 0.5
    assert one["is_spam"] is False
    assert (await http.post(SPAM, json={"text": []})).json()["check"] == []


async def test_sentiment_of_the_whole_and_of_each_sentence(http: httpx.AsyncClient) -> None:
    text = "😀 I love it!\n\nI love it! But the lid broke, and that made me angry."
    response = await http.post(SENTIMENT, json={"text": text})
    body = response.json()
    assert response.status_code == 200
    assert set(body) == {"success", "sentiment", "log_id", "_usage"}
    whole = body["sentiment"]
    assert len(whole["sentences"]) == 3
    for found in (whole, *whole["sentences"]):
        assert found["sentiment"] in {"positive", "neutral", "negative"}
        assert 0 <= found["score"] <= 1
        assert 0 <= found["confidence"] <= 1
        assert {"emotion", "score"} == set(found["emotions"][0])
    for sentence in whole["sentences"]:
        start = sentence["startIndex"]
        assert text[start:].startswith(sentence["text"])
    starts = [sentence["startIndex"] for sentence in whole["sentences"]]
    assert starts == sorted(set(starts))
    assert [s["sentiment"] for s in whole["sentences"]] == ["positive", "positive", "negative"]
    assert body["_usage"]["output_tokens"] > 10


async def test_another_language_is_answered_with_a_warning(http: httpx.AsyncClient) -> None:
    text = "Das Zimmer war sauber, aber das Frühstück war eiskalt und niemand hat uns geholfen."
    body = (await http.post(SENTIMENT, json={"text": text})).json()
    assert body["success"] is True
    [warning] = body["warnings"]
    assert warning["code"] == "language_not_supported"
    assert "German" in warning["message"]


async def test_a_blank_text_has_no_sentiment(http: httpx.AsyncClient) -> None:
    response = await http.post(SENTIMENT, json={"text": " \n\t"})
    assert response.status_code == 400
    assert response.json()["error"]["field"] == "text"
    assert "white space alone" in response.json()["message"]


async def test_usage_adds_up(http: httpx.AsyncClient) -> None:
    body = (await http.post(PROFANITY, json={"text": "one two three"})).json()
    usage = body["_usage"]
    assert usage["input_tokens"] == usage["output_tokens"] == 3
    assert usage["total_tokens"] == 6 + usage["inference_time_tokens"]


def test_every_operation_is_served() -> None:
    assert set(HANDLERS) == set(OPERATIONS)
