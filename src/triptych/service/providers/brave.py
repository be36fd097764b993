"""Search through the Brave Search API (https://api-dashboard.search.brave.com/documentation)."""

from __future__ import annotations

from typing import Any

import anyio
from pydantic import SecretStr

from triptych.contract import SearchRequest, SearchResult
from triptych.engines.page.addresses import site_of
from triptych.service.providers.http import Api, RefusedError, in_time
from triptych.service.providers.provider import Findings, ProviderError
from triptych.service.providers.results import Entry, clean_text, distinct, emphasised, without_tags

BASE_URL = "https://api.search.brave.com"
#: Most results a page and most pages, as the API documents them.
_COUNT, _PAGES = 20, 10
#: Limits of the API on a query.
_CHARACTERS, _WORDS = 400, 50
#: Longest wait for the next request to be allowed: small plans allow one a second.
_PATIENCE = 2
#: Countries the API can search from; for others, it searches everywhere.
_COUNTRIES = frozenset(
    {"AR", "AT", "AU", "BE", "BR", "CA", "CH", "CL", "CN", "DE", "DK", "ES", "FI", "FR", "GB"}
    | {"HK", "ID", "IN", "IT", "JP", "KR", "MX", "MY", "NL", "NO", "NZ", "PH", "PL", "PT", "RU"}
    | {"SA", "SE", "TR", "TW", "US", "ZA"}
)
#: Where its codes are not those of ISO 639-1.
_LANGUAGES = {"jp": "ja"}
_KEY = "check TRIPTYCH_BRAVE_KEY, your key of the Brave Search API"
_REFUSALS = {
    400: f"the key's plan may not cover web search, {_KEY}",
    401: _KEY,
    402: "pay for the key's plan, or choose another provider",
    403: _KEY,
    404: "update Triptych, since the API has moved",
    422: _KEY,
}


class BraveProvider:
    """Results of the Brave Search API, whose key is in no message and no log."""

    name = "brave"

    def __init__(self, key: SecretStr, *, base_url: str = BASE_URL, seconds: float = 20.0) -> None:
        value = key.get_secret_value()
        if not value.isascii() or not value.isprintable() or not value or " " in value:
            raise ValueError("TRIPTYCH_BRAVE_KEY contains invalid characters: copy it again.")
        self._seconds = seconds
        # Excerpts belong to some plans only; requested until the API refuses them.
        self._excerpts = True
        self._api = Api(
            "Brave Search",
            f"{base_url.rstrip('/')}/res/v1/web/search",
            check="check this machine's way to api.search.brave.com",
            refusals=_REFUSALS,
            headers={"x-subscription-token": value},
            seconds=seconds,
        )

    async def search(self, request: SearchRequest) -> Findings:
        """Return pages that fit the query, its spelling corrected where that was wanted."""
        if len(request.query) > _CHARACTERS or len(request.query.split()) > _WORDS:
            raise ProviderError(
                f"Brave Search takes at most {_CHARACTERS} characters and {_WORDS} words: shorten "
                "the query, or choose another provider."
            )
        query, results = "", list[SearchResult]()
        with in_time("Brave Search", self._seconds):
            for page in range(_PAGES):
                answer = Entry(await self._page(request, page))
                about = answer.member("query")
                query = query or without_tags(about.text("altered"))
                more = filter(None, map(_result, answer.member("web").all("results")))
                results = distinct([*results, *more])
                if len(results) >= request.max_results or not about.flag("more_results_available"):
                    break
        fixed = request.spell_check and bool(query) and query != request.query
        return Findings(query if fixed else request.query, results[: request.max_results], fixed)

    async def _page(self, request: SearchRequest, page: int) -> dict[str, Any]:
        parameters = {
            "q": request.query,
            "count": str(min(request.max_results, _COUNT)),
            "offset": str(page),
            "safesearch": request.safe_search,
            "spellcheck": str(request.spell_check).lower(),
            "result_filter": "web,query",
        }
        if request.country_code:
            country = request.country_code.upper()
            parameters["country"] = country if country in _COUNTRIES else "ALL"
        excerpts = {"extra_snippets": "true"} if self._excerpts else {}
        for last in (False, False, True):
            try:
                return await self._api.ask(parameters | excerpts)
            except RefusedError as refused:
                if refused.status == 400 and excerpts:
                    excerpts, self._excerpts = {}, False
                    continue
                if last or refused.status != 429 or refused.wait is None:
                    raise
                if refused.wait > _PATIENCE:
                    raise
                await anyio.sleep(refused.wait)
        raise AssertionError("The last try returns or raises.")


def _result(members: object) -> SearchResult | None:
    entry = Entry(members)
    url = entry.url("url")
    if url is None:
        return None
    profile, picture = entry.member("profile"), entry.member("thumbnail")
    original = picture.url("original")
    code = entry.text("language").lower().partition("-")[0]
    excerpts = (without_tags(clean_text(excerpt)) for excerpt in entry.all("extra_snippets"))
    return SearchResult(
        title=without_tags(entry.text("title")) or url,
        url=url,
        description=emphasised(entry.text("description")),
        site_name=site_of(url),
        site_long_name=without_tags(profile.text("name", "long_name")) or None,
        language=_LANGUAGES.get(code, code) or None,
        favicon=entry.member("meta_url").url("favicon") or profile.url("img"),
        thumbnail=picture.url("src") or original,
        image_urls=[original] if original else [],
        age=entry.date("page_age", "age"),
        snippets=[excerpt for excerpt in excerpts if excerpt],
        # What is fit for families may still be profane, which is looked at later.
        is_safe=False if entry.flag("family_friendly") is False else None,
    )
