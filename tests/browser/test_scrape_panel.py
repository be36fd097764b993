"""The scrape panel in a real JupyterLab and in Voila: chips, the page lit up, selectors, files."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from .conftest import OpenLab
from .lab import LabNotebook
from .panels import button, check_contrast, choose, downloaded, look, one_call
from .voila import VoilaPage
from .waiting import becomes

PANEL = "import triptych\npanel = triptych.ScrapePanel()\npanel"
#: As if a browser had drawn the page, and told where things are on its screenshot.
DRAWN = """import base64, io
from PIL import Image
buffer = io.BytesIO()
Image.new("RGB", (400, 300), "white").save(buffer, "PNG")
picture = "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()
fields = [
    {**field, "boxes": [[40 + 250 * column, 60 + 100 * row, 120, 30] for row in range(5)]}
    for column, field in enumerate(panel.page.shown["fields"])
]
drawn = {"screenshot": picture, "size": [800, 600], "fields": fields}
panel.page.shown = {**panel.page.shown, **drawn}
"""
#: A page that would run, fetch, leave and reach out if it could.
HOSTILE = """<!DOCTYPE html><html><head><base href="{away}">
<link rel="stylesheet" href="{away}l.css">
<link rel="prefetch" href="{away}p"><meta http-equiv="refresh" content="0;url={away}m"></head>
<body onload="parent.document.title = 'owned'"><h1 class="name">Tea &lt;img src=x&gt;</h1>
<p class="price">3.20 EUR</p><script>parent.document.title = "owned"; fetch("{away}s")</script>
<img src="{away}i.png" onerror="parent.document.title = 'owned'"><iframe src="{away}f"></iframe>
<form action="{away}a"><button id="go">Go</button></form><a href="{away}b" target="_top">out</a>
<div style="background: url({away}c.png); height: 1500px">tall</div><p class="last">the end</p>
</body></html>"""


def chips(panel: Locator) -> Locator:
    return panel.locator(".triptych-chips li")


def box(panel: Locator) -> Locator:
    return panel.get_by_label("What to find").and_(panel.locator("input"))


def framed(panel: Locator) -> Locator:
    return panel.locator(".triptych-scrape-layer > div[data-field]")


def place(panel: Locator, field: int, value: int) -> Locator:
    layer = panel.locator(".triptych-scrape-layer")
    return layer.locator(f'[data-field="{field}"][data-value="{value}"]')


def values(panel: Locator) -> Locator:
    return panel.locator(".triptych-scrape-list li")


async def check_sample(panel: Locator, name: str) -> None:
    """Two clicks, and each value stands beside the element it is in."""
    await expect(panel.get_by_text("Give an address, or choose a sample.")).to_be_visible()
    await look(panel, f"scrape-{name}-empty")
    await button(panel, "five teas").click()
    await expect(chips(panel)).to_have_count(3)
    async with one_call(panel):
        await button(panel, "Run").click()
    await expect(values(panel)).to_have_count(15)
    await expect(framed(panel)).to_have_count(15)
    await look(panel, f"scrape-{name}")


async def check_light(panel: Locator, page: Page, name: str) -> None:
    """Pointer and focus on a value light up its element, and the other way round."""
    item = values(panel).nth(1)
    await expect(item).to_have_text("Gyokuro")
    lit = panel.locator(".triptych-scrape-layer > .triptych-lit")
    await item.hover()
    await expect(lit).to_have_count(1)
    await expect(lit).to_have_text("tea")
    await look(panel, f"scrape-{name}-lit")
    await page.mouse.move(0, 0)
    await expect(lit).to_have_count(0)
    await panel.get_by_role("button", name=re.compile("^price 5")).focus()
    await expect(lit).to_have_count(5)
    await page.keyboard.press("Tab")
    await expect(button(panel, "Correct price")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(lit).to_have_count(1)
    await place(panel, 2, 2).hover()
    await expect(panel.locator(".triptych-scrape-list li.triptych-lit")).to_have_text("Kyoto")
    await page.mouse.move(0, 0)
    # What is framed is where the element is.
    element = panel.locator("iframe").content_frame.locator(".tea-price").nth(3)

    async def apart() -> tuple[float, float, bool]:
        outer = await element.bounding_box()
        inner = await place(panel, 1, 3).bounding_box()
        assert outer is not None
        assert inner is not None
        narrower = inner["width"] < outer["width"]
        return abs(outer["x"] - inner["x"]), abs(outer["y"] - inner["y"]), narrower

    await becomes(apart, lambda found: found[0] < 2 and found[1] < 4 and found[2])


async def check_selector(panel: Locator, name: str) -> None:
    """A selector is tried as it is typed, a wrong one is said, and one that finds is used."""
    tried = panel.locator(".triptych-tried")
    trying = panel.get_by_label("Try a selector")
    said = panel.locator(".triptych-scrape-try output")
    await trying.fill("li > h2 a")
    await expect(said).to_have_text("5 elements")
    await expect(tried).to_have_count(5)
    await look(panel, f"scrape-{name}-try")
    await trying.fill(".note")
    await expect(said).to_have_text("1 element")
    await trying.fill("h2 >")
    await expect(said).to_have_text("not a CSS selector")
    await expect(tried).to_have_count(0)
    await expect(button(panel, "Use")).to_be_disabled()
    await trying.fill(".tea p:last-child")
    await panel.get_by_label("What the selector finds").select_option("for origin")
    async with one_call(panel):
        await trying.press("Enter")
    await expect(values(panel).nth(10)).to_have_text("Steamed, grassy, bright.")
    await expect(panel.get_by_text("Read by the selectors of 3 fields")).to_be_visible()
    await button(panel, "Use descriptions").click()
    await expect(panel.get_by_text("Inputs have changed: run again")).to_be_visible()
    async with one_call(panel):
        await button(panel, "Run").click()
    await expect(values(panel).nth(10)).to_have_text("Shizuoka")
    async with one_call(panel):
        await button(panel, "Run again with these selectors").click()
    await expect(panel.get_by_text("Read by the selectors of 3 fields")).to_be_visible()
    await expect(values(panel).nth(10)).to_have_text("Shizuoka")


async def check_screenshot(panel: Locator, page: Page, name: str) -> None:
    """Boxes lie where they are on the screenshot; the page itself is one click away."""
    picture = panel.get_by_alt_text("Screenshot of the page")
    await expect(picture).to_be_visible()
    await expect(framed(panel)).to_have_count(15)
    await expect(place(panel, 1, 2)).to_be_visible()

    async def offset() -> tuple[float, float]:
        outer, inner = await picture.bounding_box(), await place(panel, 1, 2).bounding_box()
        assert outer is not None
        assert inner is not None
        across = (inner["x"] - outer["x"]) / outer["width"] - 290 / 800
        return across, (inner["y"] - outer["y"]) / outer["height"] - 260 / 600

    await becomes(offset, lambda parts: max(map(abs, parts)) < 0.01)
    await values(panel).nth(7).hover()
    await expect(panel.locator(".triptych-scrape-layer > .triptych-lit")).to_have_text("price")
    await look(panel, f"scrape-{name}-screenshot")
    await button(panel, "Show the page").click()
    await expect(panel.get_by_label("Try a selector")).to_be_visible()
    await expect(framed(panel)).to_have_count(15)
    await button(panel, "Show the screenshot").click()
    await expect(picture).to_be_visible()


async def check_chips(panel: Locator, page: Page) -> None:
    """Chips are made, changed and removed by keyboard and by mouse."""
    price = chips(panel).filter(has_text="price")
    await price.get_by_role("button", name="Remove").click()
    await expect(chips(panel)).to_have_count(2)
    await expect(box(panel)).to_be_focused()
    await page.keyboard.type("cost: price of 100 g")
    await page.keyboard.press("Enter")
    await expect(chips(panel)).to_have_count(3)
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Enter")
    await expect(box(panel)).to_have_value("cost: price of 100 g")
    await expect(chips(panel)).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(chips(panel)).to_have_count(3)
    await chips(panel).get_by_role("button", name="tea", exact=False).first.click()
    await expect(box(panel)).to_be_focused()
    await page.keyboard.type("name: names of the teas")
    # Still being typed, and asked for all the same.
    async with one_call(panel):
        await page.keyboard.press("Control+Enter")
    heads = panel.locator(".triptych-scrape-list section > button b")
    await expect(heads).to_have_text(["name", "origin", "cost"])
    await values(panel).nth(0).click()
    await expect(chips(panel)).to_have_count(3)
    await expect(box(panel)).to_have_value("")


async def check_code_and_files(panel: Locator, name: str) -> None:
    """The Code tab has the program; records are saved as CSV and JSON."""
    await panel.get_by_role("tab", name="Code").click()
    await expect(panel.get_by_text("as selectolax", exact=True)).to_be_visible()
    await expect(panel.get_by_text('page.css(".tea-name > a")')).to_be_visible()
    await panel.get_by_text("as selectolax", exact=True).scroll_into_view_if_needed()
    await look(panel, f"scrape-{name}-code")
    await panel.get_by_role("tab", name="Page").click()
    await expect(framed(panel).first).to_be_visible()
    assert len(json.loads(await downloaded(panel, "JSON"))["records"]) == 5
    table = (await downloaded(panel, "CSV")).decode("utf-8-sig")
    rows = list(csv.reader(table.splitlines()))
    assert rows[0] == ["name", "origin", "cost"]
    assert len(rows) == 6


async def check_hostile(panel: Locator, page: Page, folder: Path, name: str) -> None:
    """A page cannot run, fetch, navigate or take the focus."""
    asked: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    away = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    file = folder / "hostile.html"
    file.write_text(HOSTILE.format(away=away), encoding="utf-8")
    await choose(panel, page, file)
    for left in (2, 1, 0):
        await chips(panel).nth(0).get_by_role("button", name="Remove").click()
        await expect(chips(panel)).to_have_count(left)
    for text in ("name", "price", "last: the end"):
        await box(panel).fill(text)
        await page.keyboard.press("Enter")
    await button(panel, "Run").click()
    await expect(values(panel).filter(has_text="3.20 EUR")).to_have_count(1)
    frame = panel.locator("iframe")
    assert await frame.get_attribute("sandbox") == "allow-same-origin"
    inside = frame.content_frame
    await expect(inside.locator(".last")).to_be_attached()
    await look(panel, f"scrape-{name}-hostile")
    trying = panel.get_by_label("Try a selector")
    await trying.fill(".last")
    # Far down: the page is scrolled to what was found.
    tried = panel.locator(".triptych-tried")
    await expect(tried).to_be_in_viewport()
    await trying.fill("#go, a")
    await tried.nth(1).scroll_into_view_if_needed()
    spot = await tried.nth(1).bounding_box()
    assert spot is not None
    await page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    await expect(inside.locator("h1")).to_have_text("Tea <img src=x>")
    assert await page.title() != "owned"
    assert asked == []
    server.close()


async def check_private(notebook: LabNotebook, panel: Locator, name: str) -> None:
    """What may be a login is not in the notebook's file, nor in the code shown."""
    await panel.get_by_role("button", name="More options").click()
    await panel.get_by_label("Cookies", exact=True).fill("sid: s3cret-cookie")
    await panel.get_by_label("Headers").fill("Authorization: s3cret-header")
    await panel.get_by_label("Your own proxy").fill("http://me:s3cret-proxy@127.0.0.1:9")
    await look(panel, f"scrape-{name}-more")
    await panel.get_by_label("Your own proxy").fill("")
    async with one_call(panel):
        await button(panel, "Run").click()
    await panel.get_by_role("tab", name="Code").click()
    await expect(panel.get_by_text("<Authorization>").first).to_be_visible()
    saved = (await notebook.save()).read_text(encoding="utf-8")
    assert "sid" in saved, "widgets are saved here, as they may be"
    assert "s3cret" not in saved
    await panel.get_by_label("Cookies", exact=True).fill("")
    await panel.get_by_label("Headers").fill("")
    await panel.get_by_role("tab", name="Page").click()


async def test_the_scrape_panel_in_jupyterlab(open_lab: OpenLab, tmp_path: Path) -> None:
    notebook = await open_lab([PANEL, DRAWN, "panel.state"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await check_sample(panel, "lab")
    await check_light(panel, notebook.page, "lab")
    await check_selector(panel, "lab")
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "scrape-lab")
    await notebook.run_cell(1)
    await check_screenshot(panel, notebook.page, "lab")
    await check_chips(panel, notebook.page)
    await check_code_and_files(panel, "lab")
    await check_private(notebook, panel, "lab")
    await check_hostile(panel, notebook.page, tmp_path, "lab")
    assert await notebook.run_cell(2) == "'done'"
    assert notebook.page_errors == []


async def test_the_scrape_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("AI scrape")
    await check_sample(panel, "voila")
    await check_light(panel, panel.page, "voila")
    await check_selector(panel, "voila")
    assert panels_in_voila.page_errors == []
