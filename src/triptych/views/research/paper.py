"""A research on paper: its page, printed by Chromium."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from triptych._chromium import executable, not_started, sandboxed
from triptych.contract import ResearchReply
from triptych.views.research.printing import html

_LAUNCH_SECONDS, _SECONDS = 30.0, 60.0
#: No name is looked up: a report needs nothing but itself.
_FLAGS = ("--host-resolver-rules=MAP * ~NOTFOUND", "--disable-gpu", "--mute-audio")


class UnprintedError(RuntimeError):
    """The browser gave up; the message says what to do."""


def pdf(reply: ResearchReply) -> bytes:
    """Return the report as a PDF on A4, printed by the Chromium of the extra `browser`.

    The printed page is that of `html`. Nothing in it runs and nothing is loaded, whatever a report
    says. It takes a second or two, and waits for a browser: in a program with an event loop of its
    own, call it in a thread.

    Parameters
    ----------
    reply : ResearchReply
        Of any service.

    Returns
    -------
    bytes
        A tagged PDF: headings are its outline, sources are links, and pages are numbered.

    Raises
    ------
    triptych._chromium.NoChromiumError
        If the extra or a Chromium is missing, or does not start: the message says what to do.
    UnprintedError
        If it does not print within a minute.

    Examples
    --------
    >>> pdf(ResearchReply(query="What is tea?", results="Tea is hot."))[:5]
    b'%PDF-'
    """
    path, page = executable(), html(reply)
    # In a notebook a loop runs already, in which nothing may be waited for.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(_in_time(page, path))).result()


async def _in_time(page: str, path: str) -> bytes:
    from playwright.async_api import Error

    try:
        async with asyncio.timeout(_SECONDS):
            return await _printed(page, path)
    except TimeoutError:
        raise UnprintedError(
            f"The report was not printed within {_SECONDS:g} s: save it as HTML, and print that."
        ) from None
    except Error as error:
        reason = str(error).strip().partition("\n")[0].rstrip(".")
        raise UnprintedError(
            f"The browser did not print the report, save it as HTML and print that: {reason}."
        ) from None


async def _printed(page: str, path: str) -> bytes:
    from playwright.async_api import Error, async_playwright

    async with async_playwright() as playwright:
        try:
            browser = await playwright.chromium.launch(
                executable_path=path,
                args=list(_FLAGS),
                chromium_sandbox=sandboxed(),
                # An interrupted cell of a notebook is no reason to end it.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=_LAUNCH_SECONDS * 1000,
            )
        except Error as error:
            raise not_started(error) from None
        async with browser:
            context = await browser.new_context(java_script_enabled=False, service_workers="block")
            await context.route("**/*", lambda route: route.abort())
            tab = await context.new_page()
            await tab.set_content(page)
            return await tab.pdf(
                # What the style sheet says of the page, on paper of this size.
                format="A4",
                prefer_css_page_size=True,
                print_background=True,
                tagged=True,
                outline=True,
            )
