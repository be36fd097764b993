"""The image generation panel in a real JupyterLab and in Voila: pictures, one chosen, saved."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, expect

from .conftest import OpenLab
from .panels import BROKEN_WORDS, button, check_legible, choose, downloaded, look
from .voila import VoilaPage

PANEL = "import triptych\npanel = triptych.GenerationPanel()\npanel"
#: Notes the shares of a run that a bar shows.
WATCH_SHARES = """(panel) => {
  panel.shares = [];
  new MutationObserver(() => {
    const bar = panel.querySelector("progress");
    if (bar) panel.shares.push(`${bar.value} of ${bar.max}`);
  }).observe(panel, { subtree: true, childList: true });
}"""


async def check_pictures(panel: Locator, name: str) -> None:
    """Four pictures, of which another is chosen and all are saved."""
    await look(panel, f"generation-{name}-empty")
    await expect(panel.get_by_text("marks this as deprecated")).to_be_visible()
    await panel.get_by_label("Prompt").first.fill("A red kite and two sailboats over the sea")
    pictures = panel.get_by_role("spinbutton", name="Pictures")
    await pictures.fill("4")
    await pictures.press("Tab")
    await panel.get_by_role("button", name="More options").click()
    await panel.get_by_label("Seed").fill("7")
    await panel.get_by_label("Width", exact=True).fill("512")
    await panel.get_by_label("Height").fill("384")
    await panel.get_by_label("Height").press("Tab")
    await panel.evaluate(WATCH_SHARES)
    await button(panel, "Run").click()

    small = panel.locator(".triptych-gallery button")
    await expect(small).to_have_count(4)
    await expect(small.last).to_be_enabled()
    await expect(panel.get_by_text(re.compile("Done in"))).to_be_visible()
    assert set(await panel.evaluate("(panel) => panel.shares")) & {"1 of 4", "2 of 4", "3 of 4"}
    await expect(panel.get_by_role("progressbar")).to_have_count(0)
    result = panel.locator(".triptych-result")
    picture = result.locator("figure img")
    await expect(picture).to_have_js_property("naturalWidth", 512)
    await expect(picture).to_have_attribute("alt", "A red kite and two sailboats over the sea")
    await expect(result.get_by_text("512 × 384 pixels · 4 steps · seed 7")).to_be_visible()
    first = await picture.get_attribute("src")
    assert first

    third = panel.get_by_role("button", name="seed 9")
    await third.click()
    await expect(third).to_have_attribute("aria-pressed", "true")
    await expect(result.get_by_text("512 × 384 pixels · 4 steps · seed 9")).to_be_visible()
    await expect(picture).not_to_have_attribute("src", first)
    await look(panel, f"generation-{name}")
    await check_legible(panel.locator(".triptych-panel").first)

    content = await downloaded(panel, "PNG")
    assert Image.open(io.BytesIO(content)).size == (512, 384)
    archive = zipfile.ZipFile(io.BytesIO(await downloaded(panel, "ZIP")))
    assert len(archive.namelist()) == 5
    assert archive.read(archive.namelist()[2]) == content


async def test_the_generation_panel_in_jupyterlab(open_lab: OpenLab) -> None:
    again = "panel.client is not None and [reply.seed for reply in panel.replies], panel.reply.seed"
    notebook = await open_lab([PANEL, again, "triptych.gallery(panel.replies)"])
    await notebook.run_cell(0)
    await check_pictures(notebook.cell_output(0), "lab")
    assert await notebook.run_cell(1) == "([7, 8, 9, 10], 9)"
    shown = await notebook.run_cell(2)
    assert "512 × 384 pixels · 4 steps" in shown
    await expect(notebook.cell_output(2).locator("figure img")).to_have_count(4)
    await look(notebook.cell_output(2), "generation-gallery")
    assert notebook.page_errors == []


async def test_a_picture_to_edit(open_lab: OpenLab, tmp_path: Path) -> None:
    file = tmp_path / "lake.png"
    Image.new("RGB", (320, 240), "teal").save(file)
    notebook = await open_lab([PANEL])
    await notebook.run_cell(0)
    panel, page = notebook.cell_output(0), notebook.page
    await panel.get_by_label("Prompt").first.fill("A duck on a lake")
    await choose(panel, page, file)
    await expect(panel.get_by_text("lake.png")).to_be_visible()
    await button(panel, "Run").click()
    await expect(panel.get_by_text("from lake.png")).to_be_visible()
    await look(panel, "generation-edit")
    await notebook.set_width(700)
    await look(panel, "generation-narrow")
    await notebook.set_width(900)
    await panel.get_by_role("tab", name="Table").click()
    table = panel.get_by_role("table")
    await expect(table.get_by_role("cell", name="A duck on a lake")).to_be_visible()
    assert await table.evaluate(BROKEN_WORDS) == []
    await look(panel, "generation-table")
    assert notebook.page_errors == []


async def test_the_generation_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("Image generation")
    await check_pictures(panel, "voila")
    assert panels_in_voila.page_errors == []
