"""Write down a page that was found as a result of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import SearchResult

if TYPE_CHECKING:
    from triptych.engines.search import Hit


def record(hit: Hit) -> SearchResult:
    """Return a page of an index, or of one's own choice, as a result.

    Parameters
    ----------
    hit : Hit
        The page, and what of it fits the query.

    Returns
    -------
    SearchResult
        What is not known of the page is None or empty.
    """
    page = hit.page
    return SearchResult(
        title=page.title,
        url=page.url,
        description=hit.description or None,
        content=page.text,
        site_name=page.site_name or None,
        site_long_name=page.site_long_name or None,
        language=page.language or None,
        image_urls=list(page.image_urls),
        links=list(page.links),
        favicon=page.favicon or None,
        thumbnail=page.thumbnail or None,
        age=page.published or None,
        snippets=list(hit.passages),
        attribution=page.attribution or None,
    )
