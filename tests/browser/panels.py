"""What tests of any panel in a browser need."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from .lab import LabNotebook
from .waiting import HANG_SECONDS, becomes

# The contrast of every piece of text with what is painted behind it, as in WCAG 2.2, 1.4.3;
# disabled controls and what nobody sees (only screen readers hear it) are left out, as there.
FAINT_TEXT = """(root) => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return {r, g, b, a};
  };
  const over = (top, under) => {
    const mix = (k) => top[k] * top.a + under[k] * (1 - top.a);
    return {r: mix("r"), g: mix("g"), b: mix("b"), a: 1};
  };
  const luminance = ({r, g, b}) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    const box = element.getBoundingClientRect();
    if (!words || box.width < 2 || box.height < 2) continue;
    if (element.closest(":disabled, style, [aria-hidden]")) continue;
    const behind = [];
    let opacity = 1;
    for (let e = element; e; e = e.parentElement) {
      behind.push(parse(getComputedStyle(e).backgroundColor));
      opacity *= Number(getComputedStyle(e).opacity);
    }
    const white = {r: 255, g: 255, b: 255, a: 1};
    const paper = behind.reverse().reduce((under, top) => over(top, under), white);
    const ink = parse(getComputedStyle(element).color);
    ink.a *= opacity;
    if (ink.a === 0) continue;
    const [high, low] = [luminance(over(ink, paper)), luminance(paper)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.push(`${words.slice(0, 40)}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""

# What has to be scrolled sideways, which only tables may; here the browser hides scroll bars.
SIDEWAYS = """(root) => [...root.querySelectorAll("*")]
  .filter((one) => one.scrollWidth > one.clientWidth && one.checkVisibility())
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
  .filter((one) => !one.querySelector("table"))
  .map((one) => `${one.innerText.slice(0, 40)}: ${one.scrollWidth} in ${one.clientWidth}`)"""

# Words and numbers that stand on two lines of a table.
BROKEN_WORDS = """(table) => {
  const found = [];
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    for (const word of walker.currentNode.data.matchAll(/[\\w.]+/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(word[0]);
    }
  return found;
}"""


def busy_until(path: Path) -> str:
    """Return a cell that holds its kernel until there is such a file."""
    return f"""import os, time
for _ in range({20 * HANG_SECONDS}):
    if os.path.exists({str(path)!r}):
        break
    time.sleep(0.05)"""


def button(place: Locator, name: str) -> Locator:
    return place.get_by_role("button", name=name, exact=True)


def text_box(place: Locator) -> Locator:
    return place.get_by_label("Text", exact=True)


def panel_of(workbench: Locator, name: str) -> Locator:
    return workbench.get_by_role("group", name=f"{name} panel", exact=True)


async def open_each(workbench: Locator) -> None:
    """Every operation has its panel."""
    for tab, names in {
        "Text": ("Profanity", "Spam", "Sentiment", "Embedding (v1)", "Embedding (v2)"),
        "Vision": ("Object detection", "Image generation"),
        "Web": ("Search suggestions", "AI web search", "Deep research", "AI scrape"),
    }.items():
        await workbench.get_by_role("tab", name=tab, exact=True).click()
        for name in names:
            # "deprecated" stands behind the name of one of them.
            await workbench.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).click()
            await expect(panel_of(workbench, name)).to_be_visible()
            others = workbench.locator(".triptych-panel").filter(visible=True)
            await expect(others).to_have_count(1)


async def look(place: Locator, name: str) -> None:
    """Keep a picture for whoever set the variable to a folder."""
    if folder := os.environ.get("TRIPTYCH_SCREENSHOTS"):
        await place.screenshot(path=Path(folder) / f"{name}.png")


async def check_legible(place: Locator) -> None:
    """Every letter stands out from what is behind it."""
    await becomes(lambda: place.evaluate(FAINT_TEXT), [])


async def check_contrast(notebook: LabNotebook, place: Locator, name: str) -> None:
    """Every letter stands out from what is behind it, in both themes."""
    # The themes take turns: a change takes longer than what it is for.
    for theme in (notebook.theme, notebook.other_theme):
        await notebook.set_theme(theme)
        await look(place, f"{name}-{theme}")
        await check_legible(place)


@asynccontextmanager
async def one_call(panel: Locator) -> AsyncIterator[None]:
    """Do what makes a call, and wait until it has succeeded: the last reply is still shown."""
    footer = panel.locator(".triptych-footer").get_by_text("history: ")

    async def calls() -> int:
        texts = await footer.all_inner_texts()
        return max((int(text.rpartition("history: ")[2]) for text in texts), default=0)

    before = await calls()
    yield
    await becomes(calls, lambda now: now > before)
    await expect(panel.get_by_role("status").filter(has_text="Done in")).to_be_visible()


def entry(panel: Locator, name: str) -> Locator:
    """What the open Save menu offers under a name."""
    return panel.get_by_role("menuitem", name=re.compile(f"^{re.escape(name)} "))


async def open_save_menu(panel: Locator) -> None:
    """Open the menu of what can be saved, once it is offered."""
    opening = panel.get_by_role("button", name="Save", exact=True)
    await expect(opening).to_be_enabled()
    await opening.click()
    await expect(panel.get_by_role("menu", name="Save")).to_be_visible()


async def downloaded(panel: Locator, name: str) -> bytes:
    """Choose an entry of the Save menu and return the bytes of the file that is saved."""
    await open_save_menu(panel)
    return await saved_by(entry(panel, name))


async def saved_by(control: Locator) -> bytes:
    """Click on a control and return the bytes of the file that is saved."""
    async with control.page.expect_download(timeout=1000 * HANG_SECONDS) as download:
        await control.click()
    path = Path(await (await download.value).path())
    return await asyncio.to_thread(path.read_bytes)


async def choose(panel: Locator, page: Page, *files: Path) -> None:
    """Choose files as a person does, in the browser's own dialogue."""
    async with page.expect_file_chooser() as chooser:
        await panel.get_by_role("button", name=re.compile("^Choose")).click()
    await (await chooser.value).set_files(list(files))
