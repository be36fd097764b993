"""Controls for the source of pages: a provider, or your own addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import urlsplit

import ipywidgets

from triptych.client import AsyncClient
from triptych.contract import Problem
from triptych.panels.base.arguments import check_texts
from triptych.panels.base.controls import Control, lines_of
from triptych.panels.base.panel import Panel
from triptych.views.base.units import shortened

#: Where pages can come from, in words.
_PROVIDERS = (
    ("Default of the service", ""),
    ("Pages on this machine", "index"),
    ("Web (SearXNG)", "searxng"),
    ("Web (Brave Search)", "brave"),
    ("Web (ddgs, no key)", "ddgs"),
)


class QueryPanel(Panel):
    """A panel for a query, about pages of a provider or at your own addresses."""

    missing_query: ClassVar[str]
    takes = "a query"

    def __init__(
        self, query: str = "", *, urls: Iterable[str] = (), client: AsyncClient | None = None
    ) -> None:
        super().__init__(client=client)
        if addresses := list(urls):
            self.form.open_more()
            self.form.fill({"byo_urls": addresses})
        self.begin_with({"query": query})

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Raise TypeError if the query, the addresses or the client have the wrong type."""
        super().check_arguments(arguments)
        check_texts("urls", arguments.get("urls", ()))

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in."""
        return "" if values["query"].strip() else self.missing_query

    def problems(self) -> list[Problem]:
        """Return a problem for each invalid address."""
        return address_problems(self.form.controls["byo_urls"].value)


def provider_control(label: str) -> Control:
    """Return a choice among the providers of search results."""
    widget = ipywidgets.Dropdown(
        options=_PROVIDERS, description=label, style={"description_width": "initial"}
    )
    return Control(widget, lambda name: name or None, lambda name: name or "")


def addresses_control(tooltip: str) -> Control:
    """Return a box for the addresses of pages, one on each line."""
    widget = ipywidgets.Textarea(
        description="Your own pages, one address per line",
        placeholder="https://…",
        tooltip=tooltip,
        style={"description_width": "initial"},
    )
    return Control(widget, lambda text: _addresses(text) or None, _on_lines)


def address_problems(addresses: Sequence[str] | None) -> list[Problem]:
    """Return a problem for each of the `byo_urls` that is not a web address."""
    return [
        Problem(
            "byo_urls",
            f"Address {place}, {shortened(address, 40)}, is not a web address: "
            "start it with https://.",
        )
        for place, address in enumerate(addresses or (), 1)
        if not _is_web_address(address)
    ]


def url_problems(url: str) -> list[Problem]:
    """Return a problem for an address of a picture that is neither a web address nor data."""
    url = url.strip()
    if not url or url.lower().startswith("data:") or _is_web_address(url):
        return []
    return [Problem("url", "Begin the address with https:// or http://.")]


def _addresses(text: str) -> list[str]:
    return [line.strip() for line in lines_of(text)]


def _on_lines(addresses: Sequence[str] | None) -> str:
    return "\n".join(addresses or ())


def _is_web_address(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return (
        parts.scheme in {"http", "https"} and bool(parts.hostname) and not re.search(r"\s", address)
    )
