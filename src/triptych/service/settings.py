"""What a person who runs the service may set."""

from __future__ import annotations

import os
from dataclasses import dataclass

from pydantic import SecretStr


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Settings of the service; the defaults suit one person on one machine.

    Parameters
    ----------
    api_keys : tuple of SecretStr, default ()
        Keys that are let in; without any, every non-empty key is.
    max_body_bytes : int, default 33,554,432
        Larger requests are answered 413.
    work_timeout : float, default 120
        Seconds after which a request is answered 504.
    requests_per_minute : int or None, default None
        For each key; more are answered 429.

    Examples
    --------
    >>> ServiceSettings(api_keys=(SecretStr("secret"),)).api_keys
    (SecretStr('**********'),)
    """

    api_keys: tuple[SecretStr, ...] = ()
    max_body_bytes: int = 32 * 2**20
    work_timeout: float = 120.0
    requests_per_minute: int | None = None

    @classmethod
    def from_environment(
        cls, *keys: str, requests_per_minute: int | None = None
    ) -> ServiceSettings:
        """Take the keys given, else those in `TRIPTYCH_SERVER_KEYS`, separated by commas."""
        given = keys or tuple(os.environ.get("TRIPTYCH_SERVER_KEYS", "").split(","))
        return cls(
            api_keys=tuple(SecretStr(key.strip()) for key in given if key.strip()),
            requests_per_minute=requests_per_minute,
        )
