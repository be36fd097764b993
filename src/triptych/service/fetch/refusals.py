"""How the fetcher says no; the member concerned is always `url`."""

from __future__ import annotations

from http import HTTPStatus

from triptych.service.refusal import Refusal


def malformed(message: str) -> Refusal:
    """400: this is no address of anything."""
    return Refusal(400, message, code="invalid_request", field="url")


def refused() -> Refusal:
    """403: the address is not for the service to reach; it tells nothing about why."""
    return Refusal(
        403,
        "This address is private, local or reserved, and is not fetched: send the file itself, or "
        "let whoever runs the service name the host in TRIPTYCH_FETCH_ALLOW.",
        code="refused_address",
        field="url",
    )


def too_large(max_bytes: int) -> Refusal:
    """413: more than is taken."""
    return Refusal(
        413,
        f"The content of the url is too large: at most {max_bytes:,} bytes are taken.",
        field="url",
        detail={"max_bytes": max_bytes},
    )


def failed(message: str, status: int | None = None) -> Refusal:
    """424: who was asked did not deliver; `status` is what it answered, if it did."""
    return Refusal(424, message, field="url", detail=None if status is None else {"status": status})


def bad_status(status: int) -> Refusal:
    """424: the page is one of errors."""
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "no known status"
    return failed(f"The url answered {status} ({phrase}): check it.", status)


def too_many_redirects(most: int) -> Refusal:
    """424: the address leads on and on."""
    return failed(f"The url redirects more than {most} times: give the final address.")


def too_slow(seconds: float) -> Refusal:
    """504: the time given to one fetch is over."""
    return Refusal(
        504,
        f"Fetching the url took longer than {seconds:g} s: try again, or send the file itself.",
        field="url",
    )


def unread(media_type: str) -> Refusal:
    """424: another kind of content than was asked for."""
    return Refusal(
        424,
        f"The url holds {media_type[:60]}, which is not read here: give a page.",
        code="unread_content",
        field="url",
    )
