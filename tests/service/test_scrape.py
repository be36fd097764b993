"""AI scrape through the service: what is asked, where it is read, and what is refused."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from triptych.contract.operations import SCRAPE
from triptych.service import ServiceSettings
from triptych.service.operations.scrape import page_reader

from .asgi import asgi_client
from .web import Web, hanging, page, serving

TEA = """<!doctype html><html lang=en><title>Green tea</title>
<meta name=description content="Leaves that were not withered.">
<nav><a href="/">Home</a></nav>
<h1 class=name>Green tea</h1><img src="/tea.jpg" alt="a cup">
<dl><dt>Price:</dt><dd class=price>3.20 EUR</dd><dt>Origin:</dt><dd>Uji, Japan</dd></dl>
<p>Leaves that were not withered, steeped at 70 degrees for two minutes.</p>"""
MATE = TEA.replace("Green tea", "Mate").replace("3.20", "4.10").replace("Uji, Japan", "Misiones")


def listing(number: int, last: int = 3) -> bytes:
    """Return a page of a shop: three teas, and links to the other pages."""
    teas = "".join(
        f"<li class=tea><h2>Tea {number}.{place}</h2><span class=price>{number}.{place}0 €</span>"
        for place in (1, 2, 3)
    )
    links = "".join(
        f"<a href='/teas?page={other}'>{other}</a> " if other != number else f"<b>{other}</b> "
        for other in range(1, last + 1)
    )
    following = f"<a rel=next href='/teas?page={number + 1}'>Next</a>" if number < last else ""
    return (
        f"<h1>Teas</h1><ul class=teas>{teas}</ul>"
        f"<nav class=pagination aria-label=pagination>{links}{following}</nav>"
    ).encode()


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


async def ask(
    web: Web | None = None, *, hosts: tuple[str, ...] = (), seconds: float = 60.0, **members: Any
) -> httpx.Response:
    """Ask the service, which may fetch from the little web, and by its other names in `hosts`.

    A page is waited for so many `seconds`.
    """
    allowed = tuple(f"{host}:{web.server_port}" for host in ("127.0.0.1", *hosts)) if web else ()
    settings = ServiceSettings(fetch_allow=allowed, fetch_timeout=seconds)
    async with asgi_client(settings) as http:
        return await http.post(SCRAPE.path, json=members)


async def found(web: Web | None = None, **members: Any) -> dict[str, Any]:
    answer = await ask(web, **members)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def html(text: str | bytes, **headers: str) -> Any:
    content = text if isinstance(text, bytes) else text.encode()
    return page(content, 200, **{"content_type": "text/html; charset=utf-8", **headers})


def shop(web: Web) -> None:
    """Serve a listing of three pages, told apart by the query."""

    def teas(handler: Any) -> None:
        html(listing(int(handler.path.partition("page=")[2] or 1)))(handler)

    web.pages["/teas"] = teas


async def test_a_page_of_html_is_answered_as_the_specification_says() -> None:
    body = await found(html=TEA, element_prompts=["price", "origin"])
    assert body["success"] is True
    assert body["context"] == {"price": ["3.20 EUR"], "origin": ["Uji, Japan"]}
    price = body["data"][0]
    assert price["key"] == "price"
    assert price["selector"] == body["selectors"]["price"][0]
    assert price["results"][0]["text"] == "3.20 EUR"
    assert {"name": "class", "value": "price"} in price["results"][0]["attributes"]
    assert price["results"][0]["html"].startswith("<dd")
    assert body["meta"] == {}
    assert body["link"] == []
    assert (body["page_position"], body["page_position_length"]) == (1, 1)
    usage = body["_usage"]
    assert usage["total_tokens"] == sum(usage.values()) - usage["total_tokens"]


async def test_keys_of_a_mapping_name_what_is_found() -> None:
    body = await found(html=TEA, element_prompts={"cost": "price", "from": "where it comes from"})
    assert body["context"]["cost"] == ["3.20 EUR"]
    assert set(body["selectors"]) == {"cost", "from"}


async def test_what_is_not_on_the_page_stays_empty_and_says_so() -> None:
    body = await found(html=TEA, element_prompts=["price", "e-mail address"])
    assert body["context"]["e-mail address"] == []
    told = {field["key"]: field for field in body["data"]}
    assert "note" in told["e-mail address"]
    assert "note" not in told["price"]


async def test_a_page_is_fetched_with_headers_and_its_own_cookies(web: Web) -> None:
    web.pages["/tea"] = html(TEA, set_cookie="basket=7; Path=/")
    body = await found(
        web,
        url=f"{web.url}/tea",
        element_prompts=["price"],
        http_headers={"accept-language": "de"},
        cookies=[
            {"name": "own", "value": "1"},
            {"name": "foreign", "value": "2", "domain": "example.org"},
        ],
        advance_config={"cookies": True},
        features=["meta", "link", "page"],
        render="never",
    )
    assert body["context"]["price"] == ["3.20 EUR"]
    assert web.seen[0]["accept-language"] == "de"
    assert web.seen[0]["cookie"] == "own=1"
    assert body["url"] == f"{web.url}/tea"
    assert body["rendered"] is False
    assert body["meta"]["title"] == "Green tea"
    assert body["meta"]["description"] == "Leaves that were not withered."
    assert {"href": f"{web.url}/", "text": "Home", "type": "a"} in body["link"]
    assert {"href": f"{web.url}/tea.jpg", "text": "a cup", "type": "img"} in body["link"]
    assert "3.20 EUR" in body["page"]
    assert body["advance_config"]["cookies"][0]["name"] == "basket"


async def test_the_page_given_back_holds_no_script() -> None:
    body = await found(
        html=TEA + "<script>alert(1)</script><p onclick='alert(2)'>!", element_prompts=["price"],
        features=["page"], render="never",
    )  # fmt: skip
    assert "alert" not in body["page"]


async def test_selectors_of_a_reply_find_the_same_again_without_a_description() -> None:
    first = await found(html=TEA, element_prompts=["price", "origin"])
    again = await found(html=MATE, selectors=first["selectors"])
    assert again["context"] == {"price": ["4.10 EUR"], "origin": ["Misiones"]}
    assert {field["source"] for field in again["data"]} == {"selector"}


async def test_a_list_of_selectors_is_answered_by_selector() -> None:
    body = await found(html=TEA, selectors=["h1", ".absent"])
    assert body["context"] == {"h1": ["Green tea"], ".absent": []}


async def test_what_selectors_no_longer_find_is_searched_for_anew() -> None:
    body = await found(
        html=TEA, element_prompts={"price": "price"}, selectors={"price": [".cost"], "name": "h1"}
    )
    assert body["context"] == {"price": ["3.20 EUR"], "name": ["Green tea"]}
    assert [warning["code"] for warning in body["warnings"]] == ["selectors_drifted"]
    # What was searched for and what was selected are one thing, and so one record.
    assert body["records"] == [{"price": "3.20 EUR", "name": "Green tea"}]


async def test_examples_give_the_selector_that_they_have_in_common() -> None:
    shop = listing(1).decode()
    prompts = {"name": "names of the teas", "cost": "prices"}
    right = ["li:nth-of-type(1) > h2", "li:nth-of-type(3) > h2"]
    body = await found(html=shop, element_prompts=prompts, examples={"cost": {"right": right}})
    assert body["context"]["cost"] == ["Tea 1.1", "Tea 1.2", "Tea 1.3"]
    assert body["selectors"]["cost"][0] == ".tea > h2"
    assert list(body["context"]) == ["name", "cost"], "in the order of the prompts"
    assert [record["cost"] for record in body["records"]] == body["context"]["cost"]
    again = await found(html=shop, selectors={"cost": body["selectors"]["cost"]})
    assert again["context"]["cost"] == body["context"]["cost"]


async def test_a_wrong_example_narrows_the_selectors_of_its_key() -> None:
    shop = listing(1).decode()
    wrong = {"cost": {"wrong": ["li:nth-of-type(2) > span"]}}
    body = await found(html=shop, selectors={"cost": [".price"]}, examples=wrong)
    assert body["context"]["cost"] == ["1.10 €", "1.30 €"]


async def test_selectors_are_kept_in_a_template_that_is_learned_of_the_page_alone() -> None:
    selectors = {"price": ["dd:last-of-type"]}
    prompts = ["price", "name"]
    body = await found(html=TEA, element_prompts=prompts, selectors=selectors, sample_urls=[])
    assert body["context"] == {"price": ["Uji, Japan"], "name": ["Green tea"]}
    again = await found(html=MATE, template=body["template"])
    assert again["context"] == {"price": ["Misiones"], "name": ["Mate"]}
    without = await found(html=TEA, element_prompts=prompts, selectors=selectors)
    assert "template" not in without


async def test_looking_inside_one_element_only() -> None:
    page = f"<div id=old><p>Price: <b>9.00 EUR</b></div><div id=new>{TEA}</div>"
    body = await found(html=page, element_prompts=["price"], root_element_selector="#old")
    assert body["context"]["price"] == ["9.00 EUR"]


async def test_a_listing_gives_records_and_its_pages_are_followed(web: Web) -> None:
    shop(web)
    body = await found(web, url=f"{web.url}/teas", element_prompts={"tea": "names of the teas",
                       "price": "prices"}, page_position=3)  # fmt: skip
    assert body["records"][0] == {"tea": "Tea 3.1", "price": "3.10 €"}
    assert len(body["records"]) == 3
    assert (body["page_position"], body["page_position_length"]) == (3, 3)
    first = await found(web, url=f"{web.url}/teas", element_prompts=["prices"])
    assert (first["page_position"], first["page_position_length"]) == (1, 3)


async def test_a_link_to_the_page_that_is_wanted_is_taken_and_no_page_between(web: Web) -> None:
    shop(web)
    await found(web, url=f"{web.url}/teas", element_prompts=["prices"], page_position=3)
    assert web.connections == 2


async def test_where_no_link_leads_there_the_farthest_on_the_way_is_taken(web: Web) -> None:
    def teas(handler: Any) -> None:
        number = int(handler.path.partition("page=")[2] or 1)
        links = "".join(
            f"<a href='/teas?page={other}'>{other}</a> "
            for other in range(max(1, number - 2), min(12, number + 3))
            if other != number
        )
        far = "<a href='/teas?page=12'>12</a>" if number < 9 else ""
        html(
            listing(number).partition(b"<nav")[0]
            + f"<nav class=pagination><b>{number}</b> {links} … {far}</nav>".encode()
        )(handler)

    web.pages["/teas"] = teas
    body = await found(web, url=f"{web.url}/teas", element_prompts=["prices"], page_position=5)
    assert body["page_position"] == 5
    assert body["context"]["prices"][0] == "5.10 €"
    # 1, 3 and 5: never 12, which is beyond it.
    assert web.connections == 3


async def test_pages_that_lead_in_a_circle_end(web: Web) -> None:
    def teas(handler: Any) -> None:
        number = int(handler.path.partition("page=")[2] or 1)
        html(
            listing(number).partition(b"<nav")[0]
            + f"<a rel=next href='/teas?page={3 - number % 2}'>Next</a>".encode()
        )(handler)

    web.pages["/teas"] = teas
    answer = await ask(web, url=f"{web.url}/teas", element_prompts=["prices"], page_position=40)
    assert answer.status_code == 400
    assert web.connections < 6


async def test_a_page_beyond_the_last_is_refused(web: Web) -> None:
    shop(web)
    answer = await ask(web, url=f"{web.url}/teas", element_prompts=["prices"], page_position=9)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert (error["code"], error["field"]) == ("page_out_of_range", "page_position")
    assert error["detail"] == {"page_position_length": 3}


async def test_sisters_teach_a_template_that_reads_the_next_page(web: Web) -> None:
    teas = {"tea": TEA, "mate": MATE, "oolong": TEA.replace("3.20", "7.00")}
    for name, text in teas.items():
        web.pages[f"/{name}"] = html(text)
    web.pages["/gone"] = page(b"", 404)
    learned = await found(
        web,
        url=f"{web.url}/tea",
        element_prompts=["price"],
        sample_urls=[f"{web.url}/mate", f"{web.url}/oolong", f"{web.url}/gone"],
    )
    assert learned["context"]["price"] == ["3.20 EUR"]
    assert [warning["code"] for warning in learned["warnings"]] == ["page_not_read"]
    template = json.loads(json.dumps(learned["template"]))
    body = await found(html=TEA.replace("3.20", "5.50"), template=template)
    assert body["context"]["price"] == ["5.50 EUR"]
    # Of another make, the page is searched, and said to be so.
    other = await found(html="<p>Price: <b>9 EUR</b></p>" + "<p>text</p>" * 5, template=template)
    assert [warning["code"] for warning in other["warnings"]] == ["template_drifted"]


@pytest.mark.parametrize(
    ("members", "status", "field"),
    [
        ({"element_prompts": ["price"]}, 400, None),
        ({"html": TEA}, 400, None),
        ({"html": TEA, "url": "http://a.org", "element_prompts": ["price"]}, 400, None),
        ({"html": TEA, "element_prompts": [" "]}, 400, "element_prompts[0]"),
        ({"html": TEA, "element_prompts": list("abcdef")}, 400, "element_prompts"),
        ({"html": TEA, "selectors": ["p["]}, 400, "selectors"),
        ({"html": TEA, "examples": {"a": {"right": ["#absent"]}}}, 400, "examples"),
        ({"html": TEA, "examples": {"a": {"wrong": ["h1"]}}}, 400, "examples"),
        ({"html": TEA, "examples": {"a": {"right": ["h1"], "wrong": ["h1"]}}}, 400, "examples"),
        ({"html": TEA, "examples": {"a": {"right": ["p["]}}}, 400, "examples"),
        ({"html": "<b>" * 20_000, "examples": {"a": {"right": ["b"]}}}, 422, "html"),
        ({"html": TEA, "element_prompts": ["a"], "root_element_selector": ">>"}, 400,
         "root_element_selector"),
        ({"html": TEA, "element_prompts": ["a"], "root_element_selector": "#no"}, 422,
         "root_element_selector"),
        ({"html": TEA, "template": {"rules": 3}}, 400, "template"),
        ({"html": TEA, "element_prompts": ["a"], "render": "never", "features": ["screenshot"]},
         400, None),
        ({"html": TEA, "element_prompts": ["a"], "wait_for": {"mode": "timeout", "value": "x"}},
         400, "wait_for"),
        ({"html": TEA, "element_prompts": ["a"], "page_position": 2}, 400, "page_position"),
        ({"html": "<b>" * 20_000, "element_prompts": ["a"]}, 422, "html"),
        ({"url": "http://127.0.0.1:1/", "element_prompts": ["a"]}, 403, "url"),
        ({"url": "ftp://example.org/", "element_prompts": ["a"]}, 400, "url"),
    ],
)  # fmt: skip
async def test_what_is_asked_wrongly_is_refused_with_its_member(
    members: dict[str, Any], status: int, field: str | None
) -> None:
    answer = await ask(**members)
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert body["success"] is False
    assert body["error"]["field"] == field
    assert body["message"].endswith(".")


async def test_pages_that_fail_are_told_by_what_they_did(web: Web) -> None:
    released = threading.Event()
    web.pages |= {
        "/gone": page(b"no", 404),
        "/loop": page(b"", 302, location="/loop"),
        "/picture": page(b"\x89PNG", content_type="image/png"),
        "/bomb": html(gzip.compress(b"<p>" * 50_000_000), content_encoding="gzip"),
        "/slow": hanging(released),
        "/large": html(b"x" * 9_000_000),
    }
    statuses = {}
    for path in web.pages:
        seconds = 1.0 if path == "/slow" else 60.0
        members: dict[str, Any] = {"element_prompts": ["price"], "render": "never"}
        answer = await ask(web, seconds=seconds, url=web.url + path, **members)
        statuses[path] = answer.status_code
        assert answer.json()["error"]["field"] == "url"
    released.set()
    assert statuses == {
        "/gone": 424, "/loop": 424, "/picture": 424, "/bomb": 413, "/slow": 504, "/large": 413,
    }  # fmt: skip


async def test_characters_are_read_whatever_the_header_says(web: Web) -> None:
    web.pages["/thé"] = web.pages["/th%C3%A9"] = page(
        "<meta charset=latin-1><p>Prix : <b>3,20 €</b></p>".encode("cp1252"),
        content_type="text/html",
    )
    body = await found(web, url=f"{web.url}/thé", element_prompts=["prix"], render="never")
    assert body["context"]["prix"] == ["3,20 €"]


async def test_a_page_that_only_a_script_fills_says_that_it_needs_a_browser(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_reader, "is_available", lambda settings: False)
    web.pages["/app"] = html(
        "<!doctype html><title>Shop</title><div id=root></div>"
        "<script src=/app.js></script><noscript>You need to enable JavaScript.</noscript>"
    )
    body = await found(web, url=f"{web.url}/app", element_prompts=["price"])
    assert [warning["code"] for warning in body["warnings"]] == ["page_needs_browser"]
    asked = await found(web, url=f"{web.url}/app", element_prompts=["price"],
                        features=["screenshot"])  # fmt: skip
    assert [warning["code"] for warning in asked["warnings"]] == ["browser_not_available"]
    never = await found(web, url=f"{web.url}/app", element_prompts=["price"], render="never")
    assert "warnings" not in never
    answer = await ask(web, url=f"{web.url}/app", element_prompts=["price"], render="always")
    assert answer.status_code == 424
    assert answer.json()["error"]["code"] == "browser_not_available"
