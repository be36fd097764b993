"""A column of a table in a real JupyterLab and in Voila: chosen, run, sorted, filtered, saved."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from playwright.async_api import Locator, expect

from triptych import samples

from .accessibility import COLOURS, serious_faults
from .conftest import OpenLab
from .lab import LabNotebook
from .panels import SIDEWAYS, button, choose, downloaded, look, panel_of, text_box
from .structure import same_structure
from .voila import VoilaPage
from .waiting import becomes

PANEL = "import triptych\npanel = triptych.SentimentPanel()\npanel"
#: A cell that runs as a script wherever it is taken for HTML.
SCRIPT = "<img src=x onerror='window.isInjected = true'><b>awful</b>, a waste of money"
NARROW = 700
#: A server that answers only some of its calls.
STUCK = """
import asyncio, httpx, pandas, triptych

calls = []

async def answer(request):
    if request.url.path == "/healthz":
        return httpx.Response(404, json={"success": False, "message": "no"})
    calls.append(request)
    if len(calls) > 3:
        await asyncio.sleep(3600)
    reply = {"success": True, "profanities_found": False, "clean_text": "fine"}
    return httpx.Response(200, json=reply)

panel = triptych.ProfanityPanel(client=triptych.AsyncClient(
    api_key="sk-" + "very-secret", base_url="http://api.example.com",
    transport=httpx.MockTransport(answer)))
