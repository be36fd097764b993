"""What a panel says of a result that is not current and of a failure, and its Save menu."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.async_api import Locator, expect

from triptych import samples

from .accessibility import COLOURS, serious_faults
from .conftest import OpenLab
from .lab import LabNotebook
from .panels import SIDEWAYS, button, check_legible, choose, entry, look, open_save_menu, text_box
from .waiting import becomes

WIDTHS = (1400, 700)
INSIDE = """(menu) => {
  const {left, right} = menu.getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}"""
#: A server of which a test decides what it answers.
PANEL = """
import asyncio, httpx, triptych
from triptych.client import RetryPolicy

say, stuck = {"status": 200}, asyncio.Event()

async def answer(request):
    if say["status"] == 0:
        await stuck.wait()
    body = {"success": True, "profanities_found": False, "clean_text": "fine", "log_id": "log-ok"}
    if say["status"] != 200:
        body = {"success": False, "message": "No address fits: give another.",
            "error": {"code": "failed_dependency"}, "log_id": "log-failed"}
    return httpx.Response(say["status"], json=body)

panel = triptych.ProfanityPanel(client=triptych.AsyncClient(
    api_key="sk-" + "very-secret", base_url="http://api.example.com",
    transport=httpx.MockTransport(answer), retries=RetryPolicy(max_retries=0)))
