"""Ask a search engine's HTTP API, within limits, and say what to do when it fails."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from typing import Any

import anyio
import httpx

from triptych.contract.errors import retry_after
from triptych.service.fetch import Fetcher
from triptych.service.providers.provider import ProviderError
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

#: A page of results has some ten or twenty kilobytes.
MAX_BYTES = 4 * 2**20


class RefusedError(ProviderError):
    """A search engine answered an error status; in `wait` seconds it may be asked again."""

    def __init__(self, message: str, status: int, wait: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.wait = wait


class Api:
    """A search engine that is asked by GET and answers a JSON object.

    `title` is its name in messages; `check` and `refusals`, by status, end the sentences that say
    what to do. The address is chosen by whoever runs the service, so it may be a private one.
    `headers` are never shown, since a key is among them.
    """

    def __init__(
        self,
        title: str,
        address: str,
        *,
        check: str,
        refusals: Mapping[int, str],
        headers: Mapping[str, str] | None = None,
        seconds: float,
    ) -> None:
        self._title, self._check, self._refusals = title, check, refusals
        self._headers = {"accept": "application/json, text/html;q=0.5", **(headers or {})}
        url = httpx.URL(address)
        self._url = url
        host = f"[{url.host}]" if ":" in url.host else url.host
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        self._fetcher = Fetcher(
            ServiceSettings(
                fetch_allow=(f"{host}:{port}",), max_fetch_bytes=MAX_BYTES, fetch_timeout=seconds
            )
        )

    async def ask(self, parameters: Mapping[str, str]) -> dict[str, Any]:
        """Return what it answers.

        Raises `ProviderError` if it cannot be reached, takes too long, answers with an error
        (`RefusedError`), too much, or no JSON object; the message says what to do, without
        address and key.
        """
        url = str(self._url.copy_merge_params(dict(parameters)))
        try:
            answered = await self._fetcher.get(url, headers=self._headers)
        except Refusal as refusal:
            # Its own message may repeat what was sent.
            raise ProviderError(self._why(refusal.status)) from None
        if answered.status != 200:
            raise self._refused(answered.status, answered.headers)
        try:
            answer = json.loads(answered.content)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise ProviderError(f"{self._title} did not answer in JSON: {self._check}.")
        return answer

    def _why(self, status: int) -> str:
        if status == 413:
            return f"{self._title} sent more than {MAX_BYTES:,} bytes: ask for fewer results."
        if status == 504:
            return _slow(self._title)
        return f"{self._title} cannot be reached: {self._check}."

    def _refused(self, status: int, headers: httpx.Headers) -> RefusedError:
        wait = _wait(headers) if status in {429, 503} else None
        if status == 429:
            when = "later" if wait is None else f"in {wait} s"
            return RefusedError(
                f"{self._title} was asked too often: try again {when}, or choose another provider.",
                status,
                wait,
            )
        advice = self._refusals.get(status) or (
            "try again later, or choose another provider" if status >= 500 else self._check
        )
        return RefusedError(f"{self._title} answered {status}: {advice}.", status, wait)


@contextmanager
def in_time(title: str, seconds: float) -> Iterator[None]:
    """Bound the time of all requests together; raise `ProviderError` when it is over."""
    try:
        with anyio.fail_after(seconds):
            yield
    except TimeoutError:
        raise ProviderError(_slow(title)) from None


def _slow(title: str) -> str:
    return f"{title} takes too long to answer: try again, or choose another provider."


def _wait(headers: httpx.Headers) -> int | None:
    """Return in how many seconds a service may be asked again; None if it does not say."""
    seconds = retry_after(headers)
    if seconds is not None:
        return ceil(seconds)
    # A list of windows, the shortest first: how many requests are left in each, and the seconds
    # until it begins anew (headers of the IETF draft on rate limits, as Brave sends them).
    left, resets = (
        [int(part) for part in headers.get(f"x-ratelimit-{name}", "").split(",") if _counts(part)]
        for name in ("remaining", "reset")
    )
    spent = [reset for count, reset in zip(left, resets, strict=False) if count == 0]
    return max(spent) if spent else min(resets, default=None)


def _counts(part: str) -> bool:
    return part.strip().isdecimal() and len(part) < 12
