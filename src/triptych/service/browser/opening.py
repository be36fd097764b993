"""Open a page, and wait until it may be read."""

from __future__ import annotations

import asyncio
from typing import Literal

from playwright.async_api import CDPSession, Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from triptych.service.browser import isolated, refusals
from triptych.service.browser.asked import Asked
from triptych.service.browser.recording import Recording

#: Seconds that requests have to be done with, for "networkidle0" and "networkidle2".
_IDLE = 0.5
#: Seconds without change, nor scripts or data under way, after which a page is at rest; and the
#: seconds that are waited for it at most.
_REST, _MOST_REST = 0.15, 3.0
_ALLOWED_REQUESTS = {"networkidle0": 0, "networkidle2": 2}


async def open_page(page: Page, asked: Asked, recording: Recording) -> None:
    """Open what is asked for.

    Raises
    ------
    Refusal
        504 for a page that does not open in time.
    playwright.async_api.Error
        For a page that does not open at all.
    """
    try:
        async with asyncio.timeout(asked.goto.timeout / 1000):
            await _goto(page, asked)
            if asked.goto.wait_until in _ALLOWED_REQUESTS:
                await recording.idle(_ALLOWED_REQUESTS[asked.goto.wait_until], _IDLE)
    except (TimeoutError, PlaywrightTimeout):
        raise refusals.too_long(asked) from None


async def wait(page: Page, session: CDPSession, asked: Asked, recording: Recording) -> None:
    """Wait as it is asked, or until the page has come to rest.

    Raises
    ------
    Refusal
        400 for a `wait_for` that cannot be used, 424 for one that never comes.
    playwright.async_api.Error
        For a page that ends meanwhile.
    """
    if asked.wait_for is not None:
        await _wait(page, asked)
    elif asked.goto.wait_until == "load":
        await _rest(session, recording)


async def _goto(page: Page, asked: Asked) -> None:
    # Playwright has no limit of 2 requests, so both are counted here.
    until: Literal["load", "domcontentloaded"] = (
        "load" if asked.goto.wait_until == "load" else "domcontentloaded"
    )
    try:
        if asked.url:
            await page.goto(asked.url, wait_until=until, timeout=asked.goto.timeout)
        else:
            await page.set_content(asked.html, wait_until=until, timeout=asked.goto.timeout)
    except Error as error:
        if "interrupted by another navigation" not in str(error):
            raise
        # The page has led elsewhere before it was open.
        await page.wait_for_load_state(until, timeout=asked.goto.timeout)


async def _wait(page: Page, asked: Asked) -> None:
    assert asked.wait_for is not None
    mode, value = asked.wait_for.mode, asked.wait_for.value
    try:
        if mode == "timeout":
            # Unlike asyncio's, this ends when the page does.
            await page.wait_for_timeout(int(value))
        elif mode == "selector":
            await page.wait_for_selector(
                f"css={value}", state="attached", timeout=asked.goto.timeout
            )
        else:
            await page.wait_for_function(str(value), timeout=asked.goto.timeout)
    except PlaywrightTimeout:
        raise refusals.never_came(asked) from None
    except Error as error:
        if page.is_closed() or "closed" in str(error) or "crash" in str(error):
            raise
        raise refusals.bad_wait(asked, str(error)) from None


async def _rest(session: CDPSession, recording: Recording) -> None:
    """Wait until scripts have drawn what they draw; a page that never rests is read as it is."""
    try:
        async with asyncio.timeout(_MOST_REST):
            while True:
                try:
                    quiet, most = 1000 * _REST, 1000 * _MOST_REST
                    await isolated.evaluate(session, isolated.STILL, quiet, most)
                except Error:
                    if recording.crashed:
                        raise
                    # It has gone to another address meanwhile.
                    await asyncio.sleep(0.05)
                    continue
                if not recording.loading():
                    return
                await asyncio.sleep(0.02)
    except TimeoutError:
        return
