"""The research panel in a real JupyterLab and in Voila: live, done, cancelled, failed, kept."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.async_api import Locator, expect

from .conftest import OpenLab
from .lab import LabNotebook
from .panels import button, check_contrast, entry, look, open_save_menu
from .voila import VoilaPage
from .waiting import HANG_SECONDS, becomes

#: A search engine of the web, and its pages: it answers the searches of a first round, of which
#: two pages can be read and one cannot, and holds those of the second until whoever asked is gone.
WEB = """import http.server, json, os, threading, urllib.parse
held, gone = threading.Event(), threading.Event()
class Web(http.server.BaseHTTPRequestHandler):
    asked = set()
    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/search":
            asked = urllib.parse.parse_qs(query)
            self.asked.add(asked["q"][0])
            if len(self.asked) > 2:
                held.set()
                self.rfile.read(1)
                return gone.set()
            pages = [("Tea in China", "/china"), ("Tea in Japan", "/japan"), ("Lost", "/lost")]
            pages = pages if asked.get("pageno", ["1"]) == ["1"] else []
            self.answer("application/json", json.dumps({"results": [
                {"title": title, "url": home + path, "content": "Tea."} for title, path in pages
            ]}))
        elif path in texts:
            self.answer("text/html", f"<html><title>{path}</title><body><main>{texts[path]}")
        else:
            self.send_error(404)
    def answer(self, kind, text):
        self.send_response(200)
        self.send_header("content-type", kind + "; charset=utf-8")
        self.end_headers()
        self.wfile.write(text.encode())
    def log_message(self, *args):
        pass
texts = {
    "/china": "<h1>Tea in China</h1><p>Tea plants grow in southern China, where tea was drunk as a "
    "medicine before it became a daily drink. Green tea is made from leaves that are heated soon "
    "after they are picked, so that they keep their colour. The Tang dynasty taxed tea plants.</p>",
    "/japan": "<h1>Tea in Japan</h1><p>Monks brought tea plants from China to Japan in the ninth "
    "century. Powdered green tea is whisked with hot water in a bowl, and the tea ceremony has "
    "grown around it. Tea plants for powdered tea are shaded for weeks before the harvest.</p>",
}
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
home = f"http://127.0.0.1:{server.server_port}"
os.environ |= {"TRIPTYCH_SEARXNG_URL": home, "TRIPTYCH_FETCH_ALLOW": "127.0.0.1"}
# Loading what reads a page takes longer, on a busy machine, than a page may.
from triptych.engines.page import read_page
read_page(texts["/china"].encode(), home, "text/html")
"""
PANEL = "import triptych\npanel = triptych.ResearchPanel()\npanel"
NO_BROWSER = 'os.environ["TRIPTYCH_BROWSER"] = "/no/such/file"'
#: Counts what the panel sends to the page.
WATCH = """sent = []
panel.tree.observe(lambda change: sent.append(change["new"]), "tree")"""


def tree(panel: Locator) -> Locator:
    """The tree that is in sight: before the first reply it stands alone, later in a tab."""
    return panel.locator(".triptych-tree:visible")


async def ask(panel: Locator, name: str) -> None:
    """Two clicks lead from an empty panel to a report."""
    await look(panel, f"research-{name}-empty")
    await button(panel, "an encyclopedia").click()
    await expect(panel.get_by_label("Question", exact=True)).to_have_value("How do vaccines work?")
    await button(panel, "Run").click()


async def check_live(panel: Locator, name: str) -> None:
    """Before there is a report, the tree of how it comes about stands in its place."""
    await expect(tree(panel)).to_be_visible()
    await expect(panel.get_by_text("will appear here")).to_be_hidden()
    await expect(tree(panel).get_by_text("Round 1")).to_be_visible()
    await look(panel, f"research-{name}-first")


async def check_done(panel: Locator, name: str) -> None:
    await expect(panel.get_by_text(re.compile("Done in"))).not_to_have_count(0)
    await expect(tree(panel)).to_have_count(0)
    await look(panel, f"research-{name}-done")


async def check_tree(panel: Locator, name: str) -> None:
    await panel.get_by_role("tab", name="Steps").click()
    shown = tree(panel)
    await expect(shown).to_have_count(1)
    await expect(shown.get_by_text(re.compile(r"Done in .* pages read"))).to_be_visible()
    link = shown.get_by_role("link", name="Vaccine", exact=True)
    await expect(link).to_have_attribute("href", "https://en.wikipedia.org/wiki/Vaccine")
    await expect(link).to_have_attribute("target", "_blank")
    await expect(shown.get_by_text("Written")).to_be_visible()
    await look(panel, f"research-{name}-tree")
    first = shown.locator("summary").first
    await first.press("Enter")
    await expect(link).to_be_hidden()
    await first.press("Enter")
    await expect(link).to_be_visible()


async def check_tabs(panel: Locator, name: str) -> None:
    for tab in ("Table", "JSON", "Code"):
        await panel.get_by_role("tab", name=tab).click()
        await look(panel, f"research-{name}-{tab.lower()}")
    await expect(panel.get_by_text('client.research("How do vaccines work?")')).to_be_visible()
    await panel.get_by_role("tab", name="Result").click()


async def check_saving(notebook: LabNotebook, panel: Locator, folder: Path, broken: int) -> None:
    """Every kind is a file of the reader's; why there is none is said above the report."""
    beginnings = {
        "Markdown": ("md", b"# How do vaccines work?"),
        "HTML": ("html", b"<!doctype html>"),
        "PDF": ("pdf", b"%PDF-"),
        "BibTeX": ("bib", b"@online{"),
    }
    saving = panel.locator(".triptych-saved")
    for kind, (ending, beginning) in beginnings.items():
        await open_save_menu(panel)
        async with panel.page.expect_download() as coming:
            await entry(panel, kind).click()
        file = await coming.value
        assert file.suggested_filename == f"how-do-vaccines-work.{ending}"
        await file.save_as(folder / file.suggested_filename)
        assert (folder / file.suggested_filename).read_bytes().startswith(beginning)
        await expect(saving).to_contain_text(f"Saved how-do-vaccines-work.{ending}")
    await look(panel, "research-lab-saved")
    await notebook.run_cell(broken)
    await open_save_menu(panel)
    await entry(panel, "PDF").click()
    await expect(saving).to_contain_text("TRIPTYCH_BROWSER is not a file")
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "research-lab-not-saved")


