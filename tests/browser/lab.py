"""A notebook open in JupyterLab, driven by its own commands and read as a person reads it.

Waiting is on JupyterLab's own promises. The kernel's busy mark is no help: it is not busy while
a widget's task waits, and it may be busy with something else.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Literal

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from .servers import NotebookServer
from .waiting import HANG_MILLISECONDS, HANG_SECONDS

Theme = Literal["light", "dark"]
THEME_NAMES: dict[Theme, str] = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
VIEWPORT: ViewportSize = {"width": 1280, "height": 900}
#: How ipywidgets tells, in the console alone, that a widget failed at what its kernel sent.
SWALLOWED = "Error setting state"

START = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  app.shell.collapseLeft();
  app.shell.collapseRight();
  window.openNotebooks = {};
}"""

# A kernel that another notebook has left is taken, unless this one wants one of its own.
OPEN = """async ([path, fresh]) => {
  const kernel = !fresh && window.spareKernel ? {id: window.spareKernel} : undefined;
  if (kernel) window.spareKernel = undefined;
  const panel = await window.jupyterapp.commands.execute(
    "docmanager:open", {path, factory: "Notebook", kernel});
  await panel.context.ready;
  await panel.revealed;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
  window.openNotebooks[path] = panel;
  return panel.id;
}"""

# The command works on the active cell of the notebook it is given.
RUN_CELL = """async ([path, n]) => {
  const app = window.jupyterapp, panel = window.openNotebooks[path];
  app.shell.activateById(panel.id);
  panel.content.deselectAll();
  panel.content.activeCellIndex = n;
  await app.commands.execute("notebook:run-cell", {semanticWidget: panel.id});
}"""

RUN_ALL = """async (path) => {
  const app = window.jupyterapp, {id} = window.openNotebooks[path];
  app.shell.activateById(id);
  await app.commands.execute("notebook:run-all-cells", {semanticWidget: id});
}"""

ERRORS = """(path) => window.openNotebooks[path].model.sharedModel.cells.flatMap(
  (cell) => (cell.cell_type === "code" ? cell.getOutputs() : [])
    .filter((output) => output.output_type === "error")
    .map((output) => `${output.ename}: ${output.evalue}`))"""

# An output is drawn a moment after it has come.
DRAWN = """([path, n]) => {
  const {model, node} = window.openNotebooks[path].content.widgets[n].outputArea;
  const drawn = [...node.querySelectorAll(
    ":scope > .jp-OutputArea-child > .jp-OutputArea-output")];
  return drawn.length === model.length && drawn.every((output) => output.childElementCount > 0);
}"""

CLEAR = """([path, n]) =>
  window.openNotebooks[path].content.widgets[n].model.clearExecution()"""

RESTART = """async (path) => {
  const { kernel } = window.openNotebooks[path].sessionContext.session;
  await kernel.restart();
  await kernel.info;
}"""

SAVE = "(path) => window.openNotebooks[path].context.save()"

# Saved before it is closed, or JupyterLab asks a person whether to.
CLOSE = """async ([path, clean, patience]) => {
  const panel = window.openNotebooks[path], {sessionContext} = panel;
  delete window.openNotebooks[path];
  await panel.context.save();
  const {kernel} = sessionContext.session;
  const up = new Promise((give) => setTimeout(give, patience));
  const reply = clean && !window.spareKernel
    && await Promise.race([kernel.requestExecute({code: clean}).done, up]);
  if (reply?.content?.status === "ok") window.spareKernel = kernel.id;
  else await sessionContext.shutdown();
  panel.dispose();
}"""

# What leaves a kernel as it was started, but for what it has imported and loaded.
CLEAN = """
import ipywidgets
ipywidgets.Widget.close_all()
get_ipython().run_line_magic("reset", "-f")
"""

SHOWN_THEME = """() => document.body.dataset.jpThemeLight === "true" ? "light" : "dark" """

SET_THEME = """(name) => window.jupyterapp.commands.execute(
  "apputils:change-theme", {theme: name})"""

THEME_APPLIES = """(name) => document.body.dataset.jpThemeName === name
  && getComputedStyle(document.body).getPropertyValue("--jp-layout-color0") !== "" """

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


async def open_lab_page(context: BrowserContext, server: NotebookServer) -> Page:
    """Open JupyterLab without documents, side bars folded, and wait until it is restored."""
    page = await context.new_page()
    # The default workspace would bring back what an earlier page left open.
    await page.goto(f"{server.url}/lab/workspaces/tests?reset")
    await page.wait_for_function("() => window.jupyterapp !== undefined")
    await evaluate(page, START)
    return page


