"""The embedding panel in a real JupyterLab and in Voila: a CSV's column, its map, a selection."""

from __future__ import annotations

import re

import numpy as np
from playwright.async_api import BrowserContext, Locator, Page, expect

from triptych import samples
from triptych.views.embedding.similarity import similarity_html

from .accessibility import serious_faults
from .conftest import OpenLab
from .lab import LabNotebook
from .panels import button, check_contrast, choose, look, saved_by, text_box
from .voila import VoilaPage

PANEL = "import triptych\npanel = triptych.EmbeddingV2Panel()\npanel"


async def check_wheel(canvas: Locator, page: Page) -> None:
    """The wheel scrolls the page, with Ctrl it zooms the map."""
    await canvas.evaluate("""(canvas) => {
      canvas.dataset.zooms = "";
      canvas.addEventListener("wheel", (event) => {
        canvas.dataset.zooms += `${event.ctrlKey}, taken: ${event.defaultPrevented};`;
      });
    }""")
    await canvas.scroll_into_view_if_needed()
    await canvas.hover()
    await page.mouse.wheel(0, 20)
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, 20)
    await page.keyboard.up("Control")
    await expect(canvas).to_have_attribute("data-zooms", "true, taken: true;")


async def check_column(panel: Locator, page: Page, name: str) -> None:
    """Choose a CSV, see its map, draw a lasso, point at a row."""
    await choose(panel, page, samples.path("reviews.csv"))
    await expect(panel.get_by_label("Texts in column")).to_have_value("text")
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text("24 vectors of 384 numbers")).to_be_visible()

    explorer = panel.locator(".triptych-explorer")
    await expect(explorer.get_by_text("24 points: hover")).to_be_visible()
    canvas = explorer.locator("canvas").first
    await expect(canvas).to_be_visible()
    # The one map, in the tab of the result and above the matrix.
    await expect(panel.locator(".triptych-tabs canvas").first).to_be_visible()
    await check_wheel(canvas, page)
    await explorer.get_by_label("Colour by").select_option("product")
    legend = explorer.locator(".triptych-explorer-legend")
    await expect(legend.get_by_text("kettle")).to_be_visible()

    # A lasso around everything, along the edge of the canvas.
    await explorer.get_by_title("Activate lasso selection").click()
    await canvas.scroll_into_view_if_needed()
    await look(explorer, f"explorer-{name}-before")
    box = await canvas.bounding_box()
    assert box
    corners = [(4, 4), (box["width"] - 4, 4), (box["width"] - 4, box["height"] - 4)]
    corners += [(4, box["height"] - 4), (4, 8)]
    await page.mouse.move(box["x"] + 4, box["y"] + 4)
    await page.mouse.down()
    for x, y in corners:
        await page.mouse.move(box["x"] + x, box["y"] + y, steps=3)
    await page.mouse.up()
    await expect(explorer.get_by_text("24 of 24 points selected")).to_be_visible()
    rows = explorer.locator("td[data-point]")
    await expect(rows).to_have_count(24)

    find = explorer.get_by_label("Find")
    await find.fill("kettle")
    await find.press("Enter")
    await expect(rows.filter(has_not_text="kettle")).to_have_count(0)
    await expect(rows.first).to_contain_text("kettle")
    await rows.first.click()
    await look(explorer, f"explorer-{name}")

    saved = await saved_by(button(explorer, "csv"))
    assert saved.decode("utf-8-sig").startswith("x,y,text,cluster,terms,product")


async def check_accessible(notebook: LabNotebook, panel: Locator) -> None:
    """Whoever cannot see well can use the map too, in both themes."""
    await check_contrast(notebook, panel, "embedding")
    assert await serious_faults(panel) == []


async def test_the_embedding_panel_in_jupyterlab(open_lab: OpenLab) -> None:
    notebook = await open_lab(
        [PANEL, "len(panel.explorer.selection), panel.reply.vectors.shape, panel.state"]
    )
    await notebook.run_cell(0)
    await check_column(notebook.cell_output(0), notebook.page, "lab")
    await check_accessible(notebook, notebook.cell_output(0).locator(".triptych-panel").first)
    answer = await notebook.run_cell(1)
    assert answer.endswith("(24, 384), 'done')")
    assert not answer.startswith("(0,")
    assert notebook.page_errors == []


async def test_a_sound_in_the_panel(open_lab: OpenLab) -> None:
    notebook = await open_lab([PANEL])
    await notebook.run_cell(0)
    panel, page = notebook.cell_output(0), notebook.page
    await choose(panel, page, samples.path("conversation.mp3"))
    await panel.get_by_label("Speaker fingerprint").check()
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text("Speaker C").first).to_be_visible()
    await expect(result.get_by_text("your country").first).to_be_attached()
    await look(panel, "sound")

    # What was said is found, and its stretch of the sound can be played.
    explorer = panel.locator(".triptych-explorer")
    await expect(explorer.get_by_text("8 points: hover")).to_be_visible()
    find = explorer.get_by_label("Find")
    await find.fill("your country")
    await find.press("Enter")
    await explorer.locator("td[data-point]").click()
    player = explorer.locator("audio")
    await expect(player).to_have_attribute("src", re.compile(r"^data:audio/mpeg;base64,.*#t=31"))
    await look(explorer, "sound-explorer")

    # A file of no use is refused beside the control, and the reply stays.
    await panel.get_by_role("button", name="Back to texts").click()
    await expect(text_box(panel)).to_be_visible()
    await expect(result.get_by_text("Speaker C").first).to_be_visible()


async def test_the_embedding_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("Embedding (v2)")
    await check_column(panel, panel.page, "voila")
    assert panels_in_voila.page_errors == []


async def test_in_a_narrow_window_names_leave_room_for_numbers(chromium: BrowserContext) -> None:
    page = await chromium.new_page()
    await page.set_viewport_size({"width": 400, "height": 600})
    await page.set_content(similarity_html(np.eye(5, dtype=np.float32), ["MOST WIDE " * 9] * 5))
    last = await page.get_by_role("cell", name="1.00").last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= 400
    await page.close()
