"""Fixtures that drive a real JupyterLab and a real Voila in a real Chromium.

Everything is asynchronous: the synchronous API of Playwright leaves a running event loop in the
thread, and asynchronous tests elsewhere in the same run would fail on it.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from .lab import LabNotebook, Theme, open_lab_page
from .notebooks import write_notebook
from .servers import NotebookServer, start_jupyterlab, start_voila
from .voila import VoilaPage
from .waiting import HANG_MILLISECONDS

OpenLab = Callable[..., Awaitable[LabNotebook]]
OpenVoila = Callable[..., Awaitable[VoilaPage]]

#: What has a test of its own in Voila.
PANELS = (
    "DetectionPanel",
    "EmbeddingV2Panel",
    "GenerationPanel",
    "ResearchPanel",
    "ScrapePanel",
    "SearchPanel",
    "SentimentPanel",
)
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Small shared memory in containers ends a page without a word.
    "--disable-dev-shm-usage",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of this folder on the session's event loop, where the browser lives."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and isinstance(item, pytest.Function):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


def missing(what: str) -> NoReturn:
    """Skip where someone works without the tool; fail where every test has to run."""
    reason = f"{what}, so the browser tests cannot run"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def require_module(name: str) -> None:
    if importlib.util.find_spec(name) is None:
        missing(f"{name} is not installed (pip install 'triptych[lab]')")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BrowserContext]:
    """A browser with an empty profile, kept for the session so that scripts stay cached."""
    executable = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if executable is None:
        missing("Chromium is not installed (apt-get install chromium)")
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("chromium"),
            executable_path=executable,
            args=CHROMIUM_FLAGS,
            headless=True,
            timeout=HANG_MILLISECONDS,
            viewport={"width": 1280, "height": 900},
        )
        context.set_default_timeout(HANG_MILLISECONDS)
        expect.set_options(timeout=HANG_MILLISECONDS)
        yield context
        await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def jupyterlab(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[NotebookServer]:
    """A JupyterLab server of our own, in a home folder of its own."""
    require_module("jupyterlab")
    server = await start_jupyterlab(tmp_path_factory.mktemp("jupyterlab"))
    yield server
    server.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def lab_page(chromium: BrowserContext, jupyterlab: NotebookServer) -> Page:
    """The one page of JupyterLab that all tests share: opening it costs more than a test does."""
    return await open_lab_page(chromium, jupyterlab)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def voila_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[NotebookServer]:
    """A Voila server of our own, in a home folder of its own."""
    require_module("voila")
    server = await start_voila(tmp_path_factory.mktemp("voila"))
    yield server
    server.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def page_of_panels(
    chromium: BrowserContext, voila_server: NotebookServer
) -> AsyncIterator[VoilaPage]:
    cells = [f"import triptych\ntriptych.{name}()" for name in PANELS]
    write_notebook(voila_server.root / "panels.ipynb", cells)
    opened = await VoilaPage.open(chromium, voila_server, "panels.ipynb", len(cells))
    yield opened
    await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def panels_in_voila(page_of_panels: VoilaPage) -> VoilaPage:
    """One page of Voila for the tests of single panels: each page starts a kernel of its own."""
    # Chromium paints a page behind another once a second.
    await page_of_panels.page.bring_to_front()
    return page_of_panels


@pytest_asyncio.fixture(loop_scope="session")
async def open_lab(
    request: pytest.FixtureRequest, lab_page: Page, jupyterlab: NotebookServer
) -> AsyncIterator[OpenLab]:
    """Open a notebook with given cells in JupyterLab: ``await open_lab([...], theme="dark")``.

    Its tab is closed when the test ends, and its kernel is left to the next notebook; one that is
    opened with ``fresh=True`` has a kernel of its own.
    """
    opened: list[LabNotebook] = []

    async def open_notebook(
        cells: Sequence[str], theme: Theme | None = None, *, fresh: bool = False
    ) -> LabNotebook:
        path = notebook_name(request, len(opened))
        write_notebook(jupyterlab.root / path, cells)
        opened.append(await LabNotebook.open(lab_page, jupyterlab, path, theme, fresh=fresh))
        return opened[-1]

    yield open_notebook
    for notebook in opened:
        await notebook.close()


@pytest_asyncio.fixture(loop_scope="session")
async def voila(
    request: pytest.FixtureRequest, chromium: BrowserContext, voila_server: NotebookServer
) -> AsyncIterator[OpenVoila]:
    """Show a notebook with given cells in Voila: ``await voila([...], theme="dark")``."""
    opened: list[VoilaPage] = []

    async def open_page(cells: Sequence[str], theme: Theme = "light") -> VoilaPage:
        path = notebook_name(request, len(opened))
        write_notebook(voila_server.root / path, cells)
        opened.append(await VoilaPage.open(chromium, voila_server, path, len(cells), theme))
        return opened[-1]

    yield open_page
    for page in opened:
        await page.close()


def notebook_name(request: pytest.FixtureRequest, number: int) -> str:
    """Name a notebook after its test, with nothing that an address would have to escape."""
    name = "".join(c if c.isalnum() else "-" for c in request.node.name).strip("-")
    return f"{name}-{number}.ipynb"
