"""`client.map`: its results and their order, and what is sent for them."""

from __future__ import annotations

import tracemalloc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
from tests.client.map.service import Service, texts

from triptych import AsyncClient, Client, InvalidInputError
from triptych.client import BadRequestError
from triptych.contract import ProfanityReply, SentimentReply
from triptych.contract.operations import PROFANITY


def by_index(client: Client, operation: str, items: Any, **options: Any) -> dict[int, Any]:
    with client:
        return dict(client.map(operation, items, **options))


async def awaited(
    client: AsyncClient, operation: str, items: Any, **options: Any
) -> dict[int, Any]:
    async with client:
        return {index: value async for index, value in client.map(operation, items, **options)}


@pytest.mark.parametrize("has_batches", [True, False])
@pytest.mark.parametrize("operation", ["profanity", "spam", "sentiment"])
async def test_map_yields_for_each_item_the_reply_of_a_single_call(
    operation: str, has_batches: bool
) -> None:
    service = Service(has_batches=has_batches)
    results = by_index(service.client(), operation, texts(100))
    assert sorted(results) == list(range(100))
    with service.client() as client:
        single = getattr(client, operation)("text 7")
    assert type(results[7]) is type(single)
    assert results[7].request == single.request
    assert (results[7].log_id, results[7].raw) == (single.log_id, single.raw) or operation == "spam"
    others = await awaited(service.async_client(), operation, texts(100))
    assert {index: reply.raw for index, reply in others.items()} == {
        index: reply.raw for index, reply in results.items()
    }


def test_map_with_a_row_of_the_table_gives_its_replies() -> None:
    with Service().client() as client:
        for _, reply in client.map(PROFANITY, ["fine"]):
            assert isinstance(reply, ProfanityReply)


def test_map_without_a_route_for_batches_sends_single_texts_or_the_list_of_spam() -> None:
    service = Service(has_batches=False)
    by_index(service.client(), "profanity", texts(50))
    assert set(service.sizes) == {1}
    service.sizes.clear()
    by_index(service.client(), "spam", texts(50))
    assert max(service.sizes) > 1


def test_map_if_the_route_for_batches_is_missing_after_all_sends_single_texts() -> None:
    service = Service(has_batches=False, health={"batch": ["profanity"]})
    assert len(by_index(service.client(), "profanity", texts(50))) == 50
    assert sorted(service.texts) == sorted(texts(50))


def test_map_begins_with_small_batches_and_sends_larger_ones() -> None:
    service = Service()
    by_index(service.client(), "profanity", texts(5_000))
    assert service.sizes[0] < max(service.sizes) <= 1_000


@pytest.mark.parametrize("has_batches", [True, False])
async def test_map_of_invalid_items_yields_their_errors_beside_the_other_replies(
    has_batches: bool,
) -> None:
    items = ["good", "", None, "  ", 3, float("nan"), {"text": "also good"}, {"txt": "a"}, "bad"]
    service = Service(has_batches=has_batches)
    for results in (
        by_index(service.client(), "sentiment", items),
        await awaited(service.async_client(), "sentiment", items),
    ):
        invalid = [
            index for index, value in results.items() if isinstance(value, InvalidInputError)
        ]
        assert sorted(invalid) == [1, 2, 3, 4, 5, 7]
        assert isinstance(results[0], SentimentReply)
        assert isinstance(results[6], SentimentReply)
        assert "did you mean 'text'" in str(results[7])
        error = results[8]
        assert isinstance(error, BadRequestError)
        assert (error.message, error.field, error.log_id) == ("No.", "text", "e")
        assert "sk-very-secret" not in str(error.request.headers)


@pytest.mark.parametrize(
    ("operation", "items", "options", "field"),
    [
        ("sentimant", [], {}, "operation"),
        (3, [], {}, "operation"),
        ("profanity", "one string", {}, "items"),
        ("profanity", 3, {}, "items"),
        ("profanity", [], {"censor": "x"}, "censor"),
        ("profanity", [], {"censor_replacement": 3}, "censor_replacement"),
        ("profanity", [], {"text": "x"}, "text"),
        ("embed_v2", [], {"dimensions": 0}, "dimensions"),
        ("search", [], {"max_results": 51}, "max_results"),
        ("spam", [], {"concurrency": 0}, "concurrency"),
        ("spam", [], {"concurrency": True}, "concurrency"),
        ("spam", [], {"timeout": -1}, "timeout"),
    ],
)
async def test_map_with_an_argument_wrong_for_all_raises_at_once(
    operation: Any, items: Any, options: dict[str, Any], field: str
) -> None:
    for client in (Service().client(), Service().async_client()):
        with pytest.raises(InvalidInputError) as raised:
            client.map(operation, items, **options)
        assert raised.value.problems[0].field == field


async def test_map_of_equal_items_sends_them_once() -> None:
    items = ["a", "b", {"text": "a"}, "a", numpy.str_("b")] * 500
    service = Service()
    results = by_index(service.client(), "profanity", items)
    assert sorted(service.texts) == ["a", "b"]
    assert len(results) == 2_500
    assert results[2_499].clean_text == "b"
    service = Service(has_batches=False)
    assert len(await awaited(service.async_client(), "profanity", items)) == 2_500
    assert sorted(service.texts) == ["a", "b"]


