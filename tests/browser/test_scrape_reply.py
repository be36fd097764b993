"""A scrape's view in a browser: pages that mean ill run nothing, load nothing and lead nowhere."""

from __future__ import annotations

import base64
import io
import threading
from collections.abc import AsyncIterator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import BrowserContext, Page, expect

from triptych import views
from triptych.contract import ScrapeReply

from .waiting import becomes

_AROUND = "/notebook"


class Web:
    """A server that shows a reply as a notebook does, and remembers what else was asked of it."""

    def __init__(self) -> None:
        asked = self.asked = list[str]()
        shown = self.shown = list[ScrapeReply]()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                if self.path == _AROUND:
                    icon = '<!DOCTYPE html><link rel="icon" href="data:,">'
                    self.wfile.write(f"{icon}{views.html(shown[-1])}".encode())
                else:
                    asked.append(self.path)
                    self.wfile.write(b"<script>top.ran = true</script>")

            def do_POST(self) -> None:
                self.do_GET()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def web() -> Iterator[Web]:
    opened = Web()
    yield opened
    opened.server.shutdown()
    opened.server.server_close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: BrowserContext) -> AsyncIterator[Page]:
    opened = await chromium.new_page()
    yield opened
    await opened.close()


async def show(page: Page, web: Web, reply: ScrapeReply) -> None:
    web.shown.append(reply)
    await page.goto(web.url + _AROUND)


def _evil_page(url: str) -> str:
    run = "top.ran = true"
    return f"""
      <frameset><frame src="{url}/frameset"></frameset>
      <html onload="{run}"><head><base href="{url}/">
      <link rel=preconnect href="{url}"><LINK/rel=stylesheet href="{url}/sheet">
      <link rel=prefetch href="{url}/prefetch"><link rel=modulepreload href="{url}/module">
      <meta http-equiv=refresh content="0;url={url}/refresh">
      <script>{run}; fetch("{url}/fetch")</script><script src="{url}/script"></script>
      <scr<script></script>ipt>{run}</script>
      <script type=speculationrules>{{"prefetch": [{{"urls": ["{url}/speculation"]}}]}}</script>
      <style>@import "{url}/import"; @font-face {{ font-family: own; src: url({url}/font) }}
      body {{ background: url({url}/background); font-family: own; overflow: hidden }}
      </style></head><body onload="{run}" style="display: none" hidden>
      <h1 onclick="{run}">Green tea"></iframe><script>{run}</script></h1>
      <a href="javascript:{run}" autofocus>x</a> <a href="{url}/top" target=_top>y</a>
      <a href="{url}/link" accesskey=a ping="{url}/ping" style="position: fixed; inset: 0">z</a>
      <img src="{url}/img" srcset="{url}/set 2x" onerror="{run}">
      <svg><image href="{url}/svg"/><use href="{url}/use#a"/><script>{run}</script></svg>
      <iframe src="{url}/frame"></iframe><iframe srcdoc="<img src='{url}/inner'>"></iframe>
      <object data="{url}/object"></object><embed src="{url}/embed"><video src="{url}/video"
      poster="{url}/poster" autoplay></video><audio src="{url}/audio" autoplay></audio>
      <input type=image src="{url}/input"><table background="{url}/table"></table>
      <form action="{url}/form"><input autofocus><button>Go</button></form>
      <details open ontoggle="{run}"><summary>s</summary></details></body></html>"""


async def test_a_page_that_means_ill_runs_nothing_and_reaches_nobody(page: Page, web: Web) -> None:
    key = f'}}</style><script>top.ran = true</script><img src="{web.url}/key">'
    selectors = [
        key,
        f"h1 {{ background: url({web.url}/rule) }}",
        f'@import "{web.url}/sheet2"',
        'a[b="',
        "h1\\",
        "h1",
    ]
    values = ['<img src=x onerror="top.ran = true">', "javascript:top.ran = true", web.url]
    reply = ScrapeReply.from_json(
        {
            "context": {key: values},
            "selectors": {key: selectors},
            "data": [{"key": key, "selector": key, "label": key, "source": key, "note": key}],
            "records": [{key: value} for value in values],
            "link": [{"href": value, "text": value, "type": "a"} for value in values],
            "meta": {key: key},
            "page": _evil_page(web.url),
            "screenshot": "data:image/svg+xml,<svg onload='top.ran = true'/>",
            "page_size": [100, 100],
            "url": "javascript:top.ran = true",
            "warnings": [{"code": key, "message": key}],
        }
    )
    await show(page, web, reply)
    await expect(page.frame_locator("iframe").locator("h1")).to_be_visible()
    await page.locator("iframe").click(position={"x": 60, "y": 60})
    for pressed in ("Tab", "Enter", "Tab", "Enter", "Alt+a"):
        await page.keyboard.press(pressed)
    await page.wait_for_timeout(600)
    assert web.asked == []
    assert await page.evaluate("window.ran") is None
    assert page.url == web.url + _AROUND
    assert page.frames[1].url == "about:srcdoc"


async def test_what_was_found_is_outlined_named_and_scrolled_to(page: Page, web: Web) -> None:
    prices = "".join(f'<p class="price">{number} EUR</p>' for number in (3, 4))
    html = f'<div style="height: 3000px">above</div>{prices}<p style="height: 900px">'
    sent: dict[str, Any] = {
        "context": {"price": ["3 EUR", "4 EUR"]},
        "selectors": {"price": ["p.price"]},
    }
    results = [{"html": '<p class="price">3 EUR</p>', "text": "3 EUR"}] * 2
    sent |= {"data": [{"key": "price", "selector": "p.price", "results": results}], "page": html}
    await show(page, web, ScrapeReply.from_json(sent))
    first = page.frame_locator("iframe").locator("p.price").first
    style = "element => getComputedStyle(element).outlineStyle"
    await becomes(lambda: first.evaluate(style), "solid")
    said = "element => getComputedStyle(element, '::before').content"
    await becomes(lambda: first.evaluate(said), '"price " counter(triptych-0)')
    # For so long it is held there.
    await page.wait_for_timeout(600)
    await becomes(lambda: page.frames[1].evaluate("scrollY"), lambda y: 2_800 < y < 3_100)
    # Then it is let go.
    await page.locator("iframe").hover()
    await page.mouse.wheel(0, -1_000)
    await becomes(lambda: page.frames[1].evaluate("scrollY"), lambda y: y < 2_300)
    await page.wait_for_timeout(400)
    assert await page.frames[1].evaluate("scrollY") < 2_300


async def test_a_row_that_is_pointed_at_lights_up_its_boxes(page: Page, web: Web) -> None:
    data = [
        {
            "key": key,
            "selector": f".{key}",
            "results": [{"html": "<b>", "text": key, "box": [10, 2_000 + 200 * place, 90, 30]}],
        }
        for place, key in enumerate(("name", "price"))
    ]
    buffer = io.BytesIO()
    Image.new("RGB", (8, 40), "white").save(buffer, "PNG")
    shot = f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    await show(
        page,
        web,
        ScrapeReply.from_json({"data": data, "screenshot": shot, "page_size": [800, 4_000]}),
    )
    opacity = "element => getComputedStyle(element).opacity"
    name, price = (page.locator(f".triptych-box.triptych-b{place}") for place in (0, 1))
    await page.locator(".triptych-f1").hover()
    await becomes(lambda: name.evaluate(opacity), "0.25")
    await becomes(lambda: price.evaluate(opacity), "1")
    picture = page.locator(".triptych-shot")
    await becomes(lambda: picture.evaluate("element => element.scrollTop"), lambda y: y > 1_500)
