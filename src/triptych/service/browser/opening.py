"""Open one page in one context, with its headers and cookies, and wait until it may be read."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import Any, Literal, TypeVar

import httpx
from playwright.async_api import BrowserContext, CDPSession, Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from triptych.contract.scrape import Cookie
from triptych.service.browser import open_page as scripts
from triptych.service.browser import refusals
from triptych.service.browser.open_page import OpenPage
from triptych.service.browser.page_request import PageRequest
from triptych.service.browser.proxy import ProxyAccess
from triptych.service.browser.recording import Recording
from triptych.service.fetch.guard import parsed_url
from triptych.service.fetch.headers import checked, checked_headers, cookies_of
from triptych.service.fetch.refusals import bad_status, failed, too_many_redirects, unread
from triptych.service.refusal import Refusal

T = TypeVar("T")

#: Media types that the browser shows as a page; a server may also send none.
_PAGES = frozenset(
    {"", "text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
)
#: Seconds until the page's content is there, and between two tries.
_READ, _AGAIN = 5.0, 0.1
#: Seconds between two looks whether the page's scripts let others have their turn.
_LOOK = 0.25


async def rendered(
    context: BrowserContext,
    request: PageRequest,
    access: ProxyAccess,
    max_bytes: int,
    script_seconds: float,
    run: Any,
) -> OpenPage:
    """Return a page once it has come to rest, or as the request says.

    Parameters
    ----------
    context : BrowserContext
        A fresh one.
    request : PageRequest
        What to open.
    access : ProxyAccess
        The context's own.
    max_bytes : int
        That the page itself may have.
    script_seconds : float
        That one of its scripts may run without a pause.
    run : callable
        Runs the coroutines of `OpenPage` where the context lives.

    Raises
    ------
    Refusal
        As `BrowserPool.open` does.
    """
    await _add_cookies(context, request)
    page = await context.new_page()
    recording = Recording(page, request.capture)
    context.on("page", lambda other: asyncio.ensure_future(_closed(other)))
    session = await context.new_cdp_session(page)
    await _send_headers(session, request)
    try:
        opening = _unless_busy(_open(page, request, recording), session, script_seconds)
        await _unless_spent(opening, access)
        _check(page, recording)
        if request.wait_for is not None:
            # The caller's own script may take the time that the request gives it.
            await _wait(page, request)
        reading = _at_rest(session, request, recording, max_bytes)
        html = await _unless_busy(reading, session, script_seconds)
        # Scripts may have led elsewhere.
        _check(page, recording)
        cookies = await context.cookies() if request.capture.cookies else []
        if access.spent:
            # What was cut off may be what somebody looks for.
            raise refusals.too_much(access.limit)
    except Error as error:
        refused = refusals.of_access(access, recording)
        raise refused or refusals.of_error(str(error), request, recording) from None
    except Refusal as refusal:
        # What the proxy refused is why the browser had to give up.
        raise refusals.of_access(access, recording) or refusal from None
    return OpenPage(
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


async def _unless_spent(work: Coroutine[Any, Any, None], access: ProxyAccess) -> None:
    """Await something, but no longer than the page may load: one cut off never counts as open."""
    working = asyncio.ensure_future(work)
    try:
        while not working.done():
            if access.spent:
                raise refusals.too_much(access.limit)
            await asyncio.wait({working}, timeout=_AGAIN)
    finally:
        working.cancel()
    await working


async def _unless_busy(work: Coroutine[Any, Any, T], session: CDPSession, seconds: float) -> T:
    """Return what the work returns, unless a script of the page runs that long without a pause."""
    working = asyncio.ensure_future(work)
    try:
        while not working.done():
            # Answered by the thread that runs the page's scripts, between two of them.
            turn = asyncio.ensure_future(session.send("Runtime.evaluate", {"expression": "0"}))
            turn.add_done_callback(_retrieved)
            await asyncio.wait({working, turn}, timeout=seconds, return_when="FIRST_COMPLETED")
            if not (working.done() or turn.done()):
                raise refusals.busy()
            await asyncio.wait({working}, timeout=_LOOK)
    finally:
        working.cancel()
    return await working


def _retrieved(turn: asyncio.Future[Any]) -> None:
    """Take note of an error: the page has gone elsewhere, or ended, which others report."""
    if not turn.cancelled():
        turn.exception()


async def _content(session: CDPSession, recording: Recording, max_bytes: int) -> str:
    try:
        async with asyncio.timeout(_READ):
            while True:
                try:
                    html = await scripts.evaluate(session, scripts.CONTENT, max_bytes)
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
    """Raise a refusal unless this is a page that can be read."""
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


#: Seconds that requests have to be done with, for "networkidle0" and "networkidle2".
_IDLE = 0.5
#: Seconds without change, nor scripts or data under way, after which a page is at rest; and the
#: seconds that are waited for it at most.
_REST, _MOST_REST = 0.15, 3.0
_ALLOWED_REQUESTS = {"networkidle0": 0, "networkidle2": 2}


async def _open(page: Page, request: PageRequest, recording: Recording) -> None:
    """Open the page of a request.

    Raises
    ------
    Refusal
        504 for a page that does not open in time.
    playwright.async_api.Error
        For a page that does not open at all.
    """
    try:
        async with asyncio.timeout(request.goto.timeout / 1000):
            await _goto(page, request)
            if request.goto.wait_until in _ALLOWED_REQUESTS:
                await recording.idle(_ALLOWED_REQUESTS[request.goto.wait_until], _IDLE)
    except (TimeoutError, PlaywrightTimeout):
        raise refusals.too_long(request) from None


async def _at_rest(
    session: CDPSession, request: PageRequest, recording: Recording, max_bytes: int
) -> str:
    """Return the page's content, once it has come to rest if it was to be waited for that long."""
    if request.wait_for is None and request.goto.wait_until == "load":
        await _rest(session, recording)
    return await _content(session, recording, max_bytes)


