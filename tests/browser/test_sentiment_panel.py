"""The sentiment panel in a real JupyterLab and in Voila: picture and text find each other."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Locator, Page, expect

from .conftest import OpenLab
from .panels import button, check_legible, choose, text_box
from .voila import VoilaPage
from .waiting import becomes

PANEL = "import triptych\npanel = triptych.SentimentPanel()\npanel"
#: Emoji count once for Python and twice for a text box.
LONG = "".join(f"\N{PARTY POPPER} Day {day} was fine. " for day in range(1, 301)).strip()


async def check_review(panel: Locator, page: Page) -> None:
    """Two clicks to a result; then from the picture to the text and back."""
    address = page.url
    await button(panel, "a review").click()
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text("7 sentences")).to_be_visible()
    # The last result stays, dimmed, until the panel has entered its next state.
    await expect(result.locator(".triptych-dimmed")).to_have_count(0)
    await check_legible(panel.locator(".triptych-panel"))

    mark = result.locator("a[data-sentence='2']")
    sentence = result.locator("span[data-sentence='2']")
    await mark.click()
    await expect(sentence).to_have_class("triptych-found")
    await expect(sentence).to_be_focused()
    await expect(sentence).to_contain_text("Breakfast")
    assert page.url == address

    await result.locator("span[data-sentence='5']").click()
    await expect(result.locator("a[data-sentence='5']")).to_have_class("triptych-found")
    await expect(result.locator(".triptych-found")).to_have_count(2)

    # By keyboard: from the mark that has the focus now, and back.
    await page.keyboard.press("Enter")
    await expect(result.locator("span[data-sentence='5']")).to_be_focused()


async def check_long(panel: Locator, page: Page, tmp_path: Path) -> None:
    """Of a long text the box finds what the result has no room for."""
    file = tmp_path / "diary.txt"
    file.write_text(LONG, encoding="utf-8")
    await choose(panel, page, file)
    await expect(text_box(panel)).to_have_value(LONG)
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text("300 sentences")).to_be_visible()
    await result.locator("a[data-sentence]").last.click()
    selected = "(box) => box.value.slice(box.selectionStart, box.selectionEnd)"
    last = "Day 298 was fine. \N{PARTY POPPER}"
    await becomes(lambda: text_box(panel).evaluate(selected), last)
    scrolled = "(box) => box.scrollTop"
    await becomes(lambda: text_box(panel).evaluate(scrolled), lambda pixels: pixels > 0)


async def test_the_sentiment_panel_in_jupyterlab(open_lab: OpenLab, tmp_path: Path) -> None:
    notebook = await open_lab([PANEL, "len(panel.frame), panel.state"])
    await notebook.run_cell(0)
    await check_review(notebook.cell_output(0), notebook.page)
    assert await notebook.run_cell(1) == "(7, 'done')"
    await check_long(notebook.cell_output(0), notebook.page, tmp_path)
    assert notebook.page_errors == []


async def test_the_sentiment_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("Sentiment")
    await check_review(panel, panel.page)
    # Where there is no notebook, no cell can be inserted.
    await panel.get_by_role("tab", name="Code").click()
    await expect(button(panel, "Copy").first).to_be_visible()
    await expect(button(panel, "Insert as cell")).to_be_hidden()
    assert panels_in_voila.page_errors == []
