"""`client.map`: results, their order, and what is sent for them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.client.map.service import Service, texts

from triptych import Client
from triptych.contract import ProfanityReply
from triptych.contract.operations import PROFANITY


def by_index(client: Client, operation: str, items: Any, **options: Any) -> dict[int, Any]:
    with client:
        return dict(client.map(operation, items, **options))


@pytest.mark.parametrize("has_batches", [True, False])
async def test_map_yields_a_typed_reply_for_each_item(has_batches: bool) -> None:
    service = Service(has_batches=has_batches)
    results = by_index(service.client(), "profanity", texts(300))
    assert sorted(results) == list(range(300))
    assert all(isinstance(reply, ProfanityReply) for reply in results.values())
    assert results[7].raw["clean_text"] == "text 7"
    assert results[7].log_id == "log text 7"
    assert results[7].request.text == "text 7"
    assert (max(service.sizes) > 1) is has_batches
    async with Service(has_batches=has_batches).async_client() as client:
        awaited = {index: reply async for index, reply in client.map(PROFANITY, texts(300))}
    assert {index: reply.raw for index, reply in awaited.items()} == {
        index: reply.raw for index, reply in results.items()
    }
