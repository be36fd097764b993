"""What a person does to any panel, and how fast: typing, files, keys, the clipboard."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from .conftest import OpenLab
from .lab import computed_style
from .panels import busy_until, button, check_contrast, check_legible, text_box
from .waiting import becomes

PROFANITY = "import triptych\nprofanity = triptych.ProfanityPanel()\nprofanity"
SPAM = "import triptych\nspam = triptych.SpamPanel()\nspam"
GENERATION = "panel = triptych.GenerationPanel()\npanel"
SENTIMENT = "import triptych\nsentiment = triptych.SentimentPanel()\nsentiment"
SENT = """from triptych.panels.base.browser import Download, File
sent = Download()
sent.save(File("tea.txt", "text/plain", b"tea"))"""
#: Of some files the browser takes its time to read.
READ_SLOWLY = """() => {
  const read = File.prototype.arrayBuffer;
  File.prototype.arrayBuffer = async function () {
    if (this.name === "slow.txt") await new Promise((go) => setTimeout(go, 1000));
    return read.call(this);
  };
}"""
NOTE_LABELS = """(button) => { window.labels = [];
  new MutationObserver(() => window.labels.push(button.textContent))
    .observe(button, { childList: true }); }"""

SOURCES = """(path) => window.openNotebooks[path].model.sharedModel.cells
  .map((cell) => cell.getSource())"""


async def check_profanity(panel: Locator) -> None:
    """Fill, run, look at every tab, and feed bad input."""
    await expect(button(panel, "Run")).to_be_disabled()
    await expect(panel.get_by_role("group", name="Profanity panel")).to_be_visible()
    await text_box(panel).fill("oh <b>damn</b>, what a sh1tty day")
    await button(panel, "Run").click()
    await expect(panel.get_by_text("2 profane words found")).to_be_visible()
    await expect(panel.locator("mark")).to_have_count(2)
    await expect(panel.get_by_text("history: 1")).to_be_visible()
    await expect(panel.locator(".triptych-dimmed")).to_have_count(0)
    await check_legible(panel.locator(".triptych-panel"))

    for tab, sign in (("Table", "start index"), ("JSON", "profanities_found"), ("Code", "as curl")):
        await panel.get_by_role("tab", name=tab).click()
        await expect(panel.get_by_text(sign).first).to_be_visible()
        await check_legible(panel.locator(".triptych-panel"))
    await panel.get_by_role("tab", name="Result").click()

    await button(panel, "More options").click()
    await panel.get_by_label("Languages").fill("xx")
    await expect(panel.get_by_text("Inputs have changed").first).to_be_visible()
    await button(panel, "Run").click()
    await expect(panel.get_by_role("alert")).to_contain_text("An input was refused")
    beside = panel.get_by_role("status").filter(has_text="'xx' has no word list")
    await expect(beside).to_be_visible()
    await panel.get_by_label("Languages").fill("de")
    await expect(beside).to_be_hidden()
    await button(panel, "Retry").click()
    await expect(panel.get_by_role("alert")).to_be_hidden()
    await expect(panel.get_by_text("history: 2")).to_be_visible()


async def check_spam(panel: Locator, page: Page) -> None:
    """Two clicks from an empty panel to a result; then the keyboard alone."""
    await button(panel, "an inbox").click()
    await button(panel, "Run").click()
    await expect(panel.get_by_text(re.compile("of 5 texts"))).to_be_visible()
    await expect(panel.locator(".triptych-dimmed")).to_have_count(0)
    await check_legible(panel.locator(".triptych-panel"))

    # The keys go down faster than a text box sends what is typed.
    await text_box(panel).press("Control+a")
    await page.keyboard.type("WIN a FREE prize, text CLAIM to 80080 now")
    await page.keyboard.press("Control+Enter")
    await expect(panel.get_by_text("This text is spam")).to_be_visible()
    shown = panel.locator(".triptych-result").get_by_text(
        "WIN a FREE prize, text CLAIM to 80080 now"
    )
    await expect(shown).to_be_visible()


async def check_narrow(panel: Locator) -> None:
    """The form above the result, and nothing wider than the panel."""
    root = panel.locator(".triptych-panel")
    below = """(panel) => {
      const box = (part) => panel.querySelector(`.triptych-body > ${part}`).getBoundingClientRect();
      return box(".triptych-result").top >= box(".triptych-form").bottom;
    }"""
    await becomes(lambda: root.evaluate(below), True)
    wide = "(e) => [...e.querySelectorAll('*')].filter((x) => x.scrollWidth > x.clientWidth + 1 && "
    wide += "['auto', 'scroll'].includes(getComputedStyle(x).overflowX)).map((x) => x.className)"
    await becomes(lambda: root.evaluate(wide), [])


async def test_both_panels_in_jupyterlab(open_lab: OpenLab) -> None:
    cells = [PROFANITY, SPAM, "len(profanity.history), spam.state"]
    notebook = await open_lab(cells, theme="light")
    await notebook.run_cell(0)
    await notebook.run_cell(1)
    await check_profanity(notebook.cell_output(0))
    await check_spam(notebook.cell_output(1), notebook.page)
    assert await notebook.run_cell(2) == "(2, 'done')"
    await notebook.set_width(620)
    await check_narrow(notebook.cell_output(0))
    assert notebook.page_errors == []


async def test_what_is_on_its_way_is_what_runs(open_lab: OpenLab, tmp_path: Path) -> None:
    """Run waits for a sample and the last keys, which a busy kernel has not heard of yet."""
    first, second = tmp_path / "first", tmp_path / "second"
    prompts = "[one.request.prompt for one in panel.generated]"
    notebook = await open_lab([SPAM, busy_until(first), GENERATION, busy_until(second), prompts])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await text_box(panel).fill("hello")
    busy = asyncio.ensure_future(notebook.run_cell(1))
    await expect(notebook.cell(1).get_by_text("[*]")).to_be_visible()
    await button(panel, "an inbox").click()
    await button(panel, "Run").click()
    await expect(text_box(panel)).to_have_value("hello")
    first.touch()
    await busy
    await expect(panel.get_by_text(re.compile("of 5 texts"))).to_be_visible()

    await notebook.run_cell(2)
    panel = notebook.cell_output(2)
    prompt = panel.get_by_label("Prompt", exact=True)
    await prompt.fill("a red kite")
    busy = asyncio.ensure_future(notebook.run_cell(3))
    await expect(notebook.cell(3).get_by_text("[*]")).to_be_visible()
    # Of changes to one box all but the first wait in the browser until the kernel has heard that.
    await prompt.press("End")
    await notebook.page.keyboard.type(" over a lake")
    number = panel.get_by_role("spinbutton", name="Pictures")
    await number.fill("2")
    await number.press("Control+Enter")
    # Longer than Run waits for the kernel.
    await notebook.page.wait_for_timeout(1_000)
    second.touch()
    await busy
    await expect(panel.get_by_text("history: 2")).to_be_visible()
    asked = await notebook.run_cell(4)
    assert asked == "['a red kite over a lake', 'a red kite over a lake']"


async def test_run_while_a_cell_awaits(open_lab: OpenLab) -> None:
    """The kernel then answers no message with its status."""
    awaits = "import asyncio\nwhile not spam.history:\n    await asyncio.sleep(.05)"
    notebook = await open_lab([SPAM, awaits])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await expect(button(panel, "an inbox")).to_be_visible()
    awaiting = asyncio.ensure_future(notebook.run_cell(1))
    await expect(notebook.cell(1).get_by_text("[*]")).to_be_visible()
    await text_box(panel).focus()
    await notebook.page.keyboard.type("WIN a FREE prize, text CLAIM to 80080 now")
    await notebook.page.keyboard.press("Control+Enter")
    await awaiting
    await expect(panel.get_by_text("This text is spam")).to_be_visible()


async def test_run_waits_for_files_that_are_being_read(open_lab: OpenLab, tmp_path: Path) -> None:
    """And they arrive in the order they were chosen in."""
    notebook = await open_lab([SENTIMENT, "[call.request.text for call in sentiment.history]"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await text_box(panel).fill("I am typed.")
    await expect(button(panel, "Run")).to_be_enabled()
    for name, text in (("slow", "I am so slow."), ("quick", "I am so quick.")):
        (tmp_path / f"{name}.txt").write_text(text)
    await notebook.page.evaluate(READ_SLOWLY)
    files = panel.locator("input[type=file][accept*=txt]")
    await files.set_input_files(tmp_path / "slow.txt")
    await button(panel, "Run").click()
    await expect(panel.get_by_text("history: 1")).to_be_visible()
    assert await notebook.run_cell(1) == "['I am so slow.']"
    await files.set_input_files(tmp_path / "slow.txt")
    await files.set_input_files(tmp_path / "quick.txt")
    await button(panel, "Run").click()
    await expect(panel.get_by_text("history: 2")).to_be_visible()
    assert await notebook.run_cell(1) == "['I am so slow.', 'I am so quick.']"


async def test_what_the_code_tab_shows_can_be_copied_and_inserted(open_lab: OpenLab) -> None:
    notebook = await open_lab([PROFANITY, "'the cell that was below'"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await text_box(panel).fill("damn 漢字")
    await text_box(panel).press("Control+Enter")
    await panel.get_by_role("tab", name="Code").click()
    origin = notebook.server.url
    await notebook.page.context.grant_permissions(
        ["clipboard-read", "clipboard-write"], origin=origin
    )
    copy = panel.get_by_role("button", name="Copy").first
    # For a moment only.
    await copy.evaluate(NOTE_LABELS)
    await copy.click()
    await becomes(lambda: notebook.page.evaluate("window.labels"), lambda seen: "Copied" in seen)
    copied = await notebook.page.evaluate("() => navigator.clipboard.readText()")
    assert copied.endswith('reply = client.profanity("damn 漢字")')

    await check_contrast(notebook, panel.locator(".triptych-code").first, "code")
    code = panel.locator(".triptych-code").first
    texts, names = code.get_by_text('"damn 漢字"'), code.get_by_text("import")
    assert await computed_style(texts, "color") != await computed_style(names, "color")
    insert = panel.get_by_role("button", name="Insert as cell")
    await expect(insert).to_have_count(1)
    await insert.click()
    await expect(notebook.cell(1)).to_be_in_viewport()
    assert await notebook.page.evaluate(SOURCES, notebook.path) == [
        PROFANITY,
        copied,
        "'the cell that was below'",
    ]
    await notebook.run_cell(1)


async def test_a_file_is_saved_once_and_before_its_view_is_drawn_too(open_lab: OpenLab) -> None:
    notebook = await open_lab([SENT, "display(sent)", "sent.saved"])
    files: list[str] = []
    notebook.page.on("download", lambda download: files.append(download.suggested_filename))
    await notebook.run_cell(0)
    await notebook.run_cell(1)
    await notebook.run_cell(1)
    await becomes(lambda: notebook.run_cell(2), "1")
    await notebook.run_cell(0)
    await becomes(lambda: notebook.run_cell(2), "1")
    assert files == ["tea.txt", "tea.txt"]
