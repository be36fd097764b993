"""Why a page cannot be rendered, as refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.service.browser.page_request import PageRequest
from triptych.service.browser.proxy import ProxyAccess
from triptych.service.fetch.refusals import failed, too_many_redirects, unread
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.service.browser.recording import Recording

#: Addresses that a page may lead to, one after the other; Chromium follows 20 redirects itself.
MOST_NAVIGATIONS = 25


def too_long(request: PageRequest) -> Refusal:
    """504: it did not open in time."""
    return Refusal(
        504,
        f"The page was not open ({request.goto.wait_until}) within "
        f"{request.goto.timeout / 1000:g} s: "
        'set goto_options.wait_until to "domcontentloaded", or a longer goto_options.timeout.',
        field="goto_options" if request.url else None,
    )


def busy() -> Refusal:
    """504: its scripts never end."""
    return Refusal(504, "The page's own scripts keep the browser busy: set render to never.")


def never_came(request: PageRequest) -> Refusal:
    """424: the condition was not met in time."""
    assert request.wait_for is not None
    return Refusal(
        424,
        f"The condition of wait_for was not met within {request.goto.timeout / 1000:g} s: "
        f"check its {request.wait_for.mode}, or set a longer goto_options.timeout.",
        code="wait_for_failed",
        field="wait_for",
    )


def bad_wait(request: PageRequest, reason: str) -> Refusal:
    """400: it cannot be waited for."""
    assert request.wait_for is not None
    what = "CSS selector" if request.wait_for.mode == "selector" else "script"
    return Refusal(
        400,
        f"The {what} of wait_for is not valid: {_short(reason)}.",
        code="invalid_request",
        field="wait_for",
    )


def stopped() -> Refusal:
    """424: the browser ended meanwhile."""
    return Refusal(
        424, "The browser stopped while it rendered this page: try again.", code="browser_stopped"
    )


def crashed() -> Refusal:
    """424: the page brought its process down."""
    return Refusal(
        424,
        "The page crashed the browser's tab, for instance by its use of memory: set render to "
        "never.",
        code="page_crashed",
    )


def too_much(max_bytes: int) -> Refusal:
    """413: more than is taken."""
    return Refusal(
        413,
        f"The page is too large to render: it and all it loads may have {max_bytes:,} bytes.",
        field="url",
        detail={"max_bytes": max_bytes},
    )


def of_error(reason: str, request: PageRequest, recording: Recording) -> Refusal:
    """Return the refusal for an error of the browser."""
    if recording.crashed or "crash" in reason.lower():
        return crashed()
    if "has been closed" in reason or "Connection closed" in reason:
        return stopped()
    if "ERR_TOO_MANY_REDIRECTS" in reason:
        return too_many_redirects(20)
    if "Download is starting" in reason or "ERR_ABORTED" in reason:
        opened = recording.opened
        kind = opened.headers.get("content-type", "") if opened else ""
        return unread(kind.partition(";")[0].strip().lower() or "a file")
    return failed(f"The page cannot be opened: {_short(reason)}.")


def of_access(access: ProxyAccess, recording: Recording) -> Refusal | None:
    """Return why the proxy ended the page, if it did."""
    if access.spent:
        return too_much(access.limit)
    return access.refused(recording.address) if recording.address else None


def _short(reason: str) -> str:
    """Return the first line of an error, without the name of the call and the log after it."""
    line = reason.strip().partition("\n")[0].partition(" at http")[0]
    name, colon, rest = line.partition(": ")
    return (rest if colon and name.startswith("Page.") else line).rstrip(".")[:200]
