"""What a page must not get from AI scrape: the caller's login, or what only the service reaches."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from triptych.contract import ScrapeRequest
from triptych.service.operations.scrape.page_reader import Credentials

from .test_scrape import TEA, ask, found, html, listing
from .web import Web, page, serving

HEADERS = {"authorization": "Bearer ours-alone", "cookie": "inheader=ours-alone"}
COOKIES = [{"name": "login", "value": "ours-alone"}]
LOGIN: dict[str, Any] = {"http_headers": HEADERS, "cookies": COOKIES, "render": "never"}


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


def leading_to(address: str) -> bytes:
    """Return the first page of a listing whose second is elsewhere."""
    return listing(1).replace(b"/teas?page=", f"{address}?page=".encode())


async def test_the_pages_of_a_listing_that_another_host_shows_get_no_login(web: Web) -> None:
    web.pages |= {
        "/ours": page(b"", 302, location=f"http://localhost:{web.server_port}/theirs"),
        "/theirs": html(leading_to("/theirs2")),
        "/theirs2": html(listing(2)),
    }
    body = await found(
        web,
        hosts=("localhost",),
        url=f"{web.url}/ours",
        page_position=2,
        element_prompts=["prices"],
        **LOGIN,
    )
    assert body["page_position"] == 2
    ours, *theirs = web.seen
    assert ours["authorization"] == "Bearer ours-alone"
    assert set(ours["cookie"].split("; ")) == {"inheader=ours-alone", "login=ours-alone"}
    assert [seen["host"].partition(":")[0] for seen in theirs] == ["localhost"] * 2
    assert "ours-alone" not in str(theirs)


async def test_a_listing_is_not_followed_to_another_host(web: Web) -> None:
    elsewhere = f"http://localhost:{web.server_port}/theirs"
    web.pages |= {"/ours": html(leading_to(elsewhere)), "/theirs": html(listing(2))}
    answer = await ask(
        web,
        hosts=("localhost",),
        url=f"{web.url}/ours",
        page_position=2,
        element_prompts=["prices"],
        **LOGIN,
    )
    assert answer.json()["error"]["code"] == "page_out_of_range"
    assert len(web.seen) == 1


async def test_the_next_page_on_the_same_site_gets_the_login(web: Web) -> None:
    web.pages |= {"/ours": html(leading_to("/ours2")), "/ours2": html(listing(2))}
    await found(web, url=f"{web.url}/ours", element_prompts=["prices"], page_position=2, **LOGIN)
    assert [seen["authorization"] for seen in web.seen] == ["Bearer ours-alone"] * 2
    assert all("login=ours-alone" in seen["cookie"] for seen in web.seen)


async def test_sisters_on_another_host_get_no_login(web: Web) -> None:
    web.pages |= {"/tea": html(TEA), "/mate": html(TEA)}
    sisters = [f"http://localhost:{web.server_port}/mate", f"{web.url}/mate"]
    await found(
        web,
        hosts=("localhost",),
        url=f"{web.url}/tea",
        sample_urls=sisters,
        element_prompts=["price"],
        **LOGIN,
    )
    told: dict[str, list[bool]] = {}
    for seen in web.seen:
        host = seen["host"].partition(":")[0]
        told.setdefault(host, []).append("ours-alone" in str(seen))
    assert told == {"localhost": [False], "127.0.0.1": [True, True]}


def test_without_an_address_the_first_sister_is_the_site_of_the_login() -> None:
    credentials = Credentials(
        ScrapeRequest(
            html=TEA,
            element_prompts=["price"],
            http_headers=HEADERS,
            sample_urls=["https://e.com/a", "https://e.org/b"],
        )
    )
    assert credentials.request_for("https://e.com/c").http_headers == HEADERS
    assert credentials.request_for("https://e.org/b").http_headers is None


def test_another_scheme_or_port_gets_no_headers_but_what_names_its_place_is_kept() -> None:
    cookies = [*COOKIES, {"name": "wide", "value": "1", "domain": "e.org"}]
    credentials = Credentials(
        ScrapeRequest(
            url="https://e.com/a", element_prompts=["price"], http_headers=HEADERS, cookies=cookies
        )
    )
    for address in ("http://e.com/a", "https://e.com:8443/a", "https://e.com.evil.org", "//x", "["):
        asked = credentials.request_for(address)
        assert asked.http_headers is None
        assert [cookie.url or cookie.domain for cookie in asked.cookies or ()] == [
            "https://e.com/a",
            "https://e.com/a",
            "e.org",
        ]
    assert credentials.request_for("https://e.com/b").http_headers == HEADERS


async def test_a_page_that_redirects_elsewhere_gets_no_login_there(web: Web) -> None:
    web.pages |= {
        "/ours": page(b"", 302, location=f"http://localhost:{web.server_port}/theirs"),
        "/theirs": html(TEA),
    }
    await found(
        web, hosts=("localhost",), url=f"{web.url}/ours", element_prompts=["price"], **LOGIN
    )
    assert "ours-alone" in str(web.seen[0])
    assert "ours-alone" not in str(web.seen[1])


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:1/inner",
        "http://[::1]/",
        "http://0x7f000001/",
        "http://2130706433/",
        "http://169.254.169.254/latest/meta-data/",
        "http://localhost./",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://10.0.0.1/",
    ],
)
async def test_a_listing_leads_to_no_private_address(web: Web, address: str) -> None:
    web.pages["/teas"] = html(leading_to(address))
    answer = await ask(
        web, url=f"{web.url}/teas", element_prompts=["prices"], page_position=2, render="never"
    )
    assert answer.status_code in {400, 403}, answer.text
    assert "root:" not in answer.text
    assert len(web.seen) == 1


async def test_sisters_at_private_addresses_are_told_and_not_asked(web: Web) -> None:
    refused = ["http://127.0.0.1:1/", "http://10.0.0.1/", "file:///etc/passwd", "ftp://e.org", "x"]
    web.pages["/tea"] = html(TEA)
    body = await found(web, url=f"{web.url}/tea", sample_urls=refused, element_prompts=["price"])
    assert body["context"]["price"] == ["3.20 EUR"]
    assert [warning["code"] for warning in body["warnings"]] == ["page_not_read"] * len(refused)
    assert len(web.seen) == 1


@pytest.mark.parametrize(
    "server", ["http://127.0.0.1:1", "http://10.0.0.1:3128", "socks5://e.org:1", "file:///x", "x"]
)
async def test_a_proxy_is_no_way_to_private_addresses(web: Web, server: str) -> None:
    web.pages["/tea"] = html(TEA)
    answer = await ask(
        web,
        url=f"{web.url}/tea",
        element_prompts=["price"],
        byo_proxy={"server": server},
        render="never",
    )
    assert answer.status_code in {400, 403}, answer.text
    assert answer.json()["error"]["field"].startswith("byo_proxy")
    assert web.seen == []


async def test_what_a_page_says_of_addresses_is_not_followed(web: Web) -> None:
    web.pages["/tea"] = html(
        '<base href="http://10.0.0.1/"><meta http-equiv=refresh content="0;url=http://10.0.0.2/">'
        '<iframe src="http://10.0.0.3/"></iframe><link rel=stylesheet href="//10.0.0.4/">' + TEA
    )
    body = await found(
        web,
        url=f"{web.url}/tea",
        element_prompts=["price"],
        render="never",
        features=["link", "meta", "page"],
    )
    assert body["context"]["price"] == ["3.20 EUR"]
    assert web.connections == 1


@pytest.mark.parametrize("path", ["/tea", "/gone", "/loop", "/nowhere"])
async def test_a_login_is_never_told_again(
    web: Web, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    web.pages |= {
        "/tea": html(TEA),
        "/gone": page(b"", 404),
        "/loop": page(b"", 302, location="/loop"),
        "/nowhere": page(b"", 302, location="http://10.0.0.1/"),
    }
    members = {"url": web.url + path, "element_prompts": ["price"], **LOGIN}
    with caplog.at_level(logging.DEBUG):
        answer = await ask(web, **members)
        again = await ask(web, **members, features=["film"], page_position="x")
    assert again.status_code == 400
    request = ScrapeRequest(**members)
    credentials = Credentials(request)
    told = [
        answer.text,
        again.text,
        caplog.text,
        repr(request),
        repr(credentials),
        repr(credentials.__dict__),
    ]
    assert "ours-alone" not in "".join(told)


async def test_the_page_given_back_does_nothing() -> None:
    hostile = (
        "<script>evil()</script><img src=x onerror=evil()><a href=javascript:evil()>x</a>"
        "<svg onload=evil()><script>evil()</script></svg><iframe srcdoc='<script>evil()</script>'>"
        "</iframe><form action=javascript:evil()><button formaction=javascript:evil()>x</button>"
        "<style>@import 'evil()';</style><math><mi xlink:href=javascript:evil()>x</math>"
        "<object data=javascript:evil()></object><embed src=javascript:evil()>"
        "<a href=' jAvA\tscript:evil()'>x</a><meta http-equiv=refresh content='0;url=evil()'>"
        "<noscript><p title='</noscript><img src=x onerror=evil()>'></noscript>"
    )
    body = await found(
        html=hostile + TEA, element_prompts=["price"], features=["page"], render="never"
    )
    lower = body["page"].lower()
    assert "3.20 eur" in lower
    assert "<script" not in lower
    assert "javascript:" not in lower.replace("\t", "")
    assert "onerror=" not in lower.replace("&lt;img src=x onerror=", "")
    assert "http-equiv" not in lower or "content-security-policy" in lower
