"""The search panel: what it asks, completes, corrects, and says when something is wrong."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from ipywidgets.widgets.widget import _instances

from triptych import AsyncClient, SearchPanel
from triptych.client import RetryPolicy
from triptych.contract import SearchReply
from triptych.panels.base.search_box import SearchBox

from .conftest import code_of, end_of

PAGE = {
    "title": "Tea",
    "url": "https://example.com/tea",
    "description": "A <em>drink</em>",
    "reference_number": 1,
}
REPLY = {
    "success": True,
    "query": "tea",
    "ai_overview": "Tea is a drink. [[1](https://example.com/tea)]",
    "overview_by": "extraction",
    "results": [PAGE],
    "log_id": "log-1",
}


class Outside:
    """A server: answers searches, and completions once each is let go."""

    def __init__(self) -> None:
        self.reply: dict[str, Any] = dict(REPLY)
        self.refusal: httpx.Response | None = None
        self.asked: list[dict[str, Any]] = []
        self.completed: list[str] = []
        self.ended: list[str] = []
        self.typing = asyncio.Event()
        self.let_go = asyncio.Event()
        self.let_go.set()
        self.failing = False

    async def handle(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            self.asked.append(json.loads(request.content))
            return self.refusal or httpx.Response(200, json=self.reply)
        typed = request.url.params["query"]
        self.completed.append(typed)
        self.typing.set()
        try:
            await self.let_go.wait()
        except asyncio.CancelledError:
            self.ended.append(typed)
            raise
        if self.failing:
            raise httpx.ConnectError("no")
        return httpx.Response(200, json={"suggestions": [f"{typed} cup", f"{typed} pot"]})

    def panel(self, *query: str, **more: Any) -> SearchPanel:
        transport = httpx.MockTransport(self.handle)
        retries = RetryPolicy(max_retries=0)
        client = AsyncClient(
            api_key="k", base_url="https://example.com", transport=transport, retries=retries
        )
        return SearchPanel(*query, client=client, **more)


@pytest.fixture
async def outside() -> Outside:
    return Outside()


async def run(panel: SearchPanel) -> None:
    panel.run_button.click()
    await end_of(panel)


async def completed(box: SearchBox) -> list[Any]:
    """Wait for the request that is on its way."""
    assert box._completing is not None
    await asyncio.wait([box._completing], timeout=60)
    found: list[Any] = box.suggestions
    return found


def put(panel: SearchPanel, **values: Any) -> None:
    for name, value in values.items():
        panel.form.controls[name].widget.value = value


async def test_two_clicks_lead_to_a_result(outside: Outside) -> None:
    panel = outside.panel()
    assert panel.state == "empty"
    assert "Type what to search for" in panel.status.value
    panel.chips[0].click()
    assert panel.run_button.disabled is False
    await run(panel)
    assert outside.asked == [{"query": "how tall is mount everest"}]
    assert isinstance(panel.reply, SearchReply)
    assert "triptych-marker" in panel.result.pages[0].value
    assert panel.frame is not None
    assert panel.frame["cited"].tolist() == [True]


async def test_filters_are_asked_for(outside: Outside) -> None:
    panel = outside.panel("tea")
    put(panel, provider="brave", max_results=3, safe_search="off", ai_overview=False)
    put(panel, auto_scrape=False, spell_check=False, country_code=" de ")
    put(panel, byo_urls="https://a.example/\n\n http://b.example/x \n")
    await run(panel)
    assert outside.asked == [
        {
            "query": "tea",
            "provider": "brave",
            "max_results": 3,
            "safe_search": "off",
            "ai_overview": False,
            "auto_scrape": False,
            "spell_check": False,
            "country_code": "de",
            "byo_urls": ["https://a.example/", "http://b.example/x"],
        }
    ]


@pytest.mark.parametrize(
    "site", ["docs.python.org", "site:docs.python.org", " https://Docs.Python.org/3/ "]
)
async def test_a_site_becomes_a_part_of_the_query(outside: Outside, site: str) -> None:
    panel = outside.panel(" tea ")
    put(panel, site=site)
    await run(panel)
    assert outside.asked == [{"query": "tea site:docs.python.org"}]


async def test_a_site_alone_is_nothing_to_search_for(outside: Outside) -> None:
    panel = outside.panel()
    put(panel, site="docs.python.org")
    assert panel.run_button.disabled


async def test_a_sample_takes_back_what_narrowed_the_last_search(outside: Outside) -> None:
    panel = outside.panel("tea", urls=["https://a.example/"])
    put(panel, site="b.example", spell_check=False)
    panel.chips[0].click()
    await run(panel)
    assert outside.asked == [{"query": "how tall is mount everest"}]


async def test_what_is_no_address_is_said_beside_its_control(outside: Outside) -> None:
    panel = outside.panel("tea")
    put(panel, byo_urls="https://a.example/\nb.example\nftp://c.example/\nhttps://d e/")
    assert panel.state == "invalid"
    assert panel.run_button.disabled
    assert "Address 2, b.example, is not a web address" in panel.form.messages["byo_urls"].value
    put(panel, byo_urls="https://a.example/", site="two sites")
    assert panel.form.messages["byo_urls"].value == ""
    assert "Enter one site" in panel.form.messages["site"].value
    put(panel, site="", country_code="Germany")
    assert panel.form.messages["site"].value == ""
    assert panel.form.messages["country_code"].value
    put(panel, country_code="")
    assert not panel.run_button.disabled


async def test_pages_given_from_python_are_in_sight(outside: Outside) -> None:
    panel = outside.panel("tea", urls=["https://a.example/", "https://b.example/"])
    assert panel.form.more_button is not None
    assert panel.form.more_button.value
    await run(panel)
    assert outside.asked[0]["byo_urls"] == ["https://a.example/", "https://b.example/"]


async def test_completions_come_for_what_was_typed(outside: Outside) -> None:
    box = outside.panel().box
    box.typed = "tea"
    assert await completed(box) == ["tea", ["tea cup", "tea pot"]]


async def test_a_newer_keystroke_cancels_the_older_request(outside: Outside) -> None:
    box = outside.panel().box
    outside.let_go.clear()
    box.typed = "te"
    await asyncio.wait_for(outside.typing.wait(), 60)
    older = box._completing
    assert older is not None
    box.typed = "tea"
    await asyncio.wait([older], timeout=60)
    assert older.cancelled()
    assert outside.ended == ["te"]
    outside.let_go.set()
    assert await completed(box) == ["tea", ["tea cup", "tea pot"]]


async def test_completions_that_fail_are_silent_and_block_nothing(outside: Outside) -> None:
    panel = outside.panel()
    outside.failing = True
    panel.box.value = panel.box.typed = "tea"
    assert await completed(panel.box) == ["tea", []]
    assert panel.state == "ready"
    assert panel.result.card.value == ""
    await run(panel)
    assert panel.reply is not None


@pytest.mark.parametrize("typed", ["", "   ", "x" * 201])
async def test_nothing_and_too_much_is_not_completed(outside: Outside, typed: str) -> None:
    box = outside.panel().box
    box.typed = "tea"
    await completed(box)
    box.typed = typed
    assert box._completing is None
    assert box.suggestions == [typed, []]
    assert outside.completed == ["tea"]


async def test_completions_of_a_client_that_is_not_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", "k")
    box = SearchPanel().box
    box.typed = "tea"
    assert await completed(box) == ["tea", []]


async def test_enter_runs_what_stands_in_the_box(outside: Outside) -> None:
    panel = outside.panel()
    outside.let_go.clear()
    panel.box.typed = "te"
    await asyncio.wait_for(outside.typing.wait(), 60)
    completing = panel.box._completing
    assert completing is not None
    panel.box.value, panel.box.typed = "tea pot", ""
    panel.front._handle_custom_msg({"run": {}}, [])
    await end_of(panel)
    assert outside.asked == [{"query": "tea pot"}]
    assert completing.cancelled(), "nobody waits for completions any more"


async def test_enter_on_another_thread_is_brought_home(outside: Outside) -> None:
    panel = outside.panel()

    def front_end() -> None:
        panel.box.typed = "te"
        panel.box.value, panel.box.typed = "tea", ""
        panel.front._handle_custom_msg({"run": {}}, [])

    await asyncio.to_thread(front_end)
    assert panel.task is not None
    assert panel.task.get_loop() is asyncio.get_running_loop()
    await panel.task
    assert outside.asked == [{"query": "tea"}]


async def test_a_corrected_query_can_be_searched_as_typed(outside: Outside) -> None:
    panel = outside.panel("taa")
    assert panel.exactly.layout.display == "none"
    outside.reply |= {"spell_fixed": True}
    await run(panel)
    assert panel.exactly.layout.display is None
    assert panel.exactly.description == "Search instead for “taa”"
    assert "<mark>tea</mark>" in panel.result.pages[0].value
    outside.reply |= {"query": "taa", "spell_fixed": False}
    panel.exactly.click()
    await end_of(panel)
    assert outside.asked == [{"query": "taa"}, {"query": "taa", "spell_check": False}]
    assert panel.exactly.layout.display == "none"
    assert [call.request.to_wire() for call in panel.history] == outside.asked


async def test_what_was_typed_since_is_not_what_is_searched_exactly(outside: Outside) -> None:
    panel = outside.panel("taa")
    put(panel, site="example.com")
    outside.reply |= {"spell_fixed": True}
    await run(panel)
    put(panel, query="cofee")
    panel.exactly.click()
    await end_of(panel)
    assert outside.asked[-1] == {"query": "taa site:example.com", "spell_check": False}
    assert panel.box.value == "taa site:example.com"
    panel.close()


async def test_a_provider_that_is_not_set_up_is_a_card_and_said_beside_it(outside: Outside) -> None:
    words = "Set TRIPTYCH_BRAVE_KEY to your key of the Brave Search API."
    error = {"code": "provider_not_configured", "field": "provider"}
    body = {"success": False, "status": 400, "message": words, "error": error}
    outside.refusal = httpx.Response(400, json=body)
    panel = outside.panel("tea")
    put(panel, provider="brave")
    await run(panel)
    assert panel.state == "failed"
    assert "TRIPTYCH_BRAVE_KEY" in panel.result.card.value
    assert "TRIPTYCH_BRAVE_KEY" in panel.form.messages["provider"].value


async def test_the_code_tab(outside: Outside) -> None:
    panel = outside.panel("tea")
    put(panel, site="a.example")
    await run(panel)
    panel.result.tabs.selected_index = 3
    assert 'client.search("tea site:a.example")' in code_of(panel)


async def test_close_leaves_no_widget_and_no_request(outside: Outside) -> None:
    before = set(_instances)
    panel = outside.panel("tea")
    await run(panel)
    outside.let_go.clear()
    outside.typing.clear()
    panel.box.typed = "te"
    await asyncio.wait_for(outside.typing.wait(), 60)
    completing = panel.box._completing
    assert completing is not None
    panel.close()
    await asyncio.wait([completing], timeout=60)
    assert completing.cancelled()
    assert set(_instances) - before == set()


async def test_its_help_tells_each_member() -> None:
    panel = SearchPanel("tea")
    assert "<dt>byo_urls</dt>" in panel.bar.value
    assert repr(panel) == "<SearchPanel: ready>"
    panel.close()


async def test_the_embedded_service_answers_each_sample() -> None:
    panel = SearchPanel()
    for chip, sample in zip(panel.chips, panel.samples, strict=True):
        chip.click()
        await run(panel)
        assert panel.state == "done", sample.label
        assert isinstance(panel.reply, SearchReply)
        assert panel.reply.ai_overview, sample.label
        assert panel.frame is not None
        assert panel.frame["cited"].any(), sample.label
        assert "triptych-overview" in panel.result.pages[0].value
    assert panel.exactly.layout.display == "none", "of an earlier reply"
    panel.close()


async def test_the_embedded_service_completes_and_corrects() -> None:
    panel = SearchPanel()
    panel.box.typed = "history of ph"
    typed, found = await completed(panel.box)
    assert typed == "history of ph"
    assert "History of philosophy" in found
    panel.box.value = "photosinthesis in plants"
    panel.front._handle_custom_msg({"run": {}}, [])
    await end_of(panel)
    assert panel.exactly.description == "Search instead for “photosinthesis in plants”"
    assert "<mark>photosynthesis</mark>" in panel.result.pages[0].value
    panel.close()
