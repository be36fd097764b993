"""The search engines of the web by the names that settings and requests use."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec

from triptych.service.providers.brave import BraveProvider
from triptych.service.providers.duckduckgo import INSTALL, DdgsProvider
from triptych.service.providers.provider import SearchProvider
from triptych.service.providers.searxng import SearxngProvider
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

_MISSING = {
    "searxng": "Set TRIPTYCH_SEARXNG_URL to the address of a SearXNG server, or choose another "
    "provider.",
    "brave": "Set TRIPTYCH_BRAVE_KEY to your key of the Brave Search API, or choose another "
    "provider.",
}


# A provider remembers what its search engine refused.
@lru_cache(maxsize=8)
def live_provider(name: str, settings: ServiceSettings) -> SearchProvider:
    """Return a provider that asks a search engine of the web.

    Parameters
    ----------
    name : {"searxng", "brave", "ddgs"}
        Which one.
    settings : ServiceSettings
        `searxng_url` and `brave_key` of it.

    Raises
    ------
    Refusal
        400 `provider_not_configured` if a setting that it needs is missing or wrong, or there is
        no such provider; 424 if a package that it needs is not installed.

    Examples
    --------
    >>> live_provider("searxng", ServiceSettings(searxng_url="http://localhost:8080")).name
    'searxng'
    """
    try:
        if name == "searxng" and settings.searxng_url:
            return SearxngProvider(settings.searxng_url)
        if name == "brave" and settings.brave_key is not None:
            return BraveProvider(settings.brave_key)
    except ValueError as error:
        raise _not_configured(str(error)) from None
    if name == "ddgs":
        if find_spec("ddgs") is None:
            raise Refusal(424, INSTALL, code="provider_not_installed", field="provider")
        return DdgsProvider()
    raise _not_configured(
        _MISSING.get(name, "There is no such search provider: take searxng, brave or ddgs.")
    )


def _not_configured(message: str) -> Refusal:
    return Refusal(400, message, code="provider_not_configured", field="provider")
