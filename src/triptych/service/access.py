"""Which keys are accepted, and how many requests each may send."""

from __future__ import annotations

import hmac
import math
import time
from dataclasses import dataclass

from starlette.requests import Request

from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

_MINUTE = 60.0


@dataclass(slots=True)
class _Window:
    """Requests of one key in the minute that began at `start`."""

    start: float
    count: int = 0


class Access:
    """Checks the header `x-api-key`, and counts requests in fixed windows of a minute."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._keys = [key.get_secret_value().encode() for key in settings.server_keys]
        self._limit = settings.requests_per_minute
        self._windows: dict[str, _Window] = {}

    def check(self, request: Request) -> dict[str, str]:
        """Return the rate-limit headers of the response to a request that is accepted.

        Raises
        ------
        Refusal
            401 if the key is missing or wrong, 429 if it has sent too many requests.
        """
        return self.count(self.key(request))

    def key(self, request: Request) -> str:
        """Return the key of a request, which is not counted yet.

        Raises
        ------
        Refusal
            401 if the key is missing or wrong.
        """
        key = request.headers.get("x-api-key", "").strip()
        if not key:
            raise Refusal(401, "Send your key in the header x-api-key.", code="missing_key")
        # Every key is compared, each in constant time, so that timing reveals nothing.
        matches = [hmac.compare_digest(key.encode(), known) for known in self._keys]
        if self._keys and not any(matches):
            raise Refusal(
                401, "The key in the header x-api-key is not accepted: check it.", code="wrong_key"
            )
        return key

    def count(self, key: str, requests: int = 1) -> dict[str, str]:
        """Return the rate-limit headers after counting so many requests of a key.

        Several are counted all together or, where they are too many, not at all.

        Raises
        ------
        Refusal
            429 if they are too many for this minute, 400 if they are for any.
        """
        if self._limit is None:
            return {}
        now = time.monotonic()
        window = self._windows.get(key)
        if window is None or now - window.start >= _MINUTE:
            # Expired windows are dropped here, so that many keys do not pile up.
            self._windows = {
                name: old for name, old in self._windows.items() if now - old.start < _MINUTE
            }
            window = self._windows[key] = _Window(now)
        is_accepted = window.count + requests <= self._limit
        if is_accepted:
            window.count += requests
        reset = math.ceil(window.start + _MINUTE - now)
        remaining = max(0, self._limit - window.count)
        headers = {
            f"x-{prefix}-{name}": str(value)
            for prefix in ("ratelimit", "jigsaw-rate-limit")
            for name, value in (("limit", self._limit), ("remaining", remaining), ("reset", reset))
        }
        if requests > self._limit:
            raise Refusal(
                400,
                f"This key may send {self._limit} requests per minute: send at most as many in one "
                "batch.",
                code="batch_too_large",
                headers=headers,
            )
        if not is_accepted:
            raise Refusal(
                429,
                f"This key may send {self._limit} requests per minute: wait {reset} s.",
                headers=headers | {"retry-after": str(reset)},
            )
        return headers
