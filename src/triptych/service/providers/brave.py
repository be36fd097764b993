"""Search through the Brave Search API (https://api-dashboard.search.brave.com/documentation)."""

from __future__ import annotations

from typing import Any

import anyio
from pydantic import SecretStr

from triptych.contract import SearchRequest, SearchResult
from triptych.service.providers import cleaning
from triptych.service.providers.http import Api, RefusedError, in_time
from triptych.service.providers.provider import Found, ProviderError

BASE_URL = "https://api.search.brave.com"
#: Most results a page and most pages, as the API documents them.
_COUNT, _PAGES = 20, 10
#: Limits of the API on a query.
_CHARACTERS, _WORDS = 400, 50
#: Longest wait for the next request to be allowed: small plans allow one a second.
_PATIENCE = 2
#: Countries the API can search from; for others it is asked for results from anywhere.
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
    """Results of the Brave Search API.

    Parameters
    ----------
    key : SecretStr
        Key of the API; in no message and no log.
    base_url : str, default "https://api.search.brave.com"
        Where the API is.
    seconds : float, default 20
        Given to one search.

    Raises
    ------
    ValueError
        If the key cannot be one.

    Examples
    --------
    >>> BraveProvider(SecretStr("secret")).name
    'brave'
    """

    name = "brave"

    def __init__(self, key: SecretStr, *, base_url: str = BASE_URL, seconds: float = 20.0) -> None:
        value = key.get_secret_value()
        if not value.isascii() or not value.isprintable() or not value or " " in value:
            raise ValueError("Copy TRIPTYCH_BRAVE_KEY anew: it has characters that no key has.")
        self._seconds = seconds
        # Excerpts belong to some plans only; asked for until the API says that they do not.
        self._excerpts = True
        self._api = Api(
            "Brave Search",
            f"{base_url.rstrip('/')}/res/v1/web/search",
            check="check this machine's way to api.search.brave.com",
            refusals=_REFUSALS,
            headers={"x-subscription-token": value},
            seconds=seconds,
        )

    async def search(self, asked: SearchRequest) -> Found:
        """Return pages that fit the query, its spelling corrected where that was wanted.

        Raises
        ------
        ProviderError
            If the API cannot be reached or refuses: the key, the query, or so many requests.
        """
        if len(asked.query) > _CHARACTERS or len(asked.query.split()) > _WORDS:
            raise ProviderError(
                f"Brave Search takes at most {_CHARACTERS} characters and {_WORDS} words: shorten "
                "the query, or choose another provider."
            )
        query, results = "", list[SearchResult]()
        with in_time("Brave Search", self._seconds):
            for page in range(_PAGES):
                answer = await self._page(asked, page)
                about, web = (answer.get(name) for name in ("query", "web"))
                about = about if isinstance(about, dict) else {}
                query = query or cleaning.plain(cleaning.text(about.get("altered")))
                told = web.get("results") if isinstance(web, dict) else None
                more = map(_result, told if isinstance(told, list) else [])
                results = cleaning.distinct([*results, *filter(None, more)])
                if len(results) >= asked.max_results or not about.get("more_results_available"):
                    break
        fixed = asked.spell_check and bool(query) and query != asked.query
        return Found(query if fixed else asked.query, results[: asked.max_results], fixed)

    async def _page(self, asked: SearchRequest, page: int) -> dict[str, Any]:
        parameters = {
            "q": asked.query,
            "count": str(min(asked.max_results, _COUNT)),
            "offset": str(page),
            "safesearch": asked.safe_search,
            "spellcheck": str(asked.spell_check).lower(),
            "result_filter": "web,query",
        }
        if asked.country_code:
            country = asked.country_code.upper()
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


def _result(told: Any) -> SearchResult | None:
    if not isinstance(told, dict):
        return None
    url = cleaning.web_address(cleaning.text(told.get("url")))
    if url is None:
        return None
    profile, meta, picture = (
        part if isinstance(part := told.get(name), dict) else {}
        for name in ("profile", "meta_url", "thumbnail")
    )
    excerpts = told.get("extra_snippets")
    excerpts = excerpts if isinstance(excerpts, list) else []
    dates = (cleaning.text(told.get(name)) for name in ("page_age", "age"))
    original = cleaning.web_address(cleaning.text(picture.get("original")))
    code = cleaning.text(told.get("language")).lower().partition("-")[0]
    return SearchResult(
        title=cleaning.plain(cleaning.text(told.get("title"))) or url,
        url=url,
        description=cleaning.emphasised(cleaning.text(told.get("description"))),
        site_name=cleaning.site(url),
        site_long_name=cleaning.plain(
            cleaning.text(profile.get("name")) or cleaning.text(profile.get("long_name"))
        )
        or None,
        language=_LANGUAGES.get(code, code) or None,
        favicon=cleaning.web_address(
            cleaning.text(meta.get("favicon")) or cleaning.text(profile.get("img"))
        ),
        thumbnail=cleaning.web_address(cleaning.text(picture.get("src"))) or original,
        image_urls=[original] if original else [],
        age=next(filter(None, map(cleaning.iso_date, dates)), None),
        snippets=[plain for part in excerpts if (plain := cleaning.plain(cleaning.text(part)))],
        # What is fit for families may still be profane, which is looked at later.
        is_safe=False if told.get("family_friendly") is False else None,
    )
