"""Headers of requests that a caller may set, and one of answers that crawlers wait for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from triptych.service.refusal import Refusal

#: What belongs to the connection, not to the page (RFC 9110, 7.6.1): set by another hand, it would
#: let one request pass for two, or ask another host than was checked.
_OF_THE_CONNECTION = frozenset(
    {"host", "content-length", "connection", "keep-alive", "te", "trailer", "transfer-encoding"}
    | {"upgrade", "expect", "accept-encoding", "http2-settings"}
)
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def checked_headers(headers: Mapping[str, str] | None) -> dict[str, str]:
    """Return headers that a request may carry.

    Raises
    ------
    Refusal
        400, naming the header, for one that is the connection's own or cannot be sent.

    Examples
    --------
    >>> checked_headers({"Accept-Language": "de"})
    {'Accept-Language': 'de'}
    >>> checked_headers({"Host": "e.com"})
    Traceback (most recent call last):
    triptych.service.refusal.Refusal: The header 'Host' is set by the service itself: leave it out.
    """
    for name, value in (headers or {}).items():
        low, shown = name.lower(), repr(name[:40])
        if low in _OF_THE_CONNECTION or low.startswith("proxy-"):
            raise _malformed(f"The header {shown} is set by the service itself: leave it out.")
        if not _TOKEN.fullmatch(name):
            raise _malformed(f"The header {shown} has no name that HTTP knows: correct it.")
        if not (value.isascii() and value.replace("\t", " ").isprintable()):
            raise _malformed(f"The value of the header {shown} must be one line of ASCII.")
    return dict(headers or {})


def _malformed(message: str) -> Refusal:
    return Refusal(400, message, code="invalid_request", field="http_headers")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return in how many seconds a server may be asked again (RFC 9110, 10.2.3).

    Parameters
    ----------
    headers : mapping of str to str
        Of its answer, with names in lower case.

    Returns
    -------
    float or None
        None where the header ``Retry-After`` is missing or is neither a number nor a date.

    Examples
    --------
    >>> retry_after({"retry-after": "30"}), retry_after({"retry-after": "soon"})
    (30.0, None)
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"})
    0.0
    """
    value = headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value[:9])
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError):
        return None
    return max(
        0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    )
