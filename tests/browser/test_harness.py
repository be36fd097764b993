"""The harness itself, on a small notebook: what the tests of panels will rely on."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from .conftest import OpenLab, OpenVoila
from .lab import computed_style

PANEL = """
import asyncio
import ipywidgets as widgets

run = widgets.Button(description="Run")
cancel = widgets.Button(description="Cancel", disabled=True)
release = asyncio.Event()
status = widgets.HTML(value="idle", description="Status")
result = widgets.HTML(
    value="<p style='background: var(--jp-layout-color1)' title='surface'>empty</p>"
)

async def work():
    cancel.disabled = False
    try:
        status.value = "step 1"
        await release.wait()
        result.value = "<p role='note'>the result</p>"
        status.value = "done"
    except asyncio.CancelledError:
        status.value = "cancelled"
    finally:
        cancel.disabled = True
        release.clear()

def start():
    global task
    task = asyncio.create_task(work())

# JupyterLab may deliver a click on a thread of its own (a subshell of the kernel), with a loop
# of its own; asyncio's tasks and events are touched on the cell's loop alone.
loop = asyncio.get_running_loop()
run.on_click(lambda _: loop.call_soon_threadsafe(start))
cancel.on_click(lambda _: loop.call_soon_threadsafe(task.cancel))
widgets.VBox([widgets.HBox([run, cancel]), status, result])
"""
# The task ends when a cell says so: nothing in these tests depends on how fast a machine is.
CELLS = [PANEL, "6 * 7", "release.set()", "import sys; print(sys.executable)"]


def button(output: Locator, name: str) -> Locator:
    return output.get_by_role("button", name=name, exact=True)


async def test_a_click_shows_progress_and_then_the_result(open_lab: OpenLab) -> None:
    notebook = await open_lab(CELLS)
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await expect(button(panel, "Cancel")).to_be_disabled()

    await button(panel, "Run").click()
    await expect(panel.get_by_text("step 1")).to_be_visible()
    await expect(panel.get_by_role("note")).to_have_count(0)

    await notebook.run_cell(2)
    await expect(panel.get_by_role("note")).to_have_text("the result")
    await expect(panel.get_by_text("done")).to_be_visible()
    assert notebook.page_errors == []


async def test_another_cell_is_answered_while_a_task_runs_and_cancel_ends_it(
    open_lab: OpenLab,
) -> None:
    notebook = await open_lab(CELLS)
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await button(panel, "Run").click()

    assert await notebook.run_cell_while(1, panel.get_by_text("step 1")) == "42"

    await button(panel, "Cancel").click()
    await expect(panel.get_by_text("cancelled")).to_be_visible()
    await expect(button(panel, "Cancel")).to_be_disabled()
    await expect(panel.get_by_role("note")).to_have_count(0)


async def test_a_blocked_kernel_is_told_apart(open_lab: OpenLab, tmp_path: Path) -> None:
    flag = tmp_path / "blocked"
    flag.touch()
    wait = f"import os, time\n        while os.path.exists({str(flag)!r}): time.sleep(0.02)"
    blocking = PANEL.replace("await release.wait()", wait)
    notebook = await open_lab([blocking, "6 * 7"], fresh=True)
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await button(panel, "Run").click()
    await expect(panel.get_by_text("step 1")).to_be_visible()

    async def unblock() -> None:
        await expect(notebook.cell(1).get_by_text("[*]")).to_be_visible()
        flag.unlink()

    with pytest.raises(AssertionError, match="ended before the cell"):
        await asyncio.gather(notebook.run_cell_while(1, panel.get_by_text("step 1")), unblock())


async def test_a_kernel_goes_on_to_the_next_notebook_without_what_the_last_one_left(
    open_lab: OpenLab,
) -> None:
    left = (
        "import os; from ipywidgets.widgets import widget\n"
        "'left' in dir(), dict(widget._instances), os.getpid()"
    )
    first = await open_lab([PANEL + "left = 1", "import os; os.getpid()"])
    await first.run_cell(0)
    process = await first.run_cell(1)
    await first.close()
    second = await open_lab([left])
    assert await second.run_cell(0) == f"(False, {{}}, {process})"
    fresh = await open_lab(["import os; os.getpid()"], fresh=True)
    assert await fresh.run_cell(0) != process


async def test_a_cell_that_fails_fails_the_test(open_lab: OpenLab) -> None:
    notebook = await open_lab(["1 / 0"])
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        await notebook.run_all()


async def test_the_theme_changes_the_colours_that_are_painted(
    open_lab: OpenLab, tmp_path: Path
) -> None:
    notebook = await open_lab(CELLS)
    await notebook.run_cell(0)
    surface = notebook.cell_output(0).get_by_title("surface")
    for theme in (notebook.theme, notebook.other_theme):
        await notebook.set_theme(theme)
        painted = sum(channels(await computed_style(surface, "background-color")))
        assert painted > 3 * 200 if theme == "light" else painted < 3 * 60

    picture = tmp_path / "panel.png"
    await notebook.screenshot(0, picture)
    assert picture.read_bytes().startswith(b"\x89PNG")


async def test_all_cells_run_on_this_interpreter_and_are_saved_with_widget_state(
    open_lab: OpenLab,
) -> None:
    notebook = await open_lab(CELLS)
    await notebook.run_all()
    assert await notebook.cell_text(3) == sys.executable

    saved = json.loads((await notebook.save()).read_text(encoding="utf-8"))
    assert saved["cells"][1]["outputs"][0]["data"]["text/plain"] == ["42"]
    assert "application/vnd.jupyter.widget-state+json" in saved["metadata"]["widgets"]


async def test_voila_shows_the_notebook_and_its_button_works(voila: OpenVoila) -> None:
    page = await voila([PANEL], theme="dark")
    panel = page.cell_output(0)
    surface = panel.get_by_title("surface")
    assert sum(channels(await computed_style(surface, "background-color"))) < 3 * 60

    await button(panel, "Run").click()
    await expect(panel.get_by_text("step 1")).to_be_visible()
    await button(panel, "Cancel").click()
    await expect(panel.get_by_text("cancelled")).to_be_visible()
    assert page.page_errors == []


def channels(colour: str) -> list[int]:
    """Return red, green and blue of a computed colour, ``rgb(255, 255, 255)``."""
    return [int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
