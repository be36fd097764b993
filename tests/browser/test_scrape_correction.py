"""Correcting what was found on a page, in a real JupyterLab: by pointer and by keyboard."""

from __future__ import annotations

import ast
import json

from playwright.async_api import Locator, Page, expect

from .conftest import OpenLab
from .panels import button, check_contrast, downloaded, look, one_call
from .test_scrape_panel import values

#: A news list in which only a person knows which of two names is meant, with an advertisement.
PAGE = """<!DOCTYPE html><html><head><title>Tea News</title></head><body><header><h2>Tea News</h2>
</header><main><ol class="stories">
<li class="story"><h3>First flush</h3><p>by <b>Ada Berg</b>, photo <b>Bo Calvi</b></p></li>
<li class="story"><h3>Frost in Uji</h3><p>by <b>Cy Dunn</b>, photo <b>Di Egan</b></p></li>
<li class="story paid"><h3>Buy kettles</h3><p>by <b>Kettle Shop</b>, photo <b>Ed Falk</b></p></li>
<li class="story"><h3>Mate at sea</h3><p>by <b>Flo Gray</b>, photo <b>Gil Hart</b></p></li>
</ol></main><footer><p>Editor: <b>Ina Jung</b></p></footer></body></html>"""
PANEL = f"""import triptych
page = {PAGE!r}
panel = triptych.ScrapePanel(html=page, prompts={{"author": "editor", "headline": "headlines"}})
panel"""
#: Runs what the Code tab says, as Python and as selectolax, which prints what it reads.
RERUN = """import contextlib, io, os, tempfile
from pathlib import Path
space, printed = {{}}, io.StringIO()
exec({python!r}, space)
os.chdir(tempfile.mkdtemp())
Path("page.html").write_text(page, encoding="utf-8")
with contextlib.redirect_stdout(printed):
    exec({program!r}, {{}})
[space["reply"].context["author"], eval(printed.getvalue())["author"]]"""
AUTHORS = ["Ada Berg", "Cy Dunn", "Flo Gray"]


def authors(panel: Locator) -> Locator:
    section = panel.locator(".triptych-scrape-list section").filter(has_text="author")
    return section.locator("li button:first-child")


def on_page(panel: Locator, words: str) -> Locator:
    frame = panel.locator("iframe").content_frame
    return frame.get_by_text(words, exact=True)


async def click_on(panel: Locator, page: Page, words: str) -> None:
    """Click where the page shows these words, on the layer that lies above it."""
    element = on_page(panel, words)
    await element.scroll_into_view_if_needed()
    box = await element.bounding_box()
    assert box is not None
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await expect(panel.locator(".triptych-aimed")).to_have_count(1)
    async with one_call(panel):
        await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def bar(panel: Locator) -> Locator:
    return panel.get_by_role("group", name="Correct author")


async def check_large(place: Locator) -> None:
    """Every control is at least 44 pixels wide and high."""
    sizes = await place.evaluate(
        """(root) => [...root.querySelectorAll("button, select")].map((one) => {
          const {width, height} = one.getBoundingClientRect();
          return [one.textContent, Math.round(width), Math.round(height)];
        })"""
    )
    assert sizes
    assert [size for size in sizes if min(size[1:]) < 44] == []


