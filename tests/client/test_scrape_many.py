"""Several pages of one site through the client: learned, read, and nothing lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from triptych import AsyncClient, Client, InvalidInputError
from triptych.client import APIStatusError

PROMPTS = {"name": "product name", "price": "price"}


def product(name: str, price: str) -> str:
    return (
        f"data:text/html,<nav>Shop</nav><h1>{name}</h1>"
        f"<dl><dt>Price:<dd>{price} EUR<dt>In stock:<dd>yes</dl>"
    )


TEAS = [product(f"Tea {letter}", f"{number}.50") for number, letter in enumerate("ABCDEF", 1)]


def test_each_page_gives_its_own_values_by_one_template() -> None:
    with Client() as client:
        reply = client.scrape_many(TEAS, PROMPTS, learn_from=3)
    assert [page.context["price"] for page in reply.pages] == [
        [f"{number}.50 EUR"] for number in range(1, 7)
    ]
    assert reply.urls == TEAS
    assert reply.template is not None
    assert reply.failures == {}
    assert reply.drifted == {}
    assert reply.usage is not None
    assert reply.usage.total_tokens > 0


async def test_the_async_client_does_the_same() -> None:
    async with AsyncClient() as client:
        reply = await client.scrape_many(TEAS[:3], ["price"])
    assert [page.context["price"] for page in reply.pages] == [
        ["1.50 EUR"], ["2.50 EUR"], ["3.50 EUR"]
    ]  # fmt: skip


def test_selectors_that_were_given_are_used_on_every_page_and_kept_in_the_template() -> None:
    corrected = {"price": ["dd:last-of-type"]}
    with Client() as client:
        reply = client.scrape_many(TEAS, PROMPTS, learn_from=3, selectors=corrected)
        assert [page.context["price"] for page in reply.pages] == [["yes"]] * 6
        assert [page.context["name"] for page in reply.pages][:2] == [["Tea A"], ["Tea B"]]
        again = client.scrape(TEAS[5], template=reply.template)
    assert again.context == {"name": ["Tea F"], "price": ["yes"]}
    assert reply.template is not None
    assert reply.template["rules"]["price"]["selectors"] == corrected["price"]


def test_a_page_that_cannot_be_read_costs_only_itself() -> None:
    refused = "http://127.0.0.1:1/"
    with Client() as client:
        reply = client.scrape_many([refused, TEAS[0], refused, TEAS[1]], ["price"])
    assert reply.urls == TEAS[:2]
    assert list(reply.failures) == [refused]
    assert "private" in reply.failures[refused]


def test_if_no_page_can_be_read_the_first_reason_is_raised() -> None:
    with Client() as client, pytest.raises(APIStatusError) as raised:
        client.scrape_many(["http://127.0.0.1:1/", "http://127.0.0.1:2/"], ["price"])
    assert raised.value.status_code == 403


def test_a_page_of_another_make_is_searched_and_named() -> None:
    other = "data:text/html,<p>Price: <b>9 EUR</b></p>"
    with Client() as client:
        reply = client.scrape_many([*TEAS[:4], other], ["price"], learn_from=4)
    assert reply.pages[-1].context["price"] == ["9 EUR"]
    assert reply.drifted == {other: ["price"]}


@pytest.mark.parametrize(
    ("urls", "options", "field"),
    [
        ([], {}, "urls"),
        (TEAS, {"learn_from": 0}, "learn_from"),
        (TEAS, {"learn_from": 12}, "learn_from"),
        ([TEAS[0], ""], {}, "url"),
    ],
)
def test_what_is_asked_wrongly_is_refused_before_anything_is_sent(
    urls: list[str], options: dict[str, Any], field: str
) -> None:
    with Client() as client, pytest.raises(InvalidInputError) as raised:
        client.scrape_many(urls, ["price"], **options)
    assert raised.value.problems[0].field == field


def _service(answer: Callable[[httpx.Request], httpx.Response]) -> Client:
    return Client(
        api_key="k", base_url="https://api.example.org", transport=httpx.MockTransport(answer)
    )


def test_a_service_that_learns_nothing_reads_each_page_alone() -> None:
    asked: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.content)
        return httpx.Response(200, json={"success": True, "context": {"price": ["1"]}})

    with _service(answer) as client:
        reply = client.scrape_many(["https://a.org/1", "https://a.org/2"], ["price"])
    assert len(asked) == 2
    assert reply.template is None
    assert [page.context["price"] for page in reply.pages] == [["1"], ["1"]]


def test_a_refusal_that_concerns_all_pages_ends_the_work() -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(401, json={"success": False, "message": "Send your key."})

    with _service(answer) as client, pytest.raises(APIStatusError):
        client.scrape_many(["https://a.org/1", "https://a.org/2"], ["price"])
    assert len(asked) == 1


def test_what_was_read_is_kept_when_the_work_ends_early() -> None:
    asked = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if len(asked) < 3:
            return httpx.Response(200, json={"success": True, "context": {"price": ["1"]}})
        return httpx.Response(401, json={"message": "Send your key."})

    urls = [f"https://a.org/{number}" for number in range(5)]
    with _service(answer) as client:
        reply = client.scrape_many(urls, ["price"])
    assert reply.urls == urls[:2]
    assert list(reply.failures) == urls[2:]
    assert len(asked) == 3
    assert all("." in why for why in reply.failures.values())


def test_an_interruption_is_one() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise KeyboardInterrupt

    with _service(answer) as client, pytest.raises(KeyboardInterrupt):
        client.scrape_many(["https://a.org/1", "https://a.org/2"], ["price"])


def test_a_first_page_that_fails_leaves_the_learning_to_the_next() -> None:
    sisters = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked = json.loads(request.content)
        sisters.append(asked.get("sample_urls"))
        if asked["url"].endswith("0"):
            return httpx.Response(424, json={"message": "The url answered 404."})
        body = {"success": True, "context": {"price": ["1"]}, "template": {"format": 1}}
        assert asked.get("template") == (None if len(sisters) == 2 else {"format": 1})
        return httpx.Response(200, json=body)

    urls = [f"https://a.org/{number}" for number in range(4)]
    with _service(answer) as client:
        reply = client.scrape_many([*urls, *urls], ["price"], learn_from=3)
    assert sisters == [urls[1:3], urls[2:4], None, None]
    assert reply.failures == {urls[0]: "The url answered 404."}
    assert reply.urls == urls[1:]


def test_two_hundred_pages_and_one() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        url = json.loads(request.content)["url"]
        return httpx.Response(200, json={"success": True, "context": {"price": [url]}})

    urls = [f"https://a.org/{number}" for number in range(200)]
    with _service(answer) as client:
        reply = client.scrape_many(iter(urls), ["price"])
        alone = client.scrape_many(urls[:1], ["price"])
    assert [page.context["price"] for page in reply.pages] == [[url] for url in urls]
    assert alone.urls == urls[:1]


def test_a_service_that_asks_to_wait_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("time.sleep", lambda seconds: asked.append(seconds))

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(json.loads(request.content)["url"])
        if asked.count("https://a.org/2") == 1 and asked[-1] == "https://a.org/2":
            return httpx.Response(429, json={"message": "Wait."}, headers={"retry-after": "3"})
        return httpx.Response(200, json={"success": True, "context": {"price": ["1"]}})

    with _service(answer) as client:
        reply = client.scrape_many(["https://a.org/1", "https://a.org/2"], ["price"])
    assert asked == ["https://a.org/1", "https://a.org/2", 3.0, "https://a.org/2"]
    assert reply.failures == {}


def test_of_several_reasons_the_first_is_raised() -> None:
    statuses = iter([404, 424, 403])

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(next(statuses), json={"message": "No."})

    urls = [f"https://a.org/{number}" for number in range(3)]
    with _service(answer) as client, pytest.raises(APIStatusError) as raised:
        client.scrape_many(urls, ["price"])
    assert raised.value.status_code == 404
