"""AI web search and suggestions through the service, on the shipped pages and on others."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from pydantic import SecretStr

from triptych.contract import SearchResult
from triptych.contract.operations import SEARCH, SUGGEST
from triptych.engines.index import Index
from triptych.engines.page import WebPage
from triptych.service import ServiceSettings
from triptych.service.indexes import Indexes
from triptych.service.operations.search.overview import overview
from triptych.service.user_index import user_index_folder

from .asgi import asgi_client
from .web import Web, page, serving

MARKER = re.compile(r"\[\[(\d+)\]\(([^)\s]+)\)\]")
TEA = WebPage(
    "https://tea.example.org/green",
    "Green tea",
    "Green tea is made from leaves that were not withered.\n\n"
    "Green tea is steeped at a temperature of 70 degrees Celsius for two minutes. Hotter water "
    "makes it bitter.",
    language="en",
    published="2024-05-01",
)


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


@pytest.fixture
def own(tmp_path: Path) -> ServiceSettings:
    """Settings of a service that searches a folder with one page."""
    folder = tmp_path / "index"
    Index(folder).add([TEA])
    return ServiceSettings(index=str(folder))


async def ask(settings: ServiceSettings | None = None, **members: Any) -> httpx.Response:
    return (await _asked(settings, [members]))[0]


async def _asked(
    settings: ServiceSettings | None, requests: list[dict[str, Any]]
) -> list[httpx.Response]:
    answers = []
    async with asgi_client(settings) as http:
        for members in requests:
            if members.pop("suggest", False):
                answers.append(await http.get(SUGGEST.path, params=members))
            else:
                answers.append(await http.post(SEARCH.path, json=members))
    return answers


async def test_the_shipped_pages_answer_and_are_cited() -> None:
    body = (await ask(query="who discovered penicillin")).json()
    assert body["success"] is True
    assert body["provider"] == "index"
    assert body["overview_by"] == "extraction"
    assert "Fleming" in body["ai_overview"]
    results = body["results"]
    assert [result["reference_number"] for result in results] == [*range(1, len(results) + 1)]
    by_number = {str(result["reference_number"]): result for result in results}
    sentences = MARKER.split(body["ai_overview"])
    for text, number, url in zip(sentences[::3], sentences[1::3], sentences[2::3], strict=False):
        assert unquote(by_number[number]["url"]) == unquote(url)
        said = " ".join(text.replace("\n- ", " ").removeprefix("- ").split())
        assert said in " ".join(by_number[number]["content"].split())
    first = results[0]
    assert "<em>" in first["description"]
    assert first["snippets"]
    assert first["site_name"] == "en.wikipedia.org"
    assert "CC BY-SA 4.0" in first["attribution"]
    assert first["is_safe"] is True
    usage = body["_usage"]
    assert usage["input_tokens"] > 2
    assert usage["output_tokens"] > 50


async def test_the_words_that_answer_are_named_and_describe_their_result() -> None:
    body = (await ask(query="who wrote the color purple")).json()
    answer = body["answer"]
    assert answer["text"] == "Alice Walker"
    assert body["ai_overview"][answer["start"] : answer["end"]] == answer["text"]
    [source] = [
        result
        for result in body["results"]
        if result["reference_number"] == answer["reference_number"]
    ]
    assert answer["sentence"] in " ".join(source["content"].split())
    described = re.sub(r"</?em>", "", unescape(source["description"]))
    assert described.startswith(answer["sentence"]), "by the sentence that answers"


async def test_what_is_not_wanted_is_left_out() -> None:
    query = "who discovered penicillin"
    plain, lean, few = await _asked(
        None,
        [
            {"query": query, "ai_overview": False},
            {"query": query, "auto_scrape": False},
            {"query": query, "max_results": 2},
        ],
    )
    assert plain.json()["ai_overview"] == ""
    assert not {"overview_by", "answer"} & plain.json().keys()
    # The overview reads the pages, whether they are sent or not.
    assert "Fleming" in lean.json()["ai_overview"]
    assert {result["content"] for result in lean.json()["results"]} == {None}
    assert len(few.json()["results"]) == 2


async def test_spelling_is_corrected_unless_told_otherwise() -> None:
    fixed, typed = await _asked(
        None,
        [
            {"query": "penicilin discovery", "ai_overview": False},
            {"query": "penicilin discovery", "ai_overview": False, "spell_check": False},
        ],
    )
    assert (fixed.json()["query"], fixed.json()["spell_fixed"]) == ("penicillin discovery", True)
    assert (typed.json()["query"], typed.json()["spell_fixed"]) == ("penicilin discovery", False)


async def test_nothing_relevant_is_said_so() -> None:
    body = (await ask(query="blorptang fnord zzzzz", spell_check=False)).json()
    assert body["results"] == []
    assert body["ai_overview"] == ""


async def test_a_folder_of_ones_own_alone(own: ServiceSettings) -> None:
    body = (await ask(own, query="green tea temperature")).json()
    [result] = body["results"]
    assert result["url"] == TEA.url
    assert result["age"] == "2024-05-01"
    assert result["language"] == "en"
    assert "70 degrees" in body["ai_overview"]


async def test_ones_own_pages_are_searched_with_the_shipped_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Index(user_index_folder()).add([TEA])
    body = (await ask(query="green tea bitter water temperature", ai_overview=False)).json()
    urls = [result["url"] for result in body["results"]]
    assert TEA.url in urls
    assert any("wikipedia" in url for url in urls)


async def test_a_damaged_index_is_said_so(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    Index(folder).add([TEA])
    for file in folder.rglob("*"):
        if file.is_file():
            file.write_bytes(b"not what it was")
    settings = ServiceSettings(index=str(folder))
    for refused in await _asked(settings, [{"query": "tea"}, {"suggest": True, "query": "tea"}]):
        assert refused.status_code == 424
        assert refused.json()["error"]["code"] == "provider_failed"
        assert "index" in refused.json()["message"]


async def test_a_folder_without_an_index_says_how_to_make_one(tmp_path: Path) -> None:
    settings = ServiceSettings(index=str(tmp_path / "none"))
    for answer in await _asked(settings, [{"query": "tea"}, {"suggest": True, "query": "tea"}]):
        assert answer.status_code == 424
        assert "triptych index add" in answer.json()["message"]


async def test_a_provider_that_is_not_set_up_says_what_to_set() -> None:
    for name, variable in (("searxng", "TRIPTYCH_SEARXNG_URL"), ("brave", "TRIPTYCH_BRAVE_KEY")):
        refused = await ask(query="tea", provider=name)
        assert refused.status_code == 400
        assert refused.json()["error"]["field"] == "provider"
        assert variable in refused.json()["message"]


async def test_a_provider_that_fails_is_never_replaced(web: Web) -> None:
    web.pages["/search"] = page(b"down", 503)
    settings = ServiceSettings(search_provider="searxng", searxng_url=web.url)
    refused = await ask(settings, query="tea")
    # Unless the request names another.
    other = await ask(settings, query="tea", provider="index", ai_overview=False)
    assert other.json()["provider"] == "index"
    assert refused.status_code == 424
    assert refused.json()["error"]["code"] == "provider_failed"


async def test_a_live_provider_and_the_pages_it_found(web: Web) -> None:
    found = [
        {"title": "Tea", "url": f"{web.url}/tea", "content": "About tea"},
        {"title": "Gone", "url": f"{web.url}/gone", "content": "Was here"},
    ]
    web.pages["/search"] = page(
        json.dumps({"query": "tea", "results": found}).encode(), content_type="application/json"
    )
    web.pages["/tea"] = page(
        b"<title>Tea</title><main><p>Green tea is steeped at 70 degrees Celsius for two minutes, "
        b"since hotter water makes it bitter.</p></main>",
        content_type="text/html",
    )
    web.pages["/gone"] = page(b"", 404)
    settings = ServiceSettings(
        search_provider="searxng", searxng_url=web.url, fetch_allow=(web.at,)
    )
    body = (await ask(settings, query="how hot should water for green tea be")).json()
    assert body["provider"] == "searxng"
    assert "70 degrees" in body["results"][0]["content"]
    # What could not be read stays, and is said.
    assert body["results"][1]["content"] is None
    assert "404" in body["warnings"][0]["message"]
    assert f"[[1]({web.url}/tea)]" in body["ai_overview"]
    lean = (await ask(settings, query="tea", auto_scrape=False, ai_overview=False)).json()
    assert "warnings" not in lean
    # Who waits for a search engine does not work.
    assert lean["_usage"]["inference_time_tokens"] == 0


async def test_pages_of_the_request_alone(web: Web) -> None:
    web.pages["/a"] = page(
        b"<title>Coffee</title><p>Espresso is brewed at nine bars.</p>", content_type="text/html"
    )
    web.pages["/b"] = page(
        b"<title>Tea</title><p>Green tea is steeped at 70 degrees.</p>", content_type="text/html"
    )
    web.pages["/c"] = page(b"", 500)
    settings = ServiceSettings(fetch_allow=(web.at,))
    urls = [f"{web.url}/{name}" for name in "abc"]
    body = (await ask(settings, query="green tea", byo_urls=urls)).json()
    assert body["provider"] == "byo_urls"
    assert [result["url"] for result in body["results"]] == [urls[1], urls[0]]
    assert len(body["warnings"]) == 1
    refused = await ask(settings, query="green tea", byo_urls=urls[2:])
    assert refused.status_code == 424
    assert refused.json()["error"]["field"] == "byo_urls"
    # Allowed are only the addresses that whoever runs the service named.
    assert (await ask(query="green tea", byo_urls=urls)).status_code == 403


def _chat(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


async def test_a_language_model_writes_and_is_checked(web: Web, own: ServiceSettings) -> None:
    web.pages["/v1/chat/completions"] = page(
        _chat("Green tea is steeped at 70 degrees Celsius [1]. It was invented by Ada Smith [1]."),
        content_type="application/json",
    )
    settings = ServiceSettings(
        index=own.index, language_model_url=f"{web.url}/v1", language_model="small"
    )
    body = (await ask(settings, query="green tea temperature")).json()
    assert body["overview_by"] == "small"
    assert body["answer"] is None, "whether its words are the answer is not known"
    assert f"[[1]({TEA.url})]" in body["ai_overview"]
    assert "70 degrees" in body["ai_overview"]
    assert "Ada" not in body["ai_overview"]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (page(_chat("The moon is made of green cheese [1].")), "overview_not_supported"),
        (page(b"no", 500), "language_model_failed"),
        (page(b"<html>"), "language_model_failed"),
    ],
)
async def test_where_it_fails_the_pages_speak_and_it_is_said(
    web: Web, own: ServiceSettings, answer: Any, code: str
) -> None:
    web.pages["/v1/chat/completions"] = answer
    settings = ServiceSettings(
        index=own.index,
        language_model_url=f"{web.url}/v1",
        language_model="small",
        language_model_key=SecretStr("hush"),
    )
    response = await ask(settings, query="green tea temperature")
    body = response.json()
    assert body["overview_by"] == "extraction"
    assert "70 degrees" in body["ai_overview"]
    assert [warning["code"] for warning in body["warnings"]] == [code]
    assert "hush" not in response.text
    assert web.seen[-1]["authorization"] == "Bearer hush"


async def test_profane_results_are_held_back_as_told(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    rude = WebPage("https://e.org/rude", "Rude tea", "This fucking tea is shit, said the sailor.")
    Index(folder).add([TEA, rude])
    settings = ServiceSettings(index=str(folder))
    counts = {
        level: len(
            (await ask(settings, query="tea", safe_search=level, ai_overview=False)).json()[
                "results"
            ]
        )
        for level in ("strict", "off")
    }
    assert counts == {"strict": 1, "off": 2}
    assert (await ask(settings, query="fucking tea")).json()["is_safe"] is False


async def test_suggestions_of_the_embedded_default_complete_titles_and_past_queries(
    own: ServiceSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPTYCH_INDEX", own.index)
    typed, _, again = await _asked(
        ServiceSettings.embedded(),
        [
            {"suggest": True, "query": "green t"},
            {"query": "green leaves not withered", "ai_overview": False},
            {"suggest": True, "query": "green l"},
        ],
    )
    assert typed.json()["suggestions"] == ["Green tea"]
    assert "green leaves not withered" in again.json()["suggestions"]


@pytest.mark.parametrize("keys", [(), ("k",), ("k", "other")])
async def test_suggestions_of_a_server_hold_no_past_queries(
    own: ServiceSettings, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TRIPTYCH_INDEX", own.index)
    _, again = await _asked(
        ServiceSettings.from_environment(*keys),
        [
            {"query": "green leaves not withered", "ai_overview": False},
            {"suggest": True, "query": "green l"},
        ],
    )
    assert "green leaves not withered" not in again.json()["suggestions"]


async def test_pages_that_come_are_found_and_suggested_without_a_restart(
    own: ServiceSettings,
) -> None:
    [before] = await _asked(own, [{"suggest": True, "query": "oolo"}])
    assert before.json()["suggestions"] == []
    async with asgi_client(own) as http:
        first = await http.post(SEARCH.path, json={"query": "oolong", "spell_check": False})
        assert first.json()["results"] == []
        text = "Oolong is a tea that is half oxidised."
        Index(Path(own.index)).add([WebPage("https://tea.example.org/oolong", "Oolong", text)])
        found = await http.post(SEARCH.path, json={"query": "oolong"})
        assert [result["title"] for result in found.json()["results"]] == ["Oolong"]
        suggested = await http.get(SUGGEST.path, params={"query": "oolo"})
        assert suggested.json()["suggestions"] == ["Oolong"]


async def test_an_index_that_is_removed_or_made_anew_is_noticed(own: ServiceSettings) -> None:
    folder = Path(own.index)

    async def titles() -> list[str] | str:
        answer = await http.post(
            SEARCH.path, json={"query": "tea", "ai_overview": False, "spell_check": False}
        )
        body = answer.json()
        if answer.status_code != 200:
            assert body["error"]["code"] == "provider_failed"
            return str(body["message"])
        typed = await http.get(SUGGEST.path, params={"query": "gree"})
        return [*(result["title"] for result in body["results"]), *typed.json()["suggestions"]]

    async with asgi_client(own) as http:
        assert await titles() == ["Green tea", "Green tea"]
        shutil.rmtree(folder)
        assert "There is no index" in await titles()
        Index(folder).add([WebPage("https://tea.example.org/black", "Black tea", "A tea.")])
        assert await titles() == ["Black tea"]


async def test_a_folder_for_ones_own_pages_without_any_is_no_obstacle() -> None:
    user_index_folder().mkdir(parents=True)
    body = (await ask(query="who discovered penicillin", ai_overview=False)).json()
    assert body["results"]


async def test_pasted_texts_are_not_remembered(own: ServiceSettings) -> None:
    indexes = Indexes(ServiceSettings(index=own.index, remember_queries=True))
    indexes.remember("green " * 40)
    indexes.remember("green leaves")
    assert [*indexes._past] == ["green leaves"]


async def test_what_finds_nothing_or_is_not_safe_is_not_remembered(own: ServiceSettings) -> None:
    answers = await _asked(
        ServiceSettings(index=own.index, remember_queries=True),
        [
            {"query": "zebra crossing", "spell_check": False},
            {"query": "fucking tea", "spell_check": False},
            {"suggest": True, "query": "zebra"},
            {"suggest": True, "query": "fucking"},
        ],
    )
    assert [answer.json()["suggestions"] for answer in answers[2:]] == [[], []]


def test_the_oldest_queries_go_and_the_others_outlast_new_pages(own: ServiceSettings) -> None:
    indexes = Indexes(ServiceSettings(index=own.index, remember_queries=True))
    for number in range(1_000):
        indexes.remember(f"query {number}")
    indexes.remember("query 0")
    indexes.remember("another")
    assert len(indexes._past) == 1_000
    assert "query 0" in indexes._past
    assert "query 1" not in indexes._past
    assert indexes.suggestions().suggest("anoth") == ["another"]
    Index(Path(own.index)).add([WebPage("https://tea.example.org/b", "Black tea", "Another tea.")])
    assert indexes.suggestions().suggest("anoth") == ["another"]
    assert indexes.suggestions().suggest("black") == ["Black tea"]


async def test_a_language_model_is_not_asked_about_nothing(web: Web, own: ServiceSettings) -> None:
    settings = ServiceSettings(
        index=own.index, language_model_url=f"{web.url}/v1", language_model="small"
    )
    body = (await ask(settings, query="zebra", spell_check=False)).json()
    assert (body["ai_overview"], body["overview_by"]) == ("", "extraction")
    assert body["answer"] is None
    assert not web.seen


async def test_an_overview_of_pages_that_were_not_read_cites_what_is_shown() -> None:
    shown = SearchResult(
        title="Green tea", url=TEA.url, snippets=[TEA.text], reference_number=1, description="Tea"
    )
    written = await overview("green tea temperature", [shown], ServiceSettings())
    assert "70 degrees" in written.text


async def test_pages_are_fetched_once_though_some_are_held_back(web: Web) -> None:
    for name, text in (
        ("a", "Green tea."),
        ("b", "This fucking tea is shit."),
        ("c", "Black tea."),
    ):
        web.pages[f"/{name}"] = page(f"<p>{text}</p>".encode(), content_type="text/html")
    settings = ServiceSettings(fetch_allow=(web.at,))
    urls = [f"{web.url}/{name}" for name in "abc"]
    body = (
        await ask(settings, query="tea", byo_urls=urls, max_results=2, safe_search="strict")
    ).json()
    assert {result["url"] for result in body["results"]} == {urls[0], urls[2]}
    assert web.connections == 3


def test_vocabulary_of_several_indexes_counts_pages_of_all_until_one_changes(
    own: ServiceSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Index(tmp_path / "other") as other, Index(Path(own.index or "")) as first:
        other.add([WebPage("https://other.example/", "Tea", "Oolong tea.")], vectors=False)
        indexes = Indexes(own)
        monkeypatch.setattr(indexes, "all", lambda: [first, other])
        counts = indexes.vocabulary()
        assert counts["tea"] == first.vocabulary()["tea"] + 1
        assert indexes.vocabulary() is counts
        other.remove("https://other.example/")
        assert indexes.vocabulary()["tea"] == first.vocabulary()["tea"]
