"""The sentiment panel's own: loading a text, and the links between picture and text."""

from __future__ import annotations

import re
from typing import Any

import pandas

from triptych import SentimentPanel
from triptych.contract import Attachment, SentimentReply

from .conftest import choose, end_of


def load(panel: SentimentPanel, name: str, content: bytes) -> None:
    """What the browser does when a file is chosen."""
    choose(panel, Attachment(content, name, "text/plain"))


def state(panel: SentimentPanel) -> str:
    return panel.state


def box(panel: SentimentPanel) -> Any:
    return panel.form.controls["text"].widget


async def test_a_text_from_python_is_ready_to_run() -> None:
    panel = SentimentPanel("What a lovely day! The rain ruined it, though.")
    assert state(panel) == "ready"
    panel.run_button.click()
    reply = await end_of(panel)
    assert isinstance(reply, SentimentReply)
    assert state(panel) == "done"
    picture = panel.result.pages[0].value
    # Every sentence stands both in the plot and in the text.
    places = re.findall(r'data-sentence="(\d+)"', picture)
    assert sorted(places) == ["0", "0", "1", "1"]
    panel.close()


def test_the_result_of_a_table_is_readable() -> None:
    panel = SentimentPanel()
    result = pandas.DataFrame(
        {
            "confidence": [0.599, 0.6, None],
            "emotion": pandas.Categorical(["neutral", "joy", None], ["joy", "neutral"]),
        }
    )
    shown = panel.readable(result)
    assert shown["emotion"].dropna().tolist() == ["joy"]
    assert shown["uncertain"].tolist() == [True, False, pandas.NA]
    assert "uncertain" not in panel.readable(result.assign(confidence=float("nan")))
    panel.close()


async def test_a_file_is_loaded_into_the_box() -> None:
    panel = SentimentPanel()
    load(panel, "letter.txt", "\ufeffDear Ann,\r\nthank you.".encode())
    assert box(panel).value == "Dear Ann,\nthank you."
    assert state(panel) == "ready"
    box(panel).value = ""
    # The same file can be chosen again.
    load(panel, "letter.txt", "\ufeffDear Ann,\r\nthank you.".encode())
    assert box(panel).value == "Dear Ann,\nthank you."
    panel.close()


async def test_a_file_that_is_no_text_is_refused_beside_the_control() -> None:
    panel = SentimentPanel("kept")
    load(panel, "photo.txt", b"\xff\xd8\xff\xe0")
    assert "not valid UTF-8 text" in panel.form.messages["file"].value
    assert box(panel).value == "kept"
    load(panel, "long.txt", b"a" * 2_000_001)
    assert "at most 2 MB" in panel.form.messages["file"].value
    assert box(panel).value == "kept"
    panel.close()
