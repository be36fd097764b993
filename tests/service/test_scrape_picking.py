"""A language model that picks among the engine's candidates, and one that fails to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr

from triptych.contract.operations import SCRAPE
from triptych.service import ServiceSettings

from .asgi import asgi_client
from .llama import KEY
from .web import Web, page, serving

#: Two prices without a word that tells which is meant.
PAGE = "<h1>Green tea</h1><p>3.20 EUR</p><p>4.10 EUR</p>"
PRICES = {"3.20 EUR", "4.10 EUR"}
TEXTS = {"Green tea", *PRICES}


@pytest.fixture
def model() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


def saying(answer: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": answer}}]}).encode()


async def scrape(url: str, key: str = "") -> dict[str, Any]:
    settings = ServiceSettings(
        language_model_url=url,
        language_model="smollm2" if url else "",
        language_model_key=SecretStr(key) if key else None,
    )
    async with asgi_client(settings) as http:
        asked = {"html": PAGE, "element_prompts": ["price"]}
        body: dict[str, Any] = (await http.post(SCRAPE.path, json=asked)).json()
        return body


async def test_it_picks_by_number_and_writes_no_value(model: Web) -> None:
    found = set()
    for number in ("1", "The second: 2.", "2"):
        model.pages["/v1/chat/completions"] = page(saying(number), content_type="application/json")
        body = await scrape(f"{model.url}/v1")
        [value] = body["context"]["price"]
        found.add(value)
        assert "warnings" not in body
    assert found == PRICES


async def test_none_of_them_is_an_answer_too(model: Web) -> None:
    model.pages["/v1/chat/completions"] = page(saying("0"), content_type="application/json")
    body = await scrape(f"{model.url}/v1")
    assert body["context"] == {"price": []}
    assert body["data"][0]["note"]


@pytest.mark.parametrize("answer", ["9.99 EUR, I suppose", "I cannot tell.", "-"])
async def test_what_is_no_number_of_the_list_leaves_the_choice_to_the_engine(
    answer: str, model: Web
) -> None:
    model.pages["/v1/chat/completions"] = page(saying(answer), content_type="application/json")
    body = await scrape(f"{model.url}/v1")
    assert model.connections == 1
    assert body["context"] == (await scrape(""))["context"]


async def test_a_model_that_fails_costs_a_warning_and_nothing_else(model: Web) -> None:
    model.pages["/v1/chat/completions"] = page(b"no", 500)
    body = await scrape(f"{model.url}/v1")
    assert body["context"] == (await scrape(""))["context"]
    assert [one["code"] for one in body["warnings"]] == ["language_model_failed"]


async def test_a_real_model_picks_one_of_the_page_or_none(llama: str) -> None:
    body = await scrape(llama, KEY)
    assert body.get("warnings", []) == []
    # A model this small may take the name for a price; it never writes a value of its own.
    assert set(body["context"]["price"]) <= TEXTS
