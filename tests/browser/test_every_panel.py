"""Every panel alike, in a real JupyterLab and in Voila: filled, run, cancelled, fed bad input.

What is particular to a panel has a file of its own. All panels share one notebook, its kernel and
one page of Voila: what takes long is to start them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Locator, Page, expect

import triptych
from triptych.contract import OPERATIONS

from .accessibility import COLOURS, serious_faults
from .cases import CASES, Case
from .lab import VIEWPORT, LabNotebook
from .notebooks import write_notebook
from .panels import SIDEWAYS, button, look
from .servers import NotebookServer
from .structure import same_structure
from .voila import VoilaPage
from .waiting import HANG_SECONDS, becomes

KEY = "sk-very-secret"
NARROW = 400

SETUP = """
import itertools, ipywidgets, triptych
from IPython.display import HTML
slow = triptych.AsyncClient(api_key="sk-" + "very-secret", base_url={url!r})
fast = triptych.AsyncClient()
"""
#: Cells of the notebook by what they do; those of the panels come behind them.
DO = {
    "set up": SETUP,
    "another cell": "6 * 7",
    "ask the slow server": "panel.client = slow",
    "ask the embedded one": "panel.client = fast",
    "reply": "panel.reply",
    # Where nobody can see them at once.
    "faults": "HTML('<input><br>' * 99 + '<p style=\"color: #999; background: #fff\">faint</p>')",
}
#: Voila has no cells to run: a box stands for those that choose the server, a button for another.
DESK = """
panels = [{panels}]
wait, other = ipywidgets.Checkbox(description="Slow"), ipywidgets.Button(description="Another cell")
answers, answer = itertools.count(1), ipywidgets.Label("answer 0")

def choose(_):
    for panel in panels:
        panel.client = slow if wait.value else fast

wait.observe(choose, "value")
other.on_click(lambda _: answer.set_trait("value", f"answer {{next(answers)}}"))
ipywidgets.HBox([wait, other, answer])
"""

every_panel = pytest.mark.parametrize("case", CASES, ids=[case.panel for case in CASES])


@dataclass
class SlowServer:
    """It takes calls and never answers; the keys that they came with are kept."""

    url: str = ""
    keys: list[str] = field(default_factory=list)
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            name, _, value = line.decode("latin-1").partition(":")
            if name.lower() == "x-api-key":
                self.keys.append(value.strip())
        writer.close()
        self.gone.set()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def slow_server() -> AsyncIterator[SlowServer]:
    made = SlowServer()
    async with await asyncio.start_server(made.take, "127.0.0.1", 0) as server:
        made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def notebook(
    lab_page: Page, jupyterlab: NotebookServer, slow_server: SlowServer
) -> AsyncIterator[LabNotebook]:
    """One notebook for all, with a cell for each panel."""
    cells = [source.format(url=slow_server.url) for source in DO.values()]
    cells += [f"panel = triptych.{case.panel}()\npanel" for case in CASES]
    write_notebook(jupyterlab.root / "every-panel.ipynb", cells)
    opened = await LabNotebook.open(lab_page, jupyterlab, "every-panel.ipynb")
    await do(opened, "set up")
    yield opened
    await opened.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dashboard(
    chromium: BrowserContext, voila_server: NotebookServer, slow_server: SlowServer
) -> AsyncIterator[VoilaPage]:
    """One dark page of Voila with all panels, under what stands for JupyterLab's cells."""
    panels = ", ".join(f"triptych.{case.panel}()" for case in CASES)
    cells = [SETUP.format(url=slow_server.url) + DESK.format(panels=panels), DO["faults"]]
    cells += [f"panels[{place}]" for place in range(len(CASES))]
    write_notebook(voila_server.root / "every-panel.ipynb", cells)
    opened = await VoilaPage.open(chromium, voila_server, "every-panel.ipynb", len(cells), "dark")
    await opened.page.set_viewport_size(VIEWPORT)
    yield opened
    await opened.close()


async def do(notebook: LabNotebook, what: str) -> str:
    return await notebook.run_cell(list(DO).index(what))


async def saved_text(notebook: LabNotebook) -> str:
    """Save the notebook and return the text of its file."""
    return (await notebook.save()).read_text(encoding="utf-8")


def waiting(panel: Locator) -> Locator:
    """Return what is there only while a call is under way."""
    return panel.get_by_role("button", name="Cancel", exact=True, disabled=False)


async def start_by_keyboard(case: Case, panel: Locator, folder: Path) -> None:
    await case.fill(panel, folder)
    await expect(button(panel, "Run")).to_be_enabled()
    await panel.get_by_label(case.box, exact=True).first.press("Control+Enter")
    await expect(waiting(panel)).to_be_visible()


async def check_cancel(panel: Locator, server: SlowServer) -> None:
    """Cancel ends the wait, on the server's side too."""
    server.gone.clear()
    await button(panel, "Cancel").click()
    await expect(panel.get_by_role("status").filter(has_text="Cancelled after")).to_be_visible()
    await expect(waiting(panel)).to_have_count(0)
    async with asyncio.timeout(HANG_SECONDS):
        await server.gone.wait()
    assert set(server.keys) == {KEY}


async def check_run(case: Case, panel: Locator) -> None:
    await button(panel, "Run").click()
    await expect(panel.get_by_role("status").filter(has_text="Done in")).to_be_visible()
    await expect(panel.locator(".triptych-result").get_by_text(case.shows).first).to_be_visible()
    await expect(panel.locator(".triptych-dimmed")).to_have_count(0)


