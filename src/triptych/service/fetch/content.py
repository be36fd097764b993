"""The content of a response or a data: URL, read without ever holding more than is allowed."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from urllib.parse import unquote_to_bytes

import httpx

from triptych.contract import Attachment
from triptych.service.fetch.refusals import failed, malformed, too_large

#: What `read_body` understands; to be sent as `Accept-Encoding`.
ENCODINGS = "gzip"
_GZIP = 16 + zlib.MAX_WBITS


async def read_body(response: httpx.Response, max_bytes: int) -> bytes:
    """Return the decoded body of a streamed response.

    httpx's own decoding is not bounded: a few kilobytes may become gigabytes before they could be
    counted.

    Raises
    ------
    Refusal
        413 if it is larger than `max_bytes`, 424 if it is encoded otherwise than requested or
        ends too early.
    """
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip", "x-gzip", ""}:
        raise failed(
            f"The encoding {encoding[:40]!r} of the page is not supported: send the file itself."
        )
    unpack = None if encoding in {"identity", ""} else zlib.decompressobj(_GZIP)
    declared = response.headers.get("content-length", "")
    if unpack is None and declared.isdecimal() and int(declared) > max_bytes:
        raise too_large(max_bytes)
    content = bytearray()
    sent = False
    async for chunk in response.aiter_raw():
        sent = sent or bool(chunk)
        try:
            # One byte beyond the limit shows that there is more.
            content += unpack.decompress(chunk, max_bytes - len(content) + 1) if unpack else chunk
        except zlib.error:
            raise failed("The page's gzip encoding is broken: send the file itself.") from None
        if len(content) > max_bytes:
            raise too_large(max_bytes)
        if unpack is not None and unpack.eof:
            break
    if unpack is not None and not unpack.eof and sent:
        raise failed("The page ended too early: try again.")
    return bytes(content)


_MEDIA_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")
_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")
#: Nothing longer is a media type with its parameters.
_MAX_HEADER = 1000


def read_data_url(url: str, max_bytes: int) -> Attachment:
    """Return what a `data:` URL holds.

    Parameters
    ----------
    url : str
        Percent-encoded or, with `;base64`, in base64 with or without its padding.
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
    # A fragment is not part of the data.
    head, comma, data = url.partition("#")[0].partition(",")
    if not comma or len(head) > _MAX_HEADER:
        raise malformed("The data: URL needs a comma between its media type and its data.")
    media_type, *parameters = (part.strip().lower() for part in head[len("data:") :].split(";"))
    # The default of RFC 2397.
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
        raise malformed("The data of the data: URL is not valid base64: encode it again.") from None
