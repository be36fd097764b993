"""Search through a SearXNG server (https://docs.searxng.org/dev/search_api.html)."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from urllib.parse import unquote

import httpx

from triptych.contract import SearchRequest, SearchResult
from triptych.engines.page.addresses import site_of
from triptych.service.fetch.guard import parsed_url
from triptych.service.providers.http import Api, in_time
from triptych.service.providers.provider import Findings, ProviderError
from triptych.service.providers.results import Entry, distinct, language_of

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

    User name and password in its address are sent as such.
    """

    name = "searxng"

    def __init__(self, url: str, *, seconds: float = 20.0) -> None:
        try:
            address = parsed_url(url)
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

    async def search(self, request: SearchRequest) -> Findings:
        """Return pages that fit the query; its spelling is not corrected."""
        parameters = {
            "q": request.query,
            "format": "json",
            "safesearch": _SAFE[request.safe_search],
        }
        if request.country_code:
            country = request.country_code.upper()
            parameters["language"] = f"{language_of(country)}-{country}"
        results: list[SearchResult] = []
        with in_time("SearXNG", self._seconds):
            for page in range(1, _PAGES + 1):
                answer = await self._api.ask(parameters | {"pageno": str(page)})
                before = len(results)
                more = filter(None, map(self._result, Entry(answer).all("results")))
                results = distinct([*results, *more])
                if not results and answer.get("unresponsive_engines"):
                    raise ProviderError(
                        "None of the engines that SearXNG asks answered: try again later, or "
                        "enable others in the settings.yml of that server."
                    )
                if len(results) >= request.max_results or len(results) == before:
                    break
        return Findings(request.query, results[: request.max_results])

    def _result(self, members: object) -> SearchResult | None:
        entry = Entry(members)
        url = entry.url("url")
        if url is None:
            return None
        # Pictures may be addresses of the server's own picture proxy.
        picture = entry.url("img_src", base=self._base)
        return SearchResult(
            title=entry.text("title") or url,
            url=url,
            # What SearXNG puts into JSON is text, not HTML.
            description=escape(entry.text("content"), quote=False) or None,
            site_name=site_of(url),
            image_urls=[picture] if picture else [],
            thumbnail=entry.url("thumbnail", base=self._base) or picture,
            age=entry.date("publishedDate", "pubdate"),
        )


def _authorization(address: httpx.URL) -> dict[str, str]:
    if not address.userinfo:
        return {}
    user, _, password = address.userinfo.decode("ascii").partition(":")
    return {
        "authorization": "Basic "
        + b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()
    }