async def check_age(case: Case, panel: Locator) -> None:
    """What is not the result of the inputs is dimmed, and says so."""
    line = panel.locator(".triptych-stale").first
    dimmed = panel.locator(".triptych-dimmed").filter(visible=True)
    if case.refused or case.field != "file":
        await expect(line).to_contain_text("Result for ")
        await expect(dimmed.first).to_be_visible()
    else:
        # A refused file changes nothing.
        await expect(line).to_be_hidden()
        await expect(dimmed).to_have_count(0)


async def check_bad(case: Case, panel: Locator, folder: Path) -> None:
    """Bad input is told beside its control, where screen readers find it too."""
    await case.spoil(panel, folder)
    if case.refused:
        await button(panel, "Run").click()
    if not case.field:
        await expect(panel.locator(".triptych-status")).to_contain_text(case.says)
        return
    control = panel.locator(f".triptych-field-{case.field}")
    message = control.locator("+ .triptych-message")
    await expect(message).to_contain_text(case.says)
    await expect(message).to_be_visible()
    box = control.locator("textarea, input:not([hidden]), button").first
    await expect(box).to_have_attribute("aria-describedby", await message.get_attribute("id") or "")


async def test_no_operation_is_left_out() -> None:
    covered = [getattr(triptych, case.panel).operation_name for case in CASES]
    assert sorted(covered) == sorted(OPERATIONS)


@every_panel
async def test_in_jupyterlab(
    case: Case, notebook: LabNotebook, slow_server: SlowServer, tmp_path: Path
) -> None:
    faults: dict[str, list[str]] = {}
    own = len(DO) + CASES.index(case)
    panel = notebook.cell_output(own).locator(".triptych-panel").first
    reply = notebook.cell_output(list(DO).index("reply")).locator(".triptych").first
    # The tests take turns: a change of themes takes longer than what it is for.
    themes = [notebook.theme, notebook.other_theme]
    await notebook.run_cell(own)
    await same_structure(panel, f"{case.panel}-empty")
    faults[f"empty, {themes[0]}"] = await serious_faults(panel)

    await do(notebook, "ask the slow server")
    await start_by_keyboard(case, panel, tmp_path)
    assert await notebook.run_cell_while(1, waiting(panel)) == "42"
    await check_cancel(panel, slow_server)
    host = slow_server.url.removeprefix("http://")
    # What is kept of the call is saved.
    assert KEY not in await becomes(lambda: saved_text(notebook), lambda text: host in text)
    await do(notebook, "ask the embedded one")
    await check_run(case, panel)
    await same_structure(panel, f"{case.panel}-done")

    # What is done stays beside the problem: both are looked at together.
    await check_bad(case, panel, tmp_path)
    await check_age(case, panel)
    await do(notebook, "reply")
    for theme, only in zip(themes, (None, COLOURS), strict=True):
        await notebook.set_theme(theme)
        faults[f"done and problem, {theme}"] = await serious_faults(panel, only)
        faults[f"reply, {theme}"] = await serious_faults(reply, only)
        await look(panel, f"{case.panel}-lab-{theme}")
    assert "Traceback" not in await panel.inner_text()

    await notebook.run_cell(own)
    faults[f"empty, {themes[1]}"] = await serious_faults(panel, COLOURS)
    assert {state: found for state, found in faults.items() if found} == {}
    for number in (own, list(DO).index("reply")):
        await notebook.clear(number)
    assert notebook.page_errors == []


@every_panel
async def test_in_voila(
    case: Case, dashboard: VoilaPage, slow_server: SlowServer, tmp_path: Path
) -> None:
    desk = dashboard.cell_output(0)
    panel = dashboard.cell_output(2 + CASES.index(case)).locator(".triptych-panel").first
    await same_structure(panel, f"{case.panel}-empty")

    await desk.get_by_label("Slow").check()
    answer = desk.get_by_text(re.compile(r"^answer \d"))
    before = await answer.inner_text()
    await start_by_keyboard(case, panel, tmp_path)
    await button(desk, "Another cell").click()
    await expect(answer).not_to_have_text(before)
    assert await waiting(panel).is_visible()
    await check_cancel(panel, slow_server)
    await desk.get_by_label("Slow").uncheck()
    await check_run(case, panel)
    await same_structure(panel, f"{case.panel}-done")

    await check_bad(case, panel, tmp_path)
    assert "Traceback" not in await panel.inner_text()
    await becomes(lambda: panel.evaluate(SIDEWAYS), [])
    await dashboard.page.set_viewport_size({"width": NARROW, "height": 900})
    beyond = "(panel) => Math.max(0, panel.scrollWidth - panel.clientWidth)"
    await becomes(lambda: panel.evaluate(beyond), 0)
    await becomes(lambda: panel.evaluate(SIDEWAYS), [])
    assert await serious_faults(panel) == []
    await look(panel, f"{case.panel}-voila-narrow")
    await dashboard.page.set_viewport_size(VIEWPORT)
    assert dashboard.page_errors == []


async def test_faults_are_found(notebook: LabNotebook, dashboard: VoilaPage) -> None:
    await do(notebook, "faults")
    shown = notebook.cell_output(list(DO).index("faults"))
    for place in (shown, dashboard.cell_output(1)):
        found = await serious_faults(place, tries=1)
        assert {fault.partition(":")[0] for fault in found} == {"color-contrast", "label"}
