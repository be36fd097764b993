"""Pages are drawn as they are asked for; in a real Chromium, against servers on loopback."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from triptych import _chromium as chromium
from triptych.contract import ScrapeRequest
from triptych.service import ServiceSettings
from triptych.service.browser import BrowserPool, OpenPage, PageRequest, is_available
from triptych.service.refusal import Refusal

from .drawing import Noting, browsers, html
from .upstream import Upstream
from .web import Web, hanging, page, serving


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages["/favicon.ico"] = page(b"", 404)
        yield web


@pytest.fixture(scope="module")
def other() -> Iterator[Web]:
    """A second server that is allowed."""
    with serving(Noting()) as other:
        yield other


@pytest.fixture(scope="module")
def gone() -> Web:
    """A server that is allowed, and has ended."""
    gone = Web()
    gone.server_close()
    return gone


@pytest.fixture(scope="module")
def own() -> Iterator[Upstream]:
    """A caller's proxy."""
    with serving(Upstream("me:secret")) as own:
        assert isinstance(own, Upstream)
        yield own


@pytest.fixture(scope="module")
def shared(web: Web, other: Web, own: Web, gone: Web) -> Iterator[BrowserPool]:
    shared = browsers(web, other, own, gone, browser_pages=4)
    yield shared
    shared.close()


def asking(web: Web, path: str = "/", **members: Any) -> PageRequest:
    return PageRequest.of(ScrapeRequest(url=web.url + path, element_prompts=["x"], **members))


async def drawn(shared: BrowserPool, asked: PageRequest) -> OpenPage:
    async with shared.open(asked) as page:
        return page


async def refusal(shared: BrowserPool, asked: PageRequest) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await drawn(shared, asked)
    assert caught.value.body.message.endswith(".")
    return caught.value


async def test_a_page_that_scripts_draw(shared: BrowserPool, web: Web) -> None:
    web.pages["/old"] = page(b"", 302, location="/shell")
    web.pages["/shell"] = html(
        "<!doctype html><div id=app></div><script>setTimeout(async () => {"
        "app.textContent = (await (await fetch('/data')).json()).tea }, 50)</script>"
    )
    web.pages["/data"] = page(b'{"tea": "Assam"}', content_type="application/json")
    page_ = await drawn(shared, asking(web, "/old"))
    assert page_.html.startswith("<!DOCTYPE html><html>")
    assert '<div id="app">Assam</div>' in page_.html
    assert (page_.url, page_.status) == (f"{web.url}/shell", 200)
    assert (page_.console, page_.network, page_.cookies) == ([], [], [])


async def test_a_page_that_comes_as_html(shared: BrowserPool) -> None:
    request = ScrapeRequest(
        html="<p id=p>1</p><script>p.textContent = 1 + 1</script>", element_prompts=["x"]
    )
    page_ = await drawn(shared, PageRequest.of(request))
    assert '<p id="p">2</p>' in page_.html
    assert (page_.url, page_.status) == ("about:blank", 200)


LATE = "<!doctype html><p id=p>early</p><script>setTimeout(() => p.id = 'late', 700)</script>"


WAITS: list[dict[str, Any]] = [
    {"mode": "selector", "value": "#late"},
    {"mode": "timeout", "value": 1000},
    {"mode": "function", "value": "() => document.querySelector('#late')"},
    {"mode": "function", "value": "!!document.querySelector('#late')"},
]


async def test_what_is_waited_for(shared: BrowserPool, web: Web) -> None:
    # A page may forbid the scripts of others, but not those of whoever reads it.
    policy = "script-src 'unsafe-inline'"
    web.pages["/late"] = html(LATE, content_security_policy=policy)
    asked = [asking(web, "/late", wait_for=wait_for) for wait_for in WAITS]
    for page_ in await asyncio.gather(*(drawn(shared, one) for one in asked)):
        assert "late" in page_.html.partition("<script>")[0]


NEVER: list[tuple[str, str, int, str]] = [
    ("selector", "#never", 424, "wait_for_failed"),
    ("function", "() => false", 424, "wait_for_failed"),
    ("function", "() => { while (true) {} }", 424, "wait_for_failed"),
    ("selector", "p[", 400, "invalid_request"),
    ("function", "() => {{{", 400, "invalid_request"),
    ("function", "no such thing", 400, "invalid_request"),
]


async def test_what_never_comes(shared: BrowserPool, web: Web) -> None:
    web.pages["/tea"] = html("<p>tea")

    async def told(mode: str, value: str) -> tuple[int, str, str | None]:
        wait_for = {"mode": mode, "value": value}
        # Long enough to open the page on a busy machine, since that counts as well.
        options = {"goto_options": {"timeout": 4000}, "wait_for": wait_for}
        refused = await refusal(shared, asking(web, "/tea", **options))
        return refused.status, refused.body.error.code, refused.body.error.field

    found = await asyncio.gather(*(told(mode, value) for mode, value, *_ in NEVER))
    assert found == [(status, code, "wait_for") for _, _, status, code in NEVER]


