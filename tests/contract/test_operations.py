"""The table agrees with the specification."""

from __future__ import annotations

import pytest

from triptych.contract import OPERATIONS

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


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_member_of_a_request_is_described(name: str) -> None:
    fields = OPERATIONS[name].request.model_fields
    undescribed = [key for key, field in fields.items() if not field.description]
    assert undescribed in ([], ["file"])
