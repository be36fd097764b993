"""Embedding through both clients: one, many, and against a service that knows single texts."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import httpx
import numpy as np
import pandas
import pytest
from PIL import Image

import triptych
from triptych import AsyncClient, Client, InvalidInputError
from triptych.client import APIStatusError
from triptych.contract import EmbeddingReply

TEXTS = ["tea", "rain on the roof", "a late train", "coffee", "snow"]


def test_both_clients_give_the_same_array() -> None:
    one = Client().embed("tea").vectors
    other = asyncio.run(AsyncClient().embed("tea")).vectors
    assert one.shape == (1, 384)
    assert one.dtype == np.float32
    assert np.array_equal(one, other)


@pytest.mark.parametrize("items", [TEXTS, tuple(TEXTS), pandas.Series(TEXTS), iter(TEXTS)])
def test_a_column_is_embedded_in_batches(items: list[str]) -> None:
    reply = Client().embed_many(items, batch_size=2)
    assert reply.input_indices == [0, 1, 2, 3, 4]
    assert reply.labels == reply.inputs == TEXTS
    alone = Client().embed("coffee").vectors[0]
    assert np.allclose(reply.vectors[3], alone, atol=1e-5)


def test_long_texts_have_one_vector_each_unless_chunks_are_asked_for() -> None:
    texts = ["tea", "The kettle sang in the kitchen. " * 60]
    assert Client().embed_many(texts).vectors.shape == (2, 384)
    reply = Client().embed_many(texts, token_overflow_mode="error", dimensions=64)
    assert reply.vectors.shape[1] == 64
    assert reply.input_indices[:2] == [0, 1]
    assert set(reply.input_indices[1:]) == {1}


def test_a_bad_text_is_named_by_its_place_before_anything_is_sent() -> None:
    def never(request: httpx.Request) -> httpx.Response:
        raise AssertionError

    client = Client(api_key="k", base_url="http://h", transport=httpx.MockTransport(never))
    for wrong in ("", " ", float("nan"), None):
        with pytest.raises(InvalidInputError, match=r"text\[3\]"):
            client.embed_many(["a", "b", "c", wrong], batch_size=2)  # type: ignore[list-item]
    with pytest.raises(InvalidInputError, match="text"):
        client.embed_many([])


def test_more_texts_than_a_call_takes_are_embedded_in_several_calls() -> None:
    reply = Client().embed_many(["tea"] * 10_001, batch_size=9_000, dimensions=2)
    assert reply.vectors.shape == (10_001, 2)
    with pytest.raises(InvalidInputError, match=r"^text: give at most 10,000 items, not 10,001\.$"):
        Client().embed_many(["tea"] * 10_001, batch_size=20_000)


def test_pictures_are_embedded_one_by_one() -> None:
    pictures = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue")]
    reply = Client().embed_many(pictures, type="image")
    assert reply.vectors.shape == (2, 512)
    assert reply.labels == ["image.png", "image.png"]
    with Image.open(io.BytesIO(reply.inputs[1].content)) as kept:  # type: ignore[union-attr]
        assert kept.getpixel((0, 0)) == (0, 0, 255)


def _single_texts_only(asked: list[object]) -> httpx.MockTransport:
    def answer(request: httpx.Request) -> httpx.Response:
        text = json.loads(request.content)["text"]
        asked.append(text)
        if not isinstance(text, str):
            return httpx.Response(400, json={"success": False, "message": "text: a string"})
        return httpx.Response(200, json={"success": True, "embeddings": [[float(len(text))]]})

    return httpx.MockTransport(answer)


def test_a_service_of_single_texts_is_asked_once_for_each() -> None:
    asked: list[object] = []
    client = Client(api_key="k", base_url="http://h", transport=_single_texts_only(asked))
    reply = client.embed_many(TEXTS, batch_size=2)
    assert reply.vectors[:, 0].tolist() == [len(text) for text in TEXTS]
    assert reply.labels == TEXTS
    # The list is tried once, not for every batch.
    assert asked == [TEXTS[:2], *TEXTS]


def test_a_refusal_that_is_not_about_the_text_is_raised() -> None:
    client = Client()
    with pytest.raises(APIStatusError, match="dimensions"):
        client.embed_many(TEXTS, dimensions=1000)


def test_joined_replies_know_what_each_vector_is_of() -> None:
    one = EmbeddingReply(embeddings=[[1.0], [2.0]], chunks=["a", "b"], input_indices=[0, 1])
    two = EmbeddingReply(embeddings=[[3.0], [4.0]], chunks=["c", "d"])
    whole = EmbeddingReply.joined([one, two])
    assert whole.input_indices == [0, 1, 2, 2]
    assert whole.vectors.tolist() == [[1], [2], [3], [4]]
    assert EmbeddingReply.joined([]).vectors.shape == (0, 0)


def test_reply_nearest_and_map_are_those_of_the_views() -> None:
    reply = Client().embed_many(["tea", "coffee", "a late train", "rain"])
    query = Client().embed("hot drinks")
    labels = ["a", "b", "c", "d"]
    expected = triptych.nearest(reply, query, 2, labels)
    assert reply.nearest(query, count=2, labels=labels).equals(expected)
    assert reply.nearest(0, count=1)["text"].tolist() == ["coffee"]
    arguments: dict[str, Any] = {"texts": labels, "color": [1, 2, 3, 4], "method": "pca", "seed": 2}
    drawn = reply.map(**arguments, n_neighbors=3)
    assert drawn.to_frame().equals(
        triptych.embedding_map(reply, **arguments, n_neighbors=3).to_frame()
    )
