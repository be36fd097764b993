"""Frames of replies keep the index of the pandas Series that was given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import numpy as np
import pandas as pd
import pytest

from triptych.client import AsyncClient, Client
from triptych.contract import EmbeddingReply, Reply
from triptych.views import embedding_map

INBOX = pd.DataFrame({"text": ["a spam", "b", "c spam", "d", "e spam"]}, index=list("vwxyz"))
#: What a filter leaves: an index with gaps.
FILTERED = INBOX["text"][INBOX["text"].str.contains("spam")]

CALLS: dict[str, Callable[[Client, Any], Reply]] = {
    "spam": lambda client, texts: client.spam(texts),
    "embed": lambda client, texts: client.embed(texts),
    "embed_v2": lambda client, texts: client.embed_v2(texts),
    "embed_many": lambda client, texts: client.embed_many(texts),
    "embed_many in batches": lambda client, texts: client.embed_many(texts, batch_size=2),
}


@pytest.mark.parametrize("name", CALLS)
def test_frame_of_a_filtered_series_has_its_index(name: str) -> None:
    frame = CALLS[name](Client(), FILTERED).to_frame()
    assert frame.index.equals(FILTERED.index)
    assert INBOX.assign(text_of_reply=frame["text"])["text_of_reply"].dropna().equals(FILTERED)


@pytest.mark.parametrize("name", CALLS)
def test_frame_of_a_list_is_numbered(name: str) -> None:
    frame = CALLS[name](Client(), FILTERED.tolist()).to_frame()
    assert frame.index.equals(pd.RangeIndex(3))


async def test_frame_of_an_awaited_call_has_the_index() -> None:
    async with AsyncClient() as client:
        assert (await client.spam(FILTERED)).to_frame().index.equals(FILTERED.index)
        frame = (await client.embed_many(FILTERED)).to_frame()
    assert frame.index.equals(FILTERED.index)


def test_frame_with_several_chunks_of_a_text_repeats_its_label() -> None:
    long = "Tea is a drink that many people like. " * 60
    texts = pd.Series([long, "tea"], index=[7, 3])
    frame = Client().embed_many(texts, token_overflow_mode="error").to_frame()
    assert set(frame.index[:-1]) == {7}
    assert len(frame) > 2
    assert frame.index[-1] == 3


def test_frame_of_a_service_that_takes_single_texts_has_the_index() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if b"[" in request.content:
            return httpx.Response(400, json={"error": {"field": "text"}})
        return httpx.Response(200, json={"embeddings": [[1.0, 0.0]]})

    client = Client(api_key="k", transport=httpx.MockTransport(answer))
    assert client.embed_many(FILTERED).to_frame().index.equals(FILTERED.index)


def test_frame_of_fewer_results_than_texts_is_numbered() -> None:
    body = {"check": [{"score": 0.1, "is_spam": False}]}
    client = Client(
        api_key="k", transport=httpx.MockTransport(lambda _: httpx.Response(200, json=body))
    )
    assert client.spam(FILTERED).to_frame().index.equals(pd.RangeIndex(1))


def test_frame_of_a_map_has_the_index() -> None:
    reply = EmbeddingReply.joined(
        [EmbeddingReply(embeddings=[row]) for row in np.eye(5).tolist()], INBOX.index
    )
    assert embedding_map(reply).to_frame().index.equals(INBOX.index)
