"""The table agrees with the specification."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from triptych.contract import OPERATIONS, Message

SPECIFIED = {
    "profanity": "POST /v1/validate/profanity",
    "spam": "POST /v1/validate/spam_check",
    "suggest": "GET /v1/web/search/suggest",
    "search": "POST /v1/web/search",
    "research": "POST /v1/web/deep_research",
    "scrape": "POST /v1/ai/scrape",
    "detect": "POST /v1/object_detection",
    "sentiment": "POST /v1/ai/sentiment",
    "embed": "POST /v1/embedding",
    "embed_v2": "POST /v2/embedding",
    "generate_image": "POST /v1/ai/image_generation",
}


def test_eleven_operations_as_specified() -> None:
    table = {name: f"{row.method} {row.path}" for name, row in OPERATIONS.items()}
    assert table == SPECIFIED


def test_only_image_generation_is_deprecated() -> None:
    assert [name for name, row in OPERATIONS.items() if row.deprecated] == ["generate_image"]


def _below(message: type[Message]) -> Iterator[type[Message]]:
    for below in message.__subclasses__():
        yield below
        yield from _below(below)


MESSAGES = {one for one in _below(Message) if one.__module__.startswith("triptych.")}


@pytest.mark.parametrize("message", sorted(MESSAGES, key=str), ids=lambda one: one.__name__)
def test_every_member_is_described(message: type[Message]) -> None:
    """In the OpenAPI page, the documentation and beside the controls of panels."""
    fields = message.model_fields
    assert [
        name for name, field in fields.items() if not (field.description or field.exclude)
    ] == []