class LabNotebook:
    """One notebook in a tab of a JupyterLab page; cells are counted from 0."""

    def __init__(self, page: Page, server: NotebookServer, path: str, *, fresh: bool) -> None:
        self.page = page
        self.server = server
        self.path = path
        self.fresh = fresh
        self.page_errors: list[str] = []
        self.theme: Theme = "light"
        self._panel = page.locator("body")
        self._closed = False

    @classmethod
    async def open(
        cls,
        page: Page,
        server: NotebookServer,
        path: str,
        theme: Theme | None = None,
        *,
        fresh: bool = False,
    ) -> LabNotebook:
        """Open the notebook at a path relative to the server's root; its kernel is ready.

        Without a theme, that of the notebook before stays: to change it takes a second or two.
        A fresh kernel is for what changes more than the kernel's own names, such as the
        environment; others go from notebook to notebook, with what they have loaded.
        """
        notebook = cls(page, server, path, fresh=fresh)
        page.on("pageerror", notebook._note_error)
        page.on("console", notebook._note_swallowed)
        # Chromium paints a page behind another once a second.
        await page.bring_to_front()
        await page.set_viewport_size(VIEWPORT)
        identifier = await evaluate(page, OPEN, [path, fresh])
        notebook._panel = page.locator(f'[id="{identifier}"]')
        notebook.theme = "light" if await evaluate(page, SHOWN_THEME) == "light" else "dark"
        await notebook.set_theme(theme or notebook.theme)
        return notebook

    @property
    def other_theme(self) -> Theme:
        """The theme that is not shown."""
        return "dark" if self.theme == "light" else "light"

    async def run_all(self) -> None:
        """Run every cell; raise AssertionError with the errors, if cells have any."""
        await evaluate(self.page, RUN_ALL, self.path)
        await self._raise_cell_errors()

    async def run_cell(self, n: int) -> str:
        """Run one cell to its end and return the text of its output, as it is shown."""
        await evaluate(self.page, RUN_CELL, [self.path, n])
        await self._raise_cell_errors()
        return await self.cell_text(n)

    async def run_cell_while(self, n: int, sign: Locator) -> str:
        """Run a cell while a widget's task runs: the sign is visible before and after.

        ``sign`` is something that is on the page only while the task runs, such as a line that
        says so. The text of the cell's output comes back.
        """
        await expect(sign).to_be_visible()
        text = await self.run_cell(n)
        # What the kernel sent before the cell's reply is on the page two frames later. No more
        # patience than that: a sign that comes back would prove nothing.
        await evaluate(self.page, PAINTED)
        assert await sign.is_visible(), "the task ended before the cell did"
        return text

    def cell(self, n: int) -> Locator:
        """One cell, source and output."""
        return self._panel.locator(f'.jp-Cell[data-windowed-list-index="{n}"]')

    def cell_output(self, n: int) -> Locator:
        """What a cell has put out; look for controls inside it by role."""
        return self.cell(n).locator(".jp-Cell-outputArea")

    async def cell_text(self, n: int) -> str:
        """Return the text a cell has put out, without the prompt; "" where it has none."""
        await self.page.wait_for_function(DRAWN, arg=[self.path, n])
        texts = await self.cell_output(n).locator(".jp-OutputArea-output").all_inner_texts()
        return "\n".join(texts).strip()

    async def clear(self, n: int) -> None:
        """Take away what a cell has put out, which a long notebook is slow with."""
        await evaluate(self.page, CLEAR, [self.path, n])

    async def screenshot(self, n: int, path: Path) -> None:
        """Write a PNG of one cell's output."""
        path.parent.mkdir(parents=True, exist_ok=True)
        await self.cell_output(n).screenshot(path=path)

    async def restart_kernel(self) -> None:
        """Start the kernel anew; for a notebook with a kernel of its own."""
        await evaluate(self.page, RESTART, self.path)

    async def save(self) -> Path:
        """Save the notebook, widget state included, and return where it lies on the disk."""
        await evaluate(self.page, SAVE, self.path)
        return self.server.root / self.path

    async def set_width(self, pixels: int) -> None:
        """Make the window so wide; the next notebook that opens has the usual width again."""
        await self.page.set_viewport_size({"width": pixels, "height": VIEWPORT["height"]})

    async def set_theme(self, theme: Theme) -> None:
        """Switch JupyterLab to a theme and wait until its style sheet applies."""
        if theme == self.theme:
            return
        await evaluate(self.page, SET_THEME, THEME_NAMES[theme])
        await self.page.wait_for_function(THEME_APPLIES, arg=THEME_NAMES[theme])
        # A second change while JupyterLab still shows its splash makes it remove that twice.
        await expect(self.page.locator("#jupyterlab-splash")).to_have_count(0)
        self.theme = theme

    async def close(self) -> None:
        """Leave the kernel to the next notebook, or shut a fresh one down, and close the tab."""
        if self._closed:
            return
        self._closed = True
        self.page.remove_listener("pageerror", self._note_error)
        self.page.remove_listener("console", self._note_swallowed)
        # A kernel that a failed test has left busy is not waited for as long as everything.
        clean = "" if self.fresh else CLEAN
        await evaluate(self.page, CLOSE, [self.path, clean, HANG_MILLISECONDS // 3])

    def _note_error(self, error: Error) -> None:
        self.page_errors.append(str(error))

    def _note_swallowed(self, message: ConsoleMessage) -> None:
        if message.text.startswith(SWALLOWED):
            self.page_errors.append(message.text)

    async def _raise_cell_errors(self) -> None:
        errors = await evaluate(self.page, ERRORS, self.path)
        assert not errors, f"cells ended with errors: {errors}"


async def evaluate(page: Page, script: str, argument: object = None) -> object:
    """Run a script in the page; a promise that is never kept fails instead of hanging."""
    async with asyncio.timeout(HANG_SECONDS):
        result: object = await page.evaluate(script, argument)
    return result


async def computed_style(locator: Locator, name: str) -> str:
    """Return a computed CSS property of an element, such as ``background-color``."""
    value = await locator.evaluate(
        "(element, name) => getComputedStyle(element).getPropertyValue(name)", name
    )
    return str(value)
