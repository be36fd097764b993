"""Search without a key, through the package ddgs (https://github.com/deedy5/ddgs)."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from anyio import to_thread

from triptych.contract import SearchRequest, SearchResult
from triptych.engines.page.addresses import site_of
from triptych.service.providers.http import in_time
from triptych.service.providers.provider import Findings, ProviderError
from triptych.service.providers.results import Entry, distinct, language_of

INSTALL = "Install what searches without a key: pip install 'triptych[ddgs]'."
#: Those of its engines that filter, or have nothing to filter; the others pay no heed to it.
_STRICT = "brave,mojeek,startpage,wikipedia"
_SAFE = {"off": "off", "moderate": "moderate", "strict": "on"}


class DdgsProvider:
    """Results of the search engines that ddgs reads: DuckDuckGo, Brave, Mojeek, Wikipedia, others.

    It reads their pages, which none of them promises to allow: it may be refused at any time. The
    proxy of the environment variable `DDGS_PROXY` is used.
    """

    name = "ddgs"

    def __init__(self, *, seconds: float = 20.0) -> None:
        self._seconds = seconds

    async def search(self, request: SearchRequest) -> Findings:
        """Return pages that fit the query; its spelling is not corrected."""
        options: dict[str, Any] = {
            "max_results": request.max_results,
            "safesearch": _SAFE[request.safe_search],
            "backend": _STRICT if request.safe_search == "strict" else "auto",
        }
        if request.country_code:
            options["region"] = _region(request.country_code.upper())
        # The package waits for each engine that long; some are asked twice.
        patience = max(1, int(self._seconds / 2))
        with in_time("ddgs", self._seconds):
            entries = await to_thread.run_sync(
                partial(_search, request.query, patience, options), abandon_on_cancel=True
            )
        results = distinct(filter(None, map(_result, entries)))
        return Findings(request.query, results[: request.max_results])


def _search(query: str, patience: int, options: dict[str, Any]) -> list[dict[str, Any]]:
    try:
        from ddgs import DDGS
        from ddgs.exceptions import RatelimitException, TimeoutException
    except ImportError:
        raise ProviderError(INSTALL) from None
    try:
        return DDGS(timeout=patience).text(query, **options)
    except RatelimitException:
        raise ProviderError(
            "The search engines behind ddgs were asked too often: try again later, or choose "
            "another provider."
        ) from None
    except TimeoutException:
        raise ProviderError(
            "The search engines behind ddgs take too long to answer: try again, or choose another "
            "provider."
        ) from None
    # Whatever is raised when an engine's page changes, too. Engines that refuse and engines that
    # find nothing look alike from here.
    except Exception:
        raise ProviderError(
            "None of the search engines behind ddgs gave a result: word the query otherwise, try "
            "again later, since they refuse who asks often, or choose another provider."
        ) from None


def _region(country: str) -> str:
    # The package has the one code that is not of ISO 3166 from DuckDuckGo.
    return f"{'uk' if country == 'GB' else country.lower()}-{language_of(country)}"


def _result(members: dict[str, Any]) -> SearchResult | None:
    entry = Entry(members)
    url = entry.url("href")
    if url is None:
        return None
    return SearchResult(
        title=entry.text("title") or url,
        url=url,
        description=escape(entry.text("body"), quote=False) or None,
        site_name=site_of(url),
    )
