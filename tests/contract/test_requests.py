"""Every limit of the specification, on both sides of its edge."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from triptych.contract import OPERATIONS, Attachment, problems

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
    ("suggest", {"query": "a\ud800"}, "query", "the character at 1 is half of a surrogate"),
    ("spam", {"text": ["a", 1]}, "text[1]", "give a string"),
    ("suggest", {"query": "x" * 201}, "query", "at most 200 characters"),
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
    ("generate_image", {"prompt": "x" * 5001}, "prompt", "5000"),
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
