"""The search providers by the names that settings and requests use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.util import find_spec

from triptych.contract import ResearchRequest, SearchRequest
from triptych.service.fetch import Fetcher
from triptych.service.indexes import Indexes
from triptych.service.providers.brave import BraveProvider
from triptych.service.providers.ddgs import INSTALL, DdgsProvider
from triptych.service.providers.local import GivenPages, IndexProvider
from triptych.service.providers.provider import SearchProvider
from triptych.service.providers.searxng import SearxngProvider
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings


def search_provider(
    request: SearchRequest | ResearchRequest,
    settings: ServiceSettings,
    indexes: Indexes,
    fetcher: Fetcher,
) -> SearchProvider:
    """Return the provider of a request: of its own pages, of its name, or of the settings' name."""
    if request.byo_urls:
        return GivenPages(request.byo_urls, fetcher)
    name = request.provider or settings.search_provider
    return IndexProvider(indexes) if name == "index" else live_provider(name, settings)


# A provider remembers what its search engine refused.
@lru_cache(maxsize=8)
def live_provider(name: str, settings: ServiceSettings) -> SearchProvider:
    """Return the provider of a search engine of the web: searxng, brave or ddgs.

    Raises a `Refusal`: 400 `provider_not_configured` if a setting that it needs is missing or
    wrong, or there is no such provider; 424 if a package that it needs is not installed.
    """
    try:
        return _LIVE.get(name, _unknown)(settings)
    except ValueError as error:
        raise Refusal(400, str(error), code="provider_not_configured", field="provider") from None


def _searxng(settings: ServiceSettings) -> SearchProvider:
    if not settings.searxng_url:
        raise ValueError(
            "Set TRIPTYCH_SEARXNG_URL to the address of a SearXNG server, or choose another "
            "provider."
        )
    return SearxngProvider(settings.searxng_url)


def _brave(settings: ServiceSettings) -> SearchProvider:
    if settings.brave_key is None:
        raise ValueError(
            "Set TRIPTYCH_BRAVE_KEY to your key of the Brave Search API, or choose another "
            "provider."
        )
    return BraveProvider(settings.brave_key)


def _ddgs(settings: ServiceSettings) -> SearchProvider:
    if find_spec("ddgs") is None:
        raise Refusal(424, INSTALL, code="provider_not_installed", field="provider")
    return DdgsProvider()


def _unknown(settings: ServiceSettings) -> SearchProvider:
    raise ValueError("There is no such search provider: choose searxng, brave or ddgs.")


_LIVE: Mapping[str, Callable[[ServiceSettings], SearchProvider]] = {
    "searxng": _searxng,
    "brave": _brave,
    "ddgs": _ddgs,
}
