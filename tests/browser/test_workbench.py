"""The workbench in a real JupyterLab: what a person does and sees; test_app.py has it in Voila."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

import pytest
from playwright.async_api import Locator, expect
from pydantic import SecretStr

from triptych.service import ServiceSettings

from .accessibility import COLOURS, serious_faults
from .conftest import OpenLab
from .panels import button, look, open_each, panel_of, text_box
from .structure import same_structure
from .waiting import becomes

KEY = "sk-very-secret-4711"
MADE = "import triptych\nworkbench = triptych.Workbench()"
HOME = f"{MADE}\nworkbench"
#: Opened on the first panel.
WORKBENCH = f"{MADE}\nworkbench.show('profanity')\nworkbench"
NARROW = 400
#: A server that answers when a cell says so.
SLOW = """
import asyncio, httpx, triptych

release = asyncio.Event()

async def answer(request):
    if request.method == "POST":
        await release.wait()
    reply = {"success": True, "profanities_found": False, "clean_text": "the reply"}
    return httpx.Response(200, json=reply)

workbench = triptych.Workbench(triptych.AsyncClient(
    api_key="sk-" + "very-secret", base_url="http://api.example.com",
    transport=httpx.MockTransport(answer)))
workbench.show("profanity")
workbench
"""
#: What stands wider than its place, and does not scroll by itself.
TOO_WIDE = """(root) => [...root.querySelectorAll("*")]
  .filter((e) => !e.closest(".triptych-scroll, table, pre, svg") && e.clientWidth > 0
    && (e.matches("input, select, textarea, button")
      || [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    && e.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)
  .map((e) => `${e.tagName} ${e.className}`)"""

#: Pictures that are not drawn.
UNDRAWN = """(pictures) => pictures.filter((one) => !one.complete || !one.naturalWidth)
  .map(({ alt }) => alt)"""

#: Identifiers that several elements have.
SHARED_IDS = """() => {
  const all = [...document.querySelectorAll(".triptych-workbench [id]")].map(({ id }) => id);
  return [...new Set(all.filter((id, at) => all.indexOf(id) !== at))];
}"""
#: Clicks before the kernel can have heard of the first.
AT_ONCE = """(page, names) => names.forEach((name) => {
  const named = [...page.querySelectorAll("input, button")].find((one) =>
    one.textContent === name || one.getAttribute("aria-label")?.startsWith(name));
  named.click();
})"""
#: What stands before elements by their style.
SIGNS = """(elements) => elements.map((one) => getComputedStyle(one, "::before"))
  .filter(({ content, display }) => display !== "none" && content !== "none")
  .map(({ content }) => JSON.parse(content))"""


@pytest.fixture
def guarded(serve: Callable[[ServiceSettings], str]) -> str:
    """A service of our own behind a port, which takes one key."""
    return serve(ServiceSettings(server_keys=(SecretStr(KEY),)))


async def is_ready(workbench: Locator) -> None:
    """The line at the top says, once, that calls can be made."""
    await expect(workbench.get_by_text("ready").filter(visible=True)).to_have_count(1)
    await expect(button(workbench, "This machine · ready")).to_be_visible()


async def open_menu(workbench: Locator) -> Locator:
    """Open the menu of the connection, if it is not, and return it."""
    menu = workbench.get_by_role("dialog", name="Connection")
    if not await menu.is_visible():
        await workbench.get_by_title("Where calls go").click()
    await expect(menu).to_be_visible()
    return menu


async def check_text(workbench: Locator) -> None:
    """A call in the first panel, and bad input in it; the history lists both."""
    await is_ready(workbench)
    panel = panel_of(workbench, "Profanity")
    await text_box(panel).fill("oh damn, what a sh1tty day")
    await button(panel, "Run").click()
    await expect(panel.get_by_text("2 profane words found")).to_be_visible()
    await expect(panel.get_by_text("log_id")).to_be_hidden()
    await panel.get_by_text("Details", exact=True).click()
    await expect(panel.get_by_text(re.compile("^[0-9a-f]{32}$"))).to_be_visible()
    menu = await open_menu(workbench)
    await expect(menu).to_contain_text(re.compile(r"Calls1Tokens\d+: \d+ input"))
    await workbench.page.keyboard.press("Escape")
    await expect(workbench.get_by_title("Where calls go")).to_be_focused()
    await expect(menu).to_be_hidden()

    await button(panel, "More options").click()
    await panel.get_by_label("Languages").fill("xx")
    await button(panel, "Run").click()
    beside = panel.get_by_role("status").filter(has_text="'xx' has no word list")
    await expect(beside).to_be_visible()
    await panel.get_by_label("Languages").fill("")
    await panel.get_by_label("Censor replacement").fill("-")
    await text_box(panel).press("Control+Enter")
    await expect(workbench.get_by_role("tab", name="History (3)")).to_be_visible()
    await expect(panel.get_by_role("status").filter(has_text="Done in")).to_be_visible()


async def check_history(workbench: Locator) -> None:
    """One of the three calls shown, one pinned and made again; then two side by side."""
    await workbench.get_by_role("tab", name="History (3)").click()
    page = workbench.get_by_role("group", name="History of calls")
    await expect(page.locator(".triptych-calls tbody tr")).to_have_count(3)
    await expect(page.locator("[data-outcome=failed]")).to_contain_text("'xx' has no word list")
    await expect(button(page, "Compare")).to_be_disabled()
    first = page.locator("tr[data-number='1']")
    await expect(first).to_contain_text("2 profane words found: damn, sh1tty")
    await first.get_by_role("button").click()
    await expect(page.locator(".triptych-tabs").get_by_text("2 profane words")).to_be_visible()

    words = page.get_by_label("Filter by words")
    await words.fill("no word list")
    await expect(page.get_by_text("1 of 3 shown")).to_be_visible()
    await expect(first).to_have_count(0)
    await words.fill("")
    # Of changes to a widget all but the first wait in the browser until the kernel has heard it.
    await page.evaluate(AT_ONCE, ["Call 1, Profanity", "Call 3, Profanity", "Pin"])
    await expect(page.locator("tr.triptych-chosen")).to_have_attribute("data-number", "3")
    await expect(page.locator("tr[data-number='3']")).to_contain_text("pinned")
    await button(page, "Re-run").click()
    await expect(page.locator(".triptych-calls tbody tr")).to_have_count(4)
    await expect(page.get_by_label("Call 4, Profanity")).to_be_checked()
    await expect(page.get_by_text("Call 4: Profanity, done")).to_be_visible()

    await page.get_by_label("Call 1, Profanity").check()
    await button(page, "Compare").click()
    await expect(page.get_by_text("1 member of the reply differs")).to_be_visible()
    await expect(page.get_by_text("1 member of the request differs")).to_be_visible()
    await expect(page.get_by_role("cell", name="censor_replacement")).to_be_visible()
    await expect(page.get_by_role("cell", name="clean_text")).to_have_count(1)
    await expect(page.get_by_text("The same in both: 4 members")).to_be_visible()


async def check_clear(workbench: Locator) -> None:
    """Clear asks, leaves the pinned call, and can be undone; a call is opened in its panel."""
    page = workbench.get_by_role("group", name="History of calls")
    rows = page.locator(".triptych-calls tbody tr")
    await button(page, "Clear").click()
    await expect(page.get_by_text("Remove the 3 calls that are not pinned?")).to_be_visible()
    await button(page, "Keep").click()
    await button(page, "Clear").click()
    await button(page, "Remove").click()
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("pinned")
    await button(page, "Undo").click()
    await expect(rows).to_have_count(4)

    await rows.filter(has_text="failed").get_by_role("button").click()
    await button(page, "Open in panel").click()
    panel = panel_of(workbench, "Profanity")
    await expect(panel.get_by_label("Languages")).to_have_value("xx")
    await expect(text_box(panel)).to_have_value("oh damn, what a sh1tty day")


async def faults_of(
    workbench: Locator, theme: str, only: Sequence[str] | None = None
) -> dict[str, list[str]]:
    """Look at every tab, and at the menu that asks for a server; return what is at fault."""
    root = workbench.locator(".triptych-workbench")
    found = {}
    for tab in ("History", "Text", "Vision", "Web"):
        await workbench.get_by_role("tab", name=re.compile(f"^{tab}")).click()
        await expect(workbench.locator(".triptych-panel").filter(visible=True)).to_have_count(1)
        found[tab] = await serious_faults(root, only)
        await look(workbench, f"workbench-{tab.lower()}-{theme}")
    menu = await open_menu(workbench)
    await menu.get_by_label("a server").check()
    await button(menu, "Connect").click()
    await expect(menu.get_by_role("alert")).to_contain_text("Enter the address")
    found["a server"] = await serious_faults(menu, only)
    await look(menu, f"workbench-server-{theme}")
    await menu.get_by_label("this machine").check()
    await look(menu, f"workbench-menu-{theme}")
    await workbench.page.keyboard.press("Escape")
    return found


async def check_tiles(workbench: Locator, name: str) -> None:
    """All tiles are drawn within the width there is, and nothing is faint."""
    root = workbench.locator(".triptych-workbench")
    tiles = workbench.get_by_role("list", name="Operations").get_by_role("listitem")
    await expect(tiles).to_have_count(11)
    await becomes(lambda: tiles.locator("img").evaluate_all(UNDRAWN), [])
    await becomes(lambda: root.evaluate(TOO_WIDE), [])
    await look(workbench, f"workbench-{name}")


async def test_the_home_opens_an_operation_with_a_sample(open_lab: OpenLab) -> None:
    notebook = await open_lab([HOME, "len(workbench.history)"])
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    root = workbench.locator(".triptych-workbench")
    for width in (1400, 700, NARROW):
        await notebook.set_width(width)
        await check_tiles(workbench, f"home-{notebook.theme}-{width}")
    assert await serious_faults(root) == []
    await notebook.set_theme(notebook.other_theme)
    for width in (700, 1400):
        await notebook.set_width(width)
        await check_tiles(workbench, f"home-{notebook.theme}-{width}")
    assert await serious_faults(root, COLOURS) == []

    first = button(workbench, "Try AI web search")
    await workbench.get_by_role("tab", name="Home").click()
    await first.focus()
    await notebook.page.keyboard.press("Tab")
    await expect(button(workbench, "Try Sentiment")).to_be_focused()
    await notebook.page.keyboard.press("Enter")
    panel = panel_of(workbench, "Sentiment")
    await expect(text_box(panel)).to_have_value(re.compile("^We stayed four nights"))
    await expect(button(panel, "Run")).to_be_enabled()
    await look(workbench, "workbench-tried")
    assert await notebook.run_cell(1) == "0"
    # A tile is a button as a whole: what is over its picture takes the click.
    await workbench.get_by_role("tab", name="Home").click()
    await workbench.get_by_role("img", name="Result of Object detection").click(force=True)
    await expect(panel_of(workbench, "Object detection")).to_be_visible()
    assert notebook.page_errors == []


async def test_the_workbench_in_jupyterlab(open_lab: OpenLab) -> None:
    notebook = await open_lab([WORKBENCH, "len(workbench.replies)"])
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    await is_ready(workbench)
    await same_structure(workbench, "Workbench-empty")
    await check_text(workbench)
    await check_history(workbench)
    await same_structure(workbench, "Workbench-comparison")
    await look(workbench, "workbench-comparison")
    await check_clear(workbench)
    await open_each(workbench)
    assert await notebook.page.evaluate(SHARED_IDS) == []
    assert await notebook.run_cell(1) == "3"

    faults = {notebook.theme: await faults_of(workbench, notebook.theme)}
    await notebook.set_theme(notebook.other_theme)
    faults[notebook.theme] = await faults_of(workbench, notebook.theme, COLOURS)
    assert [found for tabs in faults.values() for found in tabs.items() if found[1]] == []

    root = workbench.locator(".triptych-workbench")
    await notebook.set_width(NARROW)
    for tab in ("Web", "History"):
        await workbench.get_by_role("tab", name=re.compile(f"^{tab}")).click()
        await look(workbench, f"workbench-{tab.lower()}-narrow")
        await becomes(lambda: root.evaluate(TOO_WIDE), [])
    assert notebook.page_errors == []


async def test_the_kernel_answers_while_a_call_runs_and_cancel_ends_it(open_lab: OpenLab) -> None:
    notebook = await open_lab([SLOW, "6 * 7", "release.set()", "workbench.history[2].reply"])
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    panel = panel_of(workbench, "Profanity")
    await text_box(panel).fill("a text")
    # The panel in sight is run from wherever the keyboard is in the workbench.
    await workbench.get_by_role("button", name="Profanity", exact=True).focus()
    await notebook.page.keyboard.press("Control+Enter")
    running = panel.get_by_role("status").filter(has_text="Running")
    assert await notebook.run_cell_while(1, running) == "42"
    await workbench.get_by_role("tab", name="History (1)").click()
    page = workbench.get_by_role("group", name="History of calls")
    await expect(page.get_by_role("cell", name="running")).to_be_visible()
    await button(page, "Cancel").click()
    await expect(page.get_by_role("cell", name="cancelled")).to_be_visible()

    await page.get_by_label("Call 1, Profanity").check()
    await button(page, "Re-run").click()
    await expect(page.get_by_text("Profanity on api.example.com …")).to_be_visible()
    await notebook.run_cell(2)
    await expect(page.get_by_text("Call 2: Profanity, done")).to_be_visible()
    assert "No profanity found" in await notebook.run_cell(3)
    assert notebook.page_errors == []


async def test_a_server_beside_the_embedded_api(open_lab: OpenLab, guarded: str) -> None:
    notebook = await open_lab([WORKBENCH, "workbench"])
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    panel = panel_of(workbench, "Profanity")
    await text_box(panel).fill("damn")
    await button(panel, "Run").click()
    await expect(panel.get_by_text("1 profane word found")).to_be_visible()

    menu = await open_menu(workbench)
    await menu.get_by_label("a server").check()
    await workbench.get_by_label("Address").fill(guarded)
    await button(workbench, "Connect").click()
    await expect(menu.get_by_role("alert")).to_contain_text("Enter the server's API key")
    await same_structure(menu, "Workbench-server")
    await workbench.get_by_label("Key").fill(KEY)
    await look(workbench, "workbench-connecting")
    await workbench.get_by_label("Key").press("Enter")
    await expect(menu.get_by_text("11 of 11")).to_be_visible()
    host = guarded.removeprefix("http://")
    await expect(button(workbench, f"{host} · ready")).to_be_visible()
    await expect(menu.get_by_label(host)).to_be_focused()
    await expect(workbench.get_by_label("Key")).to_be_hidden()

    await workbench.get_by_role("tab", name="History (1)").click()
    page = workbench.get_by_role("group", name="History of calls")
    await page.get_by_label("Call 1, Profanity").check()
    await button(page, "Run on this machine and compare").click()
    await expect(page.get_by_text("Both replies are the same")).to_be_visible()
    await (await open_menu(workbench)).get_by_label("this machine").check()
    await workbench.page.keyboard.press("Escape")
    await button(page, "Clear").click()
    await button(page, "Remove").click()
    await workbench.get_by_role("tab", name="Text").click()
    await text_box(panel).press("Control+Enter")
    await workbench.get_by_role("tab", name="History (1)").click()
    await page.get_by_label(re.compile("Call 3, Profanity")).check()
    await button(page, f"Run on {host} and compare").click()
    await expect(
        page.get_by_text("Both replies are the same. Both requests are the same.")
    ).to_be_visible()
    await expect(page.get_by_text(f"Call 4, {host}")).to_be_visible()
    await look(workbench, "workbench-two-places")

    saved = (await notebook.save()).read_text(encoding="utf-8")
    assert host in saved, "the state of the workbench was saved"
    assert "very-secret" not in saved

    await open_menu(workbench)
    await button(workbench, "Disconnect").click()
    await expect(button(workbench, "Disconnect")).to_be_hidden()
    # What a browser takes for no address is shown all the same, and can be left.
    await workbench.get_by_label("a server").check()
    await workbench.get_by_label("Address").fill("http://1.2.3.4.5")
    await workbench.get_by_label("Key").fill(KEY)
    await button(workbench, "Connect").click()
    await expect(workbench.get_by_label("1.2.3.4.5")).to_be_checked()
    await button(workbench, "Disconnect").click()
    await expect(button(workbench, "Disconnect")).to_be_hidden()
    assert await notebook.run_cell(1) is not None
    assert json.loads((await notebook.save()).read_text(encoding="utf-8"))["cells"]
    assert notebook.page_errors == []


async def test_links_within_a_report_lead_to_the_copy_that_is_seen(open_lab: OpenLab) -> None:
    research = """panel = workbench.show("research")
panel.fill({"query": "How do vaccines work?"})
await panel.run()"""
    notebook = await open_lab([WORKBENCH, research])
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    await notebook.run_cell(1)
    address = workbench.page.url
    await workbench.get_by_role("tab", name="History (1)").click()
    page = workbench.get_by_role("group", name="History of calls")
    await page.locator("tr[data-number='1']").get_by_role("button").click()
    end = page.get_by_role("heading", name="How it was found")
    await expect(end).not_to_be_in_viewport()
    await page.get_by_role("link", name="How it was found").click()
    await expect(end).to_be_in_viewport()
    assert workbench.page.url == address


async def test_what_was_made_anew_and_what_is_explained_stays_in_sight(open_lab: OpenLab) -> None:
    many = "for text in map(str, range(20)):\n    panel.fill({'text': text})\n    await panel.run()"
    two = """panel = workbench.panel("generate_image")
panel.fill({"prompt": "A cup of coffee", "steps": 1})
panel.pictures.value = 2
await panel.run()"""
    cells = [WORKBENCH, f"panel = workbench.panel('profanity')\n{many}", two]
    notebook = await open_lab(cells)
    await notebook.run_cell(0)
    await notebook.run_cell(1)
    workbench = notebook.cell_output(0)
    mark = workbench.get_by_title("About this operation").filter(visible=True)
    before = await mark.bounding_box()
    await mark.click()
    explained = workbench.get_by_text("Text to check, with at most").filter(visible=True)
    await expect(explained).to_be_visible()
    await becomes(mark.bounding_box, before)
    await look(workbench, "workbench-explained")

    await workbench.get_by_role("tab", name="History (20)").click()
    page = workbench.get_by_role("group", name="History of calls")
    await page.get_by_label("Call 2, Profanity").check()
    await expect(page.locator("tr[data-number='20']")).not_to_be_in_viewport()
    await button(page, "Re-run").click()
    await expect(page.get_by_label("Call 21, Profanity")).to_be_checked()
    await expect(page.locator("tr[data-number='21']")).to_be_in_viewport(ratio=1)

    # Two pictures of one run are one row.
    await notebook.run_cell(2)
    rows = page.locator(".triptych-calls tbody tr")
    await page.get_by_label("Operation", exact=True).select_option("Image generation")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("2 done")
    await button(page, "“A cup of coffee”").click()
    await expect(rows).to_have_count(3)
    await page.get_by_label("Call 23, Image generation").check()
    await expect(rows.first.get_by_role("checkbox")).not_to_be_checked()
    await rows.first.get_by_role("checkbox").check()
    await button(page, "Compare").click()
    await expect(page.get_by_text("The same in both")).to_be_visible()
    await look(page, "workbench-batch")


async def test_two_workbenches_in_a_notebook_do_not_meddle(open_lab: OpenLab) -> None:
    notebook = await open_lab([WORKBENCH, WORKBENCH, "workbench"])
    for number in range(3):
        await notebook.run_cell(number)
        await notebook.cell_output(number).get_by_role("tab", name="Web").click()
        search = notebook.cell_output(number).get_by_role("button", name="AI web search")
        await search.click()
        await expect(panel_of(notebook.cell_output(number), "AI web search")).to_be_visible()
    first, second = notebook.cell_output(0), notebook.cell_output(1)
    for workbench in (first, second):
        # Whatever is shown from now on, a person has asked for.
        await expect((await open_menu(workbench)).get_by_text("11 of 11")).to_be_visible()
    await second.get_by_label("a server").check()
    await expect(first.get_by_label("this machine")).to_be_checked()
    assert await notebook.page.evaluate(SHARED_IDS) == []
    assert notebook.page_errors == []


async def test_a_workbench_whose_kernel_has_ended_says_so(open_lab: OpenLab) -> None:
    notebook = await open_lab([WORKBENCH], fresh=True)
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    await is_ready(workbench)
    before = await workbench.locator(".triptych-result").first.bounding_box()
    await notebook.restart_kernel()
    await expect(
        workbench.locator(".triptych-workbench.jupyter-widgets-disconnected")
    ).to_be_visible()
    await look(workbench, "workbench-ended")
    signs = workbench.locator(".jupyter-widgets-disconnected")
    message = "The kernel that this ran in has ended: run the cell, or load the page, again."
    await becomes(lambda: signs.evaluate_all(SIGNS), [message])
    after = await workbench.locator(".triptych-result").first.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    await notebook.run_cell(0)
    await check_text(workbench)
