"""What a failed call shows: a card, and the member of the request that the error concerns."""

from __future__ import annotations

import traceback
from html import escape
from types import MappingProxyType

from triptych.client import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    ConfigurationError,
    InvalidInputError,
    InvalidReplyError,
    TriptychError,
)
from triptych.contract import Request

#: What happened, by the service's name of the error.
_BY_CODE = MappingProxyType(
    {
        "browser_not_available": "No browser is available to draw the page",
        "browser_stopped": "The browser stopped while it drew the page",
        "disk_full": "The disk of the service is full",
        "draining": "The service is stopping",
        "missing_extra": "The service lacks an extra for this content",
        "page_crashed": "The page crashed the browser",
        "page_out_of_range": "There is no page of this number",
        "provider_failed": "The provider that the service uses failed",
        "provider_not_configured": "This provider is not configured",
        "provider_not_installed": "This provider is not installed",
        "unread_content": "The address leads to no web page",
        "unreadable_image": "The picture could not be read",
        "unreadable_sound": "The recording could not be read",
        "unreadable_text": "The text could not be read",
        "unsupported": "The service does not support this",
        "wait_for_failed": "What to wait for did not appear on the page",
        "warming_up": "The service is starting",
    }
)
#: What happened to an address, by HTTP status.
_OF_ADDRESS = MappingProxyType(
    {
        400: "The address is not valid",
        403: "The address is not allowed",
        413: "The content of the address is too large",
        424: "The address could not be read",
        504: "The address did not answer in time",
    }
)
_BY_STATUS = MappingProxyType(
    {
        401: "The API key was refused",
        403: "Access was refused",
        404: "The service does not offer this operation",
        405: "The service does not offer this operation",
        408: "The request took too long to arrive",
        413: "The input is too large",
        415: "This kind of content is not supported",
        422: "The content could not be read",
        424: "Something that the service needs failed",
        429: "There were too many requests",
        501: "The service does not offer this",
        503: "The service is not available",
        504: "The work took too long",
    }
)
#: Statuses that concern the content, or what an address leads to.
_OF_CONTENT, _OF_FETCHING = {413, 415, 422}, {403, 424}


def error_card(error: Exception) -> str:
    """Return what happened and what to do, with folded technical details."""
    message = error.message if isinstance(error, APIError) else str(error)
    trace = ""
    if not isinstance(error, TriptychError):
        message = (
            f"{type(error).__name__}: {message.removesuffix('.')}. This should not have happened: "
            "please report it with the details below."
        )
        trace = f"<pre>{escape(''.join(traceback.format_exception(error)[-6:]))}</pre>"
    listed = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
        for name, value in _details(error).items()
    )
    return (
        f'<div class="triptych-card" role="alert"><p><b>{escape(heading(error))}</b></p>'
        f"<p>{escape(message)}</p><details><summary>Details</summary><dl>{listed}</dl>{trace}"
        "</details></div>"
    )


def heading(error: Exception) -> str:
    """Return what happened, in a few words.

    Examples
    --------
    >>> heading(InvalidInputError([])), heading(ZeroDivisionError())
    ('The inputs are not valid', 'Something unexpected happened')
    """
    match error:
        case InvalidInputError():
            return "The inputs are not valid"
        case ConfigurationError():
            return "The client is not configured"
        case APITimeoutError():
            return "The service did not reply in time"
        case APIConnectionError():
            return "The service could not be reached"
        case InvalidReplyError():
            return "The reply could not be read"
        case APIStatusError():
            return _heading_of_status(error)
        case APIError():
            return "The call failed"
    return "Something unexpected happened"


def _heading_of_status(error: APIStatusError) -> str:
    status = error.status_code
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.field == "url" and status in _OF_ADDRESS:
        return _OF_ADDRESS[status]
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return "The service failed"
    return "An input was refused" if error.field else "The request was refused"


def member_of(error: APIStatusError, request: Request | None) -> str | None:
    """Return the member of a request that an error concerns, or None for none in particular."""
    has_file = getattr(request, "file", None) is not None
    has_address = bool(getattr(request, "url", None))
    if error.field and not (error.field == "file" and has_address and not has_file):
        return error.field
    if error.status_code in _OF_CONTENT and has_file:
        return "file"
    return "url" if has_address and error.status_code in _OF_CONTENT | _OF_FETCHING else None


def _details(error: Exception) -> dict[str, str]:
    details = {"error": type(error).__name__}
    if isinstance(error, APIStatusError):
        details |= {"status": str(error.status_code), "code": error.code}
        if error.field:
            details["field"] = error.field
        if error.retry_after is not None:
            details["retry after"] = f"{error.retry_after:g} s"
    if isinstance(error, APIError):
        address = error.request.url.copy_with(userinfo=b"")
        details["request"] = f"{error.request.method} {address}"
        if error.log_id:
            details["log_id"] = error.log_id
    return details
