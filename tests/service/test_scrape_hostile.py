"""Pages and requests meant to harm: each gets a clear answer, and the others get theirs."""

from __future__ import annotations

import gzip
import importlib
import json
import threading
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import anyio
import pytest

from triptych.contract.operations import SCRAPE
from triptych.engines.scrape import extract, is_shell, page_cache, pagination
from triptych.engines.scrape.elements import document, structured_data
from triptych.engines.scrape.extraction import Element, Extraction, Field
from triptych.service import ServiceSettings
from triptych.service.operations.scrape import reply

from .asgi import asgi_client
from .test_scrape import TEA, ask, found, html
from .web import Web, endless, page, serving

# The package has functions of these names.
extract_module = importlib.import_module("triptych.engines.scrape.extract")
inert_module = importlib.import_module("triptych.engines.scrape.inert")
PROMPTS = ["price", "all names", "release date", "link to the next article", "likes"]


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


def linked_data(data: str) -> str:
    return f'<script type="application/ld+json">{data}</script>{TEA}'


THINGS = ",".join(
    f'{{"@id":"#{i}","@type":"Product","price":{{"@id":"#{(i + 1) % 60}"}},"isRelatedTo":['
    + ",".join(f'{{"@id":"#{j}"}}' for j in range(20))
    + "]}"
    for i in range(60)
)


@pytest.mark.parametrize(
    "text",
    [
        linked_data('{"@graph":[' + THINGS + "]}"),
        linked_data('{"a":' * 20_000 + "1" + "}" * 20_000),
        linked_data('{"@type":"Product","name":NaN,"price":Infinity,"x":1e999}'),
        linked_data('{"@type":"Product","price":' + "9" * 9_000 + "}"),
        linked_data('{"@type":["Product",{}],"@id":[],"offers":{"@id":{"@id":1}}}'),
        "".join(
            f"<div id=i{i} itemscope itemref='i{(i + 1) % 50} i{(i + 7) % 50}' itemprop=x>"
            for i in range(50)
        )
        + TEA,
        "<frameset><frame src=/a><noframes>" + TEA,
        "<?xml version='1.0'?><rss><channel><item><title>Tea</title><link>x</link></item></rss>",
        "<svg xmlns='http://www.w3.org/2000/svg'><text>Price: 5 EUR</text></svg>",
        "<!DOCTYPE x [<!ENTITY a 'b'><!ENTITY c '&a;&a;&a;'>]><p>&c;" + TEA,
        "\0\0\0" + TEA,
        "<" * 20_000,
        "&#" * 20_000 + "&#99999999999;",
        "<template><template>" * 500 + TEA,
        "<base href='javascript:x'>" + TEA,
    ],
)
async def test_every_page_gets_an_answer(text: str) -> None:
    answer = await ask(
        html=text, element_prompts=PROMPTS, features=["meta", "link", "page"], render="never"
    )
    assert answer.status_code == 200, answer.text
    assert set(answer.json()["context"]) == set(PROMPTS)


def _count_json_ld(page: document.Document) -> int:
    return sum(fact.syntax == "json-ld" for fact in structured_data.page_facts(page))


async def test_what_things_say_of_one_another_is_looked_at_only_so_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stated = document.parse(linked_data('[{"a":"1","b":"2"},{"c":"3","d":"4"}]'))
    assert _count_json_ld(stated) == 4
    monkeypatch.setattr(structured_data, "_MOST_STEPS", 3)
    assert _count_json_ld(stated) == 2


def test_elements_within_one_another_state_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    nested = document.parse("<b itemprop=price>" * 10 + "x" * 100)
    assert len(structured_data.page_facts(nested)) == 10
    monkeypatch.setattr(structured_data, "_MOST_MARKED_UP", 250)
    assert len(structured_data.page_facts(nested)) == 3


def test_what_travels_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply, "MOST_TEXT", 10)
    monkeypatch.setattr(reply, "MOST_HTML", 40)
    elements = tuple(Element("<b>" + "x" * 6 + "</b>", "x" * 6) for _ in range(4))
    field = Field(("x" * 6,) * 4, elements, note="Mind this.")
    records = tuple({"a": "x" * 6, "b": "x" * 6, "c": "xx"} for _ in range(4))
    fields, kept = reply.bounded(Extraction({"a": field, "b": field}, records))
    assert [len(one.values) for one in fields.values()] == [1, 0]
    assert fields["a"].note == (
        "The values of this page are too long to give all: the first 1 of 4 are here. Mind this."
    )
    assert "none are here" in fields["b"].note
    assert len(fields["a"].elements) == 1
    assert kept == [{"a": "x" * 6, "c": "xx"}]


