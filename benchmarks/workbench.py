"""Measure how the workbench feels: its first paint, its keystrokes, and a kernel that answers.

Usage::

    python benchmarks/workbench.py [--paints 7] [--keys 60]

A real JupyterLab is driven in a real Chromium, as the tests of `tests/browser` drive it, on a
window of 1280 × 900 pixels. It needs what they need: `pip install '.[lab,test]'` and Chromium.

- **First paint**: from running a cell to the second frame after its last control is laid out; in a
  kernel that has shown the widget before, and in kernels that have imported triptych alone. Beside
  it stands a single `ipywidgets.Button`.
- **Keystrokes**: from the key's event to the frame that shows its letter, at ten keys a second, in
  the first text box of each panel of the workbench, beside a bare `ipywidgets.Textarea`.
- **Kernel**: how long the kernel's loop is held at the longest while a panel's first sample is
  answered by the embedded API and drawn, once with the models to load and once more; beside it the
  same call by the synchronous client, which holds the loop until the reply is there.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Page, async_playwright

import triptych
from triptych.contract import Request
from triptych.panels.workbench.area import PANELS

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.lab import VIEWPORT, LabNotebook, evaluate, open_lab_page
from tests.browser.notebooks import write_notebook
from tests.browser.servers import NotebookServer, start_jupyterlab

WORKBENCH = "w = triptych.Workbench()\nw"
BUTTON = "b = ipywidgets.Button(description='Go')\nb"
#: What is laid out last.
LAST = {WORKBENCH: ".triptych-workbench .triptych-home button", BUTTON: ".jupyter-button"}

# Milliseconds from the command to the second frame after a further control is on the page.
PAINT = """async ([path, n, selector]) => {
  const app = window.jupyterapp, panel = window.openNotebooks[path];
  app.shell.activateById(panel.id);
  panel.content.deselectAll();
  panel.content.activeCellIndex = n;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const shown = () => [...document.querySelectorAll(selector)].filter((e) => e.offsetParent).length;
  const before = shown(), begin = performance.now();
  app.commands.execute("notebook:run-cell");
  do await frame(); while (shown() === before);
  await frame();
  await frame();
  return performance.now() - begin;
}"""

# Milliseconds of each key, from when the browser took it to behind the frame that follows.
KEYS = """() => {
  window.keystrokes = [];
  document.addEventListener("keydown", (event) => requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => window.keystrokes.push(performance.now() - event.timeStamp);
    after.port2.postMessage(0);
  }), true);
}"""
TEXT_BOX = "textarea:visible, input[type=text]:visible"
TYPED = "The room was lovely, but nobody told us about breakfast. "
#: Seconds from one key to the next, as someone types who types fast.
BETWEEN = 0.1


def told(name: str, milliseconds: list[float]) -> str:
    """Return a row: median, 95th percentile and longest."""
    ordered = sorted(milliseconds)
    high = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    numbers = (statistics.median(ordered), high, ordered[-1])
    return f"{name:<34}" + "".join(f"{number:9.0f}" for number in numbers)


async def paints(page: Page, server: NotebookServer, count: int) -> None:
    """Print how soon the widgets are seen."""
    print(f"{'First paint, ms':<34}   median      p95  longest")
    warm: dict[str, list[float]] = {WORKBENCH: [], BUTTON: []}
    cells = ["import triptych, ipywidgets\ntriptych.Workbench()", *[BUTTON, WORKBENCH] * count]
    write_notebook(server.root / "warm.ipynb", cells)
    notebook = await LabNotebook.open(page, server, "warm.ipynb")
    await notebook.run_cell(0)
    for place, source in enumerate(cells[1:], 1):
        # What the widget before still does is not the next one's.
        await asyncio.sleep(2)
        taken = await evaluate(page, PAINT, ["warm.ipynb", place, LAST[source]])
        warm[source].append(float(str(taken)))
        await notebook.clear(place)
    await notebook.close()
    cold = []
    for number in range(max(1, count // 2)):
        name = f"cold-{number}.ipynb"
        write_notebook(server.root / name, ["import triptych", WORKBENCH])
        notebook = await LabNotebook.open(page, server, name, fresh=True)
        await notebook.run_cell(0)
        cold.append(float(str(await evaluate(page, PAINT, [name, 1, LAST[WORKBENCH]]))))
        await notebook.close()
    print(told("workbench, warm kernel", warm[WORKBENCH]))
    print(told("workbench, triptych imported only", cold))
    print(told("one ipywidgets.Button", warm[BUTTON]))


async def keystrokes(page: Page, server: NotebookServer, count: int) -> None:
    """Print how soon a letter is seen."""
    print(f"\n{'Keystroke, ms':<34}   median      p95  longest")
    shows = [f"w.show({name!r});" for name in PANELS]
    cells = [f"import ipywidgets, triptych\n{WORKBENCH}", *shows, "ipywidgets.Textarea()"]
    write_notebook(server.root / "keys.ipynb", cells)
    notebook = await LabNotebook.open(page, server, "keys.ipynb")
    await notebook.run_cell(0)
    await page.evaluate(KEYS)
    every: list[float] = []
    for place, name in enumerate([*PANELS, "ipywidgets.Textarea"], 1):
        await notebook.run_cell(place)
        shown = notebook.cell_output(0 if name in PANELS else place)
        panel = shown.locator(".triptych-panel:visible") if name in PANELS else shown
        box = panel.locator(TEXT_BOX).first
        await box.click()
        await asyncio.sleep(1)
        await page.evaluate("() => window.keystrokes.splice(0)")
        text = (TYPED * (count // len(TYPED) + 1))[:count]
        await box.press_sequentially(text, delay=1000 * BETWEEN)
        await asyncio.sleep(0.5)
        taken: list[float] = await page.evaluate("() => window.keystrokes")
        assert len(taken) >= count, f"{name}: {len(taken)} of {count} keys were seen"
        every += taken if name in PANELS else []
        print(told(name, taken))
    print(told("all panels", every))
    await notebook.close()


async def longest_held(work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Return seconds that the loop was held at the longest while something ran, and its seconds."""
    gaps: list[float] = []

    async def beat() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    begin = time.perf_counter()
    beating = asyncio.create_task(beat())
    await asyncio.sleep(0)
    await work()
    # What was left to be drawn behind the reply.
    await asyncio.sleep(0.2)
    beating.cancel()
    return max(gaps, default=0.0), time.perf_counter() - begin - 0.2


