"""Corrections on the page of the scrape panel: what is asked for, shown, kept and saved."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from triptych import ScrapePanel
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.panels.scrape.code import for_many_pages
from triptych.panels.scrape.correction import Click, Correction
from triptych.panels.scrape.page import shown

from .conftest import code_of
from .test_scrape import PAGE, REPLY, Outside, hidden, ran, reply_of, run, state

#: What the service answers to examples of the field, and to its selectors.
CORRECTED = reply_of(
    ("tea", "h2 a", ["Sencha", "Gyokuro"]), ("price", "li > b", ["9.80", "32"]), page=PAGE
)
LEARNED = {"tea": ["h2 a", "html h2 a"]}


@pytest.fixture
async def outside() -> AsyncIterator[Outside]:
    """A server that has answered, and panels that ask it."""
    outside = Outside()
    yield outside
    for panel in outside.panels:
        panel.close()


async def started(outside: Outside, url: str = "https://a.example/") -> ScrapePanel:
    panel = outside.panel(url, {"tea": "names of the teas", "price": "prices"})
    await run(panel)
    outside.asked.clear()
    outside.reply = dict(CORRECTED)
    return panel


async def click(panel: ScrapePanel, element: str, **more: Any) -> None:
    """Click as the browser reports it, and wait until the panel has followed."""
    message = {"click": {"key": "tea", "element": element, **more}}
    panel.page._handle_custom_msg(message, [])
    assert panel._correcting is not None
    await panel._correcting


async def test_a_click_asks_for_the_selector_and_runs_with_it(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "li h2 a")
    learn, again = outside.asked
    assert learn == {
        "html": PAGE,
        "element_prompts": {"tea": "names of the teas"},
        "selectors": {"tea": ["h2", "html h2"]},
        "examples": {"tea": {"right": ["li h2 a"]}},
        "render": "never",
    }
    assert again == {
        "url": "https://a.example/",
        "element_prompts": {"tea": "names of the teas", "price": "prices"},
        "selectors": LEARNED,
        "features": ["page"],
    }
    assert state(panel) == "done", "what is shown is what the form asks for"
    assert "Corrected: 1 field" in panel.using.value
    assert [field["corrected"] for field in panel.page.shown["fields"]] == [True, False]
    assert panel.page.shown["fields"][0]["selectors"] == LEARNED["tea"]
    assert not panel.page.busy


async def test_the_corrected_field_is_shown_before_the_page_is_read_again(outside: Outside) -> None:
    panel = await started(outside)
    seen: list[list[str]] = []
    outside.reply["context"] = {"tea": ["Assam", "Uji"], "price": ["9.80", "32"]}
    panel.page.observe(lambda change: seen.append(change["new"]["fields"][0]["values"]), "shown")
    price = panel.page.shown["fields"][1]
    await click(panel, "li h2 a")
    assert seen[0] == ["Assam", "Uji"]
    assert panel.page.shown["fields"][1] == price


async def test_clicks_on_one_page_add_up(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one", alone=True)
    await click(panel, "#two")
    await click(panel, "#three", wrong=True)
    await click(panel, "#around-two", replaced="#two")
    await click(panel, "#one", wrong=True)
    learn = outside.asked[::2]
    assert [asked["examples"]["tea"] for asked in learn] == [
        {"right": ["#one"]},
        {"right": ["#one", "#two"]},
        {"right": ["#one", "#two"], "wrong": ["#three"]},
        {"right": ["#one", "#around-two"], "wrong": ["#three"]},
        {"right": ["#around-two"], "wrong": ["#three", "#one"]},
    ]
    assert all("selectors" not in asked for asked in learn[:-1]), "taken instead"
    assert learn[-1]["selectors"] == LEARNED, "what is like the removed one stays"


async def test_on_another_page_only_the_selectors_hold(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one", alone=True)
    outside.reply["page"] = PAGE.replace("Sencha", "Assam")
    await run(panel)
    outside.asked.clear()
    await click(panel, "#two", wrong=True)
    assert outside.asked[0]["selectors"] == LEARNED
    assert outside.asked[0]["examples"] == {"tea": {"wrong": ["#two"]}}


async def test_a_click_that_is_refused_changes_nothing_and_says_why(outside: Outside) -> None:
    panel = await started(outside)
    words = "tea: Every element was removed: choose one that is right."
    body = {"success": False, "status": 400, "message": words, "error": {"field": "examples"}}
    outside.refusal = httpx.Response(400, json=body)
    await click(panel, "h2", wrong=True)
    assert panel.page.problem == words
    assert panel.corrections == {}
    assert state(panel) == "done"
    assert len(outside.asked) == 1
    outside.refusal = None
    await click(panel, "h2")
    assert panel.page.problem == ""
    assert panel.corrections["tea"].wrong == ()


async def test_a_click_during_a_call_has_to_wait(outside: Outside) -> None:
    panel = await started(outside)
    task = panel.run()
    assert panel._on_click(Click("tea", "h2")) is None
    assert "Wait until the call has finished" in panel.page.problem
    assert task is not None
    await task


async def test_an_undone_correction_is_searched_for_again(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one")
    outside.asked.clear()
    panel.page._handle_custom_msg({"undo": "tea"}, [])
    await ran(panel)
    assert "selectors" not in outside.asked[0]
    assert hidden(panel.use)
    await click(panel, "#one")
    panel.forget.click()
    assert panel.corrections == {}


async def test_the_only_chosen_element_clicked_away_undoes_the_correction(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one", alone=True)
    outside.asked.clear()
    assert panel._on_click(Click("tea", "#one", wrong=True)) is None
    await ran(panel)
    assert panel.corrections == {}
    assert len(outside.asked) == 1
    assert "selectors" not in outside.asked[0]


async def test_a_correction_lasts_as_long_as_its_description(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one")
    panel.chips_box.value = ["tea: names of the teas", "weight"]
    assert list(panel.corrections) == ["tea"]
    panel.chips_box.value = ["tea: kinds of tea", "weight"]
    assert panel.corrections == {}


async def test_a_correction_is_part_of_selectors_that_are_used_again(outside: Outside) -> None:
    panel = await started(outside)
    panel.again.click()
    await ran(panel)
    await click(panel, "#one")
    assert "element_prompts" not in outside.asked[-1]
    assert outside.asked[-1]["selectors"]["tea"] == LEARNED["tea"]
    assert "Read by the selectors of 2 fields" in panel.using.value


async def test_the_code_has_the_correction(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one")
    panel.result.tabs.selected_index = 4
    code = code_of(panel)
    assert "for many pages" in code
    assert 'selectors={"tea": ["h2 a", "html h2 a"]}' in code
    assert 'page.css("h2 a")' in code


async def test_the_template_has_the_correction(outside: Outside) -> None:
    panel = await started(outside)
    await click(panel, "#one")
    template = {"format": 1, "rules": {"tea": {"selectors": ["h2 a"]}}}
    outside.reply["template"] = template
    await panel.save("template")
    assert outside.asked[-1]["sample_urls"] == []
    assert outside.asked[-1]["selectors"] == LEARNED
    assert "features" not in outside.asked[-1]
    file = panel.result.menu.download.file
    assert file["name"] == "template.json"
    assert json.loads(b64decode(file["content"])) == template
    assert "Saved template.json" in panel.result.menu.message.value


async def test_a_service_without_templates_is_reported(outside: Outside) -> None:
    panel = await started(outside)
    await panel.save("template")
    assert "This service learns no templates" in panel.result.menu.message.value
    outside.refusal = httpx.Response(503, json={"message": "Later."})
    await panel.save("template")
    assert "Not saved as Template. Later." in panel.result.menu.message.value
    assert state(panel) == "done"


async def test_what_no_browser_sends_is_ignored(outside: Outside) -> None:
    panel = await started(outside)
    messages: list[Any] = [{"click": "h1"}, {"undo": None}, {"other": {}}, "nonsense"]
    for message in messages:
        panel.page._handle_custom_msg(message, [])
    assert outside.asked == []


def test_a_field_without_a_prompt_of_its_own_is_asked_for_by_its_key() -> None:
    members = Correction("price", "<b>", right=("b",)).members("price", "main")
    assert members["element_prompts"] == ["price"]
    assert members["selectors"] is None
    assert members["root_element_selector"] == "main"


def test_corrected_fields_are_marked() -> None:
    request = ScrapeRequest(html=PAGE, element_prompts=["tea"])
    fields = shown(request, ScrapeReply.from_json(REPLY), {"price"})["fields"]
    assert [field["corrected"] for field in fields] == [False, True]


def test_a_program_for_many_pages_without_prompts_has_their_keys() -> None:
    request = ScrapeRequest(url="https://e.org/1", selectors={"tea": ["h2"]}, render="never")
    *head, call, _ = for_many_pages(request, "https://e.org").splitlines()
    assert any('base_url="https://e.org"' in line for line in head)
    assert call == (
        'pages = client.scrape_many(urls, ["tea"], selectors={"tea": ["h2"]}, render="never")'
    )
