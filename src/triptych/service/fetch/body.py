"""Read the body of a response without ever holding more than was allowed."""

from __future__ import annotations

import zlib

import httpx

from triptych.service.fetch.refusals import failed, too_large

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
        413 if it is larger than `max_bytes`, 424 if it is encoded otherwise than was asked for or
        ends too early.
    """
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip", "x-gzip", ""}:
        raise failed(
            f"The page is encoded as {encoding[:40]!r}, not as gzip: send the file itself."
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
            # One byte more than is left tells that there is more.
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
