"""A notebook shown by Voila: no cells, only their outputs."""

from __future__ import annotations

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from .lab import SWALLOWED, Theme
from .servers import NotebookServer

RENDER_MILLISECONDS = 60_000


class VoilaPage:
    """One page with a kernel of its own, which ends when the page goes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.page_errors: list[str] = []
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on("console", self._note_swallowed)

    @classmethod
    async def open(
        cls, context: BrowserContext, server: NotebookServer, path: str, theme: Theme = "light"
    ) -> VoilaPage:
        """Run a notebook at a path relative to the server's root; its widgets are shown."""
        voila = cls(await context.new_page())
        address = f"{server.url}/voila/render/{path}?theme={theme}"
        await voila.page.goto(address, timeout=RENDER_MILLISECONDS)
        await expect(voila.page.locator("#rendered_cells")).to_be_visible(
            timeout=RENDER_MILLISECONDS
        )
        return voila

    def _note_swallowed(self, message: ConsoleMessage) -> None:
        if message.text.startswith(SWALLOWED):
            self.page_errors.append(message.text)

    @property
    def outputs(self) -> Locator:
        """What the cells have put out, in order."""
        return self.page.locator(".jp-Cell-outputArea")

    def output_of(self, title: str) -> Locator:
        """Return what the cell has put out that shows the panel of an operation."""
        panel = self.page.get_by_role("group", name=f"{title} panel", exact=True)
        return self.outputs.filter(has=panel)

    async def close(self) -> None:
        """Close the page; Voila stops its kernel when the page says goodbye."""
        await self.page.close(run_before_unload=False)
