"""Any JSON as the members of a scrape: a settled answer that names the member to correct."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from openapi_spec_validator import validate
from pydantic import ValidationError

from triptych.contract import ScrapeRequest, problems
from triptych.contract.operations import SCRAPE

from .asgi import asgi_client
from .test_scrape import ask

PAGE = "<p>Price: <b>5 EUR</b></p>"
MEMBERS = [name for name in ScrapeRequest.model_fields if name not in {"url", "html"}]
ANYTHING = some.recursive(
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats(allow_nan=False)
    | some.text(max_size=20)
    | some.sampled_from(["", " ", "p", "a[", "meta", "http://[", "💰"]),
    lambda inner: (
        some.lists(inner, max_size=7) | some.dictionaries(some.text(max_size=8), inner, max_size=7)
    ),
    max_leaves=12,
)
SENTENCE = re.compile(r"[\S ].*[.!?]'?$", re.S)


@settings(
    max_examples=60,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(members=some.dictionaries(some.sampled_from(MEMBERS), ANYTHING, min_size=1, max_size=3))
async def test_any_members_get_a_settled_answer(members: dict[str, Any]) -> None:
    asked = {"element_prompts": ["price"], "html": PAGE, **members, "render": "never"}
    answer = await ask(**asked)
    assert answer.status_code in {200, 400, 422}, (answer.text, asked)
    body = answer.json()
    if answer.status_code == 200:
        return
    field = body["error"]["field"]
    assert field is None or re.split(r"[.\[]", field)[0] in {*members, "html"}
    assert SENTENCE.match(body["message"])
    for noise in ("Input should", "input should", "function-", "constrained", "valid dictionary"):
        assert noise not in body["message"]


@pytest.mark.parametrize(
    ("members", "field", "message"),
    [
        ({"element_prompts": 3}, "element_prompts", "give a list or an object"),
        ({"element_prompts": [3]}, "element_prompts[0]", "give a string"),
        ({"element_prompts": {"a": 3}}, "element_prompts.a", "give a string"),
        ({"element_prompts": {"str": ""}}, "element_prompts.str", "give at least 1 character"),
        (
            {"element_prompts": {"a": " "}},
            "element_prompts.a",
            "give some text, not white space alone",
        ),
        (
            {"element_prompts": {"": "a"}},
            "element_prompts",
            "the key '': give at least 1 character",
        ),
        (
            {"element_prompts": {"a" * 60: "a"}},
            "element_prompts",
            f"the key '{'a' * 49}…': give at most 50 characters, not 60",
        ),
        (
            {"element_prompts": {c: c for c in "abcdef"}},
            "element_prompts",
            "give at most 5 items, not 6",
        ),
        ({"selectors": "p"}, "selectors", "give a list or an object"),
        ({"selectors": {"a": 3}}, "selectors.a", "give a string or a list"),
        ({"selectors": {"a": [""]}}, "selectors.a[0]", "give at least 1 character"),
        ({"selectors": {"a b": ["p", 3]}}, "selectors['a b'][1]", "give a string"),
        ({"selectors": {"a": ["p"] * 21}}, "selectors.a", "give at most 20 items, not 21"),
        (
            {"wait_for": {"mode": "timeout", "value": []}},
            "wait_for.value",
            "give a whole number or a string",
        ),
        ({"wait_for": 3}, "wait_for", "give an object"),
        ({"cookies": [{"name": "a"}]}, "cookies[0].value", "this is required; give a value"),
        (
            {"cookies": [{"name": "a", "value": "b", "sameSite": 1}]},
            "cookies[0].sameSite",
            "give one of 'Strict', 'Lax' or 'None'",
        ),
        ({"is_mobile": "x"}, "is_mobile", "give true or false"),
        ({"scale": 0}, "scale", "give more than 0"),
        ({"width": 1.5}, "width", "give a whole number"),
        ({"page_position": 1e30}, "page_position", "give a whole number"),
        ({"html": ""}, "html", "give at least 1 character"),
    ],
)
def test_each_mistake_is_told_in_one_sentence(
    members: dict[str, Any], field: str, message: str
) -> None:
    asked = {"element_prompts": ["price"], "html": PAGE, **members}
    with pytest.raises(ValidationError) as raised:
        ScrapeRequest.model_validate(asked)
    told = problems(raised.value, ScrapeRequest, asked)
    assert [(one.field, one.message) for one in told] == [(field, f"{field}: {message}.")]


async def test_the_openapi_page_says_what_travels() -> None:
    async with asgi_client(key="") as http:
        told = (await http.get("/openapi.json")).json()
    validate(told)
    operation = told["paths"][SCRAPE.path]["post"]
    assert "ScrapeRequest" in json.dumps(operation["requestBody"])
    assert "ScrapeReply" in json.dumps(operation["responses"]["200"])
    schemas = told["components"]["schemas"]
    assert set(schemas["ScrapeRequest"]["properties"]) == set(ScrapeRequest.model_fields)
    selectors = schemas["ScrapeRequest"]["properties"]["selectors"]["anyOf"]
    assert [one["type"] for one in selectors][:2] == ["array", "object"]