async def test_when_a_page_counts_as_open(shared: BrowserPool, web: Web) -> None:
    """`networkidle2` may have two requests under way for ever, `networkidle0` none."""
    drawing, never = threading.Event(), threading.Event()
    web.pages["/drawing"], web.pages["/hang"] = hanging(drawing), hanging(never)
    web.pages["/poll"] = html(
        "<p id=p>0</p><script>fetch('/hang?1'); fetch('/hang?2');"
        "onload = () => p.textContent = 'later'</script><img src=/drawing>"
    )

    async def text(until: str) -> str:
        options = {"goto_options": {"wait_until": until, "timeout": 15_000}}
        page_ = await drawn(shared, asking(web, "/poll", **options))
        return page_.html.partition("<script>")[0]

    async def refused() -> Refusal:
        options = {"goto_options": {"wait_until": "networkidle0", "timeout": 1500}}
        return await refusal(shared, asking(web, "/poll", **options))

    try:
        assert "later" not in await text("domcontentloaded")
        drawing.set()
        late, *texts = await asyncio.gather(refused(), text("load"), text("networkidle2"))
    finally:
        drawing.set()
        never.set()
    assert ["later" in text for text in texts] == [True, True]
    assert late.status == 504
    assert "domcontentloaded" in late.body.message


async def test_boxes_and_screenshot(shared: BrowserPool, web: Web) -> None:
    web.pages["/boxes"] = html(
        "<!doctype html><style>body { margin: 0; width: 2000px } p { margin: 0; height: 3000px }"
        "</style><p class=a style='background: red'>1</p><p class=a style='background: blue'>2</p>"
        "<b hidden>3</b><script>scrollTo(0, 500);"
        # The page's own scripts have no say in it.
        "Element.prototype.getBoundingClientRect = () => ({left: 7, top: 7, width: 7, height: 7})"
        "</script>"
    )
    async with shared.open(asking(web, "/boxes", width=800, height=600, scale=0.5)) as page_:
        asked = {"a": ["p[", ".none", ".a", "b"], "hidden": ["b"], "none": [".none"], "empty": []}
        assert await page_.boxes(asked) == {
            "a": [(0, 0, 2000, 3000), (0, 3000, 2000, 3000)],
            "hidden": [(0, 0, 0, 0)],
            "none": [],
            "empty": [],
        }
        shot = await page_.screenshot()
    assert (shot.media_type, shot.width, shot.height) == ("image/webp", 2000, 6000)
    with Image.open(BytesIO(shot.content)) as picture:
        assert picture.size == (1000, 3000)
        red, _, blue = picture.convert("RGB").getpixel((500, 1000))  # type: ignore[misc]
        assert red > 200 > 50 > blue
        red, _, blue = picture.convert("RGB").getpixel((500, 2000))  # type: ignore[misc]
        assert blue > 200 > 50 > red


async def test_a_page_without_end_has_a_picture_with_one(shared: BrowserPool) -> None:
    tall = PageRequest(html="<!doctype html><p style='height: 9999999px; width: 99999px'>", scale=2)
    async with shared.open(tall) as page_:
        shot = await page_.screenshot()
    with Image.open(BytesIO(shot.content)) as picture:
        assert picture.size == (2 * shot.width, 2 * shot.height)
        assert max(picture.size) <= 16_000
        assert picture.width * picture.height <= 24_000_000


async def test_the_viewport(shared: BrowserPool, web: Web) -> None:
    web.pages["/view"] = html(
        "<!doctype html><meta name=viewport content='width=device-width'><p id=p></p><script>"
        "p.textContent = [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0,"
        "/Mobile/.test(navigator.userAgent)]</script>"
    )

    async def told(**members: Any) -> str:
        text = (await drawn(shared, asking(web, "/view", **members))).html
        return text.partition('<p id="p">')[2].partition("<")[0]

    usual, given, mobile, small = await asyncio.gather(
        told(),
        told(width=640, height=480, scale=1.5),
        told(is_mobile=True),
        told(is_mobile=True, width=300, scale=1),
    )
    assert usual == "1280,900,1,false,false"
    assert given == "640,480,1.5,false,false"
    assert int(mobile.split(",")[0]) < 500
    assert mobile.split(",")[3:] == ["true", "true"]
    assert small.split(",")[::2] == ["300", "1", "true"]


