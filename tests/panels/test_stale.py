"""A result that is not that of the inputs is dimmed, under a line that says so and what to do."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx
import pytest
from PIL import Image

from triptych import (
    AsyncClient,
    DetectionPanel,
    EmbeddingPanel,
    GenerationPanel,
    ProfanityPanel,
    ScrapePanel,
    SpamPanel,
)
from triptych.client import RetryPolicy
from triptych.contract import Attachment
from triptych.panels import Panel

from .conftest import Server, choose, end_of


async def run(panel: Panel) -> None:
    panel.run_button.click()
    await end_of(panel)


def state(panel: Panel) -> str:
    return panel.state


def line(panel: Panel) -> str:
    """Return the words of the line, or nothing while it is hidden."""
    stale = panel.result.stale
    return "" if stale.layout.display == "none" else str(stale.text.value)


def is_dimmed(panel: Panel) -> bool:
    return "triptych-dimmed" in panel.result.tabs._dom_classes


def is_shown(widget: Any) -> bool:
    return widget.layout.display is None


def say(panel: Panel, text: str) -> None:
    panel.form.controls["text"].widget.value = text


async def done(outside: Server, text: str = "damn") -> ProfanityPanel:
    panel = ProfanityPanel(text, client=outside.client())
    await run(panel)
    assert state(panel) == "done"
    assert line(panel) == ""
    assert not is_dimmed(panel)
    return panel


async def test_after_an_edit_the_line_says_what_the_result_is_for(outside: Server) -> None:
    panel = await done(outside)
    say(panel, "damn it")
    assert is_dimmed(panel)
    assert re.fullmatch(
        r"<b>Result for “damn”, \d\d:\d\d\.</b> Inputs have changed\.", line(panel)
    ), line(panel)
    assert is_shown(panel.result.stale.run_button)
    assert is_shown(panel.result.stale.restore_button)
    panel.close()


async def test_the_line_that_stands_for_a_folded_form_says_what_the_result_is_for(
    outside: Server,
) -> None:
    panel = ProfanityPanel("<b>damn", client=outside.client())
    column = panel.children[1].children[0]
    parts = column.children
    panel.run_button.click()
    await end_of(panel)
    *others, summary = column.children
    assert tuple(others) == parts
    assert re.search(r"Result for “&lt;b&gt;damn”, \d\d:\d\d", summary.value)
    say(panel, "damn it")
    panel.run_button.click()
    await end_of(panel)
    assert column.children[-1] is summary
    assert "“damn it”" in summary.value
    panel.close()


async def test_restore_puts_back_every_control(outside: Server) -> None:
    panel = ProfanityPanel("damn", client=outside.client())
    panel.form.fill({"censor_replacement": "#", "allow": ["it"]})
    await run(panel)
    panel.form.fill({"text": "", "censor_replacement": "*", "allow": []})
    assert "Inputs have changed." in line(panel)
    assert panel.result.stale.run_button.disabled, "there is no text to run with"
    panel.result.stale.restore_button.click()
    values = panel.form.values()
    assert (values["text"], values["censor_replacement"], values["allow"]) == ("damn", "#", ["it"])
    assert state(panel) == "done"
    assert line(panel) == ""
    assert not is_dimmed(panel)
    panel.close()


async def test_run_of_the_line_runs_with_the_new_inputs(outside: Server) -> None:
    panel = await done(outside)
    say(panel, "damn it")
    panel.result.stale.run_button.click()
    assert line(panel) == "", "a newer result is awaited"
    assert is_dimmed(panel)
    await end_of(panel)
    assert panel.history[-1].request.to_wire() == {"text": "damn it"}
    assert not is_dimmed(panel)
    panel.close()


async def test_after_a_cancel_the_earlier_result_stays_dimmed(outside: Server) -> None:
    panel = await done(outside)
    say(panel, "darn")
    outside.let_go.clear()
    outside.asked.clear()
    panel.run_button.click()
    await asyncio.wait_for(outside.asked.wait(), 60)
    panel.cancel_button.click()
    await end_of(panel)
    assert state(panel) == "cancelled"
    assert is_dimmed(panel)
    assert line(panel).endswith("Inputs have changed. The last run was cancelled.")
    outside.let_go.set()
    panel.result.stale.restore_button.click()
    assert state(panel) == "done"
    assert line(panel) == ""
    panel.close()


async def test_after_a_failure_the_earlier_result_stays_dimmed(outside: Server) -> None:
    panel = await done(outside)
    outside.answer = httpx.Response(500, json={"success": False, "message": "no"})
    await run(panel)
    assert state(panel) == "failed"
    assert is_dimmed(panel)
    assert line(panel).endswith("</b> The last run failed.")
    assert not is_shown(panel.result.stale.run_button), "the card has Retry"
    assert not is_shown(panel.result.stale.restore_button), "the inputs are the same"
    say(panel, "darn")
    assert state(panel) == "stale"
    panel.result.stale.restore_button.click()
    assert state(panel) == "done"
    assert panel.result.card.value == "", "it was about other inputs"
    panel.close()


async def test_an_invalid_input_dims_the_result_too(outside: Server) -> None:
    panel = await done(outside)
    say(panel, "a \ud800 half")
    assert state(panel) == "invalid"
    assert is_dimmed(panel)
    assert "Inputs have changed." in line(panel)
    assert panel.result.stale.run_button.disabled
    panel.close()


async def test_a_result_of_another_connection_says_so(outside: Server) -> None:
    panel = await done(outside)
    panel.use_client(Server().client())
    assert is_dimmed(panel)
    assert line(panel).endswith("</b> It is from another connection.")
    assert not is_shown(panel.result.stale.restore_button)
    panel.close()


async def test_without_an_earlier_result_there_is_no_line(outside: Server) -> None:
    outside.answer = httpx.Response(500, json={"success": False, "message": "no"})
    panel = ProfanityPanel("damn", client=outside.client())
    await run(panel)
    assert state(panel) == "failed"
    assert line(panel) == ""
    panel.close()


async def test_the_line_shows_no_login_and_no_markup(outside: Server) -> None:
    panel = await done(outside, "<b>see</b> https://me:secret@example.com/a")
    say(panel, "damn")
    assert "secret" not in line(panel)
    assert "&lt;b&gt;see" in line(panel)
    panel.close()


async def test_how_texts_are_read_is_restored() -> None:
    panel = SpamPanel("WIN a prize\nSee you")
    await run(panel)
    panel._by_line.value = False
    assert "Inputs have changed." in line(panel)
    panel.result.stale.restore_button.click()
    assert panel._by_line.value
    assert state(panel) == "done"
    panel.close()


def picture(colour: str) -> bytes:
    import io

    buffer = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(buffer, "PNG")
    return buffer.getvalue()


def client_for(reply: dict[str, Any]) -> AsyncClient:
    return AsyncClient(
        api_key="any",
        base_url="https://api.example.com",
        transport=httpx.MockTransport(lambda _: httpx.Response(200, json=reply)),
        retries=RetryPolicy(max_retries=0),
    )


async def test_pictures_are_restored_and_told_apart_beyond_the_first() -> None:
    red, blue, green = (
        Attachment(picture(name), f"{name}.png", "image/png") for name in ("red", "blue", "green")
    )
    panel = DetectionPanel(
        client=client_for({"success": True, "objects": [], "width": 8, "height": 8})
    )
    choose(panel, red, blue)
    await run(panel)
    assert state(panel) == "done", panel.result.card.value
    choose(panel, red, green)
    assert line(panel).startswith("<b>Result for red.png, blue.png, ")
    assert is_dimmed(panel)
    panel.sheet.chosen = 1
    assert is_dimmed(panel), "another picture of the same run is as old"
    panel.result.stale.restore_button.click()
    assert [file.filename for file in panel.files] == ["red.png", "blue.png"]
    assert state(panel) == "done"
    assert not is_dimmed(panel)
    panel.close()


async def test_a_picture_for_embedding_is_restored() -> None:
    panel = EmbeddingPanel()
    choose(panel, Attachment(picture("red"), "red.png", "image/png"))
    await run(panel)
    assert state(panel) == "done", panel.result.card.value
    panel.clear.click()
    say(panel, "tea")
    assert line(panel).startswith("<b>Result for red.png, ")
    panel.result.stale.restore_button.click()
    assert [file.filename for file in panel.files] == ["red.png"]
    assert state(panel) == "done"
    panel.close()


async def test_the_number_of_pictures_is_an_input() -> None:
    panel = GenerationPanel("A cup")
    panel.form.fill({"width": 256, "height": 256})
    await run(panel)
    assert state(panel) == "done", panel.result.card.value
    panel.pictures.value = 2
    assert line(panel).startswith("<b>Result for “A cup”, ")
    panel.result.stale.restore_button.click()
    assert panel.pictures.value == 1
    assert state(panel) == "done"
    panel.close()


@pytest.mark.parametrize("use", [False, True])
async def test_a_page_its_source_and_its_selectors_are_restored(use: bool) -> None:
    panel = ScrapePanel(html="<h1>Tea</h1><b>3.20 EUR</b>", prompts=["price"])
    await run(panel)
    assert state(panel) == "done", panel.result.card.value
    if use:
        task = panel._run_again()
        assert task is not None
        await task
        assert panel.selectors
    selectors = panel.selectors
    panel.fill({"url": "https://example.com", "element_prompts": ["name"]})
    assert "Inputs have changed." in line(panel)
    panel.result.stale.restore_button.click()
    assert panel.source.value == "HTML"
    assert panel.chips_box.value == ["price"]
    assert panel.selectors == selectors
    assert state(panel) == "done"
    panel.close()
