"""A notebook shown by Voila: no cells, only their outputs."""

from __future__ import annotations

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page

from .lab import SWALLOWED, Theme
from .servers import NotebookServer

# The server sends each cell's output as data; the page draws them when all have come.
DRAWN = """(count) => {
  const cells = [...document.querySelectorAll("[cell-index]")];
  return cells.length === count && cells.every((cell) => {
    const drawn = [...cell.querySelectorAll(".jp-OutputArea-output")];
    return drawn.length > 0 && drawn.every((output) => output.childElementCount > 0);
  });
}"""


class VoilaPage:
    """One page with a kernel of its own, which ends when the page goes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.page_errors: list[str] = []
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on("console", self._note_swallowed)

    @classmethod
    async def open(
        cls,
        context: BrowserContext,
        server: NotebookServer,
        path: str,
        count: int,
        theme: Theme = "light",
    ) -> VoilaPage:
        """Run a notebook at a path relative to the server's root, and wait until all is drawn.

        It has ``count`` cells, and each of them puts something out.
        """
        voila = cls(await context.new_page())
        address = f"{server.url}/voila/render/{path}?theme={theme}"
        await voila.page.goto(address)
        await voila.page.wait_for_function(DRAWN, arg=count)
        return voila

    def _note_swallowed(self, message: ConsoleMessage) -> None:
        if message.text.startswith(SWALLOWED):
            self.page_errors.append(message.text)

    def cell_output(self, n: int) -> Locator:
        """What a cell has put out; cells are counted from 0."""
        return self.page.locator(f'[id="cell-id=cell-{n}"] .jp-Cell-outputArea')

    def output_of(self, title: str) -> Locator:
        """What the cell has put out that shows the panel of an operation."""
        panel = self.page.get_by_role("group", name=f"{title} panel", exact=True)
        return self.page.locator(".jp-Cell-outputArea").filter(has=panel)

    async def close(self) -> None:
        """Close the page; Voila stops its kernel when the page says goodbye."""
        await self.page.close(run_before_unload=False)
