"""What a person who runs the service may set."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

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
    fetch_allow : tuple of str, default ()
        Hosts (`"host"`, or `"host:port"` for one port) that are fetched from even if their
        address is private or local.
    max_fetch_bytes : int, default 33,554,432
        Larger contents of a `url` are answered 413.
    fetch_timeout : float, default 20
        Seconds after which a fetch is answered 504.

    Examples
    --------
    >>> ServiceSettings(api_keys=(SecretStr("secret"),)).api_keys
    (SecretStr('**********'),)
    """

    api_keys: tuple[SecretStr, ...] = ()
    max_body_bytes: int = 32 * 2**20
    work_timeout: float = 120.0
    requests_per_minute: int | None = None
    fetch_allow: tuple[str, ...] = ()
    max_fetch_bytes: int = 32 * 2**20
    fetch_timeout: float = 20.0

    @classmethod
    def embedded(cls) -> ServiceSettings:
        """Let any key in, and allow the hosts in `TRIPTYCH_FETCH_ALLOW`."""
        return cls(fetch_allow=_listed("TRIPTYCH_FETCH_ALLOW"))

    @classmethod
    def from_environment(
        cls, *keys: str, requests_per_minute: int | None = None
    ) -> ServiceSettings:
        """Take the keys given, else those in `TRIPTYCH_SERVER_KEYS`; all that is `embedded`."""
        given = keys or _listed("TRIPTYCH_SERVER_KEYS")
        return replace(
            cls.embedded(),
            api_keys=tuple(SecretStr(key.strip()) for key in given if key.strip()),
            requests_per_minute=requests_per_minute,
        )


def _listed(variable: str) -> tuple[str, ...]:
    """Return what an environment variable names, separated by commas."""
    return tuple(part.strip() for part in os.environ.get(variable, "").split(",") if part.strip())
