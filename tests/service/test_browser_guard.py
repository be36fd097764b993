"""Nothing that a page does reaches an address that was not allowed; in a real Chromium."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest

from triptych.service.browser import BrowserPool, PageRequest
from triptych.service.refusal import Refusal

from .drawing import Noting, browsers, html
from .web import Web, page, serving

#: Every way that a page has to ask for something, each with a path of its own.
PAGE = """<!doctype html><title>all ways</title>
<link rel=stylesheet href="{bad}/link.css"><link rel=prefetch href="{bad}/prefetch">
<link rel=preconnect href="{bad}"><link rel=dns-prefetch href="{bad}">
<link rel=preload as=image href="{bad}/preload"><link rel=modulepreload href="{bad}/module.js">
<style>@import url("{bad}/import.css"); body {{ background: url("{bad}/css-url") }}
@font-face {{ font-family: f; src: url("{bad}/font") }} p {{ font-family: f }}</style>
<img src="{bad}/img"><iframe src="{bad}/iframe"></iframe><object data="{bad}/object"></object>
<embed src="{bad}/embed"><video src="{bad}/video" autoplay muted></video><audio src="{bad}/audio">
</audio><script src="{bad}/script.js"></script><p id=p>text</p>
<iframe srcdoc="<img src='{bad}/srcdoc'>"></iframe><iframe src="{good}/leads"></iframe>
<svg><image href="{bad}/svg" /></svg><form id=f target=in action="{bad}/form" method=post></form>
<iframe name=in></iframe>
<script>
const quiet = (run) => {{
  try {{ const r = run(); r && r.catch && r.catch(() => 0); }} catch {{}}
}};
quiet(() => fetch("{bad}/fetch"));
quiet(() => fetch("{good}/leads"));
quiet(() => fetch("{bad}/no-cors", {{mode: "no-cors", method: "POST", body: "x"}}));
quiet(() => {{ const x = new XMLHttpRequest(); x.open("GET", "{bad}/xhr"); x.send(); }});
quiet(() => new WebSocket("ws://{bad_at}/websocket"));
quiet(() => new EventSource("{bad}/events"));
quiet(() => navigator.sendBeacon("{bad}/beacon", "x"));
quiet(() => navigator.serviceWorker.register("{bad}/worker.js"));
quiet(() => navigator.serviceWorker.register("/service.js"));
quiet(() => new Worker(URL.createObjectURL(new Blob(
  ["fetch('{bad}/worker').catch(() => 0);",
   "try {{ importScripts('{bad}/imported.js') }} catch {{}}"]))));
