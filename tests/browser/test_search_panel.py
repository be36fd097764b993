"""The search panel in a real JupyterLab and in Voila: typing, markers, corrections, failures."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from .conftest import OpenLab
from .lab import LabNotebook, computed_style
from .panels import busy_until, button, check_contrast, look
from .voila import VoilaPage
from .waiting import becomes

PANEL = "import triptych\npanel = triptych.SearchPanel()\npanel"
WATCH = "typed = []\npanel.box.observe(lambda change: typed.append(change['new']), 'typed')"
#: When the box loses the focus, nothing is wanted any more: that is told too.
TOLD = "[text for text in typed if text]"
#: A server that tells what it was asked, and completes when there is a file, for which it holds
#: the kernel: of nothing else is heard meanwhile.
TOLD_ALL = """
import json, time, httpx, triptych
asked = []

async def answer(request):
    if request.method == "GET":
        (folder / "asked").touch()
        while not (folder / "go").exists():
            time.sleep(.05)
        return httpx.Response(200, json={"suggestions": ["penicillin"]})
    asked.append(json.loads(request.content))
    return httpx.Response(200, json={"success": True, "query": "", "results": []})

transport = httpx.MockTransport(answer)
client = triptych.AsyncClient(api_key="any", base_url="http://localhost:1", transport=transport)
panel = triptych.SearchPanel(client=client)
panel
"""
#: How a browser tells that nothing is painted.
CLEAR = "rgba(0, 0, 0, 0)"
#: Three keystrokes without a pause between them.
FAST = """(box) => {
  box.focus();
  for (const text of ["p", "pe", "penici"]) {
    box.value = text;
    box.dispatchEvent(new Event("input"));
  }
}"""
#: Counts how often completions are listed from now on.
WATCH_LIST = """(box) => {
  box.opened = 0;
  new MutationObserver(() => (box.opened += box.getAttribute("aria-expanded") === "true"))
    .observe(box, { attributeFilter: ["aria-expanded"] });
}"""


def told_all(folder: Path) -> str:
    """Return the cell of a panel whose server waits for the file ``go`` in a folder."""
    return f"import pathlib\nfolder = pathlib.Path({str(folder)!r})\n{TOLD_ALL}"


def box(panel: Locator) -> Locator:
    return panel.get_by_role("combobox", name="Search for")


async def check_pause(notebook: LabNotebook, panel: Locator, watch: int, told: int) -> None:
    """Completions are asked for once typing pauses, not at each keystroke."""
    await notebook.run_cell(watch)
    await box(panel).evaluate(FAST)
    await expect(panel.locator("[role=listbox] [role=option]").first).to_be_visible()
    assert await notebook.run_cell(told) == "['penici']"
    await box(panel).fill("")


async def check_typing(panel: Locator, page: Page, name: str) -> None:
    """Completions come while one types, the arrow keys walk through them, and Enter runs."""
    await expect(box(panel)).to_be_visible()
    await look(panel, f"search-{name}-empty")
    # All at once: with a pause for breath, completions of the beginning would be listed before.
    await box(panel).fill("penici")
    # Those of the boxes to choose from are options too.
    options = panel.locator("[role=listbox] [role=option]")
    await expect(options.first).to_be_visible()
    await expect(box(panel)).to_have_attribute("aria-expanded", "true")
    await expect(
        options.filter(has_text=re.compile("penicillin", re.IGNORECASE))
    ).not_to_have_count(0)
    await look(panel, f"search-{name}-suggestions")

    await page.keyboard.press("ArrowDown")
    await expect(options.first).to_have_attribute("aria-selected", "true")
    first = await options.first.inner_text()
    assert await box(panel).get_attribute(
        "aria-activedescendant"
    ) == await options.first.get_attribute("id")
    await expect(box(panel)).to_have_value(first)
    await page.keyboard.press("Escape")
    await expect(options).to_have_count(0)
    await expect(box(panel)).to_have_value("penici")
    await expect(box(panel)).to_have_attribute("aria-expanded", "false")

    await box(panel).press_sequentially("l")
    await expect(options.first).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(options).to_have_count(0)
    await expect(panel.get_by_text(re.compile("Done in"))).to_be_visible()
    await expect(box(panel)).not_to_have_value("penicil")
    # What was asked for late must not open the list again.
    await expect(box(panel)).to_have_attribute("aria-expanded", "false")


async def check_marker(result: Locator) -> None:
    await result.page.mouse.move(0, 0)
    marker = result.locator(".triptych-marker").first
    await expect(marker).to_have_attribute("target", "_blank")
    await expect(marker).to_have_attribute("rel", re.compile("noopener"))
    number = await marker.inner_text()
    lit = result.locator(f".triptych-r{number}")
    await becomes(lambda: computed_style(lit, "background-color"), CLEAR)
    tip = "(sup) => getComputedStyle(sup, '::after').display"
    sup = result.locator("sup").first
    await becomes(lambda: sup.evaluate(tip), "none")
    await marker.hover()
    await becomes(lambda: sup.evaluate(tip), "block")
    row = result.locator(f"tr:has(.triptych-t{number}) td").first
    for place in (lit, row):
        painted = partial(computed_style, place, "background-color")
        await becomes(painted, lambda colour: colour != CLEAR)


async def check_overview(panel: Locator, name: str) -> None:
    """A marker shows its passage, and lights up the card and the row that it leads to."""
    await button(panel, "a fact").click()
    await expect(box(panel)).to_have_value("how tall is mount everest")
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    heading = re.compile("results? for “how tall is mount everest”")
    await expect(result.get_by_text(heading)).to_be_visible()
    await check_marker(result)
    await look(panel, f"search-{name}")

    titles = result.locator(".triptych-title a")
    await becomes(titles.count, lambda number: number > 1)
    for link in await titles.all():
        assert await link.get_attribute("target") == "_blank"
    await panel.get_by_role("tab", name="Table").click()
    table = panel.locator(".triptych-table")
    await expect(table.get_by_role("columnheader", name="passage")).to_be_visible()
    link = table.locator("tbody a").first
    await expect(link).to_have_attribute("target", "_blank")
    await button(table, "more").first.click()
    await expect(button(table, "less").first).to_be_visible()
    await look(panel, f"search-{name}-table")
    await panel.get_by_role("tab", name="Code").click()
    await expect(
        panel.get_by_text('reply = client.search("how tall is mount everest")')
    ).to_be_visible()
    await panel.get_by_role("tab", name="Result").click()


async def check_brackets(panel: Locator) -> None:
    """An address with brackets, which a marker holds in another spelling, lights up its row."""
    await button(panel, "without a word").click()
    await button(panel, "Run").click()
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text(re.compile("for “mercury -planet”"))).to_be_visible()
    marker = result.locator(".triptych-marker").first
    await expect(marker).to_have_attribute("href", re.compile(r"/Mercury_(%28|\()element"))
    await check_marker(result)


async def check_spelling(panel: Locator, name: str) -> None:
    """A corrected query says so, and one click searches for what was typed."""
    await button(panel, "a misspelt word").click()
    await expect(box(panel)).to_have_value("photosinthesis in plants")
    await button(panel, "Run").click()
    exactly = panel.get_by_role("button", name="Search instead for “photosinthesis in plants”")
    await expect(exactly).to_be_visible()
    await expect(panel.locator(".triptych-fixed mark")).to_have_text("photosynthesis")
    await look(panel, f"search-{name}-spelling")
    await exactly.click()
    await expect(exactly).to_be_hidden()
    await expect(panel.get_by_role("checkbox", name="Correct spelling")).not_to_be_checked()
    heading = re.compile("results? for “photosinthesis in plants”")
    await expect(panel.locator(".triptych-result").get_by_text(heading)).to_be_visible()


async def check_failure(panel: Locator, name: str) -> None:
    """A search engine that is not set up says what to set; an address that is none is refused."""
    await panel.get_by_label("Results from").select_option("Web (Brave Search)")
    await button(panel, "Run").click()
    await expect(panel.get_by_role("alert")).to_contain_text("TRIPTYCH_BRAVE_KEY")
    await look(panel, f"search-{name}-failed")
    await panel.get_by_label("Results from").select_option("Pages on this machine")
    await panel.get_by_role("button", name="More options").click()
    pages = panel.get_by_label("Your own pages, one address per line")
    await pages.fill("https://example.org/\nexample.org")
    await expect(panel.get_by_text("Address 2, example.org, is not a web address")).to_be_visible()
    await expect(button(panel, "Run")).to_be_disabled()
    await look(panel, f"search-{name}-pages")
    await pages.fill("")
    await expect(button(panel, "Run")).to_be_enabled()


async def test_the_search_panel_in_jupyterlab(open_lab: OpenLab) -> None:
    names = "panel.frame.columns[:3].tolist()"
    notebook = await open_lab([PANEL, names, "panel.history[1].reply", WATCH, TOLD])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await check_pause(notebook, panel, 3, 4)
    await check_typing(panel, notebook.page, "lab")
    await check_overview(panel, "lab")
    assert await notebook.run_cell(1) == "['number', 'title', 'url']"
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "search-lab")
    await notebook.run_cell(2)
    reply = notebook.cell_output(2).locator(".triptych")
    await check_marker(reply)
    await check_contrast(notebook, reply, "search-lab-reply")
    await check_brackets(panel)
    await check_spelling(panel, "lab")
    await check_failure(panel, "lab")
    assert notebook.page_errors == []


async def test_the_search_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("AI web search")
    await check_typing(panel, panel.page, "voila")
    await check_overview(panel, "voila")
    assert panels_in_voila.page_errors == []


async def test_enter_runs_with_all_that_was_typed_before(open_lab: OpenLab, tmp_path: Path) -> None:
    """Also in other boxes, of which a busy kernel has not heard yet."""
    notebook = await open_lab([told_all(tmp_path), busy_until(tmp_path / "go"), "asked"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await expect(box(panel)).to_be_visible()
    busy = asyncio.ensure_future(notebook.run_cell(1))
    await expect(notebook.cell(1).get_by_text("[*]")).to_be_visible()
    await panel.get_by_label("Only from this site").press_sequentially("sqlite.org")
    await box(panel).press_sequentially("full text")
    await box(panel).press("Enter")
    # Longer than Run waits for the kernel.
    await notebook.page.wait_for_timeout(1_000)
    (tmp_path / "go").touch()
    await busy
    await expect(panel.get_by_text(re.compile("Done in"))).to_be_visible()
    assert await notebook.run_cell(2) == "[{'query': 'full text site:sqlite.org'}]"


async def test_completions_that_come_after_enter_open_no_list(
    open_lab: OpenLab, tmp_path: Path
) -> None:
    notebook = await open_lab([told_all(tmp_path), "panel.box.suggestions[0] or asked"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await box(panel).fill("penici")

    async def completing() -> bool:
        return (tmp_path / "asked").exists()

    await becomes(completing, True)
    await box(panel).evaluate(WATCH_LIST)
    await box(panel).press("Enter")
    (tmp_path / "go").touch()
    await expect(panel.get_by_text(re.compile("Done in"))).to_be_visible()
    assert await box(panel).evaluate("(box) => box.opened") == 0


async def test_the_suggestion_panel_lists_while_typing_and_searches_with_a_click(
    open_lab: OpenLab,
) -> None:
    notebook = await open_lab(["import triptych\npanel = triptych.SuggestPanel()\npanel"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    query = panel.get_by_role("combobox", name="Query")
    await query.press_sequentially("penici")
    options = panel.locator("[role=listbox] [role=option]")
    await expect(options.first).to_be_visible()
    # The whole list is in sight, though the panel was shorter.
    inside = """(list) => list.getBoundingClientRect().bottom
      <= list.closest(".triptych-panel").getBoundingClientRect().bottom"""
    await becomes(lambda: panel.locator("[role=listbox]").evaluate(inside), True)
    await look(panel, "suggest-typing")
    await query.press("Escape")
    await expect(options).to_have_count(0)
    # Enter runs what was typed: its completions stay, each a button.
    await query.press("Enter")
    result = panel.locator(".triptych-result")
    await expect(result.get_by_text(re.compile("for “penici”"))).to_be_visible()
    await look(panel, "suggest-done")
    await result.get_by_role("button", name="Penicillin", exact=True).click()
    await expect(result.get_by_text(re.compile("results? for “Penicillin”"))).to_be_visible()
    await expect(query).to_have_value("Penicillin")
    await look(panel, "suggest-searched")
    # With the keys: the chosen completion is searched for at once.
    await query.fill("black ho")
    await expect(options.first).to_be_visible()
    await query.press("ArrowDown")
    await query.press("Enter")
    await expect(result.get_by_text(re.compile("results? for “black ho.+”", re.I))).to_be_visible()
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "suggest")
    assert notebook.page_errors == []


async def test_a_folder_is_added_in_the_search_panel_and_answers_with_its_code(
    open_lab: OpenLab, tmp_path: Path
) -> None:
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "guide.md").write_text(
        "# Reading tables\n\nTo read a CSV file with tea, call {func}`read_table`:\n\n"
        "```{code-block} python\n:linenos:\n\nimport tea\ntea.read_table('leaves.csv')\n```\n"
    )
    index = f"import os\nos.environ['TRIPTYCH_INDEX'] = {str(tmp_path / 'index')!r}\n"
    notebook = await open_lab([f"{index}{PANEL}", "os.environ.pop('TRIPTYCH_INDEX')"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await panel.get_by_role("button", name="Pages on this machine: add a folder").click()
    await expect(panel.get_by_text("No pages of your own yet.")).to_be_visible()
    folder = panel.get_by_label("Folder, file or address of a site")
    await folder.fill(str(tmp_path / "none"))
    await folder.press("Enter")
    await expect(panel.get_by_role("alert")).to_contain_text("There is no folder or file")
    await folder.fill(str(tmp_path / "manual"))
    await button(panel, "Add").click()
    await expect(panel.get_by_role("status").filter(has_text="1 page added")).to_be_visible()
    await box(panel).fill("how do I read a csv file with tea")
    await box(panel).press("Enter")
    code = panel.locator(".triptych-overview pre")
    await expect(code).to_contain_text("import tea\ntea.read_table('leaves.csv')")
    await look(panel, "search-own-pages")
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "search-own-pages")
    await button(panel, "Remove").click()
    await expect(panel.get_by_text("No pages of your own yet.")).to_be_visible()
    # The kernel may serve another test.
    await notebook.run_cell(1)
    assert notebook.page_errors == []
