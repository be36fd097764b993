"""Read a `data:` URL (RFC 2397)."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote_to_bytes

from triptych.contract import Attachment
from triptych.service.fetch.refusals import malformed, too_large

_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")
_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
#: Nothing longer is a media type with its parameters.
_MAX_HEADER = 1000


def read_data_url(url: str, max_bytes: int) -> Attachment:
    """Return what a `data:` URL holds.

    Parameters
    ----------
    url : str
        Percent-encoded or, with `;base64`, in base 64 with or without its padding.
    max_bytes : int
        Most bytes the content may have.

    Raises
    ------
    Refusal
        400 if it is malformed, 413 if it is too large.

    Examples
    --------
    >>> read_data_url("data:text/plain;base64,dGVh", 100)
    Attachment(content=b'tea', filename='file', media_type='text/plain')
    >>> read_data_url("data:,iced%20tea", 100).content
    b'iced tea'
    """
    # A fragment is no part of the data.
    head, comma, data = url.partition("#")[0].partition(",")
    if not comma or len(head) > _MAX_HEADER:
        raise malformed("The data: URL needs a comma between its media type and its data.")
    media_type, *parameters = (part.strip().lower() for part in head[len("data:") :].split(";"))
    # What RFC 2397 means where nothing is said.
    media_type = media_type or "text/plain"
    if not _MEDIA_TYPE.fullmatch(media_type):
        raise malformed("Begin the data: URL with a media type, as in data:image/png;base64,...")
    if _BROKEN_ESCAPE.search(data):
        raise malformed("A % in the data: URL must be followed by two hexadecimal digits.")
    content = unquote_to_bytes(data)
    if "base64" in parameters[-1:]:
        content = _from_base64(content)
    if len(content) > max_bytes:
        raise too_large(max_bytes)
    return Attachment(content, media_type=media_type)


def _from_base64(data: bytes) -> bytes:
    # Line breaks are common, and the padding is often left out.
    data = b"".join(data.split())
    try:
        return base64.b64decode(data + b"=" * (-len(data) % 4), validate=True)
    except binascii.Error:
        raise malformed("The data of the data: URL is not base 64: encode it anew.") from None
