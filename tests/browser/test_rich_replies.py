"""Replies without panels: what a cell's last line shows, wherever the notebook is read."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from typing import Any

import bleach
import nbformat
import pytest
import pytest_asyncio
from bs4 import BeautifulSoup
from playwright.async_api import BrowserContext, Locator, Page, Route, expect

from .conftest import require_module
from .lab import Theme
from .notebooks import write_notebook
from .panels import FAINT_TEXT, look
from .replies import BEFORE, REPLIES
from .servers import NotebookServer, free_port, start, write_home
from .waiting import HANG_SECONDS, becomes

#: What GitHub keeps of a notebook's HTML; it drops every style, class, id and script.
KEPT = (  # noqa: SIM905
    "a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption "
    "figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p picture pre q s samp small "
    "source span strong sub summary sup table tbody td tfoot th thead time tr tt ul var "
    "wbr"
).split()
KEPT_ATTRIBUTES = (  # noqa: SIM905
    "align alt aria-label colspan dir height href lang open role rowspan scope src start "
    "title type value width"
).split()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def notebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The notebook, executed once."""
    require_module("nbconvert")
    home = tmp_path_factory.mktemp("rich-replies")
    path = home / "replies.ipynb"
    write_notebook(path, [BEFORE, *(cell for cell, _ in REPLIES.values())])
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace"]
    # Four seconds after a cell's reply, what it has put out would be left out.
    limits = ("startup_timeout", "iopub_timeout")
    command += [f"--ExecutePreprocessor.{limit}={HANG_SECONDS}" for limit in limits]
    done = await asyncio.to_thread(
        subprocess.run,
        [*command, str(path)],
        env=write_home(home / "home"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return path


def outputs(path: Path) -> dict[str, dict[str, Any]]:
    """Return what each cell shows, by operation and media type."""
    cells = nbformat.read(path, as_version=4).cells[1:]
    assert [len(cell.outputs) for cell in cells] == [1] * len(REPLIES)
    return {name: cell.outputs[0].data for name, cell in zip(REPLIES, cells, strict=True)}


def words_of(html: str) -> str:
    """Return the text of a page, with single spaces."""
    soup = BeautifulSoup(html, "html.parser")
    for hidden in soup(["style", "script"]):
        hidden.decompose()
    return " ".join(soup.get_text().split())


def as_on_github(html: str) -> str:
    """Return what GitHub leaves of an output."""
    soup = BeautifulSoup(html, "html.parser")
    for hidden in soup(["style", "script"]):
        hidden.decompose()
    left: str = bleach.clean(
        str(soup),
        tags=KEPT,
        attributes=KEPT_ATTRIBUTES,
        protocols=["http", "https", "mailto", "data"],
        strip=True,
    )
    return left


async def test_each_reply_has_html_a_picture_and_words(notebook: Path) -> None:
    for name, data in outputs(notebook).items():
        assert {"text/html", "text/plain", "image/png"} == data.keys(), name
        shown, plain = words_of(data["text/html"]), " ".join(data["text/plain"].split())
        for fact in REPLIES[name][1]:
            assert fact.lower() in shown.lower(), f"{name} does not show {fact}"
        assert any(fact.lower() in plain.lower() for fact in REPLIES[name][1]), name


async def test_each_output_stands_by_itself(notebook: Path) -> None:
    """Elsewhere there are neither JupyterLab's variables nor the script of another cell."""
    for name, data in outputs(notebook).items():
        html = data["text/html"]
        assert not re.findall(r"var\(\s*--jp-[\w-]+\s*\)", html), (
            f"{name} needs JupyterLab's colours"
        )
        soup = BeautifulSoup(html, "html.parser")
        assert not soup.find_all(["script", "link", "object", "base"]), name
        # A page that was scraped is shown as it came, in a frame that holds it.
        assert all(tag.get("srcdoc") and not tag.get("src") for tag in soup.find_all("iframe"))
        assert not [
            tag for tag in soup.find_all(True) if any(a.startswith("on") for a in tag.attrs)
        ]
        pictures = [str(tag.get(a, "")) for tag in soup.find_all(["img", "image", "use"])
                    for a in ("src", "href", "xlink:href")]  # fmt: skip
        for address in [*pictures, *re.findall(r"url\(\s*[\"']?([^\"')]+)", unescape(html))]:
            assert address == "" or address.startswith(("data:image/", "#")), f"{name}: {address}"
        styled = {word for tag in soup.find_all("style")
                  for word in re.findall(r"\.(triptych-[\w-]+)", tag.get_text())}  # fmt: skip
        ids = {tag["id"] for tag in soup.find_all(id=True)}
        assert {str(tag["href"])[1:] for tag in soup.find_all("a", href=re.compile("^#."))} <= ids
        if soup.find_all(class_=re.compile("^triptych-")):
            assert styled, f"{name} has classes and no style of its own"


def in_sight(html: str) -> tuple[str, list[Any]]:
    """Return the words and the pictures that are seen before anything is unfolded."""
    soup = BeautifulSoup(html, "html.parser")
    for fold in soup("details", open=False):
        for part in fold.find_all(recursive=False):
            if part.name != "summary":
                part.decompose()
        for loose in fold.find_all(string=True, recursive=False):
            loose.extract()
    return soup.get_text("\n"), soup("img")


async def test_github_leaves_the_picture_of_what_was_detected(notebook: Path) -> None:
    """Not the loose words of the one that answers to the pointer, nor its dead controls."""
    words, pictures = in_sight(as_on_github(outputs(notebook)["detect"]["text/html"]))
    whole = [picture for picture in pictures if "objects found" in picture["alt"]]
    assert len(whole) == 1
    assert len(whole[0]["src"]) < 60_000
    assert 500 < int(whole[0]["width"]) <= 640
    for dead in ("Confidence at least", "Reset", "2×"):
        assert dead not in words
    # In the table a label stands by itself, its confidence in another cell.
    assert not re.findall(r"\w+_\d+ 0\.\d\d", words)
    assert len(re.findall(r"orange_1\b", words)) == 1


async def test_github_leaves_the_chart_of_the_sentiment(notebook: Path) -> None:
    words, pictures = in_sight(as_on_github(outputs(notebook)["sentiment"]["text/html"]))
    assert [picture["src"].partition(";")[0] for picture in pictures] == ["data:image/png"]
    assert "2 sentences" in pictures[0]["alt"]
    lines = words.split("\n")
    for axis in ("positive", "negative", "sentence by sentence"):
        assert axis not in lines


async def test_github_leaves_the_headings_of_a_report(notebook: Path) -> None:
    left = as_on_github(outputs(notebook)["research"]["text/html"])
    bold = [one.get_text() for one in BeautifulSoup(left, "html.parser").find_all("b")]
    parts = ("How do volcanoes form?", "How do volcanoes erupt?")
    for heading in (*parts, "Volcano", "Sources", "How it was found"):
        assert heading in bold


async def test_github_leaves_the_facts(notebook: Path, page: Page) -> None:
    parts = []
    for name, data in outputs(notebook).items():
        left = as_on_github(data["text/html"])
        for fact in REPLIES[name][1]:
            assert fact.lower() in words_of(left).lower(), f"{name} loses {fact} on GitHub"
        for picture in BeautifulSoup(left, "html.parser").find_all("img"):
            assert str(picture["src"]).startswith("data:image/"), name
            assert picture.get("alt"), f"{name} has a picture without words"
        parts.append(f"<h2>{name}</h2>{left}")
    await page.set_content(f"<!doctype html><body style='font: 14px sans-serif'>{''.join(parts)}")
    await look(page.locator("body"), "replies-github")


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_a_static_page_is_read_with_ease(notebook: Path, page: Page, theme: Theme) -> None:
    """nbviewer's pages are nbconvert's; views follow the page, and no other preference."""
    from nbconvert import HTMLExporter

    html, _ = await asyncio.to_thread(HTMLExporter(theme=theme).from_filename, str(notebook))
    # Its own scripts come from elsewhere; outputs need none of them.
    at = notebook.with_name(f"{theme}.html")
    at.write_text(html, encoding="utf-8")
    await page.route(re.compile("^https?:"), refuse)
    await page.emulate_media(color_scheme="dark")
    await page.goto(at.as_uri(), wait_until="domcontentloaded")
    await check(page.locator(".jp-OutputArea-output"), f"replies-static-{theme}")
    # With a style sheet there is no fold, and one picture.
    await expect(page.locator(".triptych-live > :not(summary)").first).to_be_visible()
    for unseen in (".triptych-instead", ".triptych-live > summary"):
        await expect(page.locator(unseen).locator("visible=true")).to_have_count(0)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def notebook_7(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[NotebookServer]:
    """A server of Jupyter Notebook."""
    require_module("notebook")
    home = tmp_path_factory.mktemp("notebook-7")
    (home / "notebooks").mkdir()
    port = free_port()
    arguments = [
        "notebook",
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={home / 'notebooks'}",
        "--IdentityProvider.token=",
    ]
    server = await start(
        arguments, home, home / "notebooks", f"http://127.0.0.1:{port}", "/api/status"
    )
    yield server
    server.stop()


async def test_notebook_7_shows_them(
    notebook: Path, notebook_7: NotebookServer, page: Page
) -> None:
    """As somebody else's notebook is opened: untrusted, its outputs sanitised."""
    (notebook_7.root / notebook.name).write_bytes(notebook.read_bytes())  # noqa: ASYNC240
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.set_viewport_size({"width": 1280, "height": 12_000})
    await page.goto(f"{notebook_7.url}/notebooks/{notebook.name}")
    shown = page.locator(".jp-OutputArea-output")
    await expect(shown).to_have_count(len(REPLIES))
    await check(shown, "replies-notebook-7")
    await stands_alone(shown)
    # Notebook 7.6 has an error of its own, on an empty notebook too.
    assert [error for error in errors if not error.endswith("(reading 'schema')")] == []


async def stands_alone(shown: Locator) -> None:
    """What lost its style sheet has its plain picture, and no lines on top of each other."""
    places = list(REPLIES)
    for operation in ("detect", "sentiment"):
        output = shown.nth(places.index(operation))
        await expect(output.locator(".triptych-instead img")).to_be_visible()
        await expect(output.locator(".triptych-live > :not(summary)").first).to_be_hidden()
    research = shown.nth(places.index("research"))
    fold = research.get_by_text("The graph as a table")

    async def room() -> float:
        last: float = await research.locator(".triptych-graph").evaluate(
            "(graph) => Math.max(...[...graph.querySelectorAll('div, span')]"
            ".map((part) => part.getBoundingClientRect().bottom))"
        )
        box = await fold.bounding_box()
        return -last if box is None else box["y"] - last

    await becomes(room, lambda pixels: pixels >= -1)


async def check(shown: Locator, name: str) -> None:
    await expect(shown).to_have_count(len(REPLIES))
    for place, (operation, (_, facts)) in enumerate(REPLIES.items()):
        output = shown.nth(place)
        for fact in facts:
            await expect(output).to_contain_text(fact, ignore_case=True)
        await look(output, f"{name}-{operation}")
    faint = f"(all) => all.map({FAINT_TEXT})"
    await becomes(lambda: shown.evaluate_all(faint), [[] for _ in REPLIES])


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: BrowserContext) -> AsyncIterator[Page]:
    page = await chromium.new_page()
    yield page
    await page.close()


async def refuse(route: Route) -> None:
    await route.abort()
