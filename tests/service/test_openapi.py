"""The OpenAPI document and the service accept and refuse the same."""

from __future__ import annotations

from typing import Any

import pytest
from openapi_schema_validator import OAS30WriteValidator

from triptych.contract import OPERATIONS
from triptych.service.openapi import openapi
from triptych.service.reading import validated
from triptych.service.refusal import Refusal

#: A request that is accepted, with every part that has members of its own.
ACCEPTED: dict[str, dict[str, Any]] = {
    "profanity": {"text": "a"},
    "spam": {"text": "a"},
    "sentiment": {"text": "a"},
    "search": {"query": "a"},
    "research": {"query": "a"},
    "scrape": {
        "url": "http://a.example/",
        "element_prompts": ["a"],
        "advance_config": {"cookies": True},
        "goto_options": {"timeout": 5},
        "byo_proxy": {"server": "a", "auth": {"username": "a", "password": "b"}},
        "cookies": [{"name": "a", "value": "b"}],
        "examples": {"a": {"right": ["b"]}},
    },
    "detect": {"url": "a"},
    "embed": {"type": "text", "text": "a"},
    "embed_v2": {"type": "text", "text": "a"},
    "generate_image": {"prompt": "a", "advance_config": {"seed": 1}},
}
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    5,
    1.5,
    2.0,
    "1",
    "true",
    "a",
    [],
    ["a"],
    {},
    {"a": "b"},
)


def _is_in_schema(name: str, members: dict[str, Any]) -> bool:
    document = openapi()
    schema = {
        "$ref": f"#/components/schemas/{OPERATIONS[name].request.__name__}",
        "components": document["components"],
    }
    return bool(OAS30WriteValidator(schema).is_valid(members))


def _is_accepted(name: str, members: dict[str, Any]) -> bool:
    try:
        validated(OPERATIONS[name].request, members)
    except Refusal:
        return False
    return True


def _changed(schema: dict[str, Any], members: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the members with one of them, at any depth, changed to each of the values."""
    changed = [{**members, name: value} for name in schema["properties"] for value in VALUES]
    for name, value in members.items():
        part = value[0] if isinstance(value, list) else value
        inner = _schema_of(schema["properties"][name])
        if isinstance(part, dict) and "properties" in inner:
            changed += [
                {**members, name: [other] if isinstance(value, list) else other}
                for other in _changed(inner, part)
            ]
    return changed


def _schema_of(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the object that a member is or holds."""
    branches = [schema, schema.get("items", {}), *schema.get("anyOf", ())]
    for branch in branches:
        if "$ref" in branch:
            name = branch["$ref"].rpartition("/")[2]
            found: dict[str, Any] = openapi()["components"]["schemas"][name]
            return found
    return {}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_request_against_its_schema_is_refused(name: str) -> None:
    assert _is_in_schema(name, ACCEPTED[name])
    assert _is_accepted(name, ACCEPTED[name])
    schema = openapi()["components"]["schemas"][OPERATIONS[name].request.__name__]
    changed = _changed(schema, ACCEPTED[name])
    wrong = [one for one in changed if not _is_in_schema(name, one) and _is_accepted(name, one)]
    assert not wrong


@pytest.mark.parametrize("name", ACCEPTED)
def test_null_is_in_the_schema_wherever_it_is_accepted(name: str) -> None:
    for member in OPERATIONS[name].request.model_fields:
        members = {**ACCEPTED[name], member: None}
        if _is_accepted(name, members):
            assert _is_in_schema(name, members), member
