"""Every argument of every method is sent, and documented as it is declared."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from triptych.client.operations import Operations
from triptych.contract import OPERATIONS
from triptych.contract.vision import GenerationSettings

from .conftest import FakeAPI

METHODS = [*OPERATIONS, "embed_many", "scrape_many"]
PICTURE = "https://example.com/cat.png"
DRAWING = {
    "prompt": "a cat",
    "aspect_ratio": "16:9",
    "width": 512,
    "height": 256,
    "steps": 9,
    "output_format": "svg",
    "negative_prompt": "dogs",
    "guidance": 7.5,
    "seed": 3,
    "return_type": "base64",
}
LOOKING = {
    "features": ["gui"],
    "prompts": ["cat"],
    "annotated_image": True,
    "return_type": "base64",
    "return_masks": True,
}
VECTORS = {
    "token_overflow_mode": "truncate",
    "dimensions": 64,
    "query": True,
    "instruction": "for a shop",
}
#: No value is the default, and together they name every argument.
CALLS: list[tuple[str, dict[str, Any]]] = [
    (
        "profanity",
        {"text": "a word", "censor_replacement": "#", "languages": ["en"], "allow": ["word"]},
    ),
    ("spam", {"text": ["a", "b"]}),
    ("sentiment", {"text": "fine"}),
    ("suggest", {"query": "te"}),
    (
        "search",
        {
            "query": "tea",
            "ai_overview": False,
            "safe_search": "strict",
            "spell_check": False,
            "max_results": 3,
            "byo_urls": ["https://example.com/"],
            "auto_scrape": False,
            "country_code": "gb",
            "provider": "brave",
        },
    ),
    (
        "research",
        {
            "query": "tea",
            "max_depth": 1,
            "max_breadth": 2,
            "max_output_tokens": 900,
            "target_output_tokens": 500,
            "safe_search": "off",
            "spell_check": False,
            "byo_urls": ["https://example.com/"],
            "provider": "index",
            "time_limit": 30.0,
            "on_progress": print,
        },
    ),
    (
        "scrape",
        {
            "url": "https://example.com/",
            "element_prompts": ["price"],
            "selectors": ["b"],
            "examples": {"price": {"right": ["b"], "wrong": ["i"]}},
            "root_element_selector": "main",
            "page_position": 2,
            "render": "always",
            "features": ["meta", "screenshot"],
            "wait_for": {"mode": "selector", "value": ".price"},
            "goto_options": {"timeout": 900, "wait_until": "domcontentloaded"},
            "http_headers": {"x-a": "1"},
            "cookies": [{"name": "a", "value": "b"}],
            "is_mobile": True,
            "width": 400,
            "height": 800,
            "scale": 2.0,
            "byo_proxy": {"server": "http://me:password@proxy:1"},
            "advance_config": {"console": True},
            "sample_urls": ["https://example.com/2"],
            "template": {"version": 1},
        },
    ),
    ("scrape", {"html": "<b>3 EUR</b>", "element_prompts": {"cost": "price"}}),
    ("detect", {"url": PICTURE, **LOOKING}),
    ("detect", {"file_store_key": "cat-1"}),
    ("detect", {"file": b"picture"}),
    ("embed", {"text": "tea", "type": "text-other", "token_overflow_mode": "truncate"}),
    ("embed", {"url": PICTURE, "type": "image"}),
    ("embed", {"file_store_key": "cat-1", "type": "image"}),
    ("embed", {"file": b"picture", "type": "image"}),
    (
        "embed_v2",
        {"text": "tea", "type": "text-other", "token_overflow_mode": "truncate", **VECTORS},
    ),
    ("embed_v2", {"url": "https://example.com/a", "type": "audio", "speaker_fingerprint": True}),
    ("embed_v2", {"file_store_key": "cat-1", "type": "image"}),
    ("embed_v2", {"file": b"picture", "type": "image"}),
    ("generate_image", {"url": PICTURE, **DRAWING}),
    ("generate_image", {"prompt": "a cat", "file_store_key": "cat-1"}),
    ("generate_image", {"prompt": "a cat", "file": b"picture"}),
    (
        "embed_many",
        {
            "items": ["tea"],
            "type": "text-other",
            "token_overflow_mode": "error",
            "dimensions": 64,
            "instruction": "for a shop",
            "batch_size": 1,
        },
    ),
    (
        "scrape_many",
        {
            "urls": ["https://example.com/1", "https://example.com/2"],
            "element_prompts": ["price"],
            "learn_from": 2,
            "selectors": {"price": ["b"]},
            "root_element_selector": "main",
            "render": "never",
            "http_headers": {"x-a": "1"},
            "cookies": [{"name": "a", "value": "b"}],
        },
    ),
]


def expected(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """What the first request of a call holds."""
    members = {key: value for key, value in arguments.items() if key != "on_progress"}
    if "file" in members:
        members["file"] = ("file", "application/octet-stream", members["file"])
    if name == "generate_image":
        settings = {
            key: members.pop(key) for key in GenerationSettings.model_fields if key in members
        }
        members |= {"advance_config": settings} if settings else {}
    elif name == "embed_many":
        members["text"] = members.pop("items")
        del members["batch_size"], members["token_overflow_mode"]
    elif name == "scrape_many":
        first, *others = members.pop("urls")
        members |= {"url": first, "sample_urls": others[: members.pop("learn_from") - 1]}
    return members


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=[name for name, _ in CALLS])
async def test_arguments_are_what_the_service_receives(
    name: str, arguments: dict[str, Any], api: FakeAPI
) -> None:
    getattr(api.client(), name)(**arguments, timeout=7)
    requests = len(api.requests)
    async with api.async_client() as client:
        await getattr(client, name)(**arguments, timeout=7)
    assert api.members[0] == expected(name, arguments)
    assert api.members[requests:] == api.members[:requests]
    assert {request.extensions["timeout"]["read"] for request in api.requests} == {7}
    path = OPERATIONS.get(name, OPERATIONS["embed_v2" if name == "embed_many" else "scrape"]).path
    assert {request.url.path for request in api.requests} == {path}


@pytest.mark.parametrize("name", METHODS)
def test_arguments_of_the_calls_above_are_all_and_none_is_the_default(name: str) -> None:
    parameters = dict(inspect.signature(getattr(Operations, name)).parameters)
    del parameters["self"], parameters["timeout"]
    given = {key for method, arguments in CALLS if method == name for key in arguments}
    assert given == set(parameters)
    for method, arguments in CALLS:
        if method == name:
            assert not [key for key, value in arguments.items() if value == parameters[key].default]


def documented(doc: str) -> list[tuple[str, str]]:
    """Read the section Parameters of a NumPy docstring: names and types, in order."""
    [section] = re.findall(
        r"^Parameters\n-+\n(.*?)(?=\n\n\S[^\n]*\n-+\n|\Z)", doc, re.DOTALL | re.M
    )
    heads = [line for line in section.split("\n") if line and not line.startswith(" ")]
    return [
        (name.strip(), " ".join(kind.split()))
        for names, _, kind in (head.partition(" : ") for head in heads)
        for name in names.split(",")
    ]


@pytest.mark.parametrize("name", METHODS)
def test_arguments_are_documented_in_their_order_with_their_types(name: str) -> None:
    method = getattr(Operations, name)
    parameters = list(inspect.signature(method).parameters.values())[1:]
    entries = documented(inspect.getdoc(method) or "")
    assert [entry for entry, _ in entries] == [parameter.name for parameter in parameters]
    for parameter, (_, kind) in zip(parameters, entries, strict=True):
        assert parameter.annotation is not parameter.empty
        # "As for `scrape`" has the types there.
        if kind or name not in {"embed_many", "scrape_many", "embed_v2"}:
            assert kind
            is_optional = parameter.default is not parameter.empty
            says_so = "optional" in kind or "default" in kind or kind.startswith("{")
            assert says_so == is_optional, f"{parameter.name} : {kind}"


def test_documented_reads_the_section_alone() -> None:
    doc = "Do.\n\nParameters\n----------\na, b : int\n    Both.\nc : str\n    One.\n"
    doc += "\nReturns\n-------\nd : float"
    assert documented(doc) == [("a", "int"), ("b", "int"), ("c", "str")]
