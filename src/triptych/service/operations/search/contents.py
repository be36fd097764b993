"""Add to results what their pages hold."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from triptych.contract import ReplyWarning, SearchResult
from triptych.engines.page import WebPage
from triptych.service.fetch import Fetcher
from triptych.service.operations.search.pages import AT_ONCE, not_read, read_all
from triptych.service.refusal import Refusal

#: Seconds for all pages together: who waits for results does not wait for the slowest page.
SECONDS = 8.0


async def with_contents(
    results: Sequence[SearchResult],
    fetcher: Fetcher,
    *,
    at_once: int = AT_ONCE,
    seconds: float = SECONDS,
) -> tuple[list[SearchResult], list[ReplyWarning]]:
    """Return results with the text of their pages, and with what else the pages tell.

    Parameters
    ----------
    results : sequence of SearchResult
        Those that have their content already are not fetched.
    fetcher : Fetcher
        Fetches the pages.
    at_once : int, default 6
        Pages fetched at the same time.
    seconds : float, default 8
        For all of them together.

    Returns
    -------
    list of SearchResult
        All of them, in order. What a search engine told of a page is kept.
    list of ReplyWarning
        `page_not_read` for every page that could not be read; its content is None.

    Examples
    --------
    >>> import asyncio
    >>> from triptych.service import ServiceSettings
    >>> tea = SearchResult(title="Tea", url="https://example.org/", content="Leaves in water.")
    >>> asyncio.run(with_contents([tea], Fetcher(ServiceSettings()))) == ([tea], [])
    True
    """
    wanted = [result.url for result in results if result.content is None]
    outcomes = await read_all(wanted, fetcher, at_once=at_once, seconds=seconds)
    warnings = [not_read(url, why) for url, why in outcomes.items() if isinstance(why, Refusal)]
    return [_filled(result, outcomes.get(result.url)) for result in results], warnings


def _filled(result: SearchResult, page: WebPage | Refusal | None) -> SearchResult:
    if result.content is not None or not isinstance(page, WebPage):
        return result
    told: dict[str, Any] = {
        "description": escape(page.description, quote=False) or None,
        "content": page.text,
        "site_name": page.site_name or None,
        "site_long_name": page.site_long_name or None,
        "language": page.language or None,
        "image_urls": list(page.image_urls),
        "links": list(page.links),
        "favicon": page.favicon or None,
        "thumbnail": page.thumbnail or None,
        "age": page.published or None,
        "attribution": page.attribution or None,
    }
    missing = {name: value for name, value in told.items() if not getattr(result, name)}
    # A search engine that knows no title gives the address instead.
    if result.title == result.url and page.title:
        missing["title"] = page.title
    return result.model_copy(update=missing)