async def _goto(page: Page, request: PageRequest) -> None:
    # Playwright has no limit of 2 requests, so both are counted here.
    until: Literal["load", "domcontentloaded"] = (
        "load" if request.goto.wait_until == "load" else "domcontentloaded"
    )
    try:
        if request.url:
            await page.goto(request.url, wait_until=until, timeout=request.goto.timeout)
        else:
            await page.set_content(request.html, wait_until=until, timeout=request.goto.timeout)
    except Error as error:
        if "interrupted by another navigation" not in str(error):
            raise
        # The page has led elsewhere before it was open.
        await page.wait_for_load_state(until, timeout=request.goto.timeout)


async def _wait(page: Page, request: PageRequest) -> None:
    assert request.wait_for is not None
    mode, value = request.wait_for.mode, request.wait_for.value
    try:
        if mode == "timeout":
            # Unlike asyncio's, this ends when the page does.
            await page.wait_for_timeout(int(value))
        elif mode == "selector":
            await page.wait_for_selector(
                f"css={value}", state="attached", timeout=request.goto.timeout
            )
        else:
            await page.wait_for_function(str(value), timeout=request.goto.timeout)
    except PlaywrightTimeout:
        raise refusals.never_came(request) from None
    except Error as error:
        if page.is_closed() or "closed" in str(error) or "crash" in str(error):
            raise
        raise refusals.bad_wait(request, str(error)) from None


async def _rest(session: CDPSession, recording: Recording) -> None:
    """Wait until scripts have drawn what they draw; a page that never rests is read as it is."""
    try:
        async with asyncio.timeout(_MOST_REST):
            while True:
                try:
                    quiet, most = 1000 * _REST, 1000 * _MOST_REST
                    await scripts.evaluate(session, scripts.STILL, quiet, most)
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


_WIDTH, _HEIGHT = 1280, 900