notes = pandas.Series([f"note {number}" for number in range(200)], name="note")
panel
"""


def view(panel: Locator) -> Locator:
    return panel.locator(".triptych-table")


def count(panel: Locator, words: str) -> Locator:
    """How many rows there are, and of how many, beside the filter."""
    return view(panel).get_by_role("status").get_by_text(words, exact=True)


def cells(panel: Locator, column: int) -> Locator:
    """The cells of a column, counted from 1."""
    return view(panel).locator(f"tbody td:nth-child({column})")


async def open_table(panel: Locator) -> None:
    await button(panel, "Table").click()
    # That of the texts goes, after that of the table has come.
    await expect(panel.locator(".triptych-table-upload")).to_be_visible()
    await expect(panel.get_by_role("button", name="Choose a file")).to_have_count(1)


async def check_reviews(panel: Locator, folder: Path) -> None:
    """Upload a CSV with a cell of HTML, run, sort, filter, search."""
    rows = list(csv.DictReader(io.StringIO(samples.path("reviews.csv").read_text("utf-8"))))
    rows += [{"product": "lamp", "stars": "1", "text": SCRIPT}]
    with (folder / "reviews.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, ["product", "stars", "text"])
        writer.writeheader()
        writer.writerows(rows)
    await open_table(panel)
    await choose(panel, panel.page, folder / "reviews.csv")
    await expect(panel.get_by_text("25 rows, 3 columns")).to_be_visible()
    column = panel.get_by_label("Column", exact=True)
    await expect(column.locator("option:checked")).to_have_text("text")

    # A column without texts is refused beside the control.
    await column.select_option("stars")
    await expect(
        panel.get_by_text("The column stars has no texts: choose another.")
    ).to_be_visible()
    await expect(button(panel, "Run")).to_be_disabled()
    await column.select_option("text")
    await button(panel, "Run").click()
    await expect(panel.get_by_role("status").filter(has_text=": 25 rows")).to_be_visible()
    await expect(count(panel, "25 rows")).to_be_visible()

    await button(view(panel), "score").click()
    await expect(view(panel).get_by_role("columnheader", name="score")).to_have_attribute(
        "aria-sort", "ascending"
    )
    scores = [float(text) for text in await cells(panel, 5).all_inner_texts()]
    assert scores == sorted(scores)
    await button(view(panel), "score").press("Enter")
    await expect(view(panel).get_by_role("columnheader", name="score")).to_have_attribute(
        "aria-sort", "descending"
    )
    await check_widths(panel)
    await view(panel).get_by_label("sentiment").select_option("positive")
    await expect(
        view(panel).get_by_role("status").get_by_text(re.compile(r"^\d+ of 25 rows$"))
    ).to_be_visible()
    assert set(await cells(panel, 4).all_inner_texts()) == {"positive"}
    await view(panel).get_by_label("sentiment").select_option("all")
    await view(panel).get_by_label("Filter").fill("onerror")
    await expect(count(panel, "1 of 25 rows")).to_be_visible()
    await expect(cells(panel, 3)).to_have_text(SCRIPT)
    assert await panel.page.evaluate("() => 'isInjected' in window") is False


async def check_widths(panel: Locator) -> None:
    """A column takes another width by its edge and by the keyboard; the others keep theirs."""
    heads = view(panel).get_by_role("columnheader")

    async def widths() -> list[int]:
        return [round(await head.evaluate("(e) => e.offsetWidth")) for head in await heads.all()]

    before = await widths()
    await button(view(panel), "product").press("Shift+ArrowRight")
    wider = await becomes(widths, [before[0] + 24, *before[1:]])
    edge = heads.nth(0).locator(".triptych-table-edge")
    box = await edge.bounding_box()
    assert box is not None
    mouse = panel.page.mouse
    await mouse.move(box["x"] + 4, box["y"] + 4)
    await mouse.down()
    await mouse.move(box["x"] + 44, box["y"] + 4, steps=3)
    await mouse.up()
    await becomes(widths, [wider[0] + 40, *wider[1:]])
    await look(panel, "table-resized")
    await edge.dblclick()
    await becomes(widths, before)


async def check_files(panel: Locator) -> None:
    """What matches is saved, and the code does the same."""
    saved = (await downloaded(panel, "CSV")).decode("utf-8-sig")
    [row] = csv.DictReader(io.StringIO(saved))
    assert row["text"] == SCRIPT
    assert row["sentiment"] == "negative"
    await expect(panel.get_by_text("Saved reviews-sentiment.csv")).to_be_visible()
    assert (await downloaded(panel, "Parquet")).startswith(b"PAR1")
    code = panel.locator(".triptych-of-tables .triptych-copied pre")
    await expect(code).to_contain_text('result = reviews["text"].triptych.sentiment()')
    await view(panel).get_by_label("Filter").fill("")
    await expect(count(panel, "25 rows")).to_be_visible()


async def check_themes(notebook: LabNotebook, panel: Locator) -> None:
    faults = {}
    for theme, only in ((notebook.theme, None), (notebook.other_theme, COLOURS)):
        await notebook.set_theme(theme)
        faults[theme] = await serious_faults(panel, only)
        await look(panel, f"table-{theme}")
    assert {theme: found for theme, found in faults.items() if found} == {}


async def test_a_file_in_jupyterlab(open_lab: OpenLab, tmp_path: Path) -> None:
    notebook = await open_lab([PANEL, "panel.frame.shape, panel.state"])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0).locator(".triptych-panel").first
    await check_reviews(panel, tmp_path)
    await check_files(panel)
    await same_structure(panel, "SentimentPanel-table")
    assert await notebook.run_cell(1) == "((25, 8), 'done')"
    await check_themes(notebook, panel)
    await notebook.set_width(NARROW)
    await becomes(lambda: panel.evaluate(SIDEWAYS), [])
    await look(panel, "table-narrow")
    # Back at the text, what was there is there.
    await button(panel, "Text").click()
    await expect(panel.get_by_label("Text", exact=True)).to_be_visible()
    await expect(view(panel)).to_be_hidden()
    assert notebook.page_errors == []


async def test_cancel_keeps_what_is_done_and_the_kernel_answers_meanwhile(
    open_lab: OpenLab,
) -> None:
    later = "later = pandas.DataFrame({'note': ['one', 'two']})"
    frame = "panel.frame['clean_text'].notna().sum()"
    notebook = await open_lab([STUCK, "6 * 7", frame, later])
    await notebook.run_cell(0)
    panel = notebook.cell_output(0).locator(".triptych-panel").first
    await open_table(panel)
    # What a cell makes is there once it has run.
    await notebook.run_cell(3)
    later_option = panel.get_by_label("or a variable").locator("option", has_text="later (2 rows)")
    await expect(later_option).to_have_count(1)
    await panel.get_by_label("or a variable").select_option("notes (200 rows)")
    await expect(panel.get_by_label("Column", exact=True)).to_be_hidden()
    await button(panel, "Run").click()
    progress = panel.get_by_text(re.compile(r"^3 of 200 rows"))
    await expect(progress).to_be_visible()
    await look(panel, "table-running")
    await expect(panel.get_by_role("progressbar", name="Rows done")).to_be_visible()
    assert await notebook.run_cell_while(1, progress) == "42"
    await button(panel, "Cancel").click()
    await expect(panel.get_by_role("status").filter(has_text="3 of 200 rows done")).to_be_visible()
    await expect(count(panel, "200 rows")).to_be_visible()
    await view(panel).get_by_label("error").select_option("no errors")
    await expect(count(panel, "3 of 200 rows")).to_be_visible()
    code = panel.locator(".triptych-of-tables .triptych-copied pre")
    await expect(code).to_contain_text("result = notes.triptych.profanity(client=client)")
    assert await notebook.run_cell(2) == "np.int64(3)"
    await look(panel, "table-cancelled")
    assert notebook.page_errors == []


async def test_a_hundred_thousand_rows_are_as_quick_as_ten(open_lab: OpenLab) -> None:
    many = """import numpy, pandas
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.table_view import TableView
texts = [f"review {n}: " + "what somebody wrote about a thing they bought. " * 3
    for n in range(100_000)]
