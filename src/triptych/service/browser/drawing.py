"""Draw one page in one context."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from playwright.async_api import BrowserContext, CDPSession, Error, Page

from triptych.service.browser import isolated, place, refusals
from triptych.service.browser.asked import Asked
from triptych.service.browser.drawn import Drawn
from triptych.service.browser.opening import open_page, wait
from triptych.service.browser.passage import Passage
from triptych.service.browser.recording import Recording
from triptych.service.fetch.refusals import bad_status, failed, too_many_redirects, unread
from triptych.service.refusal import Refusal

#: What the browser shows as a page; a server may also tell nothing.
_PAGES = frozenset(
    {"", "text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
)
#: Seconds until the page's content is there, and between two tries.
_READ, _AGAIN = 5.0, 0.1


async def draw(
    context: BrowserContext, asked: Asked, passage: Passage, max_bytes: int, run: Any
) -> Drawn:
    """Return a page once it has come to rest, or as `asked` says.

    Parameters
    ----------
    context : BrowserContext
        A fresh one.
    asked : Asked
        What to draw.
    passage : Passage
        The context's own.
    max_bytes : int
        That the page itself may have.
    run : callable
        Runs the coroutines of `Drawn` where the context lives.

    Raises
    ------
    Refusal
        As `Browsers.drawn` does.
    """
    await place.bring_cookies(context, asked)
    page = await context.new_page()
    recording = Recording(page, asked.capture)
    context.on("page", lambda other: asyncio.ensure_future(_closed(other)))
    session = await context.new_cdp_session(page)
    await place.send_headers(session, asked)
    try:
        await _unless_spent(open_page(page, asked, recording), passage)
        _check(page, recording)
        await wait(page, session, asked, recording)
        html = await _content(session, recording, max_bytes)
        # Scripts may have led elsewhere.
        _check(page, recording)
        cookies = await context.cookies() if asked.capture.cookies else []
        if passage.spent:
            # What was cut off may be what somebody looks for.
            raise refusals.too_much(passage.limit)
    except Error as error:
        told = refusals.of_passage(passage, recording)
        raise told or refusals.of_error(str(error), asked, recording) from None
    except Refusal as refusal:
        # What the proxy refused is why the browser had to give up.
        raise refusals.of_passage(passage, recording) or refusal from None
    return Drawn(
        html,
        page.url,
        recording.opened.status if recording.opened else 200,
        recording.console,
        recording.network,
        [dict(cookie) for cookie in cookies],
        page,
        session,
        run,
    )


async def _unless_spent(work: Coroutine[Any, Any, None], passage: Passage) -> None:
    """Await something, but no longer than the page may load: one cut off never counts as open."""
    working = asyncio.ensure_future(work)
    try:
        while not working.done():
            if passage.spent:
                raise refusals.too_much(passage.limit)
            await asyncio.wait({working}, timeout=_AGAIN)
    finally:
        working.cancel()
    await working


async def _content(session: CDPSession, recording: Recording, max_bytes: int) -> str:
    try:
        async with asyncio.timeout(_READ):
            while True:
                try:
                    html = await isolated.evaluate(session, isolated.CONTENT, max_bytes)
                except Error as error:
                    if recording.crashed or "closed" in str(error):
                        raise
                    # It is on its way to another address.
                    if recording.navigations > refusals.MOST_NAVIGATIONS:
                        raise too_many_redirects(refusals.MOST_NAVIGATIONS) from None
                    await asyncio.sleep(_AGAIN)
                    continue
                if html is None:
                    raise refusals.too_much(max_bytes)
                return str(html)
    except TimeoutError:
        raise refusals.busy() from None


def _check(page: Page, recording: Recording) -> None:
    """Refuse what is no page to read."""
    opened = recording.opened
    if recording.navigations > refusals.MOST_NAVIGATIONS:
        raise too_many_redirects(refusals.MOST_NAVIGATIONS)
    if opened is not None:
        if opened.status >= 400:
            raise bad_status(opened.status)
        kind = opened.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in _PAGES:
            raise unread(kind)
    if page.url.startswith("chrome-error:"):
        raise failed("The page leads to an address that cannot be opened: give another.")


async def _closed(other: Page) -> None:
    """Close a window that the page has opened."""
    try:
        await other.close()
    except Error:
        return
