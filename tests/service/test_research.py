"""Deep research through the service: every claim cited, nothing read twice, an end in time."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from httpx_sse import EventSource
from pydantic import SecretStr

from triptych.contract.operations import RESEARCH
from triptych.engines.research.plan import normal
from triptych.service import ServiceSettings

from .asgi import asgi_client
from .llama import KEY
from .web import Web, endless, hanging, page, serving

MARKER = re.compile(r"\[\[(\d+)\]\((\S+?)\)\](?=[\s,.]|$)")
QUESTION = "How do volcanoes form and why do they erupt?"


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


async def post(
    settings: ServiceSettings | None = None, accept: str = "application/json", **members: Any
) -> httpx.Response:
    async with asgi_client(settings) as http:
        return await http.post(RESEARCH.path, json=members, headers={"accept": accept})


async def research(settings: ServiceSettings | None = None, **members: Any) -> dict[str, Any]:
    answer = await post(settings, **members)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def check(body: dict[str, Any]) -> None:
    """Every marker leads to a source, in order of first citation, and every claim stands there."""
    sources = {source["reference_number"]: source for source in body["sources"]}
    cited = MARKER.findall(body["results"])
    assert list(dict.fromkeys(int(number) for number, _ in cited)) == sorted(sources)
    assert all(sources[int(number)]["url"] == url for number, url in cited)
    assert sorted(sources) == list(range(1, len(sources) + 1))
    for statement in body["statements"]:
        content = " ".join(sources[statement["reference_number"]]["content"].split())
        assert " ".join(statement["support"].split()) in content
        assert statement["text"] in body["results"]
    # Nothing stands in the answer but headings, cited sentences and what was not found.
    for line in filter(None, body["results"].splitlines()):
        if not line.startswith("#") and "Nothing was found" not in line:
            assert MARKER.search(line), line


async def test_the_shipped_pages_give_a_cited_answer() -> None:
    body = await research(query=QUESTION, max_depth=2)
    assert body["success"] is True
    assert body["query"] == QUESTION
    assert body["written_by"] == "extraction"
    assert body["provider"] == "index"
    assert "magma" in body["results"]
    assert len(body["statements"]) >= 5
    assert 1 <= body["rounds"] <= 2
    check(body)
    first = body["sources"][0]
    assert {"title", "url", "content", "site_name", "language", "reference_number"} <= set(first)
    usage = body["_usage"]
    assert usage["total_tokens"] == sum(usage.values()) - usage["total_tokens"]


async def test_no_query_is_sent_twice_and_no_more_than_asked() -> None:
    body = await research(query=QUESTION, max_depth=3, max_breadth=2)
    queries = [normal(question["query"]) for question in body["questions"]]
    assert len(set(queries)) == len(queries)
    rounds = Counter(question["round"] for question in body["questions"])
    assert max(rounds.values()) <= 2
    assert max(rounds) <= 3


async def test_a_bound_on_the_length_is_kept() -> None:
    from triptych.engines.text.encoder import count_tokens

    long = await research(query=QUESTION, max_depth=1)
    short = await research(query=QUESTION, max_depth=1, max_output_tokens=150)
    assert count_tokens([long["results"]]) > 150
    assert count_tokens([short["results"]]) <= 150
    check(short)


def article(name: str, *sentences: str) -> bytes:
    text = "".join(f"<p>{sentence}</p>" for sentence in sentences)
    return f"<!doctype html><html lang=en><title>{name}</title><h1>{name}</h1>{text}".encode()


TEA = {
    "/green": article(
        "Green tea",
        "Green tea is made from leaves of Camellia sinensis that were not withered or oxidised.",
        "Green tea is steeped at seventy degrees Celsius for two minutes, since hotter water "
        "makes it bitter.",
    ),
    "/black": article(
        "Black tea",
        "Black tea is made from leaves of Camellia sinensis that were fully oxidised.",
        "Black tea is steeped at ninety-five degrees Celsius for four minutes.",
    ),
    "/oolong": article(
        "Oolong", "Oolong tea is made from leaves of Camellia sinensis that were partly oxidised."
    ),
}


def served(web: Web, *paths: str) -> list[str]:
    for path in paths:
        if path in TEA:
            web.pages[path] = page(TEA[path], content_type="text/html")
    return [web.url + path for path in paths]


def results(web: Web, *paths: str) -> Any:
    """A search engine that finds the same pages whatever it is asked."""
    found = [{"url": url, "title": url, "content": ""} for url in served(web, *paths)]
    body = json.dumps({"query": "tea", "results": found}).encode()
    return page(body, content_type="application/json")


def over(web: Web, **more: Any) -> ServiceSettings:
    return ServiceSettings(fetch_allow=(web.at,), **more)


async def test_pages_of_ones_own_are_read_once_each(web: Web) -> None:
    urls = served(web, *TEA)
    body = await research(
        over(web), query="Compare green tea and black tea: how are they made?", byo_urls=urls
    )
    assert body["provider"] == "byo_urls"
    assert web.connections == len(TEA)
    check(body)
    assert {source["url"] for source in body["sources"]} <= set(urls)
    assert "not withered" in body["results"]
    assert "fully oxidised" in body["results"]


async def test_sources_that_differ_are_set_side_by_side(web: Web) -> None:
    for path, year in (("/mill", 1894), ("/walk", 1897)):
        content = article(path[1:].title(), f"The old bridge at the mill was opened in {year}.")
        web.pages[path] = page(content, content_type="text/html")
    urls = [f"{web.url}/mill", f"{web.url}/walk"]
    body = await research(over(web), query="When was the bridge at the mill opened?", byo_urls=urls)
    check(body)
    told = [one for one in body["statements"] if one["heading"] == "Where the sources differ"]
    assert {one["text"] for one in told} == {"Mill says 1894", "Walk says 1897"}
    assert all(one["text"][-4:] in one["support"] for one in told)


async def test_what_cannot_be_read_is_said_and_the_rest_reported(web: Web) -> None:
    released = threading.Event()
    web.pages |= {
        "/gone": page(b"no", 404),
        "/hangs": hanging(released),
        "/rubbish": page(bytes(range(256)) * 40, content_type="text/html"),
        "/endless": endless(b"x" * 4096),
    }
    urls = served(web, *TEA, "/gone", "/hangs", "/rubbish", "/endless")
    body = await research(
        over(web, fetch_timeout=5.0, max_fetch_bytes=200_000),
        query="How is green tea made?",
        byo_urls=urls,
    )
    released.set()
    check(body)
    assert "not withered" in body["results"]
    unread = " ".join(one["message"] for one in body["warnings"] if one["code"] == "page_not_read")
    assert "/gone" in unread
    assert "/hangs" in unread
    assert "/endless" in unread


async def test_if_nothing_can_be_read_it_says_why(web: Web) -> None:
    web.pages["/gone"] = page(b"no", 404)
    answer = await post(over(web), query="tea", byo_urls=[f"{web.url}/gone"])
    assert answer.status_code == 424
    assert answer.json()["error"]["field"] == "byo_urls"


async def test_a_provider_that_fails_altogether_is_a_424(web: Web) -> None:
    web.pages["/search"] = page(b"no", 500)
    settings = ServiceSettings(searxng_url=web.url)
    answer = await post(settings, query="tea", provider="searxng")
    assert answer.status_code == 424
    assert answer.json()["error"]["code"] == "provider_failed"


async def test_live_results_are_read_and_a_failed_search_costs_no_more(web: Web) -> None:
    searches = 0

    def search(handler: Any) -> None:
        nonlocal searches
        searches += 1
        if searches == 2:
            page(b"no", 500)(handler)
            return
        results = [{"url": url, "title": url, "content": ""} for url in served(web, *TEA)]
        body = json.dumps({"query": "tea", "results": results}).encode()
        page(body, content_type="application/json")(handler)

    web.pages["/search"] = search
    settings = over(web, searxng_url=web.url)
    body = await research(settings, query="How is green tea made?", provider="searxng", max_depth=2)
    check(body)
    assert "not withered" in body["results"]
    assert "search_failed" in {one["code"] for one in body["warnings"]}
    # Each page once, whatever the searches.
    assert web.connections == searches + len(TEA)


async def test_when_the_time_is_over_what_was_found_is_written(web: Web) -> None:
    released = threading.Event()
    asked: list[str] = []

    def search(handler: Any) -> None:
        asked.append(handler.path)
        # The second round hangs.
        if "made" not in handler.path and "steeped" not in handler.path:
            released.wait(20)
        results = [{"url": url, "title": url, "content": ""} for url in served(web, "/green")]
        body = json.dumps({"query": "tea", "results": results}).encode()
        page(body, content_type="application/json")(handler)

    web.pages["/search"] = search
    # What is loaded once is loaded by now.
    await research(over(web), query="How is green tea made?", byo_urls=served(web, "/green"))
    body = await research(
        over(web, searxng_url=web.url),
        query="How is green tea made and how is it steeped?",
        provider="searxng",
        time_limit=4,
        max_breadth=2,
    )
    released.set()
    assert "time_limit" in {one["code"] for one in body["warnings"]}
    assert "not withered" in body["results"]
    check(body)


async def test_a_page_that_hangs_costs_only_itself_when_the_time_is_over(web: Web) -> None:
    released = threading.Event()
    web.pages["/hangs"] = hanging(released)
    web.pages["/search"] = results(web, "/green", "/hangs")
    await research(over(web), query="How is green tea made?", byo_urls=served(web, "/green"))
    body = await research(
        over(web, searxng_url=web.url),
        query="How is green tea made?",
        provider="searxng",
        time_limit=2,
        max_breadth=1,
    )
    released.set()
    assert "time_limit" in {one["code"] for one in body["warnings"]}
    assert "not withered" in body["results"]


async def test_a_page_that_two_searches_find_at_once_counts_for_both(web: Web) -> None:
    def slow(handler: Any) -> None:
        time.sleep(0.3)
        page(TEA["/green"], content_type="text/html")(handler)

    web.pages["/search"] = results(web, "/green")
    web.pages["/green"] = slow
    body = await research(
        over(web, searxng_url=web.url),
        query="How is green tea made and how is it steeped?",
        provider="searxng",
        max_depth=1,
        max_breadth=2,
    )
    assert [question["urls"] for question in body["questions"]] == [[f"{web.url}/green"]] * 2


async def test_what_nothing_is_found_about_is_said_and_not_made_up() -> None:
    body = await research(query="What is the favourite pudding of Zorblax the Unready?")
    assert body["statements"] == []
    assert body["sources"] == []
    assert "Nothing was found" in body["results"]
    assert body["not_found"]


async def test_steps_are_told_in_their_order() -> None:
    answer = await post(accept="text/event-stream", query=QUESTION, max_depth=1)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [(event.event, json.loads(event.data)) for event in EventSource(answer).iter_sse()]
    steps = [data for name, data in events if name == "progress"]
    kinds = [step["step"] for step in steps]
    assert kinds[0] == "planned"
    assert kinds[-2:] == ["outlined", "written"]
    searched = [step["query"] for step in steps if step["step"] == "searching"]
    found = [step for step in steps if step["step"] == "found"]
    assert len(searched) == len(found)
    # Each page is told when it is read, before what its search brought all in all.
    read = [step["urls"][0] for step in steps if step["step"] == "read"]
    assert len(set(read)) == len(read)
    assert set(read) == {url for step in found for url in step["urls"]}
    assert kinds.index("read") < kinds.index("found")
    assert steps[0]["questions"]
    name, body = events[-1]
    assert name == "reply"
    assert [question["query"] for question in body["questions"]] == searched
    check(body)


async def test_pages_that_cannot_be_read_are_told_on_the_way(web: Web) -> None:
    web.pages["/gone"] = page(b"no", 404)
    for members in (
        {"byo_urls": served(web, "/green", "/gone")},
        {"provider": "searxng", "max_breadth": 1},
    ):
        web.pages["/search"] = results(web, "/green", "/gone")
        answer = await post(
            over(web, searxng_url=web.url),
            accept="text/event-stream",
            query="How is green tea made?",
            max_depth=1,
            **members,
        )
        steps = [json.loads(event.data) for event in EventSource(answer).iter_sse()][:-1]
        [unread] = [step for step in steps if step["step"] == "not_read"]
        assert f"{web.url}/gone" in unread["message"]


@pytest.mark.parametrize(("time_limit", "is_reduced"), [(600, True), (84, False), (None, False)])
async def test_research_time_limit_above_that_of_the_service_gets_a_warning(
    web: Web, time_limit: float | None, is_reduced: bool
) -> None:
    body = await research(
        over(web),
        query="How is green tea made?",
        byo_urls=served(web, "/green"),
        max_depth=1,
        time_limit=time_limit,
    )
    warnings = {one["code"]: one["message"] for one in body.get("warnings", [])}
    assert ("time_limit_reduced" in warnings) == is_reduced
    assert not is_reduced or "600" in warnings["time_limit_reduced"]


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"query": " "}, "query"),
        ({"query": "tea", "max_depth": 6}, "max_depth"),
        ({"query": "tea", "max_breadth": 0}, "max_breadth"),
        ({"query": "tea", "time_limit": 0}, "time_limit"),
        ({"query": "tea", "provider": "brave"}, "provider"),
        ({}, "query"),
    ],
)
async def test_what_is_asked_wrongly_is_refused_with_its_member(
    members: dict[str, Any], field: str
) -> None:
    for accept in ("application/json", "text/event-stream"):
        answer = await post(accept=accept, **members)
        if answer.headers["content-type"].startswith("text/event-stream"):
            [event] = EventSource(answer).iter_sse()
            body = json.loads(event.data)
            assert (event.event, body["status"]) == ("error", 400)
        else:
            assert answer.status_code == 400
            body = answer.json()
        assert body["error"]["field"] == field


def saying(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}}]}).encode()


WRITTEN = (
    "## Making\n\nGreen tea is made from leaves that were not withered [1]. "
    "It was invented by Napoleon in 1805 [1].\n"
)


@pytest.mark.parametrize("answer", [WRITTEN, WRITTEN * 40])
async def test_of_what_a_language_model_writes_only_what_is_supported_stays(
    answer: str, web: Web
) -> None:
    web.pages["/v1/chat/completions"] = page(saying(answer), content_type="application/json")
    settings = over(web, language_model_url=f"{web.url}/v1", language_model="writer")
    body = await research(
        settings, query="How is green tea made?", byo_urls=served(web, "/green"), max_depth=1
    )
    assert body["written_by"] == "writer"
    assert "not withered" in body["results"]
    assert "Napoleon" not in body["results"]
    assert "warnings" not in body
    check(body)


async def test_a_language_model_plans_what_is_searched_for(web: Web) -> None:
    asked: list[str] = []

    def model(handler: Any) -> None:
        messages = json.loads(handler.body)["messages"]
        asked.append(messages[0]["content"])
        plans = "1. How hot is water for green tea?\n2. Who drinks tea?\nHope this helps!"
        said = plans if len(asked) == 1 else WRITTEN
        page(saying(said), content_type="application/json")(handler)

    web.pages["/v1/chat/completions"] = model
    settings = over(web, language_model_url=f"{web.url}/v1", language_model="writer")
    question = "How is green tea made?"
    body = await research(
        settings, query=question, byo_urls=served(web, "/green"), max_depth=1, max_breadth=3
    )
    assert len(asked) == 2
    texts = [one["text"] for one in body["questions"]]
    assert texts == [question, "How hot is water for green tea?", "Who drinks tea?"]
    # Nobody asked what it thought of: what is not found about it is no gap of the answer.
    assert body["not_found"] == []


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (page(b"no", 500), "language_model_failed"),
        (page(saying("It was Napoleon [1]."), content_type="application/json"),
         "report_not_supported"),
    ],
)  # fmt: skip
async def test_a_language_model_that_fails_leaves_the_report_to_extraction(
    answer: Any, code: str, web: Web
) -> None:
    web.pages["/v1/chat/completions"] = answer
    settings = over(web, language_model_url=f"{web.url}/v1", language_model="writer")
    body = await research(
        settings, query="How is green tea made?", byo_urls=served(web, "/green"), max_depth=1
    )
    assert body["written_by"] == "extraction"
    assert [warning["code"] for warning in body["warnings"]] == [code]
    assert "not withered" in body["results"]
    check(body)


async def test_a_real_language_model_writes_and_is_checked(llama: str, web: Web) -> None:
    settings = over(
        web,
        language_model_url=llama,
        language_model="smollm2",
        language_model_key=SecretStr(KEY),
    )
    body = await research(
        settings,
        query="How is green tea made?",
        byo_urls=served(web, "/green"),
        max_depth=1,
        max_output_tokens=120,
    )
    assert body["written_by"] in {"smollm2", "extraction"}
    assert body["statements"]
    check(body)