def context_options(request: PageRequest, telephone: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of Playwright's context; `telephone` are those of a usual telephone."""
    options: dict[str, Any] = {"viewport": {"width": _WIDTH, "height": _HEIGHT}}
    if request.is_mobile:
        options = dict(telephone)
    view = options["viewport"]
    options["viewport"] = {
        "width": request.width or view["width"],
        "height": request.height or view["height"],
    }
    if request.scale is not None:
        options["device_scale_factor"] = request.scale
    for name, value in checked_headers(request.headers).items():
        if name.lower() == "user-agent":
            # Scripts read it too.
            options["user_agent"] = value
    if request.wait_for is not None and request.wait_for.mode == "function":
        # Pages may forbid scripts that come as a text, and the caller's is one.
        options["bypass_csp"] = True
    return options


def browser_cookies(request: PageRequest) -> list[Any]:
    """Return the cookies as Playwright wants them.

    Raises
    ------
    Refusal
        400 for one that cannot be sent, or has no host.
    """
    host = httpx.URL(request.url).host if request.url else ""
    given = (*cookies_of(request.headers), *request.cookies)
    return [_cookie(checked(cookie), host) for cookie in given]


async def _add_cookies(context: BrowserContext, request: PageRequest) -> None:
    """Add the cookies to a context.

    Raises
    ------
    Refusal
        400 for one that cannot be sent, has no host, or that browsers reject.
    """
    try:
        await context.add_cookies(browser_cookies(request))
    except Error as error:
        if "closed" in str(error):
            raise
        raise _malformed(
            "The browser rejects a cookie: check its domain, path and value."
        ) from None


def _malformed(message: str) -> Refusal:
    return Refusal(400, message, code="invalid_request", field="cookies")


def _cookie(cookie: Cookie, host: str) -> dict[str, Any]:
    place = httpx.URL(cookie.url).host if cookie.url else host
    domain = cookie.domain or place
    if not domain:
        raise _malformed(f"The cookie {cookie.name[:40]!r} has no host: give its domain or url.")
    is_name = "." in domain and not domain.replace(".", "").isdigit() and ":" not in domain
    if cookie.domain and is_name and not domain.startswith("."):
        # A given domain includes the hosts below it (RFC 6265, 5.2.3).
        domain = "." + domain
    member: dict[str, Any] = {
        "name": cookie.name,
        "value": cookie.value,
        "domain": domain,
        "path": cookie.path or "/",
        "secure": cookie.secure,
        "httpOnly": cookie.http_only,
    }
    if cookie.same_site:
        member["sameSite"] = cookie.same_site
    if cookie.expires is not None and cookie.expires >= 0:
        member["expires"] = cookie.expires
    return member


async def _send_headers(session: CDPSession, request: PageRequest) -> None:
    """Let the page's requests to the origin of its address carry the headers, and no others.

    Playwright's own header options send them to everybody, and after redirects too.
    """
    own = {
        name: value
        for name, value in checked_headers(request.headers).items()
        if name.lower() not in {"cookie", "user-agent"}
    }
    if not own or not request.url:
        return
    names, origin = {name.lower() for name in own}, _origin(request.url)

    async def on_paused(paused: dict[str, Any]) -> None:
        sent = paused["request"]
        step: dict[str, Any] = {"requestId": paused["requestId"]}
        # A redirect inherits the headers of the request before.
        rest = {n: v for n, v in sent["headers"].items() if n.lower() not in names}
        if _origin(sent["url"]) == origin:
            rest |= own
        elif len(rest) == len(sent["headers"]):
            rest = {}
        if rest:
            step["headers"] = [{"name": name, "value": value} for name, value in rest.items()]
        try:
            await session.send("Fetch.continueRequest", step)
        except Error:
            # The page has gone, and the request with it.
            return

    session.on("Fetch.requestPaused", on_paused)
    await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})


def _origin(address: str) -> tuple[str, str, int | None]:
    try:
        url = parsed_url(address) if address.startswith("http") else httpx.URL()
    except httpx.InvalidURL:
        # No site: nothing is sent to it.
        url = httpx.URL()
    return url.scheme, url.host, url.port
