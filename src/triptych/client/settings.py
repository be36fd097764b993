"""Where calls go and with which key: arguments, then the environment, then the embedded default."""

from __future__ import annotations

import os
from dataclasses import dataclass

import httpx
from pydantic import SecretStr

from triptych.client.errors import ConfigurationError

#: Stands in for a server's address when the API runs inside this process; never looked up.
EMBEDDED_URL = "http://triptych.embedded"


@dataclass(frozen=True, slots=True)
class Settings:
    """Base URL and key of a client; the key shows in no repr.

    Attributes
    ----------
    base_url : httpx.URL
        Address the paths of the operations are appended to.
    api_key : pydantic.SecretStr or None
        Sent as header `x-api-key`.
    embedded : bool
        Whether calls are answered inside this process.
    """

    base_url: httpx.URL
    api_key: SecretStr | None
    embedded: bool

    @classmethod
    def resolve(
        cls, api_key: str | None, base_url: str | None, *, own_transport: bool = False
    ) -> Settings:
        """Fill in what was not given from `TRIPTYCH_API_KEY` and `TRIPTYCH_BASE_URL`.

        Parameters
        ----------
        api_key, base_url : str or None
            As given to the client.
        own_transport : bool
            Whether the caller brings an httpx client or transport, which may add a key itself.

        Raises
        ------
        ConfigurationError
            If only one of key and base URL is known, the key has characters not allowed in an HTTP
            header, or the URL is invalid, neither http nor https, or has a query.

        Examples
        --------
        >>> Settings.resolve("secret", "http://127.0.0.1:8000").api_key
        SecretStr('**********')
        """
        api_key = api_key or os.environ.get("TRIPTYCH_API_KEY") or None
        base_url = base_url or os.environ.get("TRIPTYCH_BASE_URL") or None
        secret = _secret(api_key)
        if own_transport:
            return cls(_url(base_url or EMBEDDED_URL), secret, embedded=False)
        if base_url is None and secret is None:
            return cls(httpx.URL(EMBEDDED_URL), SecretStr("embedded"), embedded=True)
        if base_url is None:
            raise ConfigurationError(
                "A key is set but no base URL: pass base_url= or set TRIPTYCH_BASE_URL, "
                "or unset TRIPTYCH_API_KEY to run the API inside this process."
            )
        if secret is None:
            raise ConfigurationError(
                "A base URL is set but no key: pass api_key= or set TRIPTYCH_API_KEY "
                "(a local `triptych serve` without keys of its own takes any)."
            )
        return cls(_url(base_url), secret, embedded=False)


def _secret(key: str | None) -> SecretStr | None:
    # A key read from a file ends with a line feed.
    key = (key or "").strip()
    if not key.isascii() or not key.isprintable():
        # httpx would quote it in its error.
        raise ConfigurationError(
            "The API key contains characters not allowed in an HTTP header; copy it again."
        )
    return SecretStr(key) if key else None


def _url(text: str) -> httpx.URL:
    try:
        url = httpx.URL(text)
        # A host name that sockets cannot encode: empty between two dots, or too long.
        url.raw_host.decode("ascii").encode("idna")
        # One that is no valid international name shows when it is read.
        _ = url.host
    except (httpx.InvalidURL, UnicodeError):
        # The message of httpx may quote a part of a password.
        raise ConfigurationError(
            "Invalid base_url: write it as https://host or http://host:port."
        ) from None
    if (url.port or 0) > 65_535:
        raise ConfigurationError("Invalid port in base_url: use 1 to 65535.")
    if url.query or url.fragment:
        # Only some calls would send it, and messages that show the address would contain it.
        raise ConfigurationError("base_url must not contain a query (?) or fragment (#).")
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigurationError(
            "base_url must be absolute, such as http://127.0.0.1:8000 or https://api.example.com."
        )
    return url
