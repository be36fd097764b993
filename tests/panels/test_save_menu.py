"""The Save menu: what every panel offers, what it contains, and what becomes of a click."""

from __future__ import annotations

import base64
import csv
import io
import json

import numpy
import pytest
from PIL import Image

from triptych import EmbeddingV2Panel, ProfanityPanel, SentimentPanel, SpamPanel, SuggestPanel
from triptych.panels import Panel
from triptych.panels.base.browser import File
from triptych.panels.base.save_menu import Saveable

from .conftest import Server, end_of, saveable


async def run(panel: Panel) -> None:
    panel.run_button.click()
    await end_of(panel)
    assert panel.state == "done", panel.result.card.value


async def saved(panel: Panel, kind: str) -> tuple[str, bytes]:
    """Click on an entry as the browser does, and return the file."""
    menu = panel.result.menu
    menu._handle_custom_msg({"save": kind}, [])
    assert menu._saving is not None
    await menu._saving
    file = menu.download.file
    assert f"Saved {file['name']}" in menu.message.value
    return file["name"], base64.b64decode(file["content"])


@pytest.mark.parametrize(
    "panel_of",
    [
        lambda: SentimentPanel("A lovely day. A bad evening."),
        lambda: SpamPanel(["See you at six", "WIN a prize"]),
        lambda: SuggestPanel("black ho"),
        lambda: ProfanityPanel("a damn day"),
    ],
)
async def test_a_table_a_picture_and_the_reply_are_saved(panel_of: object) -> None:
    assert callable(panel_of)
    panel: Panel = panel_of()
    assert saveable(panel) == {}
    await run(panel)
    stem = panel.operation.name
    assert saveable(panel) == {"csv": "CSV", "png": "PNG", "reply": "Reply (JSON)"}
    assert all(entry["contains"] for entry in panel.result.menu.entries)
    assert panel.result.menu.title.startswith("Result for ")
    name, content = await saved(panel, "csv")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    assert name == f"{stem}.csv"
    assert panel.frame is not None
    assert len(rows) == len(panel.frame) + 1
    name, content = await saved(panel, "png")
    assert name == f"{stem}.png"
    assert Image.open(io.BytesIO(content)).size[0] > 300
    name, content = await saved(panel, "reply")
    assert name == f"{stem}.json"
    assert panel.reply is not None
    assert json.loads(content) == panel.reply.raw
    panel.close()


async def test_vectors_are_saved() -> None:
    panel = EmbeddingV2Panel(["tea", "a train"])
    await run(panel)
    assert list(saveable(panel)) == ["csv", "npy", "png", "reply"]
    _, content = await saved(panel, "npy")
    assert numpy.load(io.BytesIO(content)).shape == (2, 384)
    _, content = await saved(panel, "csv")
    names, first, _ = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    assert (names[0], names[-1], first[0]) == ("text", "e383", "tea")
    panel.close()


async def test_nothing_is_saved_while_a_run_may_change_the_result(outside: Server) -> None:
    panel = ProfanityPanel("damn", client=outside.client())
    await run(panel)
    await saved(panel, "reply")
    outside.let_go.clear()
    panel.run_button.click()
    menu = panel.result.menu
    assert menu.disabled
    assert menu.message.value == ""
    number = menu.download.file["number"]
    menu._handle_custom_msg({"save": "reply"}, [])
    outside.let_go.set()
    await end_of(panel)
    assert menu.download.file["number"] == number
    assert not menu.disabled
    panel.close()


async def test_an_earlier_result_is_saved_under_its_name(outside: Server) -> None:
    panel = ProfanityPanel("damn", client=outside.client())
    await run(panel)
    panel.form.fill({"text": "darn"})
    assert panel.state == "stale"
    assert panel.result.menu.title.startswith("Result for “damn”, ")
    assert not panel.result.menu.disabled
    panel.close()


async def test_what_cannot_be_made_is_said_and_can_be_tried_again(outside: Server) -> None:
    panel = ProfanityPanel("damn", client=outside.client())
    await run(panel)
    menu = panel.result.menu

    def fail() -> File:
        raise OSError("no <room>")

    menu.offer({"csv": Saveable("CSV", "a row", fail)}, "Result")
    await panel.save("csv")
    assert "Not saved as CSV. no &lt;room&gt;" in menu.message.value
    assert "triptych-problem" in menu.message.value
    assert not menu.disabled
    assert menu.download.file == {}
    panel.close()


@pytest.mark.parametrize("message", ["csv", {"save": "unknown"}, {"save": None}, {}, None])
async def test_what_no_menu_sends_is_ignored(outside: Server, message: object) -> None:
    panel = ProfanityPanel("damn", client=outside.client())
    await run(panel)
    panel.result.menu._handle_custom_msg(message, [])
    assert panel.result.menu._saving is None
    panel.close()
