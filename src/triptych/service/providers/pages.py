"""Read the pages that addresses lead to."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from importlib import import_module

import anyio
from anyio import to_thread

from triptych.contract import ReplyWarning, SearchResult
from triptych.engines.decoder import read_pdf
from triptych.engines.page import WebPage, is_pdf
from triptych.service.fetch import Fetched, Fetcher
from triptych.service.fetch.refusals import too_slow
from triptych.service.providers.results import members_of
from triptych.service.refusal import Refusal
from triptych.service.threads import decoder_threads, run_in_thread

#: What is read: pages and texts; some servers send texts and notebooks as bytes of no kind.
MEDIA_TYPES = frozenset(
    {"text/html", "application/xhtml+xml", "application/pdf", "application/x-ipynb+json"}
    | {"text/plain", "text/markdown", "text/x-markdown", "text/x-rst", "text/prs.fallenstein.rst"}
    | {"application/octet-stream", "binary/octet-stream", "application/json"}
)
#: A page of the web has some hundred kilobytes, and reading a large one takes long.
MAX_BYTES = 8 * 2**20
#: Pages fetched at the same time, and the seconds for all of them together.
AT_ONCE, SECONDS = 6, 20.0
#: Seconds for the contents of results, whose reader does not wait for the slowest page.
CONTENT_SECONDS = 8.0

_log = logging.getLogger(__name__)


async def read_pages(
    urls: Iterable[str], fetcher: Fetcher, *, at_once: int = AT_ONCE, seconds: float = SECONDS
) -> tuple[list[WebPage], list[ReplyWarning]]:
    """Read pages to be searched, of `http:`, `https:` or `data:` addresses, each once.

    Every address that cannot be read has a warning `page_not_read`. If none can be read, raises
    the `Refusal` of the first, with `byo_urls` as its field.
    """
    outcomes = await read_all(urls, fetcher, at_once=at_once, seconds=seconds)
    pages = {page.url: page for page in outcomes.values() if isinstance(page, WebPage)}
    refusals = {url: why for url, why in outcomes.items() if isinstance(why, Refusal)}
    if refusals and not pages:
        first = next(iter(refusals.values()))
        raise Refusal(
            first.status,
            first.body.message,
            code=first.body.error.code,
            field="byo_urls",
            detail=first.body.error.detail,
        )
    return list(pages.values()), [not_read(url, why) for url, why in refusals.items()]


async def read_all(
    urls: Iterable[str], fetcher: Fetcher, *, at_once: int, seconds: float
) -> dict[str, WebPage | Refusal]:
    """Read pages at the same time, each address once; return pages or refusals by address."""
    outcomes: dict[str, WebPage | Refusal] = {url: too_slow(seconds) for url in urls}
    places = anyio.Semaphore(at_once)

    async def read(url: str) -> None:
        async with places:
            try:
                outcomes[url] = await read_address(url, fetcher)
            except Refusal as refusal:
                outcomes[url] = refusal

    if outcomes:
        # Once in a process it takes seconds, and those are not the pages'.
        await to_thread.run_sync(import_module, "trafilatura")
    with anyio.move_on_after(seconds):
        async with anyio.create_task_group() as group:
            for url in outcomes:
                group.start_soon(read, url)
    return outcomes


async def read_address(url: str, fetcher: Fetcher) -> WebPage:
    """Fetch a page and read it in a thread; raise `Refusal`, 422 if there is nothing to read."""
    fetched = await fetcher.fetch(url, media_types=MEDIA_TYPES, max_bytes=MAX_BYTES)
    at = fetched.url if isinstance(fetched, Fetched) else url
    is_decoded = is_pdf(fetched.content, at, fetched.media_type)
    threads = decoder_threads(read_pdf) if is_decoded else None
    return await run_in_thread(threads, _read, fetched.content, at, fetched.media_type)


def _read(content: bytes, url: str, media_type: str) -> WebPage:
    from triptych.engines.page import PageError, read_page

    try:
        page = read_page(content, url, media_type)
    except PageError as error:
        raise Refusal(422, str(error), field="url") from None
    except Exception as error:
        # One page that a parser cannot bear must not cost the others.
        _log.warning("a page could not be read: %s", type(error).__name__)
        raise Refusal(422, "The page could not be read: give another.", field="url") from None
    if not page.text.strip():
        raise Refusal(422, "The page holds no text: give another.", field="url")
    return page


def not_read(url: str, why: Refusal) -> ReplyWarning:
    """Return the warning about a page that could not be read, without the login of its address."""
    at = re.sub(r"//[^/]*@", "//", url)
    at = at if len(at) <= 200 else at[:199] + "…"
    return ReplyWarning(code="page_not_read", message=f"{at} was not read: {why.body.message}")


async def with_contents(
    results: Sequence[SearchResult],
    fetcher: Fetcher,
    *,
    at_once: int = AT_ONCE,
    seconds: float = CONTENT_SECONDS,
) -> tuple[list[SearchResult], list[ReplyWarning]]:
    """Return results, in order, with the text of their pages and what else the pages hold.

    What a search engine returned about a page is kept; results with a content are not fetched.
    Every page that could not be read has a warning `page_not_read`, and None for its content.
    """
    wanted = [result.url for result in results if result.content is None]
    outcomes = await read_all(wanted, fetcher, at_once=at_once, seconds=seconds)
    warnings = [not_read(url, why) for url, why in outcomes.items() if isinstance(why, Refusal)]
    return [_filled(result, outcomes.get(result.url)) for result in results], warnings


def _filled(result: SearchResult, page: WebPage | Refusal | None) -> SearchResult:
    if result.content is not None or not isinstance(page, WebPage):
        return result
    members = members_of(page).items()
    missing = {name: value for name, value in members if not getattr(result, name)}
    # A search engine that knows no title gives the address instead.
    if result.title == result.url and page.title:
        missing["title"] = page.title
    return result.model_copy(update=missing)