async def test_what_is_captured(shared: BrowserPool, web: Web) -> None:
    web.pages["/busy"] = html(
        "<script>console.log('tea', 1); console.error('oh'); document.cookie = 'own=1';"
        "fetch('/gone', {method: 'POST', headers: {Authorization: 'Basic x'}})</script>",
        set_cookie="given=2; HttpOnly; SameSite=Lax; Path=/busy",
        x_kind="tea",
    )
    web.pages["/gone"] = page(b"", 404)
    capture = {"console": True, "network": True, "cookies": True}
    page_ = await drawn(shared, asking(web, "/busy", advance_config=capture))
    assert [entry for entry in page_.console if "404" not in entry["text"]] == [
        {"type": "log", "text": "tea 1"},
        {"type": "error", "text": "oh"},
    ]
    first = page_.network[0]
    assert (first["url"], first["method"]) == (f"{web.url}/busy", "GET")
    assert (first["status"], first["type"], first["headers"]["x-kind"]) == (200, "document", "tea")
    [gone] = [entry for entry in page_.network if entry["url"].endswith("/gone")]
    assert (gone["method"], gone["status"], gone["type"]) == ("POST", 404, "fetch")
    assert "given" not in str(page_.network)
    assert "Basic" not in str(page_.network)
    assert sorted(page_.cookies, key=lambda cookie: str(cookie["name"])) == [
        {"name": "given", "value": "2", "domain": "127.0.0.1", "path": "/busy", "expires": -1,
         "httpOnly": True, "secure": False, "sameSite": "Lax"},
        {"name": "own", "value": "1", "domain": "127.0.0.1", "path": "/", "expires": -1,
         "httpOnly": False, "secure": False, "sameSite": "Lax"},
    ]  # fmt: skip


async def test_no_capture_is_without_end(shared: BrowserPool) -> None:
    request = ScrapeRequest(
        html="<script>for (let i = 0; i < 300; i++) console.log('x'.repeat(2999))</script>",
        element_prompts=["x"],
        advance_config={"console": True},
    )
    page_ = await drawn(shared, PageRequest.of(request))
    assert len(page_.console) == 200
    assert max(len(entry["text"]) for entry in page_.console) == 2000


async def test_requests_share_nothing(shared: BrowserPool, web: Web) -> None:
    """Two at once, then a third: none sees what another has left."""
    web.pages["/state"] = html(
        "<p id=p></p><script>p.textContent = document.cookie + localStorage.getItem('k')"
        "+ sessionStorage.getItem('k') + performance.getEntriesByName(location.href).length;"
        "document.cookie = 'k=seen'; localStorage.setItem('k', 'seen');"
        "sessionStorage.setItem('k', 'seen'); caches.open('k')</script><img src=/kept>"
    )
    web.pages["/kept"] = page(b"GIF89a", cache_control="max-age=9999", content_type="image/gif")
    before = len(web.seen)
    async with (
        shared.open(asking(web, "/state")) as first,
        shared.open(asking(web, "/state")) as second,
    ):
        pass
    third = await drawn(shared, asking(web, "/state"))
    for page_ in (first, second, third):
        assert "nullnull" in page_.html
        assert "seen" not in page_.html.partition("<script>")[0]
    since = web.seen[before:]
    assert not any("cookie" in headers for headers in since if "image" not in headers["accept"])
    # Nor does one profit from what another has cached.
    assert sum("image" in headers["accept"].partition(",")[0] for headers in since) >= 3


async def test_headers_go_to_the_page_alone(shared: BrowserPool, web: Web, other: Noting) -> None:
    web.pages["/away"] = page(b"", 302, location=f"{other.url}/x", access_control_allow_origin="*")
    web.pages["/own"] = page(b"tea")
    web.pages["/head"] = html(
        f"<img src='{other.url}/img'><script>fetch('/own');"
        "fetch('/away', {mode: 'no-cors'})</script>"
    )
    before, others = len(web.seen), len(other.seen)
    headers = {"X-Key": "secret", "User-Agent": "Tea/1", "Cookie": "a=b; c=d"}
    await drawn(shared, asking(web, "/head", http_headers=headers))
    since = web.seen[before:]
    assert [sent.get("x-key") for sent in since] == ["secret"] * len(since)
    assert since[0]["user-agent"] == "Tea/1"
    assert since[0]["cookie"] == "a=b; c=d"
    reached = other.seen[others:]
    assert {"/img", "/x"} <= {*other.asked}
    assert not any("x-key" in sent for sent in reached)


async def test_headers_do_not_follow_a_redirect(
    shared: BrowserPool, web: Web, other: Noting
) -> None:
    web.pages["/lead"] = page(b"", 302, location=f"{other.url}/led")
    others = len(other.seen)
    page_ = await drawn(shared, asking(web, "/lead", http_headers={"X-Key": "secret"}))
    assert page_.url == f"{other.url}/led"
    assert all("x-key" not in sent for sent in other.seen[others:])