async def check_cancel(notebook: LabNotebook, panel: Locator, other: int, ended: int) -> None:
    """What is found is seen while it is; Cancel ends the work, and what was shown stays."""
    await panel.get_by_label("Pages from").select_option("Web (SearXNG)")
    await panel.get_by_label("Questions per round").fill("2")
    await panel.get_by_label("Question", exact=True).fill("How is tea grown in China and in Japan?")
    await button(panel, "Run").click()
    shown = tree(panel)
    status = panel.locator(".triptych-status")
    await expect(status).to_contain_text("Round 2 of at most 3: 2 pages read")
    await expect(shown.get_by_text("Tea in China", exact=True)).to_be_visible()
    await expect(shown.get_by_text(re.compile("/lost was not read: .*404"))).to_be_visible()
    await expect(shown.get_by_text("searching …").first).to_be_visible()
    # What a reader has folded stays so, whatever comes.
    await shown.get_by_text("Round 1", exact=True).click()
    await expect(shown.get_by_text("Tea in China", exact=True)).to_be_hidden()
    assert await notebook.run_cell_while(other, status.get_by_text("Round 2")) == "'running'"
    await look(panel, "research-lab-running-folded")
    await shown.get_by_text("Round 1", exact=True).click()
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "research-lab-running")

    await button(panel, "Cancel").click()
    await expect(status).to_contain_text(re.compile("Cancelled after"))
    await expect(shown.get_by_text(re.compile("Cancelled after .* 2 pages read"))).to_be_visible()
    await expect(shown.get_by_text("Tea in China", exact=True)).to_be_visible()
    await expect(shown.get_by_text("not finished").first).to_be_visible()
    await expect(button(panel, "Run")).to_be_enabled()
    assert await notebook.run_cell(ended) == "True"
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "research-lab-cancelled")


async def check_failure(panel: Locator, name: str) -> None:
    await panel.get_by_label("Pages from").select_option("Web (Brave Search)")
    await button(panel, "Run").click()
    await expect(panel.get_by_role("alert")).to_contain_text("TRIPTYCH_BRAVE_KEY")
    await look(panel, f"research-{name}-failed")
    await panel.get_by_role("button", name="More options").click()
    pages = panel.get_by_label("Your own pages, one address per line")
    await pages.fill("https://example.org/\nexample.org")
    await expect(panel.get_by_text("Address 2, example.org, is not a web address")).to_be_visible()
    await expect(button(panel, "Run")).to_be_disabled()
    await look(panel, f"research-{name}-more")
    await pages.fill("")


async def check_narrow(notebook: LabNotebook, panel: Locator, name: str) -> None:
    await notebook.set_width(620)
    await look(panel, f"research-{name}-narrow")
    root = panel.locator(".triptych-panel").first
    beyond = "(panel) => Math.max(0, panel.scrollWidth - panel.clientWidth)"
    await becomes(lambda: root.evaluate(beyond), 0)


async def test_the_research_panel_in_jupyterlab(open_lab: OpenLab, tmp_path: Path) -> None:
    cells = [WEB + PANEL, NO_BROWSER, "panel.state", f"gone.wait({HANG_SECONDS})"]
    notebook = await open_lab(cells, fresh=True)
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await ask(panel, "lab")
    # What is done with loaded models may be done before it is looked at; this kernel is fresh.
    await check_live(panel, "lab")
    await check_done(panel, "lab")
    await check_tree(panel, "lab")
    await check_contrast(notebook, panel.locator(".triptych-panel").first, "research-lab-tree")
    await check_tabs(panel, "lab")
    await check_saving(notebook, panel, tmp_path, 1)
    await check_cancel(notebook, panel, 2, 3)
    await check_failure(panel, "lab")
    # What was cancelled is still there, under the failure.
    await check_narrow(notebook, panel, "lab")
    assert notebook.page_errors == []


async def test_the_research_panel_in_voila(panels_in_voila: VoilaPage) -> None:
    panel = panels_in_voila.output_of("Deep research")
    await ask(panel, "voila")
    await check_done(panel, "voila")
    await check_tree(panel, "voila")
    assert panels_in_voila.page_errors == []