frame = pandas.DataFrame({"text": texts, "score": numpy.random.default_rng(0).random(100_000)})
frame["mood"] = pandas.Categorical(numpy.where(frame["score"] < 0.5, "negative", "positive"))
view = TableView(EventLoop(print))
view.show(frame)
view"""
    notebook = await open_lab([many])
    await notebook.run_cell(0)
    output = notebook.cell_output(0)
    table = output.locator(".triptych-table")
    await expect(count(output, "100,000 rows")).to_be_visible()
    await expect(table.locator("tbody tr")).to_have_count(100)
    await button(table, "Next").click()
    await expect(table.get_by_text("Rows 101 to 200")).to_be_visible()
    await button(table, "score").click()
    await expect(table.locator("tbody td:nth-child(2)").first).to_have_text("0.000")
    await table.get_by_label("mood").select_option("positive")
    await table.get_by_label("Filter").fill("review 99999:")
    await expect(table.get_by_text(re.compile(r"^[01] of 100,000 rows"))).to_be_visible()
    # A page of it is all that a notebook saves.
    path = await notebook.save()
    assert path.stat().st_size < 200_000
    assert notebook.page_errors == []


async def test_a_column_in_voila(panels_in_voila: VoilaPage, tmp_path: Path) -> None:
    panel = panels_in_voila.output_of("Sentiment").locator(".triptych-panel").first
    await check_reviews(panel, tmp_path)
    # Whoever looks at the page has no notebook.
    await expect(panel.get_by_label("or a variable")).to_be_hidden()
    await look(panel, "table-voila")
    await check_files(panel)
    await button(panel, "Text").click()
    assert panels_in_voila.page_errors == []


async def test_a_run_in_the_workbench_is_in_its_history(open_lab: OpenLab) -> None:
    made = "import triptych\nworkbench = triptych.Workbench()"
    notebook = await open_lab([f"{made}\nworkbench.show('profanity')\nworkbench"])
    await notebook.run_cell(0)
    workbench = notebook.cell_output(0)
    panel = panel_of(workbench, "Profanity")
    await open_table(panel)
    await button(panel, "inbox.csv").click()
    await expect(panel.get_by_text("20 rows, 2 columns")).to_be_visible()
    await button(panel, "Run").click()
    await expect(count(panel, "20 rows")).to_be_visible()
    await workbench.get_by_role("tab", name="History (1)").click()
    page = workbench.get_by_role("group", name="History of calls")
    await page.get_by_label('Call 1, Profanity: inbox["text"], 20 rows').check()
    await expect(button(page, "Re-run")).to_be_disabled()
    await page.get_by_text('inbox["text"], 20 rows').first.click()
    await expect(count(page, "20 rows")).to_be_visible()
    await look(page, "table-history")
    assert notebook.page_errors == []


async def test_a_pasted_table_is_opened_as_one_in_jupyterlab(open_lab: OpenLab) -> None:
    notebook = await open_lab(["import triptych\ntriptych.SentimentPanel()"], theme="dark")
    await notebook.run_cell(0)
    panel = notebook.cell_output(0)
    await text_box(panel).fill("id,review\n1,Fine\n2,Awful\n")
    await expect(panel.get_by_text("the columns id, review.")).to_be_visible()
    await button(panel, "Open as table").click()
    await expect(panel.get_by_text("2 rows")).to_be_visible()
    assert notebook.page_errors == []
