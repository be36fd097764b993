"""A sentiment reply as a cell's output: JupyterLab must not take its links for files."""

from __future__ import annotations

from playwright.async_api import expect

from .conftest import OpenLab

CELL = """
from triptych.contract import SentimentReply, SentimentRequest
texts = [f"Day {day} was good." for day in range(60)]
mood = {"emotion": "joy", "sentiment": "positive", "score": 0.9}
members = {"sentiment": {**mood, "sentences": [{"text": text, **mood} for text in texts]}}
SentimentReply.from_json(members, SentimentRequest(text="\\n\\n".join(texts)))
"""


async def test_a_mark_leads_to_its_sentence(open_lab: OpenLab) -> None:
    notebook = await open_lab([CELL])
    await notebook.run_cell(0)
    output = notebook.cell_output(0)
    sentence = output.locator("span[data-sentence='55']")
    await expect(sentence).not_to_be_in_viewport()
    await output.locator("a[data-sentence='55']").click()
    await expect(sentence).to_be_in_viewport()
    assert notebook.page_errors == []
