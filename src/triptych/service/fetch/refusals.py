"""Why an address is not fetched, as refusals; the field is always `url`."""

from __future__ import annotations

from http import HTTPStatus

from triptych.service.refusal import Refusal


def malformed(message: str) -> Refusal:
    """400: the address is malformed."""
    return Refusal(400, message, code="invalid_request", field="url")


def refused() -> Refusal:
    """403: the address may not be reached; the message does not say why."""
    return Refusal(
        403,
        "This address is private, local or reserved, and is not fetched: send the file itself, or "
        "let whoever runs the service name the host in TRIPTYCH_FETCH_ALLOW.",
        code="refused_address",
        field="url",
    )


def too_large(max_bytes: int) -> Refusal:
    """413: the content is too large."""
    return Refusal(
        413,
        f"The content of the url is too large: at most {max_bytes:,} bytes are accepted.",
        field="url",
        detail={"max_bytes": max_bytes},
    )


def failed(message: str, status: int | None = None) -> Refusal:
    """424: the server failed; `status` is that of its response, if there is one."""
    return Refusal(424, message, field="url", detail=None if status is None else {"status": status})


def bad_status(status: int) -> Refusal:
    """424: the response has an error status."""
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "unknown status"
    return failed(f"The url answered {status} ({phrase}): check it.", status)


def too_many_redirects(most: int) -> Refusal:
    """424: there are too many redirects."""
    return failed(f"The url redirects more than {most} times: give the final address.")


def too_slow(seconds: float) -> Refusal:
    """504: the fetch took too long."""
    return Refusal(
        504,
        f"Fetching the url took longer than {seconds:g} s: try again, or send the file itself.",
        field="url",
    )


def unread(media_type: str) -> Refusal:
    """424: the content has another media type than is read."""
    return Refusal(
        424,
        f"The url contains {media_type[:60]}, which is not supported: give a web page.",
        code="unread_content",
        field="url",
    )
