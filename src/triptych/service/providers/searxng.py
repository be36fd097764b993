"""Search through a SearXNG server (https://docs.searxng.org/dev/search_api.html)."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import Any
from urllib.parse import unquote

import httpx

from triptych.contract import SearchRequest, SearchResult
from triptych.service.providers import cleaning
from triptych.service.providers.countries import language
from triptych.service.providers.http import Api, in_time
from triptych.service.providers.provider import Found, ProviderError

#: A page holds about ten results, or more where many engines are asked.
_PAGES = 5
_SAFE = {"off": "0", "moderate": "1", "strict": "2"}
_REFUSALS = {
    401: "give user name and password in TRIPTYCH_SEARXNG_URL, as in https://name:word@host",
    403: "enable json in the settings.yml of that server, under search: formats",
    404: "check that TRIPTYCH_SEARXNG_URL is the address of a SearXNG server",
}


class SearxngProvider:
    """Results of a SearXNG server, which asks many search engines.

    Parameters
    ----------
    url : str
        Its address; user name and password in it are sent as such.
    seconds : float, default 20
        Given to one search.

    Raises
    ------
    ValueError
        If it is no address of the web.

    Examples
    --------
    >>> SearxngProvider("http://localhost:8080").name
    'searxng'
    """

    name = "searxng"

    def __init__(self, url: str, *, seconds: float = 20.0) -> None:
        try:
            address = httpx.URL(url.strip())
        except httpx.InvalidURL:
            address = httpx.URL()
        if address.scheme not in {"http", "https"} or not address.host:
            raise ValueError("Set TRIPTYCH_SEARXNG_URL to an address, as in http://localhost:8080.")
        path = address.path.rstrip("/").removesuffix("/search") + "/search"
        self._base = str(address.copy_with(username=None, password=None, query=None, fragment=None))
        self._seconds = seconds
        self._api = Api(
            "SearXNG",
            str(httpx.URL(self._base).copy_with(path=path)),
            check="check that TRIPTYCH_SEARXNG_URL is the address of a running SearXNG server",
            refusals=_REFUSALS,
            headers=_authorization(address),
            seconds=seconds,
        )

    async def search(self, asked: SearchRequest) -> Found:
        """Return pages that fit the query; its spelling is not corrected.

        Raises
        ------
        ProviderError
            If the server cannot be reached, refuses, or none of its engines answers.
        """
        parameters = {"q": asked.query, "format": "json", "safesearch": _SAFE[asked.safe_search]}
        if asked.country_code:
            country = asked.country_code.upper()
            parameters["language"] = f"{language(country)}-{country}"
        results: list[SearchResult] = []
        with in_time("SearXNG", self._seconds):
            for page in range(1, _PAGES + 1):
                answer = await self._api.ask(parameters | {"pageno": str(page)})
                told = answer.get("results")
                more = [self._result(entry) for entry in (told if isinstance(told, list) else [])]
                before = len(results)
                results = cleaning.distinct([*results, *filter(None, more)])
                if not results and answer.get("unresponsive_engines"):
                    raise ProviderError(
                        "None of the engines that SearXNG asks answered: try again later, or "
                        "enable others in the settings.yml of that server."
                    )
                if len(results) >= asked.max_results or len(results) == before:
                    break
        return Found(asked.query, results[: asked.max_results])

    def _result(self, told: Any) -> SearchResult | None:
        if not isinstance(told, dict):
            return None
        url = cleaning.web_address(cleaning.text(told.get("url")))
        if url is None:
            return None
        # Pictures may be addresses of the server's own picture proxy.
        picture, preview = (
            cleaning.web_address(cleaning.text(told.get(name)), self._base)
            for name in ("img_src", "thumbnail")
        )
        dates = (cleaning.text(told.get(name)) for name in ("publishedDate", "pubdate"))
        return SearchResult(
            title=cleaning.text(told.get("title")) or url,
            url=url,
            # What SearXNG puts into JSON is text, not HTML.
            description=escape(cleaning.text(told.get("content")), quote=False) or None,
            site_name=cleaning.site(url),
            image_urls=[picture] if picture else [],
            thumbnail=preview or picture,
            age=next(filter(None, map(cleaning.iso_date, dates)), None),
        )


def _authorization(address: httpx.URL) -> dict[str, str]:
    if not address.userinfo:
        return {}
    user, _, word = address.userinfo.decode("ascii").partition(":")
    return {
        "authorization": "Basic " + b64encode(f"{unquote(user)}:{unquote(word)}".encode()).decode()
    }
