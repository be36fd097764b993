"""The pages of results and of one's own choice are fetched and read, all on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

import anyio
import pytest

from triptych.contract import SearchResult
from triptych.engines.page import WebPage
from triptych.engines.search import Hit
from triptych.service import ServiceSettings
from triptych.service.fetch import Fetcher
from triptych.service.providers.pages import not_read, read_pages, with_contents
from triptych.service.providers.results import result_of
from triptych.service.refusal import Refusal

from .web import Page, Web, endless, hanging, page, serving

TEXT = (
    "Tea is made of the leaves of a shrub, which are dried and put into hot water. "
    "It is drunk all over the world, and there is green, black and white tea."
)
HTML = f"""<!DOCTYPE html>
<html lang="en"><head>
<title>All about tea</title>
<meta name="description" content="Leaves &amp; hot water">
<meta property="og:site_name" content="The Tea House">
<meta property="og:image" content="https://example.org/tea.png">
<meta property="article:published_time" content="2024-03-05T10:00:00+00:00">
<link rel="icon" href="/icon.png">
</head><body><article><h1>All about tea</h1><p>{TEXT}</p>
<p>More about <a href="/matcha">matcha</a> is told elsewhere, with pictures of it.
<img src="/shrub.jpg" alt="A shrub"></p></article></body></html>"""


def html(text: str = HTML) -> Page:
    return page(text.encode(), content_type="text/html; charset=utf-8")


def told(words: str) -> Page:
    return page(f"{words} {TEXT}".encode(), content_type="text/plain; charset=utf-8")


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages["/tea"] = html()
        yield web


def fetcher(web: Web, **settings: Any) -> Fetcher:
    return Fetcher(ServiceSettings(fetch_allow=(web.at,), **settings))


def result(url: str, **members: Any) -> SearchResult:
    return SearchResult(**({"title": "Found", "url": url} | members))


async def test_what_the_engine_did_not_tell_is_filled_in(web: Web) -> None:
    [filled], warnings = await with_contents([result(f"{web.url}/tea")], fetcher(web))
    assert warnings == []
    assert filled.content is not None
    assert TEXT in filled.content
    assert filled.title == "Found"
    assert filled.url == f"{web.url}/tea"
    assert filled.description == "Leaves &amp; hot water"
    assert filled.language == "en"
    assert filled.site_long_name == "The Tea House"
    assert filled.favicon == f"{web.url}/icon.png"
    assert filled.thumbnail == "https://example.org/tea.png"
    assert (filled.age or "").startswith("2024-03-05")
    assert f"{web.url}/shrub.jpg" in filled.image_urls
    assert f"{web.url}/matcha" in filled.links


async def test_what_the_engine_told_is_kept(web: Web) -> None:
    members: dict[str, Any] = {
        "description": "<em>Tea</em>",
        "site_name": "tea.example",
        "site_long_name": "Tea",
        "language": "de",
        "image_urls": ["https://example.org/a.png"],
        "favicon": "https://example.org/f.png",
        "thumbnail": "https://example.org/t.png",
        "age": "2020-01-01",
        "snippets": ["Tea"],
        "is_safe": False,
    }
    asked = result(f"{web.url}/tea", **members)
    [filled], _ = await with_contents([asked], fetcher(web))
    assert filled.model_dump(include=set(members)) == members
    assert filled.content


async def test_a_title_that_is_none(web: Web) -> None:
    url = f"{web.url}/tea"
    [filled], _ = await with_contents([result(url, title=url)], fetcher(web))
    assert filled.title == "All about tea"


async def test_results_with_content_are_not_fetched(web: Web) -> None:
    asked = [result(f"{web.url}/tea", content="Tea."), result(f"{web.url}/no", content="")]
    assert await with_contents(asked, fetcher(web)) == (asked, [])
    assert web.connections == 0


async def test_a_page_that_fails_costs_only_its_content(web: Web) -> None:
    web.pages["/gone"] = page(b"", 404)
    web.pages["/film"] = endless(b"x" * 1000, content_type="video/mp4")
    web.pages["/empty"] = html("<html><body></body></html>")
    web.pages["/large"] = endless(b"<p>tea</p>" * 100, content_type="text/html")
    web.pages["/hidden"] = page(b"", 302, location="http://10.0.0.1/")
    paths = ["/gone", "/tea", "/film", "/empty", "/large", "/hidden"]
    asked = [result(f"{web.url}{path}") for path in paths]
    filled, warnings = await with_contents(asked, fetcher(web, max_fetch_bytes=100_000))
    assert [r.url for r in filled] == [r.url for r in asked]
    assert [bool(r.content) for r in filled] == [False, True, False, False, False, False]
    assert all(r.content is None for r in filled if not r.content)
    assert {warning.code for warning in warnings} == {"page_not_read"}
    for path, warning, why in zip(
        paths[:1] + paths[2:], warnings, ["404", "video/mp4", "", "bytes", "private"], strict=True
    ):
        assert warning.message.startswith(f"{web.url}{path} was not read: ")
        assert why in warning.message
        assert warning.message.endswith(".")


async def test_a_parser_that_breaks(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> WebPage:
        raise RecursionError("secret")

    monkeypatch.setattr("triptych.engines.page.read_page", broken)
    [filled], [warning] = await with_contents([result(f"{web.url}/tea")], fetcher(web))
    assert filled.content is None
    assert "secret" not in warning.message


async def test_a_page_is_fetched_once(web: Web) -> None:
    filled, _ = await with_contents([result(f"{web.url}/tea")] * 3, fetcher(web))
    assert all(r.content for r in filled)
    assert web.connections == 1


async def test_no_more_than_so_many_at_once(web: Web) -> None:
    now, most, lock = 0, 0, threading.Lock()
    three, four = threading.Event(), threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
            (four if now > 3 else three if now == 3 else threading.Event()).set()
        three.wait(5)
        four.wait(0.2)
        with lock:
            now -= 1
        told("Tea.")(handler)

    for n in range(6):
        web.pages[f"/{n}"] = answer
    asked = [result(f"{web.url}/{n}") for n in range(6)]
    filled, _ = await with_contents(asked, fetcher(web), at_once=3)
    assert all(r.content for r in filled)
    assert most == 3


async def test_the_slowest_page_is_not_waited_for(web: Web) -> None:
    released = threading.Event()
    web.pages["/slow"] = hanging(released)
    asked = [result(f"{web.url}/slow"), result(f"{web.url}/tea")]
    with anyio.fail_after(10):
        [slow, tea], [warning] = await with_contents(asked, fetcher(web), seconds=1)
    released.set()
    assert slow == asked[0]
    assert tea.content
    assert "longer than 1 s" in warning.message


async def test_pages_of_ones_own(web: Web) -> None:
    web.pages["/old"] = page(b"", 301, location="/tea")
    web.pages["/note.txt"] = told("A note.")
    urls = [f"{web.url}{path}" for path in ("/note.txt", "/old", "/tea", "/note.txt")]
    pages, warnings = await read_pages([*urls, f"data:text/plain,A%20word.%20{TEXT}"], fetcher(web))
    assert warnings == []
    assert [page.url for page in pages[:2]] == [f"{web.url}/note.txt", f"{web.url}/tea"]
    assert [page.text[:5] for page in pages] == ["A not", pages[1].text[:5], "A wor"]
    assert len(pages) == 3
    assert await read_pages([], fetcher(web)) == ([], [])


async def test_some_of_ones_own_pages_fail(web: Web) -> None:
    web.pages["/gone"] = page(b"", 410)
    urls = ["http://127.0.0.1:1/", f"{web.url}/gone", f"{web.url}/tea", "tea", "data:,%zz"]
    pages, warnings = await read_pages(urls, fetcher(web))
    assert [page.url for page in pages] == [f"{web.url}/tea"]
    assert [w.message.partition(" was not read: ")[0] for w in warnings] == [
        urls[0], urls[1], "tea", "data:,%zz",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "status", "code"),
    [("http://127.0.0.1:1/", 403, "refused_address"), ("tea", 400, "invalid_request"),
     ("{web}/gone", 424, "failed_dependency"), ("{web}/empty", 422, "unprocessable_content")],
)  # fmt: skip
async def test_all_of_ones_own_pages_fail(web: Web, first: str, status: int, code: str) -> None:
    web.pages["/gone"] = page(b"", 410)
    web.pages["/empty"] = html("<html><body></body></html>")
    with pytest.raises(Refusal) as caught:
        await read_pages([first.format(web=web.url), f"{web.url}/gone"], fetcher(web))
    error = caught.value.body.error
    assert (caught.value.status, error.code, error.field) == (status, code, "byo_urls")


def test_a_record_has_everything_that_is_known() -> None:
    known = WebPage(
        url="https://www.example.org/tea", title="Tea", text="Leaves.", description="About tea",
        site_name="example.org", site_long_name="The Example", language="en",
        published="2024-03-05", favicon="https://example.org/f.png",
        thumbnail="https://example.org/t.png", image_urls=("https://example.org/a.png",),
        links=("https://example.org/b",), attribution="Ann, CC BY 4.0",
    )  # fmt: skip
    written = result_of(Hit(known, 1.0, "<em>Tea</em>", ("Leaves.", "Water.")))
    assert written == SearchResult(
        title="Tea", url="https://www.example.org/tea", description="<em>Tea</em>",
        content="Leaves.", site_name="example.org", site_long_name="The Example", language="en",
        image_urls=["https://example.org/a.png"], links=["https://example.org/b"],
        favicon="https://example.org/f.png", thumbnail="https://example.org/t.png",
        age="2024-03-05", snippets=["Leaves.", "Water."],
        attribution="Ann, CC BY 4.0",
    )  # fmt: skip
    bare = result_of(Hit(WebPage("https://example.org", "Tea", "Leaves."), 1.0, "", ()))
    assert bare == SearchResult(title="Tea", url="https://example.org", content="Leaves.")


def test_the_warning_about_a_page_keeps_the_login_of_its_address() -> None:
    warning = not_read("https://me:p@ss@example.com/a@b", Refusal(422, "It is empty."))
    assert warning.message == "https://example.com/a@b was not read: It is empty."
