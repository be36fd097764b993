"""Take the pictures of panels in the documentation, from JupyterLab in Chromium.

    python tools/take_screenshots.py [NAME ...]

Run it from the root of the repository, with `pip install -e '.[lab]'` and Chromium, after a change
to what panels look like, and look at the pictures before they are committed.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.async_api import Locator, async_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import CHROMIUM_FLAGS  # noqa: E402
from tests.browser.lab import LabNotebook, open_lab_page  # noqa: E402
from tests.browser.notebooks import write_notebook  # noqa: E402
from tests.browser.servers import start_jupyterlab  # noqa: E402

from triptych._chromium import executable  # noqa: E402

#: Pixels of the browser's window.
SIZE = (1280, 1600)


class Shot(NamedTuple):
    """One picture: the cells that show a panel, what is clicked there, and how high it may be."""

    cells: Sequence[str]
    click: Callable[[Locator], Awaitable[None]]
    height: int
    #: Where it is written, by default into the documentation.
    path: str = ""


async def _nothing(_panel: Locator) -> None:
    """Click nothing."""


async def _find_teas(panel: Locator) -> None:
    await panel.get_by_role("button", name="five teas").click()
    await _run(panel)
    await panel.get_by_role("button", name="Gyokuro").first.hover()


async def _score_reviews(panel: Locator) -> None:
    await panel.get_by_role("button", name="Table", exact=True).click()
    await panel.get_by_role("button", name="reviews.csv").click()
    await _run(panel)
    await panel.get_by_role("columnheader", name="score").click()


async def _draw_four(panel: Locator) -> None:
    await panel.get_by_label("Prompt", exact=True).fill("A red kite and two sailboats over the sea")
    await panel.get_by_role("spinbutton", name="Pictures").fill("4")
    await panel.get_by_role("button", name="More options").click()
    for name, number in (("Width", "512"), ("Height", "384"), ("Seed", "7")):
        await panel.get_by_label(name, exact=True).fill(number)
    await _run(panel)
    await panel.get_by_role("button", name="seed 9").click()


async def _read_review(panel: Locator) -> None:
    await panel.get_by_role("button", name="Sentiment").first.click()
    await panel.get_by_role("button", name="a review").click()
    await _run(panel)


async def _compare(panel: Locator) -> None:
    await panel.get_by_role("tab", name="History").click()
    for number in (3, 4):
        await panel.get_by_label(f"Call {number},").check()
    await panel.get_by_role("button", name="Compare").click()
    await panel.get_by_text("members of the reply differ").wait_for()


async def _run(panel: Locator) -> None:
    await panel.get_by_role("button", name="Run", exact=True).filter(visible=True).click()
    await panel.get_by_text("Done in").filter(visible=True).wait_for()


#: So that no picture shows how long a model takes to load.
WARM = "import triptych\n\nclient = triptych.Client()\nclient.sentiment('.'), client.search('.')"


def _tutorial() -> list[str]:
    """Return the cells of the tutorial on the workbench that make the calls to compare."""
    cells = json.loads((ROOT / "notebooks/10-workbench.ipynb").read_text("utf-8"))["cells"]
    return ["".join(cells[place]["source"]) for place in (3, 5, 7)]


SHOTS = {
    "research": Shot(
        ['panel = triptych.ResearchPanel("How do vaccines work?")\npanel', "await panel.run()"],
        _nothing,
        780,
    ),
    "scrape": Shot(["triptych.ScrapePanel()"], _find_teas, 780),
    "table": Shot(["triptych.SentimentPanel()"], _score_reviews, 1100),
    "generation": Shot(["triptych.GenerationPanel()"], _draw_four, 800),
    "workbench": Shot(["triptych.Workbench()"], _read_review, 960),
    "comparison": Shot(_tutorial(), _compare, 1100, "data/workbench.png"),
}


async def main() -> None:
    """Take those that are named, or all of them."""
    names = sys.argv[1:] or list(SHOTS)
    with tempfile.TemporaryDirectory() as folder:
        server = await start_jupyterlab(Path(folder))
        try:
            async with async_playwright() as playwright:
                context = await playwright.chromium.launch_persistent_context(
                    Path(folder, "chromium"), executable_path=executable(), args=CHROMIUM_FLAGS
                )
                page = await open_lab_page(context, server)
                for name in names:
                    shot = SHOTS[name]
                    write_notebook(server.root / f"{name}.ipynb", [WARM, *shot.cells])
                    notebook = await LabNotebook.open(page, server, f"{name}.ipynb")
                    await page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
                    await notebook.run_all()
                    panel = notebook.cell_output(1).locator(".jp-OutputArea-output")
                    await shot.click(panel)
                    # Not over what was clicked last, but for what is pointed at.
                    if shot.click is not _find_teas:
                        await page.mouse.move(0, 0)
                    await asyncio.sleep(1)
                    _write(
                        await panel.screenshot(),
                        ROOT / (shot.path or f"docs/{name}.png"),
                        shot.height,
                    )
                    await notebook.close()
                await context.close()
        finally:
            server.stop()


def _write(png: bytes, path: Path, height: int) -> None:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture = picture.crop((0, 0, picture.width, min(height, picture.height)))
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {picture.size}, {path.stat().st_size:,} bytes")  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main())
