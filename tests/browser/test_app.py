"""`triptych app`, started as a person does, in a real Chromium."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import psutil
import pytest_asyncio
from playwright.async_api import BrowserContext, Locator, Page, WebSocket, expect
from pydantic import SecretStr

from triptych.service import ServiceSettings

from .conftest import require_module
from .panels import button, check_legible, look, open_each, text_box
from .servers import write_home
from .waiting import HANG_SECONDS, becomes

KEY = "sk-very-secret-4711"
COMMAND = [sys.executable, "-c", "from triptych.cli import main; main()", "app", "--no-browser"]
#: How much of the page stands beyond its right edge.
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@contextmanager
def running(home: Path, **environment: str) -> Iterator[tuple[str, psutil.Process]]:
    """Run the command; Ctrl+C ends it and every process that it started."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0"],
        cwd=home,
        env=write_home(home) | environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    found: set[psutil.Process] = set()
    try:
        stream: IO[str] | None = process.stderr
        assert stream is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", stream.readline())
        assert address is not None
        started = psutil.Process(process.pid)
        yield address.group(), started
        found = {*started.children(recursive=True)}
        assert found, "a kernel that waits for the next visitor"
        process.send_signal(signal.SIGINT)
        assert process.wait(HANG_SECONDS) == 0
        assert stream.read() == ""
        assert [one for one in found if one.is_running()] == []
    finally:
        for one in [*found, psutil.Process(process.pid)] if process.poll() is None else found:
            if one.is_running():
                one.kill()


class Heard:
    """All that a page asked for, and all that came to it."""

    def __init__(self, page: Page) -> None:
        self.hosts: set[str] = set()
        self.said: list[str] = []
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._ask(request.url))
        page.on("websocket", self._connect)

    def _ask(self, url: str) -> None:
        if urlsplit(url).scheme not in {"data", "blob"}:
            self.hosts.add(urlsplit(url).hostname or url)

    def _connect(self, socket: WebSocket) -> None:
        self._ask(socket.url)
        for event in ("framereceived", "framesent"):
            socket.on(event, lambda frame: self.said.append(_text(frame)))


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: BrowserContext) -> AsyncIterator[Page]:
    page = await chromium.new_page()
    yield page
    await page.close()


async def ask(page: Page, words: str, told: str) -> None:
    panel: Locator = page.get_by_role("group", name="Profanity panel")
    await page.get_by_role("tab", name="Text", exact=True).click()
    await page.get_by_role("button", name="Profanity", exact=True).click()
    await expect(button(panel, "Run")).to_be_visible()
    await text_box(panel).fill(words)
    await button(panel, "Run").click()
    await expect(panel.get_by_text(told)).to_be_visible()


async def test_the_workbench_on_a_page_of_its_own(page: Page, tmp_path: Path) -> None:
    require_module("voila")
    heard = Heard(page)
    with running(tmp_path) as (url, server):
        await page.emulate_media(color_scheme="light")
        for stranger in (url.partition("?")[0], f"{url}-"):
            await page.goto(stranger)
            await expect(page.get_by_text("it contains a token")).to_be_visible()
        await page.goto(url)
        await ask(page, "oh damn, what a sh1tty day", "2 profane words found")
        assert await page.title() == "Triptych"
        for theme in ("light", "dark"):
            # The page follows the system, without being loaded anew.
            await page.emulate_media(color_scheme=theme)
            await check_legible(page.get_by_role("main"))
            for width in (1280, 400):
                await page.set_viewport_size({"width": width, "height": 900})
                await becomes(lambda: page.evaluate(BEYOND), 0)
                await look(page.locator("body"), f"app-{theme}-{width}")
        await page.set_viewport_size({"width": 1280, "height": 900})
        await open_each(page.locator("body"))
        paper = "getComputedStyle(document.body).backgroundColor"
        await becomes(lambda: page.evaluate(paper), lambda color: color != "rgb(255, 255, 255)")
        assert heard.hosts == {"127.0.0.1"}
        assert heard.errors == []

        # Who leaves takes their kernel along; the next visitor's waits.
        kernels = server.children()
        await page.goto("about:blank")

        async def ended() -> bool:
            return any(not kernel.is_running() for kernel in kernels)

        await becomes(ended, True)


async def test_the_key_of_the_environment_stays_with_the_kernel(
    page: Page, tmp_path: Path, serve: Callable[[ServiceSettings], str]
) -> None:
    require_module("voila")
    guarded = serve(ServiceSettings(server_keys=(SecretStr(KEY),)))
    heard = Heard(page)
    with running(tmp_path, TRIPTYCH_API_KEY=KEY, TRIPTYCH_BASE_URL=guarded) as (url, _):
        answer = await page.goto(url)
        assert answer is not None
        await ask(page, "damn", "1 profane word found")
        await expect(page.get_by_text(guarded.removeprefix("http://")).first).to_be_visible()
        await page.get_by_role("tab", name="Code").first.click()
        shown = await page.content()
        for place in (await answer.text(), shown, *heard.said):
            assert KEY not in place
        assert any("1 profane word found" in said for said in heard.said)