async def test_cookies_go_where_they_belong(shared: BrowserPool, web: Web) -> None:
    web.pages["/in/a"] = html("<p>tea")
    web.pages["/a"] = html("<p>tea")
    cookies = [
        {"name": "a", "value": "1"},
        {"name": "b", "value": "2", "path": "/in"},
        {"name": "c", "value": "3", "domain": "e.com"},
        {"name": "d", "value": "4", "url": "http://127.0.0.1/"},
        {"name": "e", "value": "5", "secure": True},
    ]
    sent = []
    for path in ("/in/a", "/a"):
        before = len(web.seen)
        await drawn(shared, asking(web, path, cookies=cookies))
        sent.append({*web.seen[before]["cookie"].split("; ")})
    # A loopback address counts as secure in browsers.
    assert [names - {"e=5"} for names in sent] == [{"a=1", "b=2", "d=4"}, {"a=1", "d=4"}]
    odd = [{"name": "a", "value": "b", "domain": "e.com;x"}]
    refused = await refusal(shared, asking(web, "/a", cookies=odd))
    assert (refused.status, refused.body.error.field) == (400, "cookies")
    nowhere = PageRequest.of(ScrapeRequest(html="<p>", element_prompts=["x"], cookies=cookies))
    refused = await refusal(shared, nowhere)
    assert (refused.status, refused.body.error.field) == (400, "cookies")


async def test_a_page_of_errors(shared: BrowserPool, web: Web) -> None:
    for status in (404, 503):
        web.pages["/bad"] = html("<p>no", status)
        refused = await refusal(shared, asking(web, "/bad"))
        assert (refused.status, refused.body.error.detail) == (424, {"status": status})


@pytest.mark.parametrize(
    ("kind", "disposition"),
    [("image/png", "inline"), ("application/pdf", "inline"), ("text/html", "attachment")],
)
async def test_what_is_no_page(shared: BrowserPool, web: Web, kind: str, disposition: str) -> None:
    file = b"\x89PNG\r\n\x1a\n%PDF-1.4"
    web.pages["/file"] = page(file, content_type=kind, content_disposition=disposition)
    refused = await refusal(shared, asking(web, "/file"))
    assert (refused.status, refused.body.error.code) == (424, "unread_content")


async def test_nobody_listens(shared: BrowserPool, gone: Web) -> None:
    assert (await refusal(shared, PageRequest(url=gone.url))).status == 424


@pytest.mark.parametrize("name", ["Host", "content-length", "Proxy-Authorization", "a b", "TE"])
async def test_headers_of_the_connection(shared: BrowserPool, web: Web, name: str) -> None:
    refused = await refusal(shared, asking(web, http_headers={name: "1"}))
    assert (refused.status, refused.body.error.field) == (400, "http_headers")
    assert name in refused.body.message


async def test_the_callers_proxy(shared: BrowserPool, web: Web, own: Upstream) -> None:
    web.pages["/tea"] = html("<p>tea<img src=/picture>")
    web.pages["/picture"] = page(b"GIF89a", content_type="image/gif")
    proxy = {"server": own.url, "auth": {"username": "me", "password": "secret"}}
    assert "tea" in (await drawn(shared, asking(web, "/tea", byo_proxy=proxy))).html
    assert {("GET", f"{web.url}/tea"), ("GET", f"{web.url}/picture")} <= {*own.asked}
    proxy["auth"] = {"username": "me", "password": "wrong"}
    refused = await refusal(shared, asking(web, "/tea", byo_proxy=proxy))
    assert (refused.status, refused.body.error.field) == (424, "byo_proxy")
    assert "wrong" not in refused.body.message


async def test_without_a_browser(monkeypatch: pytest.MonkeyPatch, web: Web) -> None:
    missing = ServiceSettings(browser="/no/such/file")
    assert not is_available(missing)
    refused = await refusal(BrowserPool(missing), PageRequest(html="<p>"))
    assert (refused.status, refused.body.error.code) == (424, "browser_not_available")
    assert "TRIPTYCH_BROWSER" in refused.body.message
    monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    refused = await refusal(BrowserPool(ServiceSettings()), PageRequest(html="<p>"))
    assert refused.body.error.code == "browser_not_available"
    assert 'pip install "triptych[browser]"' in refused.body.message


async def test_a_browser_that_is_none(shared: BrowserPool, tmp_path: Any) -> None:
    path = tmp_path / "chromium"
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    broken = BrowserPool(ServiceSettings(browser=str(path)))
    refused = await refusal(broken, PageRequest(html="<p>"))
    assert (refused.status, refused.body.error.code) == (424, "browser_not_available")
    broken.close()


def test_exactly_one_page() -> None:
    with pytest.raises(ValueError, match="exactly one"):
        PageRequest()
    with pytest.raises(ValueError, match="exactly one"):
        PageRequest(url="http://e.com", html="<p>")