def test_map_of_equal_items_with_different_members_sends_each() -> None:
    items = ["a", {"text": "a", "censor_replacement": "#"}]
    service = Service()
    by_index(service.client(), "profanity", items)
    assert service.texts == ["a", "a"]


async def test_map_takes_any_iterable_and_nothing() -> None:
    async def several() -> AsyncIterator[str]:
        for text in texts(50):
            yield text

    service = Service()
    assert len(await awaited(service.async_client(), "profanity", several())) == 50
    assert len(by_index(service.client(), "profanity", (text for text in texts(50)))) == 50
    assert by_index(service.client(), "profanity", []) == {}
    assert await awaited(service.async_client(), "profanity", iter([])) == {}


@pytest.mark.parametrize("has_batches", [True, False])
def test_map_never_yields_far_ahead_of_the_first_missing_result(has_batches: bool) -> None:
    service = Service(has_batches=has_batches)
    lowest, furthest, yielded = 0, 0, set()
    for index, _ in service.client().map("profanity", texts(8_000 if has_batches else 2_000)):
        yielded.add(index)
        while lowest in yielded:
            yielded.remove(lowest)
            lowest += 1
        furthest = max(furthest, index - lowest)
    assert furthest <= 40_000


def test_map_reads_only_as_many_items_as_it_can_send_soon() -> None:
    read = 0

    def items() -> Iterator[str]:
        nonlocal read
        for text in texts(1_000_000):
            read += 1
            yield text

    results = Service().client().map("profanity", items())
    next(results)
    results.close()
    assert read < 5_000


def test_map_of_many_items_needs_constant_memory() -> None:
    service = Service(has_batches=False)
    items = (f"text {index} " + "x" * 20_000 for index in range(4_000))
    tracemalloc.start()
    for _ in service.client().map("profanity", items):
        # Of the double.
        service.texts.clear()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # All items would be 80 MB, and their replies as many.
    assert peak < 80_000_000


def test_map_of_files_sends_equal_contents_once(tmp_path: Path) -> None:
    import httpx

    received: list[bytes] = []

    def respond(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/healthz":
            return httpx.Response(404)
        received.append(request.read())
        return httpx.Response(200, json={"success": True, "tags": ["cat"]})

    path = tmp_path / "cat.png"
    path.write_bytes(b"\x89PNG one")
    items = [path, str(path), b"\x89PNG two", "https://example.com/cat.png", tmp_path / "no.png", 7]
    with Client(api_key="k", transport=httpx.MockTransport(respond)) as client:
        results = dict(client.map("detect", items))
    assert len(received) == 3
    assert [type(results[index]).__name__ for index in range(6)] == [
        *["DetectionReply"] * 4,
        "InvalidInputError",
        "InvalidInputError",
    ]


def test_map_in_this_process_gives_the_replies_of_single_calls() -> None:
    sentences = ["The room was lovely.", "The breakfast was awful.", "", "The room was lovely."]
    with Client() as client:
        results = dict(client.map("sentiment", sentences))
        for index in (0, 1, 3):
            reply = results[index]
            assert isinstance(reply, SentimentReply)
            single = client.sentiment(sentences[index])
            assert reply.sentiment.sentiment == single.sentiment.sentiment
            assert reply.sentiment.score == pytest.approx(single.sentiment.score, abs=0.01)
            assert reply.log_id
    assert isinstance(results[2], InvalidInputError)


async def test_map_in_this_process_awaited_embeds_texts() -> None:
    async with AsyncClient() as client:
        results = {index: reply async for index, reply in client.map("embed_v2", ["a", "b"])}
        single = await client.embed_v2("b")
    assert numpy.allclose(results[1].vectors, single.vectors, atol=0.01)  # type: ignore[union-attr]


async def test_map_over_a_real_server_gives_every_reply(server: str) -> None:
    items = [f"sh1t {index}" for index in range(300)]
    results = by_index(Client(api_key="k", base_url=server), "profanity", items)
    assert all(reply.profanities_found for reply in results.values())
    others = await awaited(AsyncClient(api_key="k", base_url=server), "spam", items)
    assert len(others) == len(results) == 300


async def test_map_over_a_real_server_also_of_single_calls(server: str) -> None:
    items = [{"html": f"<h1>Tea</h1><p>Price: <b>{number} EUR</b>"} for number in (1, 2, 3)]
    options = {"element_prompts": ["price"], "render": "never"}
    results = by_index(Client(api_key="k", base_url=server), "scrape", items, **options)
    prices = [results[index].context["price"] for index in range(3)]
    assert prices == [["1 EUR"], ["2 EUR"], ["3 EUR"]]
    others = await awaited(AsyncClient(api_key="k", base_url=server), "scrape", items, **options)
    assert [others[index].context for index in range(3)] == [
        results[index].context for index in range(3)
    ]
