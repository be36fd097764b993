"""Time-outs of a call: those of httpx, and one for the call as a whole."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import httpx

from triptych.client.errors import InvalidInputError
from triptych.contract import Problem

_CONNECT = 5.0
#: The default: a minute without a byte. The service sends one every second.
DEFAULT_TIMEOUT = httpx.Timeout(60.0, connect=_CONNECT)


@dataclass(frozen=True, slots=True)
class CallTimeout:
    """The limits of one call.

    Attributes
    ----------
    http : httpx.Timeout or None
        What httpx limits; None for those of the httpx client.
    total : float or None
        Seconds from the call to the end of the response, retries included; None for no limit.
    """

    http: httpx.Timeout | None = None
    total: float | None = None

    @classmethod
    def of(cls, timeout: float | httpx.Timeout | None) -> CallTimeout:
        """Read the argument `timeout` of a client or a call.

        Raises
        ------
        InvalidInputError
            If it is neither None, an httpx.Timeout nor a positive number.

        Examples
        --------
        >>> CallTimeout.of(30)
        CallTimeout(http=Timeout(connect=5.0, read=30, write=30, pool=30), total=30)
        """
        if timeout is None or isinstance(timeout, httpx.Timeout):
            return cls(timeout)
        if not isinstance(timeout, int | float) or not 0 < timeout <= threading.TIMEOUT_MAX:
            message = (
                "timeout: give more than 0 seconds; httpx.Timeout(None) is for calls without a "
                "limit."
            )
            raise InvalidInputError([Problem("timeout", message)])
        return cls(httpx.Timeout(timeout, connect=min(_CONNECT, timeout)), timeout)

    @property
    def deadline(self) -> float | None:
        """The moment of `time.monotonic` at which a call that begins now has to end."""
        return None if self.total is None else time.monotonic() + self.total


class LimitedStream(httpx.SyncByteStream):
    """The body of a response that must have arrived by a moment of `time.monotonic`.

    It also ends when `cancelled` is set, with the next piece that arrives.
    """

    def __init__(
        self,
        stream: httpx.SyncByteStream,
        deadline: float | None,
        cancelled: threading.Event | None = None,
    ) -> None:
        self._stream = stream
        self._deadline = deadline
        self._cancelled = cancelled

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._stream:
            if self._deadline is not None and time.monotonic() > self._deadline:
                raise httpx.ReadTimeout("the call took longer than its timeout")
            if self._cancelled is not None and self._cancelled.is_set():
                raise httpx.ReadTimeout("the call was cancelled")
            yield piece

    def close(self) -> None:
        """Close the response."""
        self._stream.close()
