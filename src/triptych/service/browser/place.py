"""What a context is given of a request: headers, cookies, viewport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
from playwright.async_api import BrowserContext, CDPSession, Error

from triptych.contract.scrape import Cookie
from triptych.service.browser.asked import Asked
from triptych.service.fetch.cookies import checked, cookies_of
from triptych.service.fetch.headers import checked_headers
from triptych.service.refusal import Refusal

_WIDTH, _HEIGHT = 1280, 900


def options(asked: Asked, telephone: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of Playwright's context; `telephone` are those of a usual one."""
    chosen: dict[str, Any] = {"viewport": {"width": _WIDTH, "height": _HEIGHT}}
    if asked.is_mobile:
        chosen = dict(telephone)
    view = chosen["viewport"]
    chosen["viewport"] = {
        "width": asked.width or view["width"],
        "height": asked.height or view["height"],
    }
    if asked.scale is not None:
        chosen["device_scale_factor"] = asked.scale
    for name, value in checked_headers(asked.headers).items():
        if name.lower() == "user-agent":
            # Scripts read it too.
            chosen["user_agent"] = value
    if asked.wait_for is not None and asked.wait_for.mode == "function":
        # Pages may forbid scripts that come as a text, and the caller's is one.
        chosen["bypass_csp"] = True
    return chosen


def cookies(asked: Asked) -> list[Any]:
    """Return the cookies as Playwright wants them.

    Raises
    ------
    Refusal
        400 for one that cannot be sent, or belongs nowhere.
    """
    host = httpx.URL(asked.url).host if asked.url else ""
    given = (*cookies_of(asked.headers), *asked.cookies)
    return [_cookie(checked(cookie), host) for cookie in given]


async def bring_cookies(context: BrowserContext, asked: Asked) -> None:
    """Give the cookies to a context.

    Raises
    ------
    Refusal
        400 for one that cannot be sent, belongs nowhere, or that browsers do not take.
    """
    try:
        await context.add_cookies(cookies(asked))
    except Error as error:
        if "closed" in str(error):
            raise
        raise _malformed(
            "A cookie is not taken by the browser: check domain, path and value."
        ) from None


def _malformed(message: str) -> Refusal:
    return Refusal(400, message, code="invalid_request", field="cookies")


def _cookie(cookie: Cookie, host: str) -> dict[str, Any]:
    place = httpx.URL(cookie.url).host if cookie.url else host
    domain = cookie.domain or place
    if not domain:
        raise _malformed(
            f"The cookie {cookie.name[:40]!r} belongs nowhere: give its domain or url."
        )
    is_name = "." in domain and not domain.replace(".", "").isdigit() and ":" not in domain
    if cookie.domain and is_name and not domain.startswith("."):
        # A domain that is told has the hosts below it too (RFC 6265, 5.2.3).
        domain = "." + domain
    told: dict[str, Any] = {
        "name": cookie.name,
        "value": cookie.value,
        "domain": domain,
        "path": cookie.path or "/",
        "secure": cookie.secure,
        "httpOnly": cookie.http_only,
    }
    if cookie.same_site:
        told["sameSite"] = cookie.same_site
    if cookie.expires is not None and cookie.expires >= 0:
        told["expires"] = cookie.expires
    return told


async def send_headers(session: CDPSession, asked: Asked) -> None:
    """Let the page's requests to the origin of its address carry the headers, and no others.

    Playwright's own header options send them to everybody, and after redirects too.
    """
    own = {
        name: value
        for name, value in checked_headers(asked.headers).items()
        if name.lower() not in {"cookie", "user-agent"}
    }
    if not own or not asked.url:
        return
    names, origin = {name.lower() for name in own}, _origin(asked.url)

    async def go_on(paused: dict[str, Any]) -> None:
        request = paused["request"]
        step: dict[str, Any] = {"requestId": paused["requestId"]}
        # A redirect inherits the headers of the request before.
        rest = {n: v for n, v in request["headers"].items() if n.lower() not in names}
        if _origin(request["url"]) == origin:
            rest |= own
        elif len(rest) == len(request["headers"]):
            rest = {}
        if rest:
            step["headers"] = [{"name": name, "value": value} for name, value in rest.items()]
        try:
            await session.send("Fetch.continueRequest", step)
        except Error:
            # The page has gone, and the request with it.
            return

    session.on("Fetch.requestPaused", go_on)
    await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})


def _origin(address: str) -> tuple[str, str, int | None]:
    url = httpx.URL(address) if address.startswith("http") else httpx.URL()
    return url.scheme, url.host, url.port