quiet(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('{bad}/shared')"]))));
quiet(() => import("{bad}/dynamic.js"));
quiet(() => document.getElementById("f").submit());
quiet(() => window.open("{bad}/opened"));
quiet(() => {{ const a = document.createElement("a"); a.href = "{bad}/clicked"; a.target = "_blank";
  document.body.append(a); a.click(); }});
quiet(() => {{ const a = document.createElement("a"); a.href = "#"; a.ping = "{bad}/ping";
  a.click(); }});
quiet(() => {{ const c = new RTCPeerConnection({{iceServers: [
    {{urls: "stun:127.0.0.1:{udp}"}}, {{urls: "stun:localhost:{udp}"}},
    {{urls: "turn:127.0.0.1:{bad_port}?transport=tcp", username: "a", credential: "b"}},
    {{urls: "turn:127.0.0.1:{udp}", username: "a", credential: "b"}}]}});
  c.createDataChannel("d"); c.createOffer().then(o => c.setLocalDescription(o)); }});
quiet(() => new WebTransport("https://127.0.0.1:{udp}/webtransport"));
quiet(() => fetch("https://localhost:{udp}/quic"));
</script>"""

#: What of it is asked for by a browser that is let; the others need more than an address.
REACHED = {
    *("link.css", "prefetch", "preload", "module.js", "import.css", "css-url", "font", "img"),
    *("iframe", "object", "embed", "video", "audio", "script.js", "srcdoc", "svg", "form", "fetch"),
    *("no-cors", "xhr", "websocket", "events", "beacon", "worker", "imported.js", "shared"),
    *("dynamic.js", "led"),
}


@pytest.fixture(scope="module")
def good() -> Iterator[Web]:
    with serving(Web()) as good:
        good.pages["/favicon.ico"] = page(b"", 404)
        good.pages["/service.js"] = page(b"fetch('/x')", content_type="text/javascript")
        yield good


@pytest.fixture(scope="module")
def shared(good: Web) -> Iterator[BrowserPool]:
    """Browsers that may reach the good one."""
    shared = browsers(good, browser_pages=3)
    yield shared
    shared.close()


@pytest.fixture
def bad() -> Iterator[Noting]:
    """A server of this machine that nobody allowed."""
    with serving(Noting()) as web:
        assert isinstance(web, Noting)
        yield web


@pytest.fixture
def packets() -> Iterator[tuple[int, list[bytes]]]:
    """A UDP port, and what came there."""
    came: list[bytes] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        udp.settimeout(0.05)
        done = threading.Event()

        def listen() -> None:
            while not done.is_set():
                try:
                    came.append(udp.recv(2048))
                except TimeoutError:
                    continue

        thread = threading.Thread(target=listen)
        thread.start()
        yield udp.getsockname()[1], came
        done.set()
        thread.join()


def all_ways(good: Web, bad: Noting, udp: int) -> str:
    led = f"{bad.url}/led"
    good.pages["/leads"] = page(b"", 302, location=led, access_control_allow_origin="*")
    return PAGE.format(good=good.url, bad=bad.url, bad_at=bad.at, bad_port=bad.server_port, udp=udp)


WAIT = {"wait_for": {"mode": "timeout", "value": 1500}}


def asked(url: str) -> PageRequest:
    from triptych.contract import ScrapeRequest

    return PageRequest.of(ScrapeRequest(url=url, element_prompts=["x"], **WAIT))


async def test_no_way_of_a_page_leads_to_a_refused_address(
    shared: BrowserPool, good: Web, bad: Noting, packets: tuple[int, list[bytes]]
) -> None:
    udp, came = packets
    good.pages["/all"] = html(all_ways(good, bad, udp))
    async with shared.open(asked(f"{good.url}/all")) as drawn:
        assert "all ways" in drawn.html
        assert "secret" not in drawn.html
        await drawn.screenshot()
    assert (bad.connections, bad.asked) == (0, [])
    assert came == []


async def test_they_would_all_lead_there(
    good: Web, bad: Noting, packets: tuple[int, list[bytes]]
) -> None:
    """The page of the test before does ask, where the address is allowed."""
    good.pages["/all"] = html(all_ways(good, bad, packets[0]))
    allowed = browsers(good, bad)
    try:
        async with allowed.open(asked(f"{good.url}/all")) as drawn:
            assert "all ways" in drawn.html
    finally:
        allowed.close()
    assert {path.strip("/") for path in bad.asked} >= REACHED
    # Windows stay closed, whatever is allowed, and these are not spoken through a proxy.
    assert not {"/opened", "/clicked", "/worker.js"} & {*bad.asked}
    assert packets[1] == []


LEADING = {
    "redirect": None,
    "meta": '<meta http-equiv=refresh content="0;url={bad}">',
    "script": '<script>location = "{bad}"</script>',
    "later": '<script>setTimeout(() => location.replace("{bad}"), 50)</script>',
    "form": '<form action="{bad}" method=post></form><script>document.forms[0].submit()</script>',
}


async def test_a_page_that_leads_to_a_refused_address(
    shared: BrowserPool, good: Web, bad: Noting
) -> None:
    async def refused(how: str) -> tuple[int, str]:
        text = LEADING[how]
        good.pages[f"/{how}"] = (
            page(b"", 302, location=f"{bad.url}/")
            if text is None
            else html(text.format(bad=f"{bad.url}/"))
        )
        with pytest.raises(Refusal) as caught:
            async with shared.open(PageRequest(url=f"{good.url}/{how}")):
                pass
        return caught.value.status, caught.value.body.error.code

    found = dict(zip(LEADING, await asyncio.gather(*map(refused, LEADING)), strict=True))
    assert found == dict.fromkeys(LEADING, (403, "refused_address"))
    assert bad.connections == 0


FORMS = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://LOCALHOST.:{port}/",
    "http://sub.localhost:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://0:{port}/",
    "http://[::1]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://user:word@127.0.0.1:{port}/",
    "https://localhost:{port}/",
    "http://169.254.169.254/latest/meta-data/",
]


async def test_refused_addresses_in_any_form(shared: BrowserPool, good: Web, bad: Noting) -> None:
    forms = [form.format(port=bad.server_port) for form in FORMS]
    for url in forms:
        with pytest.raises(Refusal) as caught:
            async with shared.open(PageRequest(url=url)):
                pass
        assert caught.value.status in {400, 403, 424}, url
    pictures = "".join(f"<img src='{url}'><iframe src='{url}'></iframe>" for url in forms)
    async with shared.open(PageRequest(html=f"<p>tea{pictures}")) as drawn:
        assert "tea" in drawn.html
    assert bad.connections == 0


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "about:blank", "x"])
async def test_addresses_of_the_machine_itself(shared: BrowserPool, url: str) -> None:
    with pytest.raises(Refusal) as caught:
        async with shared.open(PageRequest(url=url)):
            pass
    assert caught.value.status == 400


async def test_a_page_cannot_open_files(shared: BrowserPool) -> None:
    text = (
        '<p id=p>tea</p><iframe id=i src="file:///etc/passwd"></iframe><script>'
        'fetch("file:///etc/passwd").then(r => r.text()).then(t => p.textContent = t);'
        'setTimeout(() => location = "file:///etc/passwd", 50)</script>'
    )
    async with shared.open(PageRequest(html=text)) as drawn:
        assert "root:" not in drawn.html
        assert drawn.url == "about:blank"
        assert '<p id="p">tea</p>' in drawn.html


async def test_nobody_else_gets_through_the_proxy(shared: BrowserPool, good: Web) -> None:
    good.pages["/tea"] = html("tea")
    async with shared.open(PageRequest(url=f"{good.url}/tea")):
        seen = len(good.seen)
        running = shared._running
        assert running is not None
        assert running._chromium is not None
        port = running._chromium._proxy.port
        for login in ("", "Proxy-Authorization: Basic YTpi\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"GET {good.url}/tea HTTP/1.1\r\nHost: {good.at}\r\n{login}\r\n"
            writer.write(head.encode())
            assert b" 407 " in await reader.readline()
            writer.close()
        assert len(good.seen) == seen