panel
"""


async def check_look(notebook: LabNotebook, panel: Locator, name: str) -> None:
    """Legible in both themes at both widths, nothing to scroll sideways."""
    faults = {}
    for theme, only in ((notebook.theme, None), (notebook.other_theme, COLOURS)):
        await notebook.set_theme(theme)
        for width in WIDTHS:
            await notebook.set_width(width)
            await becomes(lambda: panel.evaluate(SIDEWAYS), [])
            await check_legible(panel)
            await look(panel, f"{name}-{width}-{theme}")
        faults[theme] = await serious_faults(panel, only)
    await notebook.set_width(WIDTHS[0])
    assert {theme: found for theme, found in faults.items() if found} == {}


async def run(panel: Locator) -> None:
    await button(panel, "Run").click()
    await expect(panel.get_by_role("status").filter(has_text="Done in")).to_be_visible()
    await expect(panel.locator(".triptych-dimmed")).to_have_count(0)


async def test_a_result_that_is_not_current_is_dimmed_until_it_is(open_lab: OpenLab) -> None:
    hang, fail = "say['status'] = 0", "say['status'] = 424"
    notebook = await open_lab([PANEL, hang, fail])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0).locator(".triptych-panel").first
    line, dimmed = panel.locator(".triptych-stale").first, panel.locator(".triptych-dimmed")
    await text_box(panel).fill("a fine day")
    await run(panel)
    await expect(line).to_be_hidden()

    # An edit, and back by keyboard.
    await text_box(panel).fill("another day")
    await expect(line).to_contain_text("Result for “a fine day”, ")
    await expect(line).to_contain_text("Inputs have changed.")
    await expect(dimmed).not_to_have_count(0)
    await check_look(notebook, panel, "stale")
    again = button(line, "Run with these inputs")
    await again.focus()
    await panel.page.keyboard.press("Tab")
    await expect(button(line, "Restore inputs")).to_be_focused()
    await panel.page.keyboard.press("Enter")
    await expect(text_box(panel)).to_have_value("a fine day")
    await expect(line).to_be_hidden()
    await expect(dimmed).to_have_count(0)

    # Run with what is typed, the last keystroke included.
    await text_box(panel).fill("another day")
    await expect(line).to_be_visible()
    await text_box(panel).press_sequentially("!")
    await again.click()
    await expect(panel.get_by_text("history: 2")).to_be_visible()
    await expect(line).to_be_hidden()
    await text_box(panel).fill("a third day")
    await expect(line).to_contain_text("Result for “another day!”, ")

    # A cancelled run leaves it dimmed.
    await notebook.run_cell(1)
    await button(panel, "Run").click()
    await button(panel, "Cancel").click()
    await expect(line).to_contain_text("Inputs have changed. The last run was cancelled.")
    await expect(dimmed).not_to_have_count(0)

    # So does a failed one; its card says what happened, and has the only identifier.
    await notebook.run_cell(2)
    await button(panel, "Run").click()
    card = panel.get_by_role("alert")
    await expect(card).to_contain_text("Something that the service needs failed")
    await expect(card).to_contain_text("No address fits: give another.")
    await expect(line).to_contain_text("The last run failed.")
    await expect(dimmed).not_to_have_count(0)
    for hidden in ("424", "log-failed", "/v1/"):
        await expect(card.get_by_text(hidden)).to_be_hidden()
    await check_look(notebook, panel, "failed")
    await card.get_by_text("Details").click()
    await expect(panel.get_by_text("log-failed")).to_be_visible()
    await expect(panel.get_by_text("log-ok")).to_be_hidden()
    await button(line, "Restore inputs").click()
    await expect(text_box(panel)).to_have_value("another day!")
    await expect(card).to_be_hidden()
    await expect(dimmed).to_have_count(0)
    assert notebook.page_errors == []


async def test_a_bad_file_is_refused_beside_its_button(open_lab: OpenLab, tmp_path: Path) -> None:
    notebook = await open_lab(["import triptych\ntriptych.DetectionPanel()"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0).locator(".triptych-panel").first
    noise = tmp_path / "noise.jpg"
    noise.write_bytes(b"\xff\xd8\xff noise")
    await choose(panel, panel.page, noise)
    beside = panel.locator(".triptych-field-file + .triptych-message").first
    await expect(beside).to_contain_text("noise.jpg cannot be read as a picture")
    chooser = button(panel.locator(".triptych-field-file"), "Choose files")
    await expect(chooser).to_have_attribute(
        "aria-describedby", await beside.get_attribute("id") or ""
    )
    await panel.get_by_label("Address of a picture").fill("example.com/a.jpg")
    await expect(beside).to_have_text("")
    await expect(panel.get_by_text("Begin the address with https:// or http://.")).to_be_visible()
    await expect(button(panel, "Run")).to_be_disabled()
    await check_look(notebook, panel, "address")
    await choose(panel, panel.page, samples.path("pictures/hopper.jpg"))
    await expect(button(panel, "Run")).to_be_enabled()
    assert notebook.page_errors == []


async def test_the_save_menu_by_keyboard(open_lab: OpenLab) -> None:
    notebook = await open_lab([PANEL])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0).locator(".triptych-panel").first
    page = panel.page
    await text_box(panel).fill("a fine day")
    await run(panel)
    menu = panel.get_by_role("menu", name="Save")
    opening = button(panel, "Save")
    await expect(menu).to_be_hidden()
    await opening.focus()
    await page.keyboard.press("Enter")
    await expect(menu).to_be_visible()
    await expect(opening).to_have_attribute("aria-expanded", "true")
    await expect(menu).to_contain_text("Result for “a fine day”, ")
    await expect(entry(panel, "CSV")).to_be_focused()
    await expect(entry(panel, "CSV")).to_contain_text("a row for each profane word")
    await page.keyboard.press("Escape")
    await expect(menu).to_be_hidden()
    await expect(opening).to_be_focused()

    await page.keyboard.press("ArrowDown")
    await expect(menu).to_be_visible()
    await page.keyboard.press("End")
    await expect(entry(panel, "Reply (JSON)")).to_be_focused()
    async with page.expect_download() as download:
        await page.keyboard.press("Enter")
    file = Path(await (await download.value).path())
    assert json.loads(file.read_bytes())["clean_text"] == "fine"  # noqa: ASYNC240
    await expect(panel.locator(".triptych-saved").first).to_contain_text("Saved profanity.json")
    await expect(menu).to_be_hidden()

    for width in WIDTHS:
        await notebook.set_width(width)
        await open_save_menu(panel)
        await becomes(lambda: menu.evaluate(INSIDE), True)
        for theme in (notebook.theme, notebook.other_theme):
            await notebook.set_theme(theme)
            if await menu.is_hidden():
                await open_save_menu(panel)
            await check_legible(menu)
            await look(panel, f"save-{width}-{theme}")
        # A click beside it closes it.
        await page.mouse.click(5, 5)
        await expect(menu).to_be_hidden()
    assert notebook.page_errors == []


async def test_the_form_stays_in_sight_and_the_result_can_have_the_whole_width(
    open_lab: OpenLab,
) -> None:
    text = samples.text("proposal.txt")
    notebook = await open_lab(
        [f"import triptych\npanel = triptych.SentimentPanel({text!r})\npanel"]
    )
    page = notebook.page
    await notebook.run_cell(0)
    panel = notebook.cell_output(0).locator(".triptych-panel")
    form, result = panel.locator(".triptych-form"), panel.locator(".triptych-result").first
    await run(panel)

    async def width() -> float:
        return float(await form.evaluate("(form) => form.getBoundingClientRect().width"))

    # The end of the result is on the page, and Run beside it, at the top or above the end.
    for height in (900, 360):
        await page.set_viewport_size({"width": 1280, "height": height})
        await panel.locator(".triptych-footer").scroll_into_view_if_needed()
        await expect(button(panel, "Run")).to_be_in_viewport(ratio=1)
    await page.set_viewport_size({"width": 1280, "height": 900})

    # The line between is moved by mouse and by keys.
    usual = await width()
    divider = panel.get_by_role("separator", name="Width of the form")
    box, beside = await divider.bounding_box(), await button(panel, "Run").bounding_box()
    assert box
    assert beside
    middle, top = box["x"] + box["width"] / 2, beside["y"]
    await page.mouse.move(middle, top)
    await page.mouse.down()
    await page.mouse.move(middle - 120, top + 40, steps=3)
    await page.mouse.up()
    assert abs(await width() - (usual - 120)) < 3
    await divider.press("ArrowRight")
    assert await width() > usual - 115
    await divider.press("Enter")
    assert abs(await width() - usual) < 1

    # The form is folded to a line that says what was asked, and opens again.
    full = button(panel, "Full width")
    await full.click()
    await expect(full).to_have_attribute("aria-pressed", "true")
    await expect(text_box(panel)).to_be_hidden()
    await expect(form.get_by_text("Result for “In an hurried manner")).to_be_visible()
    assert abs(await width() - await result.evaluate("(one) => one.offsetWidth")) < 1
    await check_look(notebook, panel, "full-width")
    await button(panel, "Show the form").click()
    await expect(text_box(panel)).to_be_visible()
    assert await form.evaluate("(form) => form.contains(document.activeElement)")
    await expect(full).to_have_attribute("aria-pressed", "false")
    assert notebook.page_errors == []
