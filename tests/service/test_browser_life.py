"""Browsers come and go as they are needed, whatever pages do; in a real Chromium."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from triptych.contract import ScrapeRequest
from triptych.service import ServiceSettings
from triptych.service.browser import BrowserPool, PageRequest, proxy
from triptych.service.refusal import Refusal

from .drawing import browsers, html
from .web import Web, endless, hanging, page, serving

TEA = PageRequest(html="<p>tea")


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages["/favicon.ico"] = page(b"", 404)
        yield web


@pytest.fixture(scope="module")
def shared(web: Web) -> Iterator[BrowserPool]:
    shared = browsers(web, max_fetch_bytes=2_000_000, browser_pages=4)
    yield shared
    shared.close()


def asking(url: str, **members: Any) -> PageRequest:
    return PageRequest.of(ScrapeRequest(url=url, element_prompts=["x"], **members))


async def text(shared: BrowserPool, asked: PageRequest = TEA) -> str:
    async with shared.open(asked) as drawn:
        return drawn.html


def process(shared: BrowserPool) -> int:
    """Return the process of the browser."""
    assert shared._running is not None
    assert shared._running._chromium is not None
    return shared._running._chromium.pid


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    # Who has ended, and is only still on the list, runs no more.
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


async def until(what: Callable[[], object]) -> None:
    """Wait for something that happens by itself."""
    with anyio.fail_after(20):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def gone(pid: int) -> bool:
    await until(lambda: not runs(pid))
    return True


LOOPS = {
    "scripts": "<p>tea</p><script>while (true) {}</script>",
    "later": "<p>tea</p><script>setTimeout(() => { while (true) {} }, 100)</script>",
    "alerts": "<p>tea</p><script>while (true) alert('tea')</script>",
    "windows": "<p>tea</p><script>setInterval(() => window.open('/tea'), 1)</script>",
    "changes": "<p id=p>tea</p><script>setInterval(() => p.append('x'), 1)</script>",
    "addresses": "<script>location.replace('?' + Math.random())</script>",
    "frames": "<iframe src=/frames?1></iframe><iframe src=/frames?2></iframe>",
    "memory": "<script>const all = []; while (true) all.push({a: [1, 2, 3]})</script>",
    "buffers": "<script>all = []; while (true) all.push(new Uint8Array(1e7).fill(1))</script>",
    "printing": "<p>tea</p><script>print(); onbeforeunload = () => 'stay'</script>",
    "large": "<script>document.write('x'.repeat(3e6))</script>",
}
#: What is answered, where it is not the page.
ANSWERS = {
    "scripts": {504},
    "later": {504},
    "alerts": {504, 200},
    "addresses": {424, 504},
    "changes": {200, 504},
    "windows": {200, 504},
    "frames": {200, 504},
    "memory": {424, 504},
    "buffers": {424, 504},
    "large": {413, 504},
}


async def test_pages_without_end(shared: BrowserPool, web: Web) -> None:
    web.pages["/tea"] = html("tea")
    for kind, loop in LOOPS.items():
        web.pages[f"/{kind}"] = html(loop)

    async def status(kind: str) -> int:
        try:
            await text(shared, asking(f"{web.url}/{kind}", goto_options={"timeout": 2500}))
        except Refusal as refusal:
            return refusal.status
        return 200

    with anyio.fail_after(60):
        found = dict(zip(LOOPS, await asyncio.gather(*map(status, LOOPS)), strict=True))
    unexpected = {k: s for k, s in found.items() if s not in ANSWERS.get(k, {200})}
    assert not unexpected
    # And the next page is drawn as ever.
    assert "tea" in await text(shared)


@pytest.mark.parametrize("kind", ["scripts", "later"])
async def test_page_whose_script_never_ends_is_refused_before_its_time_is_over(
    web: Web, kind: str
) -> None:
    web.pages[f"/{kind}"] = html(LOOPS[kind])
    pool = browsers(web, script_timeout=1)
    try:
        with pytest.raises(Refusal, match="own scripts keep the browser busy") as caught:
            await text(pool, asking(f"{web.url}/{kind}", goto_options={"timeout": 60_000}))
        assert caught.value.status == 504
    finally:
        pool.close()


async def test_servers_without_end(shared: BrowserPool, web: Web) -> None:
    released = threading.Event()
    web.pages["/for-ever"] = page(b"", 302, location="/for-ever?again")
    web.pages["/stream"] = endless(b"<p>" + b"x" * 50_000, content_type="text/html")
    web.pages["/parts"] = html("<script src=/script></script>")
    web.pages["/script"] = endless(b"/*" + b"x" * 50_000, content_type="text/javascript")
    web.pages["/hang"] = hanging(released)

    async def status(path: str) -> int:
        timeout = 1500 if path == "/hang" else 60_000
        with pytest.raises(Refusal) as caught:
            await text(shared, asking(web.url + path, goto_options={"timeout": timeout}))
        return caught.value.status

    paths = ("/for-ever", "/stream", "/parts", "/hang")
    assert await asyncio.gather(*map(status, paths)) == [424, 413, 413, 504]
    released.set()
    assert "tea" in await text(shared)


async def test_too_many_connections(
    shared: BrowserPool, web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proxy, "MOST_CONNECTIONS", 5)
    web.pages["/many"] = html("".join(f"<img src=/image?{n}>" for n in range(30)))
    web.pages["/image"] = page(b"GIF89a", content_type="image/gif")
    before = web.connections
    await text(shared, asking(f"{web.url}/many"))
    assert web.connections - before == 5


async def test_a_browser_that_ends_is_replaced(shared: BrowserPool) -> None:
    waiting = PageRequest.of(
        ScrapeRequest(
            html="<p>tea", element_prompts=["x"], wait_for={"mode": "timeout", "value": 30_000}
        )
    )
    under_way = asyncio.create_task(text(shared, waiting))
    async with shared.open(TEA) as drawn:
        await asyncio.sleep(1)
        os.kill(process(shared), signal.SIGKILL)
        # Neither one that is open nor one that is being opened waits for ever.
        with pytest.raises(Refusal) as caught:
            await drawn.screenshot()
    assert (caught.value.status, caught.value.body.error.code) == (424, "browser_stopped")
    with anyio.fail_after(20), pytest.raises(Refusal) as caught:
        await under_way
    assert caught.value.status == 424
    assert "tea" in await text(shared)
    # One that has ended unnoticed, too.
    os.kill(process(shared), signal.SIGKILL)
    assert "tea" in await text(shared)


async def test_a_page_that_is_cancelled_is_closed(web: Web) -> None:
    released = threading.Event()
    reached = threading.Event()

    def hang(handler: Any) -> None:
        reached.set()
        released.wait(20)

    web.pages["/hang"] = hang
    one = browsers(web, browser_pages=1)
    try:
        for _ in range(2):
            reached.clear()
            page_ = asyncio.create_task(text(one, PageRequest(url=f"{web.url}/hang")))
            assert await asyncio.to_thread(reached.wait, 20)
            page_.cancel()
            with pytest.raises(asyncio.CancelledError):
                await page_
        # There is one place, and it is free.
        with anyio.fail_after(20):
            assert "tea" in await text(one)
        assert one._running is not None
        assert one._running._chromium is not None
        browser = one._running._chromium._browser
        await until(lambda: not browser.contexts)
    finally:
        released.set()
        one.close()


async def test_closed_browsers_open_again() -> None:
    """Those that were idle, and those that somebody has closed."""
    again = browsers(idle_seconds=0.1)
    assert "tea" in await text(again)
    running = again._running
    assert running is not None
    await asyncio.to_thread(running._thread._thread.join, 20)
    assert not running._thread._thread.is_alive()
    assert running._chromium is None
    async with again.open(TEA) as drawn:
        pid = process(again)
        again.close()
        assert await gone(pid)
        with pytest.raises(Refusal):
            await drawn.screenshot()
    assert "tea" in await text(again)
    again.close()


def test_every_loop_may_ask(shared: BrowserPool) -> None:
    """Each `asyncio.run` is a loop of its own, and threads have theirs at the same time."""
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda: found.append(asyncio.run(text(shared)))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert "tea" in asyncio.run(text(shared))
    assert ["tea" in page_ for page_ in found] == [True] * 3


SCRIPT = """
import asyncio, os, signal, sys
from triptych.service import ServiceSettings
from triptych.service.browser import PageRequest, BrowserPool
shared = BrowserPool(ServiceSettings())
async def draw():
    async with shared.open(PageRequest(html="<p>tea")) as page:
        assert "tea" in page.html
        print(shared._running._chromium.pid, flush=True)
        {end}
asyncio.run(draw())
"""


async def test_no_process_is_left() -> None:
    """When the interpreter ends; even when it is ended, and cannot close anything."""
    browsers()

    async def ends(end: str) -> bool:
        script = [sys.executable, "-c", SCRIPT.format(end=end)]
        run = partial(subprocess.run, script, capture_output=True, text=True, timeout=90)
        ended = await asyncio.to_thread(run)
        assert ended.stderr == ""
        return await gone(int(ended.stdout))

    assert await asyncio.gather(ends("pass"), ends("os.kill(os.getpid(), signal.SIGKILL)"))


async def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_BROWSER", "/no/such/file")
    assert ServiceSettings.embedded().browser == "/no/such/file"
    with pytest.raises(Refusal, match="TRIPTYCH_BROWSER"):
        await text(BrowserPool(ServiceSettings.embedded()))