async def test_a_correction_changes_values_selector_code_and_template(open_lab: OpenLab) -> None:
    notebook = await open_lab([PANEL, "panel.corrections['author'].selectors[0]", "panel.state"])
    page = notebook.page
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    async with one_call(panel):
        await button(panel, "Run").click()
    await expect(authors(panel)).to_have_text(["Ina Jung"])
    await panel.get_by_role("button", name="Correct author").click()
    await expect(bar(panel)).to_be_visible()
    await check_large(bar(panel))
    await look(panel, "correct-lab-begin")

    # The right one instead, and a second of its kind: all that are alike.
    await click_on(panel, page, "Ada Berg")
    await expect(authors(panel)).to_have_text(["Ada Berg"])
    await click_on(panel, page, "Cy Dunn")
    await expect(authors(panel)).to_have_text(["Ada Berg", "Cy Dunn", "Kettle Shop", "Flo Gray"])
    await expect(bar(panel).get_by_text("4 elements")).to_be_visible()

    # A wrong one away, on the page.
    await click_on(panel, page, "Kettle Shop")
    await expect(authors(panel)).to_have_text(AUTHORS)
    await expect(values(panel).filter(has_text="First flush")).to_be_visible()
    selector = ast.literal_eval(await notebook.run_cell(1) or "")
    await expect(bar(panel).get_by_text(selector)).to_be_visible()
    await look(panel, "correct-lab")
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "correct-lab")

    # The template and the code have it.
    template = json.loads(await downloaded(panel, "Template"))
    assert template["rules"]["author"]["selectors"][0] == selector
    await panel.get_by_role("tab", name="Code").click()
    await expect(panel.locator("pre")).to_have_count(3)
    python, _, program = [await code.inner_text() for code in await panel.locator("pre").all()]
    await look(panel, "correct-lab-code")
    assert selector in python
    assert selector in program
    results = await open_lab(
        [PANEL.rpartition("panel =")[0], RERUN.format(python=python, program=program)]
    )
    await results.run_cell(0)
    assert ast.literal_eval(await results.run_cell(1) or "") == [AUTHORS, AUTHORS]
    assert results.page_errors == []
    assert notebook.page_errors == []


async def test_a_correction_is_made_by_keyboard_alone(open_lab: OpenLab) -> None:
    notebook = await open_lab([PANEL])
    page = notebook.page
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    async with one_call(panel):
        await button(panel, "Run").click()
    start = panel.get_by_role("button", name="Correct author")
    await start.focus()
    await page.keyboard.press("Enter")
    await expect(bar(panel)).to_be_visible()
    aim = bar(panel).locator("output")
    for _ in range(4):
        await page.keyboard.press("ArrowDown")
    await expect(aim).to_have_text("Take b: Ada Berg")
    await page.keyboard.press("Shift+ArrowUp")
    await expect(aim).to_have_text("Take p: by Ada Berg, photo Bo Calvi")
    await page.keyboard.press("Shift+ArrowDown")
    await expect(aim).to_have_text("Take b: Ada Berg")
    await look(panel, "correct-lab-keyboard")
    async with one_call(panel):
        await page.keyboard.press("Enter")
    await expect(authors(panel)).to_have_text(["Ada Berg"])

    # Larger, and smaller again; then all of a kind, of which one goes by its button in the list.
    async with one_call(panel):
        await button(bar(panel), "Larger").press("Enter")
    await expect(authors(panel)).to_have_text(["by Ada Berg, photo Bo Calvi"])
    async with one_call(panel):
        await button(bar(panel), "Smaller").press("Enter")
    await expect(authors(panel)).to_have_text(["Ada Berg"])
    await panel.get_by_role("application").focus()
    for _ in range(4):
        await page.keyboard.press("ArrowDown")
    await expect(aim).to_have_text("Take b: Cy Dunn")
    async with one_call(panel):
        await page.keyboard.press(" ")
    await expect(authors(panel)).to_have_count(4)
    remove = panel.get_by_role("button", name="Remove Kettle Shop from author")
    async with one_call(panel):
        await remove.press("Enter")
    await expect(authors(panel)).to_have_text(AUTHORS)
    await expect(panel.get_by_role("button", name="Remove Flo Gray from author")).to_be_focused()

    # Nothing would be left: the reason is beside the control, and the values stay.
    await button(bar(panel), "Undo corrections").press("Enter")
    await expect(authors(panel)).to_have_text(["Ina Jung"])
    await panel.get_by_role("button", name="Remove Ina Jung from author").press("Enter")
    await expect(bar(panel).get_by_role("alert")).to_contain_text("choose one that is right")
    await expect(authors(panel)).to_have_text(["Ina Jung"])
    await look(panel, "correct-lab-problem")
    await page.keyboard.press("Escape")
    await expect(bar(panel)).to_be_hidden()
    await expect(start).to_be_focused()
    assert notebook.page_errors == []
