"""The panel of search suggestions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import ipywidgets

from triptych.client import AsyncClient
from triptych.contract import (
    OPERATIONS,
    Operation,
    Reply,
    Request,
    SearchRequest,
    SuggestReply,
    SuggestRequest,
)
from triptych.panels.base.controls import Control
from triptych.panels.base.panel import Call, Panel, Sample
from triptych.panels.base.result import DisplayedReply
from triptych.panels.base.search_box import SearchBox


class SuggestPanel(Panel):
    """Complete a query, as a search box does while someone types, and search for a completion.

    Completions are listed below the box as one types. Run shows them as a reply. A click on one, or
    Enter on one of the list, searches for it: the result appears here, or, in the workbench, in the
    search panel.

    Parameters
    ----------
    query : str, optional
        Initial query.
    client : AsyncClient, optional
        As for `Panel`.

    Attributes
    ----------
    on_search : callable or None
        Called with a completion that was chosen, in place of searching for it here.

    Examples
    --------
    >>> panel = SuggestPanel("why is the sk")
    >>> panel
    <SuggestPanel: ready>
    >>> panel.close()
    """

    operation_name = "suggest"
    table_rows = "a row for each suggestion, or each result of a search"
    takes = "the beginning of a query"
    lines = ("query",)
    samples = (
        Sample("a question", {"query": "why is the sk"}),
        Sample("a beginning", {"query": "black ho"}),
        Sample("a misspelt word", {"query": "photosinth"}),
    )
    empty = (
        "Up to ten completions will appear here, the best first: choose one to search for it. "
        "They are also listed below the box as you type."
    )
    sketch = "<p>black ho<b>le</b><br>black ho<b>les in galaxies</b><br>black ho<b>rse</b></p>"

    def __init__(self, query: str = "", *, client: AsyncClient | None = None) -> None:
        self.on_search: Callable[[str], object] | None = None
        self._request: Request | None = None
        super().__init__(client=client)
        self.begin_with({"query": query})
        self.front.on_search(lambda chosen: self._loop.call(partial(self.search, chosen)))

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the box that completes what is typed."""
        self.box = SearchBox(
            "Query",
            "the beginning of a question, or a few letters",
            self._loop,
            lambda: self.client,
            is_opening=True,
        )
        return {"query": Control(self.box, str, str)}

    def search(self, query: str) -> asyncio.Task[Reply | None] | None:
        """Search for a query; the result appears here unless `on_search` is set. See `run`."""
        if self.on_search is not None:
            self.on_search(query)
            return None
        if self.state == "running":
            return None
        self.form.fill({"query": query})
        return self.start(SearchRequest(query=query))

    def retry(self) -> asyncio.Task[Reply | None] | None:
        """Search again if it was a search that failed; see `run`."""
        failed = self._request
        if isinstance(failed, SearchRequest) and failed.query == self.box.value:
            return self.search(failed.query)
        return self.run()

    def prepare(self, request: Request) -> None:
        """Store the request, which may be sent again."""
        self._request = request

    def operation_of(self, request: Request) -> Operation[Any, Any]:
        """Return the search for one of its requests, else the suggestions."""
        return OPERATIONS["search"] if isinstance(request, SearchRequest) else self.operation

    def identity(self, request: Request) -> object:
        """Return the query: a result of its search is for what stands in the box, too."""
        assert isinstance(request, SearchRequest | SuggestRequest)
        return request.query

    def displayed_reply(self, call: Call, base_url: str | None) -> DisplayedReply:
        """Return what to show of a call; each suggestion is a button."""
        operation = self.operation_of(call.request)
        if not isinstance(call.reply, SuggestReply):
            return DisplayedReply(operation, call.request, call.reply, base_url)
        return DisplayedReply(operation, call.request, call.reply, base_url, picture=_buttons)


def _buttons(reply: SuggestReply) -> str:
    from triptych.views.suggestions import SuggestView

    return SuggestView().html(reply, can_search=True)