def test_elements_keep_their_texts_where_their_html_is_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "MOST_HTML", 40)
    elements = tuple(Element("<b>" + "x" * 10 + "</b>", "x" * 10) for _ in range(3))
    fields, _ = reply.bounded(Extraction({"a": Field(("x",) * 3, elements)}))
    assert [bool(element.html) for element in fields["a"].elements] == [True, False, False]
    assert [element.text for element in fields["a"].elements] == ["x" * 10] * 3


async def test_nested_elements_do_not_make_a_reply_many_times_its_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reply, "MOST_HTML", 20_000)
    monkeypatch.setattr(reply, "MOST_TEXT", 20_000)
    answer = await ask(
        html="<div class=price>5 EUR " * 200,
        element_prompts=["all prices"],
        selectors={"all": ".price"},
        render="never",
    )
    assert answer.status_code == 200
    assert len(answer.content) < 5 * 20_000


def reading_of(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list of the pages that are parsed from now on, but for those taken apart."""
    read: list[str] = []
    parsed = document.parse_new

    def noted(html: str) -> document.Document:
        read.append(html)
        return parsed(html)

    monkeypatch.setattr(document, "parse_new", noted)
    return read


def test_a_page_is_read_once_for_all_that_is_asked_about_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = reading_of(monkeypatch)
    with page_cache():
        for _ in range(2):
            is_shell(TEA)
            pagination(TEA, "")
            extract(TEA, {"price": "price"})
        assert len(read) == 1
        # Only the last page is kept.
        extract(TEA + " ", {"price": "price"})
        extract(TEA, {"price": "price"})
        assert len(read) == 3
    is_shell(TEA)
    assert len(read) == 4


async def test_the_service_reads_a_page_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = reading_of(monkeypatch)
    body = await found(html=TEA, element_prompts=["price"], features=["meta", "link", "page"])
    assert "3.20 EUR" in body["page"]
    assert len(read) == 1


@pytest.mark.parametrize(
    "selector",
    [
        "q div div div div p",
        ":has(:has(:has(b)))",
        "* ~ * ~ * ~ * ~ *",
        "* " * 30 + "b",
        ":has(*)" * 200,
        "(" * 1_000,
        "[" * 1_000,
        "\\" * 999,
        "a:not(" * 300 + "b" + ")" * 300,
        "::before",
        ":nth-child(-99999999999n+9999999999999)",
        "div," * 400 + "div",
        "é>>p",
        "@media",
        "p:contains('x')",
    ],
)
async def test_no_selector_keeps_the_service(selector: str) -> None:
    deep = "<div>" * 500 + "<p>x"
    for members in ({"selectors": {"k": selector}}, {"root_element_selector": selector}):
        answer = await ask(html=deep, element_prompts=["price"], render="never", **members)
        assert answer.status_code in {200, 400, 422}, answer.text
        if answer.status_code != 200:
            assert answer.json()["error"]["field"].partition(".")[0] == next(iter(members))


@pytest.mark.parametrize(
    "prompt",
    [
        "‮السعر الكامل " * 30,
        "💰" * 500,
        "price\x01\x07\x1b[31m",
        "(a+)+$" * 80,
        "[[[(((\\d+)*)*",
        "1" * 500,
        "価格" * 250,
        "a" + " " * 498 + "b",
        "é" * 250,
        "‍" * 500,
        "price " * 83,
        "%s%d{0}{x!r}",
        "pri\0ce",
        "İ" * 500,
        "ﷺ" * 100,
        "the " + "9" * 400 + "th name",
        "\\",
        "'\"",
    ],
)
async def test_any_prompt_is_answered(prompt: str) -> None:
    body = await found(html=TEA, element_prompts=[prompt[:500]], render="never")
    assert list(body["context"]) == [prompt[:500]]


@pytest.mark.parametrize(
    "template",
    [
        {"a": [[]] * 1_000},
        {"format": "x" * 1_000_000, "prompts": 1, "rules": [], "landmarks": {}},
        {"format": 1, "prompts": {"a": "b"}, "rules": {"a": {"a": {"a": {}}}}, "landmarks": [1]},
    ],
)
async def test_no_template_but_a_reply_s_own_is_read(template: dict[str, Any]) -> None:
    answer = await ask(html=TEA, template=template)
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "template")


async def test_hostile_servers_and_odd_bodies_are_told_by_what_they_did(web: Web) -> None:
    bomb = zlib.compress(b"<p>" * 4_000_000)
    web.pages |= {
        "/endless": endless(b"<p>x" * 10_000, content_type="text/html"),
        "/deflate": html(bomb, content_encoding="deflate"),
        "/br": html(b"x", content_encoding="br"),
        "/twice": html(gzip.compress(gzip.compress(TEA.encode())), content_encoding="gzip, gzip"),
        "/cut": html(gzip.compress(TEA.encode())[:50], content_encoding="gzip"),
        "/short": page(b"<p>x", content_length="99", content_type="text/html"),
        "/zip": page(b"PK", content_type="application/zip"),
        "/svg": page(b"<svg/>", content_type="image/svg+xml"),
    }
    statuses = {}
    for path in web.pages:
        answer = await ask(web, url=web.url + path, element_prompts=["price"], render="never")
        statuses[path] = answer.status_code
        assert answer.json()["error"]["field"] == "url"
    assert statuses.pop("/endless") in {413, 504}
    assert set(statuses.values()) == {424}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (TEA.encode("utf-16"), "text/html"),
        ("\ufeff".encode() + TEA.encode(), "text/html; charset=latin-1"),
        (TEA.encode(), "text/html; charset=nonsense"),
        (TEA.encode(), "text/html; charset=utf-16"),
        (TEA.encode(), "application/xhtml+xml"),
        (b"\xff\xfe\x00\xd8" + TEA.encode("utf-16-le"), "text/html"),
        (b"", "text/html"),
        (b"\x80\x81\xfe\xff" * 50, "text/html; charset=utf-8"),
    ],
)
async def test_any_characters_are_read(web: Web, body: bytes, kind: str) -> None:
    web.pages["/tea"] = page(body, content_type=kind)
    reply = await found(web, url=f"{web.url}/tea", element_prompts=["price"], render="never")
    assert set(reply["context"]) == {"price"}
    assert json.dumps(reply)


async def test_a_picture_in_a_data_url_is_no_page() -> None:
    answer = await ask(url="data:image/png;base64,iVBORw0KGgo=", element_prompts=["price"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (424, "unread_content")


async def test_hostile_sisters_cost_a_warning_each(web: Web) -> None:
    deep = "<b>" * 20_000
    web.pages |= {
        "/tea": html(TEA),
        "/mate": html(TEA.replace("3.20", "4")),
        "/deep": html(deep),
        "/gone": page(b"", 500),
        "/bomb": html(gzip.compress(b"x" * 9_000_000), content_encoding="gzip"),
        "/loop": page(b"", 301, location="/loop"),
    }
    paths = ("mate", "gone", "deep", "bomb", "loop")
    body = await found(
        web,
        url=f"{web.url}/tea",
        element_prompts=["price"],
        sample_urls=[f"{web.url}/{path}" for path in paths],
    )
    assert body["context"]["price"] == ["3.20 EUR"]
    assert [warning["code"] for warning in body["warnings"]] == ["page_not_read"] * 4


async def test_others_are_answered_while_hostile_requests_run_or_are_given_up(web: Web) -> None:
    released = threading.Event()

    def waits(handler: Any) -> None:
        released.wait(20)

    web.pages["/slow"] = waits
    settings = ServiceSettings(fetch_allow=(web.at,))
    answers: list[int] = []
    async with asgi_client(settings) as http:

        async def ask_for(**members: Any) -> None:
            members = {"element_prompts": ["price"], "render": "never", **members}
            answers.append((await http.post(SCRAPE.path, json=members)).status_code)

        async with anyio.create_task_group() as slow:
            for _ in range(10):
                slow.start_soon(partial(ask_for, url=f"{web.url}/slow"))
            async with anyio.create_task_group() as group:
                for number in range(10):
                    text = TEA if number % 2 else "<b>" * 20_000
                    group.start_soon(partial(ask_for, html=text))
            assert sorted(answers) == [200] * 5 + [422] * 5
            # Given up, they leave nothing behind that the next would have to wait for.
            slow.cancel_scope.cancel()
        await ask_for(html=TEA)
    released.set()
    assert answers[10:] == [200]


async def test_page_that_is_read_in_part_or_left_out_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extract_module, "MOST_TEXTS", 3)
    monkeypatch.setattr(inert_module, "MOST_INERT", 300)
    body = await found(html=TEA, element_prompts=["price"], features=["page"], render="never")
    assert body["page"] == ""
    codes = [warning["code"] for warning in body["warnings"]]
    assert codes == ["page_read_in_part", "page_left_out"]
