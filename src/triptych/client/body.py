"""The body of a response: decoded in small pieces, and read up to a limit.

A few kilobytes of gzip can hold gigabytes. httpx decodes whatever arrives at once as a whole and
has no limit; here no piece is large, and reading ends where the limit is passed.
"""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator, Iterator

import httpx

from triptych.client.errors import InvalidInputError
from triptych.contract import Problem

#: The coding that the client accepts: it can be decoded in pieces of a limited size.
ACCEPT_ENCODING = "gzip"
#: The default: several times as much as the longest reply that the service writes.
MAX_REPLY_BYTES = 256 * 2**20
_GZIP = 16 + zlib.MAX_WBITS
#: Bytes decoded at once.
_PIECE = 262_144


class BodyDecodingError(httpx.RemoteProtocolError):
    """The body of a success does not have the content-encoding that its headers name.

    Attributes
    ----------
    log_id : str or None
        Identifier of the request in the service's log.
    """

    log_id: str | None = None


class BodySizeError(BodyDecodingError):
    """The body of a success is larger than the limit."""


class _TooLarge(httpx.DecodingError):
    """More bytes than the limit have been decoded."""


def checked_limit(max_reply_bytes: int) -> int:
    """Return the argument `max_reply_bytes` of a client.

    Raises
    ------
    InvalidInputError
        If it is not a positive integer.

    Examples
    --------
    >>> checked_limit(1_000_000)
    1000000
    """
    if not isinstance(max_reply_bytes, int) or max_reply_bytes < 1:
        message = "max_reply_bytes: give a number of bytes, 1 or more."
        raise InvalidInputError([Problem("max_reply_bytes", message)])
    return max_reply_bytes


def limit_body(response: httpx.Response, limit: int) -> None:
    """Let a response be decoded in small pieces and raise once it has more bytes than a limit.

    The errors that reading it raises are `httpx.DecodingError`; `without_body` takes them. Its
    header content-encoding is removed, because what will be read is decoded.
    """
    codings = response.headers.pop("content-encoding", "").lower()
    if isinstance(response.stream, httpx.AsyncByteStream):
        response.stream = _AsyncBody(response.stream, codings, limit)
    else:
        response.stream = _Body(response.stream, codings, limit)


def without_body(response: httpx.Response, error: httpx.DecodingError) -> httpx.Response:
    """Return a response whose body cannot be decoded without it: an HTTP error needs none.

    Raises
    ------
    BodyDecodingError
        If the status is a success.
    """
    if response.is_success:
        kind = BodySizeError if isinstance(error, _TooLarge) else BodyDecodingError
        broken = kind(str(error))
        broken.log_id = response.headers.get("x-request-id")
        raise broken from error
    headers = [
        (name, value)
        for name, value in response.headers.multi_items()
        if name not in {"content-length", "transfer-encoding"}
    ]
    return httpx.Response(response.status_code, headers=headers, request=response.request)


class _Decoder:
    """Decodes the pieces of one body.

    Parameters
    ----------
    codings : str
        The header content-encoding, in lower case.
    limit : int
        Bytes that the decoded body may have.
    """

    def __init__(self, codings: str, limit: int) -> None:
        self._codings = codings
        self._left = self._limit = limit
        self._gzip = zlib.decompressobj(_GZIP) if codings in {"gzip", "x-gzip"} else None
        self._is_unknown = self._gzip is None and codings not in {"", "identity"}
        self._is_empty = True

    def decode(self, data: bytes) -> Iterator[bytes]:
        """Yield what a piece of the body holds, in pieces of a limited size."""
        if self._is_unknown and data:
            raise self._broken("only gzip was accepted")
        if self._gzip is None:
            yield self._counted(data)
            return
        self._is_empty = self._is_empty and not data
        while data and not self._gzip.eof:
            try:
                piece = self._gzip.decompress(data, _PIECE)
            except zlib.error as error:
                raise self._broken(str(error)) from error
            yield self._counted(piece)
            data = self._gzip.unconsumed_tail

    def end(self) -> None:
        """Raise if the body ended before its coding did."""
        if self._gzip is not None and not self._gzip.eof and not self._is_empty:
            raise self._broken("it ends early")

    def _counted(self, piece: bytes) -> bytes:
        self._left -= len(piece)
        if self._left < 0:
            raise _TooLarge(f"more than {self._limit:,} bytes")
        return piece

    def _broken(self, reason: str) -> httpx.DecodingError:
        return httpx.DecodingError(f"content-encoding {self._codings[:40]}: {reason}")


class _Body(httpx.SyncByteStream):
    def __init__(self, stream: httpx.SyncByteStream, codings: str, limit: int) -> None:
        self._stream = stream
        self._decoder = _Decoder(codings, limit)

    def __iter__(self) -> Iterator[bytes]:
        for data in self._stream:
            yield from self._decoder.decode(data)
        self._decoder.end()

    def close(self) -> None:
        self._stream.close()


class _AsyncBody(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, codings: str, limit: int) -> None:
        self._stream = stream
        self._decoder = _Decoder(codings, limit)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._stream:
            for piece in self._decoder.decode(data):
                yield piece
        self._decoder.end()

    async def aclose(self) -> None:
        await self._stream.aclose()
