"""AI scrape of pages that need a browser: drawn by a real Chromium, and told as others are."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from starlette.applications import Starlette

from triptych.contract.operations import SCRAPE
from triptych.service import ServiceSettings, create_app

from .asgi import asgi_client
from .drawing import html, skip_without_chromium
from .web import Web, serving

#: Nothing but a script, which fetches what it shows and says so.
APP = """<!doctype html><title>Teas</title><div id=root></div>
<noscript>You need to enable JavaScript to run this app.</noscript>
<script>
document.cookie = "seen=1";
fetch("/teas.json").then(answer => answer.json()).then(teas => {
  console.log("teas", teas.length);
  root.innerHTML = "<h1>Teas</h1>" + teas.map(([name, price]) =>
    `<li class=tea><h2>${name}</h2><span class=price>${price}</span></li>`).join("");
});
</script>"""
TEAS = b'[["Sencha", "9.80 EUR"], ["Gyokuro", "32.00 EUR"], ["Genmaicha", "6.90 EUR"]]'
PROMPTS = {"tea": "names of the teas", "price": "prices"}


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages |= {"/app": html(APP), "/teas.json": html(TEAS.decode())}
        yield web


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Web]:
    """Another site with the same pages."""
    with serving(Web()) as elsewhere:
        elsewhere.pages |= {"/app": html(APP), "/teas.json": html(TEAS.decode())}
        yield elsewhere


@pytest.fixture(scope="module")
def service(web: Web, elsewhere: Web) -> Iterator[Starlette]:
    """An app whose browser is closed with the tests, and not a minute later."""
    settings = ServiceSettings(fetch_allow=(web.at, elsewhere.at))
    skip_without_chromium(settings)
    app = create_app(settings)
    yield app
    app.state.context.browsers.close()


async def ask(service: Starlette, **members: Any) -> dict[str, Any]:
    async with asgi_client(service) as http:
        answer = await http.post(SCRAPE.path, json=members)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_a_page_that_is_empty_without_its_script_is_drawn(
    service: Starlette, web: Web
) -> None:
    body = await ask(service, url=f"{web.url}/app", element_prompts=PROMPTS)
    assert body["rendered"] is True
    assert body["url"] == f"{web.url}/app"
    assert "warnings" not in body
    assert body["records"][1] == {"tea": "Gyokuro", "price": "32.00 EUR"}
    boxes = [element["box"] for element in body["data"][0]["results"]]
    assert all(width > 0 and height > 0 for _, _, width, height in boxes)
    assert boxes == sorted(boxes, key=lambda box: box[1])
    assert "screenshot" not in body


async def test_left_undrawn_it_is_empty_and_no_browser_is_asked_for(
    service: Starlette, web: Web
) -> None:
    body = await ask(service, url=f"{web.url}/app", element_prompts=["prices"], render="never")
    assert body["rendered"] is False
    assert body["context"] == {"prices": []}


async def test_a_picture_and_what_the_browser_saw_come_when_asked_for(
    service: Starlette, web: Web
) -> None:
    body = await ask(
        service,
        url=f"{web.url}/app",
        element_prompts=["prices"],
        features=["screenshot", "page"],
        advance_config={"console": True, "network": True, "cookies": True},
        width=500,
    )
    seen = body["advance_config"]
    assert {"type": "log", "text": "teas 3"} in seen["console"]
    assert f"{web.url}/teas.json" in {entry["url"] for entry in seen["network"]}
    assert [cookie["name"] for cookie in seen["cookies"]] == ["seen"]
    assert body["screenshot"].startswith(("data:image/", "http"))
    assert body["page_size"][0] == 500
    assert "32.00 EUR" in body["page"]
    assert "<script" not in body["page"]


async def test_the_address_of_a_screenshot_answers_with_the_picture(
    service: Starlette, web: Web
) -> None:
    body = await ask(
        service, url=f"{web.url}/app", element_prompts=["prices"], features=["screenshot"]
    )
    async with asgi_client(service, key="") as http:
        answer = await http.get(body["screenshot"])
    assert answer.status_code == 200
    with Image.open(BytesIO(answer.content)) as picture:
        assert f"image/{picture.format}".lower() == answer.headers["content-type"]


async def test_of_what_the_browser_saw_only_what_is_asked_for_is_told(
    service: Starlette, web: Web
) -> None:
    body = await ask(
        service, url=f"{web.url}/app", element_prompts=["prices"], advance_config={"console": True}
    )
    assert set(body["advance_config"]) == {"console"}


async def test_html_is_drawn_too_and_has_no_address(service: Starlette) -> None:
    body = await ask(
        service,
        html="<p id=p></p><script>p.innerHTML = 'Price: <b>9 EUR</b>'</script>",
        element_prompts=["price"],
        render="always",
    )
    assert body["rendered"] is True
    assert body["context"] == {"price": ["9 EUR"]}
    assert "url" not in body


async def test_a_login_is_not_told_to_a_sister_elsewhere(
    service: Starlette, web: Web, elsewhere: Web
) -> None:
    """The browser, like the fetcher, keeps headers to the site they were given for."""
    web.seen.clear()
    await ask(
        service,
        url=f"{web.url}/app",
        element_prompts=["prices"],
        sample_urls=[f"{elsewhere.url}/app"],
        http_headers={"authorization": "Bearer secret"},
        render="always",
    )
    assert any(seen.get("authorization") == "Bearer secret" for seen in web.seen)
    assert elsewhere.seen
    assert all("authorization" not in seen for seen in elsewhere.seen)