async def kernel() -> None:
    """Print for how long the kernel could not have answered another cell."""
    head = ("first", "of", "again", "of", "synchronous client")
    print(f"\n{'Loop held, ms':<22}" + "".join(f"{word:>9}" for word in head))
    blocking = 0
    for name in PANELS:
        workbench = triptych.Workbench()
        panel = workbench.panel(name)
        panel.fill(panel.samples[0].values)
        row: list[float] = []

        async def run() -> object:
            task = panel.run()  # noqa: B023 - it runs within its turn
            assert task is not None, panel.state  # noqa: B023
            return await task

        for _ in range(2):
            held, taken = await longest_held(run)
            assert panel.state == "done", (name, panel.state)
            row += [held, taken]
        request = workbench.history[1].request
        # Only a run over a table has none.
        assert request is not None

        async def hold(request: Request = request) -> None:
            with triptych.Client() as client:
                client.call(panel.operation, request)  # noqa: B023

        row.append((await longest_held(hold))[0])
        blocking += row[2] >= 0.1
        print(f"{name:<22}" + "".join(f"{1000 * number:9.0f}" for number in row))
        workbench.close()
    print(
        f"calls that hold the loop for 100 ms or more, models loaded: {blocking} of {len(PANELS)}"
    )


async def main() -> None:
    """Measure all three."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--paints", type=int, default=7, help="workbenches that are opened")
    parser.add_argument("--keys", type=int, default=60, help="keys that are typed into each panel")
    options = parser.parse_args()
    await kernel()
    print()
    with tempfile.TemporaryDirectory() as folder:
        server = await start_jupyterlab(Path(folder))
        try:
            async with async_playwright() as playwright:
                browser = await playwright.chromium.launch(
                    executable_path="/usr/bin/chromium", args=CHROMIUM_FLAGS
                )
                context = await browser.new_context(viewport=VIEWPORT)
                page = await open_lab_page(context, server)
                await paints(page, server, options.paints)
                await keystrokes(page, server, options.keys)
                await browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    asyncio.run(main())
