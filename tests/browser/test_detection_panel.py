"""The detection panel in a real JupyterLab and in Voila: choosing, dropping, hiding, saving."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, Page, expect

from triptych import samples

from .conftest import OpenLab
from .panels import button, check_legible, choose, downloaded, look
from .voila import VoilaPage
from .waiting import becomes

PANEL = "import triptych\npanel = triptych.DetectionPanel()\npanel"
CITRUS, HOPPER = (samples.path(f"pictures/{name}.jpg") for name in ("citrus", "hopper"))

DROP = """(target, [name, content]) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name, {type: "image/jpeg"}));
  const options = {bubbles: true, cancelable: true, dataTransfer: data};
  for (const kind of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(kind, options));
}"""

# A PNG of the clipboard, as of a screenshot.
COPY = """async () => {
  const paper = Object.assign(document.createElement("canvas"), {width: 40, height: 30});
  paper.getContext("2d").fillRect(5, 5, 20, 20);
  const blob = await new Promise((resolve) => paper.toBlob(resolve, "image/png"));
  await navigator.clipboard.write([new ClipboardItem({"image/png": blob})]);
}"""


async def width(place: Locator) -> float:
    """Return the width of an element in pixels."""
    box = await place.bounding_box()
    assert box is not None
    return box["width"]


async def check_one(panel: Locator, page: Page, name: str) -> None:
    """Choose a picture, hide a class, move the slider, magnify, save."""
    await choose(panel, page, HOPPER)
    await expect(panel.get_by_text("hopper.jpg")).to_be_visible()
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text("objects found:")).to_be_visible()
    boxes = result.locator("svg .triptych-target")
    rows = result.locator("tbody tr:visible")
    total = await becomes(boxes.count, lambda number: number >= 2)
    await expect(rows).to_have_count(total)
    # The names of one layout are seen, those for other widths are not.
    names = result.locator("svg text:visible").filter(has_text="person")
    await expect(names).to_have_count(1)
    await look(panel, f"detection-{name}")
    await check_legible(panel.locator(".triptych-panel"))

    # By the pointer: label and confidence.
    person = boxes.filter(has_text="person").first
    await person.hover(position={"x": 5, "y": 60})
    await expect(person.locator("text")).to_be_visible()

    # A class is hidden in the picture and in the table, and comes back.
    await result.get_by_role("checkbox", name="person").uncheck()
    await expect(person).to_be_hidden()
    await expect(rows.filter(has_text="person")).to_have_count(0)
    await button(result, "Reset").click()
    await expect(person).to_be_visible()

    # The slider goes by the keyboard, and the least sure leaves first.
    slider = result.get_by_role("radio", name=f"of {total}")
    await slider.first.focus()
    for _ in range(await slider.count() - 1):
        await page.keyboard.press("ArrowRight")
    await expect(result.locator("svg .triptych-target:visible")).to_have_count(1)
    shown = result.locator(".triptych-slider span:visible")
    await expect(shown).to_have_text(re.compile(f": 1 of {total}$"))
    await look(panel, f"detection-slider-{name}")

    drawing = result.locator("svg[role=img]")
    fitted = await width(drawing)
    await result.get_by_text("2×", exact=True).click()
    await becomes(lambda: width(drawing), lambda pixels: pixels > 1.9 * fitted)
    await button(result, "Reset").click()

    picture = Image.open(io.BytesIO(await downloaded(panel, "PNG")))
    with Image.open(HOPPER) as given:
        assert picture.size == given.size
    document = json.loads(await downloaded(panel, "COCO JSON"))
    assert document["images"][0]["file_name"] == "hopper.jpg"
    assert len(document["annotations"]) == total
    table = (await downloaded(panel, "CSV")).decode("utf-8-sig")
    assert table.startswith("picture,label,kind,confidence,left,top,width,height")


async def check_sheet(panel: Locator) -> None:
    """Pictures are picked out by the classes that they show: by all of them, or by any."""
    sheet = panel.get_by_role("group", name="Pictures", exact=True)
    chips = panel.get_by_role("group", name="Pictures with", exact=True).get_by_role("button")
    shown = sheet.get_by_role("button")
    hopper = shown.filter(has_text="hopper.jpg")
    assert await hopper.locator("svg g").count() == 2
    await chips.filter(has_text="person").click()
    await expect(shown).to_have_count(1)
    await chips.filter(has_text="tie").press("Enter")
    await expect(panel.get_by_text("1 of 3 pictures")).to_be_visible()
    await chips.filter(has_text="orange").click()
    await expect(panel.get_by_text("0 of 3 pictures")).to_be_visible()
    await button(panel, "or").click()
    await expect(panel.get_by_text("2 of 3 pictures")).to_be_visible()
    await expect(shown).to_have_count(2)
    await look(panel, "detection-sheet")
    for chip in await chips.filter(has_not_text="apple").all():
        await chip.click()
    await expect(shown).to_have_count(3)


async def test_the_detection_panel_in_jupyterlab(open_lab: OpenLab) -> None:
    notebook = await open_lab([PANEL, "panel.reply.tags, panel.state"])
    await notebook.run_cell(0)
    await check_one(notebook.cell_output(0), notebook.page, "lab")
    assert "person" in await notebook.run_cell(1)
    assert notebook.page_errors == []


async def test_several_pictures_and_one_that_cannot_be_read(
    open_lab: OpenLab, tmp_path: Path
) -> None:
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(CITRUS.read_bytes()[:900])
    notebook = await open_lab([PANEL])
    await notebook.run_cell(0)
    panel, page = notebook.cell_output(0), notebook.page
    await choose(panel, page, HOPPER, torn, CITRUS)
    await expect(panel.get_by_text("3 pictures")).to_be_visible()
    await button(panel, "Run").click()
    sheet = panel.get_by_role("group", name="Pictures", exact=True)
    pictures = sheet.get_by_role("button")
    await expect(pictures).to_have_count(3)
    await expect(sheet.locator(".triptych-sheet-failed")).to_have_count(1)
    await expect(pictures.filter(has_text="torn.jpg")).to_be_disabled()
    await expect(panel.get_by_text("Done in")).to_be_visible()
    await check_sheet(panel)

    # A click opens one large, another leads back.
    result = panel.locator(".triptych-result")
    await pictures.filter(has_text="citrus.jpg").click()
    await expect(result.get_by_role("img", name="orange_1", exact=True)).to_be_visible()
    await expect(sheet).to_be_hidden()
    await look(panel, "detection-opened")
    await button(result, "Previous").click()
    await expect(result.get_by_text("hopper.jpg, 1 of 3")).to_be_visible()
    await expect(button(result, "Previous")).to_be_disabled()
    await button(result, "All pictures").click()
    await expect(sheet).to_be_visible()
    await expect(result.get_by_role("img", name="person", exact=True)).to_be_hidden()
    await check_legible(panel.locator(".triptych-panel"))

    await panel.get_by_role("tab", name="Table", exact=True).click()
    table = panel.locator(".triptych-table")
    await expect(table.get_by_role("columnheader", name="orange")).to_be_visible()
    await expect(table.get_by_role("row", name="hopper.jpg 2 0 0 1 1")).to_be_visible()
    await panel.get_by_role("tab", name="Result", exact=True).click()

    archive = zipfile.ZipFile(io.BytesIO(await downloaded(panel, "PNGs (ZIP)")))
    assert archive.namelist() == ["01-hopper.png", "02-citrus.png"]

    await notebook.set_width(620)
    await look(panel, "detection-narrow")


async def test_a_picture_is_pasted_or_dropped(open_lab: OpenLab) -> None:
    notebook = await open_lab([PANEL])
    await notebook.run_cell(0)
    panel, page = notebook.cell_output(0), notebook.page
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.evaluate(COPY)
    await panel.get_by_role("group", name="Files").click(position={"x": 3, "y": 3})
    await page.keyboard.press("Control+v")
    await expect(panel.get_by_text("image.png")).to_be_visible()
    await button(panel, "Remove").click()
    # Into a box for text too, where there is nothing else to paste.
    await panel.get_by_label("Prompts").press("Control+v")
    await expect(panel.get_by_text("image.png")).to_be_visible()
    await expect(panel.get_by_role("button", name="Choose files")).to_be_visible()
    content = base64.b64encode(CITRUS.read_bytes()).decode()
    await panel.locator(".triptych-body").evaluate(DROP, ["dropped.jpg", content])
    await expect(panel.get_by_text("dropped.jpg")).to_be_visible()
    await button(panel, "Run").click()
    await expect(panel.get_by_text("objects found:")).to_be_visible()


async def test_a_reply_in_a_cell_can_be_filtered_without_a_widget(open_lab: OpenLab) -> None:
    code = "import triptych\ntriptych.Client().detect(triptych.samples.path('pictures/citrus.jpg'))"
    notebook = await open_lab([code])
    await notebook.run_cell(0)
    output = notebook.cell_output(0)
    orange = output.locator("svg .triptych-target").filter(has_text="orange").first
    await expect(orange).to_be_visible()
    await output.get_by_role("checkbox", name="orange").uncheck()
    await expect(orange).to_be_hidden()
    await look(output, "detection-reply")


async def test_the_detection_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("Object detection")
    await check_one(panel, panel.page, "voila")
    assert panels_in_voila.page_errors == []
