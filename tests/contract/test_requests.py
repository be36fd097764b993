"""Every limit of the specification, on both sides of its edge."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from triptych.contract import OPERATIONS, Attachment, problems
from triptych.contract.limits import MOST_CHARACTERS

PICTURE = {"url": "https://example.com/a.png"}

GOOD: list[tuple[str, dict[str, Any]]] = [
    ("profanity", {"text": ""}),
    ("profanity", {"text": "a", "censor_replacement": "[censored]"}),
    ("spam", {"text": "a"}),
    ("spam", {"text": ["a", "b"]}),
    ("spam", {"text": []}),
    ("suggest", {"query": "x" * 200}),
    ("search", {"query": "x", "max_results": 50, "country_code": "ch"}),
    ("research", {"query": "x", "max_depth": 1, "max_breadth": 5}),
    ("scrape", {"url": "https://example.com", "element_prompts": ["a"] * 5}),
    ("scrape", {"html": "<p>", "element_prompts": {"title": "the title"}}),
    ("scrape", {"html": "<p>", "examples": {"title": {"right": ["p"], "wrong": []}}}),
    ("detect", {**PICTURE, "features": ["object"], "prompts": ["x" * 150]}),
    ("detect", {"file": Attachment(b"x")}),
    ("sentiment", {"text": "a"}),
    ("embed", {"text": "a"}),
    ("embed", {**PICTURE, "type": "image"}),
    ("embed_v2", {**PICTURE, "type": "audio", "speaker_fingerprint": True}),
    ("generate_image", {"prompt": "x" * 5000, "width": 256, "height": 1920, "steps": 90}),
    ("generate_image", {"prompt": "x", "advance_config": {"guidance": 28, "seed": 7}}),
    ("generate_image", {"prompt": "x", "unknown_member": 1}),
]

BAD: list[tuple[str, dict[str, Any], str | None, str]] = [
    ("profanity", {}, "text", "required"),
    ("profanity", {"txt": "a"}, "text", "Did you mean 'text' where you wrote 'txt'?"),
    ("profanity", {"text": 3}, "text", "give a string"),
    ("profanity", {"text": "a\ud800"}, "text", "the character at 1 is half of a surrogate"),
    ("embed", {"text": b"\xff"}, "text", "give text, not bytes"),
    ("suggest", {"query": "a\ud800"}, "query", "the character at 1 is half of a surrogate"),
    ("spam", {"text": ["a", 1]}, "text[1]", "give a string"),
    ("suggest", {"query": "x" * 201}, "query", "give at most 200 characters, not 201."),
    ("suggest", {"query": ""}, "query", "at least 1 character."),
    ("search", {"query": "x", "max_results": 51}, "max_results", "50 or less"),
    ("search", {"query": "x", "safe_search": "on"}, "safe_search", "'moderate'"),
    ("research", {"query": "x", "max_depth": 0}, "max_depth", "1 or more"),
    ("scrape", {"url": "https://e.com", "element_prompts": ["a"] * 6}, "element_prompts", "5 item"),
    ("scrape", {"url": "https://e.com"}, None, "element_prompts or selectors"),
    ("scrape", {"html": "<p>", "examples": {"a": {}}}, "examples.a", "right or wrong element"),
    ("scrape", {"url": "u", "html": "h", "element_prompts": ["a"]}, None, "exactly one"),
    ("detect", {}, None, "exactly one of url, file or file_store_key"),
    ("detect", {**PICTURE, "prompts": ["x" * 151]}, "prompts[0]", "150 characters"),
    ("sentiment", {"text": ""}, "text", "at least 1"),
    ("sentiment", {"text": " \n"}, "text", "not white space alone"),
    ("embed", {"text": "a", **PICTURE}, None, "exactly one"),
    ("embed", {"text": "a", "type": "image"}, None, "takes a url or a file"),
    ("embed_v2", {"text": "a", "speaker_fingerprint": True}, None, "needs type 'audio'"),
    ("generate_image", {"prompt": ""}, "prompt", "at least 1"),
    ("generate_image", {"prompt": "x" * 5001}, "prompt", "5,000 characters, not 5,001."),
    (
        "generate_image",
        {"prompt": "x", **PICTURE, "file": Attachment(b"x")},
        None,
        "at most one of url, file or file_store_key",
    ),
    ("generate_image", {"prompt": "x", "width": 255}, "width", "256 or more"),
    ("generate_image", {"prompt": "x", "height": 1921}, "height", "1920 or less"),
    ("generate_image", {"prompt": "x", "steps": 91}, "steps", "90 or less"),
    ("generate_image", {"prompt": "x", "aspect_ratio": "2:1"}, "aspect_ratio", "'16:9'"),
    (
        "generate_image",
        {"prompt": "x", "advance_config": {"guidance": 0.5}},
        "advance_config.guidance",
        "1 or more",
    ),
    (
        "generate_image",
        {"prompt": "x", "advance_config": {"guidance": 28.5}},
        "advance_config.guidance",
        "28 or less",
    ),
]

LONG = "x" * MOST_CHARACTERS
#: Where the specification is silent: requests at a limit and one beyond it, and the message.
LIMITS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    *(
        (name, {"text": LONG}, {"text": f"{LONG}x"}, "text: 4,000,000 characters, not 4,000,001")
        for name in ("profanity", "spam", "sentiment", "embed", "embed_v2")
    ),
    ("spam", {"text": ["a", LONG]}, {"text": ["a", f"{LONG}x"]}, "text[1]: 4,000,000 characters"),
    ("spam", {"text": [LONG, LONG]}, {"text": [LONG] * 3}, "text: 10,000,000 characters in all"),
    ("embed", {"text": [LONG, LONG]}, {"text": [LONG] * 3}, "text: 10,000,000 characters in all"),
    ("spam", {"text": ["a"] * 100_000}, {"text": ["a"] * 100_001}, "text: 100,000 items, not 100"),
    ("embed", {"text": ["a"] * 10_000}, {"text": ["a"] * 10_001}, "text: 10,000 items, not 10,001"),
    (
        "profanity",
        {"text": "a", "censor_replacement": "x" * 100},
        {"text": "a", "censor_replacement": "x" * 101},
        "censor_replacement: 100 characters, not 101",
    ),
    (
        "profanity",
        {"text": "a", "allow": ["x" * 100] * 1_000},
        {"text": "a", "allow": ["a"] * 1_001},
        "allow: 1,000 items, not 1,001",
    ),
    ("search", {"query": "x" * 2_000}, {"query": "x" * 2_001}, "query: 2,000 characters, not 2,0"),
    ("research", {"query": "x" * 2_000}, {"query": "x" * 2_001}, "query: 2,000 characters, not 2"),
    (
        "embed_v2",
        {"text": "a", "instruction": "x" * 2_000},
        {"text": "a", "instruction": "x" * 2_001},
        "instruction: 2,000 characters, not 2,001",
    ),
    (
        "detect",
        {**PICTURE, "prompts": ["a"] * 500},
        {**PICTURE, "prompts": ["a"] * 501},
        "prompts: 500 items, not 501",
    ),
    (
        "generate_image",
        {"prompt": "x", "advance_config": {"negative_prompt": "x" * 5_000}},
        {"prompt": "x", "advance_config": {"negative_prompt": "x" * 5_001}},
        "advance_config.negative_prompt: 5,000 characters, not 5,001",
    ),
]
#: Members of which the size of the body alone limits the length: whole pages, addresses that may
#: hold the content, and what a browser sends.
UNLIMITED = {
    *("url", "html", "server", "username", "password", "name", "value", "domain", "path"),
    *("http_headers", "cookies", "sample_urls", "features", "template", "country_code"),
}


@pytest.mark.parametrize(("name", "members"), GOOD)
def test_what_the_specification_allows(name: str, members: dict[str, Any]) -> None:
    OPERATIONS[name].request.model_validate(members)


@pytest.mark.parametrize(("name", "members", "field", "said"), BAD)
def test_what_it_refuses_and_how_that_is_said(
    name: str, members: dict[str, Any], field: str | None, said: str
) -> None:
    request = OPERATIONS[name].request
    with pytest.raises(ValidationError) as caught:
        request.model_validate(members)
    first = problems(caught.value, request, members)[0]
    assert first.field == field
    assert said in first.message


@pytest.mark.parametrize(("name", "allowed", "refused", "message"), LIMITS)
def test_request_beyond_a_limit_is_refused_with_the_limit_and_what_was_given(
    name: str, allowed: dict[str, Any], refused: dict[str, Any], message: str
) -> None:
    request = OPERATIONS[name].request
    request.model_validate(allowed)
    with pytest.raises(ValidationError) as caught:
        request.model_validate(refused)
    first = problems(caught.value, request, refused)[0]
    field, _, limit = message.partition(": ")
    assert first.field == field
    assert first.message.startswith(f"{field}: give at most {limit}")


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_text_and_list_of_a_request_has_a_limit(name: str) -> None:
    schema = OPERATIONS[name].request.model_json_schema()
    # An upload is no member of the JSON.
    nested = {key: one for key, one in schema.get("$defs", {}).items() if key != "Attachment"}
    objects = [schema, *nested.values()]
    members = {key: value for one in objects for key, value in one["properties"].items()}
    unlimited = {key for key, value in members.items() if not all(map(_is_limited, _kinds(value)))}
    assert unlimited <= UNLIMITED


def _kinds(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the kinds of value that a schema allows, and those of the items of lists."""
    kinds: list[dict[str, Any]] = schema.get("anyOf", [schema])
    return kinds + [kind for one in kinds if "items" in one for kind in _kinds(one["items"])]


def _is_limited(schema: dict[str, Any]) -> bool:
    match schema.get("type"):
        case "string":
            return "maxLength" in schema or "enum" in schema or "const" in schema
        case "array":
            return "maxItems" in schema
    return True


def test_only_what_differs_from_the_default_travels() -> None:
    request = OPERATIONS["profanity"].request(text="a", censor_replacement="*")
    assert request.to_wire() == {"text": "a"}


def test_an_upload_stays_out_of_the_json() -> None:
    request = OPERATIONS["detect"].request(file=Attachment(b"x"), annotated_image=True)
    assert request.to_wire() == {"annotated_image": True}


def test_a_proxy_password_is_in_no_repr_but_travels() -> None:
    proxy = {"server": "http://u:hush@h:1", "auth": {"username": "u", "password": "hush"}}
    request = OPERATIONS["scrape"].request(
        url="https://e.com", element_prompts=["a"], byo_proxy=proxy
    )
    assert "hush" not in repr(request)
    assert request.to_wire()["byo_proxy"] == proxy
