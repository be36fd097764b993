"""The panel of search suggestions: it completes as one types, and searches for a completion."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx

from triptych import AsyncClient, SuggestPanel, Workbench
from triptych.client import RetryPolicy
from triptych.contract import SearchReply, SuggestReply

from .conftest import code_of, end_of

FOUND = {"success": True, "query": "tea pot", "results": [], "log_id": "log-1"}


class Outside:
    """A server that answers searches, and completes."""

    def __init__(self) -> None:
        self.queries: list[str] = []
        self.searches: list[dict[str, Any]] = []
        self.is_failing = False

    async def handle(self, request: httpx.Request) -> httpx.Response:
        if request.method == "POST":
            self.searches.append(json.loads(request.content))
            return httpx.Response(502) if self.is_failing else httpx.Response(200, json=FOUND)
        query = request.url.params["query"]
        self.queries.append(query)
        return httpx.Response(200, json={"suggestions": [f"{query} cup", f"{query} <pot>"]})

    @property
    def client(self) -> AsyncClient:
        transport = httpx.MockTransport(self.handle)
        retries = RetryPolicy(max_retries=0)
        return AsyncClient(
            api_key="k", base_url="https://example.com", transport=transport, retries=retries
        )


def press(panel: SuggestPanel, query: str) -> None:
    """Choose a completion, as the front end reports it."""
    panel.front._handle_custom_msg({"search": query}, [])


async def completed(panel: SuggestPanel, typed: str) -> list[Any]:
    """Type, and wait for what the box lists."""
    panel.box.value = panel.box.typed = typed
    assert panel.box._completing is not None
    await asyncio.wait([panel.box._completing], timeout=60)
    listed: list[Any] = panel.box.suggestions
    return listed


async def test_run_the_embedded_service_shows_completions() -> None:
    panel = SuggestPanel("black ho")
    task = panel.run()
    assert task is not None
    reply = await task
    assert isinstance(reply, SuggestReply)
    assert reply.suggestions
    assert f"{len(reply.suggestions)} suggestion" in panel.result.pages[0].value
    panel.form.controls["query"].widget.value = "x" * 201
    assert panel.state == "invalid"
    assert "at most 200 characters, not 201" in panel.form.messages["query"].value
    panel.close()


async def test_typing_lists_completions_and_runs_nothing() -> None:
    outside = Outside()
    panel = SuggestPanel(client=outside.client)
    assert await completed(panel, "tea") == ["tea", ["tea cup", "tea <pot>"]]
    assert panel.state == "ready"
    assert panel.history == []
    panel.close()


async def test_a_chosen_completion_alone_is_searched_for_in_the_panel() -> None:
    outside = Outside()
    panel = SuggestPanel("tea", client=outside.client)
    await panel.run()  # type: ignore[misc]
    assert 'data-query="tea &lt;pot&gt;"' in panel.result.pages[0].value
    press(panel, "tea pot")
    await end_of(panel)
    assert outside.searches == [{"query": "tea pot"}]
    assert isinstance(panel.reply, SearchReply)
    assert panel.box.value == "tea pot"
    assert str(panel.state) == "done"
    panel.result.tabs.selected_index = 3
    assert "client.search(" in code_of(panel)
    panel.box.value = "tea"
    assert str(panel.state) == "stale"
    panel.close()


async def test_retry_after_a_failed_search_searches_again() -> None:
    outside = Outside()
    outside.is_failing = True
    panel = SuggestPanel(client=outside.client)
    press(panel, "tea pot")
    await end_of(panel)
    assert panel.state == "failed"
    outside.is_failing = False
    panel.result.retry.click()
    await end_of(panel)
    assert isinstance(panel.reply, SearchReply)
    assert outside.queries == []
    # Of something else, the completions are what Run and Retry ask for.
    panel.box.value = "coffee"
    panel.result.retry.click()
    await end_of(panel)
    assert outside.queries == ["coffee"]
    panel.close()


async def test_a_chosen_completion_in_the_workbench_is_searched_for_in_the_search_panel() -> None:
    outside = Outside()
    workbench = Workbench(outside.client)
    panel = workbench.show("suggest")
    assert isinstance(panel, SuggestPanel)
    await completed(panel, "tea")
    assert len(workbench.history) == 0, "completions of the box are not calls of the history"
    press(panel, "tea pot")
    assert workbench._trying is not None
    await asyncio.wait([workbench._trying], timeout=60)
    search = workbench.panel("search")
    await end_of(search)
    assert outside.searches == [{"query": "tea pot"}]
    assert workbench.areas["web"].current is search
    assert [call.operation.name for call in workbench.history] == ["search"]
    # From the history, too.
    workbench.history_page.front._handle_custom_msg({"search": "tea cup"}, [])
    await asyncio.wait([workbench._trying], timeout=60)
    await end_of(search)
    assert outside.searches[1:] == [{"query": "tea cup"}]
    workbench.close()
