"""Search engines of the web: one suite for all, against real servers that replay answers."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import pytest
from pydantic import SecretStr

from triptych.contract import SearchRequest, SearchResult
from triptych.engines.page.addresses import web_url
from triptych.service import ServiceSettings
from triptych.service.providers import Findings, ProviderError, SearchProvider
from triptych.service.providers.brave import BraveProvider
from triptych.service.providers.ddgs import DdgsProvider
from triptych.service.providers.registry import live_provider
from triptych.service.providers.results import emphasised, iso_date
from triptych.service.providers.searxng import SearxngProvider
from triptych.service.refusal import Refusal

from .web import Page, Web, hanging, page, serving

RECORDED = Path(__file__).with_name("recorded")
KEY = "BSA-very-secret"
TEA, MATCHA = "https://www.example.org/tea", "https://shop.example.org/matcha?size=30"


@dataclass
class Engine:
    """A provider, the server it asks, and what that was asked."""

    web: Web
    path: str
    make: Callable[[float], SearchProvider]
    file: str
    safe: dict[str, Any]
    found: list[SearchResult]
    asked: list[dict[str, list[str]]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def recorded(self) -> bytes:
        return (RECORDED / self.file).read_bytes()

    def answers(self, *pages: Page) -> None:
        """Answer so, one after the other, the last one ever after."""
        left = list(pages)

        def answer(handler: BaseHTTPRequestHandler) -> None:
            self.asked.append(parse_qs(urlsplit(handler.path).query))
            self.headers.append({name.lower(): value for name, value in handler.headers.items()})
            (left.pop(0) if len(left) > 1 else left[0])(handler)

        self.web.pages[self.path] = answer

    async def search(
        self, query: str = "green tea", *, seconds: float = 10, **more: Any
    ) -> Findings:
        return await self.make(seconds).search(SearchRequest(query=query, **more))

    async def fails(self, **more: Any) -> str:
        """Return the message, which every failure has in the same form."""
        with pytest.raises(ProviderError) as caught:
            await self.search(**more)
        message = str(caught.value)
        assert message.endswith(".")
        assert KEY not in repr(caught.value)
        assert self.web.at not in message
        return message


def searxng(web: Web, monkeypatch: pytest.MonkeyPatch) -> Engine:
    return Engine(
        web,
        "/search",
        lambda seconds: SearxngProvider(web.url, seconds=seconds),
        "searxng.json",
        {"off": ["0"], "moderate": ["1"], "strict": ["2"]},
        [
            SearchResult(
                title="Green tea",
                url=TEA,
                description="Leaves &lt;b&gt;of tea&lt;/b&gt; &amp; hot water.",
                site_name="example.org",
                image_urls=["https://img.example.org/tea.png"],
                thumbnail=f"{web.url}/image_proxy?url=tea.png",
                age="2024-03-05T00:00:00",
            ),
            SearchResult(title=MATCHA, url=MATCHA, site_name="shop.example.org"),
        ],
    )


def brave(web: Web, monkeypatch: pytest.MonkeyPatch) -> Engine:
    return Engine(
        web,
        "/res/v1/web/search",
        lambda seconds: BraveProvider(SecretStr(KEY), base_url=web.url, seconds=seconds),
        "brave.json",
        {"off": ["off"], "moderate": ["moderate"], "strict": ["strict"]},
        [
            SearchResult(
                title="Green tea & its leaves",
                url=TEA,
                description="<em>Green tea</em> is made of leaves &amp; water, "
                "&lt;i&gt;a &lt; b&lt;/i&gt;.",
                site_name="example.org",
                site_long_name="The Example",
                language="en",
                image_urls=["https://www.example.org/large.jpg"],
                favicon="https://img.example.org/favicon.ico",
                thumbnail="https://img.example.org/small.jpg",
                age="2024-03-05T10:20:30",
                snippets=["Leaves of tea <dried>.", "Pour hot water on it."],
            ),
            SearchResult(
                title="Matcha",
                url=MATCHA,
                site_name="shop.example.org",
                language="ja",
                is_safe=False,
            ),
        ],
    )


def ddgs(web: Web, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """The package itself, with one of its engines sent to the local server."""
    from ddgs.engines import ENGINES
    from ddgs.engines.mojeek import Mojeek

    local = type("Local", (Mojeek,), {"search_url": f"{web.url}/search"})
    monkeypatch.setitem(ENGINES, "text", {"mojeek": local})
    return Engine(
        web,
        "/search",
        lambda seconds: DdgsProvider(seconds=seconds),
        "mojeek.html",
        {"off": None, "moderate": None, "strict": ["1"]},
        [
            SearchResult(
                title="Green tea",
                url=TEA,
                description="Leaves of tea &amp; hot water &lt;100 °C.",
                site_name="example.org",
            ),
            SearchResult(title="Matcha", url=MATCHA, site_name="shop.example.org"),
        ],
    )


ENGINES = {"searxng": searxng, "brave": brave, "ddgs": ddgs}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    with serving(Web()) as web:
        engine = ENGINES[request.param](web, monkeypatch)
        engine.answers(page(engine.recorded))
        yield engine


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


async def test_every_field_that_the_engine_tells(engine: Engine) -> None:
    found = await engine.search()
    assert found.query == "green tea"
    assert found.results == engine.found
    assert engine.asked[0]["q"] == ["green tea"]


async def test_no_more_than_were_asked_for(engine: Engine) -> None:
    assert [result.url for result in (await engine.search(max_results=1)).results] == [TEA]


@pytest.mark.parametrize("level", ["off", "moderate", "strict"])
async def test_safe_search_is_passed_on(engine: Engine, level: str) -> None:
    await engine.search(safe_search=level)
    name = "safe" if engine.file == "mojeek.html" else "safesearch"
    assert engine.asked[0].get(name) == engine.safe[level]


async def test_a_query_of_any_characters(engine: Engine) -> None:
    query = 'tea & "milk" #1 +50% <ü> 茶'
    await engine.search(query)
    assert engine.asked[0]["q"] == [query]


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
async def test_errors_are_said(engine: Engine, status: int) -> None:
    engine.answers(page(b"<html>no</html>", status, retry_after="30"))
    message = await engine.fails()
    if engine.file == "mojeek.html":
        # The package tells refusals by its engines from nothing found by none of them.
        assert "refuse who asks often" in message
    elif status == 429:
        assert "again in 30 s" in message
    else:
        assert str(status) in message


async def test_an_engine_that_hangs(engine: Engine) -> None:
    released = threading.Event()
    engine.answers(hanging(released))
    with anyio.fail_after(10):
        message = await engine.fails(seconds=0.4)
    released.set()
    assert "too long" in message


async def test_an_engine_that_drips(engine: Engine) -> None:
    released = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        page(b"", content_length="1000000")(handler)
        while not released.wait(0.05):
            handler.wfile.write(b" ")

    engine.answers(drip)
    with anyio.fail_after(10):
        await engine.fails(seconds=0.4)
    released.set()


@pytest.mark.parametrize(
    "body", [b"", b"<html>tea</html>", b"\xff\xfe\x00", b"[1]", b"[" * 100_000, b"null"]
)
async def test_garbage(engine: Engine, body: bytes) -> None:
    engine.answers(page(body))
    message = await engine.fails()
    assert "did not answer in JSON" in message or "gave a result" in message


async def test_nobody_listens(engine: Engine) -> None:
    engine.web.shutdown()
    engine.web.server_close()
    message = await engine.fails()
    assert "cannot be reached" in message or "gave a result" in message


@pytest.fixture(params=["searxng", "brave"])
def api(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    with serving(Web()) as web:
        engine = ENGINES[request.param](web, monkeypatch)
        engine.answers(page(engine.recorded))
        yield engine


async def test_a_huge_answer(api: Engine) -> None:
    api.answers(page(b" " * (5 * 2**20) + api.recorded))
    assert "bytes" in await api.fails()


@pytest.mark.parametrize("results", [None, "tea", 5, {}, [None, [], "tea", {"url": 5}, {}]])
async def test_members_of_another_kind(api: Engine, results: Any) -> None:
    api.answers(page(json.dumps({"results": results, "web": {"results": results}}).encode()))
    assert (await api.search()).results == []
    api.answers(page(json.dumps({"web": results, "query": results}).encode()))
    assert (await api.search()).results == []


async def test_texts_that_cannot_be_sent_on(api: Engine) -> None:
    entry = {"url": TEA, "title": "\ud800 tea\u0000", "description": "a\ud800", "content": "a"}
    api.answers(page(json.dumps({"results": [entry], "web": {"results": [entry]}}).encode()))
    [result] = (await api.search()).results
    assert result.model_dump_json()
    assert result.title == "? tea"


async def test_a_redirect_to_another_host_is_refused(api: Engine) -> None:
    with serving(Web()) as other:
        other.pages[api.path] = page(api.recorded)
        api.answers(page(b"", 302, location=f"{other.url}{api.path}"))
        assert "cannot be reached" in await api.fails()
        assert other.connections == 0


async def test_the_key_is_shown_nowhere(
    web: Web, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    engine = brave(web, monkeypatch)
    engine.answers(page(engine.recorded))
    provider = engine.make(10)
    await provider.search(SearchRequest(query="tea"))
    assert engine.headers[0]["x-subscription-token"] == KEY
    for status in (401, 422, 429, 500):
        engine.answers(page(b"", status))
        message = await engine.fails()
        assert ("TRIPTYCH_BRAVE_KEY" in message) == (status in {401, 422})
    assert KEY not in caplog.text
    assert KEY not in repr(provider)


@pytest.mark.parametrize("key", ["", "a b", "a\nb", "kéy"])
def test_a_key_that_cannot_be_one(key: str) -> None:
    with pytest.raises(Refusal) as caught:
        live_provider("brave", ServiceSettings(brave_key=SecretStr(key)))
    assert caught.value.body.error.code == "provider_not_configured"
    assert not key or key not in caught.value.body.message


async def test_brave_corrects_the_spelling(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = brave(web, monkeypatch)
    engine.answers(page(engine.recorded))
    found = await engine.search("gren tea")
    assert (found.query, found.spell_fixed) == ("green tea", True)
    assert engine.asked[0]["spellcheck"] == ["true"]
    found = await engine.search("gren tea", spell_check=False)
    assert (found.query, found.spell_fixed) == ("gren tea", False)
    assert engine.asked[1]["spellcheck"] == ["false"]


def _brave_page(number: int, more: bool) -> Page:
    results = [{"title": "t", "url": f"https://example.org/{number}/{n}"} for n in range(20)]
    answer = {"query": {"more_results_available": more}, "web": {"results": results}}
    return page(json.dumps(answer).encode())


async def test_brave_is_asked_for_pages(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = brave(web, monkeypatch)
    engine.answers(*(_brave_page(number, more=True) for number in range(5)))
    assert len({result.url for result in (await engine.search(max_results=50)).results}) == 50
    assert [asked["offset"] for asked in engine.asked] == [["0"], ["1"], ["2"]]
    assert {asked["count"][0] for asked in engine.asked} == {"20"}
    engine.answers(_brave_page(0, more=False))
    assert len((await engine.search(max_results=50)).results) == 20


async def test_brave_waits_for_a_second_but_not_for_a_month(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = brave(web, monkeypatch)

    def limited(left: str, reset: str) -> Page:
        return page(b"", 429, x_ratelimit_remaining=left, x_ratelimit_reset=reset)

    engine.answers(limited("0, 100", "0, 1419704"), page(engine.recorded))
    assert (await engine.search()).results == engine.found
    engine.answers(limited("0, 0", "1, 1419704"))
    assert "again in 1419704 s" in await engine.fails()
    assert len(engine.asked) == 3


async def test_brave_is_not_asked_for_what_the_plan_lacks(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = brave(web, monkeypatch)
    engine.answers(page(b"", 400), page(engine.recorded))
    provider = engine.make(10)
    for _ in range(2):
        assert (await provider.search(SearchRequest(query="tea"))).results
    assert ["extra_snippets" in asked for asked in engine.asked] == [True, False, False]
    engine.answers(page(b"", 400))
    assert "400" in await engine.fails()


@pytest.mark.parametrize("query", ["x" * 401, "x " * 51])
async def test_a_query_that_brave_does_not_take(
    web: Web, monkeypatch: pytest.MonkeyPatch, query: str
) -> None:
    engine = brave(web, monkeypatch)
    assert "shorten the query" in await engine.fails(query=query)
    assert web.connections == 0


@pytest.mark.parametrize(
    ("make", "country", "name", "value"),
    [
        (brave, "de", "country", "DE"),
        (brave, "LI", "country", "ALL"),
        (brave, None, "country", None),
        (searxng, "de", "language", "de-DE"),
        (searxng, "IN", "language", "en-IN"),
        (searxng, None, "language", None),
    ],
)
async def test_countries(
    web: Web,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[..., Engine],
    country: str | None,
    name: str,
    value: str | None,
) -> None:
    engine = make(web, monkeypatch)
    engine.answers(page(engine.recorded))
    await engine.search(country_code=country)
    assert engine.asked[0].get(name, [None]) == [value]


async def test_ddgs_searches_from_a_country(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = ddgs(web, monkeypatch)
    seen: dict[str, Any] = {}

    def text(self: Any, query: str, **options: Any) -> list[dict[str, str]]:
        seen.update(options)
        return []

    monkeypatch.setattr("ddgs.DDGS.text", text)
    for country, region in (("GB", "uk-en"), ("br", "br-pt")):
        await engine.search(country_code=country)
        assert seen["region"] == region


def _searxng_page(number: int, count: int = 10, **more: Any) -> Page:
    results = [{"title": "t", "url": f"https://example.org/{number}/{n}"} for n in range(count)]
    return page(json.dumps({"results": results, **more}).encode())


async def test_searxng_is_asked_for_pages(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = searxng(web, monkeypatch)
    engine.answers(*(_searxng_page(number) for number in range(5)))
    assert len({result.url for result in (await engine.search(max_results=25)).results}) == 25
    assert [asked["pageno"] for asked in engine.asked] == [["1"], ["2"], ["3"]]
    # A server that has no further page gives the first one again, or none.
    for last in (_searxng_page(0), _searxng_page(1, count=0)):
        engine.asked.clear()
        engine.answers(_searxng_page(0), last)
        assert len((await engine.search(max_results=25)).results) == 10
        assert len(engine.asked) == 2


async def test_searxng_none_of_whose_engines_answers(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = searxng(web, monkeypatch)
    engine.answers(_searxng_page(0, count=0, unresponsive_engines=[["alpha", "CAPTCHA"]]))
    assert "None of the engines" in await engine.fails()
    engine.answers(_searxng_page(0, count=0, unresponsive_engines=[]))
    assert (await engine.search()).results == []


async def test_searxng_without_json_and_behind_a_password(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = searxng(web, monkeypatch)
    engine.answers(page(b"", 403))
    assert "search: formats" in await engine.fails()
    address = web.url.replace("//", "//ann:to%20p@") + "/sub/search?x=1"
    web.pages["/sub/search"] = page(engine.recorded)
    await SearxngProvider(address).search(SearchRequest(query="tea"))
    assert web.seen[-1]["authorization"] == "Basic YW5uOnRvIHA="


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://e.com", "http://", "a b", "http://[::1"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(Refusal) as caught:
        live_provider("searxng", ServiceSettings(searxng_url=url))
    assert "TRIPTYCH_SEARXNG_URL" in caught.value.body.message


@pytest.mark.parametrize(
    ("name", "told"),
    [("searxng", "TRIPTYCH_SEARXNG_URL"), ("brave", "TRIPTYCH_BRAVE_KEY"), ("bing", "searxng")],
)
def test_what_is_not_set_up(name: str, told: str) -> None:
    with pytest.raises(Refusal) as caught:
        live_provider(name, ServiceSettings())
    refusal = caught.value
    assert (refusal.status, refusal.body.error.field) == (400, "provider")
    assert refusal.body.error.code == "provider_not_configured"
    assert told in refusal.body.message


async def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ddgs", None)
    with pytest.raises(ProviderError, match=r"pip install 'triptych\[ddgs\]'"):
        await DdgsProvider().search(SearchRequest(query="tea"))
    monkeypatch.setattr("triptych.service.providers.registry.find_spec", lambda name: None)
    with pytest.raises(Refusal) as caught:
        live_provider("ddgs", ServiceSettings())
    assert caught.value.status == 424


def test_the_names_of_the_settings() -> None:
    settings = ServiceSettings(searxng_url="http://localhost:1", brave_key=SecretStr(KEY))
    for name in ENGINES:
        assert live_provider(name, settings).name == name


async def test_ddgs_that_never_returns(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = ddgs(web, monkeypatch)
    released = threading.Event()
    monkeypatch.setattr("ddgs.http_client.HttpClient.request", lambda *a, **k: released.wait(20))
    with anyio.fail_after(10):
        assert "too long" in await engine.fails(seconds=0.2)
    released.set()


@pytest.mark.parametrize(
    "told", ["", "ftp://e.com/a", "data:,a", "javascript:a", "http://", "//", "http://[", "a b"]
)
def test_what_is_no_address_of_the_web(told: str) -> None:
    assert web_url(told) == ""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", None),
        ("<strong></strong>", None),
        ("a <B class='x'>b</B> c", "a <em>b</em> c"),
        ("<em>a <strong>b</strong> c", "<em>a b</em> c"),
        ("</em>a<em>", "a"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("&lt;em&gt;", "&lt;em&gt;"),
        ("<em onclick=alert(1)>a</em>", "<em>a</em>"),
        ("<embed src=x>", "&lt;embed src=x&gt;"),
        ("&amp;lt;", "&amp;lt;"),
    ],
)
def test_only_emphasis_is_left_of_html(html: str, text: str | None) -> None:
    assert emphasised(html) == text


@pytest.mark.parametrize(
    ("told", "date"),
    [
        ("2024-03-05", "2024-03-05"),
        ("2024-03-05 10:20:30+0200", "2024-03-05T10:20:30+02:00"),
        ("March 5, 2024", "2024-03-05"),
        ("5 Mar 2024", "2024-03-05"),
        ("Tue, 05 Mar 2024 10:20:30 GMT", "2024-03-05T10:20:30+00:00"),
        ("2 days ago", None),
        ("yesterday", None),
        ("2024", None),
        ("", None),
    ],
)
def test_dates(told: str, date: str | None) -> None:
    assert iso_date(told) == date


async def test_searches_at_the_same_time(engine: Engine) -> None:
    provider = engine.make(10)
    asked = [provider.search(SearchRequest(query="green tea")) for _ in range(5)]
    assert all(found.results == engine.found for found in await asyncio.gather(*asked))
