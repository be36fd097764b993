"""The search panel."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

import ipywidgets

from triptych.client import AsyncClient
from triptych.contract import Problem, SearchReply, SearchRequest
from triptych.panels.base.controls import Control
from triptych.panels.base.layout import set_visible
from triptych.panels.base.page_sources import QueryPanel, addresses_control, provider_control
from triptych.panels.base.panel import Call, Sample
from triptych.panels.base.search_box import SearchBox
from triptych.panels.search.own_pages import OwnPages
from triptych.views.base.units import shortened

_HOST = re.compile(r"[\w-]+(\.[\w-]+)*(:\d+)?")


def _sample(label: str, query: str, site: str = "") -> Sample:
    """Return a sample query, which also resets the options of an earlier search."""
    values = {"query": query, "site": site, "byo_urls": None, "spell_check": True}
    return Sample(label, values)


class SearchPanel(QueryPanel):
    """Search pages, and read an overview whose every sentence leads to its source.

    The box completes what is typed. Results come from the pages on this machine, from a search
    engine of the web that the service is set up for, or from pages of your own.

    Parameters
    ----------
    query : str, optional
        Initial query.
    urls : iterable of str, optional
        Addresses of your own pages: then only these are searched.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = SearchPanel("how tall is mount everest")
    >>> panel
    <SearchPanel: ready>
    >>> panel.close()
    """

    operation_name = "search"
    table_rows = "a row for each result"
    lines = (
        "query",
        ("provider", "site"),
        ("max_results", "safe_search"),
        ("ai_overview", "auto_scrape", "spell_check"),
        "own_pages",
    )
    more = ("byo_urls", "country_code")
    labels = MappingProxyType(
        {
            "max_results": "Number of results",
            "ai_overview": "Overview",
            "auto_scrape": "Read pages",
            "spell_check": "Correct spelling",
        }
    )
    samples = (
        _sample("a fact", "how tall is mount everest"),
        _sample("how to", "how do I read a csv file in python"),
        _sample("an exact phrase", '"speed of light"'),
        _sample("without a word", "mercury -planet"),
        _sample("a misspelt word", "photosinthesis in plants"),
        _sample("one site only", "full text search", "sqlite.org"),
    )
    missing_query = "Type what to search for, or choose a sample."
    empty = "An overview with its sources will appear here, and the pages that were found."
    sketch = (
        '<svg viewBox="0 0 220 96" width="220" fill="none" stroke="currentColor">'
        '<path d="M8 12H180M8 24H206M8 36H120"/><circle cx="132" cy="34" r="6"/>'
        '<rect x="8" y="54" width="16" height="16" rx="2"/><path d="M34 58H110M34 68H190"/>'
        '<rect x="8" y="78" width="16" height="16" rx="2"/><path d="M34 82H96M34 92H170"/></svg>'
    )

    def __init__(
        self, query: str = "", *, urls: Iterable[str] = (), client: AsyncClient | None = None
    ) -> None:
        self.exactly = ipywidgets.Button(tooltip="Search without correcting the spelling")
        super().__init__(query, urls=urls, client=client)
        self.exactly.add_class("triptych-exactly")
        set_visible(self.exactly, False)
        self.result.add("above_tabs", self.exactly)
        self.exactly.on_click(lambda _: self._loop.call(self._search_exactly))

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the search box, and the controls for the source of pages."""
        wide = {"style": {"description_width": "initial"}}
        placeholder = "words, “a phrase”, -without"
        self.box = SearchBox("Search for", placeholder, self._loop, lambda: self.client)
        site = ipywidgets.Text(
            description="Only from this site", placeholder="docs.python.org", **wide
        )
        country = ipywidgets.Text(description="Country to search from", placeholder="de", **wide)
        return {
            "query": Control(self.box, _same, _same),
            "provider": provider_control("Results from"),
            "site": Control(site, str.strip, _same),
            "byo_urls": addresses_control("Search these pages only"),
            "own_pages": OwnPages(self._loop),
            "country_code": Control(country, lambda text: text.strip() or None, _or_empty),
        }

    # What is asked

    def values(self) -> dict[str, Any]:
        """Return the members to send; the site becomes a part of the query."""
        values = super().values()
        site = _host(values.pop("site"))
        if site and values["query"].strip():
            values["query"] = f"{values['query'].strip()} site:{site}"
        return values

    def problems(self) -> list[Problem]:
        """Return a problem for an invalid site, and for each invalid address."""
        site = self.form.controls["site"].value
        if site and not _HOST.fullmatch(_host(site)):
            return [
                Problem("site", "Enter one site, such as docs.python.org."),
                *super().problems(),
            ]
        return super().problems()

    def _show_bar(self) -> None:
        super()._show_bar()
        # A server searches its own pages, not those of this machine.
        is_here = self.client is None or self.client.embedded
        self.form.set_visible("own_pages", is_here)

    # As typed

    def _record(self, call: Call) -> None:
        super()._record(call)
        assert isinstance(call.request, SearchRequest)
        assert isinstance(call.reply, SearchReply)
        set_visible(self.exactly, call.reply.spell_fixed)
        if call.reply.spell_fixed:
            typed = shortened(call.request.query, 60)
            self.exactly.description = f"Search instead for “{typed}”"

    def _search_exactly(self) -> None:
        request = self.history[-1].request
        assert isinstance(request, SearchRequest)
        if self.values()["query"] != request.query:
            # Something else was typed since; the site is a part of the query.
            self.form.fill({"query": request.query, "site": ""})
        self.form.fill({"spell_check": False})
        self.run()


def _same(value: Any) -> Any:
    return value


def _or_empty(value: Any) -> str:
    return value or ""


def _host(site: str) -> str:
    """Return the host of a site, which may be given as the address of a page."""
    site = site.strip().removeprefix("site:")
    return re.sub(r"^\w+://", "", site).partition("/")[0].lower()
